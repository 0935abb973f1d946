//! Games in PGN, with what each player said of its moves as a comment: `{+0.31/8 0.012s n=20000}`.

use crate::play::board::Board;
use crate::play::san;
use crate::played::{Color, FIRST_HAS, Pair, Played, Ply, Reason, Score};
use anyhow::{Context, Result};

/// What stands in the head of all games of a match.
pub struct Event {
    pub title: String,
    /// As `2026.11.30`, or `????.??.??`.
    pub date: String,
    /// The names of the first and the second player.
    pub players: [String; 2],
}

/// Both games of a pair.
pub fn pair(event: &Event, opening: &str, pair: &Pair) -> Result<String> {
    let mut text = String::new();
    for (number, (game, first_has)) in pair.games.iter().zip(FIRST_HAS).enumerate() {
        let round = format!("{}.{}", pair.index + 1, number + 1);
        let [first, second] = &event.players;
        let names = if first_has == Color::White { [first, second] } else { [second, first] };
        text += &one(event, &round, names, opening, game)
            .with_context(|| format!("pair {}, game {}", pair.index + 1, number + 1))?;
    }
    Ok(text)
}

fn one(
    event: &Event,
    round: &str,
    [white, black]: [&String; 2],
    opening: &str,
    game: &Played,
) -> Result<String> {
    let result = match game.winner {
        Some(Color::White) => "1-0",
        Some(Color::Black) => "0-1",
        None => "1/2-1/2",
    };
    let plies = game.plies.len().to_string();
    let mut text = String::new();
    for (name, value) in [
        ("Event", event.title.as_str()),
        ("Site", "?"),
        ("Date", &event.date),
        ("Round", round),
        ("White", white),
        ("Black", black),
        ("Result", result),
        ("SetUp", "1"),
        ("FEN", opening),
        ("PlyCount", &plies),
        ("Termination", termination(game.reason)),
    ] {
        let value = value.replace('\\', "\\\\").replace('"', "\\\"");
        text += &format!("[{name} \"{value}\"]\n");
    }
    text.push('\n');
    text += &wrapped(&words(opening, game)?, result);
    Ok(text)
}

/// The moves and comments, without the result.
fn words(opening: &str, game: &Played) -> Result<Vec<String>> {
    let mut board = Board::new(opening)?;
    let mut number = board.position().fullmove_number();
    let mut words = Vec::new();
    for (index, ply) in game.plies.iter().enumerate() {
        let turn = board.turn();
        let mv = board.find(&ply.text);
        let mv = mv.with_context(|| format!("move `{}` isn't legal", ply.text))?;
        let san = san::write(board.position(), mv);
        board.play(&ply.text);
        match turn {
            Color::White => words.push(format!("{number}.")),
            Color::Black if index == 0 => words.push(format!("{number}...")),
            Color::Black => {}
        }
        words.push(san);
        words.extend(comment(ply));
        if turn == Color::Black {
            number += 1;
        }
    }
    words.push(format!("{{{}}}", game.reason.words()));
    Ok(words)
}

fn comment(ply: &Ply) -> Option<String> {
    let mut parts = Vec::new();
    if let Some(score) = ply.info.score {
        let score = match score {
            Score::Centipawns(score) => format!("{:+.2}", f64::from(score) / 100.0),
            Score::Mate(moves) if moves > 0 => format!("+M{moves}"),
            Score::Mate(moves) => format!("-M{}", moves.unsigned_abs()),
        };
        parts.push(format!("{score}/{}", ply.info.depth.unwrap_or(0)));
    }
    if ply.milliseconds > 0 {
        parts.push(format!("{:.3}s", ply.milliseconds as f64 / 1000.0));
    }
    parts.extend(ply.info.nodes.filter(|&nodes| nodes > 0).map(|nodes| format!("n={nodes}")));
    (!parts.is_empty()).then(|| format!("{{{}}}", parts.join(" ")))
}

/// Lines of at most 80 characters, as PGN's export format has them.
fn wrapped(words: &[String], result: &str) -> String {
    let (mut text, mut width) = (String::new(), 0);
    let pieces = words.iter().flat_map(|word| word.split(' ')).chain([result]);
    for piece in pieces {
        if width > 0 && width + 1 + piece.len() > 80 {
            text.push('\n');
            width = 0;
        }
        if width > 0 {
            text.push(' ');
            width += 1;
        }
        text += piece;
        width += piece.len();
    }
    text + "\n\n"
}

fn termination(reason: Reason) -> &'static str {
    match reason {
        Reason::Flag => "time forfeit",
        Reason::IllegalMove | Reason::SecondAnswer => "rules infraction",
        Reason::Crash | Reason::Hang => "abandoned",
        _ => "normal",
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::played::Info;

    fn ply(text: &str, score: &str) -> Ply {
        let info = Info { score: score.parse().ok(), depth: Some(4), nodes: Some(900) };
        Ply { text: text.to_owned(), info, milliseconds: 12 }
    }

    #[test]
    fn a_game_is_written_with_head_comments_and_result() {
        let game = Played {
            begins: Color::Black,
            plies: vec![ply("e7e5", "-31"), ply("g2g4", "#-2"), ply("d8h4", "#1")],
            winner: Some(Color::Black),
            reason: Reason::Mate,
            last_lines: Vec::new(),
        };
        let event = Event {
            title: "A \"test\"".to_owned(),
            date: "????.??.??".to_owned(),
            players: ["main".to_owned(), "random:1".to_owned()],
        };
        let opening = "rnbqkbnr/pppppppp/8/8/8/5P2/PPPPP1PP/RNBQKBNR b KQkq - 0 1";
        let text = one(&event, "1.2", [&event.players[1], &event.players[0]], opening, &game);
        let text = text.unwrap();
        assert!(text.starts_with("[Event \"A \\\"test\\\"\"]\n[Site \"?\"]\n"), "{text}");
        assert!(text.contains("[White \"random:1\"]\n[Black \"main\"]\n[Result \"0-1\"]\n"));
        let moves = "1... e5 {-0.31/4 0.012s n=900} 2. g4 {-M2/4 0.012s n=900} Qh4# {+M1/4 0.012s\n\
                     n=900} {mate} 0-1\n\n";
        assert!(text.ends_with(moves), "{text}");
    }
}
