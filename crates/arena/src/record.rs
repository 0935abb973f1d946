//! Records of matches: one JSON file a match, in `stages/results/matches`.
//!
//! A record holds what was declared, who played, every pair's result and a digest of its moves. With
//! it anyone can play the match again and see whether it is the same one.

use crate::clock_use::ClockUse;
use crate::contest::Match;
use crate::digest::digest;
pub use crate::result::{Incident, Summary, Verdict};
use anyhow::{Context, Result, bail};
use serde::{Deserialize, Serialize};
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
    /// What was left on the clocks, by move.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub clock: Option<ClockUse>,
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
    /// Identity of the engine, for the project's own one.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub tree: String,
    /// A commit that has this engine.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub commit: String,
    /// What a foreign engine calls itself.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub name: String,
    /// SHA-256 of a foreign engine's program.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub program: String,
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
    Ok(digest(bytes))
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

    /// The stages that played, by tag, each with the experiment that changed it, if one did, and with
    /// what it was then.
    pub fn stages(&self) -> impl Iterator<Item = (&str, Option<&str>, &Identity)> {
        let sides = self.declared.sides().into_iter().zip([&self.first, &self.second]);
        sides.filter_map(|(side, identity)| Some((side.stage()?, side.patch(), identity)))
    }

    /// Whether the games can be played again.
    pub fn is_replayable(&self) -> bool {
        self.provenance.is_none()
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
