//! Perft against cozy-chess, both counting the last ply in bulk, one thread each:
//! `cargo bench -p cb2026 --bench perft`.

mod paired;

use cb2026::fen;
use cb2026::perft::perft;
use paired::Line;
use std::hint::black_box;

/// Depths at which a round takes long enough to be timed well.
const POSITIONS: [(&str, &str, &str, u32); 2] = [
    ("start", "Start position, 6", fen::START, 6),
    (
        "kiwipete",
        "Kiwipete, 5",
        "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
        5,
    ),
];

fn main() {
    let lines = POSITIONS.map(|(key, label, fen, depth)| {
        let (ours, _) = fen::parse(fen).expect("the table holds positions");
        let theirs: cozy_chess::Board = fen.parse().expect("the table holds positions");
        let count = perft(&ours, depth);
        assert_eq!(count, cozy_perft(&theirs, depth), "both count the same");
        let pair = paired::run(
            || {
                black_box(perft(black_box(&ours), depth));
            },
            || {
                black_box(cozy_perft(black_box(&theirs), depth));
            },
        );
        Line { key, label, pair, count }
    });
    paired::print("cb2026", "cozy-chess", "leaves", &lines);
}

/// The same count with the other generator, in the way that its documentation shows.
fn cozy_perft(board: &cozy_chess::Board, depth: u32) -> u64 {
    let mut nodes = 0;
    board.generate_moves(|moves| {
        if depth == 1 {
            nodes += moves.len() as u64;
        } else {
            for mv in moves {
                let mut board = board.clone();
                board.play_unchecked(mv);
                nodes += cozy_perft(&board, depth - 1);
            }
        }
        false
    });
    nodes
}
