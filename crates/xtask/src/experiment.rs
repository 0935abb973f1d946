//! `cargo xtask experiment`: the patches behind numbers of changed engines, for a reader to run.

use crate::engines::Engine;
use crate::{line, say, stages};
use anyhow::{Context, Result, bail};
use clap::Args;
use literate::git::Repo;
use literate::manifest::{Manifest, Stage};
use records::declared::{self, Entry};
use records::experiment::{FOLDER, file, names, split};
use std::fs;

#[derive(Args)]
pub struct Options {
    /// Lay this one out; without it all are listed
    name: Option<String>,
}

/// Where experiments are laid out, from the repository's root.
const FOLDERS: &str = "checkouts";

pub fn run(repo: &Repo, options: &Options) -> Result<bool> {
    match &options.name {
        None => list(repo),
        Some(name) => lay_out(repo, name),
    }
}

fn list(repo: &Repo) -> Result<bool> {
    let entries = entries(repo)?;
    let mut rows = Vec::new();
    for name in names(repo.root()) {
        let text = fs::read_to_string(repo.root().join(file(&name)))
            .with_context(|| format!("{}: can't be read", file(&name)))?;
        let tables = of(&entries, &name);
        let stage = tables.first().map_or("no table", |entry| entry.stage.as_str());
        let about = split(&text).0.lines().next().unwrap_or_default();
        rows.push(vec![name, stage.to_owned(), about.to_owned()]);
    }
    match rows.is_empty() {
        true => say!("there's no experiment in {FOLDER} yet"),
        false => line::print(&line::table(&rows)),
    }
    Ok(true)
}

/// Puts a stage with the patch into a folder that belongs to the reader.
fn lay_out(repo: &Repo, name: &str) -> Result<bool> {
    let known = names(repo.root());
    if !known.iter().any(|known| known == name) {
        bail!("no experiment `{name}`; {FOLDER} has {}", known.join(", "));
    }
    let manifest = stages::manifest(repo)?;
    let entries = entries(repo)?;
    let tables = of(&entries, name);
    let stage = stage(&manifest, &tables, name)?;
    // That its commit and its patch are sound is told before anything is made.
    Engine::of_experiment(repo, stage, name)?;
    let folder = format!("{FOLDERS}/experiment-{name}");
    let path = repo.root().join(&folder);
    if path.exists() {
        say!("{folder} is there already; remove it, and it's laid out anew");
    } else {
        let attempt = stages::export(repo, &stage.commit, &path)
            .and_then(|()| repo.git(&["apply", &format!("--directory={folder}"), &file(name)]));
        if let Err(error) = attempt {
            // Nothing of a reader's is in it yet.
            let _ = fs::remove_dir_all(&path);
            return Err(error)
                .with_context(|| format!("{} doesn't apply to {}", file(name), stage.tag));
        }
        say!("stage {} with the experiment is laid out: {folder}", stage.number);
    }
    say!("  cd {folder}");
    say!("  cargo run --release -p cb2026");
    let ids: Vec<&str> = tables.iter().map(|entry| entry.id.as_str()).collect();
    say!("its numbers: cargo xtask measure --fresh --only {}", ids.join(" --only "));
    Ok(true)
}

fn stage<'m>(manifest: &'m Manifest, tables: &[&Entry], name: &str) -> Result<&'m Stage> {
    let Some(first) = tables.first() else {
        bail!("no table of {} is of the experiment `{name}`; add `patch` to one", declared::PATH);
    };
    stages::find(manifest, &first.stage)
}

fn entries(repo: &Repo) -> Result<Vec<Entry>> {
    let path = declared::PATH;
    let text = fs::read_to_string(repo.root().join(path))
        .with_context(|| format!("{path}: can't be read; restore it with `git restore {path}`"))?;
    declared::parse(&text)
        .map_err(|mistake| anyhow::anyhow!("{path}:{}: {}", mistake.line, mistake.what))
}

fn of<'e>(entries: &'e [Entry], name: &str) -> Vec<&'e Entry> {
    entries.iter().filter(|entry| entry.patch.as_deref() == Some(name)).collect()
}
