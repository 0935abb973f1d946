//! One file of the engine at one stage, beside the same file of the stage before.
//!
//! It joins history, anchors, changes, colours and outline, so that snippets and the rest of a stage
//! cut their lines from the same picture. It knows nothing of chapters.

use crate::diff::Change;
use crate::git::Repo;
use crate::highlight::{self, Piece};
use crate::manifest::Manifest;
use crate::outline::{Place, outline};
use crate::source::Source;
use anyhow::Result;
use std::collections::HashMap;
use std::sync::{Arc, Mutex};

/// A point of the history that code is shown at.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Version {
    pub commit: String,
    /// `stage 3` or `main`.
    pub label: String,
    /// The commit that changes are counted from; the first stage has none.
    pub previous: Option<String>,
}

impl Version {
    pub fn of_stage(manifest: &Manifest, stage: &crate::manifest::Stage) -> Self {
        Self {
            commit: stage.commit.clone(),
            label: format!("stage {}", stage.number),
            previous: manifest.previous(stage).map(|before| before.commit.clone()),
        }
    }

    pub fn main(manifest: &Manifest, head: &str) -> Self {
        Self {
            commit: head.to_owned(),
            label: "main".to_owned(),
            previous: manifest.stages.last().map(|stage| stage.commit.clone()),
        }
    }
}

/// A file at a version.
#[derive(Debug)]
pub struct File {
    pub source: Source,
    /// In step with `source.lines`, as are the next two.
    pub colours: Vec<Vec<Piece>>,
    pub places: Vec<Place>,
    pub change: Change,
    /// Whether the previous version lacks the file.
    pub new: bool,
    pub language: Language,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Language {
    Rust,
    Plain,
}

impl File {
    pub fn new(path: &str, text: &str, old: Option<&str>) -> Self {
        let source = Source::parse(text);
        let lines: Vec<&str> = source.lines.iter().map(|line| line.text.as_str()).collect();
        let language = if path.ends_with(".rs") { Language::Rust } else { Language::Plain };
        let (colours, places) = match language {
            Language::Rust => (highlight::rust(&lines), outline(&lines)),
            Language::Plain => (highlight::plain(&lines), vec![Place::default(); lines.len()]),
        };
        let change = match old {
            Some(old) => {
                let old = Source::parse(old);
                let old: Vec<&str> = old.lines.iter().map(|line| line.text.as_str()).collect();
                Change::between(&old, &lines)
            }
            None => Change::all_new(lines.len()),
        };
        Self { source, colours, places, change, new: old.is_none(), language }
    }
}

/// Files by version and path, each prepared once.
#[derive(Debug, Default)]
pub struct Files {
    known: Mutex<HashMap<FileKey, Option<Arc<File>>>>,
}

/// Commit, the commit that changes are counted from, and path.
type FileKey = (String, Option<String>, String);

impl Files {
    /// The file `path` at `version`, or `None` if that version hasn't got it.
    pub fn get(&self, repo: &Repo, version: &Version, path: &str) -> Result<Option<Arc<File>>> {
        let key = (version.commit.clone(), version.previous.clone(), path.to_owned());
        if let Some(known) = self.known.lock().expect("preparing doesn't panic").get(&key) {
            return Ok(known.clone());
        }
        let file = match repo.read(&version.commit, path)? {
            None => None,
            Some(text) => {
                let old = match &version.previous {
                    Some(commit) => repo.read(commit, path)?,
                    None => None,
                };
                Some(Arc::new(File::new(path, &text, old.as_deref())))
            }
        };
        self.known.lock().expect("preparing doesn't panic").insert(key, file.clone());
        Ok(file)
    }
}
