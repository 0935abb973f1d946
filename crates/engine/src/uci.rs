//! The Universal Chess Interface.
//!
//! This file knows the words of the protocol, those of the specification by Huber and Meyer-Kahlen
//! (2000), and what they do to a session. It doesn't know where lines come from.

use crate::fen;
use crate::game::Game;
use crate::score;
use crate::search::RootResult;
use crate::search::tt::Bound;
use crate::session::Session;
use std::io::{self, Write};
use std::time::Duration;

mod go;
mod options;

// ANCHOR: dispatch
/// Answers a command of the protocol; says whether it was one.
pub fn answer(
    command: &str,
    rest: &str,
    session: &mut Session,
    output: &mut impl Write,
) -> io::Result<bool> {
    match command {
        "uci" => identify(session, output)?,
        "isready" => writeln!(output, "readyok")?,
        "ucinewgame" => {
            session.set_game(Game::default());
            session.clear_memory();
        }
        "position" => set_game(rest, session, output)?,
        "setoption" => {
            if let Err(reason) = options::set(rest, session) {
                writeln!(output, "info string setoption: {reason}")?;
            }
        }
        "go" => go::go(rest, session, output)?,
        "stop" => session.stop(),
        "ponderhit" => session.ponderhit(),
        // Said by some programs to every engine: there is nothing to do.
        "debug" | "register" => {}
        _ => return Ok(false),
    }
    Ok(true)
}

fn identify(session: &Session, output: &mut impl Write) -> io::Result<()> {
    writeln!(output, "id name cb2026 {}", env!("CARGO_PKG_VERSION"))?;
    writeln!(output, "id author the cb2026 authors")?;
    write!(output, "{}", options::list(session))?;
    writeln!(output, "uciok")
}
// ANCHOR_END: dispatch

// ANCHOR: position
/// `position startpos` or `position fen FEN`, and maybe `moves` with the moves since then. If
/// anything is wrong with it, the old game stays.
fn set_game(text: &str, session: &mut Session, output: &mut impl Write) -> io::Result<()> {
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
    let Some(mut game) = read_fen(&fen, output)? else {
        return Ok(());
    };
    for text in moves {
        let Some(mv) = game.find_move(text) else {
            return writeln!(
                output,
                "info string position: {text:?} isn't legal in {}; position kept",
                fen::write(game.position())
            );
        };
        game.play(mv);
    }
    session.set_game(game);
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

// ANCHOR: report
/// What a search has found after this time, as programs read it.
pub fn print_report(
    result: &RootResult,
    time: Duration,
    output: &mut impl Write,
) -> io::Result<()> {
    let RootResult { depth, seldepth, nodes, hashfull, pv, .. } = result;
    let bound = match result.bound {
        Bound::Exact => "",
        Bound::Lower => " lowerbound",
        Bound::Upper => " upperbound",
    };
    let nps = u128::from(*nodes) * 1_000_000 / time.as_micros().max(1);
    let (score, time) = (score::uci_text(result.score), time.as_millis());
    write!(output, "info depth {depth} seldepth {seldepth} score {score}{bound} ")?;
    write!(output, "nodes {nodes} nps {nps} hashfull {hashfull} time {time}")?;
    if !pv.is_empty() {
        let pv: Vec<_> = pv.iter().map(ToString::to_string).collect();
        write!(output, " pv {}", pv.join(" "))?;
    }
    writeln!(output)
}

/// The move, and the answer to it that the search expects: programs ask for a search of it while
/// the opponent thinks.
pub fn print_move(result: &RootResult, output: &mut impl Write) -> io::Result<()> {
    match result.pv[..] {
        // Where no move is legal the protocol wants an answer all the same: the null move.
        [] => writeln!(output, "bestmove 0000"),
        [best] => writeln!(output, "bestmove {best}"),
        [best, answer, ..] => writeln!(output, "bestmove {best} ponder {answer}"),
    }
}
// ANCHOR_END: report
