//! Leaving a node without a look at its moves, because it is too good or too bad already.
//!
//! A function here gives the score of a node that needs no search, or nothing. It bets: on positions
//! of a kind that seldom surprises. What its bet may cost is said beside it.

use super::Searcher;
use super::node::{Node, Window};
use super::trace::{Note, Observer};
use crate::eval::evaluate;
use crate::score::{Score, is_mate};

impl<O: Observer> Searcher<'_, O> {
    // ANCHOR: null-move
    /// Null move pruning. The side to move passes, and if the other side can't bring it below beta
    /// even so, no move needs to be tried: nearly always one of them is better than none.
    pub(super) fn null_move(&mut self, node: &Node) -> Option<Score> {
        if !self.may_pass(node) {
            return None;
        }
        self.observer.note(Note::NullMove);
        let beta = node.window.beta;
        let reduction = self.params.null_reduction + node.depth / self.params.null_depth_divisor;
        let score =
            self.search_child(node, None, node.depth - 1 - reduction, Window::null(beta - 1));
        (score >= beta).then(|| {
            self.observer.note(Note::NullCutoff);
            // A mate that begins with a move left out is proven for no game.
            if is_mate(score) { beta } else { score }
        })
    }
    // ANCHOR_END: null-move

    // ANCHOR: may-pass
    /// Whether passing is legal and says something. In check it isn't legal; twice in a row it would
    /// only be a shallower search of the same position; and a side without pieces may well be glad
    /// to pass, because each of its moves spoils something (zugzwang).
    fn may_pass(&self, node: &Node) -> bool {
        let (techniques, beta) = (&self.techniques, node.window.beta);
        techniques.null_move
            && techniques.alpha_beta
            && node.depth >= self.params.null_min_depth
            && node.window.is_null()
            && !node.in_check
            && self.stack[node.ply].mv.is_some()
            && !is_mate(beta)
            && node.position.has_pieces(node.position.side_to_move())
            && evaluate(node.position) >= beta
    }
    // ANCHOR_END: may-pass
}
