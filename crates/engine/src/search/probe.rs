//! What the search asks the transposition table, what it believes, and what it tells the table.
//!
//! The table knows positions by their keys alone. What a score depends on besides, the way to the
//! position and the clock of the fifty-move rule, has to be watched here.

use super::Searcher;
use super::node::{Node, Window};
use super::trace::{Note, Observer};
use super::tt::{Bound, Entry, score_from_tt, score_to_tt};
use crate::position::Position;
use crate::score::{Depth, MATE, Score, is_mate};

impl<O: Observer> Searcher<'_, O> {
    // ANCHOR: probe
    /// What the table knows of a node's position.
    pub(super) fn probe(&mut self, node: &Node) -> Option<Entry> {
        let entry = self.table.probe(node.position.key());
        self.observer.note(if entry.is_some() { Note::TtHit } else { Note::TtMiss });
        entry
    }
    // ANCHOR_END: probe

    // ANCHOR: tt-cutoff
    /// The score of a node that needn't be searched, because it was searched as deep before and the
    /// score lies outside the window. One inside would come without its line.
    pub(super) fn tt_cutoff(&mut self, node: &Node, entry: Option<Entry>) -> Option<Score> {
        let allowed = self.techniques.tt_cutoffs && self.techniques.alpha_beta;
        let Entry { score, bound, .. } =
            entry.filter(|entry| allowed && entry.depth >= node.depth)?;
        if sees_fifty_moves(node.position, node.depth) || comes_too_late(node.position, score) {
            return None;
        }
        let score = score_from_tt(score, node.ply);
        let Window { alpha, beta } = node.window;
        let refuted = bound != Bound::Upper && score >= beta;
        let hopeless = bound != Bound::Lower && score <= alpha;
        (refuted || hopeless).then(|| {
            self.observer.note(Note::TtCutoff);
            score
        })
    }
    // ANCHOR_END: tt-cutoff

    // ANCHOR: store
    /// Remembers what was found out about a node. A search that was broken off found out nothing.
    pub(super) fn store(&mut self, node: &Node, found: Entry) {
        if !self.aborted && !sees_fifty_moves(node.position, node.depth) {
            let score = score_to_tt(found.score, node.ply);
            self.table.store(node.position.key(), Entry { score, ..found });
        }
    }
    // ANCHOR_END: store
}

// ANCHOR: sees-fifty-moves
/// Whether the clock of the fifty-move rule may run out within `depth` plies. The key doesn't know
/// that clock, so such a score is neither stored nor believed. Checks below the depth can still
/// carry a line there, which is the price of not looking.
fn sees_fifty_moves(position: &Position, depth: Depth) -> bool {
    Depth::from(position.halfmove_clock()) + depth >= 100
}

/// Whether a stored mate would come after the clock has run out. The mating move itself may be the
/// hundredth: mate comes before the draw.
fn comes_too_late(position: &Position, score: Score) -> bool {
    is_mate(score) && Score::from(position.halfmove_clock()) + MATE - score.abs() > 100
}
// ANCHOR_END: sees-fifty-moves
