//! Draws by rule, each where it begins and one step before.

use cb2026::draws::{KeyStack, is_fifty_moves, is_insufficient_material};
use cb2026::fen;
use cb2026::game::Game;
use cb2026::search::limits::Limits;
use cb2026::search::{Settings, search};

fn game(fen: &str, moves: &str) -> Game {
    let (mut game, _) = Game::from_fen(fen).unwrap();
    for text in moves.split_whitespace() {
        let mv = game.find_move(text).unwrap_or_else(|| panic!("{text} isn't legal"));
        game.play(mv);
    }
    game
}

const SHUFFLE: &str = "g1f3 g8f6 f3g1 f6g8 ";

/// Whether the position after `tree`, searched from where `played` ends, is a repetition.
fn repeats(played: &str, tree: &str) -> bool {
    let mut game = game(fen::START, played);
    let mut keys = KeyStack::new(game.keys());
    for text in tree.split_whitespace() {
        let mv = game.find_move(text).unwrap();
        game.play(mv);
        keys.push(game.position());
    }
    keys.is_repetition(game.position().halfmove_clock())
}

#[test]
fn in_the_tree_one_repetition_is_enough() {
    assert!(!repeats("", "g1f3 g8f6 f3g1"));
    assert!(repeats("", SHUFFLE)); // back at the root
    assert!(repeats("e2e4 e7e5", SHUFFLE));
    assert!(repeats("", "e2e4 e7e5 g1f3 g8f6 f3g1 f6g8")); // back inside the tree
}

#[test]
fn before_the_root_it_takes_two() {
    // After one round trip in the game, the first return in the tree is to a position before the
    // root that stood there once.
    assert!(!repeats("g1f3", "g8f6 f3g1 f6g8"));
    assert!(repeats(&(SHUFFLE.to_owned() + "g1f3 g8f6 f3g1"), "f6g8"));
    assert!(!repeats("g1f3 g8f6 f3g1", "f6g8"));
}

#[test]
fn a_pawn_move_or_another_right_makes_another_position() {
    assert!(!repeats("", "g1f3 g8f6 f3g1 e7e6 g1f3 f6g8 f3g1"));
    let rook = "4k3/8/8/8/8/8/8/R3K3 w Q - 0 1";
    let mut game = game(rook, "");
    let mut keys = KeyStack::new(game.keys());
    for text in ["a1a2", "e8e7", "a2a1", "e7e8"] {
        game.play(game.find_move(text).unwrap());
        keys.push(game.position());
        assert!(
            !keys.is_repetition(game.position().halfmove_clock()),
            "White could castle before {text}"
        );
    }
}

#[test]
fn what_is_taken_back_is_forgotten() {
    let start = game(fen::START, "");
    let mut keys = KeyStack::new(start.keys());
    let positions: Vec<_> = ["g1f3", "g1f3 g8f6", "g1f3 g8f6 f3g1", SHUFFLE]
        .map(|moves| *game(fen::START, moves).position())
        .into();
    for position in &positions {
        keys.push(position);
    }
    assert!(keys.is_repetition(positions[3].halfmove_clock()));
    keys.pop();
    keys.pop();
    keys.push(&positions[2]);
    assert!(!keys.is_repetition(positions[2].halfmove_clock()));
    keys.push(&positions[3]);
    assert!(keys.is_repetition(positions[3].halfmove_clock()));
}

#[test]
fn a_perpetual_check_saves_the_weaker_side() {
    let result = search(
        &game("6k1/6p1/8/7Q/8/8/1rr5/7K w - - 0 1", ""),
        &Limits::depth(4),
        &Settings::default(),
    );
    assert_eq!((result.score, result.pv[0].to_string()), (0, "h5e8".to_owned()));
}

#[test]
fn a_third_occurrence_is_found_at_depth_one() {
    let moves = "a1b1 h8g8 b1a1 g8h8 a1b1 h8g8 b1a1";
    assert_eq!(
        search(
            &game("7k/8/8/8/8/8/R7/K7 w - - 0 1", moves),
            &Limits::depth(1),
            &Settings::default()
        )
        .score,
        0
    );
}

#[test]
fn fifty_moves_are_a_hundred_half_moves() {
    let at = |clock| fen::parse(&format!("4k3/8/8/8/8/8/8/R3K3 w - - {clock} 90")).unwrap().0;
    assert!(!is_fifty_moves(&at(99)));
    assert!(is_fifty_moves(&at(100)));
}

#[test]
fn a_mate_on_the_hundredth_half_move_counts() {
    let result = search(
        &game("k7/8/1K6/8/8/8/8/7R w - - 99 90", ""),
        &Limits::depth(2),
        &Settings::default(),
    );
    assert_eq!(cb2026::score::uci_text(result.score), "mate 1");
    let late = search(
        &game("k7/8/2K5/8/8/8/8/7R w - - 99 90", ""),
        &Limits::depth(4),
        &Settings::default(),
    );
    assert_eq!(late.score, 0, "every move but a mate is the hundredth");
}

#[test]
fn material_that_cannot_mate() {
    let drawn = [
        "4k3/8/8/8/8/8/8/4K3",
        "4k3/8/8/8/8/8/8/4KN2",
        "4k3/8/8/8/8/8/8/4KB2",
        "2b1k3/8/8/8/8/8/8/4KB2", // both on light squares
        "2b1k3/8/8/8/8/3B4/8/4KB2",
    ];
    let playable = [
        "4k3/8/8/8/8/8/8/3NKN2",
        "4kb2/8/8/8/8/8/8/4KB2", // on squares of both colours
        "4k3/8/8/8/8/8/8/3BKN2",
        "4kn2/8/8/8/8/8/8/4KN2",
        "4k3/8/8/8/8/8/4P3/4K3",
        "4k3/8/8/8/8/8/8/4K2R",
        "4k2q/8/8/8/8/8/8/4K3",
    ];
    let ask = |board: &str| {
        is_insufficient_material(&fen::parse(&format!("{board} b - - 0 1")).unwrap().0)
    };
    for board in drawn {
        assert!(ask(board), "{board}");
    }
    for board in playable {
        assert!(!ask(board), "{board}");
    }
}
