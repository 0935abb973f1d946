//! Plays a match to its end, from where its journal stops, and writes its record.

use crate::contest::Match;
use crate::job::{Engine, Job};
use crate::journal::{Head, Journal, Opened};
use crate::openings::Openings;
use crate::play::board::Board;
use crate::play::{pairs, start};
use crate::played::Pair;
use crate::record::{Identity, MatchRecord};
use crate::report;
use crate::tally::{Tally, Verdict};
use anyhow::{Context, Result};
use std::collections::BTreeMap;
use std::io::Write;
use std::ops::ControlFlow;
use std::path::Path;

/// How a match is played.
#[derive(Clone, Copy, Debug)]
pub struct Options {
    pub concurrency: usize,
    /// Forget what the journal holds.
    pub fresh: bool,
}

/// What a run tells while it goes on.
pub trait Watch {
    /// The journal there was of other games, and now lies beside the new one.
    fn put_aside(&mut self, journal: &Path);
    /// So many pairs were played before.
    fn resumed(&mut self, pairs: usize);
    /// The figures so far, and how many pairs they are of.
    fn progress(&mut self, text: &str, counted: usize);
}

/// The games of a job, as the head of its journal names them. An engine is known by its tree, and may
/// come from another commit by now.
pub fn head(job: &Job, openings: &Openings) -> Head {
    let who = |engine: &Engine| Identity { commit: String::new(), ..engine.identity.clone() };
    Head {
        rules: job.declared.rules(),
        first: who(&job.first),
        second: who(&job.second),
        openings: openings.digest(openings.len()),
    }
}

/// Plays until the match is decided, and writes the record.
pub fn run(job: &Job, options: Options, watch: &mut dyn Watch) -> Result<MatchRecord> {
    let (job, openings) = &prepare(job)?;
    let head = head(job, openings);
    let Opened { mut journal, pairs, put_aside } =
        Journal::open(&job.journal, &head, options.fresh)?;
    if put_aside && !options.fresh {
        watch.put_aside(&job.journal);
    }
    if !pairs.is_empty() {
        watch.resumed(pairs.len());
    }
    let mut count = Count::new(&job.declared, pairs);
    count.play(job, openings, options.concurrency, watch, |pair| journal.add(pair))?;
    let record = count.record(job, openings, options.concurrency)?;
    if !record.is_replayable() {
        write(&moves_file(&job.record), &count.moves)?;
    }
    write(&job.record, &record.to_json())?;
    Ok(record)
}

/// Plays until the match is decided, and writes nothing.
pub fn trial(job: &Job, concurrency: usize, watch: &mut dyn Watch) -> Result<MatchRecord> {
    let (job, openings) = &prepare(job)?;
    let mut count = Count::new(&job.declared, BTreeMap::new());
    count.play(job, openings, concurrency, watch, |_| Ok(()))?;
    count.record(job, openings, concurrency)
}

/// The job with the names of its engines, and its openings, once both are seen to be sound.
fn prepare(job: &Job) -> Result<(Job, Openings)> {
    let openings = Openings::load(&job.openings, job.declared.openings_start)?;
    openings.get(job.declared.pairs - 1)?;
    for index in 0..job.declared.pairs {
        Board::new(openings.get(index)?)
            .with_context(|| format!("{}: correct the line", job.openings.display()))?;
    }
    let mut job = job.clone();
    [job.first.identity.name, job.second.identity.name] = start::inspect(&job)?;
    Ok((job, openings))
}

/// Where the moves of a match on time are kept, beside its record.
pub fn moves_file(record: &Path) -> std::path::PathBuf {
    record.with_extension("moves")
}

/// Replaces the file as a whole, so that an interruption leaves the old one.
pub fn write(path: &Path, text: &str) -> Result<()> {
    let attempt = || -> Result<()> {
        let folder = path.parent().context("a file has a folder")?;
        std::fs::create_dir_all(folder)?;
        let mut builder = tempfile::Builder::new();
        #[cfg(unix)]
        builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
        let mut file = builder.tempfile_in(folder)?;
        file.write_all(text.as_bytes())?;
        file.persist(path)?;
        Ok(())
    };
    attempt().with_context(|| format!("{}: can't be written", path.display()))
}

/// Counts finished pairs in their order until the match is decided.
struct Count<'a> {
    declared: &'a Match,
    tally: Tally,
    /// Finished, but an earlier one isn't.
    waiting: BTreeMap<usize, Pair>,
    verdict: Option<Verdict>,
    /// The moves of all counted games, a line each.
    moves: String,
}

impl<'a> Count<'a> {
    fn new(declared: &'a Match, waiting: BTreeMap<usize, Pair>) -> Self {
        let tally = Tally::default();
        let mut count = Self { declared, tally, waiting, verdict: None, moves: String::new() };
        count.advance();
        count
    }

    /// Plays on until the match is decided. `keep` gets each pair as soon as it's played.
    fn play(
        &mut self,
        job: &Job,
        openings: &Openings,
        concurrency: usize,
        watch: &mut dyn Watch,
        mut keep: impl FnMut(&Pair) -> Result<()>,
    ) -> Result<()> {
        if self.verdict.is_some() {
            return Ok(());
        }
        let known: Vec<usize> = self.waiting.keys().copied().collect();
        let begin = self.tally.len();
        let todo = (begin..self.declared.pairs).filter(|index| !known.contains(index));
        pairs::play(job, openings, todo, concurrency, |pair| {
            keep(&pair)?;
            self.add(pair);
            let text = report::running(&self.tally.summary(self.declared));
            watch.progress(&text, self.tally.len());
            Ok(match self.verdict {
                Some(_) => ControlFlow::Break(()),
                None => ControlFlow::Continue(()),
            })
        })
    }

    fn add(&mut self, pair: Pair) {
        self.waiting.insert(pair.index, pair);
        self.advance();
    }

    fn advance(&mut self) {
        while self.verdict.is_none()
            && let Some(pair) = self.waiting.remove(&self.tally.len())
        {
            self.tally.add(&pair);
            self.moves += &pair.text();
            self.verdict = self.tally.verdict(self.declared);
        }
    }

    fn record(&self, job: &Job, openings: &Openings, concurrency: usize) -> Result<MatchRecord> {
        let mut provenance = job.provenance.clone();
        provenance.concurrency = concurrency;
        Ok(MatchRecord {
            declared: self.declared.clone(),
            first: job.first.identity.clone(),
            second: job.second.identity.clone(),
            openings: openings.digest(self.tally.len()),
            verdict: self.verdict.context("the match ended before it was decided")?,
            result: self.tally.summary(self.declared),
            clock: self.tally.clock(self.declared),
            incidents: self.tally.incidents(self.declared),
            digest: self.tally.digest(),
            provenance: Some(provenance).filter(|_| !self.declared.is_deterministic()),
            pairs: self.tally.entries().to_vec(),
        })
    }
}
