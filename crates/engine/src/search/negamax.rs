//! Negamax: the score of a position is the best that its moves lead to.
//!
//! Each side's gain is the other's loss, so one function serves both. It knows one node at a time:
//! how deep to search, and what becomes of the result, is the root's business.

use super::Searcher;
use super::node::{Node, Ply, Window};
use super::picker::{Hints, MovePicker, Moves};
use super::pvs::MoveSearch;
use super::skip::is_ordinary;
use super::techniques::Techniques;
use super::trace::{Note, Observer};
use super::tt::{Bound, Entry};
use crate::draws::{is_fifty_moves, is_insufficient_material};
use crate::eval::evaluate;
use crate::movegen::has_legal_moves;
use crate::moves::{Move, MoveList};
use crate::position::Position;
use crate::score::{DRAW, Depth, INFINITY, Score, mated_in};

impl<O: Observer> Searcher<'_, O> {
    // ANCHOR: negamax
    /// The score of a node, from the view of the side to move.
    ///
    /// It is exact if it lies between the bounds of the node's window. At or below `alpha` it is an
    /// upper bound, at or above `beta` a lower one, as close as what was searched can tell
    /// (fail-soft).
    fn negamax(&mut self, node: &Node) -> Score {
        let Node { position, ply, .. } = *node;
        self.pv.clear(ply);
        self.seldepth = self.seldepth.max(ply);
        // Mate comes before all rules of drawing.
        if !has_legal_moves(position) {
            self.observer.note(Note::GameOver);
            return if node.in_check { mated_in(ply) } else { DRAW };
        }
        if self.is_draw(position) {
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

        let entry = self.probe(node);
        if let Some(score) = self.tt_cutoff(node, entry) {
            return score;
        }
        self.evaluate_node(node);
        if let Some(score) = self.prune(node) {
            return score;
        }
        let hints = self.hints(node, entry);
        let found = self.search_moves(node, MovePicker::all(position, hints, self.techniques));
        self.store(node, found);
        found.score
    }
    // ANCHOR_END: negamax

    // ANCHOR: search-moves
    /// Searches moves one by one until one of them is too good or none is left, and keeps the line
    /// of the best one. Below alpha all moves were refuted, and which one held out best is chance:
    /// then there is no best one.
    pub(super) fn search_moves(&mut self, node: &Node, mut moves: impl Moves) -> Entry {
        let mut window = node.window;
        let depth = node.depth;
        let mut found = Entry { mv: None, score: -INFINITY, depth, bound: Bound::Upper };
        let mut quiets_tried = MoveList::new();
        for index in 0.. {
            let Some(mv) = moves.next(self.ordering) else { break };
            let is_ordinary = index > 0 && is_ordinary(node, mv);
            if self.may_skip(node, found.score)
                && let Some(most) = self.skip(node, mv, is_ordinary, quiets_tried.len())
            {
                found.score = found.score.max(most);
                continue;
            }
            let reduction = if is_ordinary { self.reduction(node, index) } else { 0 };
            let later = MoveSearch::Later { reduction };
            let search = if index == 0 { MoveSearch::First } else { later };
            let score = self.search_move(node, mv, window, search);
            found.score = found.score.max(score);
            if score > window.alpha {
                window.alpha = score;
                found.mv = Some(mv);
                found.bound =
                    if score < window.beta && !self.aborted { Bound::Exact } else { Bound::Lower };
                self.pv.update(node.ply, mv);
            }
            if self.aborted {
                break;
            }
            // The other side has a better way before this node, so it won't let things come here.
            if self.techniques.alpha_beta && score >= window.beta {
                self.observer.note(Note::BetaCutoff { index });
                // At the root a score above the window says nothing but that it was too narrow.
                if !mv.is_noisy() && node.ply > 0 {
                    self.learn(node, mv, &quiets_tried);
                }
                break;
            }
            if !mv.is_noisy() {
                quiets_tried.push(mv);
            }
        }
        found
    }
    // ANCHOR_END: search-moves

    // ANCHOR: hints
    /// The moves to try early at a node, as far as techniques are on.
    fn hints(&self, node: &Node, entry: Option<Entry>) -> Hints {
        let Techniques { tt_move, killers, countermoves, .. } = self.techniques;
        let Ply { mv: previous, killers: known, .. } = self.stack[node.ply];
        let countermove = self.ordering.countermove(node.position, previous);
        Hints {
            tt_move: entry.and_then(|entry| entry.mv).filter(|_| tt_move),
            killers: if killers { known } else { [None; 2] },
            countermove: countermove.filter(|_| countermoves),
        }
    }

    /// A quiet move has cut off, after those of `failed` had been searched in vain.
    fn learn(&mut self, node: &Node, mv: Move, failed: &[Move]) {
        let ply = &mut self.stack[node.ply];
        ply.add_killer(mv);
        self.ordering.learn_countermove(node.position, ply.mv, mv);
        // A deep cutoff saves more, and is rarer.
        let bonus = self.params.history_bonus * node.depth * node.depth;
        self.ordering.learn_history(node.position.side_to_move(), mv, failed, bonus);
    }
    // ANCHOR_END: hints

    // ANCHOR: search-child
    /// Makes a move, or passes where it's none, and searches what follows `depth` plies deep. The
    /// window is the one of the side that moves, and so is the score: −[`INFINITY`] if the search is
    /// broken off, so that it beats nothing.
    pub(super) fn search_child(
        &mut self,
        node: &Node,
        mv: Option<Move>,
        depth: Depth,
        window: Window,
    ) -> Score {
        if !self.count_node() {
            return -INFINITY;
        }
        let position = mv.map_or_else(|| node.position.pass(), |mv| node.position.make(mv));
        let child = node.child(&position, depth, window);
        self.keys.push(&position);
        self.stack[child.ply].mv = mv;
        self.observer.enter(mv, &child);
        let score = self.negamax(&child);
        self.observer.exit(score);
        self.keys.pop();
        if self.aborted { -INFINITY } else { -score }
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
