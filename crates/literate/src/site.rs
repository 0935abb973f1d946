//! What all chapters share: the repository, its stages, the results, the book's address.
//!
//! It gives answers and problems; it doesn't know chapters or directives.

use crate::fault::{Fault, Problem};
use crate::git::Repo;
use crate::manifest::{self, Manifest, Stage};
use crate::matches::Matches;
use crate::numbers::Results;
use crate::version::{File, Files, Version};
use anyhow::{Context, Result};
use std::collections::HashSet;
use std::path::Path;
use std::sync::Arc;

pub struct Site {
    pub repo: Repo,
    pub manifest: Manifest,
    pub results: Results,
    pub matches: Matches,
    head: String,
    files: Files,
    address: Option<String>,
    /// Commits of the manifest that this clone lacks.
    missing: HashSet<String>,
}

impl Site {
    pub fn open(root: &Path) -> Result<Self> {
        let repo = Repo::open(root)?;
        let manifest = Manifest::load(root)?;
        let head = repo.commit("HEAD").context("the repository has no commit yet; make one")?;
        let results = Results::open(root, &manifest);
        let matches = Matches::open(root, &manifest);
        let commits = manifest.stages.iter().map(|stage| stage.commit.clone());
        let missing = commits.filter(|commit| repo.listing(commit).is_err()).collect();
        let files = Files::default();
        Ok(Self { repo, manifest, results, matches, head, files, address: None, missing })
    }

    /// Sets the repository's address on the web, as `book.toml` gives it.
    pub fn set_address(&mut self, address: Option<&str>) {
        self.address = address.map(|address| address.trim_end_matches('/').to_owned());
    }

    pub fn address(&self) -> Option<&str> {
        self.address.as_deref()
    }

    /// The version that `stage=NAME` means.
    pub fn version(&self, name: &str) -> Result<Version, Problem> {
        if name == "main" {
            return Ok(Version::main(&self.manifest, &self.head));
        }
        match self.manifest.get(name) {
            Some(stage) => Ok(Version::of_stage(&self.manifest, stage)),
            None => Err(self.unknown_stage(name)),
        }
    }

    pub(crate) fn unknown_stage(&self, name: &str) -> Problem {
        let cure = match self.manifest.stages.len() {
            0 => format!("use `main`: {} lists no stage yet", manifest::PATH),
            n => format!("use a number from 1 to {n}, a tag of {}, or `main`", manifest::PATH),
        };
        Problem::new(format!("there's no stage `{name}`"), cure)
    }

    /// The version that a page shows by default: its stage, or main.
    pub fn home(&self, stage: Option<&Stage>) -> Version {
        match stage {
            Some(stage) => Version::of_stage(&self.manifest, stage),
            None => Version::main(&self.manifest, &self.head),
        }
    }

    pub fn file(&self, version: &Version, path: &str) -> Result<Option<Arc<File>>, Problem> {
        self.files.get(&self.repo, version, path).map_err(|error| self.unreadable(&error))
    }

    /// Whether a commit that this version needs isn't here. [`Self::missing_commits`] reports it, once.
    pub fn lacks(&self, version: &Version) -> bool {
        let needed = [Some(&version.commit), version.previous.as_ref()];
        needed.into_iter().flatten().any(|commit| self.missing.contains(commit))
    }

    /// A fault for each stage whose commit can't be read.
    pub fn missing_commits(&self, root: &Path) -> Vec<Fault> {
        let text = std::fs::read_to_string(root.join(manifest::PATH)).unwrap_or_default();
        let line = |commit: &str| {
            text.lines().position(|line| line.contains(commit)).map_or(0, |index| index + 1)
        };
        let cure = match self.repo.is_shallow() {
            true => "fetch the whole history with `git fetch --unshallow`",
            false => "correct its entry, or fetch the branch that holds it",
        };
        let missing = self.manifest.stages.iter().filter(|s| self.missing.contains(&s.commit));
        missing
            .map(|stage| {
                let what = format!("the commit of stage {} isn't in this clone", stage.number);
                Fault::new(manifest::PATH, line(&stage.commit), what, cure)
            })
            .collect()
    }

    /// The problem of a file that git can't give as text.
    pub fn unreadable(&self, error: &anyhow::Error) -> Problem {
        Problem::new(format!("{error:#}"), "show another file, or mend the repository")
    }

    /// Paths that someone may have meant by `path`, in the same folder and below.
    pub fn files_beside(&self, version: &Version, path: &str) -> Vec<String> {
        let folder = path.rsplit_once('/').map_or("", |(folder, _)| folder);
        let folder = format!("{folder}/");
        let listing = self.repo.listing(&version.commit).unwrap_or_default();
        listing.keys().filter(|name| name.starts_with(&folder)).cloned().collect()
    }
}
