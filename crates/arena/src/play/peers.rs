//! Lets several engines search the same positions in turns, to compare their speed.
//!
//! All run as programs that speak UCI, one after the other on each position, so that all of them meet
//! the same weather. What a node is, and what a depth is, each engine decides for itself.

use crate::play::board::Board;
use crate::play::player::{Go, Player};
use crate::play::players::uci::{Setup, Uci};
use crate::side::{Program, Side};
use anyhow::{Context, Result, bail, ensure};
use serde::Serialize;
use std::path::PathBuf;
use std::time::Duration;

/// How long a search may take.
const PATIENCE: Duration = Duration::from_secs(1800);

/// What an engine spent on all positions.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Effort {
    pub nodes: u64,
    /// The median of the rounds.
    pub seconds: f64,
}

/// Searches the positions (as FEN) to this depth, each from a cleared state.
pub fn compare(
    players: &[Side],
    positions: &[String],
    depth: u32,
    rounds: usize,
) -> Result<Vec<Effort>> {
    ensure!(!positions.is_empty(), "without a position nothing is searched; give at least one");
    ensure!(rounds > 0, "no round measures nothing; give at least one");
    let mut engines = players.iter().map(start).collect::<Result<Vec<_>>>()?;
    let mut nodes = vec![0; engines.len()];
    let mut seconds = vec![Vec::new(); engines.len()];
    for _ in 0..rounds {
        let mut times = vec![Duration::ZERO; engines.len()];
        nodes.fill(0);
        for fen in positions {
            for (index, engine) in engines.iter_mut().enumerate() {
                let (count, time) = search(engine, fen, depth)
                    .with_context(|| format!("engine {}, position {fen}", engine.name()))?;
                nodes[index] += count;
                times[index] += time;
            }
        }
        for (all, time) in seconds.iter_mut().zip(times) {
            all.push(time.as_secs_f64());
        }
    }
    let efforts = nodes.into_iter().zip(seconds);
    Ok(efforts.map(|(nodes, all)| Effort { nodes, seconds: median(all) }).collect())
}

fn start(player: &Side) -> Result<Uci> {
    let Side::Foreign { program: Program::Path(path), options } = player else {
        bail!("player {}: only programs are compared; write `uci:PATH`", player.short());
    };
    Uci::start(Setup::foreign(PathBuf::from(path), options.clone()))
}

fn search(engine: &mut Uci, fen: &str, depth: u32) -> Result<(u64, Duration)> {
    let failed = |reason: crate::played::Reason| anyhow::anyhow!("no answer ({})", reason.words());
    engine.new_game(0).map_err(failed)?;
    let choice = engine.choose(&Board::new(fen)?, &Go::Depth(depth), PATIENCE).map_err(failed)?;
    Ok((choice.info.nodes.context("it tells no nodes")?, choice.time))
}

fn median(mut numbers: Vec<f64>) -> f64 {
    numbers.sort_by(f64::total_cmp);
    numbers[numbers.len() / 2]
}
