//! What ends a search, as far as its input says so: a depth, a number of nodes, a mate.
//!
//! With these alone a search is a function of its input. A clock, and a voice that says stop, reach
//! it through its observer.

use crate::moves::Move;
use crate::score::{Depth, MATE, MAX_DEPTH, Score};

// ANCHOR: limits
/// What a search may use. Whatever is used up first ends it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Limits {
    /// In plies.
    pub depth: Depth,
    /// Moves that may be made, exactly.
    pub nodes: Option<u64>,
    /// A mate in so many moves of the side to move is enough.
    pub mate: Option<Depth>,
    /// The moves to choose from; all of them if there are none.
    pub moves: Vec<Move>,
}

impl Limits {
    pub fn depth(depth: Depth) -> Self {
        let depth = depth.clamp(1, MAX_DEPTH);
        Self { depth, nodes: None, mate: None, moves: Vec::new() }
    }

    pub fn nodes(nodes: u64) -> Self {
        Self { nodes: Some(nodes), ..Self::depth(MAX_DEPTH) }
    }

    /// Whether this score proves the mate that was asked for.
    pub fn is_mate_found(&self, score: Score) -> bool {
        self.mate.is_some_and(|moves| score >= MATE - (2 * moves - 1))
    }
}
// ANCHOR_END: limits
