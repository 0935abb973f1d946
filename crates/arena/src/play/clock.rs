//! The clocks of one game: what each side is told, and whether it has overstepped.
//!
//! A clock counts seconds or nodes. A move on a clock of nodes costs what the engine says that it
//! searched, so that the same engines always play the same game.

use crate::limits::{Control, Limits};
use crate::play::player::{Choice, Go};
use crate::played::Color;
use std::time::Duration;

/// How long after the end of its time a side is still listened to, so that a late move is seen as
/// what it is.
const GRACE: Duration = Duration::from_secs(1);

pub struct Clocks {
    /// White's and Black's.
    limits: [Limits; 2],
    left: [Left; 2],
    /// Moves that each side has made.
    made: [u32; 2],
    margin: Duration,
    patience: Duration,
}

/// What a side may still spend. A side without a clock has none of both.
#[derive(Clone, Copy, Debug, Default)]
struct Left {
    time: Duration,
    nodes: u64,
}

fn place(color: Color) -> usize {
    usize::from(color == Color::Black)
}

impl Clocks {
    pub fn new(limits: [Limits; 2], margin: Duration, patience: Duration) -> Self {
        let left = limits.map(|limits| match limits {
            Limits::Clock(control) => {
                Left { time: Duration::from_millis(control.given(0)), nodes: 0 }
            }
            Limits::NodeClock(control) => Left { time: Duration::ZERO, nodes: control.given(0) },
            Limits::Depth(_) | Limits::Nodes(_) => Left::default(),
        });
        Self { limits, left, made: [0; 2], margin, patience }
    }

    /// What the side to move is told.
    pub fn go(&self, color: Color) -> Go {
        match self.limits[place(color)] {
            Limits::Depth(depth) => Go::Depth(depth),
            Limits::Nodes(nodes) => Go::Nodes(nodes),
            Limits::Clock(control) | Limits::NodeClock(control) => {
                let own = self.shown(place(color)).unwrap_or_default();
                // A side that has no clock is shown as having the other's.
                let sides = [0, 1].map(|side| self.shown(side).unwrap_or(own));
                Go::Clock {
                    left: sides.map(|(left, _)| left),
                    increment: sides.map(|(_, increment)| increment),
                    moves_to_go: control.moves_to_go(self.made[place(color)]),
                }
            }
        }
    }

    /// What stands on a side's clock, and what a move adds.
    fn shown(&self, side: usize) -> Option<(u64, u64)> {
        let left = self.left[side];
        match self.limits[side] {
            Limits::Clock(control) => {
                let time = u64::try_from(left.time.as_millis()).unwrap_or(u64::MAX);
                Some((time, control.increment))
            }
            Limits::NodeClock(control) => Some((left.nodes, control.increment)),
            Limits::Depth(_) | Limits::Nodes(_) => None,
        }
    }

    /// How long an answer is waited for.
    pub fn patience(&self, color: Color) -> Duration {
        match self.is_timed(color) {
            true => self.left[place(color)].time + self.margin + GRACE,
            false => self.patience,
        }
    }

    /// Whether the side plays on real time.
    pub fn is_timed(&self, color: Color) -> bool {
        matches!(self.limits[place(color)], Limits::Clock(_))
    }

    /// Takes a move's cost off the clock. False where it was too much, or can't be told.
    pub fn spend(&mut self, color: Color, choice: &Choice) -> bool {
        let left = &mut self.left[place(color)];
        let made = self.made[place(color)];
        self.made[place(color)] += 1;
        match self.limits[place(color)] {
            Limits::Depth(_) | Limits::Nodes(_) => true,
            Limits::Clock(control) => {
                let allowed = left.time + self.margin;
                let gain = Duration::from_millis(control.gain(made));
                left.time = left.time.saturating_sub(choice.time) + gain;
                choice.time <= allowed
            }
            Limits::NodeClock(control) => {
                let Some(rest) = choice.info.nodes.and_then(|nodes| left.nodes.checked_sub(nodes))
                else {
                    return false;
                };
                left.nodes = rest + control.gain(made);
                true
            }
        }
    }
}

impl Control {
    /// Moves until the base comes once more, for a side that has made so many; 0 if it never does.
    fn moves_to_go(&self, made: u32) -> u32 {
        made.checked_rem(self.moves).map_or(0, |done| self.moves - done)
    }

    /// What the next move brings.
    fn gain(&self, made: u32) -> u64 {
        self.given(made as usize + 1) - self.given(made as usize)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::played::Info;

    const MS: fn(u64) -> Duration = Duration::from_millis;

    fn took(milliseconds: u64) -> Choice {
        Choice { text: String::new(), info: Info::default(), time: MS(milliseconds) }
    }

    fn searched(nodes: Option<u64>) -> Choice {
        Choice { info: Info { nodes, ..Info::default() }, ..took(1_000_000) }
    }

    const fn control(base: u64, increment: u64, moves: u32) -> Control {
        Control { base, increment, moves }
    }

    fn go(left: [u64; 2], increment: [u64; 2], moves_to_go: u32) -> Go {
        Go::Clock { left, increment, moves_to_go }
    }

    #[test]
    fn a_clock_runs_down_and_gains_its_increment() {
        let limits = [Limits::Clock(control(1000, 10, 0)), Limits::Nodes(5)];
        let mut clocks = Clocks::new(limits, MS(5), MS(60_000));
        assert_eq!(clocks.go(Color::White), go([1010, 1010], [10, 10], 0));
        assert_eq!(clocks.go(Color::Black), Go::Nodes(5));
        assert!(clocks.spend(Color::White, &took(500)));
        assert!(clocks.spend(Color::Black, &took(50_000)));
        assert_eq!(clocks.go(Color::White), go([520, 520], [10, 10], 0));
        assert_eq!(clocks.patience(Color::White), MS(520 + 5) + GRACE);
        assert_eq!(clocks.patience(Color::Black), MS(60_000));
        // The margin forgives once, but the clock stands at the increment then.
        assert!(clocks.spend(Color::White, &took(524)));
        assert!(!clocks.spend(Color::White, &took(16)));
    }

    #[test]
    fn a_clock_of_nodes_is_charged_what_was_searched_and_forgives_nothing() {
        let clock = |base, increment| Limits::NodeClock(control(base, increment, 0));
        let mut clocks = Clocks::new([clock(900, 100), clock(50, 0)], MS(5), MS(60_000));
        assert_eq!(clocks.go(Color::White), go([1000, 50], [100, 0], 0));
        assert_eq!(clocks.go(Color::Black), go([1000, 50], [100, 0], 0));
        assert!(!clocks.is_timed(Color::White));
        assert_eq!(clocks.patience(Color::White), MS(60_000));
        assert!(clocks.spend(Color::White, &searched(Some(400))));
        assert!(clocks.spend(Color::Black, &searched(Some(50))));
        assert_eq!(clocks.go(Color::White), go([700, 0], [100, 0], 0));
        assert!(!clocks.spend(Color::Black, &searched(Some(1))));
        assert!(!clocks.spend(Color::White, &searched(Some(701))));
        assert!(!clocks.spend(Color::White, &searched(None)));
        assert!(clocks.spend(Color::White, &searched(Some(700))));
    }

    #[test]
    fn the_base_comes_again_with_each_time_control() {
        let limits = [Limits::Clock(control(1000, 0, 2)), Limits::Clock(control(1000, 5, 0))];
        let mut clocks = Clocks::new(limits, MS(5), MS(60_000));
        assert_eq!(clocks.go(Color::White), go([1000, 1005], [0, 5], 2));
        assert_eq!(clocks.go(Color::Black), go([1000, 1005], [0, 5], 0));
        assert!(clocks.spend(Color::White, &took(300)));
        assert_eq!(clocks.go(Color::White), go([700, 1005], [0, 5], 1));
        assert!(clocks.spend(Color::White, &took(700)));
        assert_eq!(clocks.go(Color::White), go([1000, 1005], [0, 5], 2));
    }
}
