//! Whether a recorded match is still the declared one, played by the engines that the manifest names.

use anyhow::{Context, Result};
use arena::declare::Match;
use arena::record::{FOLDER, MatchRecord};
use arena::report;
use literate::git::Repo;
use literate::manifest::Manifest;
use records::experiment;

/// What stands in the records for a match.
pub enum State {
    Missing,
    /// With the reason why it has to be played again.
    Stale(String),
    Recorded(Box<MatchRecord>),
}

impl State {
    pub fn of(declared: &Match, repo: &Repo, manifest: &Manifest) -> Result<Self> {
        let record = match MatchRecord::load(repo.root(), &declared.id) {
            Ok(None) => return Ok(Self::Missing),
            Ok(Some(record)) => record,
            Err(_) => return Ok(Self::Stale("the record can't be read".to_owned())),
        };
        if record.declared.untitled() != declared.untitled() {
            return Ok(Self::Stale("the declaration has changed".to_owned()));
        }
        let other = other_stage(&record, repo, manifest).filter(|_| declared.outdated.is_none());
        Ok(match other {
            Some(why) => Self::Stale(why),
            None => Self::Recorded(Box::new(record)),
        })
    }

    pub fn words(&self) -> String {
        match self {
            Self::Missing => "not played".to_owned(),
            Self::Stale(why) => format!("to be played again: {why}"),
            Self::Recorded(record) => {
                let result = &record.result;
                let verdict = report::verdict(record.verdict);
                format!("{} games, Elo {}, {verdict}", result.games(), result.elo_text())
            }
        }
    }
}

/// Says which stage of the record is another engine by now, if one is.
pub fn other_stage(record: &MatchRecord, repo: &Repo, manifest: &Manifest) -> Option<String> {
    record.stages().find_map(|(tag, patch, identity)| {
        let Some(stage) = manifest.get(tag) else {
            return Some(format!("there's no {tag} any more"));
        };
        let now = experiment::identity(repo.root(), &stage.tree, patch);
        (now.as_ref() != Some(&identity.tree)).then(|| match patch {
            Some(patch) => format!("{tag} with {patch} is another engine by now"),
            None => format!("{tag} is another engine by now"),
        })
    })
}

/// The names of all records.
pub fn recorded_ids(repo: &Repo) -> Result<Vec<String>> {
    let entries = match std::fs::read_dir(repo.root().join(FOLDER)) {
        Ok(entries) => entries,
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(Vec::new()),
        Err(error) => return Err(error).with_context(|| format!("{FOLDER}: can't be listed")),
    };
    let mut ids = Vec::new();
    for entry in entries {
        let name = entry.with_context(|| format!("{FOLDER}: can't be listed"))?.file_name();
        let name = name.to_string_lossy();
        // What begins with a dot is an unfinished file.
        if let Some(id) = name.strip_suffix(".json").filter(|id| !id.starts_with('.')) {
            ids.push(id.to_owned());
        }
    }
    ids.sort();
    Ok(ids)
}

/// Records that no declaration names.
pub fn orphans(repo: &Repo, matches: &[Match]) -> Result<Vec<String>> {
    let mut ids = recorded_ids(repo)?;
    ids.retain(|id| !matches.iter().any(|declared| declared.id == *id));
    Ok(ids)
}
