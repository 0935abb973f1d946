//! The search: which move leads to the best position (chapter 4).
//!
//! It knows the rules through the move generator and the worth of positions through the
//! evaluation. It knows no text and no clock.

use crate::draws::{KeyStack, is_fifty_moves, is_insufficient_material};
use crate::eval::evaluate;
use crate::game::Game;
use crate::movegen::{count_legal_moves, legal_moves};
use crate::moves::Move;
use crate::position::Position;
use crate::score::{DRAW, Depth, INFINITY, MAX_DEPTH, Score, mated_in};

// ANCHOR: result
/// What a search found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RootResult {
    /// In centipawns, from the view of the side to move.
    pub score: Score,
    /// The principal variation, the expected moves of both sides; the first is the best move. Empty if there is no move.
    pub pv: Vec<Move>,
    /// Moves that were made to get there.
    pub nodes: u64,
}
// ANCHOR_END: result

// ANCHOR: search
/// Searches all sequences of `depth` moves.
pub fn search(game: &Game, depth: Depth) -> RootResult {
    let mut searcher = Searcher { keys: KeyStack::new(game.keys()), nodes: 0 };
    let mut pv = Vec::new();
    let depth = depth.clamp(1, MAX_DEPTH);
    let score = searcher.negamax(game.position(), depth, 0, &mut pv);
    RootResult { score, pv, nodes: searcher.nodes }
}

struct Searcher {
    keys: KeyStack,
    nodes: u64,
}
// ANCHOR_END: search

// ANCHOR: negamax
impl Searcher {
    /// The score of a position `ply` moves from the root, looking `depth` moves ahead, from the view
    /// of the side to move. `pv`, the principal variation, receives the best moves of both sides.
    fn negamax(
        &mut self,
        position: &Position,
        depth: Depth,
        ply: usize,
        pv: &mut Vec<Move>,
    ) -> Score {
        // ANCHOR: negamax-ends
        pv.clear();
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
        let mut child_pv = Vec::new();
        for mv in legal_moves(position) {
            let child = position.make(mv);
            self.nodes += 1;
            self.keys.push(&child);
            // What is good for the other side is bad for this one.
            let score = -self.negamax(&child, depth - 1, ply + 1, &mut child_pv);
            self.keys.pop();
            if score > best {
                best = score;
                pv.clear();
                pv.push(mv);
                pv.append(&mut child_pv);
            }
        }
        best
        // ANCHOR_END: negamax-loop
    }

    fn is_draw(&self, position: &Position) -> bool {
        self.keys.is_repetition(position.halfmove_clock())
            || is_fifty_moves(position)
            || is_insufficient_material(position)
    }
}
// ANCHOR_END: negamax
