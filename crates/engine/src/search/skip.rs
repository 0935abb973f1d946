//! Leaving out single moves of a node that will hardly matter.
//!
//! The node is searched all the same, with the moves that are left. So at least one move has to be
//! searched before, and it must not lose to a mate.

use super::Searcher;
use super::node::Node;
use super::see::see_at_least;
use super::trace::{Note, Observer};
use crate::moves::Move;
use crate::score::{INFINITY, MATE, MAX_PLY, Score, is_mate};

// ANCHOR: ordinary
/// Whether a move is one of the many: quiet, no check, and no answer to one. Only such moves are
/// bet on: what captures, checks and evasions do is too seldom what moves usually do.
pub fn is_ordinary(node: &Node, mv: Move) -> bool {
    !mv.is_noisy() && !node.in_check && !node.position.gives_check(mv)
}
// ANCHOR_END: ordinary

impl<O: Observer> Searcher<'_, O> {
    // ANCHOR: skip
    /// Whether a node can do without a move. While the best so far loses to a mate, or none was
    /// searched, every move is a chance; and in an open window the best move is looked for.
    pub(super) fn may_skip(&self, node: &Node, best: Score) -> bool {
        let is_safe = best > MAX_PLY as Score - MATE;
        is_safe && node.window.is_null() && self.techniques.alpha_beta
    }

    /// What a move that isn't worth a search is worth at most, as far as that is known.
    pub(super) fn skip(
        &mut self,
        node: &Node,
        mv: Move,
        is_ordinary: bool,
        quiets_tried: usize,
    ) -> Option<Score> {
        if is_ordinary && self.comes_late(node, quiets_tried) {
            self.observer.note(Note::LateMovePruning { mv });
            return Some(-INFINITY);
        }
        if is_ordinary && let Some(most) = self.futile(node) {
            self.observer.note(Note::Futility { mv });
            return Some(most);
        }
        self.loses_material(node, mv, is_ordinary).then(|| {
            self.observer.note(Note::SeePruning { mv });
            -INFINITY
        })
    }
    // ANCHOR_END: skip

    // ANCHOR: too-late
    /// Late move pruning. Near the leaves an ordinary move after many others that failed is left
    /// out.
    fn comes_late(&self, node: &Node, quiets_tried: usize) -> bool {
        let params = &self.params;
        self.techniques.late_move_pruning
            && node.depth <= params.lmp_max_depth
            && quiets_tried as i32 >= params.lmp_base + node.depth * node.depth
    }
    // ANCHOR_END: too-late

    // ANCHOR: futile
    /// Futility pruning. The evaluation is so far below alpha that a quiet move hardly makes up for
    /// it. Gives what such a move may bring. Where alpha is a mate, a shorter one is looked for, and
    /// the evaluation says nothing about mates.
    fn futile(&self, node: &Node) -> Option<Score> {
        let params = &self.params;
        let margin = params.futility_base + params.futility_per_depth * node.depth;
        let most = self.stack[node.ply].static_eval + margin;
        let fits = self.techniques.futility
            && node.depth <= params.futility_max_depth
            && !is_mate(node.window.alpha)
            && most <= node.window.alpha;
        fits.then_some(most)
    }
    // ANCHOR_END: futile

    // ANCHOR: loses-material
    /// Pruning by static exchange. A move loses more on its square than the depth that is left can
    /// be hoped to win back.
    fn loses_material(&self, node: &Node, mv: Move, is_ordinary: bool) -> bool {
        let params = &self.params;
        let margin = match () {
            () if is_ordinary => params.see_quiet_margin,
            () if mv.is_noisy() && !node.in_check => params.see_capture_margin,
            () => return false,
        };
        self.techniques.see_pruning
            && node.depth <= params.see_max_depth
            && !see_at_least(node.position, mv, -margin * node.depth)
    }
    // ANCHOR_END: loses-material
}
