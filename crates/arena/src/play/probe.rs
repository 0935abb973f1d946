//! Looks at an engine before it plays: whether it searches as many nodes as it is told.
//!
//! Some engines ignore `go nodes` and answer after a handful of nodes. A win against them at fixed
//! nodes is worth nothing.

use crate::play::board::{Board, START};
use crate::play::player::{Go, Player};
use crate::play::players::uci::{Setup, Uci};
use anyhow::{Result, anyhow};
use std::fmt;
use std::time::Duration;

/// What is asked for, from the start position.
const ASKED: [u64; 2] = [2_000, 20_000];

/// What an engine did when it was told how many nodes to search.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Report {
    /// What it calls itself.
    pub name: String,
    /// Nodes asked for and nodes that it says it searched.
    pub nodes: Vec<(u64, Option<u64>)>,
}

impl Report {
    /// Why games at fixed nodes against it mean nothing, if so.
    pub fn fault(&self) -> Option<String> {
        self.nodes.iter().find_map(|(asked, searched)| match searched {
            None => Some(format!("asked for {asked} nodes, it reports none")),
            // Engines look at the limit now and then only, and count in their own ways.
            Some(n) if (asked / 2..=asked * 2).contains(n) => None,
            Some(n) => Some(format!("asked for {asked} nodes, it searches {n}")),
        })
    }
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let verdict = if self.fault().is_none() { "honours" } else { "ignores" };
        write!(f, "{} {verdict} `go nodes`:", self.name)?;
        for (asked, searched) in &self.nodes {
            let searched = searched.map_or_else(|| "none".to_owned(), |n| n.to_string());
            write!(f, " {asked} → {searched}")?;
        }
        Ok(())
    }
}

/// Starts the engine and gives it two searches.
pub fn nodes(setup: Setup) -> Result<Report> {
    let program = setup.program.display().to_string();
    let mut engine = Uci::start(setup)?;
    let board = Board::new(START)?;
    let mut nodes = Vec::new();
    for asked in ASKED {
        let mut search = || {
            engine.new_game(0)?;
            engine.choose(&board, &Go::Nodes(asked), Duration::from_secs(30))
        };
        let choice = search()
            .map_err(|reason| anyhow!("{program}: `go nodes {asked}`: {}", reason.words()))?;
        nodes.push((asked, choice.info.nodes));
    }
    Ok(Report { name: engine.name().to_owned(), nodes })
}
