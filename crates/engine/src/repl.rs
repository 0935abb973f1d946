//! The console: a line in, an answer out.
//!
//! A reader types into it, and so does a chess program: what isn't an answer is printed as an
//! `info string`, which every such program ignores. Nothing that is typed ends the console but
//! `quit` and the end of the input.

use crate::attacks;
use crate::bench;
use crate::bitboard::Bitboard;
use crate::eval;
use crate::fen;
use crate::lab;
use crate::movegen::legal_moves;
use crate::moves::Move;
use crate::perft;
use crate::position::Position;
use crate::score::MAX_DEPTH;
use crate::session::{Event, Inbox, Session, Turn};
use crate::types::{Color, PieceType, Square};
use crate::uci;
use std::io::{self, BufRead, Write};
use std::ops::ControlFlow;
use std::thread;
use std::time::Instant;

// ANCHOR: commands
/// What the console understands, as `help` prints it, and how it gets along with a search that runs.
const COMMANDS: [(&str, &str, Turn); 25] = [
    ("fen [FEN]", "set the position; without FEN, print it", Turn::Wait),
    ("show", "draw the position", Turn::Wait),
    ("attacks SQ", "draw the squares that the piece on SQ attacks", Turn::Wait),
    ("moves", "list the legal moves", Turn::Wait),
    ("perft DEPTH", "count the sequences of legal moves", Turn::Wait),
    ("divide DEPTH", "count them for each first move", Turn::Wait),
    ("eval", "explain the evaluation of the position", Turn::Wait),
    ("go …", "search within limits such as depth N, nodes N or movetime N", Turn::Go),
    ("stop", "end the search", Turn::Signal),
    ("ponderhit", "the move that go ponder expected was played", Turn::Signal),
    ("bench [DEPTH]", "search the ten positions of the bench", Turn::Wait),
    ("set [NAME on|off]", "switch a technique; without NAME, list them", Turn::Wait),
    ("param [NAME VALUE]", "set a parameter; without NAME, list them", Turn::Wait),
    ("ab NAME DEPTH", "search the position without a technique and with it", Turn::Wait),
    ("trace DEPTH", "search the position and print the tree", Turn::Wait),
    ("follow on|off", "tell during a search what changes at the root", Turn::Wait),
    ("uci", "tell the engine's name and its options", Turn::Wait),
    ("isready", "answer readyok", Turn::AtOnce),
    ("ucinewgame", "begin another game", Turn::Wait),
    ("position …", "startpos or fen FEN, then moves and the moves played since", Turn::Wait),
    ("setoption …", "name NAME value VALUE: set an option that uci lists", Turn::Wait),
    ("debug …", "accepted without effect, as programs may say it", Turn::AtOnce),
    ("register …", "the same", Turn::AtOnce),
    ("help", "print this list", Turn::Wait),
    ("quit", "leave", Turn::AtOnce),
];

/// How a command gets along with a search that runs, if there is such a command.
fn turn(command: &str) -> Option<Turn> {
    let known = COMMANDS.iter().find(|(usage, ..)| split(usage).0 == command);
    known.map(|(.., turn)| *turn)
}
// ANCHOR_END: commands

// ANCHOR: console
/// Reads lines on a thread of its own, and prints what the session says on this one.
pub struct Console<W> {
    session: Session,
    output: W,
}

impl<W: Write> Console<W> {
    /// A console that prints there. When tuning, parameters are UCI options.
    pub fn new(output: W, tuning: bool) -> Self {
        let mut session = Session::default();
        session.set_tuning(tuning);
        Self { session, output }
    }

    /// Reads and answers lines until `quit` or the end of the input.
    pub fn run(&mut self, input: impl BufRead + Send + 'static) -> io::Result<()> {
        let inbox = self.session.inbox();
        // The thread may wait for a line for ever; it ends with the process.
        thread::spawn(move || read_lines(input, &inbox));
        loop {
            match self.session.next_event() {
                Event::Line(line) if self.execute(&line)?.is_break() => return Ok(()),
                Event::Line(_) => {}
                Event::Report(result, time) => uci::print_report(&result, time, &mut self.output)?,
                Event::Follow(follow) => writeln!(self.output, "info string {follow}")?,
                Event::Done(result) => uci::print_move(&result, &mut self.output)?,
                Event::End(result) => return result,
            }
            self.output.flush()?;
        }
    }
}
// ANCHOR_END: console

// ANCHOR: read-lines
fn read_lines(mut input: impl BufRead, inbox: &Inbox) {
    let mut line = Vec::new();
    let result = loop {
        line.clear();
        match input.read_until(b'\n', &mut line) {
            Ok(0) => break Ok(()),
            Ok(_) => {
                let text = String::from_utf8_lossy(&line).into_owned();
                // What is unknown or empty leaves a search alone.
                let turn = turn(split(&text).0).unwrap_or(Turn::AtOnce);
                if !inbox.line(turn, text) {
                    return;
                }
            }
            Err(error) => break Err(error),
        }
    };
    inbox.end(result);
}
// ANCHOR_END: read-lines

impl<W: Write> Console<W> {
    // ANCHOR: execute
    /// Answers one line.
    fn execute(&mut self, line: &str) -> io::Result<ControlFlow<()>> {
        let (command, rest) = split(line);
        match command {
            "" => {}
            _ if turn(command).is_none() => {
                writeln!(self.output, "info string unknown command {command:?}; try help")?;
            }
            "quit" => return Ok(ControlFlow::Break(())),
            "help" => self.help()?,
            "fen" if rest.is_empty() => {
                writeln!(self.output, "{}", fen::write(self.session.game().position()))?;
            }
            "fen" => {
                if let Some(game) = uci::read_fen(rest, &mut self.output)? {
                    self.session.set_game(game);
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
                let Self { session, output } = self;
                let answered = uci::answer(command, rest, session, output)?
                    || lab::answer(command, rest, session, output)?;
                debug_assert!(answered, "{command} is listed, but nothing answers it");
            }
        }
        Ok(ControlFlow::Continue(()))
    }
    // ANCHOR_END: execute

    fn help(&mut self) -> io::Result<()> {
        for (command, meaning, _) in COMMANDS {
            writeln!(self.output, "{command:<26}{meaning}")?;
        }
        Ok(())
    }

    // ANCHOR: show
    /// Draws the board as White sees it, and the FEN below.
    fn show(&mut self) -> io::Result<()> {
        for rank in (0..8).rev() {
            write!(self.output, "{} ", rank + 1)?;
            for file in 0..8 {
                let piece = self.session.game().position().piece_on(Square::new(file, rank));
                write!(self.output, " {}", piece.map_or('.', |piece| piece.letter()))?;
            }
            writeln!(self.output)?;
        }
        writeln!(self.output, "   a b c d e f g h")?;
        writeln!(self.output, "{}", fen::write(self.session.game().position()))
    }
    // ANCHOR_END: show

    // ANCHOR: attacks
    /// Draws what the piece on a square attacks, pieces of its own side included.
    fn attacks(&mut self, text: &str) -> io::Result<()> {
        let Ok(square) = text.parse() else {
            return writeln!(self.output, "info string attacks: {text:?} isn't a square like e4");
        };
        match attacks_of_piece(self.session.game().position(), square) {
            Some(attacks) => write!(self.output, "{attacks}"),
            None => writeln!(self.output, "info string attacks: no piece stands on {square}"),
        }
    }
    // ANCHOR_END: attacks

    // ANCHOR: moves
    /// Lists the legal moves in the order of their names.
    fn moves(&mut self) -> io::Result<()> {
        let mut moves: Vec<_> =
            legal_moves(self.session.game().position()).iter().map(Move::to_string).collect();
        moves.sort();
        writeln!(self.output, "{} moves: {}", moves.len(), moves.join(" "))
    }

    /// Counts to the depth that `text` names, move by move if `divided`.
    fn perft(&mut self, text: &str, divided: bool) -> io::Result<()> {
        match text.parse() {
            Ok(depth @ 0..=perft::MAX_DEPTH) => {
                write!(
                    self.output,
                    "{}",
                    perft::report(self.session.game().position(), depth, divided)
                )
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
        let position = self.session.game().position();
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
                let start = Instant::now();
                let report =
                    bench::run(depth, 1..=bench::POSITIONS.len(), self.session.settings(), false);
                write!(self.output, "{}", report.text(start.elapsed()))
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

// ANCHOR: split
/// The command of a line and what follows it, without white space around them. A byte order mark,
/// which some editors write before the first line, is such a space too: one of no width.
fn split(line: &str) -> (&str, &str) {
    let line = line.trim_matches(|letter: char| letter.is_whitespace() || letter == '\u{feff}');
    let (command, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
    (command, rest.trim_start())
}
// ANCHOR_END: split

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
