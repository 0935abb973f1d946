//! The state of a game between two moves, and how a move changes it.
//!
//! A position keeps each fact in the form that its readers want: sets of squares by type and by
//! colour, and the piece on each square. It knows nothing of text, of search or of the moves that
//! led to it.

use crate::attacks;
use crate::bitboard::Bitboard;
use crate::moves::{Move, MoveKind};
use crate::types::{CastlingRights, Color, Piece, PieceType, Square, Wing};
use crate::zobrist;

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
    side_to_move: Color,
    castling: CastlingRights,
    /// The square that a pawn has just passed over, if a pawn can legally capture it there.
    en_passant: Option<Square>,
    /// Half-moves since the last capture or pawn move.
    pub(crate) halfmove_clock: u16,
    pub(crate) fullmove_number: u16,
    /// A number that stands for all of this but the clocks.
    key: u64,
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
            key: 0,
        }
    }

    /// Sets a piece on an empty square.
    pub(crate) fn put(&mut self, piece: Piece, square: Square) {
        debug_assert!(self.piece_on(square).is_none());
        self.types[piece.kind.index()] |= Bitboard::of(square);
        self.colors[piece.color.index()] |= Bitboard::of(square);
        self.board[square.index()] = Some(piece.kind);
        self.key ^= zobrist::piece(piece, square);
    }

    /// Takes a piece off the square that it stands on.
    pub(crate) fn remove(&mut self, piece: Piece, square: Square) {
        debug_assert_eq!(self.piece_on(square), Some(piece));
        self.types[piece.kind.index()] ^= Bitboard::of(square);
        self.colors[piece.color.index()] ^= Bitboard::of(square);
        self.board[square.index()] = None;
        self.key ^= zobrist::piece(piece, square);
    }

    pub(crate) fn set_side_to_move(&mut self, color: Color) {
        self.key ^= zobrist::side_to_move(self.side_to_move) ^ zobrist::side_to_move(color);
        self.side_to_move = color;
    }

    pub(crate) fn set_castling(&mut self, rights: CastlingRights) {
        self.key ^= zobrist::castling(self.castling) ^ zobrist::castling(rights);
        self.castling = rights;
    }

    /// Remembers that a pawn has passed `target`, but only if it can be captured there: positions
    /// that have the same moves have the same key.
    pub(crate) fn set_en_passant(&mut self, target: Square) {
        if !self.en_passant_capturers(target).is_empty() {
            self.en_passant = Some(target);
            self.key ^= zobrist::en_passant(self.en_passant);
        }
    }

    fn clear_en_passant(&mut self) {
        self.key ^= zobrist::en_passant(self.en_passant);
        self.en_passant = None;
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

    /// The Zobrist key: equal for positions that differ in nothing but their clocks.
    pub fn key(&self) -> u64 {
        self.key
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

    /// Whether one side has anything but its king and pawns.
    pub fn has_pieces(&self, color: Color) -> bool {
        let others = self.pieces(color, PieceType::Pawn) | self.pieces(color, PieceType::King);
        self.occupied_by(color) != others
    }
}
// ANCHOR_END: queries

// ANCHOR: attackers
impl Position {
    /// The pieces of `by` that attack `square`.
    pub fn attackers(&self, square: Square, by: Color) -> Bitboard {
        self.attackers_among(square, by, self.occupied())
    }

    /// The same as if just the squares of `occupied` were occupied.
    ///
    /// Attacks are mutual: a knight attacks exactly the squares from which a knight would attack it.
    /// So the search starts at the square and looks outward for each kind of attacker in turn.
    pub fn attackers_among(&self, square: Square, by: Color, occupied: Bitboard) -> Bitboard {
        let queens = self.pieces(by, PieceType::Queen);
        let straight = self.pieces(by, PieceType::Rook) | queens;
        let diagonal = self.pieces(by, PieceType::Bishop) | queens;
        // A pawn is the one piece that goes only forward: look the other way.
        (attacks::pawn(!by, square) & self.pieces(by, PieceType::Pawn))
            | (attacks::knight(square) & self.pieces(by, PieceType::Knight))
            | (attacks::king(square) & self.pieces(by, PieceType::King))
            | (attacks::rook(square, occupied) & straight)
            | (attacks::bishop(square, occupied) & diagonal)
    }

    /// Whether the king of `color` is attacked.
    pub fn in_check(&self, color: Color) -> bool {
        !self.attackers(self.king(color), !color).is_empty()
    }
}
// ANCHOR_END: attackers

// ANCHOR: gives-check
impl Position {
    /// Whether a legal move of the side to move gives check.
    pub fn gives_check(&self, mv: Move) -> bool {
        let us = self.side_to_move;
        let (king, from, to) = (self.king(!us), mv.from(), mv.to());
        let kind = self.board[from.index()].expect("a legal move moves a piece");
        if !matches!(mv.kind(), MoveKind::Quiet | MoveKind::DoublePush | MoveKind::Capture) {
            // These change more than two squares or the piece's type, and are rare.
            return self.make(mv).in_check(!us);
        }
        let occupied = (self.occupied() ^ Bitboard::of(from)) | Bitboard::of(to);
        let attacked = match kind {
            PieceType::Pawn => attacks::pawn(us, to),
            PieceType::Knight => attacks::knight(to),
            PieceType::Bishop => attacks::bishop(to, occupied),
            PieceType::Rook => attacks::rook(to, occupied),
            PieceType::Queen => attacks::queen(to, occupied),
            PieceType::King => Bitboard::EMPTY,
        };
        // Besides the piece itself, one behind it may give check when it leaves their line.
        attacked.has(king)
            || (!attacks::line(king, from).is_empty()
                && !(self.attackers_among(king, us, occupied) & !Bitboard::of(from)).is_empty())
    }
}
// ANCHOR_END: gives-check

// ANCHOR: pins
impl Position {
    /// The pieces that check the king of `us`, and those of `us` that must stay on a line.
    #[inline(always)]
    pub(crate) fn checkers_and_pinned(&self, us: Color) -> (Bitboard, Bitboard) {
        let king = self.king(us);
        let queens = self.pieces(!us, PieceType::Queen);
        let straight = self.pieces(!us, PieceType::Rook) | queens;
        let diagonal = self.pieces(!us, PieceType::Bishop) | queens;
        let mut checkers = (attacks::pawn(us, king) & self.pieces(!us, PieceType::Pawn))
            | (attacks::knight(king) & self.pieces(!us, PieceType::Knight));
        let mut pinned = Bitboard::EMPTY;
        // Sliders that would reach the king if none of our own pieces stood in the way.
        let theirs = self.occupied_by(!us);
        let snipers =
            (attacks::rook(king, theirs) & straight) | (attacks::bishop(king, theirs) & diagonal);
        for sniper in snipers {
            let shield = attacks::between(king, sniper) & self.occupied_by(us);
            match shield.count() {
                0 => checkers |= Bitboard::of(sniper),
                1 => pinned |= shield,
                _ => {}
            }
        }
        (checkers, pinned)
    }
}
// ANCHOR_END: pins

// ANCHOR: en-passant
impl Position {
    /// The pawns of the side to move that can capture en passant on `target` without leaving their
    /// own king attacked.
    ///
    /// The capture is tried on the set of occupied squares. Two pawns leave one rank at once, so a
    /// rook beside them can open on the king in a way that no pin shows.
    pub(crate) fn en_passant_capturers(&self, target: Square) -> Bitboard {
        let us = self.side_to_move;
        let mut capturers = attacks::pawn(!us, target) & self.pieces(us, PieceType::Pawn);
        for from in capturers {
            let captured = Bitboard::of(Square::new(target.file(), from.rank()));
            let occupied = self.occupied() ^ Bitboard::of(from) ^ captured ^ Bitboard::of(target);
            let attackers = self.attackers_among(self.king(us), !us, occupied);
            if !(attackers & !captured).is_empty() {
                capturers ^= Bitboard::of(from);
            }
        }
        capturers
    }
}
// ANCHOR_END: en-passant

// ANCHOR: make
// ANCHOR: play
impl Position {
    /// The position after a legal move. The one before stays as it is: who takes a move back just
    /// forgets the copy.
    pub fn make(&self, mv: Move) -> Self {
        let mut next = *self;
        // As in the generator, a constant colour makes a function for either side.
        match self.side_to_move {
            Color::White => next.play(Color::White, mv),
            Color::Black => next.play(Color::Black, mv),
        }
        next
    }

    #[inline(always)]
    fn play(&mut self, us: Color, mv: Move) {
        let (from, to) = (mv.from(), mv.to());
        let kind = self.board[from.index()].expect("a legal move moves a piece");
        let irreversible = kind == PieceType::Pawn || mv.is_capture();
        self.clear_en_passant();
        self.halfmove_clock = if irreversible { 0 } else { self.halfmove_clock.saturating_add(1) };
        if us == Color::Black {
            self.fullmove_number = self.fullmove_number.saturating_add(1);
        }
        if mv.is_capture() {
            self.capture(us, mv);
        }
        let piece = Piece::new(us, kind);
        self.remove(piece, from);
        self.put(mv.promotion().map_or(piece, |kind| Piece::new(us, kind)), to);
        if let MoveKind::Castling(wing) = mv.kind() {
            let rook = Piece::new(us, PieceType::Rook);
            self.remove(rook, wing.rook_home(us));
            // The rook lands on the square that the king has passed.
            self.put(rook, Square::from_index((from.index() + to.index()) / 2));
        }
        // A right is lost when a king or a rook leaves home, and when a rook is captured there.
        self.set_castling(self.castling.without(HOMES[from.index()]).without(HOMES[to.index()]));
        self.set_side_to_move(!us);
        // Last, because it asks who can capture: the side to move must be the new one.
        if mv.kind() == MoveKind::DoublePush {
            self.set_en_passant(Square::from_index((from.index() + to.index()) / 2));
        }
    }

    // ANCHOR_END: play

    // ANCHOR: pass
    /// The position if the side to move could leave its move out. No game gets there, so what was
    /// before doesn't count: no pawn has just passed a square, and the clock of the fifty-move rule,
    /// which also says how far back a repetition may lie, begins anew.
    pub fn pass(&self) -> Self {
        let mut next = *self;
        next.clear_en_passant();
        next.halfmove_clock = 0;
        next.set_side_to_move(!self.side_to_move);
        next
    }
    // ANCHOR_END: pass

    // ANCHOR: capture
    fn capture(&mut self, us: Color, mv: Move) {
        let square = match mv.kind() {
            MoveKind::EnPassant => Square::new(mv.to().file(), mv.from().rank()),
            _ => mv.to(),
        };
        let kind = self.board[square.index()].expect("a capture captures a piece");
        self.remove(Piece::new(!us, kind), square);
    }
    // ANCHOR_END: capture
}

// ANCHOR: homes
/// The rights that end when a piece leaves this square or arrives on it.
static HOMES: [CastlingRights; 64] = homes();

const fn homes() -> [CastlingRights; 64] {
    let mut table = [CastlingRights::NONE; 64];
    let mut index = 0;
    while index < 4 {
        let (color, wing) = (Color::ALL[index / 2], Wing::ALL[index % 2]);
        let right = CastlingRights::one(color, wing);
        let (king, rook) = (color.king_home(), wing.rook_home(color));
        table[rook.index()] = right;
        table[king.index()] = table[king.index()].with(right);
        index += 1;
    }
    table
}
// ANCHOR_END: homes
// ANCHOR_END: make
