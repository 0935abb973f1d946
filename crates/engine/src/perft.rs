//! Counting the leaves of the tree of legal moves: the proof of the move generator.

use crate::movegen::{count_legal_moves, legal_moves};
use crate::moves::Move;
use crate::position::Position;

/// In plies: a deeper count wouldn't end in a lifetime.
pub const MAX_DEPTH: u32 = 20;

// ANCHOR: perft
/// How many sequences of `depth` legal moves the position has.
pub fn perft(position: &Position, depth: u32) -> u64 {
    match depth {
        0 => 1,
        // The last move of each sequence need not be made to be counted.
        1 => count_legal_moves(position),
        _ => legal_moves(position).iter().map(|&mv| perft(&position.make(mv), depth - 1)).sum(),
    }
}

/// The same count for each first move. For depth 0 there is none.
pub fn divide(position: &Position, depth: u32) -> Vec<(Move, u64)> {
    let Some(rest) = depth.checked_sub(1) else {
        return Vec::new();
    };
    legal_moves(position).iter().map(|&mv| (mv, perft(&position.make(mv), rest))).collect()
}
// ANCHOR_END: perft

// ANCHOR: report
/// The answer as people and programs read it: a line a first move if `divided`, then the total.
pub fn report(position: &Position, depth: u32, divided: bool) -> String {
    if !divided {
        return format!("{} nodes\n", perft(position, depth));
    }
    let mut counts: Vec<_> =
        divide(position, depth).iter().map(|(mv, count)| (mv.to_string(), *count)).collect();
    counts.sort();
    let total = if depth == 0 { 1 } else { counts.iter().map(|(_, count)| count).sum() };
    let lines: String = counts.iter().map(|(mv, count)| format!("{mv}: {count}\n")).collect();
    format!("{lines}{total} nodes\n")
}
// ANCHOR_END: report
