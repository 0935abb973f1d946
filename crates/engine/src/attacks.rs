//! Attack sets by table lookup.
//!
//! The build script fills the tables with what the walker finds. After that an attack set costs one
//! load, for a slider behind one multiplication. Nothing here knows whose pieces stand where.

use crate::bitboard::Bitboard;
use crate::magics::Magic;
use crate::types::{Color, Square};

// ANCHOR: included
// KNIGHT, KING, PAWN, BISHOP, ROOK, SLIDES, BETWEEN, LINE: what `build.rs` wrote.
include!(concat!(env!("OUT_DIR"), "/tables.rs"));
// ANCHOR_END: included

// ANCHOR: leapers
pub fn knight(from: Square) -> Bitboard {
    Bitboard(KNIGHT[from.index()])
}

pub fn king(from: Square) -> Bitboard {
    Bitboard(KING[from.index()])
}

/// The squares that a pawn of `color` on `from` attacks.
pub fn pawn(color: Color, from: Square) -> Bitboard {
    Bitboard(PAWN[color.index()][from.index()])
}
// ANCHOR_END: leapers

// ANCHOR: lookup
/// The squares that a bishop on `from` attacks among these blockers.
pub fn bishop(from: Square, occupied: Bitboard) -> Bitboard {
    slide(&BISHOP[from.index()], occupied)
}

/// The squares that a rook on `from` attacks among these blockers.
pub fn rook(from: Square, occupied: Bitboard) -> Bitboard {
    slide(&ROOK[from.index()], occupied)
}

/// The squares that a queen on `from` attacks among these blockers.
pub fn queen(from: Square, occupied: Bitboard) -> Bitboard {
    bishop(from, occupied) | rook(from, occupied)
}

fn slide(magic: &Magic, occupied: Bitboard) -> Bitboard {
    // The length is a power of two, so the mask proves to the compiler that the index is in range.
    Bitboard(SLIDES[magic.index(occupied) & (SLIDES.len() - 1)])
}
// ANCHOR_END: lookup

// ANCHOR: lines
/// The squares strictly between two on one rank, file or diagonal; none for any other two.
pub fn between(a: Square, b: Square) -> Bitboard {
    Bitboard(BETWEEN[a.index()][b.index()])
}

/// The whole rank, file or diagonal through two squares; nothing if they don't share one.
pub fn line(a: Square, b: Square) -> Bitboard {
    Bitboard(LINE[a.index()][b.index()])
}
// ANCHOR_END: lines

// ANCHOR: leaper-bytes
/// What the tables take, in bytes.
pub const LEAPER_BYTES: usize = size_of_val(&KNIGHT) + size_of_val(&KING) + size_of_val(&PAWN);
pub const SLIDER_BYTES: usize = size_of_val(&SLIDES) + size_of_val(&ROOK) + size_of_val(&BISHOP);
// ANCHOR_END: leaper-bytes
// ANCHOR: line-bytes
/// What the tables of lines take.
pub const LINE_BYTES: usize = size_of_val(&BETWEEN) + size_of_val(&LINE);
// ANCHOR_END: line-bytes
