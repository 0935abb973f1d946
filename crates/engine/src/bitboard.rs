//! Sets of squares in one machine word.
//!
//! Bit 0 is a1, bit 63 is h8. A set knows nothing of pieces: what it means is its user's matter.

use crate::types::Square;
use std::fmt;
use std::ops::{BitAnd, BitOr, BitOrAssign, BitXor, BitXorAssign, Not};

// ANCHOR: bitboard
/// A set of squares.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Bitboard(pub u64);

impl Bitboard {
    pub const EMPTY: Self = Self(0);
    pub const ALL: Self = Self(!0);

    /// The set of one square.
    pub const fn of(square: Square) -> Self {
        Self(1 << square.index())
    }

    pub const fn has(self, square: Square) -> bool {
        self.0 & Self::of(square).0 != 0
    }

    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    pub const fn count(self) -> u32 {
        self.0.count_ones()
    }

    /// The first square of the set, counted from a1.
    pub const fn first(self) -> Option<Square> {
        if self.is_empty() {
            return None;
        }
        Some(Square::from_index(self.0.trailing_zeros() as usize))
    }
}
// ANCHOR_END: bitboard

// ANCHOR: shift
impl Bitboard {
    /// The set with each square moved by `step`: 8 is one rank up the board, −8 one down.
    pub const fn shift(self, step: isize) -> Self {
        if step >= 0 { Self(self.0 << step) } else { Self(self.0 >> -step) }
    }
}
// ANCHOR_END: shift

// ANCHOR: iterator
/// Takes the squares out one by one, from a1 to h8.
impl Iterator for Bitboard {
    type Item = Square;

    fn next(&mut self) -> Option<Square> {
        let square = self.first()?;
        // Subtracting one borrows up to the lowest bit, so the `and` clears just that bit.
        self.0 &= self.0 - 1;
        Some(square)
    }
}
// ANCHOR_END: iterator

// ANCHOR: operators
impl BitAnd for Bitboard {
    type Output = Self;

    fn bitand(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }
}

impl BitOr for Bitboard {
    type Output = Self;

    fn bitor(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }
}

impl BitXor for Bitboard {
    type Output = Self;

    fn bitxor(self, other: Self) -> Self {
        Self(self.0 ^ other.0)
    }
}

impl Not for Bitboard {
    type Output = Self;

    fn not(self) -> Self {
        Self(!self.0)
    }
}
// ANCHOR_END: operators

// ANCHOR: operators-assign
impl BitOrAssign for Bitboard {
    fn bitor_assign(&mut self, other: Self) {
        *self = *self | other;
    }
}

impl BitXorAssign for Bitboard {
    fn bitxor_assign(&mut self, other: Self) {
        *self = *self ^ other;
    }
}
// ANCHOR_END: operators-assign

// ANCHOR: display
/// Eight lines of eight, rank 8 first: `x` for a member, `.` for the rest.
impl fmt::Display for Bitboard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for rank in (0..8).rev() {
            for file in 0..8 {
                let mark = if self.has(Square::new(file, rank)) { 'x' } else { '.' };
                write!(f, "{mark}{}", if file < 7 { " " } else { "\n" })?;
            }
        }
        Ok(())
    }
}
// ANCHOR_END: display
