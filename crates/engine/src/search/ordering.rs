//! What the search learns about quiet moves while it searches.
//!
//! A capture shows on the board what it may be good for, a quiet move doesn't. But positions of one
//! tree are much alike: what refuted a move at one node often does so at the next.

use crate::moves::Move;
use crate::position::Position;
use crate::types::Color;

// ANCHOR: tables
/// The memory of cutoffs by quiet moves.
pub struct OrderingTables {
    /// How often a move cut off, and how often it failed to, by colour, from and to.
    history: [[[i16; 64]; 64]; 2],
    /// The last move that refuted another one, by the other's colour, piece and target.
    countermoves: [[[Option<Move>; 64]; 6]; 2],
}

/// No entry of the history is larger than this, or smaller than its negative. It isn't a parameter:
/// what counts is how a bonus compares to it, and the bonus is one.
pub const HISTORY_MAX: i32 = 16_384;

impl OrderingTables {
    pub fn new() -> Box<Self> {
        Box::new(Self { history: [[[0; 64]; 64]; 2], countermoves: [[[None; 64]; 6]; 2] })
    }

    /// Prepares for the next search of a game, which starts with so many percent of the history:
    /// what is learnt now shall weigh more.
    pub fn next_search(&mut self, keep: i32) {
        for score in self.history.as_flattened_mut().as_flattened_mut() {
            *score = (i32::from(*score) * keep / 100) as i16;
        }
    }
}
// ANCHOR_END: tables

// ANCHOR: ask
impl OrderingTables {
    /// The answer that refuted `previous`, the move that led to this position.
    pub fn countermove(&self, position: &Position, previous: Option<Move>) -> Option<Move> {
        let to = previous?.to();
        let piece = position.piece_on(to)?;
        self.countermoves[piece.color.index()][piece.kind.index()][to.index()]
    }

    /// Between −[`HISTORY_MAX`] and [`HISTORY_MAX`], the higher the more promising.
    pub fn history(&self, us: Color, mv: Move) -> i32 {
        self.history[us.index()][mv.from().index()][mv.to().index()].into()
    }
}
// ANCHOR_END: ask

// ANCHOR: learn
impl OrderingTables {
    /// `mv` has refuted `previous`, the move that led to this position.
    pub fn learn_countermove(&mut self, position: &Position, previous: Option<Move>, mv: Move) {
        let Some(to) = previous.map(Move::to) else { return };
        let Some(piece) = position.piece_on(to) else { return };
        self.countermoves[piece.color.index()][piece.kind.index()][to.index()] = Some(mv);
    }

    /// `mv` has cut off, and the moves of `failed` had not.
    pub fn learn_history(&mut self, us: Color, mv: Move, failed: &[Move], bonus: i32) {
        let bonus = bonus.min(HISTORY_MAX);
        self.update_history(us, mv, bonus);
        for &mv in failed {
            self.update_history(us, mv, -bonus);
        }
    }

    /// Adds to an entry, the less the nearer it already is to that end of the range. So it stays
    /// within, and what was learnt long ago fades.
    fn update_history(&mut self, us: Color, mv: Move, bonus: i32) {
        let entry = &mut self.history[us.index()][mv.from().index()][mv.to().index()];
        let old = i32::from(*entry);
        *entry = (old + bonus - old * bonus.abs() / HISTORY_MAX) as i16;
    }
}
// ANCHOR_END: learn
