//! The search after the search: captures until the position is quiet (chapters 6 to 10).
//!
//! An evaluation that is asked in the middle of an exchange answers nonsense. So at the end of each
//! line the search goes on with the moves that change material, and with all moves out of check.

use super::picker::{Hints, MovePicker};
use super::trace::{Note, Sink};
use super::{Searcher, update_pv};
use crate::draws::is_insufficient_material;
use crate::eval::evaluate;
use crate::moves::Move;
use crate::position::Position;
use crate::score::{DRAW, INFINITY, MAX_PLY, Score, mated_in};

impl<S: Sink> Searcher<'_, S> {
    // ANCHOR: quiescence
    /// The score of a position once its captures are over, in centipawns from the view of the side
    /// to move. The window and `pv` are as in `negamax`.
    pub(super) fn quiescence(
        &mut self,
        position: &Position,
        ply: usize,
        mut alpha: Score,
        beta: Score,
        pv: &mut Vec<Move>,
    ) -> Score {
        pv.clear();
        self.seldepth = self.seldepth.max(ply);
        if is_insufficient_material(position) {
            self.sink.note(Note::Draw);
            return DRAW;
        }
        if ply >= MAX_PLY {
            self.sink.note(Note::Leaf);
            return evaluate(position);
        }

        let in_check = position.in_check(position.side_to_move());
        let mut best = -INFINITY;
        if !in_check {
            // Nobody has to capture: what the position is worth as it stands is sure.
            best = evaluate(position);
            if best >= beta {
                self.sink.note(Note::StandPat);
                return best;
            }
            alpha = alpha.max(best);
        }
        // In check there is no such choice, so that every way out is tried, quiet ones too.
        let mut picker = if in_check {
            MovePicker::all(position, Hints::default(), self.techniques)
        } else {
            MovePicker::noisy(position, self.techniques)
        };
        let mut child_pv = Vec::new();
        let mut is_leaf = true;
        for index in 0.. {
            let Some(mv) = picker.next(self.ordering) else { break };
            is_leaf = false;
            let score = self.quiescence_child(position, mv, ply, alpha, beta, &mut child_pv);
            if self.aborted {
                return best;
            }
            if score > best {
                best = score;
                update_pv(pv, mv, &mut child_pv);
            }
            alpha = alpha.max(score);
            if self.techniques.alpha_beta && alpha >= beta {
                self.sink.note(Note::BetaCutoff { index });
                break;
            }
        }
        if is_leaf {
            self.sink.note(if in_check { Note::GameOver } else { Note::Leaf });
        }
        if is_leaf && in_check { mated_in(ply) } else { best }
    }
    // ANCHOR_END: quiescence

    // ANCHOR: child
    /// Makes a move and searches what follows, as `search_child` does with depth to spend. Captures
    /// can't be undone, so positions hardly ever come back, and no key is remembered here.
    fn quiescence_child(
        &mut self,
        position: &Position,
        mv: Move,
        ply: usize,
        alpha: Score,
        beta: Score,
        pv: &mut Vec<Move>,
    ) -> Score {
        if !self.count_node() {
            return DRAW;
        }
        let child = position.make(mv);
        let (alpha, beta) = (-beta, -alpha);
        self.sink.note(Note::Enter { mv: Some(mv), depth: 0, alpha, beta });
        self.sink.note(Note::Quiescence);
        let score = self.quiescence(&child, ply + 1, alpha, beta, pv);
        self.sink.note(Note::Exit { score });
        -score
    }
    // ANCHOR_END: child
}
