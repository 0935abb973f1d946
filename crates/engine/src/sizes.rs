//! What the engine's data weighs, for the book's tables.

use crate::attacks;
use crate::bitboard::Bitboard;
use crate::moves::{Move, MoveList};
use crate::position::Position;
use crate::types::{CastlingRights, PieceType, Square};

// ANCHOR: sizes
/// The name and the size in bytes of each thing worth weighing.
pub fn sizes() -> Vec<(&'static str, usize)> {
    vec![
        ("Square", size_of::<Square>()),
        ("Option<PieceType>", size_of::<Option<PieceType>>()),
        ("CastlingRights", size_of::<CastlingRights>()),
        ("Bitboard", size_of::<Bitboard>()),
        ("Position", size_of::<Position>()),
        ("Leaper attacks", attacks::LEAPER_BYTES),
        ("Slider tables", attacks::SLIDER_BYTES),
        ("Rook attacks", attacks::ROOK_ENTRIES * size_of::<Bitboard>()),
        ("Bishop attacks", attacks::BISHOP_ENTRIES * size_of::<Bitboard>()),
        ("Lines", attacks::LINE_BYTES),
        ("Move", size_of::<Move>()),
        ("MoveList", size_of::<MoveList>()),
    ]
}
// ANCHOR_END: sizes
