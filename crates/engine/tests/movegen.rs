//! Moves against another generator, and keys against themselves computed anew, along random games.

use cb2026::bitboard::Bitboard;
use cb2026::fen;
use cb2026::movegen::{
    add_noisy_moves, add_quiet_moves, count_legal_moves, has_legal_moves, is_legal, legal_moves,
};
use cb2026::moves::{Move, MoveKind, MoveList, PROMOTIONS};
use cb2026::position::Position;
use cb2026::types::{PieceType, Square, Wing};

/// Where the games begin: the start, and positions full of castling, promotions and en passant.
const STARTS: [&str; 7] = [
    fen::START,
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
    "r3k2r/pppppppp/8/8/8/8/PPPPPPPP/R3K2R w KQkq - 0 1",
    "4k3/pppppppp/8/8/8/8/PPPPPPPP/4K3 w - - 0 1",
    "n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1",
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
];

/// The list that `add` fills.
fn list(add: fn(&Position, &mut MoveList), position: &Position) -> MoveList {
    let mut moves = MoveList::new();
    add(position, &mut moves);
    moves
}

/// Calls `check` for each position of many random games; says how many there were.
fn along_random_games(games: usize, mut check: impl FnMut(&Position)) -> usize {
    let mut random = fastrand::Rng::with_seed(2026);
    let mut positions = 0;
    for game in 0..games {
        let (mut position, _) = fen::parse(STARTS[game % STARTS.len()]).unwrap();
        for _ in 0..120 {
            check(&position);
            positions += 1;
            let moves = legal_moves(&position);
            if moves.is_empty() {
                break;
            }
            position = position.make(moves[random.usize(..moves.len())]);
        }
    }
    positions
}

#[test]
fn moves_are_those_of_another_generator() {
    let mut special = [0; 4];
    let positions = along_random_games(600, |position| {
        // The other program refuses clocks beyond a hundred half-moves, and moves don't depend on it.
        let fen = fen::write(position);
        let fields: Vec<_> = fen.split(' ').take(4).collect();
        let board: cozy_chess::Board = format!("{} 0 1", fields.join(" ")).parse().unwrap();
        let mut theirs = Vec::new();
        board.generate_moves(|moves| {
            let texts = moves
                .into_iter()
                .map(|mv| cozy_chess::util::display_uci_move(&board, mv).to_string());
            theirs.extend(texts);
            false
        });
        let moves = legal_moves(position);
        let mut ours: Vec<_> = moves.iter().map(Move::to_string).collect();
        ours.sort();
        theirs.sort();
        assert_eq!(ours, theirs, "{}", fen::write(position));
        assert_eq!(count_legal_moves(position), ours.len() as u64);
        for mv in moves {
            match mv.kind() {
                MoveKind::EnPassant => special[0] += 1,
                MoveKind::Castling(_) => special[1] += 1,
                MoveKind::Promotion(_) => special[2] += 1,
                MoveKind::CapturePromotion(_) => special[3] += 1,
                _ => {}
            }
        }
    });
    assert!(positions > 10_000, "only {positions} positions");
    assert!(special.iter().all(|&count| count > 200), "too few special moves: {special:?}");
}

#[test]
fn what_is_kept_move_by_move_equals_what_is_computed_anew() {
    // The FEN holds everything but the key and the order in which pieces were set.
    let positions = along_random_games(350, |position| {
        assert_eq!(fen::parse(&fen::write(position)), Ok((*position, vec![])));
    });
    assert!(positions > 10_000, "only {positions} positions");
}

#[test]
fn each_fact_of_a_position_changes_its_key() {
    let key = |text: &str| fen::parse(text).unwrap().0.key();
    let base = key("4k3/p7/8/8/8/8/7P/RN2K3 w Q - 0 1");
    let others = [
        "4k3/p7/8/8/8/7P/8/RN2K3 w Q - 0 1",  // a pawn elsewhere
        "4k3/p7/8/8/8/2N5/7P/R3K3 w Q - 0 1", // a knight elsewhere
        "4k3/p7/8/8/8/8/7P/RB2K3 w Q - 0 1",  // another type
        "4k3/p7/8/8/8/8/7P/Rn2K3 w Q - 0 1",  // another colour
        "4k3/p7/8/8/8/8/7P/RN2K3 w - - 0 1",  // a right less
        "4k3/p7/8/8/8/8/7P/RN2K3 b Q - 0 1",  // the other side to move
    ];
    let mut keys: Vec<_> = others.into_iter().map(key).chain([base]).collect();
    keys.sort();
    keys.dedup();
    assert_eq!(keys.len(), others.len() + 1);
    let file = |square| key(&format!("4k3/8/8/2pPp3/8/8/8/4K3 w - {square} 0 1"));
    assert_ne!(file("c6"), file("e6"));
    // Clocks aren't part of a key, and neither is an en-passant square of no use.
    assert_eq!(base, key("4k3/p7/8/8/8/8/7P/RN2K3 w Q - 7 9"));
    let push = "4k3/8/8/8/4P3/8/8/4K3 b - ";
    assert_eq!(key(&format!("{push}e3 0 1")), key(&format!("{push}- 0 1")));
}

#[test]
fn no_two_positions_share_a_key() {
    let mut seen = std::collections::HashMap::new();
    along_random_games(70, |position| {
        let fen = fen::write(position);
        let identity: Vec<_> = fen.split(' ').take(4).map(str::to_owned).collect();
        let known = seen.entry(position.key()).or_insert_with(|| identity.clone());
        assert_eq!(*known, identity, "one key for two positions");
    });
}

#[test]
fn more_pieces_than_a_game_can_have_overflow_nothing() {
    let crowded = [
        "QQQQQQQQ/QQQQQQQQ/QQQQQQQQ/QQQQQQQQ/8/6pp/K5pp/6bk w - - 0 1",
        "8/PPPPPPPP/PPPPPPPP/PPPPPPPP/PPPPPPPP/8/8/K6k w - - 0 1",
        "NNNNNNNN/8/NNNNNNNN/8/NNNNNNNN/8/7p/K5bk w - - 0 1",
    ];
    for text in crowded {
        let (position, _) = fen::parse(text).unwrap();
        let moves = legal_moves(&position);
        assert_eq!(moves.len() as u64, count_legal_moves(&position), "{text}");
        for mv in moves {
            legal_moves(&position.make(mv));
        }
    }
}

#[test]
fn moves_keep_what_they_are_made_of() {
    let mut kinds = vec![
        MoveKind::Quiet,
        MoveKind::DoublePush,
        MoveKind::Castling(Wing::King),
        MoveKind::Castling(Wing::Queen),
        MoveKind::Capture,
        MoveKind::EnPassant,
    ];
    for piece in PROMOTIONS {
        kinds.extend([MoveKind::Promotion(piece), MoveKind::CapturePromotion(piece)]);
    }
    for from in Square::all() {
        for to in Square::all() {
            for &kind in &kinds {
                let mv = Move::new(from, to, kind);
                assert_eq!((mv.from(), mv.to(), mv.kind()), (from, to, kind));
                let capture = matches!(
                    kind,
                    MoveKind::Capture | MoveKind::EnPassant | MoveKind::CapturePromotion(_)
                );
                assert_eq!(mv.is_capture(), capture);
                let promotion = match kind {
                    MoveKind::Promotion(piece) | MoveKind::CapturePromotion(piece) => Some(piece),
                    _ => None,
                };
                assert_eq!(mv.promotion(), promotion);
            }
        }
    }
}

#[test]
fn castling_takes_the_rook_along() {
    let (position, _) = fen::parse("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1").unwrap();
    let castle = |text: &str| {
        let moves = legal_moves(&position);
        let mv = moves.iter().find(|mv| mv.to_string() == text).expect("castling is legal");
        fen::write(&position.make(*mv))
    };
    assert_eq!(castle("e1g1"), "r3k2r/8/8/8/8/8/8/R4RK1 b kq - 1 1");
    assert_eq!(castle("e1c1"), "r3k2r/8/8/8/8/8/8/2KR3R b kq - 1 1");
    assert_eq!(castle("a1a8"), "R3k2r/8/8/8/8/8/8/4K2R b Kk - 0 1");
}

#[test]
fn the_clocks_count_half_moves_and_full_moves() {
    let (mut position, _) = fen::parse("4k3/8/8/8/8/8/4P3/4K3 b - - 9999 9999").unwrap();
    for text in ["e8d8", "e1d1", "d8e8"] {
        let moves = legal_moves(&position);
        position = position.make(*moves.iter().find(|mv| mv.to_string() == text).unwrap());
    }
    assert_eq!((position.halfmove_clock(), position.fullmove_number()), (10_002, 10_001));
    assert_eq!(fen::parse(&fen::write(&position)), Ok((position, vec![])));
    let push = legal_moves(&position).iter().copied().find(|mv| mv.to_string() == "e2e4").unwrap();
    assert_eq!(position.make(push).halfmove_clock(), 0);
}

#[test]
fn lines_lead_through_squares_that_share_one() {
    use cb2026::attacks::{between, line};
    let set = |text: &str| {
        text.split_whitespace()
            .fold(Bitboard::EMPTY, |set, square| set | Bitboard::of(square.parse().unwrap()))
    };
    let square = |text: &str| text.parse::<Square>().unwrap();
    assert_eq!(between(square("a1"), square("d4")), set("b2 c3"));
    assert_eq!(between(square("e8"), square("e1")), set("e2 e3 e4 e5 e6 e7"));
    assert_eq!(between(square("e4"), square("f4")), Bitboard::EMPTY);
    assert_eq!(between(square("a1"), square("b3")), Bitboard::EMPTY);
    assert_eq!(line(square("b2"), square("c3")), set("a1 b2 c3 d4 e5 f6 g7 h8"));
    assert_eq!(line(square("h5"), square("a5")), set("a5 b5 c5 d5 e5 f5 g5 h5"));
    assert_eq!(line(square("a1"), square("b3")), Bitboard::EMPTY);
}

#[test]
fn noisy_moves_are_the_captures_and_the_promotions_to_a_queen() {
    along_random_games(350, |position| {
        let noisy = |mv: &Move| match mv.promotion() {
            Some(piece) => piece == PieceType::Queen,
            None => mv.is_capture(),
        };
        let text = |mv: &Move| mv.to_string();
        let mut expected: Vec<_> =
            legal_moves(position).iter().filter(|mv| noisy(mv)).map(text).collect();
        let mut found: Vec<_> = list(add_noisy_moves, position).iter().map(text).collect();
        expected.sort();
        found.sort();
        assert_eq!(found, expected, "{}", fen::write(position));
    });
}

#[test]
fn noisy_and_quiet_moves_together_are_all_moves() {
    let text = |moves: &[Move]| {
        let mut texts: Vec<_> = moves.iter().map(|mv| format!("{mv} {:?}", mv.kind())).collect();
        texts.sort();
        texts
    };
    // A pawn that captures and becomes less than a queen belongs to the quiet ones.
    let mut underpromotions = 0;
    along_random_games(400, |position| {
        let mut both = list(add_noisy_moves, position);
        let quiets = list(add_quiet_moves, position);
        let small = quiets.iter().filter(|mv| mv.is_capture()).inspect(|mv| {
            assert!(
                matches!(mv.kind(), MoveKind::CapturePromotion(piece) if piece != PieceType::Queen)
            );
        });
        underpromotions += small.count();
        both.extend(quiets);
        assert_eq!(text(&both), text(&legal_moves(position)), "{}", fen::write(position));
    });
    assert!(underpromotions > 100, "{underpromotions}");
}

#[test]
fn a_move_is_legal_just_where_the_list_has_it() {
    // Any move at all: those of other positions, and every bit pattern of the kind.
    let mut random = fastrand::Rng::with_seed(9);
    let mut pool: Vec<Move> = Vec::new();
    let mut found = [0, 0];
    along_random_games(200, |position| {
        let legal = legal_moves(position);
        for _ in 0..20.min(pool.len()) {
            let mv = pool[random.usize(..pool.len())];
            let expected = legal.contains(&mv);
            assert_eq!(is_legal(position, mv), expected, "{mv} in {}", fen::write(position));
            found[usize::from(expected)] += 1;
        }
        assert!(legal.iter().all(|&mv| is_legal(position, mv)));
        pool.extend(legal);
    });
    assert!(found[0] > 10_000 && found[1] > 1_000, "{found:?}");
}

#[test]
fn whether_there_is_a_move_agrees_with_their_number() {
    let mut without = 0;
    along_random_games(600, |position| {
        let count = count_legal_moves(position);
        assert_eq!(has_legal_moves(position), count > 0, "{}", fen::write(position));
        without += u32::from(count == 0);
    });
    assert!(without > 5, "{without}");
}

#[test]
fn a_position_stays_small_enough_to_be_copied() {
    assert!(size_of::<Position>() <= 200);
}
