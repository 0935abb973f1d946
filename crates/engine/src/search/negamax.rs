//! Negamax: the score of a position is the best that its moves lead to.
//!
//! Each side's gain is the other's loss, so one function serves both. It knows one node at a time;
//! where the search begins and what becomes of its result is its caller's business.

use super::Searcher;
use super::node::{Node, Window};
use super::trace::{Note, Observer};
use crate::draws::{is_fifty_moves, is_insufficient_material};
use crate::eval::evaluate;
use crate::movegen::{count_legal_moves, legal_moves};
use crate::moves::Move;
use crate::position::Position;
use crate::score::{DRAW, INFINITY, Score, mated_in};

impl<O: Observer> Searcher<'_, O> {
    // ANCHOR: negamax
    /// The score of a node, from the view of the side to move.
    ///
    /// It is exact if it lies between the bounds of the node's window. At or below `alpha` it is an
    /// upper bound, at or above `beta` a lower one, as close as what was searched can tell
    /// (fail-soft).
    pub(super) fn negamax(&mut self, node: &Node) -> Score {
        let Node { position, ply, mut window, .. } = *node;
        self.pv.clear(ply);
        self.seldepth = self.seldepth.max(ply);
        // At a leaf counting is enough, and far cheaper than a list.
        if count_legal_moves(position) == 0 {
            self.observer.note(Note::GameOver);
            return if node.in_check { mated_in(ply) } else { DRAW };
        }
        // At the root a move is wanted even if the game is drawn.
        if ply > 0 && self.is_draw(position) {
            self.observer.note(Note::Draw);
            return DRAW;
        }
        if node.depth == 0 && self.techniques.quiescence {
            self.observer.note(Note::Horizon);
            return self.quiescence(node);
        }
        if node.depth == 0 {
            self.observer.note(Note::Leaf);
            return evaluate(position);
        }

        let mut best = -INFINITY;
        for (index, mv) in legal_moves(position).into_iter().enumerate() {
            let score = self.search_child(node, mv, window);
            best = best.max(score);
            if score > window.alpha {
                window.alpha = score;
                self.pv.update(ply, mv);
            }
            // The other side has a better way before this node, so it won't let things come here.
            if self.techniques.alpha_beta && score >= window.beta {
                self.observer.note(Note::BetaCutoff { index });
                break;
            }
        }
        best
    }
    // ANCHOR_END: negamax

    // ANCHOR: search-child
    /// Makes a move and searches what follows, within a window of the side that moves. So is the
    /// score.
    fn search_child(&mut self, node: &Node, mv: Move, window: Window) -> Score {
        let position = node.position.make(mv);
        let child = node.child(&position, window);
        self.nodes += 1;
        self.keys.push(&position);
        self.observer.enter(Some(mv), &child);
        let score = self.negamax(&child);
        self.observer.exit(score);
        self.keys.pop();
        -score
    }
    // ANCHOR_END: search-child

    // ANCHOR: is-draw
    fn is_draw(&self, position: &Position) -> bool {
        self.keys.is_repetition(position.halfmove_clock())
            || is_fifty_moves(position)
            || is_insufficient_material(position)
    }
    // ANCHOR_END: is-draw
}
