//! Keys of positions: one random number a fact, joined by exclusive or.
//!
//! Joining the same number twice removes it, so that a key is kept up to date move by move.

use crate::random::Random;
use crate::types::{CastlingRights, Color, Piece, Square};

// ANCHOR: keys
/// The random numbers, one for each fact that tells positions apart.
struct Keys {
    pieces: [[[u64; 64]; 6]; 2],
    castling: [u64; 16],
    en_passant: [u64; 8],
    black_to_move: u64,
}

static KEYS: Keys = keys();

const fn keys() -> Keys {
    // The year of Zobrist's report. Any seed would do, but another one makes other keys.
    let mut random = Random::new(1970);
    let mut pieces = [[[0; 64]; 6]; 2];
    let mut index = 0;
    while index < 2 * 6 * 64 {
        pieces[index / (6 * 64)][index / 64 % 6][index % 64] = random.draw();
        index += 1;
    }
    let mut castling = [0; 16];
    index = 1;
    while index < 16 {
        castling[index] = random.draw();
        index += 1;
    }
    let mut en_passant = [0; 8];
    index = 0;
    while index < 8 {
        en_passant[index] = random.draw();
        index += 1;
    }
    Keys { pieces, castling, en_passant, black_to_move: random.draw() }
}
// ANCHOR_END: keys

// ANCHOR: lookups
pub fn piece(piece: Piece, square: Square) -> u64 {
    KEYS.pieces[piece.color.index()][piece.kind.index()][square.index()]
}

pub fn castling(rights: CastlingRights) -> u64 {
    KEYS.castling[rights.index()]
}

/// The key of the file that an en-passant capture is possible on.
pub fn en_passant(target: Option<Square>) -> u64 {
    target.map_or(0, |square| KEYS.en_passant[square.file()])
}

pub fn side_to_move(color: Color) -> u64 {
    if color == Color::Black { KEYS.black_to_move } else { 0 }
}
// ANCHOR_END: lookups
