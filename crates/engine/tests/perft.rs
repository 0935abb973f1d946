//! Leaf counts against the published ones (chess programming wiki, "Perft Results").

use cb2026::fen;
use cb2026::movegen::legal_moves;
use cb2026::perft::{divide, perft};
use cb2026::position::Position;

/// Name, position and published counts from depth 1 on.
const PUBLISHED: [(&str, &str, &[u64]); 6] = [
    ("start position", fen::START, &[20, 400, 8_902, 197_281, 4_865_609, 119_060_324]),
    (
        "kiwipete",
        "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
        &[48, 2_039, 97_862, 4_085_603, 193_690_690],
    ),
    (
        "position 3",
        "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
        &[14, 191, 2_812, 43_238, 674_624, 11_030_083],
    ),
    (
        "position 4",
        "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
        &[6, 264, 9_467, 422_333, 15_833_292],
    ),
    (
        "position 5",
        "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8",
        &[44, 1_486, 62_379, 2_103_487, 89_941_194],
    ),
    (
        "position 6",
        "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10",
        &[46, 2_079, 89_890, 3_894_594, 164_075_551],
    ),
];

fn published() -> impl Iterator<Item = (&'static str, Position, &'static [u64])> {
    PUBLISHED.into_iter().map(|(name, text, counts)| {
        (name, fen::parse(text).expect("the table holds positions").0, counts)
    })
}

#[test]
fn counts_are_the_published_ones() {
    for (name, position, counts) in published() {
        for (depth, &count) in (1..).zip(counts) {
            assert_eq!(perft(&position, depth), count, "{name}, depth {depth}");
        }
    }
}

/// The same, but each leaf is reached by a move that is made. It takes minutes in a debug build:
/// `cargo test --release -p cb2026 --test perft -- --ignored`.
#[test]
#[ignore = "long: run it in release"]
fn counts_are_the_published_ones_when_every_move_is_made() {
    for (name, position, counts) in published() {
        let depth = counts.len() as u32;
        assert_eq!(Some(&perft_without_bulk(&position, depth)), counts.last(), "{name}");
    }
}

fn perft_without_bulk(position: &Position, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    let moves = legal_moves(position);
    moves.iter().map(|&mv| perft_without_bulk(&position.make(mv), depth - 1)).sum()
}

#[test]
fn the_first_moves_counts_add_up() {
    for (name, position, counts) in published() {
        let total: u64 = divide(&position, 3).iter().map(|(_, count)| count).sum();
        assert_eq!(total, counts[2], "{name}");
        assert_eq!(divide(&position, 0), []);
        assert_eq!(perft(&position, 0), 1);
    }
}

#[test]
fn a_position_without_moves_has_no_leaves() {
    for text in ["7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", "R5k1/5ppp/8/8/8/8/8/6K1 b - - 0 1"] {
        let (position, _) = fen::parse(text).unwrap();
        assert_eq!(perft(&position, 1), 0);
        assert_eq!(perft(&position, 2), 0);
    }
}
