//! Tables of the engine's lines of code, a row a stage, counted from git objects.
//!
//! No engine runs. Lines are told apart by the layout that rustfmt gives them, not by parsing: the
//! sources of every stage are formatted, and a later compiler's syntax can't break the count.

use super::{Place, Reading};
use anyhow::{Result, ensure};
use literate::git::Repo;
use literate::results::{Cell, Column, Row};
use serde::Deserialize;
use similar::{ChangeTag, TextDiff};
use std::collections::{BTreeMap, BTreeSet};

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Lines {
    #[serde(default = "all")]
    columns: Vec<Count>,
}

#[derive(Clone, Copy, Debug, Deserialize, PartialEq, Eq)]
#[serde(rename_all = "snake_case")]
enum Count {
    /// Source files.
    Files,
    /// Lines of code: no blank line, comment or test.
    Code,
    Comments,
    /// Lines of tests, in the sources and in files of their own.
    Tests,
    /// Lines of code that the stage before didn't have.
    Added,
    /// Lines of code of the stage before that are gone.
    Removed,
}

fn all() -> Vec<Count> {
    use Count::{Added, Code, Comments, Files, Removed, Tests};
    vec![Files, Code, Comments, Tests, Added, Removed]
}

impl Count {
    fn column(self) -> Column {
        let (key, label) = match self {
            Self::Files => ("files", "Files"),
            Self::Code => ("code", "Code"),
            Self::Comments => ("comments", "Comments"),
            Self::Tests => ("tests", "Tests"),
            Self::Added => ("added", "Added"),
            Self::Removed => ("removed", "Removed"),
        };
        Column { key: key.to_owned(), label: label.to_owned() }
    }
}

impl Lines {
    pub fn checked(self) -> Result<Self> {
        ensure!(!self.columns.is_empty(), "there are no columns; list at least `code`");
        Ok(self)
    }

    /// A row for each stage up to the table's own; for main also what main has beyond the last one.
    pub fn measure(&self, place: &Place) -> Result<Reading> {
        let mut before = Source::default();
        let mut last = None;
        let mut rows = Vec::new();
        let up_to = place.stage().map_or(u32::MAX, |stage| stage.number);
        for stage in place.manifest().stages.iter().filter(|stage| stage.number <= up_to) {
            let source = Source::read(place.repo(), &stage.tree)?;
            let label = format!("{}. {}", stage.number, stage.title);
            rows.push(self.row(format!("s{}", stage.number), label, &before, &source));
            before = source;
            last = Some(&stage.tree);
        }
        if place.stage().is_none() && last.is_none_or(|tree| tree != place.tree()) {
            let source = Source::read(place.repo(), place.tree())?;
            rows.push(self.row("main".to_owned(), "main".to_owned(), &before, &source));
        }
        let columns = self.columns.iter().map(|count| count.column()).collect();
        Ok(Reading { columns, rows, ..Reading::default() })
    }

    fn row(&self, key: String, label: String, before: &Source, source: &Source) -> Row {
        let (added, removed) = changes(before, source);
        let value = |count: Count| match count {
            Count::Files => source.files.len(),
            Count::Code => source.files.values().map(Vec::len).sum(),
            Count::Comments => source.comments,
            Count::Tests => source.tests,
            Count::Added => added,
            Count::Removed => removed,
        };
        let cell = |&count: &Count| (count.column().key, Cell::Whole(value(count) as i64));
        Row { key, label, cells: self.columns.iter().map(cell).collect() }
    }
}

/// The engine's sources at one tree.
#[derive(Default)]
struct Source {
    /// The lines of code of each file.
    files: BTreeMap<String, Vec<String>>,
    comments: usize,
    tests: usize,
}

impl Source {
    fn read(repo: &Repo, tree: &str) -> Result<Self> {
        let mut source = Self::default();
        for folder in ["src", "tests"] {
            for path in repo.files(tree, folder)?.into_iter().filter(|path| path.ends_with(".rs")) {
                let text = repo.read(tree, &path)?.unwrap_or_default();
                let is_test = path.split('/').any(|part| part == "tests" || part == "tests.rs");
                source.add(path, &text, is_test);
            }
        }
        Ok(source)
    }

    fn add(&mut self, path: String, text: &str, is_test: bool) {
        let mut code = Vec::new();
        for (line, class) in text.lines().zip(classes(text)) {
            match class {
                Class::Blank => {}
                Class::Code | Class::Comment | Class::Test if is_test => self.tests += 1,
                Class::Test => self.tests += 1,
                Class::Comment => self.comments += 1,
                Class::Code => code.push(line.to_owned()),
            }
        }
        if !is_test {
            self.files.insert(path, code);
        }
    }
}

/// Lines of code added and removed from one tree to the next, file by file.
fn changes(before: &Source, source: &Source) -> (usize, usize) {
    let paths: BTreeSet<&String> = before.files.keys().chain(source.files.keys()).collect();
    let (mut added, mut removed) = (0, 0);
    for path in paths {
        let lines = |source: &Source| -> String {
            let lines = source.files.get(path).map(Vec::as_slice).unwrap_or_default();
            lines.iter().flat_map(|line| [line.as_str(), "\n"]).collect()
        };
        let (old, new) = (lines(before), lines(source));
        for change in TextDiff::from_lines(&old, &new).iter_all_changes() {
            match change.tag() {
                ChangeTag::Insert => added += 1,
                ChangeTag::Delete => removed += 1,
                ChangeTag::Equal => {}
            }
        }
    }
    (added, removed)
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Class {
    /// Blank, or the marker of an anchor.
    Blank,
    Comment,
    Code,
    Test,
}

fn classes(text: &str) -> Vec<Class> {
    let lines: Vec<&str> = text.lines().collect();
    let mut classes = Vec::with_capacity(lines.len());
    let mut in_comment = false;
    let mut test_end = 0;
    for (index, line) in lines.iter().enumerate() {
        let text = line.trim();
        if text.starts_with("#[cfg(test)]") && index >= test_end {
            test_end = end_of_item(&lines, index);
        }
        let comment = in_comment || text.starts_with("//") || text.starts_with("/*");
        in_comment = comment && !text.starts_with("//") && !text.contains("*/");
        classes.push(if text.is_empty() || is_anchor(text) {
            Class::Blank
        } else if index < test_end {
            Class::Test
        } else if comment {
            Class::Comment
        } else {
            Class::Code
        });
    }
    classes
}

fn is_anchor(text: &str) -> bool {
    let marker = text.strip_prefix("//").map(str::trim_start);
    marker.is_some_and(|m| m.starts_with("ANCHOR:") || m.starts_with("ANCHOR_END:"))
}

/// The line after the item that the attribute in line `start` belongs to.
fn end_of_item(lines: &[&str], start: usize) -> usize {
    let depth = |line: &str| line.len() - line.trim_start().len();
    let own = depth(lines[start]);
    let mut is_open = false;
    for (index, line) in lines.iter().enumerate().skip(start + 1) {
        let text = line.trim();
        if text.is_empty() || depth(line) != own {
            continue;
        }
        if !is_open && (text.starts_with("#[") || text.starts_with("//")) {
            continue;
        }
        // rustfmt closes an item at the depth at which it begins.
        if text.ends_with(['}', ';', ',']) {
            return index + 1;
        }
        is_open = true;
    }
    lines.len()
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = "\
//! A head.

use std::fmt; // why

// ANCHOR: sum
/* A block
   of comment. */
fn sum(a: u32) -> u32 {
    // Why.
    a + 1
}
// ANCHOR_END: sum

#[cfg(test)]
use fmt::Debug;

#[cfg(test)]
mod tests {
    #[test]
    fn sums() {
        assert_eq!(sum(1), 2);
    }
}

const LAST: u32 = 1;
";

    fn source(text: &str) -> Source {
        let mut source = Source::default();
        source.add("src/a.rs".to_owned(), text, false);
        source
    }

    #[test]
    fn lines_are_told_apart() {
        let source = source(TEXT);
        let code = [
            "use std::fmt; // why",
            "fn sum(a: u32) -> u32 {",
            "    a + 1",
            "}",
            "const LAST: u32 = 1;",
        ];
        assert_eq!(source.files["src/a.rs"], code);
        assert_eq!(source.comments, 4);
        assert_eq!(source.tests, 9);
    }

    #[test]
    fn what_is_added_and_removed_makes_up_the_difference() {
        let before = source(TEXT);
        let mut after =
            source(&TEXT.replace("a + 1", "a + 2").replace("const LAST: u32 = 1;\n", ""));
        after.add("src/b.rs".to_owned(), "fn b() {\n}\n", false);
        assert_eq!(changes(&before, &after), (3, 2));
        assert_eq!(changes(&before, &before), (0, 0));
        assert_eq!(changes(&Source::default(), &before), (5, 0));
    }
}
