//! The factors of the magic lookup, and how they were found.
//!
//! `cargo run --release -p cb2026 --example find_magics` finds the numbers below again. It knows
//! the walker, and not the tables that are made with its results.

use crate::bitboard::Bitboard;
use crate::random::Random;
use crate::types::Square;
use crate::walk::{self, Step};

// ANCHOR: mask
/// The squares whose occupation changes what a slider on `from` attacks.
///
/// The last square of each ray doesn't belong to them: the ray ends there whether it is occupied or
/// not.
pub fn mask(from: Square, steps: &[Step]) -> Bitboard {
    let mut mask = Bitboard::EMPTY;
    for &(files, ranks) in steps {
        let mut square = from;
        while let Some(next) = square.step(files, ranks) {
            if next.step(files, ranks).is_some() {
                mask |= Bitboard::of(next);
            }
            square = next;
        }
    }
    mask
}

/// All subsets of a set, from the empty one up.
pub fn subsets(set: Bitboard) -> impl Iterator<Item = Bitboard> {
    // Subtracting the set carries through the gaps in it as if they weren't there, so this counts.
    let next = move |subset: &Bitboard| Some(Bitboard(subset.0.wrapping_sub(set.0) & set.0));
    std::iter::successors(Some(Bitboard::EMPTY), next).take(1 << set.count())
}
// ANCHOR_END: mask

// ANCHOR: magic
/// How a square turns the blockers around it into a place in a table of attack sets.
#[derive(Clone, Copy, Debug)]
pub struct Magic {
    /// The squares whose occupation matters.
    pub mask: Bitboard,
    /// The magic number: it gathers the bits of the mask at the top of the word.
    pub factor: u64,
    /// Leaves just as many bits as the mask has.
    pub shift: u32,
    /// Where this square's part of the table begins.
    pub offset: u32,
}

impl Magic {
    pub fn index(&self, occupied: Bitboard) -> usize {
        let product = (occupied & self.mask).0.wrapping_mul(self.factor);
        (product >> self.shift) as usize + self.offset as usize
    }
}
// ANCHOR_END: magic

// ANCHOR: find
/// The first factor of the random sequence that works on this square.
///
/// A factor works if any two sets of blockers that it sends to one place lead to the same attacks.
pub fn find(from: Square, steps: &[Step], mut random: Random) -> u64 {
    let mask = mask(from, steps);
    let shift = 64 - mask.count();
    let sets: Vec<(Bitboard, Bitboard)> =
        subsets(mask).map(|blockers| (blockers, walk::slide(from, steps, blockers))).collect();
    let mut table = vec![(0, Bitboard::EMPTY); sets.len()];
    for attempt in 1_u64.. {
        let factor = sparse(&mut random);
        let magic = Magic { mask, factor, shift, offset: 0 };
        let works = sets.iter().all(|&(blockers, attacks)| {
            // Each entry names the attempt that wrote it, so the table need not be cleared.
            let entry = &mut table[magic.index(blockers)];
            if entry.0 != attempt {
                *entry = (attempt, attacks);
            }
            entry.1 == attacks
        });
        if works {
            return factor;
        }
    }
    unreachable!("the sequence has no end")
}

/// A number with about eight bits set: with few bits, few of the products overlap.
fn sparse(random: &mut Random) -> u64 {
    random.draw() & random.draw() & random.draw()
}
// ANCHOR_END: find

// ANCHOR: all
/// Where each square's search begins in the sequence.
const SEED: u64 = 2026;

/// The factors of all squares, for rooks or for bishops.
pub fn find_all(steps: &[Step]) -> Vec<u64> {
    let seed = |square: Square| Random::new(SEED + square.index() as u64);
    Square::all().map(|square| find(square, steps, seed(square))).collect()
}
// ANCHOR_END: all

// ANCHOR: factors
#[rustfmt::skip]
pub static ROOK: [u64; 64] = [
    0x088001a112804002, 0x0040004830012001, 0xa080100180200008, 0x21001000a8210004,
    0x06000a0008051020, 0x0080040002008001, 0x4100440200008100, 0x0080002041800300,
    0x00008000400a6081, 0x0030400020100040, 0x0c4a802000821000, 0x1000801000080080,
    0x8082003200042008, 0x8008800200800400, 0x6084000290040801, 0x10020008410400a2,
    0x0c40008000208040, 0x09014c4000201000, 0x1400808020001000, 0x442821000c500100,
    0x0048310008000500, 0x0000808016000400, 0x0013808042000100, 0x8014020004028043,
    0x0000648080054002, 0x080050044000a000, 0x4461004100600010, 0x80c4080080100080,
    0x8000080080800400, 0x0046004200101824, 0xd080820400085081, 0x000400420000ac11,
    0x4011904000800120, 0x0100802003804000, 0x2000200441001300, 0x1108805000800800,
    0x0008820800800400, 0x008200048a001810, 0x0022002822004b04, 0x4000410042000084,
    0x0d0423c000818000, 0x0008200050004000, 0x9102018010260040, 0x04c021001001000b,
    0x580c00810800800d, 0x0403001244010008, 0x0061100842040009, 0x4301288400460009,
    0x0805c00080006080, 0x0000400080200280, 0x1008821000600080, 0x08005003001a2100,
    0x2009000800841300, 0x0002008042040080, 0x0483000402001500, 0x0020800149000080,
    0x5402004020853102, 0x0000400100208019, 0x002040085080a202, 0x0001002008045001,
    0x00e2002024111842, 0x0181000c00020801, 0x1000100201108804, 0x1050406041040182,
];
#[rustfmt::skip]
pub static BISHOP: [u64; 64] = [
    0x2042440800840081, 0x0628112944010080, 0x2410210041104080, 0xc042208205000800,
    0x440404a0010020c8, 0x0002826020508808, 0x0004042108282000, 0x0000820801011904,
    0xc002421005012906, 0x060028014800a500, 0x1458100400404200, 0x00060404088c0400,
    0x4000020610811000, 0xb100c22210400920, 0x01120298841040c0, 0x0004008049101040,
    0x822010c004340090, 0x0620040851410200, 0x03d8040108002080, 0x2a00844802024000,
    0x0250100202302222, 0xa3020084c8020800, 0x1004006101484600, 0x02010c4224030402,
    0x11504028108403b0, 0x0042601802080208, 0x2810440008080211, 0x4000808088020082,
    0x0820050002008200, 0x0000890006004240, 0x200c188101029042, 0x2921420201110120,
    0x0318200805101704, 0x000401240c587004, 0x0004060200010404, 0x0009180801020a00,
    0x3040014010210100, 0x0001010200040a11, 0x4003010c08010400, 0x0001011204130940,
    0x5002021004b0c080, 0x88c40109b0240802, 0x4003101090000800, 0x0020004010440200,
    0x2000401812000110, 0x04022600c2008100, 0x002008c200823040, 0x0304088181000608,
    0x0000420821080000, 0x2400884422200040, 0x000414a108480010, 0x4000019909480111,
    0x0014801020621305, 0x0460202082108288, 0x0120221005070004, 0x0010046801404000,
    0x80a2010452022040, 0x2002068208050540, 0x200c600100481210, 0x8000000000609800,
    0x0200411121204100, 0x0440508409100100, 0x21404004a8020041, 0x08100490808c0100,
];
// ANCHOR_END: factors
