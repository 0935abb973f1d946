//! A game in progress: what has been played, and whether the rules end it.
//!
//! The rules are the engine's. Only repetition is counted here, because the engine's search counts
//! it in its own way: a game is drawn when a position stands for the third time.

use crate::played::{Color, Reason};
use anyhow::{Result, anyhow};
use cb2026::draws::{is_fifty_moves, is_insufficient_material};
use cb2026::game::Game;
use cb2026::movegen::legal_moves;
use cb2026::types;

#[derive(Clone, Debug)]
pub struct Board {
    /// The FEN that the game began from.
    start: String,
    game: Game,
    moves: Vec<String>,
}

impl Board {
    pub fn new(fen: &str) -> Result<Self> {
        let (game, _) =
            Game::from_fen(fen).map_err(|error| anyhow!("opening `{fen}` isn't legal: {error}"))?;
        Ok(Self { start: fen.to_owned(), game, moves: Vec::new() })
    }

    pub fn game(&self) -> &Game {
        &self.game
    }

    /// How many moves have been played.
    pub fn plies(&self) -> usize {
        self.moves.len()
    }

    pub fn turn(&self) -> Color {
        match self.game.position().side_to_move() {
            types::Color::White => Color::White,
            types::Color::Black => Color::Black,
        }
    }

    /// All legal moves in the order of their names, whatever order the generator has.
    pub fn legal(&self) -> Vec<String> {
        let mut moves: Vec<String> =
            legal_moves(self.game.position()).iter().map(ToString::to_string).collect();
        moves.sort();
        moves
    }

    /// Plays the move, or says that it isn't legal.
    pub fn play(&mut self, text: &str) -> bool {
        let Some(mv) = self.game.find_move(text) else { return false };
        self.game.play(mv);
        self.moves.push(text.to_owned());
        true
    }

    /// The winner, `None` for a draw, and the reason, if the rules end the game here.
    pub fn ending(&self) -> Option<(Option<Color>, Reason)> {
        let position = self.game.position();
        if legal_moves(position).is_empty() {
            let in_check = position.in_check(position.side_to_move());
            return Some(if in_check {
                (Some(self.turn().other()), Reason::Mate)
            } else {
                (None, Reason::Stalemate)
            });
        }
        let keys = self.game.keys();
        if keys.iter().filter(|key| Some(*key) == keys.last()).count() >= 3 {
            Some((None, Reason::Threefold))
        } else if is_fifty_moves(position) {
            Some((None, Reason::FiftyMoves))
        } else if is_insufficient_material(position) {
            Some((None, Reason::Material))
        } else {
            None
        }
    }

    /// What UCI says to bring an engine here.
    pub fn command(&self) -> String {
        let moves = if self.moves.is_empty() { "" } else { " moves " };
        format!("position fen {}{moves}{}", self.start, self.moves.join(" "))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const START: &str = cb2026::fen::START;

    fn after(fen: &str, moves: &str) -> Board {
        let mut board = Board::new(fen).unwrap();
        for text in moves.split_whitespace() {
            assert_eq!(board.ending(), None, "before {text}");
            assert!(board.play(text), "{text}");
        }
        board
    }

    #[test]
    fn games_end_by_the_rules() {
        let mate = after(START, "f2f3 e7e5 g2g4 d8h4");
        assert_eq!(mate.ending(), Some((Some(Color::Black), Reason::Mate)));
        let stalemate = after("k7/8/1K6/8/8/8/8/2Q5 w - - 0 1", "c1c7");
        assert_eq!(stalemate.ending(), Some((None, Reason::Stalemate)));
        let shuffle = "g1f3 g8f6 f3g1 f6g8 g1f3 g8f6 f3g1 f6g8";
        assert_eq!(after(START, shuffle).ending(), Some((None, Reason::Threefold)));
        let bare = after("8/8/8/8/8/8/kp6/2B1K3 b - - 0 1", "b2c1q e1e2 c1e3 e2e3");
        assert_eq!(bare.ending(), Some((None, Reason::Material)));
        let fifty = after("7k/8/8/8/8/8/R7/K7 w - - 99 80", "a2a3");
        assert_eq!(fifty.ending(), Some((None, Reason::FiftyMoves)));
    }

    #[test]
    fn a_mate_on_the_hundredth_ply_counts() {
        let board = after("k7/8/1K6/8/8/8/8/2Q5 w - - 99 80", "c1c8");
        assert_eq!(board.ending(), Some((Some(Color::White), Reason::Mate)));
    }

    #[test]
    fn an_illegal_move_is_refused_and_changes_nothing() {
        let mut board = after(START, "e2e4");
        assert!(!board.play("e2e4") && !board.play("0000") && !board.play(""));
        assert_eq!(board.command(), format!("position fen {START} moves e2e4"));
        assert!(Board::new("8/8 w").is_err());
    }
}
