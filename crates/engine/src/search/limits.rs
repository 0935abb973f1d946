//! What ends a search: a depth, a number of nodes, a clock, or somebody who says stop (chapter 7).

use crate::moves::Move;
use crate::score::{Depth, MAX_DEPTH};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

// ANCHOR: limits
/// What a search may use. Whatever is used up first ends it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Limits {
    /// In plies.
    pub depth: Depth,
    /// Moves that may be made, exactly.
    pub nodes: Option<u64>,
    /// No deeper search begins after this time.
    pub soft: Option<Duration>,
    /// The search is broken off after this time.
    pub hard: Option<Duration>,
    /// The moves to choose from; all of them if there are none.
    pub moves: Vec<Move>,
}

impl Limits {
    pub fn depth(depth: Depth) -> Self {
        let depth = depth.clamp(1, MAX_DEPTH);
        Self { depth, nodes: None, soft: None, hard: None, moves: Vec::new() }
    }

    pub fn nodes(nodes: u64) -> Self {
        Self { nodes: Some(nodes), ..Self::depth(MAX_DEPTH) }
    }
}
// ANCHOR_END: limits

// ANCHOR: clock
/// A player's clock.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Clock {
    pub remaining: Duration,
    /// Added after each move.
    pub increment: Duration,
    /// Moves until the next time control; 0 if the time is for the rest of the game.
    pub moves_to_go: u32,
}

/// A game is planned as if it went on for so many moves.
const MOVES_AHEAD: u32 = 25;

impl Clock {
    /// The soft and the hard limit for the next move. `overhead` is what gets lost between two
    /// programs with each move: it is never thought away.
    pub fn limits(&self, overhead: Duration) -> (Duration, Duration) {
        let least = Duration::from_millis(1);
        let available = self.remaining.saturating_sub(overhead).max(least);
        let moves = match self.moves_to_go {
            0 => MOVES_AHEAD,
            moves => moves.min(MOVES_AHEAD),
        };
        if moves == 1 {
            return (available, available);
        }
        // What the moves to come bring and lose. Two more losses stay in reserve: without one, a
        // clock that lives on its increment falls with the first delay.
        let income = self.increment * (moves - 1);
        let losses = overhead * (moves + 2);
        let share = (self.remaining + income).saturating_sub(losses) / moves;
        // A move may take four times its share, but it leaves something for the moves after it.
        let hard = (share * 4).min(available * 3 / 4).max(least);
        (share.clamp(least, hard), hard)
    }
}
// ANCHOR_END: clock

// ANCHOR: control
/// How a running search is told what happens outside.
#[derive(Debug, Default)]
pub struct Control {
    /// The search has to end.
    pub stop: AtomicBool,
    /// The opponent is still thinking, so the clock doesn't count.
    pub ponder: AtomicBool,
}

/// The time of one search.
pub(super) struct Timer {
    start: Instant,
    pondering: bool,
}

impl Timer {
    pub fn new(control: &Control) -> Self {
        Self { start: Instant::now(), pondering: control.ponder.load(Ordering::Relaxed) }
    }

    /// Whether this time has passed since the search or, after pondering, the own turn began.
    pub fn is_over(&mut self, limit: Option<Duration>, control: &Control) -> bool {
        if self.pondering && !control.ponder.load(Ordering::Relaxed) {
            *self = Self::new(control);
        }
        !self.pondering && limit.is_some_and(|limit| self.start.elapsed() >= limit)
    }
}
// ANCHOR_END: control
