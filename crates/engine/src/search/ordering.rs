//! What the search learns about quiet moves while it searches (chapter 10).
//!
//! A capture shows on the board what it may be good for, a quiet move doesn't. But positions of one
//! tree are much alike: what refuted a move at one node often does so at the next.

use crate::moves::Move;
use crate::position::Position;
use crate::score::{Depth, MAX_PLY};
use crate::types::Color;

// ANCHOR: tables
/// The memory of cutoffs by quiet moves.
pub struct OrderingTables {
    /// The last two that cut off at each ply, the newer one first.
    killers: [[Option<Move>; 2]; MAX_PLY + 1],
    /// How often a move cut off, and how often it failed to, by colour, from and to.
    history: [[[i16; 64]; 64]; 2],
    /// The last one that refuted a move, by that move's colour, piece and target.
    countermoves: [[[Option<Move>; 64]; 6]; 2],
}

/// No entry of the history is larger than this, or smaller than its negative.
pub const HISTORY_MAX: i32 = 16_384;

impl OrderingTables {
    pub fn new() -> Box<Self> {
        Box::new(Self {
            killers: [[None; 2]; MAX_PLY + 1],
            history: [[[0; 64]; 64]; 2],
            countermoves: [[[None; 64]; 6]; 2],
        })
    }

    /// Prepares for the next search of a game. Its plies are other ones, so killers mean nothing
    /// any more; the history still does, but what is learnt now shall weigh more.
    pub fn next_search(&mut self) {
        self.killers.fill([None; 2]);
        self.history.as_flattened_mut().as_flattened_mut().iter_mut().for_each(|score| *score /= 2);
    }
}
// ANCHOR_END: tables

// ANCHOR: ask
impl OrderingTables {
    pub fn killers(&self, ply: usize) -> [Option<Move>; 2] {
        self.killers[ply]
    }

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
    /// A quiet move has cut off after the quiet moves of `failed` had been searched in vain.
    pub fn learn(
        &mut self,
        position: &Position,
        mv: Move,
        failed: &[Move],
        depth: Depth,
        ply: usize,
        previous: Option<Move>,
    ) {
        let killers = &mut self.killers[ply];
        // Two different ones: a move that cuts off again doesn't push the other one out.
        if killers[0] != Some(mv) {
            *killers = [Some(mv), killers[0]];
        }
        if let Some((to, piece)) =
            previous.and_then(|mv| Some((mv.to(), position.piece_on(mv.to())?)))
        {
            self.countermoves[piece.color.index()][piece.kind.index()][to.index()] = Some(mv);
        }
        // A deep cutoff saves more, and is rarer.
        let bonus = depth * depth;
        let us = position.side_to_move();
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
