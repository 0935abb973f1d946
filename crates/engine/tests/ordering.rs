//! What the search learns about quiet moves: bounds, slots, and what is forgotten when.

use cb2026::game::Game;
use cb2026::moves::Move;
use cb2026::search::node::{Ply, Stack};
use cb2026::search::ordering::{HISTORY_MAX, OrderingTables};
use cb2026::types::Color;

fn mv(text: &str) -> Move {
    Game::default().find_move(text).unwrap()
}

#[test]
fn history_stays_within_its_bounds() {
    let (good, bad) = (mv("e2e4"), mv("a2a3"));
    let mut random = fastrand::Rng::with_seed(10);
    let mut ordering = OrderingTables::new();
    let mut extremes = (0, 0);
    for round in 0..20_000 {
        // Bonuses up to far beyond the range, and the roles change now and then.
        let bonus = if round % 3 == 0 { i32::MAX } else { random.i32(1..=HISTORY_MAX) };
        let (good, bad) = if round / 5_000 % 2 == 0 { (good, bad) } else { (bad, good) };
        ordering.learn_history(Color::White, good, &[bad], bonus);
        for mv in [good, bad] {
            let score = ordering.history(Color::White, mv);
            assert!(score.abs() <= HISTORY_MAX, "{score} after a bonus of {bonus}");
            extremes = (score.min(extremes.0), score.max(extremes.1));
        }
    }
    assert_eq!(extremes, (-HISTORY_MAX, HISTORY_MAX));
    assert_eq!(ordering.history(Color::Black, good), 0);
}

#[test]
fn a_bonus_counts_less_near_the_end_of_the_range() {
    let mut ordering = OrderingTables::new();
    let (mut before, mut gain) = (0, i32::MAX);
    for _ in 0..50 {
        ordering.learn_history(Color::White, mv("e2e4"), &[], 4_096);
        let score = ordering.history(Color::White, mv("e2e4"));
        assert!(score - before <= gain);
        (gain, before) = (score - before, score);
    }
    assert!(gain < 4_096 / 100);
}

#[test]
fn killers_are_two_different_moves_of_a_ply() {
    let mut stack = Stack::default();
    let [a, b, c] = ["e2e4", "d2d4", "c2c4"].map(mv);
    for killer in [a, b, b, b] {
        stack[3].add_killer(killer);
    }
    assert_eq!(stack[3].killers, [Some(b), Some(a)]);
    stack[3].add_killer(c);
    assert_eq!(stack[3].killers, [Some(c), Some(b)]);
    assert_eq!(stack[4].killers, Ply::default().killers);
}

#[test]
fn a_countermove_belongs_to_the_piece_and_its_target() {
    let mut game = Game::default();
    let knight = mv("g1f3");
    game.play(knight);
    let answer = game.find_move("d7d5").unwrap();
    let mut ordering = OrderingTables::new();
    ordering.learn_countermove(game.position(), Some(knight), answer);
    assert_eq!(ordering.countermove(game.position(), Some(knight)), Some(answer));
    assert_eq!(ordering.countermove(game.position(), None), None);
    // A pawn on the same square is another matter.
    let mut other = Game::default();
    let pawn = mv("f2f3");
    other.play(pawn);
    assert_eq!(ordering.countermove(other.position(), Some(pawn)), None);
    // At the root no move was made before, and nothing is learnt.
    let mut nothing = OrderingTables::new();
    nothing.learn_countermove(game.position(), None, answer);
    assert_eq!(nothing.countermove(game.position(), Some(knight)), None);
}

#[test]
fn the_next_search_starts_with_a_share_of_the_history() {
    let mut ordering = OrderingTables::new();
    ordering.learn_history(Color::White, mv("e2e4"), &[mv("a2a3")], 64);
    for (keep, left) in [(100, 64), (50, 32), (0, 0)] {
        ordering.next_search(keep);
        assert_eq!(ordering.history(Color::White, mv("e2e4")), left);
        assert_eq!(ordering.history(Color::White, mv("a2a3")), -left);
    }
}
