//! The null move: what the position is after it, where the search makes one, and what it can't see.

use cb2026::bench::POSITIONS;
use cb2026::eval::evaluate;
use cb2026::fen;
use cb2026::game::Game;
use cb2026::movegen::legal_moves;
use cb2026::moves::Move;
use cb2026::score::{MATE, is_mate};
use cb2026::search::limits::Limits;
use cb2026::search::node::Node;
use cb2026::search::trace::{Note, Observer};
use cb2026::search::tt::TranspositionTable;
use cb2026::search::{Memory, Settings, search, search_watched};

mod common;
use common::settings_at;

fn game(fen: &str) -> Game {
    Game::from_fen(fen).unwrap().0
}

fn settings(null_move: bool) -> Settings {
    let mut settings = settings_at(12.0);
    settings.techniques.null_move = null_move;
    settings
}

#[test]
fn a_pass_hands_the_move_over_and_forgets_what_moves_have_left() {
    let position = |fen: &str| *game(fen).position();
    let passing = position("rnbqkbnr/ppp1pppp/8/8/3pP3/5N2/PPPP1PPP/RNBQKB1R b KQkq e3 0 3");
    assert!(passing.en_passant().is_some());
    let passed = position("rnbqkbnr/ppp1pppp/8/8/3pP3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 0 3");
    assert_eq!(passing.pass(), passed);
    let aged = position("4k3/8/8/8/8/8/3R4/4K3 b - - 77 90");
    assert_eq!((aged.pass().halfmove_clock(), aged.pass().fullmove_number()), (0, 90));
    // After any move the key is that of the position as a FEN gives it.
    for (_, fen) in POSITIONS {
        for mv in legal_moves(&position(fen)) {
            let next = position(fen).make(mv);
            if !next.in_check(next.side_to_move()) {
                let passed = next.pass();
                assert_eq!(passed.key(), position(&fen::write(&passed)).key(), "{fen} {mv}");
            }
        }
    }
}

/// Looks at each null move, from the node before it.
#[derive(Default)]
struct Watch {
    path: Vec<(Option<Move>, bool)>,
    null_moves: usize,
    cutoffs: usize,
}

impl Observer for Watch {
    fn enter(&mut self, mv: Option<Move>, node: &Node) {
        if mv.is_none() && node.ply > 0 {
            self.null_moves += 1;
            let (before, may_pass) = self.path.last().unwrap();
            assert!(before.is_some(), "two null moves in a row, or one at the root");
            assert!(*may_pass);
            assert_eq!(node.position.halfmove_clock(), 0);
        }
        let us = node.position.side_to_move();
        let may_pass = !node.in_check
            && node.window.is_null()
            && node.depth >= 3
            && node.position.has_pieces(us)
            && !is_mate(node.window.beta)
            && evaluate(node.position) >= node.window.beta;
        self.path.push((mv, may_pass));
    }

    fn exit(&mut self, _: i32) {
        self.path.pop();
    }

    fn note(&mut self, note: Note) {
        self.cutoffs += usize::from(note == Note::NullCutoff);
    }
}

#[test]
fn a_null_move_is_made_where_its_conditions_hold_and_nowhere_else() {
    let mut watch = Watch::default();
    for (_, fen) in POSITIONS {
        let mut memory = Memory::new(TranspositionTable::new(1).unwrap());
        search_watched(&game(fen), &Limits::depth(6), &settings(true), &mut memory, &mut watch);
    }
    assert!(watch.null_moves > 1_000 && watch.cutoffs > 500, "{}", watch.null_moves);
}

#[test]
fn a_side_with_pawns_alone_never_passes() {
    let pawns = game("8/pp3k2/2p2p2/3p2p1/P2P2P1/1PP1K2P/8/8 w - - 0 1");
    let nodes = |on| search(&pawns, &Limits::depth(8), &settings(on)).nodes;
    assert_eq!(nodes(true), nodes(false));
}

#[test]
fn where_every_move_spoils_something_a_side_with_pawns_alone_still_wins() {
    // In both endings Black would be glad to pass. Allowed to, it holds at any depth.
    for (fen, mv, depth) in [
        ("k7/8/1K6/1P6/8/8/8/8 w - - 0 1", "b6c7", 6),
        ("6k1/8/6K1/6P1/8/8/8/8 w - - 0 1", "g6h6", 8),
    ] {
        let result = search(&game(fen), &Limits::depth(depth), &Settings::default());
        assert_eq!(result.pv[0].to_string(), mv, "{fen}");
        assert!(result.score > 500, "{fen}: {}", result.score);
    }
}

#[test]
fn zugzwang_hides_a_move_that_the_whole_tree_shows() {
    // After the queen's sacrifice on h4 Black must move, and each move loses. With a null move Black
    // could pass, so the search never sees it.
    let zugzwang = game("8/6B1/p5p1/Pp4kp/1P5r/5P1Q/4q1PK/8 w - - 0 32");
    let best = |on| search(&zugzwang, &Limits::depth(9), &settings(on)).pv[0].to_string();
    assert_eq!(best(false), "h3h4");
    assert_ne!(best(true), "h3h4");
}

#[test]
fn no_mate_is_announced_that_rests_on_a_move_left_out() {
    // Mates found with null moves on are mates: the line ends in one.
    for fen in [
        "6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1",
        "r5rk/5p1p/5R2/4B3/8/8/7P/7K w - - 0 1",
        "8/8/8/8/8/4k3/3r4/4K3 b - - 0 1",
    ] {
        let game = game(fen);
        let result = search(&game, &Limits::depth(7), &settings(true));
        assert!(is_mate(result.score) && result.score > 0, "{fen}");
        let mut position = *game.position();
        for &mv in &result.pv {
            position = position.make(mv);
        }
        assert_eq!(result.pv.len() as i32, MATE - result.score, "{fen}");
        assert!(legal_moves(&position).is_empty() && position.in_check(position.side_to_move()));
    }
}
