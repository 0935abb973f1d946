//! The table of all stages: what each searches, how long it is, and how fast against the newest.
//!
//! A row a stage up to the table's own. Each stage's engine is had by its identity, so that a new stage
//! costs one build. Stages before the first one with a bench search nothing, and have no counts.

use super::{Declared, Kind};
use crate::engines::Engine;
use crate::measure::place::Place;
use crate::measure::process::{self, PATIENCE};
use crate::measure::provenance;
use crate::measure::reading::Reading;
use anyhow::{Context, Result, ensure};
use literate::census::Census;
use literate::manifest::Stage;
use literate::results::{Cell, Column, Row};
use serde::Deserialize;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Stages {
    /// Of the search of the six positions.
    depth: u32,
    /// The first stage that has a bench.
    first: u32,
}

/// So long an engine searches at least in each round.
const LONG_ENOUGH: Duration = Duration::from_millis(400);
/// An odd number, so that there's one in the middle.
const ROUNDS: usize = 5;
/// An engine that needs no time for this depth is told as it is.
const DEEPEST: u32 = 30;

#[derive(Deserialize)]
struct Bench {
    depth: u32,
    nodes: i64,
}

impl Declared for Stages {
    fn checked(self) -> Result<Self> {
        ensure!((1..=30).contains(&self.depth), "depth {} isn't from 1 to 30", self.depth);
        Ok(self)
    }
}

impl Kind for Stages {
    fn measure(&self, place: &Place) -> Result<Reading> {
        let newest = place.stage().context("stages are compared up to one; name the newest")?;
        let stages: Vec<&Stage> =
            place.manifest().stages.iter().take_while(|s| s.number <= newest.number).collect();
        let unit = Timed::new(place, newest)?;
        let mut rows = Vec::new();
        let mut previous: Option<&str> = None;
        for stage in stages {
            let census = Census::take(place.repo(), &stage.commit, previous)?;
            previous = Some(&stage.commit);
            let lines = i64::try_from(census.code).unwrap_or(i64::MAX);
            let mut cells = BTreeMap::from([("code".to_owned(), Cell::Whole(lines))]);
            if stage.number >= self.first {
                cells.extend(self.searched(place, stage, &unit)?);
            }
            let label = format!("{}. {}", stage.number, stage.title);
            rows.push(Row { key: format!("s{}", stage.number), label, cells });
        }
        let column = |key: &str, label: &str| Column { key: key.into(), label: label.into() };
        let columns = vec![
            column("code", "Lines of code"),
            column("depth", "Depth of its bench"),
            column("nodes", "Nodes of its bench"),
            column("six", &format!("The six positions at depth {}", self.depth)),
            column("speed", "Nodes a second against the newest"),
        ];
        let provenance = Some(provenance::here(place.repo().root(), None));
        Ok(Reading { columns, rows, provenance, ..Reading::default() })
    }

    fn varies(&self, column: &str) -> bool {
        column == "speed"
    }

    fn takes_patch(&self) -> bool {
        false
    }
}

impl Stages {
    fn searched(&self, place: &Place, stage: &Stage, unit: &Timed) -> Result<Vec<(String, Cell)>> {
        let program = place.program_of(&Engine::of_stage(stage))?;
        place.tell(&stage.tag);
        let whole = bench(&program, &[])?;
        let six = bench(&program, &["--depth", &self.depth.to_string(), "--positions", "2-7"])?;
        place.tell(&format!("speed of {}", stage.tag));
        let ratio = Timed::new(place, stage)?.against(unit)?;
        let cells = [
            ("depth", Cell::Whole(i64::from(whole.depth))),
            ("nodes", Cell::Whole(whole.nodes)),
            ("six", Cell::Whole(six.nodes)),
            ("speed", Cell::Decimal((ratio * 100.0).round() / 100.0)),
        ];
        Ok(cells.map(|(key, cell)| (key.to_owned(), cell)).to_vec())
    }
}

fn bench(program: &Path, options: &[&str]) -> Result<Bench> {
    let arguments = [&["bench", "--json"], options].concat();
    let text = process::output(program, &arguments, PATIENCE)?;
    serde_json::from_str(&text)
        .with_context(|| format!("`cb2026 {}` prints no bench", arguments.join(" ")))
}

/// The bench of one stage at a depth that takes long enough to be timed.
struct Timed {
    program: PathBuf,
    depth: String,
}

impl Timed {
    fn new(place: &Place, stage: &Stage) -> Result<Self> {
        let program = place.program_of(&Engine::of_stage(stage))?;
        let mut depth = bench(&program, &[])?.depth;
        loop {
            let timed = Self { program: program.clone(), depth: depth.to_string() };
            let start = Instant::now();
            timed.speed()?;
            if start.elapsed() >= LONG_ENOUGH || depth >= DEEPEST {
                return Ok(timed);
            }
            depth += 1;
        }
    }

    /// Nodes a second.
    fn speed(&self) -> Result<f64> {
        let start = Instant::now();
        let nodes = bench(&self.program, &["--depth", &self.depth])?.nodes;
        Ok(nodes as f64 / start.elapsed().as_secs_f64())
    }

    /// How many times as fast as the other one, which runs in turns with it: the median of the rounds.
    fn against(&self, other: &Self) -> Result<f64> {
        let mut ratios = Vec::new();
        for _ in 0..ROUNDS {
            ratios.push(self.speed()? / other.speed()?);
        }
        ratios.sort_by(f64::total_cmp);
        Ok(ratios[ROUNDS / 2])
    }
}
