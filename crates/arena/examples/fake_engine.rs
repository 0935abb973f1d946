//! An engine for tests: it plays legal moves over UCI, and misbehaves when told to by its options.
//!
//! `Behaviour` is one of good, crash, hang, illegal, slow, ignore, mute, busy, flood,
//! picky and forgetful; `After` says in which search of the process the misbehaviour begins, counted
//! from 0.

use arena::play::board::Board;
use std::io::{BufRead, Write, stdin, stdout};
use std::time::{Duration, Instant};

/// How long after its move a busy engine hears no `go`.
const BUSY: Duration = Duration::from_millis(20);

struct Engine {
    behaviour: String,
    after: u64,
    searches: u64,
    /// When the last move was told.
    moved: Option<Instant>,
    board: Board,
}

fn main() {
    let board = Board::new(cb2026::fen::START).expect("the start position is legal");
    let behaviour = "good".to_owned();
    let mut engine = Engine { behaviour, after: 0, searches: 0, moved: None, board };
    for line in stdin().lock().lines().map_while(Result::ok) {
        let mut out = String::new();
        match line.split_whitespace().next() {
            Some("quit") => break,
            Some("uci") => {
                out += "id name fake\noption name Behaviour type string default good\n";
                out += "option name After type spin default 0 min 0 max 9999\nuciok\n";
            }
            Some("setoption") => {
                engine.set(&line);
                if engine.behaviour == "picky" {
                    out += "info string Behaviour: nobody is\n";
                }
            }
            Some("isready") => out += "readyok\n",
            Some("position") => engine.position(&line),
            Some("go") => out += &engine.go(&line),
            _ => {}
        }
        let mut stdout = stdout().lock();
        if stdout.write_all(out.as_bytes()).and_then(|()| stdout.flush()).is_err() {
            break;
        }
    }
}

impl Engine {
    fn set(&mut self, line: &str) {
        let value = line.split_whitespace().last().unwrap_or_default();
        match line.contains("Behaviour") {
            true => self.behaviour = value.to_owned(),
            false => self.after = value.parse().unwrap_or(0),
        }
    }

    fn position(&mut self, line: &str) {
        let rest = line.trim_start_matches("position fen ");
        let (fen, moves) = rest.split_once(" moves ").unwrap_or((rest, ""));
        self.board = Board::new(fen).expect("the arena sends legal positions");
        for text in moves.split_whitespace() {
            assert!(self.board.play(text), "the arena sends legal moves");
        }
    }

    fn go(&mut self, line: &str) -> String {
        let behaviour = if self.searches < self.after { "good" } else { &self.behaviour };
        let mut nodes: u64 =
            line.split_whitespace().last().and_then(|n| n.parse().ok()).unwrap_or(1);
        let mut text = self.choose();
        match behaviour {
            "crash" => {
                eprintln!("something broke");
                std::process::exit(3);
            }
            "hang" => std::thread::sleep(Duration::from_secs(3600)),
            "slow" => std::thread::sleep(Duration::from_millis(80)),
            "illegal" => text = "e1e8".to_owned(),
            "ignore" => nodes = 7,
            "mute" => return String::new(),
            "flood" => flood(),
            // Still busy with the last search.
            "busy" if self.moved.is_some_and(|at| at.elapsed() < BUSY) => return String::new(),
            "forgetful" => {
                // Its moves depend on what it did before: it can't be played again.
                let moves = self.board.legal();
                let salt = std::process::id() as u64 + self.searches;
                text = moves[(salt % moves.len() as u64) as usize].clone();
            }
            _ => {}
        }
        self.searches += 1;
        self.moved = Some(Instant::now());
        format!("info depth 1 score cp 12 nodes {nodes} time 1 pv {text}\nbestmove {text}\n")
    }

    fn choose(&self) -> String {
        let moves = self.board.legal();
        let key = self.board.game().position().keys().all;
        moves[(key % moves.len() as u64) as usize].clone()
    }
}

/// Writes until nobody reads any more.
fn flood() -> ! {
    let mut stdout = stdout().lock();
    while writeln!(stdout, "info string {}", "flood ".repeat(99)).is_ok() {}
    std::process::exit(1)
}
