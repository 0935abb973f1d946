//! How long a player may think: what is written `depth=4`, `nodes=20000`, `clock=1+0.01` or
//! `nodeclock=200000+2000`.

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
    /// Milliseconds for the game, and those that each move adds.
    Clock { base: u64, increment: u64 },
    /// Nodes for the game, and those that each move adds: a clock whose games can be played again.
    NodeClock { base: u64, increment: u64 },
}

/// What the error of an unknown limit lists.
const EXAMPLES: &str = "depth=4, nodes=20000, clock=1+0.01 or nodeclock=200000+2000";

impl Limits {
    pub fn parse(text: &str) -> Result<Self> {
        let Some((kind, value)) = text.split_once('=') else {
            bail!("limit `{text}` isn't one; give {EXAMPLES}");
        };
        let limits = match kind.trim() {
            "depth" => whole(value).and_then(|n| u32::try_from(n).ok()).map(Self::Depth),
            "nodes" => whole(value).map(Self::Nodes),
            "clock" => clock(value),
            "nodeclock" => node_clock(value),
            other => bail!("limit `{other}` isn't known; give {EXAMPLES}"),
        };
        let example = match kind.trim() {
            "nodeclock" => "nodeclock=200000+2000, in nodes and nodes a move",
            "clock" => "clock=1+0.01, in seconds and seconds a move",
            "depth" => "depth=4",
            _ => "nodes=20000",
        };
        limits.with_context(|| format!("limit `{text}` has a bad value; write it as {example}"))
    }

    /// Whether the same player always plays the same move under these limits.
    pub fn is_deterministic(self) -> bool {
        !matches!(self, Self::Clock { .. })
    }
}

/// A whole number above 0; underscores may part its digits.
fn whole(text: &str) -> Option<u64> {
    text.trim().replace('_', "").parse().ok().filter(|&n| n > 0)
}

fn clock(text: &str) -> Option<Limits> {
    let (base, increment) = text.split_once('+').unwrap_or((text, "0"));
    let limits = Limits::Clock { base: milliseconds(base)?, increment: milliseconds(increment)? };
    (limits != Limits::Clock { base: 0, increment: 0 }).then_some(limits)
}

fn node_clock(text: &str) -> Option<Limits> {
    let (base, increment) = text.split_once('+').unwrap_or((text, "0"));
    let increment = if increment.trim() == "0" { 0 } else { whole(increment)? };
    Some(Limits::NodeClock { base: whole(base)?, increment })
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
            Self::Clock { base, increment } => {
                write!(f, "clock={}+{}", *base as f64 / 1000.0, *increment as f64 / 1000.0)
            }
            Self::NodeClock { base, increment } => write!(f, "nodeclock={base}+{increment}"),
        }
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
            "nodeclock=200000+2000",
            "nodeclock=9+0",
        ] {
            assert_eq!(Limits::parse(text).unwrap().to_string(), text);
        }
        let clock = Limits::NodeClock { base: 200_000, increment: 0 };
        assert_eq!(Limits::parse("nodeclock=200_000").unwrap(), clock);
        assert!(clock.is_deterministic());
        assert_eq!(Limits::parse("nodes=20_000").unwrap(), Limits::Nodes(20_000));
        assert_eq!(Limits::parse("clock=0.5").unwrap(), Limits::Clock { base: 500, increment: 0 });
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
