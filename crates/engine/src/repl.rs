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
use crate::game::Game;
use crate::lab;
use crate::movegen::legal_moves;
use crate::moves::Move;
use crate::perft;
use crate::position::Position;
use crate::score::MAX_DEPTH;
use crate::search::Settings;
use crate::types::{Color, PieceType, Square};
use crate::uci;
use std::io::{self, BufRead, Write};
use std::ops::ControlFlow;
use std::time::Instant;

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
    ("go depth N", "search the position N plies deep"),
    ("bench [DEPTH]", "search the ten positions of the bench"),
    ("set [NAME on|off]", "switch a technique; without NAME, list them"),
    ("param [NAME VALUE]", "set a parameter; without NAME, list them"),
    ("ab NAME DEPTH", "search the position without a technique and with it"),
    ("trace DEPTH", "search the position and print the tree"),
    ("uci", "tell the engine's name"),
    ("isready", "answer readyok once all earlier commands are done"),
    ("ucinewgame", "begin another game"),
    ("position …", "startpos or fen FEN, then moves and the moves played since"),
    ("help", "print this list"),
    ("quit", "leave"),
];
// ANCHOR_END: commands

// ANCHOR: console
/// The state between two lines of input.
pub struct Console<W> {
    game: Game,
    settings: Settings,
    output: W,
}

impl<W: Write> Console<W> {
    pub fn new(output: W) -> Self {
        Self { game: Game::default(), settings: Settings::default(), output }
    }

    /// Reads and answers lines until `quit` or the end of the input.
    pub fn run(&mut self, mut input: impl BufRead) -> io::Result<()> {
        let mut line = Vec::new();
        while input.read_until(b'\n', &mut line)? > 0 {
            let flow = self.execute(&String::from_utf8_lossy(&line))?;
            self.output.flush()?;
            if flow.is_break() {
                break;
            }
            line.clear();
        }
        Ok(())
    }
    // ANCHOR_END: console

    // ANCHOR: execute
    /// Answers one line.
    fn execute(&mut self, line: &str) -> io::Result<ControlFlow<()>> {
        let (command, rest) = split(line);
        match command {
            "" => {}
            "quit" => return Ok(ControlFlow::Break(())),
            "help" => self.help()?,
            "fen" if rest.is_empty() => {
                writeln!(self.output, "{}", fen::write(self.game.position()))?;
            }
            "fen" => {
                if let Some(game) = uci::read_fen(rest, &mut self.output)? {
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
                let Self { game, settings, output } = self;
                if !uci::answer(command, rest, game, settings, output)?
                    && !lab::answer(command, rest, game, settings, output)?
                {
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
    /// Draws what the piece on a square attacks, pieces of its own side included.
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
                let start = Instant::now();
                let report = bench::run(depth, 1..=bench::POSITIONS.len(), &self.settings, false);
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
