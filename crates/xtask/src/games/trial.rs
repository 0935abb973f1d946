//! `cargo xtask match trial`: is the engine of the working copy stronger than another one?
//!
//! A short match for a change that is at work. It ends when the test decides or when all
//! pairs are played, and nothing of it is kept.

use super::find::Finder;
use super::{arena_program, command_line, job};
use crate::engines::Engine;
use crate::measure::process::{PATIENCE, output};
use crate::{say, stages};
use anyhow::{Context, Result, bail};
use arena::contest::Match;
use arena::job::Engine as Player;
use arena::limits::Limits;
use arena::record::Identity;
use arena::side::{MAIN, Side};
use arena::sprt::Sprt;
use clap::Args;
use literate::git::Repo;
use serde::Deserialize;
use std::num::{NonZeroU64, NonZeroUsize};
use std::path::{Path, PathBuf};

#[derive(Args)]
pub struct Options {
    /// How many nodes each move may take
    #[arg(long, default_value = "10000")]
    nodes: NonZeroU64,
    /// The most pairs of games that are played
    #[arg(long, default_value = "1000")]
    pairs: NonZeroUsize,
    /// Another engine: a commit, or a stage by its number or tag
    #[arg(long, value_name = "REF", default_value = "HEAD")]
    against: String,
    /// How many games are played at a time; one a core unless given
    #[arg(long)]
    concurrency: Option<NonZeroUsize>,
}

/// What `bench --json` tells that two engines are compared by.
#[derive(Deserialize, PartialEq)]
struct Bench {
    nodes: u64,
    positions: Vec<Searched>,
}

#[derive(Deserialize, PartialEq)]
struct Searched {
    nodes: u64,
    score: serde_json::Value,
    line: String,
}

pub fn run(repo: &Repo, options: &Options) -> Result<bool> {
    let manifest = stages::manifest(repo)?;
    let finder = Finder::new(repo, &manifest)?;
    let (new, old) = (finder.working_copy()?, finder.revision(&options.against)?);
    let other = &options.against;
    if new.identity == old.identity {
        say!("the engine of the working copy is the one of {other}; change it, or give --against");
        return Ok(true);
    }
    let programs = [finder.engine(&new)?, finder.engine(&old)?];
    let [of_new, of_old] = [bench(&programs[0])?, bench(&programs[1])?];
    if of_new == of_old {
        say!(
            "the engines of the working copy and of {other} search the same tree (bench: {} nodes), so \
             games at fixed nodes can't tell them apart",
            of_new.nodes
        );
        return Ok(true);
    }
    say!(
        "the working copy (bench: {} nodes) against {other} (bench: {} nodes), nodes={}, at most {} pairs",
        of_new.nodes,
        of_old.nodes,
        options.nodes,
        options.pairs
    );
    let player = |engine: Engine, program: &PathBuf| Player {
        identity: Identity { tree: engine.identity, ..Identity::default() },
        program: Some(program.clone()),
    };
    play(repo, options, [player(new, &programs[0]), player(old, &programs[1])])
}

fn play(repo: &Repo, options: &Options, players: [Player; 2]) -> Result<bool> {
    let limits = Limits::Nodes(options.nodes.get());
    let declared = Match {
        id: "trial".to_owned(),
        title: format!("The working copy against {}", options.against),
        sprt: Some(Sprt::default()),
        ..Match::new(Side::own(MAIN), Side::own(MAIN), limits, options.pairs.get())
    };
    let job = job(repo, &declared, players);
    arena_program(repo, &command_line(repo, &job, "trial", options.concurrency)?)
}

/// The engine's bench at its default depth.
fn bench(program: &Path) -> Result<Bench> {
    let text = output(program, &["bench", "--json"], PATIENCE)?;
    let bench: Bench =
        serde_json::from_str(&text).context("`cb2026 bench --json` prints no bench")?;
    if bench.positions.is_empty() {
        bail!("`cb2026 bench --json` searches no position");
    }
    Ok(bench)
}
