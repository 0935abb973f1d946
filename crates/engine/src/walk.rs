//! Where pieces go, found by walking one step at a time.
//!
//! This is the plain statement of how pieces move, slow and easy to trust. It knows squares and
//! which of them are occupied, but not by whom.

use crate::bitboard::Bitboard;
use crate::types::{Color, Square};

// ANCHOR: steps
/// A step as files to the right and ranks up the board.
pub type Step = (i8, i8);

pub const ROOK: [Step; 4] = [(1, 0), (-1, 0), (0, 1), (0, -1)];
pub const BISHOP: [Step; 4] = [(1, 1), (-1, 1), (1, -1), (-1, -1)];
pub const KNIGHT: [Step; 8] =
    [(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)];
pub const KING: [Step; 8] = [(1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1), (0, -1), (1, -1)];

/// The two captures of a pawn: forward is up the board for White and down for Black.
pub fn pawn(color: Color) -> [Step; 2] {
    match color {
        Color::White => [(-1, 1), (1, 1)],
        Color::Black => [(-1, -1), (1, -1)],
    }
}
// ANCHOR_END: steps

// ANCHOR: leap
/// The squares that one step leads to: knights, kings and capturing pawns go this way.
pub fn leap(from: Square, steps: &[Step]) -> Bitboard {
    let mut reached = Bitboard::EMPTY;
    for &(files, ranks) in steps {
        if let Some(to) = from.step(files, ranks) {
            reached |= Bitboard::of(to);
        }
    }
    reached
}
// ANCHOR_END: leap

// ANCHOR: slide
/// The squares that repeated steps lead to: bishops, rooks and queens go this way.
///
/// The first occupied square of a ray ends it and still belongs to it, whatever stands there.
pub fn slide(from: Square, steps: &[Step], occupied: Bitboard) -> Bitboard {
    let mut reached = Bitboard::EMPTY;
    for &(files, ranks) in steps {
        let mut square = from;
        while let Some(next) = square.step(files, ranks) {
            reached |= Bitboard::of(next);
            if occupied.has(next) {
                break;
            }
            square = next;
        }
    }
    reached
}
// ANCHOR_END: slide
