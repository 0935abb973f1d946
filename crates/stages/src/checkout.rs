//! `stages checkout`: a stage as a folder, `checkouts/TAG`, that belongs to its reader.
//!
//! The folder is laid out beside its place and then renamed, so that it's there whole or not at all.
//! What a reader has changed in it is kept as a patch beside it before the folder is put right again.

use crate::command::{ensure_here, find, manifest};
use crate::export::{Export, MARKER, lock};
use crate::file;
use crate::git::Repo;
use crate::line;
use crate::manifest::Stage;
use crate::say;
use anyhow::{Context, Result, bail};
use std::fs::{self, File};
use std::path::{Path, PathBuf};

/// Where stages are laid out, from the repository's root.
const FOLDER: &str = "checkouts";

pub fn run(repo: &Repo, name: &str) -> Result<bool> {
    let manifest = manifest(repo)?;
    let stage = find(&manifest, name)?;
    let laid = lay_out(repo, stage)?;
    if let Some(kept) = &laid.kept {
        say!("what you had changed in it is kept: {}", kept.display());
    }
    let Stage { number, title, .. } = stage;
    say!("stage {number}, {title}, {} in {}", laid.how, laid.folder.display());
    say!("  cd {}", quoted(&laid.folder));
    say!("  cargo run --release -p cb2026    # the engine; `help` lists what it understands");
    say!("  cargo test -p cb2026             # its tests");
    if !laid.folder.join("crates/xtask").exists() {
        say!("`cargo xtask` isn't there: the book is built and numbers are measured in the clone");
    }
    say!(
        "change what you like: `scripts/stages diff {number}` in the clone shows what you changed"
    );
    Ok(true)
}

/// Prints what the reader changed.
pub fn diff(repo: &Repo, name: &str) -> Result<bool> {
    let manifest = manifest(repo)?;
    let stage = find(&manifest, name)?;
    let folder = folder(repo, stage);
    let Some(base) = base(repo, &folder) else {
        bail!("stage {name} isn't laid out; run `scripts/stages checkout {name}`");
    };
    let lock = lock(&repo.root().join(FOLDER))?;
    let export = Export::new(repo, &folder, &lock)?;
    let now = export.snapshot(&base)?;
    line::write(&export.patch(&base, &now)?);
    Ok(true)
}

pub fn is_laid_out(repo: &Repo, stage: &Stage) -> bool {
    base(repo, &folder(repo, stage)).is_some()
}

/// A stage's folder, and what had to be done for it.
struct Laid {
    folder: PathBuf,
    /// As `is laid out`.
    how: &'static str,
    /// Holds what had been changed in the folder.
    kept: Option<PathBuf>,
}

fn folder(repo: &Repo, stage: &Stage) -> PathBuf {
    repo.root().join(FOLDER).join(&stage.tag)
}

/// Makes the stage's folder hold exactly its commit. Built files in it stay.
fn lay_out(repo: &Repo, stage: &Stage) -> Result<Laid> {
    ensure_here(repo, stage)?;
    let home = repo.root().join(FOLDER);
    let lock = lock(&home)?;
    file::sweep(&home)?;
    let folder = folder(repo, stage);
    if folder.symlink_metadata().is_err() {
        create(repo, stage, &folder, &lock)?;
        return Ok(Laid { folder, how: "is laid out", kept: None });
    }
    let Some(base) = base(repo, &folder) else {
        let kept = unused(|number| home.join(format!("{}.kept-{number}", stage.tag)));
        fs::rename(&folder, &kept)
            .with_context(|| format!("{}: can't be renamed", folder.display()))?;
        create(repo, stage, &folder, &lock)?;
        return Ok(Laid { folder, how: "is laid out anew", kept: Some(kept) });
    };
    let export = Export::new(repo, &folder, &lock)?;
    let now = export.snapshot(&base)?;
    let is_changed = repo.tree(&base, "").as_ref() != Some(&now);
    if !is_changed && base == stage.commit {
        return Ok(Laid { folder, how: "is laid out", kept: None });
    }
    let kept = if is_changed { Some(keep(&export, stage, &home, [&base, &now])?) } else { None };
    export.reset(&stage.commit)?;
    mark(&folder, &stage.commit)?;
    Ok(Laid { folder, how: "is laid out anew", kept })
}

fn create(repo: &Repo, stage: &Stage, folder: &Path, lock: &File) -> Result<()> {
    let unfinished = file::unfinished_folder(&repo.root().join(FOLDER))?;
    // A folder in it, as the temporary one can be read by its owner alone.
    let files = unfinished.path().join(&stage.tag);
    Export::new(repo, &files, lock)?.fill(&stage.commit)?;
    mark(&files, &stage.commit)?;
    fs::rename(&files, folder).with_context(|| format!("{}: can't be created", folder.display()))
}

fn mark(folder: &Path, commit: &str) -> Result<()> {
    file::write(&folder.join(MARKER), &format!("{commit}\n"))
}

/// The commit that the folder was laid out from; `None` if it's no folder of ours.
fn base(repo: &Repo, folder: &Path) -> Option<String> {
    let marked = fs::read_to_string(folder.join(MARKER)).ok()?;
    repo.commit(marked.trim())
}

/// Writes what was changed in the folder into a patch beside it.
fn keep(export: &Export, stage: &Stage, home: &Path, trees: [&str; 2]) -> Result<PathBuf> {
    let patch = unused(|number| home.join(format!("{}.changes-{number}.patch", stage.tag)));
    file::write_bytes(&patch, &export.patch(trees[0], trees[1])?)?;
    Ok(patch)
}

/// The first name, counted from 1, that nothing has yet.
fn unused(name: impl Fn(u32) -> PathBuf) -> PathBuf {
    let mut names = (1..).map(name);
    names.find(|path| path.symlink_metadata().is_err()).expect("numbers don't end")
}

/// A path as it can be typed into a shell.
fn quoted(path: &Path) -> String {
    let text = path.display().to_string();
    let is_plain = |c: char| c.is_alphanumeric() || "/\\.:_-".contains(c);
    if text.chars().all(is_plain) { text } else { format!("'{}'", text.replace('\'', r"'\''")) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_path_is_quoted_where_a_shell_would_split_it() {
        assert_eq!(quoted(Path::new("/a/b-c")), "/a/b-c");
        assert_eq!(quoted(Path::new("/my books/it's")), r"'/my books/it'\''s'");
    }
}
