//! The console: a line in, an answer out (chapters 1 to 11).
//!
//! A reader types into it, and so does a chess program: what isn't an answer is printed as an
//! `info string`, which every such program ignores. Nothing that is typed ends the console but
//! `quit` and the end of the input.

use crate::attacks;
use crate::bench;
use crate::bitboard::Bitboard;
use crate::eval;
use crate::fen;
use crate::game::Game;
use crate::movegen::legal_moves;
use crate::moves::Move;
use crate::perft;
use crate::position::Position;
use crate::score::MAX_DEPTH;
use crate::search::trace::Follow;
use crate::search::{Memory, RootResult, Settings};
use crate::types::{Color, PieceType, Square};
use crate::uci::{DEFAULT_OVERHEAD, Running};
use std::collections::VecDeque;
use std::io::{self, BufRead, Write};
use std::ops::ControlFlow;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread;
use std::time::Duration;

// ANCHOR: commands
/// What the console understands, as `help` prints it.
const COMMANDS: [(&str, &str); 19] = [
    ("fen [FEN]", "set the position; without FEN, print it"),
    ("show", "draw the position"),
    ("attacks SQ", "draw the squares that the piece on SQ attacks"),
    ("moves", "list the legal moves"),
    ("perft DEPTH", "count the sequences of legal moves"),
    ("divide DEPTH", "count them for each first move"),
    ("eval", "explain the evaluation of the position"),
    ("go …", "search within limits such as depth N, nodes N or movetime N"),
    ("stop", "end the search"),
    ("bench [DEPTH]", "search the ten positions of the bench"),
    ("set [NAME on|off]", "switch a technique; without NAME, list them"),
    ("param [NAME VALUE]", "set a parameter; without NAME, list them"),
    ("ab NAME DEPTH", "search the position without a technique and with it"),
    ("trace DEPTH", "search the position and print the tree"),
    ("follow on|off", "tell during a search what changes at the root"),
    ("uci, isready, ucinewgame", "what chess programs say"),
    ("position …", "startpos or fen FEN, then moves and the moves played since"),
    ("help", "print this list"),
    ("quit", "leave"),
];
// ANCHOR_END: commands

// ANCHOR: console
/// What the console waits for.
pub(crate) enum Event {
    Line(String),
    EndOfInput(io::Result<()>),
    Report(RootResult),
    Follow(Follow),
    Done(RootResult),
}

/// The state between two events. One thread reads lines, another one searches at times; both tell
/// the console what happens, and nobody else touches its state or its output.
pub struct Console<W> {
    pub(crate) game: Game,
    pub(crate) settings: Settings,
    /// Whether searches are commented on.
    pub(crate) follow: bool,
    /// Away while a search uses it.
    pub(crate) memory: Option<Memory>,
    /// What gets lost between two programs with each move.
    pub(crate) overhead: Duration,
    pub(crate) output: W,
    pub(crate) running: Option<Running>,
    pub(crate) sender: Sender<Event>,
    receiver: Receiver<Event>,
    /// Lines that came during a search and have to wait for its end.
    waiting: VecDeque<String>,
}

impl<W: Write> Console<W> {
    pub fn new(output: W) -> Self {
        let (sender, receiver) = channel();
        Self {
            game: Game::default(),
            settings: Settings::default(),
            follow: false,
            memory: Some(Memory::default()),
            overhead: DEFAULT_OVERHEAD,
            output,
            running: None,
            sender,
            receiver,
            waiting: VecDeque::new(),
        }
    }

    // ANCHOR_END: console

    // ANCHOR: run
    /// Reads and answers lines until `quit` or the end of the input.
    pub fn run(&mut self, input: impl BufRead + Send + 'static) -> io::Result<()> {
        let sender = self.sender.clone();
        // The thread may wait for a line for ever; it ends with the process.
        thread::spawn(move || read_lines(input, &sender));
        let mut ended = None;
        while ended.is_none() || self.running.is_some() || !self.waiting.is_empty() {
            let event = match self.waiting.pop_front() {
                Some(line) if self.running.is_none() => Event::Line(line),
                Some(line) => {
                    self.waiting.push_front(line);
                    self.next_event()
                }
                None => self.next_event(),
            };
            match event {
                Event::Line(line) if self.has_to_wait(&line) => self.waiting.push_back(line),
                Event::Line(line) if self.execute(&line)?.is_break() => return self.leave(),
                Event::Line(_) => {}
                Event::EndOfInput(result) => {
                    self.stop_unbounded();
                    ended = Some(result);
                }
                Event::Report(result) => self.report(&result)?,
                Event::Follow(follow) => writeln!(self.output, "info string {follow}")?,
                Event::Done(result) => self.done(result)?,
            }
            self.output.flush()?;
        }
        ended.unwrap_or(Ok(()))
    }

    fn next_event(&self) -> Event {
        self.receiver.recv().expect("the console holds a sender itself")
    }
    // ANCHOR_END: run
}

// ANCHOR: read-lines
fn read_lines(mut input: impl BufRead, sender: &Sender<Event>) {
    let mut line = Vec::new();
    let result = loop {
        line.clear();
        match input.read_until(b'\n', &mut line) {
            Ok(0) => break Ok(()),
            Ok(_) => {
                let text = String::from_utf8_lossy(&line).into_owned();
                // Nobody listens any more after quit.
                if sender.send(Event::Line(text)).is_err() {
                    return;
                }
            }
            Err(error) => break Err(error),
        }
    };
    let _ = sender.send(Event::EndOfInput(result));
}
// ANCHOR_END: read-lines

impl<W: Write> Console<W> {
    // ANCHOR: execute
    /// Answers one line.
    fn execute(&mut self, line: &str) -> io::Result<ControlFlow<()>> {
        let line = line.trim();
        let (command, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        let rest = rest.trim_start();
        match command {
            "" => {}
            "quit" => return Ok(ControlFlow::Break(())),
            "help" => self.help()?,
            "fen" if rest.is_empty() => {
                writeln!(self.output, "{}", fen::write(self.game.position()))?;
            }
            "fen" => {
                if let Some(game) = self.read_fen(rest)? {
                    self.game = game;
                }
            }
            "show" => self.show()?,
            "attacks" => self.attacks(rest)?,
            "moves" => self.moves()?,
            "perft" => self.perft(rest, false)?,
            "divide" => self.perft(rest, true)?,
            "eval" => self.eval()?,
            "bench" => self.bench(rest)?,
            _ => {
                if !self.uci(command, rest)? && !self.lab(command, rest)? {
                    writeln!(self.output, "info string unknown command {command:?}; try help")?;
                }
            }
        }
        Ok(ControlFlow::Continue(()))
    }
    // ANCHOR_END: execute

    fn help(&mut self) -> io::Result<()> {
        for (command, meaning) in COMMANDS {
            writeln!(self.output, "{command:<26}{meaning}")?;
        }
        Ok(())
    }

    // ANCHOR: read-fen
    /// The game that begins at a FEN, or nothing if there is none. Says what is wrong with it.
    pub(crate) fn read_fen(&mut self, text: &str) -> io::Result<Option<Game>> {
        match Game::from_fen(text) {
            Ok((game, notes)) => {
                for note in notes {
                    writeln!(self.output, "info string FEN: {note}")?;
                }
                Ok(Some(game))
            }
            Err(error) => {
                writeln!(self.output, "info string FEN: {error}; position kept")?;
                Ok(None)
            }
        }
    }
    // ANCHOR_END: read-fen

    // ANCHOR: show
    /// Draws the board as White sees it, and the FEN below.
    fn show(&mut self) -> io::Result<()> {
        for rank in (0..8).rev() {
            write!(self.output, "{} ", rank + 1)?;
            for file in 0..8 {
                let piece = self.game.position().piece_on(Square::new(file, rank));
                write!(self.output, " {}", piece.map_or('.', |piece| piece.letter()))?;
            }
            writeln!(self.output)?;
        }
        writeln!(self.output, "   a b c d e f g h")?;
        writeln!(self.output, "{}", fen::write(self.game.position()))
    }
    // ANCHOR_END: show

    // ANCHOR: attacks
    /// Draws what the piece on a square attacks, whoever stands there.
    fn attacks(&mut self, text: &str) -> io::Result<()> {
        let Ok(square) = text.parse() else {
            return writeln!(self.output, "info string attacks: {text:?} isn't a square like e4");
        };
        match attacks_of_piece(self.game.position(), square) {
            Some(attacks) => write!(self.output, "{attacks}"),
            None => writeln!(self.output, "info string attacks: no piece stands on {square}"),
        }
    }
    // ANCHOR_END: attacks

    // ANCHOR: moves
    /// Lists the legal moves in the order of their names.
    fn moves(&mut self) -> io::Result<()> {
        let mut moves: Vec<_> =
            legal_moves(self.game.position()).iter().map(Move::to_string).collect();
        moves.sort();
        writeln!(self.output, "{} moves: {}", moves.len(), moves.join(" "))
    }

    /// Counts to the depth that `text` names, move by move if `divided`.
    fn perft(&mut self, text: &str, divided: bool) -> io::Result<()> {
        match text.parse() {
            Ok(depth @ 0..=perft::MAX_DEPTH) => {
                write!(self.output, "{}", perft::report(self.game.position(), depth, divided))
            }
            _ => {
                let max = perft::MAX_DEPTH;
                writeln!(self.output, "info string perft: {text:?} isn't a depth from 0 to {max}")
            }
        }
    }
    // ANCHOR_END: moves

    // ANCHOR: eval
    /// Prints what the evaluation sees: the parts for both sides, and the sum for the side to move.
    fn eval(&mut self) -> io::Result<()> {
        let position = self.game.position();
        let material = Color::ALL.map(|color| eval::material(position, color));
        let squares = Color::ALL.map(|color| eval::piece_squares(position, color));
        writeln!(self.output, "{:<10}{:>8}{:>8}", "", "White", "Black")?;
        for (name, [white, black]) in [("material", material), ("squares", squares)] {
            writeln!(self.output, "{name:<10}{white:>8}{black:>8}")?;
        }
        let score = eval::evaluate(position);
        writeln!(self.output, "{score} centipawns for {}, who moves", position.side_to_move())
    }
    // ANCHOR_END: eval

    // ANCHOR: bench
    /// Searches the bench's positions to the depth that `text` names.
    fn bench(&mut self, text: &str) -> io::Result<()> {
        let depth = if text.is_empty() { Ok(bench::DEFAULT_DEPTH) } else { text.parse() };
        match depth {
            Ok(depth @ 1..=MAX_DEPTH) => {
                let report = bench::run(depth, 1..=bench::POSITIONS.len(), &self.settings, false);
                write!(self.output, "{}", report.text())
            }
            _ => {
                writeln!(
                    self.output,
                    "info string bench: {text:?} isn't a depth from 1 to {MAX_DEPTH}"
                )
            }
        }
    }
    // ANCHOR_END: bench
}

// ANCHOR: attacks-of-piece
fn attacks_of_piece(position: &Position, square: Square) -> Option<Bitboard> {
    let piece = position.piece_on(square)?;
    let occupied = position.occupied();
    Some(match piece.kind {
        PieceType::Pawn => attacks::pawn(piece.color, square),
        PieceType::Knight => attacks::knight(square),
        PieceType::Bishop => attacks::bishop(square, occupied),
        PieceType::Rook => attacks::rook(square, occupied),
        PieceType::Queen => attacks::queen(square, occupied),
        PieceType::King => attacks::king(square),
    })
}
// ANCHOR_END: attacks-of-piece
