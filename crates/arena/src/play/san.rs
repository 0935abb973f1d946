//! Moves as people write them: `Nf3`, `exd5`, `O-O`, `e8=Q+` (FIDE's laws, appendix C).

use crate::play::board::{is_en_passant, moves};
use cozy_chess::{Board, Move, Piece, Square};

/// A legal move of the position, with its mark of check or mate.
pub fn write(position: &Board, mv: Move) -> String {
    let mut after = position.clone();
    after.play_unchecked(mv);
    let mark = if after.checkers().is_empty() {
        ""
    } else if moves(&after).is_empty() {
        "#"
    } else {
        "+"
    };
    format!("{}{mark}", plain(position, mv))
}

fn plain(position: &Board, mv: Move) -> String {
    // The library writes castling as the king's move on its rook.
    if position.colors(position.side_to_move()).has(mv.to) {
        return if mv.to.file() > mv.from.file() { "O-O" } else { "O-O-O" }.to_owned();
    }
    let kind = position.piece_on(mv.from).unwrap_or(Piece::Pawn);
    let is_capture = position.occupied().has(mv.to) || is_en_passant(position, mv);
    let takes = if is_capture { "x" } else { "" };
    let (from, to) = (mv.from.to_string(), mv.to);
    if kind == Piece::Pawn {
        let file = if is_capture { &from[..1] } else { "" };
        let promotion = mv.promotion.map_or(String::new(), |kind| format!("={}", letter(kind)));
        return format!("{file}{takes}{to}{promotion}");
    }
    format!("{}{}{takes}{to}", letter(kind), origin(position, mv, kind))
}

fn letter(kind: Piece) -> String {
    kind.to_string().to_uppercase()
}

/// As much of the square that the piece leaves as tells it from others of its kind.
fn origin(position: &Board, mv: Move, kind: Piece) -> String {
    let is_rival = |other: &Move| {
        other.to == mv.to && other.from != mv.from && position.piece_on(other.from) == Some(kind)
    };
    let rivals: Vec<Square> =
        moves(position).into_iter().filter(is_rival).map(|other| other.from).collect();
    let text = mv.from.to_string();
    if rivals.is_empty() {
        String::new()
    } else if rivals.iter().all(|square| square.file() != mv.from.file()) {
        text[..1].to_owned()
    } else if rivals.iter().all(|square| square.rank() != mv.from.rank()) {
        text[1..].to_owned()
    } else {
        text
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::play::board;

    fn san(fen: &str, text: &str) -> String {
        let board = board::Board::new(fen).unwrap();
        write(board.position(), board.find(text).unwrap())
    }

    #[test]
    fn moves_are_written_as_the_laws_say() {
        assert_eq!(san(board::START, "g1f3"), "Nf3");
        assert_eq!(san(board::START, "e2e4"), "e4");
        let castles = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1";
        assert_eq!(san(castles, "e1g1"), "O-O");
        assert_eq!(san(castles, "e1c1"), "O-O-O");
        assert_eq!(san(castles, "a1a8"), "Rxa8+");
        assert_eq!(san("8/8/8/3pP3/8/8/k7/7K w - d6 0 1", "e5d6"), "exd6");
        assert_eq!(san("1n5k/P7/8/8/8/8/8/K7 w - - 0 1", "a7b8q"), "axb8=Q+");
        assert_eq!(san("7k/5Q2/6K1/8/8/8/8/8 w - - 0 1", "f7g7"), "Qg7#");
    }

    #[test]
    fn pieces_are_told_apart_by_file_then_rank_then_square() {
        assert_eq!(san("7k/8/8/8/8/8/8/K1R2R2 w - - 0 1", "c1d1"), "Rcd1");
        assert_eq!(san("7k/8/8/R7/8/8/8/R3K3 w - - 0 1", "a1a3"), "R1a3");
        assert_eq!(san("6k1/8/8/Q7/8/8/8/Q1Q1K3 w - - 0 1", "a1c3"), "Qa1c3");
        // The other knight is pinned, so nothing has to be told apart.
        assert_eq!(san("4r2k/8/8/8/4N3/8/8/N3K3 w - - 0 1", "a1c2"), "Nc2");
        assert_eq!(san("4r2k/8/8/8/4N3/8/8/1N2K3 w - - 0 1", "b1c3"), "Nc3");
    }
}
