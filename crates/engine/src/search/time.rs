//! How much of a player's clock the next move may take.
//!
//! This is arithmetic with durations. No clock is read here.

use super::params::SearchParams;
use std::time::Duration;

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

/// How long a search may take. Without a limit it may take for ever.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct TimeLimits {
    /// No deeper search begins after this time.
    pub soft: Option<Duration>,
    /// The search is broken off after this time.
    pub hard: Option<Duration>,
}
// ANCHOR_END: clock

// ANCHOR: plan
/// No search gets less: in this time it finds a move that isn't a blunder.
const LEAST: Duration = Duration::from_millis(1);

impl Clock {
    /// The limits for the next move. `overhead` is what gets lost between two programs with each
    /// move: it is never planned for thinking.
    pub fn limits(&self, overhead: Duration, params: &SearchParams) -> TimeLimits {
        let ahead = params.time_moves_ahead as u32;
        let moves = if self.moves_to_go == 0 { ahead } else { self.moves_to_go.min(ahead) };
        // What the moves to come bring and lose. Two more losses stay in reserve: without them, a
        // clock that lives on its increment falls with the first delay.
        let income = self.increment * (moves - 1);
        let losses = overhead * (moves + 2);
        let share = (self.remaining + income).saturating_sub(losses) / moves;
        let hard = share * params.time_hard_shares as u32;
        let hard = hard.min(self.most(overhead)).max(LEAST);
        // The last depth takes a multiple of all before it. To begin it with the share nearly used
        // up would cost several shares, so it begins with a part of the share used, or not at all.
        let soft = (share * params.time_begin_percent as u32 / 100).clamp(LEAST, hard);
        TimeLimits { soft: Some(soft), hard: Some(hard) }
    }

    /// The most that one move may take, the last one before a time control too: a quarter of the
    /// clock and two losses always stay.
    fn most(&self, overhead: Duration) -> Duration {
        (self.remaining * 3 / 4).saturating_sub(overhead * 2)
    }
}
// ANCHOR_END: plan
