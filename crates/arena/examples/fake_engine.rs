//! An engine for tests: it plays legal moves over UCI, and misbehaves when told to by its options.
//!
//! `Behaviour` is one of good, greedy, crash, hang, illegal, slow, ignore, mute, busy, flood, picky,
//! forgetful, overdraw, silent and echo; `After` says in which search of the process the misbehaviour
//! begins, counted from 0. A copy whose name begins with `plain` has no clock of nodes.

use arena::play::board::{Board, START};
use cozy_chess::Piece;
use std::io::{BufRead, Write, stdin, stdout};
use std::time::{Duration, Instant};

/// How long after its move a busy engine hears no `go`.
const BUSY: Duration = Duration::from_millis(20);

struct Engine {
    behaviour: String,
    after: u64,
    searches: u64,
    /// Whether times are told in nodes.
    counts_nodes: bool,
    /// When the last move was told.
    moved: Option<Instant>,
    board: Board,
}

fn main() {
    let mut engine = Engine {
        behaviour: "good".to_owned(),
        after: 0,
        searches: 0,
        counts_nodes: false,
        moved: None,
        board: Board::new(START).expect("the start position is legal"),
    };
    for line in stdin().lock().lines().map_while(Result::ok) {
        let mut out = String::new();
        match line.split_whitespace().next() {
            Some("quit") => break,
            Some("uci") => out += &hello(),
            Some("setoption") => {
                engine.set(&line);
                if engine.behaviour == "picky" {
                    out += "info string Behaviour: none of them will do\n";
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

fn hello() -> String {
    let mut text = "id name fake\noption name Behaviour type string default good\n\
                    option name After type spin default 0 min 0 max 9999\n"
        .to_owned();
    let program = std::env::current_exe().unwrap_or_default();
    let name = program.file_name().unwrap_or_default().to_string_lossy().into_owned();
    if !name.starts_with("plain") {
        text += "option name nodestime type spin default 0 min 0 max 1000\n";
    }
    text + "uciok\n"
}

impl Engine {
    fn set(&mut self, line: &str) {
        let words: Vec<&str> = line.split_whitespace().collect();
        let value = words.last().copied().unwrap_or_default();
        match words.get(2).copied() {
            Some("Behaviour") => self.behaviour = value.to_owned(),
            Some("After") => self.after = value.parse().unwrap_or(0),
            Some("nodestime") => self.counts_nodes = value == "1",
            _ => {}
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
        let behaviour =
            if self.searches < self.after { "good" } else { &self.behaviour }.to_owned();
        let mut nodes = self.budget(line);
        let mut text = self.choose(&behaviour);
        match behaviour.as_str() {
            "crash" => {
                eprintln!("something broke");
                std::process::exit(3);
            }
            "hang" => std::thread::sleep(Duration::from_secs(3600)),
            "slow" => std::thread::sleep(Duration::from_millis(80)),
            "illegal" => text = "e1e8".to_owned(),
            "ignore" => nodes = 7,
            "overdraw" => nodes *= 100,
            "mute" => return String::new(),
            "flood" => flood(),
            // Still busy with the last search.
            "busy" if self.moved.is_some_and(|at| at.elapsed() < BUSY) => return String::new(),
            _ => {}
        }
        self.searches += 1;
        self.moved = Some(Instant::now());
        let told = if behaviour == "silent" { String::new() } else { format!(" nodes {nodes}") };
        let answer = format!("bestmove {text}\n");
        let answer = if behaviour == "echo" { answer.repeat(2) } else { answer };
        format!("info depth 1 score cp 12{told} time 1 pv {text}\n{answer}")
    }

    /// How many nodes it says that it searched: what is asked for, or a share of its clock of nodes.
    fn budget(&self, line: &str) -> u64 {
        let words: Vec<&str> = line.split_whitespace().collect();
        let after = |name: &str| {
            let place = words.iter().position(|word| *word == name)?;
            words.get(place + 1)?.parse::<u64>().ok()
        };
        let is_white = self.board.position().side_to_move() == cozy_chess::Color::White;
        let clock = if is_white { "wtime" } else { "btime" };
        match after(clock).filter(|_| self.counts_nodes) {
            Some(left) => left / 20,
            None => words.last().and_then(|word| word.parse().ok()).unwrap_or(1),
        }
    }

    fn choose(&self, behaviour: &str) -> String {
        let moves = self.board.legal();
        let mut salt = fingerprint(&self.board.epd());
        match behaviour {
            // Its moves depend on what it did before: it can't be played again.
            "forgetful" => salt = u64::from(std::process::id()) + self.searches,
            "greedy" => {
                let best = moves.iter().map(|text| self.worth(text)).max().unwrap_or(0);
                let best = moves.iter().filter(|text| self.worth(text) == best);
                let best: Vec<&String> = best.collect();
                return best[(salt % best.len() as u64) as usize].clone();
            }
            _ => {}
        }
        moves[(salt % moves.len() as u64) as usize].clone()
    }

    /// A mate is worth most, then the piece that a move takes or becomes.
    fn worth(&self, text: &str) -> u32 {
        let mut next = self.board.clone();
        next.play(text);
        if !next.position().generate_moves(|_| true) {
            return if next.position().checkers().is_empty() { 0 } else { 100 };
        }
        let Some(mv) = self.board.find(text) else { return 0 };
        let value = |piece| match piece {
            Piece::Pawn => 1,
            Piece::Knight | Piece::Bishop => 3,
            Piece::Rook => 5,
            Piece::Queen => 9,
            Piece::King => 0,
        };
        let taken = self.board.position().piece_on(mv.to).map_or(0, value);
        10 + taken + mv.promotion.map_or(0, value)
    }
}

/// FNV-1a: the same on every machine.
fn fingerprint(text: &str) -> u64 {
    let step = |hash: u64, byte: u8| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
    text.bytes().fold(0xcbf2_9ce4_8422_2325, step)
}

/// Writes until the other end is closed.
fn flood() -> ! {
    let mut stdout = stdout().lock();
    while writeln!(stdout, "info string {}", "flood ".repeat(99)).is_ok() {}
    std::process::exit(1)
}
