//! What changed in a file from one stage to the next, line by line.
//!
//! It compares lines and knows nothing of commits. Among the ways to describe an insertion it takes
//! the one that a reader would: a new function begins at its head, not at the bracket before it.

use similar::{Algorithm, DiffOp, capture_diff_slices};
use std::collections::BTreeMap;
use std::ops::Range;

/// The change, seen from the new file.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Change {
    /// For each line of the new file, whether the old one lacks it.
    pub added: Vec<bool>,
    /// For each line of the old file, whether the new one lacks it.
    pub gone: Vec<bool>,
    /// Lines of the old file that are gone, by the index of the new line that stands in their place.
    pub deleted: BTreeMap<usize, Vec<String>>,
}

impl Change {
    pub fn between(old: &[&str], new: &[&str]) -> Self {
        let mut change = Self {
            added: vec![false; new.len()],
            gone: vec![false; old.len()],
            deleted: BTreeMap::new(),
        };
        for op in capture_diff_slices(Algorithm::Patience, old, new) {
            let (tag, old_range, new_range) = op.as_tag_tuple();
            let new_range = match op {
                DiffOp::Insert { .. } => slide(new, new_range),
                _ => new_range,
            };
            if tag == similar::DiffTag::Equal {
                continue;
            }
            if !old_range.is_empty() {
                change.gone[old_range.clone()].fill(true);
                let gone = old[old_range].iter().map(|line| (*line).to_owned());
                change.deleted.entry(new_range.start).or_default().extend(gone);
            }
            change.added[new_range].fill(true);
        }
        change
    }

    /// A file that has no forerunner.
    pub fn all_new(lines: usize) -> Self {
        Self { added: vec![true; lines], ..Self::default() }
    }
}

/// Moves an insertion up or down over equal lines to where it begins best.
fn slide(new: &[&str], range: Range<usize>) -> Range<usize> {
    let mut lowest = range.start;
    while lowest > 0 && new[lowest - 1] == new[lowest + range.len() - 1] {
        lowest -= 1;
    }
    let mut highest = range.start;
    while highest + range.len() < new.len() && new[highest] == new[highest + range.len()] {
        highest += 1;
    }
    let start = (lowest..=highest).min_by_key(|&start| awkwardness(new, start));
    let start = start.unwrap_or(range.start);
    start..start + range.len()
}

/// How odd it would look to begin a marked region at this line.
fn awkwardness(new: &[&str], start: usize) -> (bool, usize, bool) {
    let line = new.get(start).copied().unwrap_or_default();
    let indent = line.len() - line.trim_start().len();
    let after_blank = start == 0 || new[start - 1].trim().is_empty();
    (is_slight(line), indent, !after_blank)
}

/// Whether a line is blank or a lone closing bracket, and so says nothing by itself.
pub fn is_slight(line: &str) -> bool {
    let line = line.trim();
    line.trim_end_matches([',', ';']).chars().all(|c| matches!(c, ')' | ']' | '}'))
        && line != ";"
        && line != ","
}

#[cfg(test)]
mod tests {
    use super::*;

    fn marks(old: &str, new: &str) -> String {
        let (old, new): (Vec<&str>, Vec<&str>) = (old.lines().collect(), new.lines().collect());
        let change = Change::between(&old, &new);
        let mut out = String::new();
        for (index, line) in new.iter().enumerate() {
            for gone in change.deleted.get(&index).into_iter().flatten() {
                out.push_str(&format!("-{gone}|"));
            }
            out.push_str(&format!("{}{line}|", if change.added[index] { "+" } else { " " }));
        }
        for gone in change.deleted.get(&new.len()).into_iter().flatten() {
            out.push_str(&format!("-{gone}|"));
        }
        out
    }

    #[test]
    fn added_and_deleted_lines_are_told_apart() {
        assert_eq!(marks("a\nb\nc\n", "a\nx\nc\ny\n"), " a|-b|+x| c|+y|");
        assert_eq!(marks("a\nb\nc\n", "a\n"), " a|-b|-c|");
    }

    #[test]
    fn a_new_function_begins_at_its_head() {
        let old = "fn a() {\n}\n\nfn c() {\n}\n";
        let new = "fn a() {\n}\n\nfn b() {\n}\n\nfn c() {\n}\n";
        assert_eq!(marks(old, new), " fn a() {| }| |+fn b() {|+}|+| fn c() {| }|");
    }

    #[test]
    fn slight_lines() {
        for line in ["", "  ", "}", "    });", "],"] {
            assert!(is_slight(line), "{line:?}");
        }
        for line in ["} else {", "x", "{", ";"] {
            assert!(!is_slight(line), "{line:?}");
        }
    }
}
