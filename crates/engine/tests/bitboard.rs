//! Sets of squares against sets that are kept as lists of squares.

use cb2026::bitboard::Bitboard;
use cb2026::types::Square;
use std::collections::BTreeSet;

type Squares = BTreeSet<usize>;

fn squares(set: Bitboard) -> Squares {
    set.map(Square::index).collect()
}

#[test]
fn operators_are_those_of_sets() {
    let mut random = fastrand::Rng::with_seed(64);
    for _ in 0..200 {
        // Two sets that share about a quarter of the board.
        let (a, b) = (Bitboard(random.u64(..)), Bitboard(random.u64(..)));
        let (in_a, in_b) = (squares(a), squares(b));
        let either: Squares = &in_a | &in_b;
        let one: Squares = &in_a ^ &in_b;
        assert_eq!(squares(a | b), either);
        assert_eq!(squares(a & b), &in_a & &in_b);
        assert_eq!(squares(a ^ b), one);
        assert_eq!(squares(!a), (0..64).filter(|square| !in_a.contains(square)).collect());
        let (mut united, mut differing) = (a, a);
        united |= b;
        differing ^= b;
        assert_eq!((squares(united), squares(differing)), (either, one));
        assert_eq!(a.count() as usize, in_a.len());
        assert_eq!(a.first().map(Square::index), in_a.first().copied());
        assert_eq!(a.is_empty(), in_a.is_empty());
        assert!(Square::all().all(|square| a.has(square) == in_a.contains(&square.index())));
    }
    assert!(Bitboard::EMPTY.is_empty() && squares(Bitboard::ALL).len() == 64);
}
