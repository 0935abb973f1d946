//! What the search learns about quiet moves: bounds, slots, and what is forgotten when.

use cb2026::game::Game;
use cb2026::moves::Move;
use cb2026::position::Position;
use cb2026::search::ordering::{HISTORY_MAX, OrderingTables};
use cb2026::types::Color;

fn start() -> (Position, impl Fn(&str) -> Move) {
    let game = Game::default();
    (*game.position(), move |text: &str| game.find_move(text).unwrap())
}

#[test]
fn history_stays_within_its_bounds() {
    let (position, mv) = start();
    let (good, bad) = (mv("e2e4"), mv("a2a3"));
    let mut random = fastrand::Rng::with_seed(10);
    let mut ordering = OrderingTables::new();
    let mut extremes = (0, 0);
    for round in 0..20_000 {
        // Depths up to the largest there are, and the roles change now and then.
        let depth = if round % 3 == 0 { 128 } else { random.i32(1..=128) };
        let (good, bad) = if round / 5_000 % 2 == 0 { (good, bad) } else { (bad, good) };
        ordering.learn(&position, good, &[bad], depth, 0, None);
        for mv in [good, bad] {
            let score = ordering.history(Color::White, mv);
            assert!(score.abs() <= HISTORY_MAX, "{score} at depth {depth}");
            extremes = (score.min(extremes.0), score.max(extremes.1));
        }
    }
    assert_eq!(extremes, (-HISTORY_MAX, HISTORY_MAX));
    assert_eq!(ordering.history(Color::Black, good), 0);
}

#[test]
fn a_bonus_counts_less_near_the_end_of_the_range() {
    let (position, mv) = start();
    let mut ordering = OrderingTables::new();
    let mut before = 0;
    let mut gain = i32::MAX;
    for _ in 0..50 {
        ordering.learn(&position, mv("e2e4"), &[], 64, 0, None);
        let score = ordering.history(Color::White, mv("e2e4"));
        assert!(score - before <= gain);
        (gain, before) = (score - before, score);
    }
    assert!(gain < 64 * 64 / 100);
}

#[test]
fn killers_are_two_different_moves_of_a_ply() {
    let (position, mv) = start();
    let mut ordering = OrderingTables::new();
    let [a, b, c] = ["e2e4", "d2d4", "c2c4"].map(&mv);
    for killer in [a, b, b, b] {
        ordering.learn(&position, killer, &[], 1, 3, None);
    }
    assert_eq!(ordering.killers(3), [Some(b), Some(a)]);
    ordering.learn(&position, c, &[], 1, 3, None);
    assert_eq!(ordering.killers(3), [Some(c), Some(b)]);
    assert_eq!(ordering.killers(4), [None; 2]);
}

#[test]
fn a_countermove_belongs_to_the_piece_and_its_target() {
    let mut game = Game::default();
    let answer = |game: &Game| game.find_move("d7d5").unwrap();
    let knight = game.find_move("g1f3").unwrap();
    game.play(knight);
    let mut ordering = OrderingTables::new();
    ordering.learn(game.position(), answer(&game), &[], 1, 1, Some(knight));
    assert_eq!(ordering.countermove(game.position(), Some(knight)), Some(answer(&game)));
    assert_eq!(ordering.countermove(game.position(), None), None);
    // A pawn on the same square is another matter.
    let mut other = Game::default();
    let pawn = other.find_move("f2f3").unwrap();
    other.play(pawn);
    assert_eq!(ordering.countermove(other.position(), Some(pawn)), None);
}

#[test]
fn the_next_search_halves_the_history_and_forgets_the_killers() {
    let (position, mv) = start();
    let mut ordering = OrderingTables::new();
    ordering.learn(&position, mv("e2e4"), &[mv("a2a3")], 8, 0, None);
    ordering.next_search();
    assert_eq!(ordering.history(Color::White, mv("e2e4")), 32);
    assert_eq!(ordering.history(Color::White, mv("a2a3")), -32);
    assert_eq!(ordering.killers(0), [None; 2]);
}
