//! `stages checkout`: a stage as a folder, `target/stages/TAG`, for readers and for measuring.
//!
//! The folder is a detached git worktree. What someone changed in it is kept as a patch beside it
//! before the folder is put right again.

use super::verify::short;
use super::{UNSHALLOW, find, manifest};
use crate::say;
use anyhow::{Context, Result, bail};
use literate::git::Repo;
use literate::manifest::Stage;
use std::fs;
use std::path::{Path, PathBuf};

/// Where a stage is laid out.
pub fn folder(repo: &Repo, stage: &Stage) -> PathBuf {
    repo.root().join("target/stages").join(&stage.tag)
}

pub fn run(repo: &Repo, name: &str) -> Result<bool> {
    let manifest = manifest(repo)?;
    let stage = find(&manifest, name)?;
    let laid = lay_out(repo, stage)?;
    if let Some(patch) = &laid.patch {
        say!("the changes that were in it are kept: {}", patch.display());
    }
    say!("stage {}, {}, {} in {}", stage.number, stage.title, laid.how, laid.folder.display());
    say!("run it:");
    say!("  cd {}", laid.folder.display());
    say!("  cargo run --release -p cb2026");
    Ok(true)
}

/// A stage's folder, and what had to be done for it.
pub struct Laid {
    pub folder: PathBuf,
    /// As `is laid out`.
    how: &'static str,
    /// Holds what had been changed in the folder.
    pub patch: Option<PathBuf>,
}

/// Makes the stage's folder hold exactly its commit. Built files in it stay.
pub fn lay_out(repo: &Repo, stage: &Stage) -> Result<Laid> {
    if repo.commit(&stage.commit).is_none() {
        let cure = if repo.is_shallow() { UNSHALLOW } else { "run `cargo xtask stages verify`" };
        bail!("stage {}: commit {} isn't here; {cure}", stage.number, short(&stage.commit));
    }
    let folder = folder(repo, stage);
    let path = folder.to_str().context("the path of the checkout isn't UTF-8; move it")?;
    if !is_worktree(repo, &folder) {
        return create(repo, stage, folder.clone(), path);
    }
    let head = repo.git(&["-C", path, "rev-parse", "HEAD"]).unwrap_or_default();
    let changed = repo.git(&["-C", path, "status", "--porcelain"])?;
    if head.trim() == stage.commit && changed.is_empty() {
        return Ok(Laid { folder, how: "is laid out", patch: None });
    }
    let patch = if changed.is_empty() { None } else { Some(set_aside(repo, &folder, path)?) };
    repo.git(&["-C", path, "checkout", "--quiet", "--force", "--detach", &stage.commit])?;
    repo.git(&["-C", path, "reset", "--quiet", "--hard"])?;
    repo.git(&["-C", path, "clean", "--quiet", "--force", "-d"])?;
    Ok(Laid { folder, how: "is laid out anew", patch })
}

fn create(repo: &Repo, stage: &Stage, folder: PathBuf, path: &str) -> Result<Laid> {
    if folder.symlink_metadata().is_ok() {
        // Whatever stands here was left by a copy or by an interrupted run: it isn't this
        // checkout's worktree, and everything under `target/` can be made again.
        let removed =
            if folder.is_dir() { fs::remove_dir_all(&folder) } else { fs::remove_file(&folder) };
        removed.with_context(|| format!("can't remove {path}; remove it by hand"))?;
    }
    repo.git(&["worktree", "prune"])?;
    let add = ["worktree", "add", "--quiet", "--force", "--detach", path, &stage.commit];
    repo.git(&add).with_context(|| format!("can't lay out stage {}", stage.number))?;
    Ok(Laid { folder, how: "is laid out", patch: None })
}

/// Whether the folder is a worktree of this very checkout, and not of one that it was copied from.
fn is_worktree(repo: &Repo, folder: &Path) -> bool {
    let Some(path) = folder.to_str().filter(|_| folder.join(".git").is_file()) else {
        return false;
    };
    let ask = |place: &str, what: &str| {
        let answer = repo.git(&["-C", place, "rev-parse", "--path-format=absolute", what]).ok()?;
        fs::canonicalize(answer.trim_end()).ok()
    };
    let ours = repo.root().to_str().and_then(|root| ask(root, "--git-common-dir"));
    let same_top = ask(path, "--show-toplevel") == fs::canonicalize(folder).ok();
    same_top && ours.is_some() && ask(path, "--git-common-dir") == ours
}

/// Writes what was changed in the folder into a patch beside it, which `git apply` brings back.
fn set_aside(repo: &Repo, folder: &Path, path: &str) -> Result<PathBuf> {
    repo.git(&["-C", path, "add", "--all"])?;
    let mut number = 1;
    let patch = loop {
        let patch = folder.with_extension(format!("changes-{number}.patch"));
        if !patch.exists() {
            break patch;
        }
        number += 1;
    };
    let output = format!("--output={}", patch.display());
    repo.git(&["-C", path, "diff", "--cached", "--binary", &output, "HEAD"])?;
    Ok(patch)
}
