//! The transposition table: what it keeps, what it forgets, and that no score leaks through it.

use cb2026::fen;
use cb2026::game::Game;
use cb2026::movegen::legal_moves;
use cb2026::moves::{Move, MoveKind};
use cb2026::score::{DRAW, Depth, MATE, MAX_PLY, Score, is_mate, mated_in, uci_text};
use cb2026::search::limits::Limits;
use cb2026::search::trace::Unwatched;
use cb2026::search::tt::{Bound, Entry, TranspositionTable, score_from_tt, score_to_tt};
use cb2026::search::{Memory, RootResult, search_watched};

/// Exact scores need a search that leaves nothing out.
mod common;
use common::settings_at;

fn table() -> TranspositionTable {
    TranspositionTable::new(1).unwrap()
}

/// A memory with a small table.
fn memory() -> Memory {
    Memory::new(table())
}

fn entry(depth: Depth) -> Entry {
    Entry { mv: None, score: depth, depth, bound: Bound::Exact }
}

fn start_move() -> Move {
    Game::default().find_move("e2e4").unwrap()
}

fn search_in(memory: &mut Memory, game: &Game, depth: Depth) -> RootResult {
    search_watched(game, &Limits::depth(depth), &settings_at(11.0), memory, &mut Unwatched)
}

fn game(fen: &str, moves: &str) -> Game {
    let (mut game, _) = Game::from_fen(fen).unwrap();
    for text in moves.split_whitespace() {
        game.play(game.find_move(text).unwrap_or_else(|| panic!("{text}")));
    }
    game
}

#[test]
fn what_is_stored_is_found_until_it_is_cleared() {
    let mut table = table();
    assert_eq!(table.probe(0), None); // an empty slot isn't an entry of key 0
    for (place, bound) in [Bound::Upper, Bound::Lower, Bound::Exact].into_iter().enumerate() {
        for (score, depth) in [(0, 1), (-31, 7), (MATE, 128), (-MATE, 99)] {
            let stored = Entry { mv: Some(start_move()), score, depth, bound };
            table.store(place as u64, stored);
            assert_eq!(table.probe(place as u64), Some(stored));
        }
    }
    table.clear();
    assert!((0..3).all(|key| table.probe(key).is_none()));
}

#[test]
fn a_fail_low_keeps_the_move_that_is_known() {
    let mut table = table();
    table.store(7, Entry { mv: Some(start_move()), ..entry(3) });
    table.store(7, Entry { bound: Bound::Upper, ..entry(4) });
    let found = table.probe(7).unwrap();
    assert_eq!((found.mv, found.depth), (Some(start_move()), 4));
    // Another position's move is no use.
    (8..20).for_each(|key| table.store(key, entry(9)));
    assert!((8..20).all(|key| table.probe(key).is_none_or(|entry| entry.mv.is_none())));
}

#[test]
fn the_shallowest_entry_goes_first_and_age_outweighs_depth() {
    let mut table = table();
    // Small keys share the first bucket, which holds four.
    (1..=4).for_each(|key| table.store(key, entry(10 + key as Depth)));
    table.store(5, entry(1));
    assert_eq!(table.probe(1), None);
    assert!((2..=5).all(|key| table.probe(key).is_some()));
    table.store(6, entry(2));
    assert_eq!(table.probe(5), None);
    // Three searches later what lies there counts as twelve plies shallower.
    (0..3).for_each(|_| table.next_generation(4));
    table.store(6, entry(2));
    table.store(7, entry(1));
    assert!(table.probe(2).is_none() && table.probe(6).is_some());
}

#[test]
fn generations_wrap_around() {
    let mut table = table();
    for round in 0..100 {
        table.next_generation(4);
        table.store(1, entry(round));
        assert_eq!(table.hashfull(), 1, "round {round}");
    }
    table.next_generation(4);
    assert_eq!(table.hashfull(), 0);
}

#[test]
fn a_full_table_says_so() {
    let mut table = table();
    let mut random = fastrand::Rng::with_seed(9);
    (0..1_000_000).for_each(|_| table.store(random.u64(..), entry(1)));
    assert_eq!(table.hashfull(), 1000);
}

#[test]
fn a_stored_mate_is_right_from_any_ply() {
    for distance in 0..MAX_PLY {
        for found_at in 0..MAX_PLY - distance {
            let mated = mated_in(found_at + distance);
            for score in [mated, -mated] {
                let stored = score_to_tt(score, found_at);
                assert_eq!(stored.abs(), MATE - distance as Score);
                for ply in 0..MAX_PLY - distance {
                    let seen = score_from_tt(stored, ply);
                    assert_eq!(seen, score.signum() * (MATE - (ply + distance) as Score));
                    assert!(is_mate(seen));
                }
            }
        }
    }
    assert_eq!(score_from_tt(score_to_tt(31, 9), 4), 31);
}

#[test]
fn mates_are_the_same_with_the_table_and_without() {
    let mates = [
        ("6k1/5ppp/8/8/8/8/8/4R1K1 w - - 0 1", 3),
        ("kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1", 5),
        ("7k/8/5K2/6Q1/8/8/8/8 b - - 0 1", 4),
        ("4r2k/6pp/8/3Q2N1/8/8/6PP/6K1 w - - 0 1", 7),
        ("8/8/8/8/8/2k5/1q6/K7 w - - 0 1", 2),
        ("2r3k1/5ppp/8/8/8/8/3R1PPP/3R2K1 w - - 0 1", 5),
        ("8/8/8/8/8/1K1k4/8/7R w - - 0 1", 7),
        ("k7/2K5/8/8/8/8/8/1R6 w - - 0 1", 5),
    ];
    let mut off = settings_at(11.0);
    off.techniques.set("ttmove", false).unwrap();
    off.techniques.set("ttcutoffs", false).unwrap();
    for (fen, depth) in mates {
        let game = game(fen, "");
        let without = cb2026::search::search(&game, &Limits::depth(depth), &off);
        // Cold, and then with all that the search before has left.
        let mut memory = memory();
        for round in 0..3 {
            let with = search_in(&mut memory, &game, depth);
            assert_eq!(uci_text(with.score), uci_text(without.score), "{fen}, round {round}");
            if is_mate(with.score) {
                assert_eq!(
                    with.pv.len(),
                    (MATE - with.score.abs()) as usize,
                    "{fen}: {:?}",
                    with.pv
                );
            }
        }
    }
}

#[test]
fn a_collision_leads_to_no_illegal_move() {
    // Every position of the tree finds a move and a deep entry that belong to another one.
    let mut memory = memory();
    let [from, to] = ["a8", "h1"].map(|square| square.parse().unwrap());
    let illegal = Move::new(from, to, MoveKind::Capture);
    for (_, fen) in cb2026::bench::POSITIONS {
        let game = game(fen, "");
        for mv in legal_moves(game.position()) {
            let child = game.position().make(mv);
            let wrong = Entry { mv: Some(illegal), score: 0, depth: 1, bound: Bound::Upper };
            memory.table.store(child.key(), wrong);
            for reply in legal_moves(&child) {
                memory.table.store(child.make(reply).key(), wrong);
            }
        }
        let result = search_in(&mut memory, &game, 4);
        let mut line = game.clone();
        for mv in &result.pv {
            assert_eq!(line.find_move(&mv.to_string()), Some(*mv), "{fen}");
            line.play(*mv);
        }
    }
}

/// What a search found when the clock of the fifty-move rule was far away says nothing about a
/// search that sees it run out, and the other way round.
#[test]
fn the_fifty_move_clock_does_not_leak() {
    let pairs = [
        ("8/8/8/8/8/1K1k4/8/7R w - - 0 1", "8/8/8/8/8/1K1k4/8/7R w - - 96 80"),
        ("kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1", "kbK5/pp6/1P6/8/8/8/8/R7 w - - 98 80"),
        ("8/8/8/8/8/1K1k4/8/7R w - - 0 1", "8/8/8/8/8/1K1k4/8/7R w - - 93 80"),
    ];
    for (fresh, late) in pairs {
        let [alone_fresh, alone_late] =
            [fresh, late].map(|fen| search_in(&mut memory(), &game(fen, ""), 7).score);
        assert_ne!(alone_fresh, alone_late, "the clock matters");
        let mut warm = memory();
        for _ in 0..2 {
            assert_eq!(search_in(&mut warm, &game(late, ""), 7).score, alone_late, "{late}");
            assert_eq!(search_in(&mut warm, &game(fresh, ""), 7).score, alone_fresh, "{fresh}");
        }
    }
}

/// A move that was best before repeats the position for the third time: the table doesn't know,
/// and the search has to.
#[test]
fn a_repetition_does_not_leak() {
    let fen = "7k/8/8/8/8/8/5Q2/K7 w - - 0 1";
    let mut memory = memory();
    let start = game(fen, "");
    let best = search_in(&mut memory, &start, 5).pv[0];
    let after = start.position().make(best);
    let back = |mv: Move| format!("{}{}", mv.to(), mv.from());
    // Played twice and taken back, so that playing it again is the third time.
    let reply = legal_moves(&after)[0];
    let round = format!("{best} {reply} {} {}", back(best), back(reply));
    let repeated = game(fen, &format!("{round} {round}"));
    assert_eq!(repeated.position().key(), start.position().key());
    let result = search_in(&mut memory, &repeated, 5);
    assert!(result.score > 500, "{}", result.score);
    assert_ne!(result.pv[0], best);
    // And a side that is lost takes the draw that a check for ever gives, whatever the table says.
    let perpetual = "6k1/6p1/8/7Q/8/1q6/r7/6K1 w - - 0 1";
    for depth in 5..=6 {
        assert_eq!(
            search_in(&mut memory, &game(perpetual, ""), depth).score,
            DRAW,
            "depth {depth}"
        );
    }
}

#[test]
fn entries_of_the_search_are_true() {
    // What a search of pawns alone stores, a search without the table confirms: no repetition and
    // no mate is near, whose scores would depend on the way there.
    let fen = "8/pp3k2/2p2p2/3p2p1/P2P2P1/1PP1K2P/8/8 w - - 0 1";
    let mut memory = memory();
    search_in(&mut memory, &game(fen, ""), 4);
    let mut off = settings_at(11.0);
    off.techniques.set("ttmove", false).unwrap();
    off.techniques.set("ttcutoffs", false).unwrap();
    let (position, _) = fen::parse(fen).unwrap();
    let mut checked = 0;
    for mv in legal_moves(&position) {
        let child = game(fen, &mv.to_string());
        let Some(entry) = memory.table.probe(child.position().key()) else { continue };
        let truth = cb2026::search::search(&child, &Limits::depth(entry.depth), &off).score;
        match entry.bound {
            Bound::Exact => assert_eq!(entry.score, truth, "{mv}"),
            Bound::Lower => assert!(truth >= entry.score, "{mv}"),
            Bound::Upper => assert!(truth <= entry.score, "{mv}"),
        }
        checked += 1;
    }
    assert!(checked > 5, "{checked}");
}

#[test]
fn a_stored_mate_is_not_believed_where_the_clock_runs_out_before_it() {
    // Known from a search with a fresh clock.
    let mate = |clock: u32| game(&format!("6k1/8/8/5K2/8/8/8/Q7 w - - {clock} 90"), "");
    for clock in 88..100 {
        for depth in 1..=4 {
            let mut known = memory();
            assert!(is_mate(search_in(&mut known, &mate(0), 7).score));
            let score = search_in(&mut known, &mate(clock), depth).score;
            // The mating move itself may be the hundredth.
            let is_in_time = MATE - score + clock as Score <= 100;
            assert!(!is_mate(score) || is_in_time, "clock {clock}, depth {depth}: {score}");
        }
    }
}
