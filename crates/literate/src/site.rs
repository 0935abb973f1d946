//! What all chapters share: the repository, its stages, the results, the book's address.
//!
//! It gives answers and problems; it doesn't know chapters or directives.

use crate::fault::Problem;
use crate::git::Repo;
use crate::manifest::{self, Manifest, Stage};
use crate::numbers::Results;
use crate::version::{File, Files, Version};
use anyhow::{Context, Result};
use std::path::Path;
use std::sync::Arc;

pub struct Site {
    pub repo: Repo,
    pub manifest: Manifest,
    pub results: Results,
    head: String,
    files: Files,
    address: Option<String>,
}

impl Site {
    pub fn open(root: &Path) -> Result<Self> {
        let repo = Repo::open(root)?;
        let manifest = Manifest::load(root)?;
        let head = repo.commit("HEAD").context("the repository has no commit yet; make one")?;
        let results = Results::open(root, &manifest);
        Ok(Self { repo, manifest, results, head, files: Files::default(), address: None })
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

    fn unknown_stage(&self, name: &str) -> Problem {
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
        self.files.get(&self.repo, version, path).map_err(|error| self.unreadable(version, &error))
    }

    /// The problem of a commit that git can't read.
    pub fn unreadable(&self, version: &Version, error: &anyhow::Error) -> Problem {
        let known = self.repo.commit(&version.commit).is_some();
        let (what, cure) = match (known, self.repo.is_shallow()) {
            (true, _) => (format!("{error:#}"), "store it as text, or don't show it".to_owned()),
            (false, true) => (
                format!("the commit of {} isn't in this clone", version.label),
                "fetch the whole history with `git fetch --unshallow`".to_owned(),
            ),
            (false, false) => (
                format!("the commit {} of {} doesn't exist", version.commit, version.label),
                format!("correct it in {}", manifest::PATH),
            ),
        };
        Problem::new(what, cure)
    }

    /// Paths that someone may have meant by `path`, in the same folder and below.
    pub fn files_beside(&self, version: &Version, path: &str) -> Vec<String> {
        let folder = path.rsplit_once('/').map_or("", |(folder, _)| folder);
        let folder = format!("{folder}/");
        let listing = self.repo.listing(&version.commit).unwrap_or_default();
        listing.keys().filter(|name| name.starts_with(&folder)).cloned().collect()
    }
}
