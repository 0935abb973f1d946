//! The words of the rules: colours, pieces, squares and castling rights.
//!
//! Everything here is a small value that is copied freely. It knows no position.

use std::fmt;
use std::ops::Not;
use std::str::FromStr;

// ANCHOR: color
/// A side of the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Color {
    White,
    Black,
}

impl Color {
    pub const ALL: [Self; 2] = [Self::White, Self::Black];

    /// The place in a table that has one entry a side.
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The rank that its king and rooks start on: 0 for White, 7 for Black.
    pub const fn first_rank(self) -> usize {
        7 * self.index()
    }

    /// Where its king starts.
    pub const fn king_home(self) -> Square {
        Square::new(4, self.first_rank())
    }
}

impl Not for Color {
    type Output = Self;

    /// The other side.
    fn not(self) -> Self {
        match self {
            Self::White => Self::Black,
            Self::Black => Self::White,
        }
    }
}

impl fmt::Display for Color {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(if *self == Self::White { "White" } else { "Black" })
    }
}
// ANCHOR_END: color

// ANCHOR: piece-type
/// A kind of piece, whatever its colour.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PieceType {
    Pawn,
    Knight,
    Bishop,
    Rook,
    Queen,
    King,
}

impl PieceType {
    pub const ALL: [Self; 6] =
        [Self::Pawn, Self::Knight, Self::Bishop, Self::Rook, Self::Queen, Self::King];

    /// The place in a table that has one entry a type.
    pub const fn index(self) -> usize {
        self as usize
    }
}
// ANCHOR_END: piece-type

// ANCHOR: piece
/// A piece with its colour.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Piece {
    pub color: Color,
    pub kind: PieceType,
}

impl Piece {
    /// The letters of FEN in the order of [`PieceType::ALL`], first White's, then Black's.
    const LETTERS: &str = "PNBRQKpnbrqk";

    pub const fn new(color: Color, kind: PieceType) -> Self {
        Self { color, kind }
    }

    /// The piece that FEN writes with this letter.
    pub fn from_letter(letter: char) -> Option<Self> {
        let index = Self::LETTERS.find(letter)?;
        Some(Self::new(Color::ALL[index / 6], PieceType::ALL[index % 6]))
    }

    pub fn letter(self) -> char {
        char::from(Self::LETTERS.as_bytes()[6 * self.color.index() + self.kind.index()])
    }
}
// ANCHOR_END: piece

// ANCHOR: square
/// A square of the board: a1 is 0, b1 is 1, h8 is 63.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Square(u8);

impl Square {
    pub const COUNT: usize = 64;

    /// The square on `file` (0 is a) and `rank` (0 is rank 1).
    pub const fn new(file: usize, rank: usize) -> Self {
        debug_assert!(file < 8 && rank < 8);
        Self((8 * rank + file) as u8)
    }

    /// The square with this index, which is below 64.
    pub const fn from_index(index: usize) -> Self {
        debug_assert!(index < Self::COUNT);
        Self(index as u8)
    }

    /// All squares, from a1 along the ranks to h8.
    pub fn all() -> impl Iterator<Item = Self> {
        (0..Self::COUNT).map(Self::from_index)
    }

    /// The place in a table that has one entry a square.
    pub const fn index(self) -> usize {
        // The mask changes nothing: it tells the compiler that no table of 64 needs a bounds check.
        (self.0 & 63) as usize
    }

    /// 0 for the a-file to 7 for the h-file.
    pub const fn file(self) -> usize {
        self.index() % 8
    }

    /// 0 for White's first rank to 7 for Black's.
    pub const fn rank(self) -> usize {
        self.index() / 8
    }

    /// The square `files` to the right and `ranks` up the board, unless that is off the board.
    pub fn step(self, files: i8, ranks: i8) -> Option<Self> {
        let file = self.file() as i8 + files;
        let rank = self.rank() as i8 + ranks;
        let on_board = (0..8).contains(&file) && (0..8).contains(&rank);
        on_board.then(|| Self::new(file as usize, rank as usize))
    }
}
// ANCHOR_END: square

// ANCHOR: square-text
impl fmt::Display for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let file = char::from(b'a' + self.file() as u8);
        write!(f, "{file}{}", self.rank() + 1)
    }
}

impl FromStr for Square {
    type Err = ();

    fn from_str(text: &str) -> Result<Self, ()> {
        match *text.as_bytes() {
            [file @ b'a'..=b'h', rank @ b'1'..=b'8'] => {
                Ok(Self::new((file - b'a').into(), (rank - b'1').into()))
            }
            _ => Err(()),
        }
    }
}
// ANCHOR_END: square-text

// ANCHOR: castling
/// The wing that a king castles to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Wing {
    King,
    Queen,
}

impl Wing {
    pub const ALL: [Self; 2] = [Self::King, Self::Queen];

    /// Where the rook of `color` stands before castling.
    pub const fn rook_home(self, color: Color) -> Square {
        let file = if let Self::King = self { 7 } else { 0 };
        Square::new(file, color.first_rank())
    }

    /// Where the king of `color` goes.
    pub const fn king_target(self, color: Color) -> Square {
        let file = if let Self::King = self { 6 } else { 2 };
        Square::new(file, color.first_rank())
    }
}

/// The castling rights that are left: a set of up to four, one bit each.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CastlingRights(u8);

impl CastlingRights {
    pub const NONE: Self = Self(0);

    /// The set that holds one right alone.
    pub const fn one(color: Color, wing: Wing) -> Self {
        Self(1 << (2 * color.index() + wing as usize))
    }

    pub const fn has(self, color: Color, wing: Wing) -> bool {
        self.0 & Self::one(color, wing).0 != 0
    }

    pub const fn with(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    pub const fn without(self, other: Self) -> Self {
        Self(self.0 & !other.0)
    }

    /// The place in a table that has one entry a set of rights.
    pub const fn index(self) -> usize {
        // As with squares, the mask is for the compiler.
        (self.0 & 15) as usize
    }
}
// ANCHOR_END: castling
