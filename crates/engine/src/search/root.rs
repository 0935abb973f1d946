//! The root of the search: depth by depth, and the move that comes out.
//!
//! The nodes below the root don't know how often they are searched, and why.

use super::node::Node;
use super::trace::Observer;
use super::tt::Entry;
use super::{RootResult, Searcher};
use crate::eval::evaluate;
use crate::position::Position;
use crate::score::{DRAW, Depth, INFINITY, mated_in};

impl<O: Observer> Searcher<'_, O> {
    // ANCHOR: deepen
    /// Searches one ply deep, then two, and so on until a limit is reached.
    pub(super) fn deepen(&mut self, position: &Position) -> RootResult {
        let mut best = self.unsearched(position);
        if best.pv.is_empty() {
            self.observer.report(&best);
            return best;
        }
        let first = if self.techniques.deepening { 1 } else { self.limits.depth };
        for depth in first..=self.limits.depth {
            let result = self.search_root(position, depth);
            best.nodes = self.nodes;
            // A depth that was broken off still counts if a root move was searched: the first was
            // the best of the depth before, so what beat it is better.
            if result.score > -INFINITY {
                best = result;
            }
            if is_news(&best, self.aborted, depth) {
                self.observer.report(&best);
            }
            if self.aborted || self.is_settled(&best) {
                break;
            }
        }
        best
    }

    /// Whether a deeper search has nothing to add.
    fn is_settled(&mut self, best: &RootResult) -> bool {
        self.limits.is_mate_found(best.score)
            || self.observer.is_enough(best, self.root_moves.len())
    }
    // ANCHOR_END: deepen

    // ANCHOR: unsearched
    /// What is known before anything is searched: the score of a finished game, or a legal move in
    /// case there is time for nothing.
    fn unsearched(&self, position: &Position) -> RootResult {
        let in_check = position.in_check(position.side_to_move());
        let score = match self.root_moves.first() {
            Some(_) => evaluate(position),
            None if in_check => mated_in(0),
            None => DRAW,
        };
        let pv = self.root_moves.first().copied().into_iter().collect();
        RootResult { score, pv, depth: 0, complete: false, nodes: 0, seldepth: 0, hashfull: 0 }
    }
    // ANCHOR_END: unsearched

    // ANCHOR: root
    /// Searches the root moves `depth` plies deep, and puts the best one first for the next depth.
    fn search_root(&mut self, position: &Position, depth: Depth) -> RootResult {
        let node = Node::root(position, depth);
        self.observer.enter(None, &node);
        self.pv.clear(0);
        self.seldepth = 0;
        let Entry { score, mv, .. } = self.search_moves(&node, self.root_moves.clone().into_iter());
        self.observer.exit(score);
        let mut pv = self.pv.line(0).to_vec();
        match mv.and_then(|best| self.root_moves.iter().position(|&mv| mv == best)) {
            Some(best) => self.root_moves[..=best].rotate_right(1),
            // Nothing was found out, so the best move of the depth before stays.
            None => pv.push(self.root_moves[0]),
        }
        let complete = !self.aborted;
        let (nodes, seldepth, hashfull) = (self.nodes, self.seldepth, self.table.hashfull());
        RootResult { score, pv, depth, complete, nodes, seldepth, hashfull }
    }
    // ANCHOR_END: root
}

// ANCHOR: is-news
/// A depth that was broken off is worth a report only if it found something, or if nothing was
/// reported before.
fn is_news(best: &RootResult, aborted: bool, depth: Depth) -> bool {
    !aborted || best.depth == depth || best.depth == 0
}
// ANCHOR_END: is-news
