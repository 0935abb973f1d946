//! The attack tables against the walker that they were made from, and against another program.

use cb2026::bitboard::Bitboard;
use cb2026::types::{Color, Square};
use cb2026::{attacks, magics, walk};

/// Random blockers, from an almost empty board to a crowded one.
fn random_blockers(random: &mut fastrand::Rng) -> Bitboard {
    let words = random.usize(1..4);
    Bitboard((0..words).fold(!0, |bits, _| bits & random.u64(..)))
}

#[test]
fn sliders_agree_with_the_walker() {
    let mut random = fastrand::Rng::with_seed(2026);
    for square in Square::all() {
        for _ in 0..2_000 {
            let occupied = random_blockers(&mut random);
            let bishop = walk::slide(square, &walk::BISHOP, occupied);
            let rook = walk::slide(square, &walk::ROOK, occupied);
            assert_eq!(attacks::bishop(square, occupied), bishop, "{square} {occupied:?}");
            assert_eq!(attacks::rook(square, occupied), rook, "{square} {occupied:?}");
            assert_eq!(attacks::queen(square, occupied), bishop | rook);
        }
    }
}

#[test]
fn every_set_of_blockers_that_matters_has_its_own_entry_or_an_equal_one() {
    for square in Square::all() {
        for blockers in magics::subsets(magics::mask(square, &walk::ROOK)) {
            let walked = walk::slide(square, &walk::ROOK, blockers);
            assert_eq!(attacks::rook(square, blockers), walked);
        }
        for blockers in magics::subsets(magics::mask(square, &walk::BISHOP)) {
            let walked = walk::slide(square, &walk::BISHOP, blockers);
            assert_eq!(attacks::bishop(square, blockers), walked);
        }
    }
}

#[test]
fn attack_sets_agree_with_another_program() {
    let mut random = fastrand::Rng::with_seed(7);
    for square in Square::all() {
        let theirs = cozy_chess::Square::index(square.index());
        let same =
            |ours: Bitboard, theirs: cozy_chess::BitBoard| assert_eq!(ours.0, theirs.0, "{square}");
        same(attacks::knight(square), cozy_chess::get_knight_moves(theirs));
        same(attacks::king(square), cozy_chess::get_king_moves(theirs));
        same(
            attacks::pawn(Color::White, square),
            cozy_chess::get_pawn_attacks(theirs, cozy_chess::Color::White),
        );
        same(
            attacks::pawn(Color::Black, square),
            cozy_chess::get_pawn_attacks(theirs, cozy_chess::Color::Black),
        );
        for _ in 0..100 {
            let occupied = random_blockers(&mut random);
            let blockers = cozy_chess::BitBoard(occupied.0);
            same(attacks::bishop(square, occupied), cozy_chess::get_bishop_moves(theirs, blockers));
            same(attacks::rook(square, occupied), cozy_chess::get_rook_moves(theirs, blockers));
        }
    }
}

#[test]
fn the_tables_have_the_published_number_of_entries() {
    assert_eq!(attacks::ROOK_ENTRIES, 102_400);
    assert_eq!(attacks::BISHOP_ENTRIES, 5_248);
}

#[test]
fn the_factors_are_found_again() {
    assert_eq!(magics::find_all(&walk::ROOK), magics::ROOK);
    assert_eq!(magics::find_all(&walk::BISHOP), magics::BISHOP);
}

#[test]
fn the_random_sequence_is_the_published_one() {
    // The first numbers of SplitMix64 from seed 1234567, as its reference implementation gives them.
    let expected = [6457827717110365317_u64, 3203168211198807973, 9817491932198370423];
    let mut random = cb2026::random::Random::new(1234567);
    for number in expected {
        assert_eq!(random.draw(), number);
    }
}

#[test]
fn tables_take_what_their_entries_take() {
    // Knight, king and a pawn of either colour: a set a square. Between and line: one a pair.
    assert_eq!((attacks::LEAPER_BYTES, attacks::LINE_BYTES), (4 * 64 * 8, 2 * 64 * 64 * 8));
    // A rook's 102,400 sets and a bishop's 5,248, up to a power of two, and two magics a square.
    let sets = (102_400_usize + 5_248).next_power_of_two() * 8;
    assert_eq!(attacks::SLIDER_BYTES, sets + 2 * 64 * size_of::<magics::Magic>());
}
