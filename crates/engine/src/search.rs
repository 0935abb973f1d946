//! The search: which move leads to the best position.
//!
//! It knows the rules through the move generator and the worth of positions through the
//! evaluation. It knows no text and no clock.

mod negamax;
pub mod node;
pub mod params;
mod pv;
mod quiescence;
pub mod techniques;
pub mod trace;
pub mod tree;

use crate::draws::KeyStack;
use crate::game::Game;
use crate::moves::Move;
use crate::score::{Depth, MAX_DEPTH, Score};
use node::Node;
use params::SearchParams;
use pv::PvTable;
use techniques::Techniques;
use trace::{Observer, Unwatched};

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
    /// The longest line that was looked at, in plies.
    pub seldepth: usize,
}
// ANCHOR_END: result

// ANCHOR: settings
/// How to search.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Settings {
    pub techniques: Techniques,
    pub params: SearchParams,
}
// ANCHOR_END: settings

// ANCHOR: search
/// Searches `depth` moves deep.
pub fn search(game: &Game, depth: Depth, settings: &Settings) -> RootResult {
    search_watched(game, depth, settings, &mut Unwatched)
}

/// The same search, which tells an observer what happens.
pub fn search_watched(
    game: &Game,
    depth: Depth,
    settings: &Settings,
    observer: &mut impl Observer,
) -> RootResult {
    let root = Node::root(game.position(), depth.clamp(1, MAX_DEPTH));
    let (techniques, keys) = (settings.techniques, KeyStack::new(game.keys()));
    let pv = PvTable::new();
    let mut searcher = Searcher { techniques, keys, pv, nodes: 0, seldepth: 0, observer };
    searcher.observer.enter(None, &root);
    let score = searcher.negamax(&root);
    searcher.observer.exit(score);
    let Searcher { pv, nodes, seldepth, .. } = searcher;
    RootResult { score, pv: pv.line(0).to_vec(), nodes, seldepth }
}

/// What a search carries from node to node.
struct Searcher<'a, O> {
    techniques: Techniques,
    keys: KeyStack,
    pv: PvTable,
    nodes: u64,
    seldepth: usize,
    observer: &'a mut O,
}
// ANCHOR_END: search
