//! The Universal Chess Interface (chapters 4, 7 and 9 to 11).
//!
//! The protocol shares the console's loop. Its words are those of the specification by Huber and
//! Meyer-Kahlen (2000). A search runs on a thread of its own, so that the console can listen.

use crate::fen;
use crate::game::Game;
use crate::repl::{Console, Event};
use crate::score;
use crate::search::limits::{Control, Limits};
use crate::search::params::PARAMS;
use crate::search::techniques::TECHNIQUES;
use crate::search::trace::{Follow, Note, Sink};
use crate::search::tt::{Bound, TranspositionTable};
use crate::search::{Memory, RootResult, search_watched};
use std::io::{self, Write};
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::sync::mpsc::Sender;
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

mod go;

// ANCHOR: dispatch
impl<W: Write> Console<W> {
    /// Answers a command of the protocol; says whether it was one.
    pub(crate) fn uci(&mut self, command: &str, rest: &str) -> io::Result<bool> {
        match command {
            "uci" => self.identify()?,
            "isready" => writeln!(self.output, "readyok")?,
            "ucinewgame" => {
                self.game = Game::default();
                self.clear_memory();
            }
            "position" => self.set_game(rest)?,
            "setoption" => self.set_option(rest)?,
            "go" => self.go(rest)?,
            "stop" => self.stop()?,
            "ponderhit" => self.ponderhit()?,
            // Said by some programs to every engine: there is nothing to do.
            "debug" | "register" => {}
            _ => return Ok(false),
        }
        Ok(true)
    }

    fn identify(&mut self) -> io::Result<()> {
        writeln!(self.output, "id name cb2026 {}", env!("CARGO_PKG_VERSION"))?;
        writeln!(self.output, "id author the cb2026 authors")?;
        let (size, max) = (TranspositionTable::DEFAULT_SIZE, TranspositionTable::MAX_SIZE);
        writeln!(self.output, "option name {HASH} type spin default {size} min 1 max {max}")?;
        writeln!(self.output, "option name {CLEAR_HASH} type button")?;
        let overhead = DEFAULT_OVERHEAD.as_millis();
        writeln!(
            self.output,
            "option name {OVERHEAD} type spin default {overhead} min 0 max {OVERHEAD_MAX}"
        )?;
        for technique in TECHNIQUES {
            let (name, default) = (technique.name, technique.default);
            writeln!(self.output, "option name {name} type check default {default}")?;
        }
        for param in PARAMS {
            let (name, default) = (param.name, param.default);
            let (min, max) = (param.min, param.max);
            writeln!(
                self.output,
                "option name {name} type spin default {default} min {min} max {max}"
            )?;
        }
        writeln!(self.output, "uciok")
    }
}
// ANCHOR_END: dispatch

// ANCHOR: position
impl<W: Write> Console<W> {
    /// `position startpos` or `position fen FEN`, and maybe `moves` with the moves since then. If
    /// anything is wrong with it, the old game stays.
    fn set_game(&mut self, text: &str) -> io::Result<()> {
        let words: Vec<_> = text.split_whitespace().collect();
        let mut parts = words.splitn(2, |&word| word == "moves");
        let (start, moves) = (parts.next().unwrap_or_default(), parts.next().unwrap_or_default());
        let fen = match start {
            ["startpos"] => fen::START.to_owned(),
            ["fen", fields @ ..] => fields.join(" "),
            _ => {
                let start = start.join(" ");
                return writeln!(
                    self.output,
                    "info string position: expected startpos or fen, found {start:?}; position kept"
                );
            }
        };
        let Some(mut game) = self.read_fen(&fen)? else {
            return Ok(());
        };
        for text in moves {
            let Some(mv) = game.find_move(text) else {
                return writeln!(
                    self.output,
                    "info string position: {text:?} isn't legal in {}; position kept",
                    fen::write(game.position())
                );
            };
            game.play(mv);
        }
        self.game = game;
        Ok(())
    }
}
// ANCHOR_END: position

// ANCHOR: options
const HASH: &str = "Hash";
const CLEAR_HASH: &str = "Clear Hash";
const OVERHEAD: &str = "Move Overhead";
/// In milliseconds.
const OVERHEAD_MAX: u64 = 5_000;
pub(crate) const DEFAULT_OVERHEAD: Duration = Duration::from_millis(10);

impl<W: Write> Console<W> {
    /// `setoption name NAME value VALUE`; a name may hold spaces, and its case doesn't matter.
    fn set_option(&mut self, text: &str) -> io::Result<()> {
        let words: Vec<_> = text.split_whitespace().collect();
        let mut parts = words.splitn(2, |&word| word == "value");
        let name = match parts.next().unwrap_or_default() {
            ["name", name @ ..] if !name.is_empty() => name.join(" ").to_lowercase(),
            _ => {
                return writeln!(
                    self.output,
                    "info string setoption: expected name NAME value VALUE"
                );
            }
        };
        let value = parts.next().unwrap_or_default().join(" ");
        if let Err(reason) = self.try_option(&name, &value) {
            writeln!(self.output, "info string setoption: {reason}")?;
        }
        Ok(())
    }

    // ANCHOR_END: options

    // ANCHOR: try-option
    fn try_option(&mut self, name: &str, value: &str) -> Result<(), String> {
        if name == HASH.to_lowercase() {
            return self.resize_table(value);
        }
        if name == CLEAR_HASH.to_lowercase() {
            self.clear_memory();
            return Ok(());
        }
        if name == OVERHEAD.to_lowercase() {
            let milliseconds = value.parse().ok().filter(|value| *value <= OVERHEAD_MAX);
            let milliseconds = milliseconds.ok_or_else(|| {
                format!("{OVERHEAD}: {value:?} isn't a number of milliseconds up to {OVERHEAD_MAX}")
            })?;
            self.overhead = Duration::from_millis(milliseconds);
            return Ok(());
        }
        if TECHNIQUES.iter().any(|technique| technique.name == name) {
            let on = match value {
                "true" => true,
                "false" => false,
                _ => return Err(format!("{name}: {value:?} is neither true nor false")),
            };
            return self.settings.techniques.set(name, on);
        }
        if PARAMS.iter().any(|param| param.name == name) {
            return self.settings.params.set(name, value);
        }
        Err(format!("no option is called {name:?}; uci lists them"))
    }
    // ANCHOR_END: try-option
}

// ANCHOR: table
impl<W: Write> Console<W> {
    /// Makes a table of another size. If there can't be one the old table stays, with what it knows.
    fn resize_table(&mut self, text: &str) -> Result<(), String> {
        let max = TranspositionTable::MAX_SIZE;
        let size = text.parse().ok().filter(|size| (1..=max).contains(size));
        let size = size.ok_or_else(|| {
            format!("{HASH}: {text:?} isn't a number of megabytes from 1 to {max}")
        })?;
        let table = TranspositionTable::new(size).map_err(|reason| format!("{HASH}: {reason}"))?;
        self.memory = Some(Memory::new(table));
        Ok(())
    }

    fn clear_memory(&mut self) {
        if let Some(memory) = &mut self.memory {
            memory.clear();
        }
    }
}
// ANCHOR_END: table

// ANCHOR: running
/// A search on its own thread.
pub(crate) struct Running {
    control: Arc<Control>,
    /// Gives the memory back.
    thread: JoinHandle<Memory>,
    /// The result may be told only after `stop` or, where no move is asked for yet, `ponderhit`.
    unbounded: bool,
    /// Nothing but `stop` ends it.
    infinite: bool,
    /// A result that has to wait for that.
    held: Option<RootResult>,
    start: Instant,
}

/// What a search ends with.
#[derive(Clone, Copy, PartialEq, Eq)]
enum End {
    Limits,
    PonderHit,
    Stop,
}

/// Enough for the longest line in a build without optimisations too.
const STACK: usize = 16 << 20;

/// Sends what the search reports to the console.
struct Reporter {
    sender: Sender<Event>,
    follow: bool,
}

impl Sink for Reporter {
    #[inline(always)]
    fn note(&mut self, _: Note) {}

    fn report(&mut self, result: &RootResult) {
        // If the console has left, nobody wants to know.
        let _ = self.sender.send(Event::Report(result.clone()));
    }

    fn follow(&mut self, follow: Follow) {
        if self.follow {
            let _ = self.sender.send(Event::Follow(follow));
        }
    }
}

impl<W: Write> Console<W> {
    /// Begins a search. Its reports and its result come as events.
    fn start(&mut self, limits: Limits, control: Control, end: End) -> io::Result<()> {
        let (game, settings, sender) = (self.game.clone(), self.settings, self.sender.clone());
        let mut reporter = Reporter { sender: sender.clone(), follow: self.follow };
        let mut memory = self.memory.take().expect("it is here while no search runs");
        let control = Arc::new(control);
        let shared = Arc::clone(&control);
        let thread = thread::Builder::new().stack_size(STACK).spawn(move || {
            let result =
                search_watched(&game, &limits, &settings, &mut memory, &shared, &mut reporter);
            let _ = sender.send(Event::Done(result));
            memory
        })?;
        let start = Instant::now();
        let (unbounded, infinite) = (end != End::Limits, end == End::Stop);
        self.running = Some(Running { control, thread, unbounded, infinite, held: None, start });
        Ok(())
    }

    // ANCHOR_END: running

    // ANCHOR: wait
    /// Whether a line has to wait until the search has ended. A search that would never end by
    /// itself is stopped for it.
    pub(crate) fn has_to_wait(&mut self, line: &str) -> bool {
        let command = line.split_whitespace().next().unwrap_or_default();
        if self.running.is_none() || ["stop", "ponderhit", "isready", "quit", ""].contains(&command)
        {
            return false;
        }
        self.stop_unbounded();
        true
    }

    pub(crate) fn stop_unbounded(&mut self) {
        if let Some(running) = self.running.as_mut().filter(|running| running.unbounded) {
            running.control.stop.store(true, Ordering::Relaxed);
            running.unbounded = false;
            if let Some(result) = running.held.take() {
                let _ = self.sender.send(Event::Done(result));
            }
        }
    }

    fn stop(&mut self) -> io::Result<()> {
        if let Some(running) = &self.running {
            running.control.stop.store(true, Ordering::Relaxed);
        }
        self.stop_unbounded();
        Ok(())
    }

    // ANCHOR_END: wait

    // ANCHOR: leave
    /// The expected move was played: the clock runs, and the result may be told.
    fn ponderhit(&mut self) -> io::Result<()> {
        let Some(running) = &mut self.running else {
            return Ok(());
        };
        // An analysis that is endless for another reason stays so.
        if running.control.ponder.swap(false, Ordering::Relaxed) && !running.infinite {
            running.unbounded = false;
            if let Some(result) = running.held.take() {
                let _ = self.sender.send(Event::Done(result));
            }
        }
        Ok(())
    }

    /// Ends a search that nobody waits for any more.
    pub(crate) fn leave(&mut self) -> io::Result<()> {
        self.stop()?;
        self.take_memory_back()
    }

    /// Waits for the search's thread to end.
    fn take_memory_back(&mut self) -> io::Result<()> {
        if let Some(running) = self.running.take() {
            let memory =
                running.thread.join().map_err(|_| io::Error::other("the search panicked"))?;
            self.memory = Some(memory);
        }
        Ok(())
    }
    // ANCHOR_END: leave
}

// ANCHOR: report
impl<W: Write> Console<W> {
    /// Prints what a depth has found.
    pub(crate) fn report(&mut self, result: &RootResult) -> io::Result<()> {
        let time = self.running.as_ref().map_or(Duration::ZERO, |running| running.start.elapsed());
        let nps = u128::from(result.nodes) * 1_000_000 / time.as_micros().max(1);
        let score = score::uci_text(result.score);
        let bound = match result.bound {
            Bound::Exact => "",
            Bound::Lower => " lowerbound",
            Bound::Upper => " upperbound",
        };
        let RootResult { depth, seldepth, nodes, hashfull, .. } = result;
        write!(
            self.output,
            "info depth {depth} seldepth {seldepth} score {score}{bound} nodes {nodes} nps {nps} \
             hashfull {hashfull} time {}",
            time.as_millis()
        )?;
        if !result.pv.is_empty() {
            let pv: Vec<_> = result.pv.iter().map(ToString::to_string).collect();
            write!(self.output, " pv {}", pv.join(" "))?;
        }
        writeln!(self.output)
    }

    /// Prints the move, unless the protocol wants it to wait.
    pub(crate) fn done(&mut self, result: RootResult) -> io::Result<()> {
        if let Some(running) = self.running.as_mut().filter(|running| running.unbounded) {
            running.held = Some(result);
            return Ok(());
        }
        self.take_memory_back()?;
        // Where no move is legal the protocol wants an answer all the same: the null move.
        let best = result.pv.first().map_or("0000".to_owned(), ToString::to_string);
        writeln!(self.output, "bestmove {best}")
    }
}
// ANCHOR_END: report
