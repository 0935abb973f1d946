//! `cargo xtask measure`: runs the engine where `stages/measure.toml` says, and records the numbers.
//!
//! A result belongs to an engine tree and a declaration. While both are the same, it isn't measured
//! again. How a kind of table is measured stands in its own file; what a page makes of it is
//! `literate`'s business.

mod bench;
mod check;
mod compare;
pub mod declare;
pub mod engine;
mod lines;
mod peers;
mod perft;
mod place;
mod session;
mod sizes;
mod speed;
mod state;
mod trace;
mod update;

pub use place::Place;
pub use speed::provenance;

use crate::cargo::Build;
use crate::{file, stages};
use anyhow::{Context, Result, bail};
use clap::Args;
use declare::{Kind, Table};
use indicatif::{ProgressBar, ProgressStyle};
use literate::git::Repo;
use literate::results::{Column, Exchange, FOLDER, Measured, Provenance, Row};
use place::Places;
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
    /// Measure even what is recorded already
    #[arg(long)]
    pub fresh: bool,
    /// Only this table; may be given several times
    #[arg(long, value_name = "ID")]
    pub only: Vec<String>,
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
    pub const REAL: Self = Self { build: &crate::cargo::Cargo, out: &crate::line::print };
}

/// What measuring a table gave.
#[derive(Debug, Default)]
pub struct Reading {
    pub columns: Vec<Column>,
    pub rows: Vec<Row>,
    pub session: Vec<Exchange>,
    /// A traced search, a line a node.
    pub tree: Vec<String>,
    pub provenance: Option<Provenance>,
}

/// Measures, or compares with `--check`. False where the comparison found something.
pub fn run(repo: &Repo, options: &Options, tools: Tools) -> Result<bool> {
    let manifest = stages::manifest(repo)?;
    let declared = declare::load(repo.root(), &manifest)?;
    let chosen = choose(&declared, &options.only)?;
    let _lock = lock(repo)?;
    let bar = progress(chosen.len());
    let places = Places::new(repo, &manifest, tools, &bar, options.check && !options.all);
    if options.check {
        let orphans = if options.only.is_empty() { orphans(repo, &declared)? } else { Vec::new() };
        return check::run(&places, &chosen, &orphans, options.all);
    }
    file::sweep(&repo.root().join(FOLDER))?;
    update::run(&places, &chosen, options.fresh)?;
    if options.only.is_empty() {
        update::remove(&places, &orphans(repo, &declared)?)?;
    }
    Ok(true)
}

fn choose<'t>(declared: &'t [Table], only: &[String]) -> Result<Vec<&'t Table>> {
    for id in only {
        if !declared.iter().any(|table| table.id == *id) {
            let known = declared.iter().map(|table| table.id.as_str()).collect::<Vec<_>>();
            let known = if known.is_empty() { "no table yet".to_owned() } else { known.join(", ") };
            bail!("no table `{id}`; {} declares {known}", declare::PATH);
        }
    }
    Ok(declared.iter().filter(|table| only.is_empty() || only.contains(&table.id)).collect())
}

/// Two runs at a time would fight for the stages' folders, so the second one waits.
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
        if !declared.iter().any(|table| table.id == id) {
            names.push(name);
        }
    }
    names.sort();
    Ok(names)
}

/// Measures one table, whatever is recorded.
fn measure(table: &Table, places: &Places) -> Result<Measured> {
    let attempt = || -> Result<Measured> {
        let place = places.of(table)?;
        let reading = match &table.kind {
            Kind::Perft(perft) => perft.measure(&place),
            Kind::Bench(bench) => bench.measure(&place),
            Kind::Sizes(sizes) => sizes.measure(&place),
            Kind::Lines(lines) => lines.measure(&place),
            Kind::Session(session) => session.measure(&place),
            Kind::Peers(peers) => peers.measure(&place),
            Kind::Speed(speed) => speed.measure(&place),
            Kind::Trace(trace) => trace.measure(&place),
        }?;
        let mut result = Measured {
            id: table.id.clone(),
            kind: table.kind.name().to_owned(),
            title: String::new(),
            stage: table.stage.clone(),
            engine_tree: place.tree().to_owned(),
            declared: serde_json::Value::Null,
            corner: String::new(),
            columns: reading.columns,
            rows: reading.rows,
            session: reading.session,
            tree: reading.tree,
            quote: Vec::new(),
            provenance: reading.provenance,
        };
        table.caption(&mut result);
        Ok(result)
    };
    let result = attempt().with_context(|| format!("table `{}`, {}", table.id, table.stage))?;
    table.check_quotes(&result)?;
    Ok(result)
}
