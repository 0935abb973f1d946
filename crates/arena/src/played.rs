//! Games that have been played: moves, what the players said of them, how they ended.
//!
//! This is what the journal holds. A move takes one word there, `e2e4/31/8/20000/12`: the move, the
//! score, depth, nodes and milliseconds, with `-` for what the engine didn't say.

use crate::digest::digest;
use serde::{Deserialize, Serialize};
use std::fmt;
use std::str::FromStr;

#[derive(Clone, Copy, Debug, Deserialize, Serialize, PartialEq, Eq)]
#[serde(rename_all = "lowercase")]
pub enum Color {
    White,
    Black,
}

impl Color {
    pub fn other(self) -> Self {
        match self {
            Self::White => Self::Black,
            Self::Black => Self::White,
        }
    }
}

/// A score from the view of who says it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Score {
    Centipawns(i32),
    /// Moves until the mate, negative for the side that is mated.
    Mate(i32),
}

impl Score {
    /// On the scale of centipawns, where each mate is worth more than any other score.
    pub fn value(self) -> i32 {
        match self {
            Self::Centipawns(score) => score.clamp(-99_999, 99_999),
            Self::Mate(moves) if moves > 0 => 200_000 - moves.min(9_999),
            Self::Mate(moves) => -200_000 - moves.max(-9_999),
        }
    }
}

impl fmt::Display for Score {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Centipawns(score) => write!(f, "{score}"),
            Self::Mate(moves) => write!(f, "#{moves}"),
        }
    }
}

impl FromStr for Score {
    type Err = ();

    fn from_str(text: &str) -> Result<Self, ()> {
        let number = |text: &str| text.parse().map_err(|_| ());
        match text.strip_prefix('#') {
            Some(moves) => Ok(Self::Mate(number(moves)?)),
            None => Ok(Self::Centipawns(number(text)?)),
        }
    }
}

/// What a player said of its move.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Info {
    pub score: Option<Score>,
    pub depth: Option<u32>,
    pub nodes: Option<u64>,
}

/// One move.
#[derive(Clone, Debug, Deserialize, Serialize, PartialEq, Eq)]
#[serde(try_from = "String", into = "String")]
pub struct Ply {
    /// As UCI writes it.
    pub text: String,
    pub info: Info,
    pub milliseconds: u64,
}

impl From<Ply> for String {
    fn from(ply: Ply) -> Self {
        let Info { score, depth, nodes } = ply.info;
        let or = |text: Option<String>| text.unwrap_or_else(|| "-".to_owned());
        format!(
            "{}/{}/{}/{}/{}",
            ply.text,
            or(score.map(|s| s.to_string())),
            or(depth.map(|d| d.to_string())),
            or(nodes.map(|n| n.to_string())),
            ply.milliseconds
        )
    }
}

impl TryFrom<String> for Ply {
    type Error = String;

    fn try_from(text: String) -> Result<Self, String> {
        fn optional<T: FromStr>(field: &str) -> Option<Option<T>> {
            if field == "-" { Some(None) } else { field.parse().ok().map(Some) }
        }
        let parsed = || {
            let fields: Vec<&str> = text.split('/').collect();
            let [mv, score, depth, nodes, milliseconds] = fields[..] else { return None };
            let info =
                Info { score: optional(score)?, depth: optional(depth)?, nodes: optional(nodes)? };
            let milliseconds = milliseconds.parse().ok()?;
            Some(Self { text: mv.to_owned(), info, milliseconds })
        };
        parsed().ok_or_else(|| format!("`{text}` isn't a recorded move"))
    }
}

/// Why a game ended.
#[derive(Clone, Copy, Debug, Deserialize, Serialize, PartialEq, Eq, PartialOrd, Ord)]
#[serde(rename_all = "kebab-case")]
pub enum Reason {
    Mate,
    Stalemate,
    Threefold,
    FiftyMoves,
    Material,
    Flag,
    IllegalMove,
    /// It answered one `go` twice.
    SecondAnswer,
    Crash,
    Hang,
}

impl Reason {
    /// Whether a player failed: it lost without having been beaten.
    pub fn is_failure(self) -> bool {
        matches!(
            self,
            Self::Flag | Self::IllegalMove | Self::SecondAnswer | Self::Crash | Self::Hang
        )
    }

    /// As a sentence has it.
    pub fn words(self) -> &'static str {
        match self {
            Self::Mate => "mate",
            Self::Stalemate => "stalemate",
            Self::Threefold => "threefold repetition",
            Self::FiftyMoves => "fifty moves",
            Self::Material => "too little material",
            Self::Flag => "loss on time",
            Self::IllegalMove => "illegal move",
            Self::SecondAnswer => "a second `bestmove`",
            Self::Crash => "crash",
            Self::Hang => "no answer",
        }
    }
}

/// One game.
#[derive(Clone, Debug, Deserialize, Serialize, PartialEq, Eq)]
#[serde(deny_unknown_fields)]
pub struct Played {
    /// Whose move it is in the opening position.
    pub begins: Color,
    pub plies: Vec<Ply>,
    /// `None` for a draw.
    pub winner: Option<Color>,
    pub reason: Reason,
    /// What the player that failed said last.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub last_lines: Vec<String>,
}

impl Played {
    /// The moves, parted by blanks.
    pub fn moves(&self) -> String {
        self.plies.iter().map(|ply| ply.text.as_str()).collect::<Vec<_>>().join(" ")
    }

    /// Who plays the move of this index.
    pub fn mover(&self, index: usize) -> Color {
        if index.is_multiple_of(2) { self.begins } else { self.begins.other() }
    }

    /// The half points of `color`.
    pub fn half_points(&self, color: Color) -> usize {
        match self.winner {
            None => 1,
            Some(winner) => {
                if winner == color {
                    2
                } else {
                    0
                }
            }
        }
    }

    /// All nodes that `color` has counted.
    pub fn nodes(&self, color: Color) -> u64 {
        let own = self.plies.iter().enumerate().filter(|(i, _)| self.mover(*i) == color);
        own.map(|(_, ply)| ply.info.nodes.unwrap_or(0)).sum()
    }
}

/// Two games from one opening. In the first one the first player has White, in the second Black.
#[derive(Clone, Debug, Deserialize, Serialize, PartialEq, Eq)]
#[serde(deny_unknown_fields)]
pub struct Pair {
    /// Counted from 0.
    pub index: usize,
    pub games: [Played; 2],
}

/// Which colour the first player has in the two games of a pair.
pub const FIRST_HAS: [Color; 2] = [Color::White, Color::Black];

impl Pair {
    /// The half points of the first player, 0 to 4.
    pub fn half_points(&self) -> usize {
        self.games.iter().zip(FIRST_HAS).map(|(game, color)| game.half_points(color)).sum()
    }

    /// The moves of both games, a line each: what the digests are made of.
    pub fn text(&self) -> String {
        self.games.iter().map(|game| game.moves() + "\n").collect()
    }

    /// What a record keeps of the pair: the first player's results, with White and with Black, and
    /// a digest of the moves, as `WD 0123456789abcdef`.
    pub fn entry(&self) -> String {
        let letter = |(game, color): (&Played, Color)| ["L", "D", "W"][game.half_points(color)];
        let results: String = self.games.iter().zip(FIRST_HAS).map(letter).collect();
        format!("{results} {:.16}", digest(self.text()))
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;

    pub fn game(moves: &str, winner: Option<Color>, reason: Reason) -> Played {
        let ply =
            |text: &str| Ply { text: text.to_owned(), info: Info::default(), milliseconds: 0 };
        let plies = moves.split_whitespace().map(ply).collect();
        Played { begins: Color::White, plies, winner, reason, last_lines: Vec::new() }
    }

    #[test]
    fn a_move_is_one_word_in_the_journal() {
        for text in ["e2e4/31/8/20000/12", "e7e8q/#-3/-/-/0", "a1a2/-99/1/0/5"] {
            let ply = Ply::try_from(text.to_owned()).unwrap();
            assert_eq!(String::from(ply), text);
        }
        for text in ["", "e2e4", "e2e4/x/1/1/1", "e2e4/1/1/1/1/1", "e2e4/1/1/1/"] {
            assert!(Ply::try_from(text.to_owned()).is_err(), "{text}");
        }
    }

    #[test]
    fn scores_are_ordered_with_the_mates_outside() {
        let order = ["#-1", "#-9", "-500", "0", "31", "#9", "#1"];
        let values: Vec<i32> = order.iter().map(|s| s.parse::<Score>().unwrap().value()).collect();
        assert!(values.is_sorted(), "{values:?}");
    }

    #[test]
    fn a_pair_counts_for_the_first_player() {
        let won = game("e2e4 e7e5", Some(Color::White), Reason::Mate);
        let drawn = game("d2d4", None, Reason::Threefold);
        let pair = Pair { index: 0, games: [won.clone(), drawn.clone()] };
        assert_eq!(pair.half_points(), 3);
        assert!(pair.entry().starts_with("WD "));
        // In the second game White's win is the second player's.
        let pair = Pair { index: 0, games: [drawn, won] };
        assert_eq!(pair.half_points(), 1);
        assert!(pair.entry().starts_with("DL "));
        let json = serde_json::to_string(&pair).unwrap();
        assert_eq!(serde_json::from_str::<Pair>(&json).unwrap(), pair);
    }

    #[test]
    fn one_other_move_gives_another_digest() {
        let entry = |moves: &str| {
            let games = [game(moves, None, Reason::Material), game("a2a3", None, Reason::Mate)];
            Pair { index: 0, games }.entry()
        };
        assert_ne!(entry("e2e4 e7e5"), entry("e2e4 e7e6"));
        assert_ne!(entry("e2e4"), entry("e2e4 a2a3"));
    }
}
