//! The order of moves: what comes first, and that nothing is lost on the way.

use cb2026::fen;
use cb2026::movegen::{add_noisy_moves, legal_moves};
use cb2026::moves::{Move, MoveKind, MoveList};
use cb2026::position::Position;
use cb2026::search::ordering::OrderingTables;
use cb2026::search::picker::{Hints, MovePicker, Moves};
use cb2026::search::techniques::Techniques;

/// Captures on c4 and e4, en passant, promotions with and without a capture.
const FENS: [&str; 4] = [
    "4k3/1P6/8/3pP3/8/8/8/4K3 w - d6 0 2",
    "r1r1k3/1P6/2n5/3q4/2B1P3/8/3Q4/3RK3 w - - 0 1",
    "rnbqkbnr/ppp1pppp/8/3p4/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2",
    "4k3/8/8/8/8/8/4r3/R3K3 w Q - 0 1",
];

/// The list that `add` fills.
fn list(add: fn(&Position, &mut MoveList), position: &Position) -> MoveList {
    let mut moves = MoveList::new();
    add(position, &mut moves);
    moves
}

/// All moves that the picker hands out.
fn picked(mut picker: MovePicker, ordering: &OrderingTables) -> Vec<Move> {
    std::iter::from_fn(|| picker.next(ordering)).collect()
}

fn all(position: &Position, hints: Hints, techniques: Techniques) -> Vec<Move> {
    picked(MovePicker::all(position, hints, techniques), &OrderingTables::new())
}

fn noisy(position: &Position, techniques: Techniques) -> Vec<Move> {
    picked(MovePicker::noisy(position, techniques), &OrderingTables::new())
}

fn texts(moves: impl IntoIterator<Item = Move>) -> Vec<String> {
    moves.into_iter().map(|mv| mv.to_string()).collect()
}

#[test]
fn the_most_valuable_victim_is_first_and_then_the_least_valuable_attacker() {
    let (position, _) = fen::parse(FENS[1]).unwrap();
    let picked = texts(all(&position, Hints::default(), Techniques::default()));
    // A new queen is worth a captured one.
    let expected = ["b7a8q", "b7c8q", "b7b8q", "e4d5", "c4d5", "d2d5"];
    assert_eq!(picked[..expected.len()], expected);
    assert_eq!(texts(noisy(&position, Techniques::default())), expected);
}

#[test]
fn a_pawn_captured_in_passing_counts_as_a_pawn() {
    let (position, _) = fen::parse(FENS[0]).unwrap();
    let picked = texts(all(&position, Hints::default(), Techniques::default()));
    assert_eq!(picked[..3], ["b7b8q", "e5d6", "b7b8n"]);
}

#[test]
fn every_move_is_picked_once() {
    for fen in FENS {
        let (position, _) = fen::parse(fen).unwrap();
        let mut picked = texts(all(&position, Hints::default(), Techniques::default()));
        let mut legal = texts(legal_moves(&position));
        picked.sort();
        legal.sort();
        assert_eq!(picked, legal, "{fen}");
    }
}

#[test]
fn without_the_technique_the_order_is_the_generators() {
    let mut techniques = Techniques::default();
    techniques.set("mvvlva", false).unwrap();
    for fen in FENS {
        let (position, _) = fen::parse(fen).unwrap();
        let picked = texts(all(&position, Hints::default(), techniques));
        assert_eq!(picked, texts(legal_moves(&position)), "{fen}");
        let picked = texts(noisy(&position, techniques));
        assert_eq!(picked, texts(list(add_noisy_moves, &position)), "{fen}");
    }
}

#[test]
fn the_tables_move_is_picked_first_and_once_and_only_if_it_is_legal() {
    for fen in FENS {
        let (position, _) = fen::parse(fen).unwrap();
        let legal = legal_moves(&position);
        for sorted in [true, false] {
            let mut techniques = Techniques::default();
            techniques.set("mvvlva", sorted).unwrap();
            for &mv in &legal {
                let hints = Hints { tt_move: Some(mv), ..Hints::default() };
                let picked = all(&position, hints, techniques);
                assert_eq!(picked[0], mv, "{fen}");
                assert_eq!(picked.len(), legal.len(), "{fen}");
                assert_eq!(picked.iter().filter(|&&other| other == mv).count(), 1, "{fen}");
            }
            let illegal =
                Move::new("a8".parse().unwrap(), "h1".parse().unwrap(), MoveKind::Capture);
            let hints = Hints { tt_move: Some(illegal), ..Hints::default() };
            let picked = texts(all(&position, hints, techniques));
            assert_eq!(picked, texts(all(&position, Hints::default(), techniques)), "{fen}");
        }
    }
}

#[test]
fn quiet_moves_come_by_what_they_did_before() {
    let (position, _) = fen::parse(FENS[2]).unwrap();
    let mv =
        |text: &str| legal_moves(&position).into_iter().find(|mv| mv.to_string() == text).unwrap();
    let mut ordering = OrderingTables::new();
    // The history likes h2h3 best, then g1f3; it dislikes a2a3.
    let us = position.side_to_move();
    ordering.learn_history(us, mv("h2h3"), &[mv("a2a3")], 25);
    ordering.learn_history(us, mv("g1f3"), &[], 9);
    let [first, second, third] = ["b1c3", "d2d4", "f2f4"].map(mv);
    let hints =
        Hints { tt_move: None, killers: [Some(first), Some(second)], countermove: Some(third) };
    let found = texts(picked(MovePicker::all(&position, hints, Techniques::default()), &ordering));
    assert_eq!(found[..6], ["e4d5", "b1c3", "d2d4", "f2f4", "h2h3", "g1f3"]);
    assert_eq!(found.last().unwrap(), "a2a3");
    // Without the history the rest keeps the generator's order.
    let mut techniques = Techniques::default();
    techniques.set("history", false).unwrap();
    let found = texts(picked(MovePicker::all(&position, Hints::default(), techniques), &ordering));
    assert_eq!(found, texts(all(&position, Hints::default(), techniques)));
    assert_eq!(found.len(), legal_moves(&position).len());
}

#[test]
fn a_killer_that_is_not_legal_here_is_not_picked() {
    let (position, _) = fen::parse(FENS[2]).unwrap();
    let [from, to] = ["a8", "h1"].map(|square| square.parse().unwrap());
    let foreign = Some(Move::new(from, to, MoveKind::Quiet));
    let hints = Hints { tt_move: None, killers: [foreign; 2], countermove: foreign };
    let found = all(&position, hints, Techniques::default());
    assert_eq!(found, all(&position, Hints::default(), Techniques::default()));
}
