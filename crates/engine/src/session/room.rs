//! Room for a transposition table: what the machine can give, and how one table makes way for
//! another.

use crate::search::Memory;
use crate::search::tt::TranspositionTable;
use std::{fs, iter};

// ANCHOR: resize
/// Gives the memory an empty table of so many megabytes, where so many are free. If there is no room
/// for it the old table stays, with what it knows. The error says why.
pub(super) fn resize(
    memory: &mut Memory,
    megabytes: usize,
    free: Option<usize>,
) -> Result<(), String> {
    let old = memory.table.megabytes();
    if fits_beside(megabytes, old, free)? {
        *memory = Memory::new(TranspositionTable::new(megabytes)?);
        return Ok(());
    }
    // The smallest table stands in, so that the old one is gone before the new one is made.
    *memory = Memory::new(TranspositionTable::new(1)?);
    TranspositionTable::new(megabytes).map(|table| *memory = Memory::new(table)).map_err(|reason| {
        let sizes = iter::successors(Some(old), |size| (*size > 1).then_some(size / 2));
        if let Some(table) = sizes.flat_map(TranspositionTable::new).next() {
            *memory = Memory::new(table);
        }
        format!("{reason}; a table of {} MB begins anew", memory.table.megabytes())
    })
}

/// Whether a new table can be made while the old one is still there. If not, the old one's room
/// counts as free, too; the error says that even so there isn't enough.
fn fits_beside(megabytes: usize, old: usize, free: Option<usize>) -> Result<bool, String> {
    match free.map(|free| (free, free + old)) {
        Some((_, room)) if megabytes > room => {
            Err(format!("{megabytes} MB are more than the {room} MB that are free"))
        }
        Some((free, _)) => Ok(megabytes <= free),
        // Where the machine doesn't tell, trying is all there is.
        None => Ok(true),
    }
}

/// The megabytes that the machine can give, where it tells.
pub(super) fn free_megabytes() -> Option<usize> {
    let text = fs::read_to_string("/proc/meminfo").ok()?;
    let line = text.lines().find_map(|line| line.strip_prefix("MemAvailable:"))?;
    let kilobytes: usize = line.split_whitespace().next()?.parse().ok()?;
    Some(kilobytes / 1024)
}
// ANCHOR_END: resize

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::tt::{Bound, Entry};

    /// More than any address space has, so that it can't be had whatever the machine says.
    const TOO_MUCH: usize = 1 << 43;

    /// A memory of four megabytes that knows one position.
    fn memory() -> Memory {
        let mut memory = Memory::new(TranspositionTable::new(4).unwrap());
        memory.table.store(1, Entry { mv: None, score: 0, depth: 1, bound: Bound::Exact });
        memory
    }

    /// The size after a change, and whether the position is still known.
    fn resized(megabytes: usize, free: Option<usize>) -> (Result<(), String>, usize, bool) {
        let mut memory = memory();
        let result = resize(&mut memory, megabytes, free);
        (result, memory.table.megabytes(), memory.table.probe(1).is_some())
    }

    #[test]
    fn a_table_of_any_size_that_fits_is_made() {
        for free in [None, Some(0), Some(2), Some(100)] {
            for megabytes in [1, 2, 3, 4] {
                assert_eq!(resized(megabytes, free), (Ok(()), megabytes, false), "{free:?}");
            }
        }
        // The old table makes way for a larger one.
        assert_eq!(resized(6, Some(2)), (Ok(()), 6, false));
    }

    #[test]
    fn without_room_the_old_table_stays_and_knows_what_it_knew() {
        let refused = Err("7 MB are more than the 6 MB that are free".to_owned());
        assert_eq!(resized(7, Some(2)), (refused, 4, true));
        for free in [None, Some(TOO_MUCH)] {
            let (result, megabytes, known) = resized(TOO_MUCH, free);
            assert!(result.unwrap_err().starts_with("the machine doesn't give "));
            assert_eq!((megabytes, known), (4, true));
        }
    }

    #[test]
    fn a_promise_that_the_machine_breaks_leaves_a_table() {
        let (result, megabytes, known) = resized(TOO_MUCH, Some(TOO_MUCH - 1));
        assert!(result.unwrap_err().ends_with("; a table of 4 MB begins anew"));
        assert_eq!((megabytes, known), (4, false));
    }
}
