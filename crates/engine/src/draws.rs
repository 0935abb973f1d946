//! Draws by rule: repetition, fifty moves, too little material.

use crate::bitboard::Bitboard;
use crate::position::Position;
use crate::types::{Color, PieceType};

// ANCHOR: repetition
/// The keys along the path that the search follows, those of the game before it included.
pub struct KeyStack {
    keys: Vec<u64>,
    /// The place of the root's key.
    root: usize,
}

impl KeyStack {
    /// A stack that begins where a game stands. The last key is the root's.
    pub fn new(game: &[u64]) -> Self {
        Self { keys: game.to_vec(), root: game.len() - 1 }
    }

    pub fn push(&mut self, position: &Position) {
        self.keys.push(position.key());
    }

    pub fn pop(&mut self) {
        self.keys.pop();
    }

    // ANCHOR: is-repetition
    /// Whether the last position counts as a draw because it stood there before. The clock is that
    /// position's.
    ///
    /// From the root on once is enough: who could avoid a position once can do so twice. Before the
    /// root it takes two, as in the rules, because those moves can't be changed any more.
    pub fn is_repetition(&self, halfmove_clock: u16) -> bool {
        let last = self.keys.len() - 1;
        // No position from before the last capture or pawn move can come back.
        let reach = last.min(halfmove_clock.into());
        let mut seen_in_game = false;
        // It takes each side two moves to return, and then it is the same side's turn.
        for back in (4..=reach).step_by(2) {
            let place = last - back;
            if self.keys[place] != self.keys[last] {
                continue;
            }
            if place >= self.root || seen_in_game {
                return true;
            }
            seen_in_game = true;
        }
        false
    }
    // ANCHOR_END: is-repetition
}
// ANCHOR_END: repetition

// ANCHOR: fifty
/// Whether fifty moves of each side have passed without a capture or a pawn move. A mate on the
/// last of them still counts, so ask for a mate first.
pub fn is_fifty_moves(position: &Position) -> bool {
    position.halfmove_clock() >= 100
}
// ANCHOR_END: fifty

// ANCHOR: material
const LIGHT_SQUARES: Bitboard = Bitboard(0x55aa_55aa_55aa_55aa);

/// Whether no sequence of legal moves can mate: bare kings, one minor piece, or bishops that all
/// stand on squares of one colour.
pub fn is_insufficient_material(position: &Position) -> bool {
    let both = |kind| position.pieces(Color::White, kind) | position.pieces(Color::Black, kind);
    let (knights, bishops) = (both(PieceType::Knight), both(PieceType::Bishop));
    let minors = knights | bishops;
    if position.occupied() != minors | both(PieceType::King) {
        return false;
    }
    let one_color = (bishops & LIGHT_SQUARES).is_empty() || (bishops & !LIGHT_SQUARES).is_empty();
    minors.count() <= 1 || (knights.is_empty() && one_color)
}
// ANCHOR_END: material
