//! The principal variation: the moves that both sides are expected to play.
//!
//! It is collected from the end of the line backwards, while the search returns. The table knows
//! nothing of scores: the search says when a move belongs to the line.

use crate::moves::Move;
use crate::score::MAX_PLY;
use arrayvec::ArrayVec;

// ANCHOR: pv
/// One line per ply, each the best one found so far from there on.
///
/// All lines stand here from the start, so that no node has to ask for memory.
pub struct PvTable {
    lines: Vec<Line>,
}

type Line = ArrayVec<Move, MAX_PLY>;

impl PvTable {
    pub fn new() -> Self {
        Self { lines: vec![Line::new(); MAX_PLY + 1] }
    }

    /// The line that begins `ply` moves from the root.
    pub fn line(&self, ply: usize) -> &[Move] {
        &self.lines[ply]
    }

    /// Forgets what an earlier node at this ply has left.
    pub fn clear(&mut self, ply: usize) {
        self.lines[ply].clear();
    }

    /// Makes `mv`, followed by the line of the node that it led to, the line of this ply.
    pub fn update(&mut self, ply: usize, mv: Move) {
        let [line, answer] = &mut self.lines[ply..ply + 2] else { unreachable!("two plies") };
        line.clear();
        line.push(mv);
        line.extend(answer.iter().copied());
    }
}
// ANCHOR_END: pv
