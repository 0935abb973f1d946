//! Null windows and narrow windows: what they find, what a stop keeps of it, and that they end.

use cb2026::bench::POSITIONS;
use cb2026::game::Game;
use cb2026::movegen::legal_moves;
use cb2026::moves::Move;
use cb2026::score::{Depth, INFINITY, is_mate};
use cb2026::search::limits::Limits;
use cb2026::search::node::Node;
use cb2026::search::trace::{Events, Follow, Observer, RootResearch};
use cb2026::search::tt::{Bound, TranspositionTable};
use cb2026::search::{Memory, RootResult, Settings, search, search_watched};

mod common;
use common::settings_at;

fn game(fen: &str) -> Game {
    Game::from_fen(fen).unwrap().0
}

/// A memory with a small table, which is quickly made.
fn memory() -> Memory {
    Memory::new(TranspositionTable::new(1).unwrap())
}

fn watch(
    game: &Game,
    limits: &Limits,
    settings: &Settings,
    observer: &mut impl Observer,
) -> RootResult {
    search_watched(game, limits, settings, &mut memory(), observer)
}

/// The search of chapter 11 with these changes. What came later guesses, and with a guess the score
/// depends on the windows.
fn settings(switches: &[(&str, bool)], params: &[(&str, &str)]) -> Settings {
    let mut settings = settings_at(11.0);
    for (name, on) in switches {
        settings.techniques.set(name, *on).unwrap();
    }
    for (name, value) in params {
        settings.params.set(name, value).unwrap();
    }
    settings
}

/// Keeps what happened at the root, and after how many nodes.
#[derive(Default)]
struct Follower {
    nodes: u64,
    seen: Vec<(u64, Follow)>,
    windows: Vec<(Depth, i32, i32)>,
}

impl Observer for Follower {
    fn enter(&mut self, mv: Option<Move>, node: &Node) {
        match mv {
            Some(_) => self.nodes += 1,
            None if node.ply > 0 => self.nodes += 1,
            None => self.windows.push((node.depth, node.window.alpha, node.window.beta)),
        }
    }

    fn follow(&mut self, follow: Follow) {
        self.seen.push((self.nodes, follow));
    }
}

#[test]
fn scores_are_those_of_alpha_beta() {
    // Without the table, whose entries depend on the order of the search, the score is minimax's.
    let plain = [("ttmove", false), ("ttcutoffs", false)];
    for (name, fen) in POSITIONS {
        let game = game(fen);
        for depth in [3, 5] {
            let off = [("pvs", false), ("aspiration", false)];
            let off = settings(&[&plain[..], &off].concat(), &[]);
            let expected = search(&game, &Limits::depth(depth), &off).score;
            for narrow in ["1", "25", "400"] {
                let on = settings(&plain, &[("aspiration_delta", narrow)]);
                let found = search(&game, &Limits::depth(depth), &on);
                assert_eq!(found.score, expected, "{name}, depth {depth}, delta {narrow}");
                assert_eq!(found.bound, Bound::Exact);
            }
        }
    }
}

#[test]
fn stopped_in_a_second_search_the_better_move_is_kept() {
    let (mut takeovers, mut fails) = (0, 0);
    for (name, fen) in &POSITIONS[..7] {
        let game = game(fen);
        let mut follower = Follower::default();
        let settings = settings(&[], &[("aspiration_delta", "5")]);
        watch(&game, &Limits::depth(6), &settings, &mut follower);
        for (nodes, follow) in follower.seen {
            // A node later the second search has begun, and hasn't finished a move.
            let limits = Limits::nodes(nodes + 1);
            let result = watch(&game, &limits, &settings, &mut Events::default());
            let (Follow::Better { mv, .. } | Follow::Research { mv, .. }) = follow;
            assert_eq!(result.pv[0], mv, "{name}: {follow:?}");
            match follow {
                Follow::Better { depth, .. } => {
                    takeovers += 1;
                    assert_eq!(result.depth, depth, "{name}");
                    // One ply deep a single node may be the whole second search.
                    assert!(result.bound == Bound::Lower || depth == 1, "{name}: depth {depth}");
                    assert!(!result.complete, "{name}");
                }
                Follow::Research { depth, research: RootResearch::FailHigh(score), .. } => {
                    fails += 1;
                    assert_eq!((result.depth, result.score), (depth, score), "{name}");
                    assert_eq!(result.bound, Bound::Lower, "{name}");
                    assert_eq!(result.nodes, nodes + 1, "{name}");
                }
                Follow::Research { .. } => {}
            }
        }
    }
    assert!(takeovers > 5 && fails > 2, "{takeovers} takeovers, {fails} fails");
}

#[test]
fn windows_follow_the_rule() {
    let mut follower = Follower::default();
    let settings = settings(&[], &[("aspiration_delta", "5")]);
    watch(&game(POSITIONS[4].1), &Limits::depth(7), &settings, &mut follower);
    let full = (-INFINITY, INFINITY);
    let mut fails = follower.seen.iter().filter_map(|(_, follow)| match follow {
        Follow::Research { research, .. } => Some(research),
        Follow::Better { .. } => None,
    });
    let mut delta = 5;
    for pair in follower.windows.windows(2) {
        let [(old, alpha, beta), (depth, new_alpha, new_beta)] = pair else { unreachable!() };
        if depth != old {
            delta = 5;
            let is_narrow = new_beta - new_alpha == 10;
            assert!(if *depth < 5 { (*new_alpha, *new_beta) == full } else { is_narrow });
            continue;
        }
        // The side that failed moves by the width, which then doubles.
        let (low, high) = match fails.next().unwrap() {
            RootResearch::FailLow(score) => ((score - delta).max(-INFINITY), *beta),
            RootResearch::FailHigh(score) => (*alpha, (score + delta).min(INFINITY)),
        };
        delta *= 2;
        let expected = if delta > 800 { full } else { (low, high) };
        assert_eq!((*new_alpha, *new_beta), expected);
    }
    assert!(fails.next().is_none() && delta > 5, "no window failed");
}

#[test]
fn mate_scores_skip_the_window() {
    let mut follower = Follower::default();
    let mate = game("4r2k/6pp/8/3Q2N1/8/8/6PP/6K1 w - - 0 1");
    let settings = settings(&[], &[]);
    let result = watch(&mate, &Limits::depth(8), &settings, &mut follower);
    assert!(is_mate(result.score));
    let mut known = false;
    let mut narrow = 0;
    for (depth, alpha, beta) in follower.windows {
        // From the first mate on every window is full.
        narrow += u32::from(beta < INFINITY && alpha > -INFINITY);
        let settled = search(&mate, &Limits::depth(depth - 1), &settings);
        known |= depth > 1 && is_mate(settled.score);
        assert!(!known || (alpha, beta) == (-INFINITY, INFINITY), "depth {depth}");
    }
    assert!(known && narrow > 0);
}

#[test]
fn a_search_ends_however_unstable_it_is() {
    // Windows of a point, a table of a megabyte that earlier searches have filled, and positions
    // that live on repetitions and on the table's memory of other paths.
    let unstable = [
        "8/k7/3p4/p2P1p2/P2P1P2/8/8/K7 w - - 0 1",
        "8/8/8/8/5q2/5k2/8/7K b - - 0 1",
        "6k1/6p1/8/7Q/8/1q6/r7/6K1 w - - 0 1",
        "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 90 1",
        "2b1k3/4p3/p3P1p1/Pp1pP1Pp/1PpP3P/2P5/4K3/2B5 w - - 0 1",
    ];
    let narrow = settings(&[], &[("aspiration_delta", "1"), ("aspiration_min_depth", "1")]);
    let mut memory = memory();
    for fen in unstable.into_iter().chain(POSITIONS.map(|(_, fen)| fen)) {
        for _ in 0..2 {
            let mut follower = Follower::default();
            let limits = Limits { nodes: Some(60_000), ..Limits::depth(40) };
            let result = search_watched(&game(fen), &limits, &narrow, &mut memory, &mut follower);
            assert!(result.depth > 1, "{fen}");
            // The width doubles from 1 to 800, so no depth is searched more often than this.
            for depth in 1..=40 {
                let times = follower.windows.iter().filter(|window| window.0 == depth).count();
                assert!(times <= 12, "{fen}: depth {depth} was searched {times} times");
            }
        }
    }
}

#[test]
fn the_only_legal_move_is_found_with_its_score() {
    let game = game("7k/8/8/8/8/8/6q1/7K w - - 0 1");
    assert_eq!(legal_moves(game.position()).len(), 1);
    for switches in [&[][..], &[("pvs", false)], &[("aspiration", false)]] {
        let result = search(&game, &Limits::depth(8), &settings(switches, &[]));
        assert_eq!((result.pv[0].to_string().as_str(), result.depth), ("h1g2", 8));
        assert_eq!(result.score, 0);
    }
}

#[test]
fn any_stop_leaves_a_move_and_a_memory_that_can_be_cleared() {
    let game = game(POSITIONS[4].1);
    let expected = watch(&game, &Limits::depth(3), &Settings::default(), &mut Events::default());
    let mut memory = memory();
    for nodes in 1..=5_000 {
        let mut search_within = |limits: &Limits| {
            let settings = Settings::default();
            let observer = &mut Events::default();
            search_watched(&game, limits, &settings, &mut memory, observer)
        };
        let stopped = search_within(&Limits::nodes(nodes));
        assert_eq!(stopped.nodes, nodes);
        let mut line = game.clone();
        for mv in &stopped.pv {
            assert!(line.find_move(&mv.to_string()).is_some(), "{nodes} nodes: {:?}", stopped.pv);
            line.play(*mv);
        }
        assert!(!stopped.pv.is_empty());
        // To clear a table takes longer than to fill it a little, so not each time.
        if nodes % 50 == 0 {
            memory.clear();
            let settings = Settings::default();
            let (limits, observer) = (Limits::depth(3), &mut Events::default());
            let next = search_watched(&game, &limits, &settings, &mut memory, observer);
            assert_eq!(next, expected, "after {nodes} nodes");
        }
    }
}
