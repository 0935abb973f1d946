//! Principal variation search: the first move is searched for its score, the others only to see
//! whether they are better.

use super::Searcher;
use super::node::{Node, Window};
use super::trace::{Follow, Note, Observer};
use crate::moves::Move;
use crate::score::{Depth, Score, is_mate};

// ANCHOR: move-search
/// How a move is searched.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum MoveSearch {
    /// As the one that is probably best.
    First,
    /// As one that probably isn't, and so many plies less deep at first.
    Later { reduction: Depth },
}
// ANCHOR_END: move-search

impl<O: Observer> Searcher<'_, O> {
    // ANCHOR: search-move
    /// Searches a move: the first one of a node in the node's window, each later one at first in a
    /// null window, and less deep if it's reduced. Only a move that turns out to be better is
    /// searched again: to the full depth, and then in the node's window.
    pub(super) fn search_move(
        &mut self,
        node: &Node,
        mv: Move,
        window: Window,
        search: MoveSearch,
    ) -> Score {
        let pvs = self.techniques.pvs && self.techniques.alpha_beta;
        let (depth, null) = (node.depth - 1, Window::null(window.alpha));
        let reduction = match search {
            MoveSearch::Later { reduction } if pvs => reduction,
            _ => return self.search_child(node, Some(mv), depth, window),
        };
        if reduction > 0 {
            self.observer.note(Note::Reduced { mv, plies: reduction });
        }
        let mut bound = self.search_child(node, Some(mv), depth - reduction, null);
        // A mate is proven at any depth. A deeper search could only lose it again, by a null move.
        if reduction > 0 && bound > window.alpha && !is_mate(bound) {
            self.observer.note(Note::ReductionResearch { mv });
            bound = self.search_child(node, Some(mv), depth, null);
        }
        // At beta and above a bound is enough.
        if self.aborted || bound <= window.alpha || bound >= window.beta {
            return bound;
        }
        self.observer.note(Note::PvsResearch { mv });
        if node.ply == 0 {
            self.observer.follow(Follow::Better { depth: node.depth, mv });
        }
        let score = self.search_child(node, Some(mv), depth, window);
        if self.aborted {
            // That the move is better is known already, only not by how much.
            self.pv.clear(node.ply + 1);
            return bound;
        }
        score
    }
    // ANCHOR_END: search-move
}
