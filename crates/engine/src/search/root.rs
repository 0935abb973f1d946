//! The root of the search: depth by depth, and the move that comes out.
//!
//! The nodes below the root don't know how often they are searched, and why.

use super::node::{Node, Window};
use super::trace::{Follow, Note, Observer, RootResearch};
use super::tt::{Bound, Entry};
use super::{RootResult, Searcher};
use crate::eval::evaluate;
use crate::position::Position;
use crate::score::{DRAW, Depth, INFINITY, is_mate, mated_in};

impl<O: Observer> Searcher<'_, O> {
    // ANCHOR: deepen
    /// Searches one ply deep, then two, and so on until a limit is reached.
    pub(super) fn deepen(&mut self, position: &Position) -> RootResult {
        let mut best = self.unsearched(position);
        if best.pv.is_empty() {
            self.observer.report(&best);
            return best;
        }
        let first = if self.techniques.deepening { 1 } else { self.limits.depth };
        for depth in first..=self.limits.depth {
            let result = self.search_depth(position, depth, &best);
            best.nodes = self.nodes;
            // A bound alone is no score: a first depth that found no more is reported after one.
            if depth == first && result.score > -INFINITY && result.bound != Bound::Exact {
                self.observer.report(&best);
            }
            // A depth that was broken off still counts if a root move was searched: the first was
            // the best of the depth before, so what beat it is better.
            if result.score > -INFINITY {
                best = result;
            }
            if is_news(&best, self.aborted, depth) {
                self.observer.report(&best);
            }
            if self.aborted || self.is_settled(&best) {
                break;
            }
        }
        best
    }

    /// Whether a deeper search has nothing to add.
    fn is_settled(&mut self, best: &RootResult) -> bool {
        self.limits.is_mate_found(best.score)
            || self.observer.is_enough(best, self.root_moves.len())
    }
    // ANCHOR_END: deepen

    // ANCHOR: unsearched
    /// What is known before anything is searched: the score of a finished game, or a legal move in
    /// case there is time for nothing.
    fn unsearched(&self, position: &Position) -> RootResult {
        let in_check = position.in_check(position.side_to_move());
        let score = match self.root_moves.first() {
            Some(_) => evaluate(position),
            None if in_check => mated_in(0),
            None => DRAW,
        };
        let pv = self.root_moves.first().copied().into_iter().collect();
        let bound = Bound::Exact;
        RootResult {
            score,
            bound,
            pv,
            depth: 0,
            complete: false,
            nodes: 0,
            seldepth: 0,
            hashfull: 0,
        }
    }
    // ANCHOR_END: unsearched

    // ANCHOR: search-depth
    /// Searches one depth. The score is expected near that of the depth before, so the window is
    /// narrow at first: a score inside is exact, one outside costs a search in a wider window.
    fn search_depth(
        &mut self,
        position: &Position,
        depth: Depth,
        previous: &RootResult,
    ) -> RootResult {
        let mut delta = self.params.aspiration_delta;
        let mut window = Window::FULL;
        if self.expects_score(depth, previous) {
            window = Window::around(previous.score, delta);
        }
        let mut failed_high: Option<RootResult> = None;
        loop {
            let result = self.search_root(&Node::root(position, depth, window));
            if self.aborted {
                // Without one move searched again, what failed high is still the best that is known.
                let found = failed_high.filter(|_| result.score == -INFINITY);
                let RootResult { nodes, seldepth, hashfull, .. } = result;
                return match found {
                    Some(found) => {
                        RootResult { complete: false, nodes, seldepth, hashfull, ..found }
                    }
                    None => result,
                };
            }
            // The bound that failed moves past the score that was found; the other one stays.
            let wider = Window::around(result.score, delta);
            if result.score <= window.alpha {
                self.follow_research(depth, RootResearch::FailLow(result.score));
                window.alpha = wider.alpha;
            } else if result.score >= window.beta {
                self.follow_research(depth, RootResearch::FailHigh(result.score));
                window.beta = wider.beta;
                failed_high = Some(result);
            } else {
                return result;
            }
            delta *= 2;
            if delta > self.params.aspiration_max_delta {
                window = Window::FULL;
            }
        }
    }

    /// Whether the score of the depth before is a good guess. A mate isn't: the next depth may find
    /// a shorter one, or a way out.
    fn expects_score(&self, depth: Depth, previous: &RootResult) -> bool {
        self.techniques.aspiration
            && self.techniques.alpha_beta
            && depth >= self.params.aspiration_min_depth
            && previous.depth > 0
            && !is_mate(previous.score)
    }

    fn follow_research(&mut self, depth: Depth, research: RootResearch) {
        // The best move is the first by now.
        self.observer.follow(Follow::Research { depth, mv: self.root_moves[0], research });
    }
    // ANCHOR_END: search-depth

    // ANCHOR: root
    /// Searches the root moves, and puts the best one first for the next time.
    fn search_root(&mut self, node: &Node) -> RootResult {
        self.observer.enter(None, node);
        self.pv.clear(0);
        self.evaluate_node(node);
        self.seldepth = 0;
        let root_moves = self.root_moves.clone().into_iter();
        let Entry { score, mv, bound, depth } = self.search_moves(node, root_moves);
        if !self.aborted && score <= node.window.alpha {
            self.observer.note(Note::FailLow);
        } else if !self.aborted && score >= node.window.beta {
            self.observer.note(Note::FailHigh);
        }
        self.observer.exit(score);
        let mut pv = self.pv.line(0).to_vec();
        match mv.and_then(|best| self.root_moves.iter().position(|&mv| mv == best)) {
            Some(best) => self.root_moves[..=best].rotate_right(1),
            // Nothing was found out, so the best move of the depth before stays.
            None => pv.push(self.root_moves[0]),
        }
        let complete = !self.aborted;
        let (nodes, seldepth, hashfull) = (self.nodes, self.seldepth, self.table.hashfull());
        RootResult { score, bound, pv, depth, complete, nodes, seldepth, hashfull }
    }
    // ANCHOR_END: root
}

// ANCHOR: is-news
/// A depth that was broken off is worth a report only if it found something, or if nothing was
/// reported before.
fn is_news(best: &RootResult, aborted: bool, depth: Depth) -> bool {
    !aborted || best.depth == depth || best.depth == 0
}
// ANCHOR_END: is-news
