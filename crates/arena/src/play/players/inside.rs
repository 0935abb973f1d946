//! The engine that this program was built with, searching in a thread of its own.
//!
//! The only file of the arena that calls the engine's search. A search that panics or doesn't come
//! back costs a game, never the match: its thread is left behind.

use crate::play::board::Board;
use crate::play::player::{Choice, Go, Player};
use crate::played::{Info, Reason, Score};
use crate::side::Setting;
use anyhow::{Error, Result, bail};
use cb2026::game::Game;
use cb2026::score::MAX_DEPTH;
use cb2026::search::limits::{Clock, Control, Limits};
use cb2026::search::trace::Unwatched;
use cb2026::search::{Memory, Settings};
use cb2026::{score, search};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::thread;
use std::time::{Duration, Instant};

/// Enough for the deepest line of a build without optimisation.
const STACK: usize = 64 << 20;

/// The engine with its settings, and what it remembers of a game. A clone remembers nothing.
pub struct Engine {
    settings: Settings,
    memory: Memory,
}

impl Clone for Engine {
    fn clone(&self) -> Self {
        Self { settings: self.settings, memory: Memory::default() }
    }
}

/// What a search found.
pub struct Found {
    /// Empty where no move is legal.
    pub text: String,
    pub info: Info,
}

impl Engine {
    pub fn new(settings: &[(String, String)]) -> Result<Self> {
        let mut own = Settings::default();
        for (name, value) in settings {
            let set = match Setting::of(name, value)? {
                Setting::Option => bail!("option `{name}` needs an engine in its own process"),
                Setting::Technique(on) => own.techniques.set(name, on),
                Setting::Parameter(_) => own.params.set(name, value),
            };
            set.map_err(Error::msg)?;
        }
        Ok(Self { settings: own, memory: Memory::default() })
    }
}

/// What chooses moves: the engine, or in tests something that fails.
pub trait Think: Clone + Send + 'static {
    fn think(&mut self, game: &Game, go: &Go) -> Found;
}

impl Think for Engine {
    fn think(&mut self, game: &Game, go: &Go) -> Found {
        let (limits, control) = (limits(game, go), Control::default());
        let Self { settings, memory } = self;
        let result =
            search::search_watched(game, &limits, settings, memory, &control, &mut Unwatched);
        let info = Info {
            score: Some(score_of(result.score)),
            depth: u32::try_from(result.depth).ok(),
            nodes: Some(result.nodes),
        };
        Found { text: result.pv.first().map_or_else(String::new, ToString::to_string), info }
    }
}

/// The limits as the engine knows them. In one process nothing gets lost between two programs.
fn limits(game: &Game, go: &Go) -> Limits {
    match *go {
        Go::Depth(depth) => Limits::depth(depth.cast_signed()),
        Go::Nodes(nodes) => Limits::nodes(nodes),
        Go::MoveTime(time) => Limits { hard: Some(milliseconds(time)), ..Limits::depth(MAX_DEPTH) },
        Go::Clock { left, increment } => {
            let us = game.position().side_to_move().index();
            let clock = Clock {
                remaining: milliseconds(left[us]),
                increment: milliseconds(increment[us]),
                moves_to_go: 0,
            };
            let (soft, hard) = clock.limits(milliseconds(1));
            Limits { soft: Some(soft), hard: Some(hard), ..Limits::depth(MAX_DEPTH) }
        }
    }
}

fn milliseconds(number: u64) -> Duration {
    Duration::from_millis(number)
}

fn score_of(value: score::Score) -> Score {
    if !score::is_mate(value) {
        return Score::Centipawns(value);
    }
    let moves = (score::MATE - value.abs() + 1) / 2;
    Score::Mate(if value > 0 { moves } else { -moves })
}

/// A player around the engine.
pub struct Inside<T> {
    engine: T,
    worker: Option<Worker>,
}

struct Worker {
    questions: Sender<(Game, Go)>,
    answers: Receiver<(Found, Duration)>,
}

impl<T> Inside<T> {
    pub fn new(engine: T) -> Self {
        Self { engine, worker: None }
    }
}

impl Worker {
    fn start(mut engine: impl Think) -> Result<Self, Reason> {
        let (questions, asked) = channel::<(Game, Go)>();
        let (sender, answers) = channel();
        let work = move || {
            for (game, go) in asked {
                let start = Instant::now();
                let found = engine.think(&game, &go);
                if sender.send((found, start.elapsed())).is_err() {
                    break;
                }
            }
        };
        let builder = thread::Builder::new().name("player".to_owned()).stack_size(STACK);
        builder.spawn(work).map_err(|_| Reason::Crash)?;
        Ok(Self { questions, answers })
    }
}

impl<T: Think> Player for Inside<T> {
    fn new_game(&mut self, _: u64) -> Result<(), Reason> {
        // A new engine each game: nothing of the last one can be left.
        self.worker = Some(Worker::start(self.engine.clone())?);
        Ok(())
    }

    fn choose(&mut self, board: &Board, go: &Go, patience: Duration) -> Result<Choice, Reason> {
        let worker = self.worker.as_ref().ok_or(Reason::Crash)?;
        let question = (board.game().clone(), *go);
        worker.questions.send(question).map_err(|_| Reason::Crash)?;
        match worker.answers.recv_timeout(patience) {
            Ok((Found { text, info }, time)) => Ok(Choice { text, info, time }),
            Err(error) => {
                self.worker = None;
                Err(match error {
                    RecvTimeoutError::Timeout => Reason::Hang,
                    RecvTimeoutError::Disconnected => Reason::Crash,
                })
            }
        }
    }

    fn last_lines(&self) -> Vec<String> {
        Vec::new()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Fails in its second search of a game.
    #[derive(Clone)]
    struct Faulty {
        hangs: bool,
        searches: u32,
    }

    impl Think for Faulty {
        fn think(&mut self, _: &Game, _: &Go) -> Found {
            self.searches += 1;
            match (self.searches, self.hangs) {
                (1, _) => {}
                (_, true) => thread::sleep(Duration::from_secs(3600)),
                (_, false) => panic!("a panic that a test asks for"),
            }
            Found { text: "e2e4".to_owned(), info: Info::default() }
        }
    }

    #[test]
    fn a_search_that_panics_or_hangs_costs_a_game() {
        let board = Board::new(cb2026::fen::START).unwrap();
        for (hangs, reason) in [(false, Reason::Crash), (true, Reason::Hang)] {
            let mut player = Inside::new(Faulty { hangs, searches: 0 });
            // A panic may take its time on a busy machine, and must not pass for a hang.
            let patience = if hangs { Duration::from_secs(2) } else { Duration::from_secs(60) };
            let choose = |player: &mut Inside<Faulty>| {
                player.choose(&board, &Go::Depth(1), patience).map(|c| c.text)
            };
            for _ in 0..2 {
                player.new_game(0).unwrap();
                assert_eq!(choose(&mut player), Ok("e2e4".to_owned()));
                assert_eq!(choose(&mut player), Err(reason));
            }
        }
    }

    #[test]
    fn scores_are_told_in_moves_where_they_are_mates() {
        assert_eq!(score_of(31), Score::Centipawns(31));
        assert_eq!(score_of(score::MATE - 1), Score::Mate(1));
        assert_eq!(score_of(4 - score::MATE), Score::Mate(-2));
    }
}
