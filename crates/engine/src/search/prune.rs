//! Leaving a node without a look at its moves, because it is too good or too bad already.
//!
//! A function here gives the score of a node that needs no search, or nothing. It bets: on positions
//! of a kind that seldom surprises. What its bet may cost is said beside it.

use super::Searcher;
use super::node::{Node, Window};
use super::trace::{Note, Observer};
use crate::eval::evaluate;
use crate::score::{INFINITY, Score, is_mate};

impl<O: Observer> Searcher<'_, O> {
    // ANCHOR: prune
    /// Keeps what the evaluation says of a node, for all that bets on it there.
    pub(super) fn evaluate_node(&mut self, node: &Node) {
        self.stack[node.ply].static_eval =
            if node.in_check { -INFINITY } else { evaluate(node.position) };
    }

    /// The score of a node that isn't worth a search. In check the evaluation says nothing, and in
    /// an open window the score matters, not only the side of it that it lies on.
    pub(super) fn prune(&mut self, node: &Node) -> Option<Score> {
        if node.in_check || !node.window.is_null() || !self.techniques.alpha_beta {
            return None;
        }
        self.reverse_futility(node).or_else(|| self.razor(node)).or_else(|| self.null_move(node))
    }
    // ANCHOR_END: prune

    // ANCHOR: reverse-futility
    /// Reverse futility pruning. The evaluation is so far above beta that in the few plies that are
    /// left the other side will hardly win that much back.
    fn reverse_futility(&mut self, node: &Node) -> Option<Score> {
        let (params, beta) = (&self.params, node.window.beta);
        let static_eval = self.stack[node.ply].static_eval;
        let fits = self.techniques.reverse_futility
            && node.depth <= params.rfp_max_depth
            && !is_mate(beta)
            && static_eval - params.rfp_margin * node.depth >= beta;
        fits.then(|| {
            self.observer.note(Note::ReverseFutility);
            static_eval
        })
    }
    // ANCHOR_END: reverse-futility

    // ANCHOR: razor
    /// Razoring. Near the leaves the evaluation is so far below alpha that only captures could help,
    /// so quiescence decides whether they do. About mates it decides nothing.
    fn razor(&mut self, node: &Node) -> Option<Score> {
        let (params, alpha) = (&self.params, node.window.alpha);
        let fits = self.techniques.razoring
            && node.depth <= params.razor_max_depth
            && !is_mate(alpha)
            && self.stack[node.ply].static_eval + params.razor_margin * node.depth < alpha;
        if !fits {
            return None;
        }
        self.observer.note(Note::Razor);
        let score = self.quiescence(node);
        (score <= alpha).then(|| {
            self.observer.note(Note::RazorCutoff);
            score
        })
    }
    // ANCHOR_END: razor

    // ANCHOR: null-move
    /// Null move pruning. The side to move passes, and if the other side can't bring it below beta
    /// even so, no move needs to be tried: nearly always one of them is better than none.
    fn null_move(&mut self, node: &Node) -> Option<Score> {
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
    /// Whether passing says something. Twice in a row it would only be a shallower search of the same
    /// position; and a side without pieces may well be glad to pass, because each of its moves spoils
    /// something (zugzwang).
    fn may_pass(&self, node: &Node) -> bool {
        let (techniques, beta) = (&self.techniques, node.window.beta);
        techniques.null_move
            && node.depth >= self.params.null_min_depth
            && self.stack[node.ply].mv.is_some()
            && !is_mate(beta)
            && node.position.has_pieces(node.position.side_to_move())
            && self.stack[node.ply].static_eval >= beta
    }
    // ANCHOR_END: may-pass
}
