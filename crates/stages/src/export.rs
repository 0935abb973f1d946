//! The files of a commit in a folder that isn't a checkout.
//!
//! Git works with an index of its own here, in a temporary folder: the index, the HEAD and the locks
//! of the checkout are never touched, so an interruption can't leave any of them behind.
//!
//! A lock keeps runs apart that write into the same place. It ends with the last process that holds
//! it, and each git that is started holds it too: one that outlives us is waited for.

use crate::git::{self, Repo};
use anyhow::{Context, Result};
use std::fs::{self, File};
use std::path::{Path, PathBuf};
use tempfile::TempDir;

/// Holds the commit of an exported folder. It isn't part of the commit, and built files aren't either.
pub const MARKER: &str = ".stage";

/// A reader's settings must not change which bytes are written or compared, or run anything.
const SETTINGS: [&str; 6] = [
    "core.autocrlf=false",
    "core.eol=lf",
    "core.fsmonitor=false",
    "core.hooksPath=/dev/null",
    "core.sparseCheckout=false",
    "advice.addEmbeddedRepo=false",
];

/// Makes `folder` hold exactly the files of `commit`. What the commit ignores, such as built files,
/// stays; whatever else was there is gone.
pub fn export(repo: &Repo, commit: &str, folder: &Path) -> Result<()> {
    let lock = lock(folder.parent().context("a folder lies in another one")?)?;
    Export::new(repo, folder, &lock)?.fill(commit)
}

/// Waits until no other run works in `home`.
pub fn lock(home: &Path) -> Result<File> {
    let path = home.join(".lock");
    let attempt = || {
        fs::create_dir_all(home)?;
        let file = File::create(&path)?;
        file.lock().map(|()| file)
    };
    attempt().with_context(|| format!("{}: can't be locked", path.display()))
}

/// A folder and the index through which git sees it.
pub struct Export<'r> {
    folder: PathBuf,
    git: PathBuf,
    /// Holds the index, and the list of what no snapshot takes in.
    scratch: TempDir,
    lock: &'r File,
}

impl<'r> Export<'r> {
    pub fn new(repo: &Repo, folder: &Path, lock: &'r File) -> Result<Self> {
        let git = PathBuf::from(repo.git(&["rev-parse", "--absolute-git-dir"])?.trim_end());
        let scratch = tempfile::tempdir().context("can't make a temporary folder")?;
        let ignored = format!("/{MARKER}\n/target/\n{}", of_reader(repo));
        fs::write(scratch.path().join("ignored"), ignored)
            .context("the temporary folder can't be written to")?;
        let folder = std::path::absolute(folder)
            .with_context(|| format!("{}: isn't a path", folder.display()))?;
        Ok(Self { folder, git, scratch, lock })
    }

    /// Makes the folder, which may be missing, hold the files of `commit`.
    pub fn fill(&self, commit: &str) -> Result<()> {
        fs::create_dir_all(&self.folder)
            .with_context(|| format!("{}: can't be created", self.folder.display()))?;
        self.snapshot(commit)?;
        self.reset(commit)
    }

    /// The tree that the folder's files make now. The ignored ones count if `base` has them.
    pub fn snapshot(&self, base: &str) -> Result<String> {
        self.run(&["read-tree", base])?;
        self.run(&["add", "--all"])?;
        let tree = self.run(&["write-tree"])?;
        Ok(String::from_utf8_lossy(&tree).trim_end().to_owned())
    }

    /// Turns the files of the last snapshot into those of `commit`; what is equal isn't touched.
    pub fn reset(&self, commit: &str) -> Result<()> {
        self.run(&["read-tree", "--reset", "-u", commit]).map(drop)
    }

    /// What leads from one tree to another, as `git apply` takes it.
    pub fn patch(&self, from: &str, to: &str) -> Result<Vec<u8>> {
        self.run(&["diff-tree", "-r", "-p", "--binary", "--full-index", from, to])
    }

    fn run(&self, arguments: &[&str]) -> Result<Vec<u8>> {
        let mut command = git::command(&self.folder);
        let ignored = self.scratch.path().join("ignored");
        command.arg("-c").arg(format!("core.excludesFile={}", ignored.display()));
        command.args(SETTINGS.iter().flat_map(|setting| ["-c", setting])).args(arguments);
        command.env("GIT_DIR", &self.git).env("GIT_WORK_TREE", &self.folder);
        command.env("GIT_INDEX_FILE", self.scratch.path().join("index"));
        // None of them reads it, but each holds it, and the lock with it.
        command.stdin(self.lock.try_clone().context("the lock can't be shared")?);
        git::output(&mut command, arguments)
    }
}

/// What the reader tells git to ignore everywhere, such as files of an editor.
fn of_reader(repo: &Repo) -> String {
    let standard = match std::env::var("XDG_CONFIG_HOME") {
        Ok(home) => format!("{home}/git/ignore"),
        Err(_) => "~/.config/git/ignore".to_owned(),
    };
    let ask = ["config", "--get", "--type=path", "--default", &standard, "core.excludesFile"];
    let path = repo.git(&ask).unwrap_or_default();
    // Most readers have no such file.
    fs::read_to_string(path.trim_end()).unwrap_or_default()
}
