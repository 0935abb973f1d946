//! The search after the search: captures until the position is quiet.
//!
//! An evaluation in the middle of an exchange is worth nothing. So at the end of each line the search
//! goes on with the moves that change material, and with all moves out of check.

use super::Searcher;
use super::node::{Node, Window};
use super::picker::{Hints, MovePicker, Moves};
use super::see::{self, see_at_least};
use super::trace::{Note, Observer};
use crate::draws::{is_fifty_moves, is_insufficient_material};
use crate::eval::evaluate;
use crate::movegen::has_legal_moves;
use crate::moves::Move;
use crate::score::{DRAW, INFINITY, MAX_PLY, Score, mated_in};

impl<O: Observer> Searcher<'_, O> {
    // ANCHOR: quiescence
    /// The score of a node once its captures are over, bounded as in `negamax`.
    pub(super) fn quiescence(&mut self, node: &Node) -> Score {
        let Node { position, ply, mut window, in_check, .. } = *node;
        self.pv.clear(ply);
        self.seldepth = self.seldepth.max(ply);
        if is_drawn(node) {
            self.observer.note(Note::Draw);
            return DRAW;
        }
        if ply >= MAX_PLY {
            self.observer.note(Note::Leaf);
            return evaluate(position);
        }

        let (mut best, mut stand_pat) = (-INFINITY, None);
        if !in_check {
            // A side may leave its captures alone, so the evaluation is a score it can count on.
            best = evaluate(position);
            stand_pat = Some(best);
            if best >= window.beta {
                self.observer.note(Note::StandPat);
                return best;
            }
            window.alpha = window.alpha.max(best);
        }
        // In check it can't stand still, so every way out is tried, quiet ones too.
        let mut picker = if in_check {
            MovePicker::all(position, Hints::default(), self.techniques)
        } else {
            MovePicker::noisy(position, self.techniques)
        };
        let mut is_leaf = true;
        for index in 0.. {
            let Some(mv) = picker.next(self.ordering) else { break };
            if let Some(most) = self.skip_capture(node, mv, window.alpha, stand_pat) {
                best = best.max(most);
                continue;
            }
            is_leaf = false;
            let score = self.quiescence_child(node, mv, window);
            best = best.max(score);
            if score > window.alpha {
                window.alpha = score;
                self.pv.update(ply, mv);
            }
            if self.aborted {
                break;
            }
            if self.techniques.alpha_beta && score >= window.beta {
                self.observer.note(Note::QuiescenceCutoff { index });
                break;
            }
        }
        if is_leaf {
            self.observer.note(if in_check { Note::GameOver } else { Note::Leaf });
        }
        if is_leaf && in_check { mated_in(ply) } else { best }
    }
    // ANCHOR_END: quiescence

    // ANCHOR: skip-capture
    /// What a capture that isn't worth a search is worth at most, as far as that is known. In check
    /// there's no evaluation to stand pat on, and every way out is tried.
    fn skip_capture(
        &mut self,
        node: &Node,
        mv: Move,
        alpha: Score,
        stand_pat: Option<Score>,
    ) -> Option<Score> {
        let stand_pat = stand_pat.filter(|_| self.techniques.alpha_beta)?;
        let most = stand_pat + see::gain(node.position, mv) + self.params.delta_margin;
        if self.techniques.delta && most <= alpha {
            self.observer.note(Note::Delta { mv });
            return Some(most);
        }
        let loses = self.techniques.quiescence_see && !see_at_least(node.position, mv, 0);
        loses.then(|| {
            self.observer.note(Note::QuiescenceSee { mv });
            -INFINITY
        })
    }
    // ANCHOR_END: skip-capture

    // ANCHOR: child
    /// Makes a move and searches what follows, as `search_child` does with depth to spend. Captures
    /// can't be undone, so positions hardly ever come back, and no key is remembered here.
    fn quiescence_child(&mut self, node: &Node, mv: Move, window: Window) -> Score {
        if !self.count_node() {
            return -INFINITY;
        }
        let position = node.position.make(mv);
        let child = node.child(&position, 0, window);
        self.observer.enter(Some(mv), &child);
        self.observer.note(Note::Quiescence);
        let score = self.quiescence(&child);
        self.observer.exit(score);
        if self.aborted { -INFINITY } else { -score }
    }
    // ANCHOR_END: child
}

// ANCHOR: is-drawn
/// A draw by material or by the fifty-move rule. Evasions are quiet, so even here the clock of that
/// rule can run out; a mate on its last move still counts.
fn is_drawn(node: &Node) -> bool {
    let position = node.position;
    let is_mate = || node.in_check && !has_legal_moves(position);
    is_insufficient_material(position) || (is_fifty_moves(position) && !is_mate())
}
// ANCHOR_END: is-drawn
