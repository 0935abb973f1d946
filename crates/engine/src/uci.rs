//! The Universal Chess Interface, as much of it as lets a program play.
//!
//! This file knows the words of the protocol, those of the specification by Huber and Meyer-Kahlen
//! (2000), and what they do to a game. It doesn't know where lines come from.

use crate::fen;
use crate::game::Game;
use crate::search::Settings;
use std::io::{self, Write};

mod go;

// ANCHOR: dispatch
/// Answers a command of the protocol; says whether it was one.
pub fn answer(
    command: &str,
    rest: &str,
    game: &mut Game,
    settings: &Settings,
    output: &mut impl Write,
) -> io::Result<bool> {
    match command {
        "uci" => identify(output)?,
        "isready" => writeln!(output, "readyok")?,
        "ucinewgame" => *game = Game::default(),
        "position" => set_game(rest, game, output)?,
        "go" => go::go(rest, game, settings, output)?,
        _ => return Ok(false),
    }
    Ok(true)
}

fn identify(output: &mut impl Write) -> io::Result<()> {
    writeln!(output, "id name cb2026 {}", env!("CARGO_PKG_VERSION"))?;
    writeln!(output, "id author the cb2026 authors")?;
    writeln!(output, "uciok")
}
// ANCHOR_END: dispatch

// ANCHOR: position
/// `position startpos` or `position fen FEN`, and maybe `moves` with the moves since then. If
/// anything is wrong with it, the old game stays.
fn set_game(text: &str, game: &mut Game, output: &mut impl Write) -> io::Result<()> {
    let words: Vec<_> = text.split_whitespace().collect();
    let mut parts = words.splitn(2, |&word| word == "moves");
    let (start, moves) = (parts.next().unwrap_or_default(), parts.next().unwrap_or_default());
    let fen = match start {
        ["startpos"] => fen::START.to_owned(),
        ["fen", fields @ ..] => fields.join(" "),
        _ => {
            let start = start.join(" ");
            return writeln!(
                output,
                "info string position: expected startpos or fen, found {start:?}; position kept"
            );
        }
    };
    let Some(mut new) = read_fen(&fen, output)? else {
        return Ok(());
    };
    for text in moves {
        let Some(mv) = new.find_move(text) else {
            return writeln!(
                output,
                "info string position: {text:?} isn't legal in {}; position kept",
                fen::write(new.position())
            );
        };
        new.play(mv);
    }
    *game = new;
    Ok(())
}
// ANCHOR_END: position

// ANCHOR: read-fen
/// The game that begins at a FEN, or nothing if there is none. Says what is wrong with it.
pub fn read_fen(text: &str, output: &mut impl Write) -> io::Result<Option<Game>> {
    match Game::from_fen(text) {
        Ok((game, notes)) => {
            for note in notes {
                writeln!(output, "info string FEN: {note}")?;
            }
            Ok(Some(game))
        }
        Err(error) => {
            writeln!(output, "info string FEN: {error}; position kept")?;
            Ok(None)
        }
    }
}
// ANCHOR_END: read-fen
