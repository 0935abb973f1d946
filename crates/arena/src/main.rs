//! The program that plays. `cargo xtask match` finds and builds the engines, writes a job, and starts
//! this; only `probe` is of use by itself.

use anyhow::{Context, Result};
use arena::job::Job;
use arena::journal::Journal;
use arena::limits::Limits;
use arena::openings::Openings;
use arena::play::players::uci::Setup;
use arena::play::run::{self, Watch};
use arena::play::{generate, peers, pgn, probe, replay, start};
use arena::played::Pair;
use arena::record::MatchRecord;
use arena::report;
use arena::side::Side;
use clap::{Parser, Subcommand};
use indicatif::{ProgressBar, ProgressStyle};
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::{Duration, Instant};

/// Plays matches between chess engines.
#[derive(Parser)]
#[command(version, max_term_width = 100)]
struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Play a match, or the rest of it, and write its record
    Run {
        job: PathBuf,
        #[arg(long, default_value_t = cores())]
        concurrency: NonZeroUsize,
        /// Play all games, whatever the journal holds
        #[arg(long)]
        fresh: bool,
    },
    /// Play a match, tell what it came to, and write nothing
    Trial {
        job: PathBuf,
        #[arg(long, default_value_t = cores())]
        concurrency: NonZeroUsize,
    },
    /// Play the first pairs of a record again and compare
    Verify {
        job: PathBuf,
        /// How many pairs; all unless given
        #[arg(long)]
        games: Option<NonZeroUsize>,
        #[arg(long, default_value_t = cores())]
        concurrency: NonZeroUsize,
    },
    /// Write the games of a record as PGN
    Pgn {
        job: PathBuf,
        /// Where to
        #[arg(long)]
        out: PathBuf,
        /// How many pairs; all unless given
        #[arg(long)]
        games: Option<NonZeroUsize>,
        #[arg(long, default_value_t = cores())]
        concurrency: NonZeroUsize,
    },
    /// Make opening positions
    Openings {
        #[arg(long)]
        out: PathBuf,
        #[arg(long)]
        lines: usize,
        #[arg(long)]
        seed: u64,
        #[arg(long)]
        limits: String,
        /// The most centipawns that either side may be ahead
        #[arg(long)]
        bound: i32,
        /// The player that judges them
        #[arg(long, value_parser = Side::parse)]
        judge: Side,
        /// Its program, for one of the project's own engines
        #[arg(long)]
        program: Option<PathBuf>,
        #[arg(long, default_value_t = cores())]
        concurrency: NonZeroUsize,
    },
    /// Tell whether an engine honours `go nodes`
    Probe { engine: PathBuf },
    /// Search positions with several engines in turns, and tell their nodes and seconds
    Peers {
        /// Each as `uci:PATH;Option=value`
        #[arg(required = true, value_parser = Side::parse)]
        players: Vec<Side>,
        /// A position as FEN; given once for each
        #[arg(long = "position", required = true)]
        positions: Vec<String>,
        #[arg(long)]
        depth: u32,
        #[arg(long)]
        rounds: usize,
    },
}

fn cores() -> NonZeroUsize {
    std::thread::available_parallelism().unwrap_or(NonZeroUsize::MIN)
}

fn main() -> ExitCode {
    match act(Arguments::parse().command) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            let words: Vec<String> =
                format!("{error:#}").split_whitespace().map(str::to_owned).collect();
            eprintln!("error: {}", words.join(" "));
            ExitCode::FAILURE
        }
    }
}

fn act(command: Command) -> Result<()> {
    match command {
        Command::Run { job, concurrency, fresh } => {
            let job = Job::load(&job)?;
            let mut watch = Live::new(job.declared.pairs);
            let result =
                run::run(&job, run::Options { concurrency: concurrency.get(), fresh }, &mut watch);
            watch.bar.finish_and_clear();
            say(&report::lines(&result?));
        }
        Command::Trial { job, concurrency } => {
            let job = Job::load(&job)?;
            let mut watch = Live::new(job.declared.pairs);
            let result = run::trial(&job, concurrency.get(), &mut watch);
            watch.bar.finish_and_clear();
            say(&report::trial(&result?));
        }
        Command::Verify { job, games, concurrency } => {
            let job = Job::load(&job)?;
            say(&[verify(&job, games.map(NonZeroUsize::get), concurrency.get())?]);
        }
        Command::Pgn { job, out, games, concurrency } => {
            let job = Job::load(&job)?;
            let (text, count) = pgn_of(&job, games.map(NonZeroUsize::get), concurrency.get())?;
            run::write(&out, &text)?;
            say(&[format!("{count} games in {}", out.display())]);
        }
        Command::Openings { out, lines, seed, limits, bound, judge, program, concurrency } => {
            let limits = Limits::parse(&limits)?;
            let setup = start::setup(&judge, program.as_deref())?;
            let recipe = generate::Recipe { seed, lines, limits, bound, judge: judge.to_string() };
            let bar = bar(lines);
            let text = generate::generate(&recipe, &setup, concurrency.get(), |done| {
                bar.set_position(done as u64)
            });
            bar.finish_and_clear();
            run::write(&out, &text?)?;
            say(&[format!("{lines} positions in {}", out.display())]);
        }
        Command::Probe { engine } => {
            say(&[probe::nodes(Setup::foreign(engine, Vec::new()))?.to_string()]);
        }
        Command::Peers { players, positions, depth, rounds } => {
            let efforts = peers::compare(&players, &positions, depth, rounds)?;
            say(&[serde_json::to_string(&efforts)?]);
        }
    }
    Ok(())
}

/// Prints to standard output. A reader that has gone is no fault.
fn say(lines: &[String]) {
    use std::io::Write;
    let mut out = std::io::stdout().lock();
    let _ = lines.iter().try_for_each(|line| writeln!(out, "{line}"));
}

fn record(job: &Job) -> Result<MatchRecord> {
    let path = &job.record;
    let text = std::fs::read_to_string(path)
        .with_context(|| format!("{}: can't be read", path.display()))?;
    serde_json::from_str(&text).with_context(|| format!("{}: not a record", path.display()))
}

fn verify(job: &Job, games: Option<usize>, concurrency: usize) -> Result<String> {
    let record = record(job)?;
    let id = &record.declared.id;
    replay::check_figures(&record).with_context(|| format!("record `{id}`"))?;
    if !record.is_replayable() {
        let pairs = replay::follow(job, &record).with_context(|| format!("record `{id}`"))?;
        let count = pairs.len();
        return Ok(format!(
            "{id}: {count} pairs follow the rules; a clock took part, none replayed"
        ));
    }
    let wanted = games.unwrap_or(record.pairs.len());
    let bar = bar(wanted.min(record.pairs.len()));
    let played = replay::replay(job, &record, wanted, concurrency, |_| bar.inc(1));
    bar.finish_and_clear();
    let played = played.with_context(|| format!("record `{id}` isn't what is played"))?.len();
    Ok(format!("{id}: {played} of {} pairs played again, all the same", record.pairs.len()))
}

/// The games of the record: from the journal if it holds them, else played again.
fn pgn_of(job: &Job, games: Option<usize>, concurrency: usize) -> Result<(String, usize)> {
    let record = record(job)?;
    let openings = Openings::load(&job.openings, record.declared.openings_start)?;
    let wanted = games.unwrap_or(record.pairs.len()).min(record.pairs.len());
    let pairs = match kept(job, &record, &openings, wanted) {
        Some(pairs) => pairs,
        None if record.is_replayable() => {
            let bar = bar(wanted);
            let pairs = replay::replay(job, &record, wanted, concurrency, |_| bar.inc(1))?;
            bar.finish_and_clear();
            pairs
        }
        None => replay::follow(job, &record)?.into_iter().take(wanted).collect(),
    };
    let date = record
        .provenance
        .as_ref()
        .map_or("????.??.??".to_owned(), |known| known.date.replace('-', "."));
    let players = record.declared.sides().map(|side| side.short());
    let event = pgn::Event { title: record.declared.title.clone(), date, players };
    let mut text = String::new();
    for pair in &pairs {
        text += &pgn::pair(&event, openings.get(pair.index)?, pair)?;
    }
    Ok((text, 2 * pairs.len()))
}

fn kept(job: &Job, record: &MatchRecord, openings: &Openings, wanted: usize) -> Option<Vec<Pair>> {
    let pairs = Journal::pairs(&job.journal, &run::head(job, openings))?;
    let pairs: Vec<Pair> = (0..wanted).map_while(|index| pairs.get(&index).cloned()).collect();
    let is_recorded = pairs.len() == wanted
        && pairs.iter().zip(&record.pairs).all(|(pair, entry)| pair.entry() == *entry);
    is_recorded.then_some(pairs)
}

fn bar(length: usize) -> ProgressBar {
    // indicatif draws nothing where the output isn't a terminal.
    let bar = ProgressBar::new(length as u64);
    if let Ok(style) = ProgressStyle::with_template("{bar:20} {pos}/{len} {elapsed} {wide_msg}") {
        bar.set_style(style);
    }
    bar.enable_steady_tick(Duration::from_millis(200));
    bar
}

/// Shows how a match goes: a bar on a terminal, a line a minute elsewhere.
struct Live {
    declared: usize,
    bar: ProgressBar,
    last: Instant,
}

/// How often a line is printed where no bar can be shown.
const PERIOD: Duration = Duration::from_secs(60);

impl Live {
    fn new(pairs: usize) -> Self {
        Self { declared: pairs, bar: bar(pairs), last: Instant::now() }
    }
}

impl Watch for Live {
    fn put_aside(&mut self, journal: &Path) {
        let old = journal.with_extension("old.jsonl");
        let text = format!("the journal was of other games; it's kept as {}", old.display());
        self.bar.suspend(|| eprintln!("{text}"));
    }

    fn resumed(&mut self, pairs: usize) {
        let text = format!("{pairs} pairs are in the journal already");
        self.bar.suspend(|| eprintln!("{text}"));
    }

    fn progress(&mut self, text: &str, counted: usize) {
        self.bar.set_position(counted as u64);
        self.bar.set_message(text.to_owned());
        if self.bar.is_hidden() && self.last.elapsed() >= PERIOD {
            self.last = Instant::now();
            eprintln!("{counted}/{} pairs  {text}", self.declared);
        }
    }
}
