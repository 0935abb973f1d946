//! Late move reductions: by how much the search of a move falls short that is probably no good.
//!
//! It knows how late a move comes and how deep the node is, not what happens when the bet fails:
//! that is the business of the search of moves.

use super::Searcher;
use super::node::Node;
use super::params::SearchParams;
use super::trace::Observer;
use crate::score::Depth;

// ANCHOR: table
/// Deeper nodes and later moves count as these.
const SIDE: usize = 64;

/// Plies by depth and by the place of a move, counted from 0.
pub struct Reductions([[u8; SIDE]; SIDE]);

impl Reductions {
    /// Grows with the logarithms of both: a move at place ten is hardly more likely to be best than
    /// one at place twenty, but far less so than one at place two.
    pub fn new(params: &SearchParams) -> Self {
        let mut table = [[0; SIDE]; SIDE];
        for (depth, row) in table.iter_mut().enumerate().skip(1) {
            for (index, plies) in row.iter_mut().enumerate() {
                let product = LN[depth] * LN[index + 1];
                let hundredths = i64::from(params.lmr_base)
                    + product * 10_000 / (i64::from(params.lmr_divisor) << 20);
                *plies = (hundredths / 100).clamp(0, u8::MAX.into()) as u8;
            }
        }
        Self(table)
    }

    fn plies(&self, depth: Depth, index: usize) -> Depth {
        self.0[(depth as usize).min(SIDE - 1)][index.min(SIDE - 1)].into()
    }
}

/// Natural logarithms from that of 1 on, in 1,024ths, rounded down.
static LN: [i64; SIDE + 1] = {
    let mut table = [0; SIDE + 1];
    let mut n = 1;
    while n <= SIDE {
        table[n] = ln(n as u128);
        n += 1;
    }
    table
};

/// A logarithm made of whole numbers, because the last digit of a library's depends on the machine.
const fn ln(n: u128) -> i64 {
    // The binary logarithm bit by bit: squaring a number doubles it.
    let mut log = n.ilog2() as i64;
    let mut rest = n << (32 - log);
    let mut bits = 0;
    while bits < 16 {
        rest = (rest * rest) >> 32;
        log *= 2;
        if rest >= 2 << 32 {
            rest /= 2;
            log += 1;
        }
        bits += 1;
    }
    // ln 2 is 0.69315, and 45,426 parts of 65,536.
    (log * 45_426) >> 22
}
// ANCHOR_END: table

impl<O: Observer> Searcher<'_, O> {
    // ANCHOR: reduction
    /// Plies that an ordinary move is searched less deep. It keeps at least one, since below that
    /// quiescence would look at captures alone. Where the window is open the node matters more.
    pub(super) fn reduction(&self, node: &Node, index: usize) -> Depth {
        let params = &self.params;
        let fits = self.techniques.lmr
            && node.depth >= params.lmr_min_depth
            && index >= params.lmr_min_moves as usize;
        if !fits {
            return 0;
        }
        let plies = self.reductions.plies(node.depth, index);
        (plies - Depth::from(!node.window.is_null())).clamp(0, node.depth - 2)
    }
    // ANCHOR_END: reduction
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn logarithms_are_those_of_the_library_in_whole_1024ths() {
        for n in 1..=1_000_u32 {
            let exact = f64::from(n).ln() * 1024.0;
            let found = ln(n.into()) as f64;
            assert!(exact - found > -0.01 && exact - found < 1.05, "{n}: {found} for {exact}");
        }
    }

    #[test]
    fn reductions_follow_the_formula() {
        let table = Reductions::new(&SearchParams::default());
        for depth in 1..70 {
            for index in 0..70 {
                let [d, m] = [depth, index as Depth + 1].map(|n| f64::from(n.min(64)).min(64.0));
                let exact = 0.75 + d.min(63.0).ln() * m.ln() / 2.25;
                let found = f64::from(table.plies(depth, index));
                assert!((exact - found) > -0.01 && exact - found < 1.01, "{depth} {index}");
            }
        }
        assert_eq!([3, 6, 10].map(|depth| table.plies(depth, 3)), [1, 1, 2]);
    }
}
