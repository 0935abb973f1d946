//! The order in which the moves of a node are tried.
//!
//! A cutoff saves the more the earlier it comes, so the moves that may bring one go first. Moves are
//! sorted one at a time, and quiet ones aren't even generated before the captures have failed.

use super::techniques::Techniques;
use crate::movegen::{add_legal_moves, add_noisy_moves, add_quiet_moves, is_legal};
use crate::moves::{MAX_MOVES, Move, MoveKind, MoveList};
use crate::position::Position;
use crate::types::PieceType;
use arrayvec::ArrayVec;

// ANCHOR: picker
/// What comes once the list is used up.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Stage {
    /// The move from the transposition table, before anything is generated.
    TtMove,
    /// All moves at once, in the generator's order.
    Unsorted,
    Noisy,
    Quiet,
    Done,
}

/// Hands out the moves of a position, the most promising first.
pub struct MovePicker<'a> {
    position: &'a Position,
    techniques: Techniques,
    stage: Stage,
    noisy_only: bool,
    tt_move: Option<Move>,
    moves: MoveList,
    /// One score a move.
    scores: ArrayVec<i32, MAX_MOVES>,
    /// How many moves of the list were handed out.
    picked: usize,
}

impl<'a> MovePicker<'a> {
    /// All legal moves, first the one that the transposition table holds, if it's legal.
    pub fn all(position: &'a Position, tt_move: Option<Move>, techniques: Techniques) -> Self {
        let stage = Stage::TtMove;
        let tt_move = tt_move.filter(|&mv| is_legal(position, mv));
        let (moves, scores) = (MoveList::new(), ArrayVec::new());
        Self { position, techniques, stage, noisy_only: false, tt_move, moves, scores, picked: 0 }
    }

    /// The captures, and the promotions to a queen.
    pub fn noisy(position: &'a Position, techniques: Techniques) -> Self {
        Self { stage: Stage::Noisy, noisy_only: true, ..Self::all(position, None, techniques) }
    }
}
// ANCHOR_END: picker

// ANCHOR: next
impl Iterator for MovePicker<'_> {
    type Item = Move;

    fn next(&mut self) -> Option<Move> {
        loop {
            while self.picked < self.moves.len() {
                let mv = self.select();
                // The table's move was handed out before.
                if self.tt_move != Some(mv) {
                    return Some(mv);
                }
            }
            match self.stage {
                Stage::TtMove => {
                    let sorted = self.techniques.mvv_lva;
                    self.stage = if sorted { Stage::Noisy } else { Stage::Unsorted };
                    if self.tt_move.is_some() {
                        return self.tt_move;
                    }
                }
                Stage::Done => return None,
                _ => self.generate(),
            }
        }
    }
}

impl MovePicker<'_> {
    /// Appends the next moves with their scores.
    fn generate(&mut self) {
        let position = self.position;
        let sorted = self.techniques.mvv_lva;
        match self.stage {
            Stage::Unsorted => add_legal_moves(position, &mut self.moves),
            Stage::Noisy => add_noisy_moves(position, &mut self.moves),
            Stage::Quiet => add_quiet_moves(position, &mut self.moves),
            Stage::TtMove | Stage::Done => {}
        }
        let score = |&mv: &Move| match self.stage {
            Stage::Noisy if sorted => mvv_lva(position, mv),
            _ => 0,
        };
        self.scores.extend(self.moves[self.picked..].iter().map(score));
        self.stage = match self.stage {
            Stage::Noisy if !self.noisy_only => Stage::Quiet,
            _ => Stage::Done,
        };
    }

    /// Moves the best of the moves that are left to the front of them, and hands it out. Of equal
    /// ones that is the first, so where all are equal the generator's order stays.
    fn select(&mut self) -> Move {
        let (mut best, mut best_score) = (self.picked, i32::MIN);
        for (index, &score) in self.scores.iter().enumerate().skip(self.picked) {
            if score > best_score {
                (best, best_score) = (index, score);
            }
        }
        self.moves.swap(self.picked, best);
        self.scores.swap(self.picked, best);
        self.picked += 1;
        self.moves[self.picked - 1]
    }
}
// ANCHOR_END: next

// ANCHOR: mvv-lva
/// The most valuable victim first; of the men that can capture it, the least valuable first. A new
/// queen counts like a captured one.
fn mvv_lva(position: &Position, mv: Move) -> i32 {
    // No man at all weighs 0, a pawn 1, a queen 5.
    let weight = |kind: Option<PieceType>| kind.map_or(0, |kind| 1 + kind.index() as i32);
    let kind_on = |square| position.piece_on(square).map(|piece| piece.kind);
    // Captured en passant, a pawn stands beside the square that the move goes to.
    let victim =
        if mv.kind() == MoveKind::EnPassant { Some(PieceType::Pawn) } else { kind_on(mv.to()) };
    8 * (weight(victim) + weight(mv.promotion())) - weight(kind_on(mv.from()))
}
// ANCHOR_END: mvv-lva
