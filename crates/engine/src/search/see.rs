//! Static exchange evaluation: what a move is worth once all captures on its square are over.
//!
//! It looks at one square and counts who can capture there, without making a move. Pins are ignored,
//! and so is everything else on the board; that makes it quick, and sometimes wrong.

use crate::bitboard::Bitboard;
use crate::eval::MATERIAL;
use crate::moves::{Move, MoveKind};
use crate::position::Position;
use crate::score::Score;
use crate::types::{Color, PieceType, Square};
use arrayvec::ArrayVec;

// ANCHOR: gain
/// What the move wins at once: the captured piece, and what a pawn gains by its promotion.
pub fn gain(position: &Position, mv: Move) -> Score {
    let captured = match mv.kind() {
        MoveKind::EnPassant => MATERIAL[PieceType::Pawn.index()],
        // A move that captures nothing goes to an empty square.
        _ => worth_on(position, mv.to()),
    };
    let promoted =
        mv.promotion().map_or(0, |kind| MATERIAL[kind.index()] - MATERIAL[PieceType::Pawn.index()]);
    captured + promoted
}

/// What the move puts at risk: the piece as it stands on its new square.
fn risk(position: &Position, mv: Move) -> Score {
    mv.promotion().map_or_else(|| worth_on(position, mv.from()), |kind| MATERIAL[kind.index()])
}

fn worth_on(position: &Position, square: Square) -> Score {
    position.piece_on(square).map_or(0, |piece| MATERIAL[piece.kind.index()])
}
// ANCHOR_END: gain

// ANCHOR: see
/// What the mover has won, in centipawns, if from now on both sides capture on the square as long as
/// that pays, the cheapest piece first. The move is a legal one.
pub fn see(position: &Position, mv: Move) -> Score {
    // Won by the first capture, by the first and the second less the other side's, and so on.
    let mut gains: ArrayVec<Score, 32> = ArrayVec::new();
    gains.push(gain(position, mv));
    let to = mv.to();
    let mut occupied = after(position, mv);
    let mut standing = risk(position, mv);
    let mut side = !position.side_to_move();
    while let Some((from, kind)) = cheapest(position, to, side, occupied) {
        occupied ^= Bitboard::of(from);
        // A king can't capture what is defended.
        if kind == PieceType::King && cheapest(position, to, !side, occupied).is_some() {
            break;
        }
        gains.push(standing - gains[gains.len() - 1]);
        standing = MATERIAL[kind.index()];
        side = !side;
    }
    // Seen from the end: whoever would lose by a capture leaves it out.
    while gains.len() > 1 {
        let reply = gains.pop().expect("more than one is left");
        let own = gains.last_mut().expect("one is left");
        *own = (*own).min(-reply);
    }
    gains[0]
}

/// Whether `see` is at least `threshold`. Most moves are decided by what they win at once, or by
/// what is left if the piece is lost for it.
pub fn see_at_least(position: &Position, mv: Move, threshold: Score) -> bool {
    let won = gain(position, mv);
    won >= threshold && (won - risk(position, mv) >= threshold || see(position, mv) >= threshold)
}
// ANCHOR_END: see

// ANCHOR: cheapest
/// The squares that are occupied after the move.
fn after(position: &Position, mv: Move) -> Bitboard {
    let mut occupied = position.occupied() ^ Bitboard::of(mv.from());
    if mv.kind() == MoveKind::EnPassant {
        occupied ^= Bitboard::of(Square::new(mv.to().file(), mv.from().rank()));
    }
    occupied | Bitboard::of(mv.to())
}

/// The cheapest piece of `side` that captures on `to`. A slider behind a piece that has captured
/// before sees the square now.
fn cheapest(
    position: &Position,
    to: Square,
    side: Color,
    occupied: Bitboard,
) -> Option<(Square, PieceType)> {
    let attackers = position.attackers_among(to, side, occupied) & occupied;
    let of = |kind| (attackers & position.pieces(side, kind)).first().map(|from| (from, kind));
    PieceType::ALL.into_iter().find_map(of)
}
// ANCHOR_END: cheapest
