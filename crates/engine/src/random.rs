//! One fixed sequence of random numbers.
//!
//! The engine needs numbers that look random and never change: a table that is filled from the
//! clock would make every run another engine.

// ANCHOR: random
/// SplitMix64 (Steele, Lea and Flood, 2014): a counter whose every value is stirred well.
#[derive(Clone, Debug)]
pub struct Random(u64);

impl Random {
    pub const fn new(seed: u64) -> Self {
        Self(seed)
    }

    /// Draws the next number of the sequence.
    pub const fn draw(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let word = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let word = (word ^ (word >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        word ^ (word >> 31)
    }
}
// ANCHOR_END: random
