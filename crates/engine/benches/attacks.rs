//! Magic lookups against the ray walker: `cargo bench -p cb2026 --bench attacks`.

mod paired;

use cb2026::attacks;
use cb2026::bitboard::Bitboard;
use cb2026::random::Random;
use cb2026::types::Square;
use cb2026::walk::{self, Step};
use paired::Line;
use std::hint::black_box;

/// Boards with blockers on about a quarter of the squares, as in a middlegame.
const BOARDS: usize = 40_000;

fn main() {
    let mut random = Random::new(2026);
    let boards: Vec<Bitboard> =
        (0..BOARDS).map(|_| Bitboard(random.draw() & random.draw())).collect();
    let lines = [
        line("rook", "Rook", &boards, attacks::rook, &walk::ROOK),
        line("bishop", "Bishop", &boards, attacks::bishop, &walk::BISHOP),
        line("queen", "Queen", &boards, attacks::queen, &walk::KING),
    ];
    paired::print("lookup", "walker", "attack sets", &lines);
}

fn line(
    key: &'static str,
    label: &'static str,
    boards: &[Bitboard],
    lookup: impl Fn(Square, Bitboard) -> Bitboard,
    steps: &[Step],
) -> Line {
    let pair = paired::run(
        || all_squares(boards, &lookup),
        || all_squares(boards, |from, occupied| walk::slide(from, steps, occupied)),
    );
    Line { key, label, pair, count: (Square::COUNT * boards.len()) as u64 }
}

/// Asks for the attacks from each square of each board.
fn all_squares(boards: &[Bitboard], attacks: impl Fn(Square, Bitboard) -> Bitboard) {
    for &occupied in boards {
        for square in Square::all() {
            black_box(attacks(black_box(square), occupied));
        }
    }
}
