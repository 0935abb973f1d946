//! What a match came to: its figures, why it ended, and which games a failure decided.

use crate::played::Reason;
use crate::stats::Pentanomial;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// Why a match ended.
#[derive(Clone, Copy, Debug, Deserialize, Serialize, PartialEq, Eq)]
#[serde(rename_all = "kebab-case")]
pub enum Verdict {
    /// The test accepts H0: the first player isn't `elo1` stronger.
    H0,
    /// The test accepts H1: the first player is stronger by more than `elo0`.
    H1,
    /// The interval is as narrow as asked for.
    Interval,
    /// All pairs are played.
    Length,
}

impl Verdict {
    /// Whether a test has ended the match, so that its end depends on who was ahead.
    pub fn is_early(self) -> bool {
        matches!(self, Self::H0 | Self::H1)
    }
}

/// The figures of a match, all from the first player's view.
#[derive(Clone, Debug, Deserialize, Serialize, PartialEq)]
#[serde(deny_unknown_fields)]
pub struct Summary {
    pub pairs: u64,
    pub wins: u64,
    pub draws: u64,
    pub losses: u64,
    pub pentanomial: Pentanomial,
    /// Share of the points.
    pub score: f64,
    /// Missing where it's infinite.
    pub elo: Option<f64>,
    /// The ends of the 95 % interval; missing where infinite.
    pub elo_low: Option<f64>,
    pub elo_high: Option<f64>,
    /// Likelihood of superiority.
    pub los: f64,
    /// Log-likelihood ratio of the declared test, or of the usual one.
    pub llr: f64,
    pub llr_bounds: [f64; 2],
    pub draw_ratio: f64,
    pub mean_plies: f64,
    /// Nodes that the first and the second player counted.
    pub nodes: [u64; 2],
    pub time_losses: [u64; 2],
    pub endings: BTreeMap<Reason, u64>,
}

/// A game that a player lost by a failure.
#[derive(Clone, Debug, Deserialize, Serialize, PartialEq, Eq)]
#[serde(deny_unknown_fields)]
pub struct Incident {
    /// Both counted from 1.
    pub pair: usize,
    pub game: usize,
    /// `first` or `second`.
    pub loser: String,
    pub reason: Reason,
    /// What it said last.
    pub last_lines: Vec<String>,
}

impl Summary {
    pub fn games(&self) -> u64 {
        self.wins + self.draws + self.losses
    }

    /// As `+12.3 [+4.5, +20.1]`.
    pub fn elo_text(&self) -> String {
        let end = |value: Option<f64>, missing: &str| {
            value.map_or_else(|| missing.to_owned(), |elo| format!("{elo:+.1}"))
        };
        let sign = if self.score > 0.5 { "+∞" } else { "−∞" };
        format!(
            "{} [{}, {}]",
            end(self.elo, sign),
            end(self.elo_low, "−∞"),
            end(self.elo_high, "+∞")
        )
        .replace('-', "−")
    }
}
