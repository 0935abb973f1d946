//! A game so far: the position, and what the rules of drawing remember of those before it.

use crate::fen::{self, FenError, FenNote};
use crate::movegen::legal_moves;
use crate::moves::{Move, MoveKind};
use crate::position::Position;

// ANCHOR: game
/// A position and the keys of all positions that led to it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Game {
    position: Position,
    /// One key a position, the first one's first, the current one's last.
    keys: Vec<u64>,
}

impl Game {
    /// A game that begins at a FEN; the notes say what of it was dropped.
    pub fn from_fen(text: &str) -> Result<(Self, Vec<FenNote>), FenError> {
        let (position, notes) = fen::parse(text)?;
        Ok((Self { position, keys: vec![position.key()] }, notes))
    }

    pub fn position(&self) -> &Position {
        &self.position
    }

    /// The keys of the game's positions; the current one's is the last.
    pub fn keys(&self) -> &[u64] {
        &self.keys
    }

    /// The legal move that programs write so, if there is one: as UCI does, with a promotion's
    /// letter in either case, or with castling as the king's capture of its own rook.
    pub fn find_move(&self, text: &str) -> Option<Move> {
        let us = self.position.side_to_move();
        legal_moves(&self.position).into_iter().find(|mv| {
            let takes_rook = match mv.kind() {
                MoveKind::Castling(wing) => format!("{}{}", mv.from(), wing.rook_home(us)) == text,
                _ => false,
            };
            takes_rook || mv.to_string().eq_ignore_ascii_case(text)
        })
    }

    /// Plays a legal move.
    pub fn play(&mut self, mv: Move) {
        self.position = self.position.make(mv);
        self.keys.push(self.position.key());
    }
}

impl Default for Game {
    /// A game that hasn't begun.
    fn default() -> Self {
        Self::from_fen(fen::START).expect("the start position is a position").0
    }
}
// ANCHOR_END: game
