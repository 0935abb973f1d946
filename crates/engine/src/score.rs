//! Scores: what a position is worth to the side to move.

// ANCHOR: score
/// A value in centipawns, hundredths of a pawn, or a mate: see [`mated_in`].
pub type Score = i32;

/// Remaining depth in plies. It is signed, because terms are taken off it.
pub type Depth = i32;

/// Above every score, and still safe to negate.
pub const INFINITY: Score = 32_001;
/// Being mated at once. A mate further away is worth a point less a ply.
pub const MATE: Score = 32_000;
/// No line that the search follows is longer, in plies.
pub const MAX_PLY: usize = 128;
/// No search may be asked to go deeper.
pub const MAX_DEPTH: Depth = MAX_PLY as Depth;
pub const DRAW: Score = 0;

/// The score of a side that stands mated, `ply` plies from the root.
pub const fn mated_in(ply: usize) -> Score {
    ply as Score - MATE
}

/// Whether the score says that one side mates the other.
pub const fn is_mate(score: Score) -> bool {
    score.abs() >= MATE - MAX_PLY as Score
}
// ANCHOR_END: score

// ANCHOR: text
/// The score as UCI writes it: `cp 31`, or `mate 2` in moves, not plies, negative for the loser.
pub fn uci_text(score: Score) -> String {
    if !is_mate(score) {
        return format!("cp {score}");
    }
    let plies = MATE - score.abs();
    let moves = (plies + 1) / 2;
    format!("mate {}", if score > 0 { moves } else { -moves })
}
// ANCHOR_END: text
