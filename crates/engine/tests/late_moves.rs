//! Late moves: which of them are reduced or left out, and when they are searched again.

use cb2026::bench::POSITIONS;
use cb2026::game::Game;
use cb2026::movegen::legal_moves;
use cb2026::moves::Move;
use cb2026::score::{Depth, Score, is_mate, uci_text};
use cb2026::search::limits::Limits;
use cb2026::search::node::Node;
use cb2026::search::trace::{Events, Note, Observer};
use cb2026::search::tt::TranspositionTable;
use cb2026::search::{Memory, Settings, search, search_watched};

mod common;
use common::settings_at;

fn game(fen: &str) -> Game {
    Game::from_fen(fen).unwrap().0
}

fn watch(fen: &str, depth: Depth, settings: &Settings, observer: &mut impl Observer) {
    let mut memory = Memory::new(TranspositionTable::new(1).unwrap());
    search_watched(&game(fen), &Limits::depth(depth), settings, &mut memory, observer);
}

#[test]
fn a_check_is_foreseen_without_making_the_move() {
    // Positions with pins, discoveries, castling, promotions and captures en passant, and what
    // follows from them two plies deep.
    let special = [
        "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
        "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
        "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
        "4k3/8/8/2PpP3/8/8/8/R2K1R2 w - d6 0 1",
        "5k2/8/8/8/8/8/8/4K2R w K - 0 1",
        "8/2P1k3/8/8/4N3/8/4R3/4K3 w - - 0 1",
    ];
    let mut checks = 0;
    for fen in special.into_iter().chain(POSITIONS.map(|(_, fen)| fen)) {
        let root = *game(fen).position();
        let mut positions = vec![root];
        for first in legal_moves(&root) {
            let next = root.make(first);
            positions.push(next);
            positions.extend(legal_moves(&next).into_iter().map(|mv| next.make(mv)));
        }
        for position in positions {
            for mv in legal_moves(&position) {
                let next = position.make(mv);
                let is_check = next.in_check(next.side_to_move());
                assert_eq!(position.gives_check(mv), is_check, "{fen} {mv}");
                checks += usize::from(is_check);
            }
        }
    }
    assert!(checks > 1_000);
}

/// Follows the path, and looks at each move that is reduced or left out.
#[derive(Default)]
struct Watch {
    path: Vec<Seen>,
    reduced: u64,
    deeper: u64,
    left_out: u64,
}

struct Seen {
    position: cb2026::position::Position,
    depth: Depth,
    in_check: bool,
    is_null: bool,
    /// Scores of the moves so far, from the node's side.
    best: Option<Score>,
    /// The depth at which the next child has to be entered.
    expected: Option<Depth>,
}

impl Watch {
    fn last(&mut self) -> &mut Seen {
        self.path.last_mut().unwrap()
    }

    fn check_ordinary(&mut self, mv: Move) {
        let Seen { position, in_check, .. } = *self.last();
        let next = position.make(mv);
        assert!(!mv.is_noisy() && !in_check && !next.in_check(next.side_to_move()), "{mv}");
    }
}

impl Observer for Watch {
    fn enter(&mut self, _: Option<Move>, node: &Node) {
        if let Some(parent) = self.path.last_mut()
            && let Some(expected) = parent.expected.take()
        {
            assert_eq!(node.depth, expected);
        }
        self.path.push(Seen {
            position: *node.position,
            depth: node.depth,
            in_check: node.in_check,
            is_null: node.window.is_null(),
            best: None,
            expected: None,
        });
    }

    fn exit(&mut self, score: Score) {
        self.path.pop();
        if let Some(parent) = self.path.last_mut() {
            parent.best = parent.best.max(Some(-score));
        }
    }

    fn note(&mut self, note: Note) {
        match note {
            Note::Reduced { mv, plies } => {
                self.reduced += 1;
                self.check_ordinary(mv);
                let node = self.last();
                assert!(node.depth >= 3 && (1..=node.depth - 2).contains(&plies));
                node.expected = Some(node.depth - 1 - plies);
            }
            Note::ReductionResearch { .. } => {
                self.deeper += 1;
                let node = self.last();
                node.expected = Some(node.depth - 1);
            }
            Note::LateMovePruning { mv } => {
                self.left_out += 1;
                self.check_ordinary(mv);
                let node = self.last();
                assert!(node.is_null && node.depth <= 3);
                let best = node.best.expect("a move was searched before");
                assert!(best > 0 || !is_mate(best), "left out while being mated");
            }
            _ => {}
        }
    }
}

#[test]
fn only_ordinary_moves_are_reduced_or_left_out_and_by_the_rules() {
    let mut watch_all = Watch::default();
    for (_, fen) in POSITIONS {
        watch(fen, 6, &Settings::default(), &mut watch_all);
    }
    let Watch { reduced, deeper, left_out, .. } = watch_all;
    assert!(reduced > 1_000 && deeper > 20 && left_out > 1_000, "{reduced} {deeper} {left_out}");
    assert!(deeper < reduced / 4);
}

#[test]
fn without_null_windows_nothing_is_reduced() {
    let mut settings = Settings::default();
    settings.techniques.pvs = false;
    let mut events = Events::default();
    watch(POSITIONS[4].1, 5, &settings, &mut events);
    assert_eq!(events.reductions, 0);
}

#[test]
fn a_mate_in_three_is_still_found_at_once() {
    // Each move of the winner is a check, and each reply is forced.
    let fen = "r5rk/5p1p/5R2/4B3/8/8/7P/7K w - - 0 1";
    let result = search(&game(fen), &Limits::depth(5), &Settings::default());
    assert!(is_mate(result.score) && result.score > 0);
}

#[test]
fn a_mate_that_a_reduced_search_has_proven_is_not_searched_away() {
    // Black would be glad to pass: a search that is a ply deeper lets a null move hide the mate.
    let result =
        search(&game("kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1"), &Limits::depth(6), &settings_at(13.0));
    assert_eq!(
        (uci_text(result.score).as_str(), result.pv[0].to_string().as_str()),
        ("mate 2", "a1a6")
    );
}
