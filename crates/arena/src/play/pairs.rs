//! Plays the pairs of a match on several threads, each with players of its own.

use crate::job::Job;
use crate::openings::Openings;
use crate::play::game::{self, Terms};
use crate::play::start::{Players, players};
use crate::played::{Color, FIRST_HAS, Pair};
use anyhow::{Context, Result};
use std::ops::ControlFlow;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::channel;
use std::thread;

/// Plays the pairs of `todo` in this order, `concurrency` at a time, and hands each one over when it's
/// finished. Ends when all are played or `take` breaks.
pub fn play(
    job: &Job,
    openings: &Openings,
    todo: impl Iterator<Item = usize> + Send,
    concurrency: usize,
    mut take: impl FnMut(Pair) -> Result<ControlFlow<()>>,
) -> Result<()> {
    let (stop, todo) = (AtomicBool::new(false), Mutex::new(todo));
    thread::scope(|scope| {
        let (sender, played) = channel::<Result<Pair>>();
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
                    // It's lost where the match has ended, and then it doesn't matter.
                    let _ = sender.send(Err(error));
                }
            });
        }
        drop(sender);
        let result = played.iter().try_for_each(|pair| match pair.and_then(&mut take) {
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
