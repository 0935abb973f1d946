//! `cargo xtask measure`: runs the engine where `stages/measure.toml` says, and records the numbers.
//!
//! A result belongs to an engine's identity and a declaration. While both are the same, it isn't
//! measured again. How a kind of table is measured stands in `kinds`; what a page makes of it is
//! `literate`'s business.

mod check;
mod checks;
mod compare;
pub mod declare;
mod kinds;
mod place;
pub mod process;
mod proven;
pub mod provenance;
mod reading;
mod state;
mod take;
mod trial;
mod update;

use crate::cargo::{Build, Cargo};
use crate::engines::Engines;
use crate::{file, line, stages};
use anyhow::{Context, Result, bail};
use clap::Args;
use declare::Table;
use indicatif::{ProgressBar, ProgressStyle};
use literate::git::Repo;
use literate::manifest::Manifest;
use literate::results::FOLDER;
use place::Places;
use records::declared::PATH;
use std::cell::RefCell;
use std::fs::File;
use std::time::Duration;

#[derive(Args, Debug, Default)]
pub struct Options {
    /// Measure main again and compare with what is recorded; write nothing
    #[arg(long, conflicts_with = "fresh")]
    pub check: bool,
    /// With --check: measure every stage again, too
    #[arg(long, requires = "check")]
    pub all: bool,
    /// Measure the newest stage's tables with the engine in the working copy, list what moved and where
    /// it's quoted; write nothing
    #[arg(long, conflicts_with_all = ["check", "fresh"])]
    pub trial: bool,
    /// With --trial: the tables of this chapter's stage instead
    #[arg(long, value_name = "N", requires = "trial", conflicts_with = "stage")]
    pub chapter: Option<u32>,
    /// Let recorded results and matches belong to the new engines of these stages, or of all, where the
    /// bench and the first games prove that nothing has changed
    #[arg(long, value_name = "STAGE", num_args = 0.., conflicts_with_all = ["check", "fresh", "trial"])]
    pub carry_over: Option<Vec<String>>,
    /// Measure even what is recorded already
    #[arg(long)]
    pub fresh: bool,
    /// Only this table; may be given several times
    #[arg(long, value_name = "ID")]
    pub only: Vec<String>,
    /// Only tables of this stage, by number or tag, and those that compare all stages; may be given
    /// several times
    #[arg(long, value_name = "STAGE")]
    pub stage: Vec<String>,
}

/// What a run of measuring needs from outside.
#[derive(Clone, Copy)]
pub struct Tools<'a> {
    pub build: &'a dyn Build,
    /// Takes what a person reads.
    pub out: &'a dyn Fn(&str),
}

impl Tools<'static> {
    /// Cargo, and standard output.
    pub const REAL: Self = Self { build: &Cargo, out: &line::print };
}

/// Measures, compares with `--check`, or tries with `--trial`. False where the comparison found
/// something.
pub fn run(repo: &Repo, options: &Options, tools: Tools) -> Result<bool> {
    let manifest = stages::manifest(repo)?;
    let declared = declare::load(repo.root(), &manifest)?;
    let chosen = choose(&declared, &manifest, options)?;
    let _lock = lock(repo)?;
    let bar = progress(chosen.len());
    let engines = Engines::new(repo, tools.build);
    let (manifest, out, is_trial) = (&manifest, tools.out, options.trial);
    let answers = RefCell::default();
    let places = Places { repo, manifest, engines: &engines, out, bar: &bar, is_trial, answers };
    if options.trial {
        return trial::run(&places, &chosen).map(|()| true);
    }
    let is_whole = options.only.is_empty() && options.stage.is_empty();
    let orphans = if is_whole { orphans(repo, &declared)? } else { Vec::new() };
    if options.check {
        let scope = check::Scope { all: options.all, is_whole, orphans };
        return check::run(&places, &chosen, &scope);
    }
    file::sweep(&repo.root().join(FOLDER))?;
    update::run(&places, &chosen, options.fresh)?;
    update::remove(&places, &orphans)?;
    Ok(true)
}

fn choose<'t>(
    declared: &'t [Table],
    manifest: &Manifest,
    options: &Options,
) -> Result<Vec<&'t Table>> {
    let Options { only, stage, chapter, trial, .. } = options;
    for id in only {
        if !declared.iter().any(|table| table.entry.id == *id) {
            let known = declared.iter().map(|table| table.entry.id.as_str()).collect::<Vec<_>>();
            let known = if known.is_empty() { "no table yet".to_owned() } else { known.join(", ") };
            bail!("no table `{id}`; {PATH} declares {known}");
        }
    }
    let mut names = stage.clone();
    names.extend(chapter.map(|chapter| chapter.to_string()));
    let mut tags = Vec::new();
    for name in &names {
        tags.push(stages::find(manifest, name)?.tag.as_str());
    }
    if *trial && names.is_empty() && only.is_empty() {
        tags.extend(manifest.stages.last().map(|stage| stage.tag.as_str()));
    }
    let is_of_all = |table: &Table| table.entry.is_of_all_stages() && !trial;
    let is_chosen = |table: &&Table| {
        let entry = &table.entry;
        let by_id = only.is_empty() || only.contains(&entry.id);
        let by_stage = tags.is_empty() || tags.contains(&entry.stage.as_str()) || is_of_all(table);
        by_id && by_stage
    };
    Ok(declared.iter().filter(is_chosen).collect())
}

/// Two runs at a time would write the same results, so the second one waits.
fn lock(repo: &Repo) -> Result<File> {
    let folder = repo.root().join("target");
    std::fs::create_dir_all(&folder).context("can't create target/")?;
    let lock =
        File::create(folder.join("measure.lock")).context("can't create target/measure.lock")?;
    if lock.try_lock().is_err() {
        eprintln!("waiting for another `cargo xtask measure` to end");
        lock.lock().context("can't lock target/measure.lock")?;
    }
    Ok(lock)
}

fn progress(tables: usize) -> ProgressBar {
    // indicatif draws nothing where the output isn't a terminal.
    let bar = ProgressBar::new(tables as u64);
    if let Ok(style) = ProgressStyle::with_template("{bar:20} {pos}/{len} {elapsed} {wide_msg}") {
        bar.set_style(style);
    }
    bar.enable_steady_tick(Duration::from_millis(200));
    bar
}

/// Names of result files that no table declares.
fn orphans(repo: &Repo, declared: &[Table]) -> Result<Vec<String>> {
    let folder = repo.root().join(FOLDER);
    let entries = match std::fs::read_dir(&folder) {
        Ok(entries) => entries,
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(Vec::new()),
        Err(error) => return Err(error).with_context(|| format!("{FOLDER}: can't be listed")),
    };
    let mut names = Vec::new();
    for entry in entries {
        let name = entry.with_context(|| format!("{FOLDER}: can't be listed"))?.file_name();
        let name = name.to_string_lossy().into_owned();
        let Some(id) = name.strip_suffix(".json") else { continue };
        if !declared.iter().any(|table| table.entry.id == id) {
            names.push(name);
        }
    }
    names.sort();
    Ok(names)
}
