//! The session's end of a search: it runs on the search's thread, tells what was found, and says
//! when to stop.

use super::Message;
use crate::score::is_mate;
use crate::search::RootResult;
use crate::search::time::TimeLimits;
use crate::search::trace::{Follow, Note, Observer};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::Sender;
use std::time::{Duration, Instant};

// ANCHOR: signals
/// How a running search is told what happens outside.
pub(super) struct Signals {
    stop: AtomicBool,
    ponder: AtomicBool,
}

impl Signals {
    pub fn new(ponder: bool) -> Self {
        Self { stop: AtomicBool::new(false), ponder: AtomicBool::new(ponder) }
    }

    pub fn stop(&self) {
        self.stop.store(true, Ordering::Relaxed);
    }

    pub fn ponderhit(&self) {
        self.ponder.store(false, Ordering::Relaxed);
    }

    pub fn is_stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }

    pub fn is_pondering(&self) -> bool {
        self.ponder.load(Ordering::Relaxed)
    }
}
// ANCHOR_END: signals

// ANCHOR: stopwatch
/// Measures the time of a search, or its nodes as if they were time: games that are played by nodes
/// can be replayed.
pub(super) enum Stopwatch {
    Clock { start: Instant },
    Nodes { start: u64, per_millisecond: u64 },
}

impl Stopwatch {
    /// Begins with a search. Without nodes for a millisecond it reads a clock.
    pub fn new(per_millisecond: u64) -> Self {
        match per_millisecond {
            0 => Self::Clock { start: Instant::now() },
            _ => Self::Nodes { start: 0, per_millisecond },
        }
    }

    fn restart(&mut self, nodes: u64) {
        match self {
            Self::Clock { start } => *start = Instant::now(),
            Self::Nodes { start, .. } => *start = nodes,
        }
    }

    fn elapsed(&self, nodes: u64) -> Duration {
        match self {
            Self::Clock { start } => start.elapsed(),
            Self::Nodes { start, per_millisecond } => {
                let micros = u128::from(nodes - start) * 1_000 / u128::from(*per_millisecond);
                Duration::from_micros(u64::try_from(micros).unwrap_or(u64::MAX))
            }
        }
    }
}

/// The nodes that stand for a time.
pub(super) fn nodes(time: Duration, per_millisecond: u64) -> u64 {
    let nodes = time.as_micros() * u128::from(per_millisecond) / 1_000;
    u64::try_from(nodes).unwrap_or(u64::MAX)
}
// ANCHOR_END: stopwatch

// ANCHOR: watcher
/// Sends what the search finds to the session, and ends it when its time is over.
pub(super) struct Watcher {
    sender: Sender<Message>,
    signals: Arc<Signals>,
    time: TimeLimits,
    stopwatch: Stopwatch,
    pondering: bool,
    follow: bool,
}

impl Watcher {
    pub fn new(
        sender: Sender<Message>,
        signals: Arc<Signals>,
        time: TimeLimits,
        stopwatch: Stopwatch,
    ) -> Self {
        let pondering = signals.is_pondering();
        Self { sender, signals, time, stopwatch, pondering, follow: false }
    }

    /// Whether to tell what changes at the root.
    pub fn set_follow(&mut self, follow: bool) {
        self.follow = follow;
    }

    /// Whether this time has passed since the search or, after pondering, the own turn began.
    fn is_over(&mut self, limit: Option<Duration>, nodes: u64) -> bool {
        if self.pondering && !self.signals.is_pondering() {
            self.pondering = false;
            self.stopwatch.restart(nodes);
        }
        !self.pondering && limit.is_some_and(|limit| self.stopwatch.elapsed(nodes) >= limit)
    }
}

impl Observer for Watcher {
    #[inline(always)]
    fn note(&mut self, _: Note) {}

    fn report(&mut self, result: &RootResult) {
        // A session that has ended doesn't want to know.
        let _ = self.sender.send(Message::Report(result.clone()));
    }

    fn follow(&mut self, follow: Follow) {
        if self.follow {
            let _ = self.sender.send(Message::Follow(follow));
        }
    }

    fn should_stop(&mut self, nodes: u64) -> bool {
        // Where hardly any time is left, a move that was looked at is worth the first nodes.
        self.signals.is_stopped() || (nodes > 0 && self.is_over(self.time.hard, nodes))
    }

    fn is_enough(&mut self, result: &RootResult, root_moves: usize) -> bool {
        // On a clock, time isn't spent where there is no choice or nothing left to find.
        let settled = root_moves == 1 || is_mate(result.score);
        (settled && self.time.soft.is_some()) || self.is_over(self.time.soft, result.nodes)
    }
}

impl Drop for Watcher {
    /// Comes last, when the search has ended in whatever way.
    fn drop(&mut self) {
        let _ = self.sender.send(Message::Done);
    }
}
// ANCHOR_END: watcher
