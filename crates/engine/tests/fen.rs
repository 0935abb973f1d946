//! FEN in and out: what is accepted, what is dropped with a note, what is refused and why.

use cb2026::bitboard::Bitboard;
use cb2026::fen::{self, FenError, FenNote};
use cb2026::types::{Color, PieceType, Square, Wing};

/// Positions whose FEN comes back letter for letter.
const EXACT: [&str; 10] = [
    fen::START,
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
    "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
    "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8",
    "4k3/8/8/8/4Pp2/8/8/4K3 b - e3 0 1",
    "4k3/8/8/3Pp3/8/8/8/4K3 w - e6 0 2",
    "r3k2r/8/8/8/8/8/8/R3K2R b Kq - 12 9999",
    "4k3/8/8/8/8/8/8/4K3 w - - 9999 0",
    "QQQQQQQQ/QQQQQQQQ/QQQQQQQQ/QQQQQQQQ/8/6pp/K5pp/6bk w - - 0 1",
];

#[test]
fn exact_fens_come_back_letter_for_letter() {
    for text in EXACT {
        let (position, notes) = fen::parse(text).unwrap();
        assert_eq!(fen::write(&position), text);
        assert_eq!(notes, []);
    }
}

#[test]
fn the_start_position_has_its_men() {
    let (position, _) = fen::parse(fen::START).unwrap();
    assert_eq!(position.side_to_move(), Color::White);
    assert_eq!(position.occupied_by(Color::White), Bitboard(0xffff));
    assert_eq!(position.occupied_by(Color::Black), Bitboard(0xffff << 48));
    assert_eq!(position.pieces(Color::White, PieceType::Pawn), Bitboard(0xff00));
    assert_eq!(position.king(Color::Black).to_string(), "e8");
    for color in Color::ALL {
        for wing in Wing::ALL {
            assert!(position.castling().has(color, wing));
        }
    }
}

#[test]
fn the_last_two_fields_may_be_missing() {
    for text in ["4k3/8/8/8/8/8/8/4K3 w - -", "4k3/8/8/8/8/8/8/4K3 w - - 0"] {
        let (position, _) = fen::parse(text).unwrap();
        assert_eq!(fen::write(&position), "4k3/8/8/8/8/8/8/4K3 w - - 0 1");
    }
}

#[test]
fn what_is_no_position_is_refused_with_its_field() {
    let kings = |color, count| FenError::Kings { color, count };
    let clock = |field, text: &str| FenError::Clock { field, text: text.to_owned() };
    let refused = [
        ("", FenError::Missing("placement")),
        ("4k3/8/8/8/8/8/8/4K3", FenError::Missing("side to move")),
        ("4k3/8/8/8/8/8/8/4K3 w", FenError::Missing("castling")),
        ("4k3/8/8/8/8/8/8/4K3 w -", FenError::Missing("en passant")),
        ("4k3/8/8/8/8/8/4K3 w - -", FenError::RankCount(7)),
        ("4k3/8/8/8/8/8/8/8/4K3 w - -", FenError::RankCount(9)),
        ("4k3/8/8/7/8/8/8/4K3 w - -", FenError::RankLength { rank: 5, squares: 7 }),
        ("4k3/8/8/8/8/8/8/4K3N w - -", FenError::RankLength { rank: 1, squares: 9 }),
        ("4k3/8/8/88/8/8/8/4K3 w - -", FenError::RankLength { rank: 5, squares: 16 }),
        ("4k3/8/8/9/8/8/8/4K3 w - -", FenError::Letter('9')),
        ("4k3/8/8/0/8/8/8/4K3 w - -", FenError::Letter('0')),
        ("4k3/8/8/x7/8/8/8/4K3 w - -", FenError::Letter('x')),
        ("4k3/8/8/é7/8/8/8/4K3 w - -", FenError::Letter('é')),
        ("8/8/8/8/8/8/8/4K3 w - -", kings(Color::Black, 0)),
        ("4k3/8/8/8/8/8/8/2K1K3 w - -", kings(Color::White, 2)),
        ("P3k3/8/8/8/8/8/8/4K3 w - -", FenError::PawnOnLastRank("a8".parse().unwrap())),
        ("4k3/8/8/8/8/8/8/4K2p w - -", FenError::PawnOnLastRank("h1".parse().unwrap())),
        ("4k3/8/8/8/8/8/8/4K3 x - -", FenError::SideToMove("x".to_owned())),
        ("4k3/8/8/8/8/8/8/4K3 w KX -", FenError::Castling("KX".to_owned())),
        ("4k3/8/8/8/8/8/8/4K3 w KK -", FenError::Castling("KK".to_owned())),
        ("4k3/8/8/8/8/8/8/4K3 w - e9", FenError::EnPassant("e9".to_owned())),
        ("4k3/8/8/8/8/8/8/4K3 w - e33", FenError::EnPassant("e33".to_owned())),
        ("4k3/8/8/8/8/8/8/4K3 w - - x 1", clock("halfmove clock", "x")),
        ("4k3/8/8/8/8/8/8/4K3 w - - -1 1", clock("halfmove clock", "-1")),
        ("4k3/8/8/8/8/8/8/4K3 w - - +1 1", clock("halfmove clock", "+1")),
        ("4k3/8/8/8/8/8/8/4K3 w - - 0 99999999", clock("fullmove number", "99999999")),
        ("4k3/8/8/8/8/8/4R3/4K3 w - -", FenError::KingCanBeCaptured(Color::Black)),
        ("8/8/8/8/8/8/3k4/4K3 b - -", FenError::KingCanBeCaptured(Color::White)),
        ("4k3/8/8/8/8/8/8/4K3 w - - 0 1 x", FenError::Trailing("x".to_owned())),
    ];
    for (text, error) in refused {
        assert_eq!(fen::parse(text), Err(error), "{text}");
    }
}

#[test]
fn rights_without_king_and_rook_at_home_are_dropped_with_a_note() {
    let (position, notes) = fen::parse("r3k3/8/8/8/8/8/8/R4K1R w KQkq - 0 1").unwrap();
    assert_eq!(fen::write(&position), "r3k3/8/8/8/8/8/8/R4K1R w q - 0 1");
    let gone =
        [(Color::White, Wing::King), (Color::White, Wing::Queen), (Color::Black, Wing::King)];
    assert_eq!(notes, gone.map(|(color, wing)| FenNote::NoCastling(color, wing)));
}

#[test]
fn en_passant_squares_that_no_double_push_made_are_dropped_with_a_note() {
    let impossible = [
        "4k3/8/8/8/8/8/8/4K3 w - e6 0 1",      // no pawn was pushed
        "4k3/8/8/3Pp3/8/8/8/4K3 w - e3 0 1",   // the wrong rank
        "4k3/4p3/8/3Pp3/8/8/8/4K3 w - e6 0 1", // its origin is occupied
        "4k3/8/4n3/3Pp3/8/8/8/4K3 w - e6 0 1", // its target is occupied
        "4k3/8/8/3PP3/8/8/8/4K3 w - e6 0 1",   // the pushed pawn is our own
        "4k3/8/8/3Pp3/8/8/8/K6r w - e6 0 1",   // the rook gave check before the push
    ];
    for text in impossible {
        let (position, notes) = fen::parse(text).unwrap();
        assert_eq!(position.en_passant(), None, "{text}");
        assert!(matches!(notes[..], [FenNote::NoDoublePush(_)]), "{text}: {notes:?}");
    }
}

#[test]
fn en_passant_squares_of_no_use_are_dropped_silently() {
    let useless = [
        "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1", // no pawn beside it
        "8/8/8/K1Pp3r/8/8/8/4k3 w - d6 0 1", // both pawns leave the rank: the rook opens
        "4k3/8/1b6/2Pp4/3K4/8/8/8 w - d6 0 1", // the capturing pawn is pinned
        "8/8/8/1k6/3pP3/8/8/4KB2 b - e3 0 1", // the push opened the bishop on the king
    ];
    for text in useless {
        let (position, notes) = fen::parse(text).unwrap();
        assert_eq!(notes, [], "{text}");
        assert_eq!(position.en_passant(), None, "{text}");
    }
}

#[test]
fn a_pushed_pawn_that_gives_check_may_be_captured() {
    let (position, _) = fen::parse("8/8/8/2k5/3Pp3/8/8/4K3 b - d3 0 1").unwrap();
    assert_eq!(position.en_passant(), "d3".parse().ok());
}

#[test]
fn no_text_makes_the_parser_panic() {
    let mut random = fastrand::Rng::with_seed(2026);
    let letters: Vec<char> = "pnbrqkPNBRQK12345678/9 0-wbKQkqabcdefgh+é\t".chars().collect();
    let mut accepted = 0;
    for _ in 0..100_000 {
        let mut text: Vec<char> = EXACT[random.usize(..EXACT.len())].chars().collect();
        for _ in 0..random.usize(1..4) {
            let place = random.usize(..text.len());
            match random.u8(..3) {
                0 => text[place] = letters[random.usize(..letters.len())],
                1 => text.insert(place, letters[random.usize(..letters.len())]),
                _ => drop(text.remove(place)),
            }
        }
        let text: String = text.into_iter().collect();
        if let Ok((position, _)) = fen::parse(&text) {
            accepted += 1;
            let written = fen::write(&position);
            assert_eq!(fen::parse(&written), Ok((position, vec![])), "{text:?} gave {written:?}");
        }
    }
    assert!(accepted > 1_000, "only {accepted} mutations were positions");
}

#[test]
fn squares_and_their_names_agree() {
    for square in Square::all() {
        assert_eq!(square.to_string().parse(), Ok(square));
    }
    for text in ["", "a", "a0", "a9", "i1", "A1", "a11", "é1"] {
        assert_eq!(text.parse::<Square>(), Err(()), "{text}");
    }
}
