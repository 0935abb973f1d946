//! What the engine's data weighs, for the book's tables.

use crate::bitboard::Bitboard;
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
    ]
}
// ANCHOR_END: sizes
