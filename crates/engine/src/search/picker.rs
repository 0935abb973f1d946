//! The order in which the moves of a node are tried.
//!
//! A cutoff saves the more the earlier it comes, so the moves that may bring one go first. Moves are
//! sorted one at a time, and quiet ones aren't even generated before the captures have failed.

use super::ordering::{HISTORY_MAX, OrderingTables};
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

/// Moves that are worth trying early, if they're legal.
#[derive(Clone, Copy, Default)]
pub struct Hints {
    /// The one that the transposition table holds.
    pub tt_move: Option<Move>,
    /// Quiet ones that cut off at this ply before.
    pub killers: [Option<Move>; 2],
    /// A quiet one that refuted the move before.
    pub countermove: Option<Move>,
}

/// Hands out the moves of a position, the most promising first.
pub struct MovePicker<'a> {
    position: &'a Position,
    techniques: Techniques,
    stage: Stage,
    noisy_only: bool,
    hints: Hints,
    moves: MoveList,
    /// One score a move.
    scores: ArrayVec<i32, MAX_MOVES>,
    /// How many moves of the list were handed out.
    picked: usize,
}

impl<'a> MovePicker<'a> {
    /// All legal moves.
    pub fn all(position: &'a Position, mut hints: Hints, techniques: Techniques) -> Self {
        let stage = Stage::TtMove;
        hints.tt_move = hints.tt_move.filter(|&mv| is_legal(position, mv));
        let (moves, scores) = (MoveList::new(), ArrayVec::new());
        Self { position, techniques, stage, noisy_only: false, hints, moves, scores, picked: 0 }
    }

    /// The captures, and the promotions to a queen.
    pub fn noisy(position: &'a Position, techniques: Techniques) -> Self {
        Self {
            stage: Stage::Noisy,
            noisy_only: true,
            ..Self::all(position, Hints::default(), techniques)
        }
    }
}
// ANCHOR_END: picker

// ANCHOR: moves
/// Hands out the moves of a node one by one.
pub trait Moves {
    /// The next move. The tables are lent for each, because the search goes on writing to them.
    fn next(&mut self, ordering: &OrderingTables) -> Option<Move>;
}

/// Moves whose order is fixed, as at the root.
impl Moves for std::vec::IntoIter<Move> {
    fn next(&mut self, _: &OrderingTables) -> Option<Move> {
        Iterator::next(self)
    }
}
// ANCHOR_END: moves

// ANCHOR: next
impl Moves for MovePicker<'_> {
    fn next(&mut self, ordering: &OrderingTables) -> Option<Move> {
        loop {
            while self.picked < self.moves.len() {
                let mv = self.select();
                // The table's move was handed out before.
                if self.hints.tt_move != Some(mv) {
                    return Some(mv);
                }
            }
            match self.stage {
                Stage::TtMove => {
                    let sorted = self.techniques.mvv_lva;
                    self.stage = if sorted { Stage::Noisy } else { Stage::Unsorted };
                    if self.hints.tt_move.is_some() {
                        return self.hints.tt_move;
                    }
                }
                Stage::Done => return None,
                _ => self.generate(ordering),
            }
        }
    }
}

impl MovePicker<'_> {
    /// Appends the next moves with their scores.
    fn generate(&mut self, ordering: &OrderingTables) {
        let position = self.position;
        match self.stage {
            Stage::Unsorted => add_legal_moves(position, &mut self.moves),
            Stage::Noisy => add_noisy_moves(position, &mut self.moves),
            Stage::Quiet => add_quiet_moves(position, &mut self.moves),
            Stage::TtMove | Stage::Done => {}
        }
        for index in self.picked..self.moves.len() {
            let score = self.score(ordering, self.moves[index]);
            self.scores.push(score);
        }
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

// ANCHOR: score
/// Above all that the history can give.
const KILLER: i32 = 2 * HISTORY_MAX;

impl MovePicker<'_> {
    /// The higher the earlier. Scores of different stages never meet.
    fn score(&self, ordering: &OrderingTables, mv: Move) -> i32 {
        match self.stage {
            Stage::Noisy if self.techniques.mvv_lva => mvv_lva(self.position, mv),
            Stage::Quiet => self.quiet_score(ordering, mv),
            _ => 0,
        }
    }

    /// Killers come first, then the countermove, then all others by their history.
    fn quiet_score(&self, ordering: &OrderingTables, mv: Move) -> i32 {
        let Hints { killers: [first, second], countermove, .. } = self.hints;
        match Some(mv) {
            mv if mv == first => KILLER + 2,
            mv if mv == second => KILLER + 1,
            mv if mv == countermove => KILLER,
            _ if self.techniques.history => ordering.history(self.position.side_to_move(), mv),
            _ => 0,
        }
    }
}
// ANCHOR_END: score

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
