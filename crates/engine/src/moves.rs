//! Moves: how they are kept and how they are written.
//!
//! A move says what changes on the board. It doesn't say who moves: that is the position's matter.

use crate::types::{PieceType, Square, Wing};
use arrayvec::ArrayVec;
use std::fmt;

// ANCHOR: kind
/// What a move does besides taking a piece from one square to another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MoveKind {
    Quiet,
    DoublePush,
    Castling(Wing),
    Capture,
    EnPassant,
    Promotion(PieceType),
    CapturePromotion(PieceType),
}
// ANCHOR_END: kind

// ANCHOR: move
// ANCHOR: encode
/// A move in 16 bits: six for the square it leaves, six for the one it reaches, four for its kind.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Move(u16);

/// What pawns turn into. Its order gives the lowest two bits of a promotion's kind.
pub const PROMOTIONS: [PieceType; 4] =
    [PieceType::Knight, PieceType::Bishop, PieceType::Rook, PieceType::Queen];

impl Move {
    /// Set in the kinds of all captures.
    const CAPTURE: u16 = 4;
    /// Set in the kinds of all promotions.
    const PROMOTION: u16 = 8;

    pub const fn new(from: Square, to: Square, kind: MoveKind) -> Self {
        let kind = match kind {
            MoveKind::Quiet => 0,
            MoveKind::DoublePush => 1,
            MoveKind::Castling(Wing::King) => 2,
            MoveKind::Castling(Wing::Queen) => 3,
            MoveKind::Capture => Self::CAPTURE,
            MoveKind::EnPassant => Self::CAPTURE + 1,
            MoveKind::Promotion(piece) => Self::PROMOTION + promotion_bits(piece),
            MoveKind::CapturePromotion(piece) => {
                Self::PROMOTION + Self::CAPTURE + promotion_bits(piece)
            }
        };
        Self(from.index() as u16 | (to.index() as u16) << 6 | kind << 12)
    }

    // ANCHOR_END: encode

    // ANCHOR: decode
    pub const fn from(self) -> Square {
        Square::from_index(self.0 as usize & 63)
    }

    pub const fn to(self) -> Square {
        Square::from_index((self.0 >> 6) as usize & 63)
    }

    pub const fn kind(self) -> MoveKind {
        let piece = PROMOTIONS[(self.0 >> 12) as usize & 3];
        match self.0 >> 12 {
            0 => MoveKind::Quiet,
            1 => MoveKind::DoublePush,
            2 => MoveKind::Castling(Wing::King),
            3 => MoveKind::Castling(Wing::Queen),
            4 => MoveKind::Capture,
            5 => MoveKind::EnPassant,
            8..12 => MoveKind::Promotion(piece),
            _ => MoveKind::CapturePromotion(piece),
        }
    }

    /// Whether the move takes a piece off the board.
    pub const fn is_capture(self) -> bool {
        (self.0 >> 12) & Self::CAPTURE != 0
    }

    /// What a pawn turns into with this move, if it does.
    pub const fn promotion(self) -> Option<PieceType> {
        if (self.0 >> 12) & Self::PROMOTION == 0 {
            return None;
        }
        Some(PROMOTIONS[(self.0 >> 12) as usize & 3])
    }
    // ANCHOR_END: decode

    // ANCHOR: is-noisy
    /// Whether the move changes material: a capture, or a promotion to a queen. All others are quiet.
    pub fn is_noisy(self) -> bool {
        self.is_capture() || self.promotion() == Some(PieceType::Queen)
    }
    // ANCHOR_END: is-noisy
}

const fn promotion_bits(piece: PieceType) -> u16 {
    piece as u16 - PieceType::Knight as u16
}
// ANCHOR_END: move

// ANCHOR: text
/// As UCI writes it: `e2e4`, a promotion as `e7e8q`, castling as the king's move.
impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.from(), self.to())?;
        match self.promotion() {
            Some(PieceType::Knight) => f.write_str("n"),
            Some(PieceType::Bishop) => f.write_str("b"),
            Some(PieceType::Rook) => f.write_str("r"),
            Some(_) => f.write_str("q"),
            None => Ok(()),
        }
    }
}

impl fmt::Debug for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self}")
    }
}
// ANCHOR_END: text

// ANCHOR: list
/// More moves than any position has, real or not.
///
/// With n pieces of one side, each has at most 27 moves, as a queen has. And each of the 64 − n other
/// squares is reached by at most 16 pieces, from eight directions and by eight knights; on the last
/// rank in at most 18 ways, since three of its five directions may be pawns with four moves each,
/// and it has four knights. The smaller of 27n and 16(64 − n) + 16 is at most 648, at n = 24.
pub const MAX_MOVES: usize = 648;

/// Moves in a place of fixed size on the stack.
pub type MoveList = ArrayVec<Move, MAX_MOVES>;
// ANCHOR_END: list
