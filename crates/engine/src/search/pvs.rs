//! Principal variation search: the first move is searched for its score, the others only to see
//! whether they are better.

use super::Searcher;
use super::node::{Node, Window};
use super::trace::{Follow, Note, Observer};
use crate::moves::Move;
use crate::score::Score;

// ANCHOR: move-search
/// How a move is searched.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum MoveSearch {
    /// As the one that is probably best.
    First,
    /// As one that probably isn't.
    Later,
}

impl MoveSearch {
    /// The search of the move with this number, counted from 0.
    pub fn of(index: usize) -> Self {
        if index == 0 { Self::First } else { Self::Later }
    }
}
// ANCHOR_END: move-search

impl<O: Observer> Searcher<'_, O> {
    // ANCHOR: search-move
    /// Searches a move: the first one of a node in the node's window, each later one at first in a
    /// null window, and in the node's window only if it turns out to be better.
    pub(super) fn search_move(
        &mut self,
        node: &Node,
        mv: Move,
        window: Window,
        search: MoveSearch,
    ) -> Score {
        let pvs = self.techniques.pvs && self.techniques.alpha_beta;
        let depth = node.depth - 1;
        if !pvs || search == MoveSearch::First {
            return self.search_child(node, Some(mv), depth, window);
        }
        let bound = self.search_child(node, Some(mv), depth, Window::null(window.alpha));
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
