//! Starts the players of a match, and sees beforehand that they can play it.

use crate::contest::Match;
use crate::job::{Engine, Job};
use crate::limits::Limits;
use crate::play::player::Player;
use crate::play::players::random::RandomPlayer;
use crate::play::players::uci::{Setup, Uci};
use crate::play::probe;
use crate::side::{Program, Setting, Side};
use anyhow::{Context, Result, bail};
use std::path::{Path, PathBuf};

/// The two players, the first and the second one.
pub type Players = [Box<dyn Player>; 2];

/// Both players, started and ready.
pub fn players(job: &Job) -> Result<Players> {
    let [first, second] = seats(job)?;
    Ok([first.start()?, second.start()?])
}

/// Sees that both players start, take their settings and can keep their limits. Gives the names that
/// foreign engines have for themselves.
pub fn inspect(job: &Job) -> Result<[String; 2]> {
    let [first, second] = seats(job)?;
    Ok([first.inspect()?, second.inspect()?])
}

/// One side of a match: who plays there and how.
struct Seat<'a> {
    declared: &'a Match,
    side: &'a Side,
    engine: &'a Engine,
    limits: Limits,
}

fn seats(job: &Job) -> Result<[Seat<'_>; 2]> {
    let declared = &job.declared;
    let ([first, second], limits) = (declared.sides(), declared.limits()?);
    Ok([
        Seat { declared, side: first, engine: &job.first, limits: limits[0] },
        Seat { declared, side: second, engine: &job.second, limits: limits[1] },
    ])
}

impl Seat<'_> {
    fn start(&self) -> Result<Box<dyn Player>> {
        if let Side::Random { seed } = self.side {
            return Ok(Box::new(RandomPlayer::new(*seed)));
        }
        let attempt = || Uci::start(self.setup()?);
        Ok(Box::new(attempt().with_context(|| self.name())?))
    }

    fn inspect(&self) -> Result<String> {
        if matches!(self.side, Side::Random { .. }) {
            return Ok(String::new());
        }
        let name = self.probe().with_context(|| self.name())?;
        // The project's own engine is known by its tree.
        Ok(if matches!(self.side, Side::Foreign { .. }) { name } else { String::new() })
    }

    /// What the engine calls itself, if it can keep its limits.
    fn probe(&self) -> Result<String> {
        let setup = self.setup()?;
        if !matches!(self.limits, Limits::Nodes(_)) {
            return Ok(Uci::start(setup)?.name().to_owned());
        }
        let report = probe::nodes(setup)?;
        if let Some(fault) = report.fault() {
            bail!("it doesn't honour `go nodes`: {fault}; give depth=N instead");
        }
        Ok(report.name)
    }

    fn setup(&self) -> Result<Setup> {
        let setup = setup(self.side, self.engine.program.as_deref())?;
        let counts_nodes = matches!(self.limits, Limits::NodeClock(_));
        Ok(Setup { restart: self.declared.restart, counts_nodes, ..setup })
    }

    fn name(&self) -> String {
        format!("player {}", self.side.short())
    }
}

/// How the program of this player is started.
pub fn setup(side: &Side, program: Option<&Path>) -> Result<Setup> {
    match side {
        Side::Own { settings, .. } => {
            let program =
                program.context("the engine hasn't been built; use `cargo xtask match`")?;
            let (mut options, mut commands) = (Vec::new(), Vec::new());
            for (name, value) in settings {
                match Setting::of(name, value)? {
                    Setting::Technique(_) => commands.push(format!("set {name} {value}")),
                    Setting::Parameter(_) => commands.push(format!("param {name} {value}")),
                    Setting::Option => options.push((name.clone(), value.clone())),
                }
            }
            let program = program.to_owned();
            Ok(Setup { commands, is_own: true, ..Setup::foreign(program, options) })
        }
        Side::Foreign { program: named, options } => {
            let path = match (program, named) {
                (Some(path), _) => path.to_owned(),
                (None, Program::Path(path)) => PathBuf::from(path),
                (None, Program::Opponent(name)) => {
                    bail!("nobody has looked for {name}; use `cargo xtask match`")
                }
            };
            Ok(Setup::foreign(path, options.clone()))
        }
        Side::Random { .. } => bail!("the random player is no program"),
    }
}
