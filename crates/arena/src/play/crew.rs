//! Brings the players of a match to the board, and plays its pairs on several threads.

use crate::declare::Match;
use crate::job::{Engine, Job};
use crate::limits::Limits;
use crate::openings::Openings;
use crate::play::game::{self, Terms};
use crate::play::player::{Go, Player};
use crate::play::players::inside::{self, Inside};
use crate::play::players::random::Mover;
use crate::play::players::uci::{Setup, Uci};
use crate::play::probe;
use crate::played::{Color, FIRST_HAS, Pair};
use crate::side::{Setting, Side};
use anyhow::{Context, Result, bail};
use std::ops::ControlFlow;
use std::path::PathBuf;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::channel;
use std::thread;

/// The two players, the first and the second one.
type Players = [Box<dyn Player>; 2];

/// One of the players, started and ready.
fn recruit(declared: &Match, side: &Side, engine: &Engine) -> Result<Box<dyn Player>> {
    Ok(match (side, &engine.program) {
        (Side::Random { seed }, _) => Box::new(Mover::new(*seed)),
        (Side::Own { settings, .. }, None) => Box::new(Inside::new(inside::Engine::new(settings)?)),
        (side, program) => Box::new(Uci::start(setup(declared, side, program.clone())?)?),
    })
}

fn setup(declared: &Match, side: &Side, program: Option<PathBuf>) -> Result<Setup> {
    let (program, options, commands) = match side {
        Side::Own { settings, .. } => {
            let program = program.context("the engine hasn't been built")?;
            let (mut options, mut commands) = (Vec::new(), Vec::new());
            for (name, value) in settings {
                match Setting::of(name, value)? {
                    Setting::Technique(_) => commands.push(format!("set {name} {value}")),
                    Setting::Parameter(_) => commands.push(format!("param {name} {value}")),
                    Setting::Option => options.push((name.clone(), value.clone())),
                }
            }
            (program, options, commands)
        }
        Side::Foreign { path, options } => {
            (program.unwrap_or_else(|| PathBuf::from(path)), options.clone(), Vec::new())
        }
        Side::Random { .. } => bail!("the random mover needs no program"),
    };
    let is_own = matches!(side, Side::Own { .. });
    Ok(Setup { program, options, commands, restart: declared.restart, is_own })
}

fn players(job: &Job) -> Result<Players> {
    let name = |side: &Side| format!("player {}", side.short());
    let [first, second] = job.declared.sides();
    Ok([
        recruit(&job.declared, first, &job.first).with_context(|| name(first))?,
        recruit(&job.declared, second, &job.second).with_context(|| name(second))?,
    ])
}

/// Sees that both players start, take their settings and can keep their limits. Gives the names that
/// foreign engines have for themselves.
pub fn inspect(job: &Job) -> Result<[String; 2]> {
    let ([first, second], limits) = (job.declared.sides(), job.declared.limits()?);
    let name = |side: &Side| format!("player {}", side.short());
    Ok([
        inspect_one(&job.declared, first, &job.first, limits[0]).with_context(|| name(first))?,
        inspect_one(&job.declared, second, &job.second, limits[1]).with_context(|| name(second))?,
    ])
}

fn inspect_one(declared: &Match, side: &Side, engine: &Engine, limits: Limits) -> Result<String> {
    let go = match limits {
        Limits::Depth(depth) => Go::Depth(depth),
        Limits::Nodes(nodes) => Go::Nodes(nodes),
        Limits::MoveTime(ms) => Go::MoveTime(ms),
        Limits::Clock { .. } => Go::Clock { left: [0; 2], increment: [0; 2] },
    };
    match (side, &engine.program) {
        (Side::Random { .. }, _) => return Ok(String::new()),
        (Side::Own { settings, .. }, None) => {
            inside::Engine::new(settings)?;
            return Ok(String::new());
        }
        _ => {}
    }
    let setup = setup(declared, side, engine.program.clone())?;
    let name = if let Go::Nodes(_) = go {
        let report = probe::nodes(setup)?;
        if let Some(fault) = report.fault() {
            bail!("it doesn't honour `go nodes`: {fault}; give depth=N instead");
        }
        report.name
    } else {
        Uci::start(setup)?.name().to_owned()
    };
    // The project's own engine is known by its tree.
    Ok(if matches!(side, Side::Foreign { .. }) { name } else { String::new() })
}

/// What one thread has to tell.
type News = Result<Pair>;

/// Plays the pairs of `todo` in this order, `concurrency` at a time, and hands each one over when it's
/// finished. Ends when all are played or `take` breaks.
pub fn play_pairs(
    job: &Job,
    openings: &Openings,
    todo: impl Iterator<Item = usize> + Send,
    concurrency: usize,
    mut take: impl FnMut(Pair) -> Result<ControlFlow<()>>,
) -> Result<()> {
    let (stop, todo) = (AtomicBool::new(false), Mutex::new(todo));
    thread::scope(|scope| {
        let (sender, news) = channel::<News>();
        for _ in 0..concurrency.max(1) {
            let sender = sender.clone();
            let (stop, todo) = (&stop, &todo);
            scope.spawn(move || {
                let next = || {
                    if stop.load(Ordering::Relaxed) {
                        return None;
                    }
                    todo.lock().ok()?.next()
                };
                let work = || -> Result<()> {
                    let mut players = players(job)?;
                    while let Some(index) = next() {
                        let Some(pair) = pair(job, openings, index, &mut players, stop)? else {
                            break;
                        };
                        if sender.send(Ok(pair)).is_err() {
                            break;
                        }
                    }
                    Ok(())
                };
                if let Err(error) = work() {
                    // Nobody listens any more where the match has ended.
                    let _ = sender.send(Err(error));
                }
            });
        }
        drop(sender);
        let result = news.iter().try_for_each(|pair| match pair.and_then(&mut take) {
            Ok(ControlFlow::Continue(())) => Ok(()),
            Ok(ControlFlow::Break(())) => Err(None),
            Err(error) => Err(Some(error)),
        });
        stop.store(true, Ordering::Relaxed);
        match result {
            Err(Some(error)) => Err(error),
            _ => Ok(()),
        }
    })
}

/// Both games of a pair; `None` if they were stopped.
fn pair(
    job: &Job,
    openings: &Openings,
    index: usize,
    players: &mut Players,
    stop: &AtomicBool,
) -> Result<Option<Pair>> {
    let opening = openings.get(index)?;
    let limits = job.declared.limits()?;
    let mut games = Vec::with_capacity(2);
    for (number, first_has) in FIRST_HAS.into_iter().enumerate() {
        let [first, second] = players;
        let (players, limits) = match first_has {
            Color::White => ([first, second], limits),
            Color::Black => ([second, first], [limits[1], limits[0]]),
        };
        let number = (2 * index + number) as u64;
        let terms = Terms { declared: &job.declared, limits, opening, number, stop };
        match game::play(players, &terms)? {
            Some(game) => games.push(game),
            None => return Ok(None),
        }
    }
    let games = games.try_into().ok().context("a pair has two games")?;
    Ok(Some(Pair { index, games }))
}
