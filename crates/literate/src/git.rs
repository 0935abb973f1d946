//! Reads the repository's history: the only module that calls `git`.
//!
//! The book shows the code of commits, never of the working tree, so that a page can't drift while
//! an author edits. Answers for a full commit id never change, and are kept for the process's life.

use anyhow::{Context, Result, bail};
use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Mutex;

/// A checkout and its objects.
pub struct Repo {
    root: PathBuf,
    blobs: Mutex<HashMap<(String, String), Option<String>>>,
}

impl Repo {
    /// Opens the checkout that `inside` lies in.
    pub fn open(inside: &Path) -> Result<Self> {
        let top = run(inside, &["rev-parse", "--show-toplevel"], &[])?;
        Ok(Self { root: PathBuf::from(top.trim_end()), blobs: Mutex::default() })
    }

    /// The folder that holds `Cargo.toml` and `book.toml`.
    pub fn root(&self) -> &Path {
        &self.root
    }

    /// The full id of the commit that `revision` names, or `None` if there's no such commit here.
    pub fn commit(&self, revision: &str) -> Option<String> {
        let spec = format!("{revision}^{{commit}}");
        let id = run(&self.root, &["rev-parse", "--verify", "--quiet", &spec], &[]).ok()?;
        Some(id.trim().to_owned())
    }

    /// Whether old commits are missing because the clone was made with `--depth`.
    pub fn is_shallow(&self) -> bool {
        run(&self.root, &["rev-parse", "--is-shallow-repository"], &[])
            .is_ok_and(|answer| answer.trim() == "true")
    }

    pub fn is_ancestor(&self, commit: &str, of: &str) -> bool {
        run(&self.root, &["merge-base", "--is-ancestor", commit, of], &[]).is_ok()
    }

    /// The text of `path` (from the root, with `/`) at `commit`, or `None` if it has no such file.
    pub fn read(&self, commit: &str, path: &str) -> Result<Option<String>> {
        let key = (commit.to_owned(), path.to_owned());
        if let Some(known) = self.blobs.lock().expect("reading doesn't panic").get(&key) {
            return Ok(known.clone());
        }
        let text = match self.tree(commit, path) {
            Some(id) => Some(run(&self.root, &["cat-file", "blob", &id], &[])?),
            None => None,
        };
        self.blobs.lock().expect("reading doesn't panic").insert(key, text.clone());
        Ok(text)
    }

    /// The id of the object (file or folder) at `path` in `commit`.
    pub fn tree(&self, commit: &str, path: &str) -> Option<String> {
        let spec = format!("{commit}:{path}");
        let id = run(&self.root, &["rev-parse", "--verify", "--quiet", &spec], &[]).ok()?;
        Some(id.trim().to_owned())
    }

    /// All files below `folder` at `commit`, as paths from the root, in the order of their names.
    pub fn files(&self, commit: &str, folder: &str) -> Result<Vec<String>> {
        let list = run(&self.root, &["ls-tree", "-r", "--name-only", "-z", commit, folder], &[])?;
        Ok(list.split_terminator('\0').map(str::to_owned).collect())
    }

    /// The id that `folder` would have if its working copy were committed as it is now.
    pub fn working_tree(&self, folder: &str) -> Result<String> {
        let scratch = self.root.join("target");
        std::fs::create_dir_all(&scratch).context("can't create target/")?;
        let index = scratch.join(format!("index-{}", std::process::id()));
        let environment = [("GIT_INDEX_FILE", index.as_path())];
        let id = run(&self.root, &["read-tree", "HEAD"], &environment)
            .and_then(|_| run(&self.root, &["add", "--all", "--", folder], &environment))
            .and_then(|_| {
                let prefix = format!("--prefix={folder}/");
                run(&self.root, &["write-tree", &prefix], &environment)
            });
        // A leftover index is only litter, so failing to remove it doesn't matter.
        let _ = std::fs::remove_file(&index);
        Ok(id?.trim().to_owned())
    }

    /// The commit that the tag points to, or `None` without such a tag.
    pub fn tag(&self, name: &str) -> Option<String> {
        self.commit(&format!("refs/tags/{name}"))
    }

    /// Runs `git` with any other arguments in the root, and gives what it printed.
    pub fn git(&self, arguments: &[&str]) -> Result<String> {
        run(&self.root, arguments, &[])
    }
}

fn run(folder: &Path, arguments: &[&str], environment: &[(&str, &Path)]) -> Result<String> {
    let output = Command::new("git")
        .arg("-C")
        .arg(folder)
        .args(arguments)
        .envs(environment.iter().copied())
        .output()
        .context("can't run git; install it and put it on the path")?;
    if !output.status.success() {
        let reason = String::from_utf8_lossy(&output.stderr);
        bail!("git {}: {}", arguments.join(" "), reason.trim());
    }
    String::from_utf8(output.stdout).context("git printed text that isn't UTF-8")
}
