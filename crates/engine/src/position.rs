//! The state of a game between two moves.
//!
//! A position keeps each fact in the form that its readers want: sets of squares by type and by
//! colour, and the piece on each square. It knows nothing of text, of search or of the moves that
//! led to it.

use crate::attacks;
use crate::bitboard::Bitboard;
use crate::types::{CastlingRights, Color, Piece, PieceType, Square};

// ANCHOR: position
/// A chess position: who stands where, who moves, and what the rules remember of the past.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Position {
    /// The pieces of each type, of both colours.
    types: [Bitboard; 6],
    /// The pieces of each colour.
    colors: [Bitboard; 2],
    /// The type of the piece on each square. Whose it is, `colors` tells.
    board: [Option<PieceType>; Square::COUNT],
    pub(crate) side_to_move: Color,
    pub(crate) castling: CastlingRights,
    /// The square that a pawn has just passed over, if a pawn can legally capture it there.
    pub(crate) en_passant: Option<Square>,
    /// Half-moves since the last capture or pawn move.
    pub(crate) halfmove_clock: u16,
    pub(crate) fullmove_number: u16,
}
// ANCHOR_END: position

// ANCHOR: put-remove
impl Position {
    /// An empty board: not a position of any game, only the start of building one.
    pub(crate) fn empty() -> Self {
        Self {
            types: [Bitboard::EMPTY; 6],
            colors: [Bitboard::EMPTY; 2],
            board: [None; Square::COUNT],
            side_to_move: Color::White,
            castling: CastlingRights::NONE,
            en_passant: None,
            halfmove_clock: 0,
            fullmove_number: 1,
        }
    }

    /// Sets a piece on an empty square.
    pub(crate) fn put(&mut self, piece: Piece, square: Square) {
        debug_assert!(self.piece_on(square).is_none());
        self.types[piece.kind.index()] |= Bitboard::of(square);
        self.colors[piece.color.index()] |= Bitboard::of(square);
        self.board[square.index()] = Some(piece.kind);
    }

    /// Takes a piece off the square that it stands on.
    pub(crate) fn remove(&mut self, piece: Piece, square: Square) {
        debug_assert_eq!(self.piece_on(square), Some(piece));
        self.types[piece.kind.index()] ^= Bitboard::of(square);
        self.colors[piece.color.index()] ^= Bitboard::of(square);
        self.board[square.index()] = None;
    }
}
// ANCHOR_END: put-remove

// ANCHOR: queries
impl Position {
    pub fn side_to_move(&self) -> Color {
        self.side_to_move
    }

    pub fn castling(&self) -> CastlingRights {
        self.castling
    }

    /// The en-passant square, if a pawn can legally capture there.
    pub fn en_passant(&self) -> Option<Square> {
        self.en_passant
    }

    /// Half-moves since the last capture or pawn move.
    pub fn halfmove_clock(&self) -> u16 {
        self.halfmove_clock
    }

    pub fn fullmove_number(&self) -> u16 {
        self.fullmove_number
    }

    pub fn piece_on(&self, square: Square) -> Option<Piece> {
        let kind = self.board[square.index()]?;
        let white = self.occupied_by(Color::White).has(square);
        Some(Piece::new(if white { Color::White } else { Color::Black }, kind))
    }

    /// All squares with a piece of one colour.
    pub fn occupied_by(&self, color: Color) -> Bitboard {
        self.colors[color.index()]
    }

    /// The pieces of one type and colour.
    pub fn pieces(&self, color: Color, kind: PieceType) -> Bitboard {
        self.types[kind.index()] & self.colors[color.index()]
    }

    /// All squares with a piece of either colour.
    pub fn occupied(&self) -> Bitboard {
        self.colors[0] | self.colors[1]
    }

    pub fn king(&self, color: Color) -> Square {
        self.pieces(color, PieceType::King).first().expect("each side has one king")
    }
}
// ANCHOR_END: queries

// ANCHOR: attackers
impl Position {
    /// The pieces of `by` that attack `square`.
    ///
    /// Attacks are mutual: a knight attacks exactly the squares from which a knight would attack it.
    /// So the search starts at the square and looks outward for each kind of attacker in turn.
    pub fn attackers(&self, square: Square, by: Color) -> Bitboard {
        let queens = self.pieces(by, PieceType::Queen);
        let straight = self.pieces(by, PieceType::Rook) | queens;
        let diagonal = self.pieces(by, PieceType::Bishop) | queens;
        // A pawn is the one piece that goes only forward: look the other way.
        (attacks::pawn(!by, square) & self.pieces(by, PieceType::Pawn))
            | (attacks::knight(square) & self.pieces(by, PieceType::Knight))
            | (attacks::king(square) & self.pieces(by, PieceType::King))
            | (attacks::rook(square, self.occupied()) & straight)
            | (attacks::bishop(square, self.occupied()) & diagonal)
    }

    /// Whether the king of `color` is attacked.
    pub fn in_check(&self, color: Color) -> bool {
        !self.attackers(self.king(color), !color).is_empty()
    }
}
// ANCHOR_END: attackers

// ANCHOR: en-passant
impl Position {
    /// Whether a pawn of the side to move can capture en passant on `target` without leaving its
    /// own king attacked.
    ///
    /// The capture is tried on a copy. Two pawns leave one rank at once, so a rook beside them can
    /// open on the king in a way that no other move shows.
    pub(crate) fn can_capture_en_passant(&self, target: Square) -> bool {
        let us = self.side_to_move;
        let capturers = attacks::pawn(!us, target) & self.pieces(us, PieceType::Pawn);
        capturers.into_iter().any(|from| {
            let mut after = *self;
            after.remove(Piece::new(us, PieceType::Pawn), from);
            after.remove(Piece::new(!us, PieceType::Pawn), Square::new(target.file(), from.rank()));
            after.put(Piece::new(us, PieceType::Pawn), target);
            !after.in_check(us)
        })
    }
}
// ANCHOR_END: en-passant
