//! Positions as text: Forsyth-Edwards Notation, in and out.
//!
//! A FEN comes from outside, so nothing in it is believed. What can't be a position is refused with
//! the field and the reason. What other programs often get wrong without harm is dropped with a
//! note.

use crate::bitboard::Bitboard;
use crate::position::Position;
use crate::types::{CastlingRights, Color, Piece, PieceType, Square, Wing};
use std::fmt;

// ANCHOR: start
/// The position that a game starts from.
pub const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
// ANCHOR_END: start

// ANCHOR: error
/// Why a text is not a FEN, named by its field.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FenError {
    Missing(&'static str),
    RankCount(usize),
    RankLength { rank: usize, squares: usize },
    Letter(char),
    Kings { color: Color, count: u32 },
    PawnOnLastRank(Square),
    SideToMove(String),
    Castling(String),
    EnPassant(String),
    Clock { field: &'static str, text: String },
    KingCanBeCaptured(Color),
    Trailing(String),
}

impl fmt::Display for FenError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Missing(field) => write!(f, "{field}: missing"),
            Self::RankCount(count) => write!(f, "placement: {count} ranks, not 8"),
            Self::RankLength { rank, squares } => {
                write!(f, "placement: rank {rank} has {squares} squares, not 8")
            }
            Self::Letter(letter) => write!(f, "placement: unknown letter {letter:?}"),
            Self::Kings { color, count } => {
                write!(f, "placement: {color} has {count} kings, not 1")
            }
            Self::PawnOnLastRank(square) => write!(f, "placement: a pawn can't stand on {square}"),
            Self::SideToMove(text) => write!(f, "side to move: {text:?} is neither w nor b"),
            Self::Castling(text) => {
                write!(f, "castling: {text:?} is neither - nor a set of K, Q, k and q")
            }
            Self::EnPassant(text) => write!(f, "en passant: {text:?} is neither - nor a square"),
            Self::Clock { field, text } => {
                write!(f, "{field}: {text:?} isn't a number from 0 to {}", u16::MAX)
            }
            Self::KingCanBeCaptured(color) => {
                write!(f, "side to move: {color} is in check, but it isn't {color}'s turn")
            }
            Self::Trailing(text) => write!(f, "end: {text:?} follows the sixth field"),
        }
    }
}

impl std::error::Error for FenError {}
// ANCHOR_END: error

// ANCHOR: note
/// Something that a FEN claims and that its position can't have: it is dropped.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FenNote {
    NoCastling(Color, Wing),
    NoDoublePush(Square),
}

impl fmt::Display for FenNote {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoCastling(color, wing) => {
                let wing = if *wing == Wing::King { "king's" } else { "queen's" };
                write!(f, "castling: {color} has no king and {wing} rook at home; right dropped")
            }
            Self::NoDoublePush(square) => {
                write!(f, "en passant: no double push can have passed {square}; square dropped")
            }
        }
    }
}
// ANCHOR_END: note

// ANCHOR: parse
/// Reads a FEN. The last two fields may be missing. The notes say what was dropped.
pub fn parse(fen: &str) -> Result<(Position, Vec<FenNote>), FenError> {
    let fields: Vec<&str> = fen.split_whitespace().collect();
    let field = |index: usize, name| fields.get(index).copied().ok_or(FenError::Missing(name));

    let mut position = Position::empty();
    place_pieces(&mut position, field(0, "placement")?)?;
    position.set_side_to_move(parse_side(field(1, "side to move")?)?);
    let castling = parse_castling(field(2, "castling")?)?;
    let en_passant = parse_en_passant(field(3, "en passant")?)?;
    position.halfmove_clock = parse_clock("halfmove clock", fields.get(4).unwrap_or(&"0"))?;
    position.fullmove_number = parse_clock("fullmove number", fields.get(5).unwrap_or(&"1"))?;
    if let Some(&text) = fields.get(6) {
        return Err(FenError::Trailing(text.to_owned()));
    }

    let waiting = !position.side_to_move();
    if position.in_check(waiting) {
        return Err(FenError::KingCanBeCaptured(waiting));
    }
    let mut notes = Vec::new();
    keep_castling(&mut position, castling, &mut notes);
    if let Some(target) = en_passant {
        keep_en_passant(&mut position, target, &mut notes);
    }
    Ok((position, notes))
}
// ANCHOR_END: parse

// ANCHOR: placement
fn place_pieces(position: &mut Position, text: &str) -> Result<(), FenError> {
    let ranks = text.split('/').count();
    if ranks != 8 {
        return Err(FenError::RankCount(ranks));
    }
    for (rank, row) in (0..8).rev().zip(text.split('/')) {
        let mut file = 0;
        for letter in row.chars() {
            if let Some(empty @ 1..=8) = letter.to_digit(10) {
                file += empty as usize;
                continue;
            }
            let piece = Piece::from_letter(letter).ok_or(FenError::Letter(letter))?;
            // Pieces beyond the h-file are counted, so that the error can tell how many there are.
            if file < 8 {
                let square = Square::new(file, rank);
                if piece.kind == PieceType::Pawn && (rank == 0 || rank == 7) {
                    return Err(FenError::PawnOnLastRank(square));
                }
                position.put(piece, square);
            }
            file += 1;
        }
        if file != 8 {
            return Err(FenError::RankLength { rank: rank + 1, squares: file });
        }
    }
    for color in Color::ALL {
        let count = position.pieces(color, PieceType::King).count();
        if count != 1 {
            return Err(FenError::Kings { color, count });
        }
    }
    Ok(())
}
// ANCHOR_END: placement

// ANCHOR: fields
fn parse_side(text: &str) -> Result<Color, FenError> {
    match text {
        "w" => Ok(Color::White),
        "b" => Ok(Color::Black),
        _ => Err(FenError::SideToMove(text.to_owned())),
    }
}

fn parse_castling(text: &str) -> Result<CastlingRights, FenError> {
    let mut rights = CastlingRights::NONE;
    if text == "-" {
        return Ok(rights);
    }
    for letter in text.chars() {
        let right = castling_letters().find(|&(known, ..)| known == letter);
        match right {
            Some((_, color, wing)) if !rights.has(color, wing) => {
                rights = rights.with(CastlingRights::one(color, wing));
            }
            _ => return Err(FenError::Castling(text.to_owned())),
        }
    }
    Ok(rights)
}

/// The letters of the castling field in the order in which they are written.
fn castling_letters() -> impl Iterator<Item = (char, Color, Wing)> {
    let rights = Color::ALL.into_iter().flat_map(|color| Wing::ALL.map(|wing| (color, wing)));
    "KQkq".chars().zip(rights).map(|(letter, (color, wing))| (letter, color, wing))
}

fn parse_en_passant(text: &str) -> Result<Option<Square>, FenError> {
    match text {
        "-" => Ok(None),
        _ => text.parse().map(Some).map_err(|()| FenError::EnPassant(text.to_owned())),
    }
}

fn parse_clock(field: &'static str, text: &str) -> Result<u16, FenError> {
    // Parsing alone would also take a plus sign.
    let digits = text.bytes().all(|byte| byte.is_ascii_digit());
    match text.parse() {
        Ok(number) if digits => Ok(number),
        _ => Err(FenError::Clock { field, text: text.to_owned() }),
    }
}
// ANCHOR_END: fields

// ANCHOR: keep-castling
/// Keeps the rights whose king and rook stand at home, and notes the others.
fn keep_castling(position: &mut Position, claimed: CastlingRights, notes: &mut Vec<FenNote>) {
    for (_, color, wing) in castling_letters() {
        if !claimed.has(color, wing) {
            continue;
        }
        let king = position.piece_on(color.king_home());
        let rook = position.piece_on(wing.rook_home(color));
        if king == Some(Piece::new(color, PieceType::King))
            && rook == Some(Piece::new(color, PieceType::Rook))
        {
            position.set_castling(position.castling().with(CastlingRights::one(color, wing)));
        } else {
            notes.push(FenNote::NoCastling(color, wing));
        }
    }
}
// ANCHOR_END: keep-castling

// ANCHOR: keep-en-passant
/// Keeps the square if a pawn can capture there. Many programs write it after every double push,
/// so a square that is merely of no use is no fault and leaves without a note.
fn keep_en_passant(position: &mut Position, target: Square, notes: &mut Vec<FenNote>) {
    if !double_push_passed(position, target) {
        notes.push(FenNote::NoDoublePush(target));
    } else {
        position.set_en_passant(target);
    }
}

/// Whether the last move can have been a pawn's double push over `target`.
fn double_push_passed(position: &Position, target: Square) -> bool {
    let us = position.side_to_move();
    let pawn = Piece::new(!us, PieceType::Pawn);
    let (home, passed, reached) = if us == Color::White { (6, 5, 4) } else { (1, 2, 3) };
    let origin = Square::new(target.file(), home);
    let pushed = Square::new(target.file(), reached);
    if target.rank() != passed
        || position.piece_on(pushed) != Some(pawn)
        || !((Bitboard::of(target) | Bitboard::of(origin)) & position.occupied()).is_empty()
    {
        return false;
    }
    // Take the push back: it was their turn then, so our king must not have been in check.
    let mut before = *position;
    before.remove(pawn, pushed);
    before.put(pawn, origin);
    !before.in_check(us)
}
// ANCHOR_END: keep-en-passant

// ANCHOR: write
/// Writes a position as a FEN of six fields.
pub fn write(position: &Position) -> String {
    let side = if position.side_to_move() == Color::White { 'w' } else { 'b' };
    let castling: String = castling_letters()
        .filter(|&(_, color, wing)| position.castling().has(color, wing))
        .map(|(letter, ..)| letter)
        .collect();
    let castling = if castling.is_empty() { "-" } else { &castling };
    let en_passant = position.en_passant().map_or("-".to_owned(), |square| square.to_string());
    format!(
        "{} {side} {castling} {en_passant} {} {}",
        write_placement(position),
        position.halfmove_clock(),
        position.fullmove_number()
    )
}

fn write_placement(position: &Position) -> String {
    let rows = (0..8).rev().map(|rank| {
        let mut row = String::new();
        let mut empty = 0;
        for file in 0..8 {
            let Some(piece) = position.piece_on(Square::new(file, rank)) else {
                empty += 1;
                continue;
            };
            if empty > 0 {
                row += &empty.to_string();
                empty = 0;
            }
            row.push(piece.letter());
        }
        if empty > 0 {
            row += &empty.to_string();
        }
        row
    });
    rows.collect::<Vec<_>>().join("/")
}
// ANCHOR_END: write
