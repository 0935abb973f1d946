//! Leaving out single moves of a node that will hardly matter.
//!
//! The node is searched all the same, with the moves that are left. So at least one move has to be
//! searched before, and it must not lose to a mate.

use super::Searcher;
use super::node::Node;
use super::trace::Observer;
use crate::moves::Move;
use crate::score::{MATE, MAX_PLY, Score};

// ANCHOR: ordinary
/// Whether a move is one of the many: quiet, no check, and no answer to one. Only such moves are
/// bet on: what captures, checks and evasions do is too seldom what moves usually do.
pub fn is_ordinary(node: &Node, mv: Move) -> bool {
    !mv.is_noisy() && !node.in_check && !node.position.gives_check(mv)
}
// ANCHOR_END: ordinary

impl<O: Observer> Searcher<'_, O> {
    // ANCHOR: too-late
    /// Late move pruning. Near the leaves an ordinary move after many others that failed is left
    /// out. `best` is the best score so far: while it loses to a mate, every move is a chance.
    pub(super) fn comes_late(&self, node: &Node, quiets_tried: usize, best: Score) -> bool {
        let params = &self.params;
        self.techniques.late_move_pruning
            && self.techniques.alpha_beta
            && node.window.is_null()
            && node.depth <= params.lmp_max_depth
            && best > MAX_PLY as Score - MATE
            && quiets_tried as i32 >= params.lmp_base + node.depth * node.depth
    }
    // ANCHOR_END: too-late
}
