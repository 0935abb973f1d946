//! The time of one game: what each side is told, and whether it has overstepped.

use crate::limits::Limits;
use crate::play::player::Go;
use crate::played::Color;
use std::time::Duration;

/// How long after the end of its time a side is still listened to, so that a late move is seen as
/// what it is.
const GRACE: Duration = Duration::from_secs(1);

pub struct Clocks {
    /// White's and Black's.
    limits: [Limits; 2],
    left: [Duration; 2],
    margin: Duration,
    patience: Duration,
}

fn place(color: Color) -> usize {
    usize::from(color == Color::Black)
}

impl Clocks {
    pub fn new(limits: [Limits; 2], margin: Duration, patience: Duration) -> Self {
        let left = limits.map(|limits| match limits {
            // The first move's increment is there from the start, as in Fischer's clock.
            Limits::Clock { base, increment } => Duration::from_millis(base + increment),
            _ => Duration::ZERO,
        });
        Self { limits, left, margin, patience }
    }

    /// What the side to move is told.
    pub fn go(&self, color: Color) -> Go {
        match self.limits[place(color)] {
            Limits::Depth(depth) => Go::Depth(depth),
            Limits::Nodes(nodes) => Go::Nodes(nodes),
            Limits::MoveTime(ms) => Go::MoveTime(ms),
            Limits::Clock { .. } => {
                // A side that has no clock is shown as having the other's.
                let of = |side: usize| match self.limits[side] {
                    Limits::Clock { increment, .. } => (side, increment),
                    _ => match self.limits[1 - side] {
                        Limits::Clock { increment, .. } => (1 - side, increment),
                        _ => (side, 0),
                    },
                };
                let sides = [of(0), of(1)];
                let ms = |side: usize| u64::try_from(self.left[side].as_millis()).unwrap_or(0);
                Go::Clock {
                    left: sides.map(|(side, _)| ms(side)),
                    increment: sides.map(|(_, increment)| increment),
                }
            }
        }
    }

    /// How long an answer is waited for.
    pub fn patience(&self, color: Color) -> Duration {
        match self.allowed(color) {
            Some(time) => time + self.margin + GRACE,
            None => self.patience,
        }
    }

    /// Whether the side plays on time.
    pub fn is_timed(&self, color: Color) -> bool {
        self.allowed(color).is_some()
    }

    /// Takes the time of a move off the clock. False where it was too much.
    pub fn spend(&mut self, color: Color, time: Duration) -> bool {
        let Some(allowed) = self.allowed(color) else { return true };
        if let Limits::Clock { increment, .. } = self.limits[place(color)] {
            let left = &mut self.left[place(color)];
            *left = left.saturating_sub(time) + Duration::from_millis(increment);
        }
        time <= allowed + self.margin
    }

    fn allowed(&self, color: Color) -> Option<Duration> {
        match self.limits[place(color)] {
            Limits::Depth(_) | Limits::Nodes(_) => None,
            Limits::MoveTime(ms) => Some(Duration::from_millis(ms)),
            Limits::Clock { .. } => Some(self.left[place(color)]),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const MS: fn(u64) -> Duration = Duration::from_millis;

    #[test]
    fn a_clock_runs_down_and_gains_its_increment() {
        let limits = [Limits::Clock { base: 1000, increment: 10 }, Limits::Nodes(5)];
        let mut clocks = Clocks::new(limits, MS(5), MS(60_000));
        let go = Go::Clock { left: [1010, 1010], increment: [10, 10] };
        assert_eq!(clocks.go(Color::White), go);
        assert_eq!(clocks.go(Color::Black), Go::Nodes(5));
        assert!(clocks.spend(Color::White, MS(500)));
        assert!(clocks.spend(Color::Black, MS(50_000)));
        assert_eq!(clocks.go(Color::White), Go::Clock { left: [520, 520], increment: [10, 10] });
        assert_eq!(clocks.patience(Color::White), MS(520 + 5) + GRACE);
        assert_eq!(clocks.patience(Color::Black), MS(60_000));
        // The margin forgives once, but the clock stands at the increment then.
        assert!(clocks.spend(Color::White, MS(524)));
        assert!(!clocks.spend(Color::White, MS(16)));
    }

    #[test]
    fn a_time_per_move_is_a_limit_too() {
        let mut clocks = Clocks::new([Limits::MoveTime(100); 2], MS(10), MS(1));
        assert!(clocks.spend(Color::Black, MS(110)));
        assert!(!clocks.spend(Color::Black, MS(111)));
    }
}
