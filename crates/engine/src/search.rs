//! The search: which move leads to the best position (chapters 4 to 6).
//!
//! It knows the rules through the move generator and the worth of positions through the
//! evaluation. It knows no text and no clock.

pub mod params;
mod quiescence;
pub mod techniques;
pub mod trace;

use crate::draws::{KeyStack, is_fifty_moves, is_insufficient_material};
use crate::eval::evaluate;
use crate::game::Game;
use crate::movegen::{count_legal_moves, legal_moves};
use crate::moves::Move;
use crate::position::Position;
use crate::score::{DRAW, Depth, INFINITY, MAX_DEPTH, Score, mated_in};
use params::SearchParams;
use techniques::Techniques;
use trace::{Note, Sink, Unwatched};

// ANCHOR: result
/// What a search found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RootResult {
    /// In centipawns, from the view of the side to move.
    pub score: Score,
    /// The principal variation, the expected moves of both sides; the first is the best move. Empty
    /// if there is no move.
    pub pv: Vec<Move>,
    /// Moves that were made to get there.
    pub nodes: u64,
    /// The longest line that was looked at, in plies.
    pub seldepth: usize,
}
// ANCHOR_END: result

// ANCHOR: search
/// How to search.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Settings {
    pub techniques: Techniques,
    pub params: SearchParams,
}

/// Searches `depth` moves deep.
pub fn search(game: &Game, depth: Depth, settings: &Settings) -> RootResult {
    search_watched(game, depth, settings, &mut Unwatched)
}

/// The same search, with somebody who watches.
pub fn search_watched(
    game: &Game,
    depth: Depth,
    settings: &Settings,
    sink: &mut impl Sink,
) -> RootResult {
    let techniques = settings.techniques;
    let keys = KeyStack::new(game.keys());
    let mut searcher = Searcher { techniques, keys, nodes: 0, seldepth: 0, sink };
    let mut pv = Vec::new();
    let depth = depth.clamp(1, MAX_DEPTH);
    searcher.sink.note(Note::Enter { mv: None, depth, alpha: -INFINITY, beta: INFINITY });
    let score = searcher.negamax(game.position(), depth, 0, -INFINITY, INFINITY, &mut pv);
    searcher.sink.note(Note::Exit { score });
    RootResult { score, pv, nodes: searcher.nodes, seldepth: searcher.seldepth }
}

struct Searcher<'a, S> {
    techniques: Techniques,
    keys: KeyStack,
    nodes: u64,
    seldepth: usize,
    sink: &'a mut S,
}
// ANCHOR_END: search

impl<S: Sink> Searcher<'_, S> {
    // ANCHOR: negamax
    /// The score of a position `ply` moves from the root, looking `depth` moves ahead, from the view
    /// of the side to move. `pv`, the principal variation, receives the best moves of both sides.
    ///
    /// The score is exact if it lies between `alpha` and `beta`. At or below `alpha` it is an upper
    /// bound, at or above `beta` a lower one, as close as what was searched can tell (fail-soft).
    fn negamax(
        &mut self,
        position: &Position,
        depth: Depth,
        ply: usize,
        mut alpha: Score,
        beta: Score,
        pv: &mut Vec<Move>,
    ) -> Score {
        pv.clear();
        self.seldepth = self.seldepth.max(ply);
        // At a leaf counting is enough, and far cheaper than a list.
        if count_legal_moves(position) == 0 {
            self.sink.note(Note::GameOver);
            let in_check = position.in_check(position.side_to_move());
            return if in_check { mated_in(ply) } else { DRAW };
        }
        // At the root a move is wanted even if the game is drawn.
        if ply > 0 && self.is_draw(position) {
            self.sink.note(Note::Draw);
            return DRAW;
        }
        if depth == 0 && self.techniques.quiescence {
            return self.quiescence(position, ply, alpha, beta, pv);
        }
        if depth == 0 {
            self.sink.note(Note::Leaf);
            return evaluate(position);
        }

        let mut best = -INFINITY;
        let mut child_pv = Vec::new();
        for (index, mv) in legal_moves(position).into_iter().enumerate() {
            let score = self.search_child(position, mv, depth, ply, alpha, beta, &mut child_pv);
            if score > best {
                best = score;
                pv.clear();
                pv.push(mv);
                pv.append(&mut child_pv);
            }
            alpha = alpha.max(score);
            // The other side has a better way before this node, so it won't let things come here.
            if self.techniques.alpha_beta && alpha >= beta {
                self.sink.note(Note::BetaCutoff { index });
                break;
            }
        }
        best
    }
    // ANCHOR_END: negamax

    // ANCHOR: search-child
    /// Makes a move and searches what follows. The score is that of the side that moves.
    #[allow(clippy::too_many_arguments)]
    fn search_child(
        &mut self,
        position: &Position,
        mv: Move,
        depth: Depth,
        ply: usize,
        alpha: Score,
        beta: Score,
        pv: &mut Vec<Move>,
    ) -> Score {
        let child = position.make(mv);
        self.nodes += 1;
        self.keys.push(&child);
        // What is good for the other side is bad for this one, so the bounds change places.
        let (child_alpha, child_beta) = (-beta, -alpha);
        let depth = depth - 1;
        self.sink.note(Note::Enter { mv: Some(mv), depth, alpha: child_alpha, beta: child_beta });
        let score = self.negamax(&child, depth, ply + 1, child_alpha, child_beta, pv);
        self.sink.note(Note::Exit { score });
        self.keys.pop();
        -score
    }
    // ANCHOR_END: search-child

    fn is_draw(&self, position: &Position) -> bool {
        self.keys.is_repetition(position.halfmove_clock())
            || is_fifty_moves(position)
            || is_insufficient_material(position)
    }
}
