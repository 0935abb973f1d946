//! A match that is ready to be played: its declaration, and where its engines lie.
//!
//! The project's commands find and build engines and write this down; the `arena` program reads it
//! and plays.

use crate::contest::Match;
use crate::record::{Identity, Provenance};
use anyhow::{Context, Result};
use serde::{Deserialize, Serialize};
use std::path::{Path, PathBuf};

#[derive(Clone, Debug, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct Job {
    pub declared: Match,
    pub first: Engine,
    pub second: Engine,
    pub openings: PathBuf,
    /// Where the record belongs, or stands.
    pub record: PathBuf,
    pub journal: PathBuf,
    /// Of this machine and day; kept in the record where a clock takes part.
    pub provenance: Provenance,
}

/// How a player is run, and which program it is.
#[derive(Clone, Debug, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct Engine {
    pub identity: Identity,
    /// The program that speaks UCI, or `None` for the random player.
    pub program: Option<PathBuf>,
}

impl Job {
    pub fn load(path: &Path) -> Result<Self> {
        let text = std::fs::read_to_string(path)
            .with_context(|| format!("{}: can't be read", path.display()))?;
        serde_json::from_str(&text)
            .with_context(|| format!("{}: not a job; use `cargo xtask match`", path.display()))
    }
}
