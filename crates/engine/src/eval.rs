//! The worth of a position without looking ahead: material and where it stands.
//!
//! All numbers are centipawns and set by hand. The evaluation knows no moves.

use crate::position::Position;
use crate::score::{MATE, MAX_PLY, Score};
use crate::types::{Color, PieceType, Square};

// ANCHOR: material
/// What each type of piece is worth. Both sides have one king, so its worth cancels out.
pub const MATERIAL: [Score; 6] = [100, 310, 330, 500, 950, 0];
// ANCHOR_END: material

// ANCHOR: tables
// ANCHOR: tables-first
/// What a square adds for White, rank 8 first as on a diagram. Each row holds the a- to the d-file;
/// the other wing mirrors it.
type Squares = [[Score; 4]; 8];

const PAWN: Squares = [
    [0, 0, 0, 0],
    [60, 60, 60, 60],
    [20, 25, 30, 35],
    [8, 10, 15, 25],
    [0, 2, 8, 22],
    [2, 4, 0, 5],
    [2, 8, 4, -18],
    [0, 0, 0, 0],
];
const KNIGHT: Squares = [
    [-55, -35, -25, -20],
    [-35, -15, 5, 8],
    [-20, 8, 18, 22],
    [-15, 8, 22, 28],
    [-15, 5, 20, 26],
    [-22, 4, 14, 18],
    [-38, -16, 2, 6],
    [-58, -30, -24, -18],
];
// ANCHOR_END: tables-first
// ANCHOR: tables-rest
const BISHOP: Squares = [
    [-15, -8, -8, -6],
    [-8, 4, 4, 4],
    [-4, 8, 10, 12],
    [-4, 10, 12, 16],
    [-2, 10, 14, 18],
    [2, 12, 12, 12],
    [0, 16, 8, 6],
    [-14, -4, -12, -6],
];
const ROOK: Squares = [
    [6, 8, 10, 12],
    [14, 18, 22, 24],
    [-2, 2, 6, 8],
    [-4, 0, 2, 6],
    [-6, 0, 2, 4],
    [-8, 0, 2, 4],
    [-10, -2, 2, 4],
    [-4, 0, 8, 14],
];
const QUEEN: Squares = [
    [-12, -4, 0, 2],
    [-8, -4, 4, 6],
    [-4, 4, 8, 10],
    [-2, 4, 8, 12],
    [-2, 4, 8, 10],
    [-4, 4, 6, 6],
    [-8, 0, 4, 4],
    [-14, -8, -6, 0],
];
const KING: Squares = [
    [-45, -50, -55, -60],
    [-40, -45, -50, -55],
    [-35, -40, -45, -50],
    [-30, -38, -42, -48],
    [-22, -28, -34, -40],
    [-8, -14, -22, -28],
    [16, 12, -8, -16],
    [22, 32, 8, -6],
];
const PIECE_SQUARES: [Squares; 6] = [PAWN, KNIGHT, BISHOP, ROOK, QUEEN, KING];
// ANCHOR_END: tables-rest
// ANCHOR_END: tables

// ANCHOR: evaluate
/// A material advantage that no game can have is cut off here, below all mates.
const LIMIT: Score = MATE - MAX_PLY as Score - 1;

/// What the position is worth to the side to move, in centipawns.
pub fn evaluate(position: &Position) -> Score {
    let us = position.side_to_move();
    let score = |color| material(position, color) + piece_squares(position, color);
    (score(us) - score(!us)).clamp(-LIMIT, LIMIT)
}

/// The worth of the men of one side.
pub fn material(position: &Position, color: Color) -> Score {
    let worth =
        |kind: PieceType| position.pieces(color, kind).count() as Score * MATERIAL[kind.index()];
    PieceType::ALL.into_iter().map(worth).sum()
}

/// What the men of one side gain by standing where they stand.
pub fn piece_squares(position: &Position, color: Color) -> Score {
    let worth = |kind: PieceType| -> Score {
        position.pieces(color, kind).map(|square| on_square(color, kind, square)).sum()
    };
    PieceType::ALL.into_iter().map(worth).sum()
}
// ANCHOR_END: evaluate

// ANCHOR: on-square
fn on_square(color: Color, kind: PieceType, square: Square) -> Score {
    // The tables are drawn from White's side, so that Black looks at them upside down.
    let seen = if color == Color::White { square.index() ^ 56 } else { square.index() };
    TABLES[kind.index()][seen]
}

/// The tables with both wings written out, rank 8 first: a lookup shouldn't have to fold a file.
static TABLES: [[Score; 64]; 6] = tables();

const fn tables() -> [[Score; 64]; 6] {
    let mut tables = [[0; 64]; 6];
    let mut index = 0;
    while index < 6 * 64 {
        let (kind, row, file) = (index / 64, index / 8 % 8, index % 8);
        let column = if file < 4 { file } else { 7 - file };
        tables[kind][index % 64] = PIECE_SQUARES[kind][row][column];
        index += 1;
    }
    tables
}
// ANCHOR_END: on-square
