//! The identity of an engine that lies in the history or in the working copy.
//!
//! What belongs to an identity stands in `records::identity`; here its files are only gathered.

use crate::git::Repo;
use crate::manifest::ENGINE;
use anyhow::{Context, Result, bail};
use records::identity::{identity, is_part};
use std::collections::BTreeMap;
use std::io::ErrorKind;

/// The identity of the engine at `commit`, a full id, or `None` if it has no engine.
pub fn of_commit(repo: &Repo, commit: &str) -> Result<Option<String>> {
    let mut files = BTreeMap::new();
    for path in repo.files(commit, ENGINE)? {
        let Some(name) = part(&path) else { continue };
        let text = repo.read(commit, &path)?;
        files.insert(name.to_owned(), text.with_context(|| format!("{path} has no text"))?);
    }
    if files.is_empty() {
        return Ok(None);
    }
    identity(&files).map(Some).with_context(|| format!("commit {commit:.10}"))
}

/// The identity of the engine as the working copy has it, committed or not.
pub fn of_working_copy(repo: &Repo) -> Result<String> {
    let list = ["ls-files", "-z", "--cached", "--others", "--exclude-standard", "--", ENGINE];
    let mut files = BTreeMap::new();
    for path in repo.git(&list)?.split_terminator('\0') {
        let Some(name) = part(path) else { continue };
        match std::fs::read_to_string(repo.root().join(path)) {
            Ok(text) => files.insert(name.to_owned(), text),
            // Deleted, and not staged yet.
            Err(error) if error.kind() == ErrorKind::NotFound => continue,
            Err(error) => return Err(error).with_context(|| format!("{path}: can't be read")),
        };
    }
    if files.is_empty() {
        bail!("the working copy has no {ENGINE}; restore it with `git restore {ENGINE}`");
    }
    identity(&files)
}

/// The name within the engine's folder of a file that counts.
fn part(path: &str) -> Option<&str> {
    path.strip_prefix(ENGINE)?.strip_prefix('/').filter(|name| is_part(name))
}
