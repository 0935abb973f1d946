//! A game in progress: what has been played, and whether the rules end it.
//!
//! The rules come from cozy-chess, which shares no code with the engines that play here. What that
//! library leaves to its callers is decided in this file: repetition and too little material.

use crate::played::{Color, Reason};
use anyhow::{Result, bail, ensure};
use cozy_chess::util::{display_uci_move, parse_uci_move};
use cozy_chess::{BitBoard, File, Move, Piece, Square};

/// The position that a game starts from.
pub const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

#[derive(Clone, Debug)]
pub struct Board {
    /// The FEN that the game began from.
    start: String,
    /// All positions of the game, the current one last.
    positions: Vec<cozy_chess::Board>,
    moves: Vec<String>,
}

impl Board {
    pub fn new(fen: &str) -> Result<Self> {
        Ok(Self { start: fen.to_owned(), positions: vec![position(fen)?], moves: Vec::new() })
    }

    pub fn position(&self) -> &cozy_chess::Board {
        self.positions.last().expect("a game has a first position")
    }

    pub fn turn(&self) -> Color {
        match self.position().side_to_move() {
            cozy_chess::Color::White => Color::White,
            cozy_chess::Color::Black => Color::Black,
        }
    }

    /// The position in EPD's four fields. The square of a capture en passant stands there only if that
    /// capture is legal.
    pub fn epd(&self) -> String {
        let text = self.position().to_string();
        let mut fields: Vec<&str> = text.split(' ').take(4).collect();
        if !self.can_capture_en_passant() {
            fields[3] = "-";
        }
        fields.join(" ")
    }

    fn can_capture_en_passant(&self) -> bool {
        let position = self.position();
        position.en_passant().is_some_and(|file| {
            let mut moves = moves(position).into_iter();
            moves.any(|mv| is_en_passant(position, mv) && mv.to.file() == file)
        })
    }

    /// All legal moves in the order of their names, whatever order the generator has.
    pub fn legal(&self) -> Vec<String> {
        let position = self.position();
        let mut names: Vec<String> =
            moves(position).into_iter().map(|mv| name(position, mv)).collect();
        names.sort();
        names
    }

    /// The legal move that UCI writes so, if there is one.
    pub fn find(&self, text: &str) -> Option<Move> {
        let position = self.position();
        let mv = parse_uci_move(position, text).ok()?;
        // The library also takes a castling move as the king's on its rook.
        (position.is_legal(mv) && name(position, mv) == text).then_some(mv)
    }

    /// Plays the move, or says that it isn't legal.
    pub fn play(&mut self, text: &str) -> bool {
        let Some(mv) = self.find(text) else { return false };
        let mut next = self.position().clone();
        next.play_unchecked(mv);
        self.positions.push(next);
        self.moves.push(text.to_owned());
        true
    }

    /// The winner, `None` for a draw, and the reason, if the rules end the game here.
    pub fn ending(&self) -> Option<(Option<Color>, Reason)> {
        let position = self.position();
        if !position.generate_moves(|_| true) {
            return Some(if position.checkers().is_empty() {
                (None, Reason::Stalemate)
            } else {
                (Some(self.turn().other()), Reason::Mate)
            });
        }
        if self.is_threefold() {
            Some((None, Reason::Threefold))
        } else if position.halfmove_clock() >= 100 {
            Some((None, Reason::FiftyMoves))
        } else if is_insufficient_material(position) {
            Some((None, Reason::Material))
        } else {
            None
        }
    }

    /// Whether the position stands for the third time, as the laws compare positions.
    fn is_threefold(&self) -> bool {
        let position = self.position();
        // No position from before the last capture or pawn move can come back.
        let reach = usize::from(position.halfmove_clock()) + 1;
        let same = |other: &&cozy_chess::Board| position.same_position(other);
        self.positions.iter().rev().take(reach).filter(same).count() >= 3
    }

    /// What UCI says to bring an engine here.
    pub fn command(&self) -> String {
        let moves = if self.moves.is_empty() { "" } else { " moves " };
        format!("position fen {}{moves}{}", self.start, self.moves.join(" "))
    }
}

/// The position of a FEN. The library would read castling rights as those of Chess960, whose king may
/// stand anywhere.
fn position(fen: &str) -> Result<cozy_chess::Board> {
    let position = match cozy_chess::Board::from_fen(fen, false) {
        Ok(position) => position,
        Err(error) => {
            let reason = error.to_string();
            let reason = reason.trim_end_matches('.').trim_start_matches("The ");
            bail!("opening `{fen}` isn't legal: the {reason}")
        }
    };
    for color in cozy_chess::Color::ALL {
        let rights = position.castle_rights(color);
        let may_castle = rights.short.is_some() || rights.long.is_some();
        ensure!(
            !may_castle || position.king(color).file() == File::E,
            "opening `{fen}` isn't legal: a king that may castle isn't on its square"
        );
    }
    Ok(position)
}

/// All legal moves.
pub fn moves(position: &cozy_chess::Board) -> Vec<Move> {
    let mut all = Vec::new();
    position.generate_moves(|group| {
        all.extend(group);
        false
    });
    all
}

/// As UCI writes the move.
fn name(position: &cozy_chess::Board, mv: Move) -> String {
    display_uci_move(position, mv).to_string()
}

pub fn is_en_passant(position: &cozy_chess::Board, mv: Move) -> bool {
    let is_pawn = position.pieces(Piece::Pawn).has(mv.from);
    is_pawn && mv.from.file() != mv.to.file() && !position.occupied().has(mv.to)
}

/// Whether no sequence of legal moves can mate: bare kings, one minor piece, or bishops that all stand
/// on squares of one colour.
fn is_insufficient_material(position: &cozy_chess::Board) -> bool {
    let (knights, bishops) = (position.pieces(Piece::Knight), position.pieces(Piece::Bishop));
    let minors = knights | bishops;
    if position.occupied() != minors | position.pieces(Piece::King) {
        return false;
    }
    let light: BitBoard = Square::ALL.into_iter().filter(|&square| is_light(square)).collect();
    let one_color = (bishops & light).is_empty() || (bishops & !light).is_empty();
    minors.len() <= 1 || (knights.is_empty() && one_color)
}

fn is_light(square: Square) -> bool {
    (square.file() as usize + square.rank() as usize) % 2 == 1
}

#[cfg(test)]
mod tests {
    use super::*;

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
        let bare = after("8/8/8/8/8/8/kp6/2B1K3 b - - 0 1", "b2c1q e1e2 c1e3 e2e3");
        assert_eq!(bare.ending(), Some((None, Reason::Material)));
        let fifty = after("7k/8/8/8/8/8/R7/K7 w - - 99 80", "a2a3");
        assert_eq!(fifty.ending(), Some((None, Reason::FiftyMoves)));
    }

    #[test]
    fn a_position_that_stands_for_the_third_time_is_a_draw() {
        let shuffle = "g1f3 g8f6 f3g1 f6g8 g1f3 g8f6 f3g1 f6g8";
        assert_eq!(after(START, shuffle).ending(), Some((None, Reason::Threefold)));
        // With other castling rights it's another position: the first one here doesn't count.
        let rooks = "1n2k3/8/8/8/8/8/8/1N2K2R w K - 0 1";
        let moves = "h1g1 b8c6 g1h1 c6b8 h1g1 b8c6 g1h1 c6b8";
        assert_eq!(after(rooks, moves).ending(), None);
        let third = format!("{moves} h1g1");
        assert_eq!(after(rooks, &third).ending(), Some((None, Reason::Threefold)));
    }

    #[test]
    fn a_capture_en_passant_tells_positions_apart_only_where_it_is_legal() {
        // After e2e4 no pawn can capture, so the position returns twice.
        assert_eq!(after(START, "e2e4").epd().split(' ').nth(3), Some("-"));
        let shuffle = "b8c6 b1c3 c6b8 c3b1 b8c6 b1c3 c6b8 c3b1";
        let board = after(START, &format!("e2e4 {shuffle}"));
        assert_eq!(board.ending(), Some((None, Reason::Threefold)));
        // Here the pawn on d4 can, once: the position after e2e4 is another one than those that follow.
        let passing = "rnbqkbnr/ppp1pppp/8/8/3p4/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
        assert_eq!(after(passing, "e2e4").epd().split(' ').nth(3), Some("e3"));
        assert_eq!(after(passing, &format!("e2e4 {shuffle}")).ending(), None);
    }

    #[test]
    fn material_that_can_not_mate() {
        let ends = |fen: &str| Board::new(fen).unwrap().ending();
        let dead = Some((None, Reason::Material));
        assert_eq!(ends("4k3/8/8/8/8/8/8/4K1N1 w - - 0 1"), dead);
        assert_eq!(ends("4kb2/8/8/8/8/8/8/2B1K3 w - - 0 1"), dead);
        assert_eq!(ends("2b1k3/8/8/8/8/8/8/2B1K3 w - - 0 1"), None);
        assert_eq!(ends("4k3/8/8/8/8/8/8/1N2K1N1 w - - 0 1"), None);
        assert_eq!(ends("4k1n1/8/8/8/8/8/8/4K1N1 w - - 0 1"), None);
        assert_eq!(ends("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"), None);
    }

    #[test]
    fn a_mate_on_the_hundredth_ply_counts() {
        let board = after("k7/8/1K6/8/8/8/8/2Q5 w - - 99 80", "c1c8");
        assert_eq!(board.ending(), Some((Some(Color::White), Reason::Mate)));
    }

    #[test]
    fn moves_have_the_names_that_uci_gives_them() {
        let castles = Board::new("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1").unwrap();
        let legal = castles.legal();
        assert!(legal.is_sorted() && legal.len() == 26, "{legal:?}");
        for (text, is_legal) in [("e1g1", true), ("e1c1", true), ("e1h1", false), ("e1a1", false)] {
            assert_eq!(legal.iter().any(|name| name == text), is_legal, "{text}");
            assert_eq!(castles.find(text).is_some(), is_legal, "{text}");
        }
        let mut promotes = Board::new("1n5k/P7/8/8/8/8/8/K7 w - - 0 1").unwrap();
        assert!(!promotes.play("a7a8") && !promotes.play("a7a8Q") && promotes.play("a7b8n"));
    }

    #[test]
    fn an_illegal_move_is_refused_and_changes_nothing() {
        let mut board = after(START, "e2e4");
        assert!(!board.play("e2e4") && !board.play("0000") && !board.play(""));
        assert_eq!(board.command(), format!("position fen {START} moves e2e4"));
    }

    #[test]
    fn positions_that_are_none_are_refused_in_one_line() {
        for fen in ["8/8 w", "8/8/8/8/8/8/8/8 w - - 0 1", "4k3/8/8/8/8/8/8/5K1R w K - 0 1"] {
            let error = Board::new(fen).unwrap_err().to_string();
            assert!(error.starts_with(&format!("opening `{fen}` isn't legal: ")), "{error}");
        }
    }
}
