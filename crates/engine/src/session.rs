//! A game, how it is searched, and one search at a time.
//!
//! A search runs on a thread of its own, so that lines can be read meanwhile. The session owns that
//! thread, its clock and the queue of the lines that have to wait. It doesn't know what lines say:
//! with each comes how it gets along with a search, and each is given back when its turn has come.

mod queue;
mod room;
mod watcher;

pub use queue::Turn;

use crate::game::Game;
use crate::search::limits::Limits;
use crate::search::time::TimeLimits;
use crate::search::trace::Follow;
use crate::search::{Memory, RootResult, Settings, search_watched};
use queue::Queue;
use std::io;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};
use watcher::{Signals, Stopwatch, Watcher};

// ANCHOR: session
/// The state of a conversation. It changes on the thread of its owner alone: other threads send it
/// messages.
pub struct Session {
    game: Game,
    settings: Settings,
    /// Away while a search uses it.
    memory: Option<Memory>,
    /// What gets lost between two programs with each move.
    overhead: Duration,
    /// Nodes that count as a millisecond; 0 if a clock is read instead.
    node_time: u64,
    /// Whether searches tell what changes at the root.
    follow: bool,
    /// Whether parameters are options, too.
    tuning: bool,
    running: Option<Running>,
    queue: Queue,
    /// How the input ended, once it has.
    ended: Option<io::Result<()>>,
    sender: Sender<Message>,
    receiver: Receiver<Message>,
}

/// What other threads tell the session.
enum Message {
    Line(Turn, String),
    EndOfInput(io::Result<()>),
    Report(RootResult),
    Follow(Follow),
    Done,
}

/// What happens next, for the owner of the session to deal with.
pub enum Event {
    /// It's the turn of this line.
    Line(String),
    /// The search that runs has found this, so long after it began.
    Report(RootResult, Duration),
    /// Something has changed at its root.
    Follow(Follow),
    /// A search has ended, and its result may be told.
    Done(RootResult),
    /// Nothing more will happen.
    End(io::Result<()>),
}

/// Where lines go that are read on another thread.
pub struct Inbox(Sender<Message>);

impl Inbox {
    /// Hands over a line; says whether the session still listens.
    pub fn line(&self, turn: Turn, line: String) -> bool {
        self.0.send(Message::Line(turn, line)).is_ok()
    }

    /// Says that no more lines come.
    pub fn end(&self, result: io::Result<()>) {
        // A session that has ended doesn't mind.
        let _ = self.0.send(Message::EndOfInput(result));
    }
}
// ANCHOR_END: session

// ANCHOR: state
/// What gets lost with each move unless it's set otherwise.
pub const DEFAULT_OVERHEAD: Duration = Duration::from_millis(10);

impl Default for Session {
    fn default() -> Self {
        let (sender, receiver) = channel();
        Self {
            game: Game::default(),
            settings: Settings::default(),
            memory: Some(Memory::default()),
            overhead: DEFAULT_OVERHEAD,
            node_time: 0,
            follow: false,
            tuning: false,
            running: None,
            queue: Queue::default(),
            ended: None,
            sender,
            receiver,
        }
    }
}

impl Session {
    pub fn inbox(&self) -> Inbox {
        Inbox(self.sender.clone())
    }

    pub fn game(&self) -> &Game {
        &self.game
    }

    pub fn set_game(&mut self, game: Game) {
        self.game = game;
    }

    pub fn settings(&self) -> &Settings {
        &self.settings
    }

    pub fn settings_mut(&mut self) -> &mut Settings {
        &mut self.settings
    }

    /// Forgets what earlier searches found. A search that runs keeps its memory.
    pub fn clear_memory(&mut self) {
        self.memory.iter_mut().for_each(Memory::clear);
    }

    /// Makes an empty transposition table of so many megabytes. The error says why there can't be
    /// one.
    pub fn resize_table(&mut self, megabytes: usize) -> Result<(), String> {
        let free = room::free_megabytes();
        self.memory.as_mut().map_or(Ok(()), |memory| room::resize(memory, megabytes, free))
    }

    /// Nothing gets lost of a time that is counted in nodes.
    pub fn overhead(&self) -> Duration {
        if self.node_time == 0 { self.overhead } else { Duration::ZERO }
    }

    pub fn set_overhead(&mut self, overhead: Duration) {
        self.overhead = overhead;
    }

    pub fn set_follow(&mut self, follow: bool) {
        self.follow = follow;
    }

    pub fn is_tuning(&self) -> bool {
        self.tuning
    }

    pub fn set_tuning(&mut self, tuning: bool) {
        self.tuning = tuning;
    }

    pub fn set_node_time(&mut self, nodes: u64) {
        self.node_time = nodes;
    }
}
// ANCHOR_END: state

// ANCHOR: order
/// What a search is asked for.
pub struct Order {
    pub limits: Limits,
    pub time: TimeLimits,
    /// The opponent is thinking. Until [`Session::ponderhit`] no time counts and no result is told.
    pub ponder: bool,
    /// No result is told before [`Session::stop`].
    pub infinite: bool,
    /// No limit will be met in earnest.
    pub endless: bool,
}

/// A search on its own thread.
struct Running {
    signals: Arc<Signals>,
    infinite: bool,
    endless: bool,
    start: Instant,
    /// It has ended, but its result may have to wait.
    done: bool,
    /// Gives the memory back.
    thread: JoinHandle<(RootResult, Memory)>,
}

impl Running {
    fn may_answer(&self) -> bool {
        self.signals.is_stopped() || !(self.infinite || self.signals.is_pondering())
    }

    fn ends_by_itself(&self) -> bool {
        !(self.infinite || self.endless || self.signals.is_pondering())
    }
}
// ANCHOR_END: order

// ANCHOR: start
/// Enough for the longest line in a build without optimisations too.
const STACK: usize = 16 << 20;

impl Session {
    /// Begins a search. Its reports and its result come as events. Call it while no search runs.
    pub fn start(&mut self, order: Order) -> io::Result<()> {
        let Order { mut limits, time, ponder, infinite, endless } = order;
        if let Some(hard) = time.hard.filter(|_| self.node_time > 0 && !ponder) {
            // A time that is counted in nodes is a limit that is kept exactly.
            let nodes = watcher::nodes(hard, self.node_time);
            limits.nodes = Some(limits.nodes.map_or(nodes, |limit| limit.min(nodes)));
        }
        let signals = Arc::new(Signals::new(ponder));
        let stopwatch = Stopwatch::new(self.node_time);
        let mut watcher = Watcher::new(self.sender.clone(), Arc::clone(&signals), time, stopwatch);
        watcher.set_follow(self.follow);
        let (game, settings) = (self.game.clone(), self.settings);
        let mut memory = self.memory.take().expect("it is here while no search runs");
        let thread = thread::Builder::new().stack_size(STACK).spawn(move || {
            let result = search_watched(&game, &limits, &settings, &mut memory, &mut watcher);
            (result, memory)
        })?;
        let (start, done) = (Instant::now(), false);
        self.running = Some(Running { signals, infinite, endless, start, done, thread });
        Ok(())
    }

    /// Asks the search that runs, if one does, to end.
    pub fn stop(&mut self) {
        if let Some(running) = &self.running {
            running.signals.stop();
        }
    }

    /// The expected move was played: from now on the clock runs, and the result may be told.
    pub fn ponderhit(&mut self) {
        if let Some(running) = &self.running {
            running.signals.ponderhit();
        }
    }
}

impl Drop for Session {
    /// No search outlives its session.
    fn drop(&mut self) {
        self.stop();
        if let Some(running) = self.running.take() {
            // What it has found, or whether it failed, matters no more.
            let _ = running.thread.join();
        }
    }
}
// ANCHOR_END: start

// ANCHOR: next
impl Session {
    /// Waits for what happens next.
    pub fn next_event(&mut self) -> Event {
        loop {
            if let Some(event) = self.due() {
                return event;
            }
            match self.receiver.recv().expect("the session holds a sender itself") {
                Message::Line(turn, line) => self.queue.push(turn, line),
                Message::EndOfInput(result) => self.ended = Some(result),
                Message::Report(result) => {
                    let start = self.running.as_ref().map(|running| running.start);
                    return Event::Report(result, start.map_or(Duration::ZERO, |s| s.elapsed()));
                }
                Message::Follow(follow) => return Event::Follow(follow),
                Message::Done => self.running.iter_mut().for_each(|running| running.done = true),
            }
        }
    }

    /// What happens without anything new to be heard.
    fn due(&mut self) -> Option<Event> {
        if let Some(line) = self.queue.next(self.running.is_some()) {
            return Some(Event::Line(line));
        }
        self.make_way();
        let over = self.running.take_if(|running| running.done && running.may_answer());
        if let Some(running) = over {
            let Ok((result, memory)) = running.thread.join() else {
                return Some(Event::End(Err(io::Error::other("the search panicked"))));
            };
            self.memory = Some(memory);
            return Some(Event::Done(result));
        }
        if self.running.is_none() { self.ended.take().map(Event::End) } else { None }
    }

    /// Stops a search that wouldn't end by itself if a line waits behind it, which would never be
    /// reached, or if no `stop` can come any more.
    fn make_way(&mut self) {
        let awaited = !self.queue.is_empty() || self.ended.is_some();
        if awaited && self.running.as_ref().is_some_and(|running| !running.ends_by_itself()) {
            self.stop();
        }
    }
}
// ANCHOR_END: next
