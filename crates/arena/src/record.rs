//! Records of matches: one JSON file a match, in `stages/results/matches`.
//!
//! A record holds what was declared, who played, every pair's result and a digest of its moves. With
//! it anyone can play the match again and see whether it is the same one.

use crate::declare::Match;
use crate::openings::hex;
use crate::played::Reason;
use crate::stats::Pentanomial;
use crate::tally::Verdict;
use anyhow::{Context, Result, bail};
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use std::collections::BTreeMap;
use std::path::Path;

/// The folder of the records, from the repository's root.
pub const FOLDER: &str = "stages/results/matches";

/// A match that has been played.
#[derive(Clone, Debug, Deserialize, Serialize, PartialEq)]
#[serde(deny_unknown_fields)]
pub struct MatchRecord {
    /// The declaration that was played.
    pub declared: Match,
    pub first: Identity,
    pub second: Identity,
    /// Digest of the positions that were played from.
    pub openings: String,
    pub verdict: Verdict,
    pub result: Summary,
    /// Games that a player lost without having been beaten.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub incidents: Vec<Incident>,
    /// Digest of all moves.
    pub digest: String,
    /// Present where a clock took part, so that the games can't be played again.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub provenance: Option<Provenance>,
    /// A pair each: the first player's results with White and with Black, and a digest of the moves.
    pub pairs: Vec<String>,
}

/// Which program a player was.
#[derive(Clone, Debug, Default, Deserialize, Serialize, PartialEq, Eq)]
#[serde(deny_unknown_fields)]
pub struct Identity {
    /// Id of the engine's tree, for the project's own engine.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub tree: String,
    /// A commit that has this tree.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub commit: String,
    /// What a foreign engine calls itself.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub name: String,
    /// SHA-256 of a foreign engine's program.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub program: String,
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

/// Where and when games were played that another machine would play differently.
#[derive(Clone, Debug, Deserialize, Serialize, PartialEq, Eq)]
#[serde(deny_unknown_fields)]
pub struct Provenance {
    pub processor: String,
    /// As `2026-11-30`.
    pub date: String,
    /// Compiler and settings.
    pub settings: String,
    /// How many games were played at a time.
    pub concurrency: usize,
}

/// What tells one version of a program from another.
pub fn program_digest(path: &Path) -> Result<String> {
    let bytes =
        std::fs::read(path).with_context(|| format!("{}: can't be read", path.display()))?;
    Ok(hex(&Sha256::digest(bytes)))
}

impl MatchRecord {
    /// The file of the record `id`, from the root.
    pub fn file(id: &str) -> String {
        format!("{FOLDER}/{id}.json")
    }

    /// Reads the record `id`; `None` if the match was never played.
    pub fn load(root: &Path, id: &str) -> Result<Option<Self>> {
        let name = Self::file(id);
        let text = match std::fs::read_to_string(root.join(&name)) {
            Ok(text) => text,
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(None),
            Err(error) => return Err(error).with_context(|| format!("{name}: can't be read")),
        };
        let record: Self = serde_json::from_str(&text).with_context(|| {
            format!("{name}: not a record of a match; run `cargo xtask match run {id} --fresh`")
        })?;
        if record.declared.id != id {
            bail!("{name}: the record of `{}`; restore it with git", record.declared.id);
        }
        Ok(Some(record))
    }

    /// The text of the file: the same bytes for the same record.
    pub fn to_json(&self) -> String {
        let mut text = serde_json::to_string_pretty(self).expect("a record holds no odd keys");
        text.push('\n');
        text
    }

    /// Whether the games can be played again.
    pub fn is_replayable(&self) -> bool {
        self.provenance.is_none()
    }
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_missing_record_is_no_error_and_a_broken_one_is() {
        let root = tempfile::tempdir().unwrap();
        assert_eq!(MatchRecord::load(root.path(), "a").unwrap(), None);
        std::fs::create_dir_all(root.path().join(FOLDER)).unwrap();
        std::fs::write(root.path().join(MatchRecord::file("a")), "{}").unwrap();
        let error = format!("{:#}", MatchRecord::load(root.path(), "a").unwrap_err());
        assert!(error.contains("matches/a.json: not a record"), "{error}");
        assert!(error.contains("--fresh"), "{error}");
    }
}
