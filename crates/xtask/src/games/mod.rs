//! `cargo xtask match`: plays the matches that `stages/matches.toml` declares, and proves their records.
//!
//! Here engines are found and built. The games are played by the program of the `arena` crate, in a
//! process of its own.

mod find;
mod opponents;
mod replay;
mod state;
mod trial;

pub use replay::{Replay, replays};
pub use state::recorded_ids;

use crate::{cargo, file, line, measure, say, stages};
use anyhow::{Context, Result, bail};
use arena::contest::Match;
use arena::declare;
use arena::job::Job;
use arena::openings;
use arena::record::{FOLDER, MatchRecord, Provenance};
use arena::report;
use arena::side::Side;
use clap::{Args, Subcommand};
use find::{Finder, Prepared};
use literate::git::Repo;
use literate::manifest::Manifest;
use state::State;
use std::ffi::OsString;
use std::fs::File;
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::process::Command as Process;

/// What is made anew each time: jobs, locks, openings that are compared.
const SCRATCH: &str = "target/matches";

/// What belongs to the one who plays, and isn't cleaned away: journals, drafts, PGN.
const KEPT: &str = "matches";

#[derive(Subcommand)]
pub enum Command {
    /// List the matches and what is recorded of them
    List,
    /// Print the record of a match
    Show { id: String },
    /// Play a match or all pairings of a tournament, or the rest of it, and record it
    Run(Run),
    /// Play the engine of the working copy against another one, and record nothing
    Trial(trial::Options),
    /// Prove records: play their first games again and compare every move
    Verify(Verify),
    /// Write the games of a record as PGN
    Pgn(Pgn),
    /// Make stages/openings.epd, or add positions to it
    Openings(Openings),
    /// List the foreign engines, and how to get those that are missing
    Opponents,
    /// Tell whether an engine honours `go nodes`
    Probe { engine: PathBuf },
}

#[derive(Args)]
pub struct Run {
    id: String,
    /// How many games are played at a time; one a core unless given
    #[arg(long)]
    concurrency: Option<NonZeroUsize>,
    /// Play all games, even those that are recorded or in the journal
    #[arg(long)]
    fresh: bool,
    /// Play with an engine that isn't committed, and keep the record out of the repository
    #[arg(long)]
    draft: bool,
}

#[derive(Args, Default)]
pub struct Verify {
    /// The match or tournament; all records unless given
    pub id: Option<String>,
    /// How many pairs are played again; all unless given
    #[arg(long, value_name = "PAIRS")]
    pub games: Option<NonZeroUsize>,
    #[arg(long)]
    pub concurrency: Option<NonZeroUsize>,
}

#[derive(Args)]
pub struct Pgn {
    id: String,
    /// Where to; matches/ID.pgn unless given
    #[arg(long)]
    out: Option<PathBuf>,
    /// How many pairs; all unless given
    #[arg(long, value_name = "PAIRS")]
    games: Option<NonZeroUsize>,
    #[arg(long)]
    concurrency: Option<NonZeroUsize>,
}

#[derive(Args)]
pub struct Openings {
    /// How many positions
    #[arg(long, default_value = "6000")]
    lines: NonZeroUsize,
    #[arg(long, default_value_t = 2026)]
    seed: u64,
    /// Of the search that judges a position
    #[arg(long, default_value = "nodes=5000")]
    limits: String,
    /// The most centipawns that either side may be ahead
    #[arg(long, default_value_t = 60)]
    bound: i32,
    /// The player that judges a position; the other defaults are those of the file, too
    #[arg(long, default_value = "stage-07-deepening", value_parser = Side::parse)]
    judge: Side,
    /// Compare with the file instead of writing it
    #[arg(long)]
    check: bool,
}

pub fn run(repo: &Repo, command: &Command) -> Result<bool> {
    match command {
        Command::List => list(repo),
        Command::Show { id } => show(repo, id),
        Command::Run(options) => play(repo, options),
        Command::Trial(options) => trial::run(repo, options),
        Command::Verify(options) => verify(repo, options),
        Command::Pgn(options) => pgn(repo, options),
        Command::Openings(options) => make_openings(repo, options),
        Command::Opponents => opponents::list(repo),
        Command::Probe { engine } => arena_program(repo, &["probe".into(), engine.into()]),
    }
}

fn list(repo: &Repo) -> Result<bool> {
    let (matches, manifest) = (declare::load(repo.root())?, stages::manifest(repo)?);
    let mut rows = Vec::new();
    for declared in &matches {
        let state = State::of(declared, repo, &manifest)?;
        rows.push(vec![declared.id.clone(), report::players(declared), state.words()]);
    }
    for id in state::orphans(repo, &matches)? {
        rows.push(vec![id, "declared no more".to_owned(), "recorded".to_owned()]);
    }
    if rows.is_empty() {
        say!("{} declares no match yet", declare::PATH);
    }
    line::print(&line::table(&rows));
    Ok(true)
}

fn show(repo: &Repo, id: &str) -> Result<bool> {
    for record in all_recorded(repo, id)? {
        report::lines(&record).iter().for_each(|line| say!("{line}"));
    }
    Ok(true)
}

/// The record of the match `id`, or those of the tournament `id`. All have to be there.
fn all_recorded(repo: &Repo, id: &str) -> Result<Vec<MatchRecord>> {
    // A record may be shown and proven after its declaration has gone.
    if let Some(record) = MatchRecord::load(repo.root(), id)? {
        return Ok(vec![record]);
    }
    let named = declare::load_all(repo.root())?.named(id)?;
    named.iter().map(|declared| recorded(repo, &declared.id)).collect()
}

fn recorded(repo: &Repo, id: &str) -> Result<MatchRecord> {
    MatchRecord::load(repo.root(), id)?.with_context(|| {
        format!("match `{id}` hasn't been played; run `cargo xtask match run {id}`")
    })
}

fn play(repo: &Repo, options: &Run) -> Result<bool> {
    let (matches, manifest) = (declare::load_all(repo.root())?, stages::manifest(repo)?);
    for declared in matches.named(&options.id)? {
        if !play_one(repo, &declared, &manifest, options)? {
            return Ok(false);
        }
    }
    Ok(true)
}

fn play_one(repo: &Repo, declared: &Match, manifest: &Manifest, options: &Run) -> Result<bool> {
    let id = &declared.id;
    if !options.fresh && !options.draft {
        match State::of(declared, repo, manifest)? {
            State::Recorded(record) => {
                if record.declared != *declared {
                    // Only the title can be another one.
                    let record = MatchRecord { declared: declared.clone(), ..*record };
                    let path = repo.root().join(MatchRecord::file(id));
                    file::write(&path, &record.to_json())?;
                }
                say!("{id} is recorded; --fresh plays it again");
                return Ok(true);
            }
            State::Stale(why) => say!("{id} is played again: {why}"),
            State::Missing => {}
        }
    }
    let _lock = lock(repo, id)?;
    let players = Finder::new(repo, manifest)?.of_declaration(declared, options.draft)?;
    let mut job = job(repo, declared, players);
    if options.draft {
        job.record = repo.root().join(KEPT).join(format!("draft-{id}.json"));
        job.journal = job.record.with_extension("jsonl");
    }
    let mut arguments = command_line(repo, &job, "run", options.concurrency)?;
    if options.fresh {
        arguments.push("--fresh".into());
    }
    let is_well = arena_program(repo, &arguments)?;
    if is_well {
        say!("record: {}", job.record.strip_prefix(repo.root()).unwrap_or(&job.record).display());
    }
    Ok(is_well)
}

/// Proves one record or all. What can't be played here is said, and isn't a failure.
pub fn verify(repo: &Repo, options: &Verify) -> Result<bool> {
    let records = match &options.id {
        Some(id) => all_recorded(repo, id)?,
        None => all_records(repo)?,
    };
    if records.is_empty() {
        say!("no match is recorded in {FOLDER} yet");
    }
    let manifest = stages::manifest(repo)?;
    let finder = Finder::new(repo, &manifest)?;
    let mut is_well = true;
    for record in &records {
        let id = &record.declared.id;
        let prepared = finder.of_record(record).with_context(|| format!("record `{id}`"));
        let engines = match prepared {
            Ok(Prepared::Ready(engines)) => *engines,
            Ok(Prepared::Missing(why)) => {
                say!("{id}: not played again: {why}");
                continue;
            }
            Err(error) => {
                say!("error: {}", line::of(&error));
                is_well = false;
                continue;
            }
        };
        let job = job(repo, &record.declared, engines);
        let mut arguments = command_line(repo, &job, "verify", options.concurrency)?;
        if let Some(games) = options.games {
            arguments.extend(["--games".into(), games.to_string().into()]);
        }
        is_well &= arena_program(repo, &arguments)?;
    }
    Ok(is_well)
}

fn all_records(repo: &Repo) -> Result<Vec<MatchRecord>> {
    let ids = state::recorded_ids(repo)?;
    ids.iter().map(|id| recorded(repo, id)).collect()
}

fn pgn(repo: &Repo, options: &Pgn) -> Result<bool> {
    let (records, manifest) = (all_recorded(repo, &options.id)?, stages::manifest(repo)?);
    if records.len() > 1 && options.out.is_some() {
        bail!("`{}` is a tournament with a file for each pairing; leave --out away", options.id);
    }
    let finder = Finder::new(repo, &manifest)?;
    for record in &records {
        let id = &record.declared.id;
        let engines = match finder.of_record(record)? {
            Prepared::Ready(engines) => *engines,
            Prepared::Missing(why) => bail!("the games of `{id}` can't be had: {why}"),
        };
        let job = job(repo, &record.declared, engines);
        let default = || repo.root().join(KEPT).join(format!("{id}.pgn"));
        let out = options.out.clone().unwrap_or_else(default);
        let mut arguments = command_line(repo, &job, "pgn", options.concurrency)?;
        arguments.extend(["--out".into(), out.into()]);
        if let Some(games) = options.games {
            arguments.extend(["--games".into(), games.to_string().into()]);
        }
        if !arena_program(repo, &arguments)? {
            return Ok(false);
        }
    }
    Ok(true)
}

/// Makes the openings beside the file first: what stands there is played from, and has to stay.
fn make_openings(repo: &Repo, options: &Openings) -> Result<bool> {
    let target = repo.root().join(openings::PATH);
    let made = repo.root().join(SCRATCH).join("openings.epd");
    let Openings { lines, seed, limits, bound, judge, .. } = options;
    let manifest = stages::manifest(repo)?;
    let mut arguments: Vec<OsString> = vec![
        "openings".into(),
        "--out".into(),
        made.clone().into(),
        format!("--lines={lines}").into(),
        format!("--seed={seed}").into(),
        format!("--limits={limits}").into(),
        format!("--bound={bound}").into(),
        format!("--judge={judge}").into(),
    ];
    if let Some(program) = Finder::new(repo, &manifest)?.player(judge)? {
        arguments.extend(["--program".into(), program.into()]);
    }
    if !arena_program(repo, &arguments)? {
        return Ok(false);
    }
    let (new, old) = (positions(&made)?, positions(&target)?);
    if options.check {
        if new != old {
            say!("{} holds other positions than are made now", openings::PATH);
        }
        return Ok(new == old);
    }
    if !new.starts_with(&old) {
        bail!(
            "{} would lose positions that games were played from; use the recipe at its head with \
             more --lines, or remove the file first",
            openings::PATH
        );
    }
    std::fs::copy(&made, &target)
        .with_context(|| format!("{}: can't be written", target.display()))?;
    Ok(true)
}

/// The lines of an openings file without its comments; none where there's no file.
fn positions(path: &Path) -> Result<Vec<String>> {
    let text = match std::fs::read_to_string(path) {
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => String::new(),
        read => read.with_context(|| format!("{}: can't be read", path.display()))?,
    };
    Ok(text.lines().filter(|line| !line.starts_with('#')).map(str::to_owned).collect())
}

fn job(repo: &Repo, declared: &Match, [first, second]: [arena::job::Engine; 2]) -> Job {
    let root = repo.root();
    let id = &declared.id;
    let literate::results::Provenance { processor, date, settings } =
        measure::provenance::here(root, None);
    Job {
        declared: declared.clone(),
        first,
        second,
        openings: root.join(openings::PATH),
        record: root.join(MatchRecord::file(id)),
        journal: root.join(KEPT).join(format!("{id}.jsonl")),
        provenance: Provenance { processor, date, settings, concurrency: 0 },
    }
}

/// Writes the job down, and gives what the arena is told of it. A file for each command, because one
/// that proves a record may run beside one that plays it.
fn command_line(
    repo: &Repo,
    job: &Job,
    command: &str,
    concurrency: Option<NonZeroUsize>,
) -> Result<Vec<OsString>> {
    let name = format!("{}.{command}.json", job.declared.id);
    let path = repo.root().join(SCRATCH).join(name);
    file::write(&path, &serde_json::to_string_pretty(job)?)?;
    let mut arguments = vec![command.into(), path.into()];
    if let Some(concurrency) = concurrency {
        arguments.extend(["--concurrency".into(), concurrency.to_string().into()]);
    }
    Ok(arguments)
}

fn lock(repo: &Repo, id: &str) -> Result<File> {
    let folder = repo.root().join(SCRATCH);
    std::fs::create_dir_all(&folder).with_context(|| format!("can't create {SCRATCH}"))?;
    let name = format!("{id}.lock");
    let lock = File::create(folder.join(&name))
        .with_context(|| format!("can't create {SCRATCH}/{name}"))?;
    if lock.try_lock().is_err() {
        bail!("another `cargo xtask match run {id}` is at work; let it end or stop it");
    }
    Ok(lock)
}

/// Builds the arena and runs it. It has told already why it failed, if it did.
fn arena_program(repo: &Repo, arguments: &[OsString]) -> Result<bool> {
    let program = cargo::arena(repo.root())?;
    let status = Process::new(&program)
        .args(arguments)
        .status()
        .with_context(|| format!("can't run {}", program.display()))?;
    Ok(status.success())
}
