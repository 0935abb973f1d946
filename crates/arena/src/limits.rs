//! How long a player may think: what is written `depth=4`, `nodes=20000`, `clock=1+0.01`,
//! `clock=40/5` or `nodeclock=200000+2000`.

use anyhow::{Context, Result, bail};
use serde::{Deserialize, Serialize};
use std::fmt;

/// One side's limits.
#[derive(Clone, Copy, Debug, Deserialize, Serialize, PartialEq, Eq)]
#[serde(try_from = "String", into = "String")]
pub enum Limits {
    /// Plies.
    Depth(u32),
    /// For each move.
    Nodes(u64),
    /// In milliseconds.
    Clock(Control),
    /// In nodes: a clock whose games can be played again.
    NodeClock(Control),
}

/// What a clock gives.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Control {
    /// At the start.
    pub base: u64,
    /// With each move.
    pub increment: u64,
    /// After so many moves the base comes once more, and again after as many; 0 if it never does.
    pub moves: u32,
}

/// What the error of an unknown limit lists.
const EXAMPLES: &str = "depth=4, nodes=20000, clock=1+0.01, clock=40/5 or nodeclock=200000+2000";

impl Limits {
    pub fn parse(text: &str) -> Result<Self> {
        let Some((kind, value)) = text.split_once('=') else {
            bail!("limit `{text}` isn't one; give {EXAMPLES}");
        };
        let limits = match kind.trim() {
            "depth" => whole(value).and_then(|n| u32::try_from(n).ok()).map(Self::Depth),
            "nodes" => whole(value).map(Self::Nodes),
            "clock" => control(value, milliseconds).map(Self::Clock),
            "nodeclock" => control(value, nodes).map(Self::NodeClock),
            other => bail!("limit `{other}` isn't known; give {EXAMPLES}"),
        };
        let example = match kind.trim() {
            "nodeclock" => "nodeclock=200000+2000, in nodes and nodes a move",
            "clock" => {
                "clock=1+0.01, in seconds and seconds a move, or clock=40/5, 40 moves in 5 seconds"
            }
            "depth" => "depth=4",
            _ => "nodes=20000",
        };
        limits.with_context(|| format!("limit `{text}` has a bad value; write it as {example}"))
    }

    /// Whether the same player always plays the same move under these limits.
    pub fn is_deterministic(self) -> bool {
        !matches!(self, Self::Clock(_))
    }
}

/// A whole number above 0; underscores may part its digits.
fn whole(text: &str) -> Option<u64> {
    text.trim().replace('_', "").parse().ok().filter(|&n| n > 0)
}

/// What stands behind `clock=`, with its times read by `amount`.
fn control(text: &str, amount: fn(&str) -> Option<u64>) -> Option<Control> {
    let (moves, times) = match text.split_once('/') {
        Some((moves, times)) => (u32::try_from(whole(moves)?).ok()?, times),
        None => (0, text),
    };
    let (base, increment) = times.split_once('+').unwrap_or((times, "0"));
    let (base, increment) = (amount(base)?, amount(increment)?);
    (base > 0).then_some(Control { base, increment, moves })
}

/// A whole number of nodes.
fn nodes(text: &str) -> Option<u64> {
    if text.trim() == "0" { Some(0) } else { whole(text) }
}

/// Seconds with decimals, as whole milliseconds.
fn milliseconds(text: &str) -> Option<u64> {
    let seconds: f64 = text.trim().parse().ok()?;
    let day = 86_400.0;
    (0.0..=day).contains(&seconds).then(|| (seconds * 1000.0).round() as u64)
}

impl fmt::Display for Limits {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Depth(depth) => write!(f, "depth={depth}"),
            Self::Nodes(nodes) => write!(f, "nodes={nodes}"),
            Self::Clock(control) => {
                let seconds = |milliseconds| milliseconds as f64 / 1000.0;
                let Control { base, increment, .. } = *control;
                write!(f, "clock={}{}+{}", control.period(), seconds(base), seconds(increment))
            }
            Self::NodeClock(control) => {
                let Control { base, increment, .. } = control;
                write!(f, "nodeclock={}{base}+{increment}", control.period())
            }
        }
    }
}

impl Control {
    /// What it has given by the time a player has made so many moves. The first move's increment is
    /// there from the start, as in Fischer's clock.
    pub fn given(&self, moves: usize) -> u64 {
        let moves = moves as u64;
        let periods = moves.checked_div(self.moves.into()).unwrap_or(0);
        self.base * (1 + periods) + self.increment * (moves + 1)
    }

    /// As `40/`, and nothing where the time is for the game.
    fn period(&self) -> String {
        if self.moves == 0 { String::new() } else { format!("{}/", self.moves) }
    }
}

impl TryFrom<String> for Limits {
    type Error = String;

    fn try_from(text: String) -> Result<Self, String> {
        Self::parse(&text).map_err(|error| format!("{error:#}"))
    }
}

impl From<Limits> for String {
    fn from(limits: Limits) -> Self {
        limits.to_string()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn limits_are_read_and_written() {
        for text in [
            "depth=4",
            "nodes=20000",
            "clock=1+0.01",
            "clock=60+0",
            "clock=40/5+0.1",
            "nodeclock=40/9+0",
            "nodeclock=200000+2000",
            "nodeclock=9+0",
        ] {
            assert_eq!(Limits::parse(text).unwrap().to_string(), text);
        }
        let control = |base, moves| Control { base, increment: 0, moves };
        let clock = Limits::NodeClock(control(200_000, 0));
        assert_eq!(Limits::parse("nodeclock=200_000").unwrap(), clock);
        assert!(clock.is_deterministic());
        assert_eq!(Limits::parse("nodes=20_000").unwrap(), Limits::Nodes(20_000));
        assert_eq!(Limits::parse("clock=0.5").unwrap(), Limits::Clock(control(500, 0)));
        assert_eq!(Limits::parse("clock=40/5").unwrap(), Limits::Clock(control(5_000, 40)));
    }

    #[test]
    fn bad_limits_get_one_line() {
        for text in [
            "",
            "4",
            "depth",
            "depth=",
            "depth=0",
            "depth=-1",
            "nodes=x",
            "clock=0+0",
            "clock=0+1",
            "clock=0/5",
            "clock=/5",
            "clock=40/",
            "clock=40/0",
            "clock=9999999999/5",
            "ply=4",
            "clock=1+",
            "clock=nan",
            "clock=-1",
            "depth=99999999999",
            "movetime=100",
            "nodeclock=0+5",
            "nodeclock=5+",
            "nodeclock=1.5",
        ] {
            let error = format!("{:#}", Limits::parse(text).unwrap_err());
            assert!(!error.contains('\n') && error.contains("limit"), "{text}: {error}");
        }
    }
}
