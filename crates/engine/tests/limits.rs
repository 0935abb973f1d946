//! What ends a search: exact node counts, plans for the clock, and a stop from outside.

use cb2026::game::Game;
use cb2026::search::limits::{Clock, Control, Limits};
use cb2026::search::trace::Unwatched;
use cb2026::search::{Memory, RootResult, Settings, search, search_watched};
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

fn ms(milliseconds: u64) -> Duration {
    Duration::from_millis(milliseconds)
}

fn start(limits: &Limits) -> RootResult {
    search(&Game::default(), limits, &Settings::default())
}

#[test]
fn any_number_of_nodes_is_kept_exactly_and_gives_a_legal_move() {
    let (game, _) = Game::from_fen(cb2026::bench::POSITIONS[4].1).unwrap();
    for nodes in (0..600).chain([5_000, 20_011]) {
        let result = search(&game, &Limits::nodes(nodes), &Settings::default());
        assert_eq!(result.nodes, nodes);
        assert!(game.find_move(&result.pv[0].to_string()).is_some(), "{nodes} nodes");
        let again = search(&game, &Limits::nodes(nodes), &Settings::default());
        assert_eq!(result, again, "{nodes} nodes");
    }
}

#[test]
fn more_nodes_reach_more_depth() {
    let depths = [100, 1_000, 10_000].map(|nodes| start(&Limits::nodes(nodes)).depth);
    assert!(depths[0] < depths[1] && depths[1] < depths[2], "{depths:?}");
}

#[test]
fn a_depth_that_was_broken_off_keeps_the_better_move() {
    // Whatever the number of nodes, the move is the last complete depth's best one or one that
    // beat it.
    let complete = start(&Limits::depth(3));
    for extra in 1..200 {
        let result = start(&Limits::nodes(complete.nodes + extra));
        assert!(result.depth == 3 || !result.complete, "{extra}");
        assert!(result.depth >= 3, "{extra}");
    }
}

#[test]
fn a_stop_from_outside_ends_the_search() {
    let control = Control { stop: AtomicBool::new(true), ..Control::default() };
    let limits = Limits::depth(60);
    let game = Game::default();
    let (settings, memory) = (Settings::default(), &mut Memory::default());
    let result = search_watched(&game, &limits, &settings, memory, &control, &mut Unwatched);
    assert_eq!((result.nodes, result.pv.len()), (0, 1));
}

#[test]
fn the_hard_limit_ends_a_depth() {
    let limits = Limits { hard: Some(ms(30)), ..Limits::depth(60) };
    let begin = Instant::now();
    assert!(start(&limits).depth < 60);
    assert!(begin.elapsed() < ms(5_000), "{:?}", begin.elapsed());
}

#[test]
fn only_the_named_moves_are_searched() {
    let game = Game::default();
    let moves = ["a2a3", "h2h4"].map(|text| game.find_move(text).unwrap());
    let limits = Limits { moves: moves.to_vec(), ..Limits::depth(3) };
    assert!(moves.contains(&start(&limits).pv[0]));
}

#[test]
fn a_forced_move_costs_no_time_on_the_clock() {
    let (game, _) = Game::from_fen("7k/8/8/8/8/8/6q1/7K w - - 0 1").unwrap();
    let limits = Limits { soft: Some(ms(10_000)), ..Limits::depth(60) };
    assert_eq!(search(&game, &limits, &Settings::default()).depth, 1);
}

// ANCHOR: shares
#[test]
fn the_clock_is_shared_among_the_moves_to_come() {
    let plan = |remaining, increment, moves_to_go| {
        let (remaining, increment) = (ms(remaining), ms(increment));
        Clock { remaining, increment, moves_to_go }.limits(ms(10))
    };
    assert_eq!(plan(60_270, 0, 0), (ms(2_400), ms(9_600)));
    assert_eq!(plan(60_270, 1_000, 0), (ms(3_360), ms(13_440)));
    assert_eq!(plan(10_120, 0, 10), (ms(1_000), ms(4_000)));
    assert_eq!(plan(10_010, 0, 1), (ms(10_000), ms(10_000)));
    assert_eq!(plan(60_010, 0, 1_000), plan(60_010, 0, 0));
}
// ANCHOR_END: shares

#[test]
fn a_clock_that_lives_on_its_increment_keeps_a_reserve() {
    // Each move takes twice its share, and something more gets lost on the way.
    let (increment, lost) = (ms(10), ms(6));
    let mut remaining = ms(1_000);
    for number in 0..500 {
        let (soft, hard) = Clock { remaining, increment, moves_to_go: 0 }.limits(ms(10));
        let spent = (soft * 2).min(hard) + lost;
        assert!(spent < remaining, "move {number} falls from {remaining:?}");
        remaining = remaining - spent + increment;
        assert!(remaining > ms(20), "only {remaining:?} after move {number}");
    }
}

#[test]
fn no_clock_is_overdrawn() {
    let values = [0, 1, 5, 9, 10, 11, 12, 50, 100, 1_000, 60_000, 7_200_000];
    for remaining in values {
        for increment in [0, 1, 10, 100, 1_000, 60_000] {
            for moves_to_go in [0, 1, 2, 3, 40, u32::MAX] {
                let (remaining, increment) = (ms(remaining), ms(increment));
                let clock = Clock { remaining, increment, moves_to_go };
                let (soft, hard) = clock.limits(ms(10));
                assert!(soft <= hard, "{clock:?}");
                assert!(hard >= ms(1), "{clock:?}");
                assert!(hard <= remaining.saturating_sub(ms(10)).max(ms(1)), "{clock:?}: {hard:?}");
            }
        }
    }
}
