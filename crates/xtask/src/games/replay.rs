//! Whether a record's games are played the same, before the record is written.

use super::find::{Finder, Prepared};
use super::{SCRATCH, arena_program, command_line, job};
use crate::{file, stages};
use anyhow::{Context, Result};
use arena::record::MatchRecord;
use literate::git::Repo;

/// What came of playing again.
pub enum Replay {
    Same,
    Other,
    /// Why it can't be played on this machine.
    Impossible(String),
}

/// Plays a record's games again with the engines that it names. The record needn't be the one that
/// stands in its folder.
pub fn replays(repo: &Repo, record: &MatchRecord) -> Result<Replay> {
    let id = &record.declared.id;
    let manifest = stages::manifest(repo)?;
    let prepared = Finder::new(repo, &manifest)?.of_record(record);
    let engines = match prepared.with_context(|| format!("record `{id}`"))? {
        Prepared::Ready(engines) => *engines,
        Prepared::Missing(why) => return Ok(Replay::Impossible(why)),
    };
    let mut job = job(repo, &record.declared, engines);
    job.record = repo.root().join(SCRATCH).join(format!("replayed-{id}.json"));
    file::write(&job.record, &record.to_json())?;
    let arguments = command_line(repo, &job, "verify", None)?;
    let is_same = arena_program(repo, &arguments)?;
    // Only litter, if it can't be removed.
    let _ = std::fs::remove_file(&job.record);
    Ok(if is_same { Replay::Same } else { Replay::Other })
}
