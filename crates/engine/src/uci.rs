//! The Universal Chess Interface, as much of it as lets a program play (chapter 4).
//!
//! The protocol shares the console's loop. Its words are those of the specification by Huber and
//! Meyer-Kahlen (2000).

use crate::bench;
use crate::fen;
use crate::game::Game;
use crate::repl::Console;
use crate::score::{self, MAX_DEPTH};
use crate::search::search;
use std::io::{self, Write};

// ANCHOR: dispatch
impl<W: Write> Console<W> {
    /// Answers a command of the protocol; says whether it was one.
    pub(crate) fn uci(&mut self, command: &str, rest: &str) -> io::Result<bool> {
        match command {
            "uci" => self.identify()?,
            "isready" => writeln!(self.output, "readyok")?,
            "ucinewgame" => self.game = Game::default(),
            "position" => self.set_game(rest)?,
            "go" => self.go(rest)?,
            _ => return Ok(false),
        }
        Ok(true)
    }

    fn identify(&mut self) -> io::Result<()> {
        writeln!(self.output, "id name cb2026 {}", env!("CARGO_PKG_VERSION"))?;
        writeln!(self.output, "id author the cb2026 authors")?;
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

// ANCHOR: go
impl<W: Write> Console<W> {
    /// `go depth N`. The engine can't be stopped yet, so other limits have to wait.
    fn go(&mut self, text: &str) -> io::Result<()> {
        let depth = text
            .split_whitespace()
            .skip_while(|&word| word != "depth")
            .nth(1)
            .and_then(|depth| depth.parse().ok())
            .filter(|depth| (1..=MAX_DEPTH).contains(depth));
        if depth.is_none() {
            let default = bench::DEFAULT_DEPTH;
            writeln!(
                self.output,
                "info string go: expected depth 1 to {MAX_DEPTH}; searching {default} plies"
            )?;
        }
        let depth = depth.unwrap_or(bench::DEFAULT_DEPTH);
        let result = search(&self.game, depth, &self.settings);
        let line: Vec<_> = result.pv.iter().map(ToString::to_string).collect();
        let score = score::uci_text(result.score);
        write!(
            self.output,
            "info depth {depth} seldepth {} score {score} nodes {}",
            result.seldepth, result.nodes
        )?;
        if !line.is_empty() {
            write!(self.output, " pv {}", line.join(" "))?;
        }
        writeln!(self.output)?;
        // Where no move is legal the protocol wants an answer all the same: the null move.
        let best = line.first().map_or("0000", String::as_str);
        writeln!(self.output, "bestmove {best}")
    }
}
// ANCHOR_END: go
