//! Negamax: the score of a position is the best that its moves lead to.
//!
//! Each side's gain is the other's loss, so one function serves both. It knows one node at a time;
//! where the search begins and what becomes of its result is its caller's business.

use super::Searcher;
use crate::draws::{is_fifty_moves, is_insufficient_material};
use crate::eval::evaluate;
use crate::movegen::{count_legal_moves, legal_moves};
use crate::position::Position;
use crate::score::{DRAW, Depth, INFINITY, Score, mated_in};

impl Searcher {
    // ANCHOR: negamax
    /// The score of a position `ply` moves from the root, looking `depth` moves ahead, from the view
    /// of the side to move.
    pub(super) fn negamax(&mut self, position: &Position, depth: Depth, ply: usize) -> Score {
        // ANCHOR: negamax-ends
        self.pv.clear(ply);
        // At a leaf counting is enough, and far cheaper than a list.
        if count_legal_moves(position) == 0 {
            let in_check = position.in_check(position.side_to_move());
            return if in_check { mated_in(ply) } else { DRAW };
        }
        // At the root a move is wanted even if the game is drawn.
        if ply > 0 && self.is_draw(position) {
            return DRAW;
        }
        if depth == 0 {
            return evaluate(position);
        }
        // ANCHOR_END: negamax-ends

        // ANCHOR: negamax-loop
        let mut best = -INFINITY;
        for mv in legal_moves(position) {
            let child = position.make(mv);
            self.nodes += 1;
            self.keys.push(&child);
            // What is good for the other side is bad for this one.
            let score = -self.negamax(&child, depth - 1, ply + 1);
            self.keys.pop();
            if score > best {
                best = score;
                self.pv.update(ply, mv);
            }
        }
        best
        // ANCHOR_END: negamax-loop
    }
    // ANCHOR_END: negamax

    // ANCHOR: is-draw
    fn is_draw(&self, position: &Position) -> bool {
        self.keys.is_repetition(position.halfmove_clock())
            || is_fifty_moves(position)
            || is_insufficient_material(position)
    }
    // ANCHOR_END: is-draw
}
