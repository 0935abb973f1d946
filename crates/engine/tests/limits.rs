//! What ends a search: exact node counts, a mate, and an observer who has had enough.

use cb2026::game::Game;
use cb2026::search::limits::Limits;
use cb2026::search::trace::{Note, Observer};
use cb2026::search::{Memory, RootResult, Settings, search, search_watched};

/// Exact scores need a search that leaves nothing out.
mod common;
use common::settings_at;

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

/// Breaks a search off at a node, and wants none deeper than a depth.
struct Impatient {
    stop: u64,
    depth: i32,
    asked: Vec<u64>,
}

impl Observer for Impatient {
    fn note(&mut self, _: Note) {}

    fn should_stop(&mut self, nodes: u64) -> bool {
        self.asked.push(nodes);
        nodes >= self.stop
    }

    fn is_enough(&mut self, result: &RootResult, root_moves: usize) -> bool {
        assert_eq!(root_moves, 20);
        result.depth >= self.depth
    }
}

fn watched(stop: u64, depth: i32) -> (RootResult, Vec<u64>) {
    let mut observer = Impatient { stop, depth, asked: Vec::new() };
    let (game, limits, settings) = (Game::default(), Limits::depth(60), Settings::default());
    let result = search_watched(&game, &limits, &settings, &mut Memory::default(), &mut observer);
    (result, observer.asked)
}

#[test]
fn an_observer_breaks_a_search_off() {
    let (result, asked) = watched(0, 60);
    assert_eq!((result.nodes, result.pv.len()), (0, 1));
    assert_eq!(asked, [0]);
    let (result, asked) = watched(5_000, 60);
    assert_eq!(result.nodes, 5_120);
    assert_eq!(asked, [0, 1_024, 2_048, 3_072, 4_096, 5_120]);
}

#[test]
fn an_observer_ends_a_search_after_a_depth() {
    let (result, _) = watched(u64::MAX, 3);
    assert_eq!(result, start(&Limits::depth(3)));
}

#[test]
fn a_mate_that_was_asked_for_is_enough() {
    let (game, _) = Game::from_fen("kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1").unwrap();
    let depth = |mate| {
        let limits = Limits { mate, ..Limits::depth(6) };
        search(&game, &limits, &settings_at(11.0)).depth
    };
    assert_eq!(depth(None), 6);
    assert_eq!(depth(Some(1)), 6);
    assert!(depth(Some(2)) <= 3);
    assert!(depth(Some(9)) <= 3);
}

#[test]
fn only_the_named_moves_are_searched() {
    let game = Game::default();
    let moves = ["a2a3", "h2h4"].map(|text| game.find_move(text).unwrap());
    let limits = Limits { moves: moves.to_vec(), ..Limits::depth(3) };
    assert!(moves.contains(&start(&limits).pv[0]));
}
