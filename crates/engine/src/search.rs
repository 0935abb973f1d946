//! The search: which move leads to the best position.
//!
//! It knows the rules through the move generator and the worth of positions through the
//! evaluation. It knows no text and no clock.

mod negamax;
mod pv;

use crate::draws::KeyStack;
use crate::game::Game;
use crate::moves::Move;
use crate::score::{Depth, MAX_DEPTH, Score};
use pv::PvTable;

// ANCHOR: result
/// What a search found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RootResult {
    /// In centipawns, from the view of the side to move.
    pub score: Score,
    /// The principal variation, the expected moves of both sides; the first is the best move. Empty
    /// if there is no move.
    pub pv: Vec<Move>,
    /// Moves that were made to get there.
    pub nodes: u64,
}
// ANCHOR_END: result

// ANCHOR: search
/// Searches all sequences of `depth` moves.
pub fn search(game: &Game, depth: Depth) -> RootResult {
    let depth = depth.clamp(1, MAX_DEPTH);
    let keys = KeyStack::new(game.keys());
    let mut searcher = Searcher { keys, pv: PvTable::new(), nodes: 0 };
    let score = searcher.negamax(game.position(), depth, 0);
    RootResult { score, pv: searcher.pv.line(0).to_vec(), nodes: searcher.nodes }
}

/// What a search carries from node to node.
struct Searcher {
    keys: KeyStack,
    pv: PvTable,
    nodes: u64,
}
// ANCHOR_END: search
