//! Pruning by the evaluation: where it acts, and that it hides no mate.

use cb2026::bench::POSITIONS;
use cb2026::eval::evaluate;
use cb2026::game::Game;
use cb2026::movegen::legal_moves;
use cb2026::moves::Move;
use cb2026::score::{Depth, Score, is_mate, uci_text};
use cb2026::search::limits::Limits;
use cb2026::search::node::{Node, Window};
use cb2026::search::see::see;
use cb2026::search::trace::{Note, Observer};
use cb2026::search::tt::TranspositionTable;
use cb2026::search::{Memory, Settings, search, search_watched};
use std::collections::BTreeMap;

mod common;
use common::settings_at;

fn game(fen: &str) -> Game {
    Game::from_fen(fen).unwrap().0
}

/// Compares each note with the rule that it follows.
#[derive(Default)]
struct Watch {
    path: Vec<Seen>,
    counts: [u64; 6],
    /// For each rule with a margin: the distances that were enough, with the depth.
    margins: [BTreeMap<Depth, Score>; 4],
}

struct Seen {
    position: cb2026::position::Position,
    depth: Depth,
    window: Window,
    in_check: bool,
    searched: usize,
}

impl Observer for Watch {
    fn enter(&mut self, _: Option<Move>, node: &Node) {
        let &Node { position, depth, window, in_check, .. } = node;
        self.path.push(Seen { position: *position, depth, window, in_check, searched: 0 });
    }

    fn exit(&mut self, _: Score) {
        self.path.pop();
        if let Some(parent) = self.path.last_mut() {
            parent.searched += 1;
        }
    }

    fn note(&mut self, note: Note) {
        let Some(node) = self.path.last() else { return };
        let Window { alpha, beta } = node.window;
        let (depth, static_eval) = (node.depth, evaluate(&node.position));
        let quiet = |mv: Move| {
            let next = node.position.make(mv);
            !mv.is_noisy() && !next.in_check(next.side_to_move())
        };
        let kind = match note {
            Note::ReverseFutility => {
                assert!(depth <= 7 && static_eval - 80 * depth >= beta && !is_mate(beta));
                0
            }
            Note::Razor => {
                assert!(depth <= 2 && static_eval + 300 * depth < alpha && !is_mate(alpha));
                1
            }
            Note::Futility { mv } => {
                assert!(depth <= 6 && static_eval + 100 + 100 * depth <= alpha && quiet(mv));
                assert!(node.searched > 0 && !is_mate(alpha));
                2
            }
            Note::SeePruning { mv } => {
                let margin = if mv.is_noisy() { 100 } else { 60 };
                assert!(depth <= 6 && see(&node.position, mv) < -margin * depth);
                assert!((mv.is_noisy() || quiet(mv)) && node.searched > 0);
                3
            }
            Note::Delta { mv } => {
                assert!(mv.is_noisy() && !node.in_check);
                4
            }
            Note::QuiescenceSee { mv } => {
                assert!(see(&node.position, mv) < 0 && !node.in_check);
                5
            }
            _ => return,
        };
        assert!(!node.in_check);
        assert!(kind >= 4 || node.window.is_null());
        let distance = match note {
            Note::ReverseFutility => static_eval - beta,
            Note::Razor | Note::Futility { .. } => alpha - static_eval,
            Note::SeePruning { mv } => -see(&node.position, mv),
            _ => Score::MAX,
        };
        if let Some(margins) = self.margins.get_mut(kind) {
            let least = margins.entry(depth).or_insert(distance);
            *least = distance.min(*least);
        }
        self.counts[kind] += 1;
    }
}

#[test]
fn each_rule_acts_where_it_says_and_nowhere_else() {
    let mut watch = Watch::default();
    for (_, fen) in POSITIONS {
        let mut memory = Memory::new(TranspositionTable::new(1).unwrap());
        let settings = Settings::default();
        search_watched(&game(fen), &Limits::depth(7), &settings, &mut memory, &mut watch);
    }
    assert!(watch.counts.iter().all(|&count| count > 100), "{:?}", watch.counts);
    // The least depth is where a margin that shrinks with it would vanish first.
    for (kind, margins) in watch.margins.iter().enumerate() {
        let (&depth, &least) = margins.first_key_value().unwrap();
        assert!(depth == 1 && least >= 60, "rule {kind}: {least} at depth {depth}");
    }
}

#[test]
fn mates_and_stalemates_are_seen_as_before() {
    for (fen, plies) in [
        ("6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1", 1),
        ("k7/8/2K5/8/8/8/8/7R w - - 0 1", 3),
        ("r5rk/5p1p/5R2/4B3/8/8/7P/7K w - - 0 1", 5),
        ("4r2k/6pp/8/3Q2N1/8/8/6PP/6K1 w - - 0 1", 7),
    ] {
        let result = search(&game(fen), &Limits::depth(plies + 6), &Settings::default());
        assert_eq!(result.score, 32_000 - plies, "{fen}");
        let mut position = *game(fen).position();
        result.pv.iter().for_each(|&mv| position = position.make(mv));
        assert!(legal_moves(&position).is_empty() && position.in_check(position.side_to_move()));
    }
    // A pawn up, White gives it away or stalemates.
    let stalemate = "k7/P7/K7/8/8/8/8/8 w - - 0 1";
    assert_eq!(search(&game(stalemate), &Limits::depth(6), &Settings::default()).score, 0);
}

/// Each of these mates is found late or not at all if a condition is taken away: that beta is no mate
/// (null moves, reverse futility), or alpha (razoring, futility), that checks and evasions are spared,
/// and that a move was searched which isn't mated. They come from 354 mates of games, each searched by
/// an engine without the condition.
#[test]
fn no_rule_hides_a_mate_that_its_conditions_keep() {
    for (condition, fen, moves, depth) in [
        ("null", "k1n1Q3/1b6/p5p1/2BN2P1/3P4/3P3p/1P3R2/R4K2 w - - 0 42", 4, 13),
        ("rfp", "4k3/2p4r/2bb2p1/p1p5/2P1p3/4K1P1/1r3P2/8 b - - 0 36", 2, 9),
        ("razor", "r1b1r1k1/p4p1p/5qp1/3P4/1PBQp3/P7/1BPP1PPP/1R2K2R w - - 3 20", 3, 11),
        ("futility", "1k3r2/4R3/3R4/1P1P4/3B2p1/6P1/1P2NPB1/4K3 w - - 1 30", 3, 8),
        ("checks", "r6B/2pk4/1p6/1P3R2/pP6/3Pp1PQ/P3P2P/RN4K1 w - - 0 25", 2, 9),
        ("evasions", "rn2kbn1/4ppp1/2p1q3/3p1b1p/1p1K3P/2N3P1/P1PP1P1N/R1BQ4 b q - 3 15", 2, 9),
        ("mated", "3k4/5pbR/2Q1p2P/pP6/4p3/8/1PP1B3/1K6 w - - 2 36", 4, 9),
    ] {
        let result = search(&game(fen), &Limits::depth(depth), &settings_at(14.0));
        assert_eq!(uci_text(result.score), format!("mate {moves}"), "{condition}: {fen}");
    }
}
