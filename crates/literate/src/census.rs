//! Counts the engine's lines at a commit, and what changed since another one.
//!
//! What a line of code is stands here alone: the chapter's scorecard, what its end says of the lines
//! shown, and the measured table of lines all ask [`is_code`], so they can't differ. It counts sources of
//! the engine only: `crates/engine/src`, anchors left out.

use crate::diff::Change;
use crate::git::Repo;
use crate::outline::{Place, outline};
use crate::source::Source;
use anyhow::Result;
use std::collections::BTreeSet;

/// The folder whose lines are counted, from the repository's root.
pub const SOURCES: &str = "crates/engine/src/";

/// Lines of the engine.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Census {
    pub files: usize,
    /// Neither blank nor comment nor test.
    pub code: usize,
    /// Nothing but a comment, documentation included.
    pub comments: usize,
    /// In test modules and test files, blank lines apart.
    pub tests: usize,
    /// Lines of code that the earlier commit lacks.
    pub added: usize,
    /// Lines of code of the earlier commit that are gone.
    pub removed: usize,
}

impl Census {
    /// Counts at `commit`, a full id, against `previous`, or against nothing.
    pub fn take(repo: &Repo, commit: &str, previous: Option<&str>) -> Result<Self> {
        let new = sources(repo, commit)?;
        let old = previous.map(|commit| sources(repo, commit)).transpose()?.unwrap_or_default();
        let mut census = Self { files: new.len(), ..Self::default() };
        for path in new.union(&old) {
            let after = repo.read(commit, path)?.unwrap_or_default();
            let before = match previous {
                Some(commit) => repo.read(commit, path)?.unwrap_or_default(),
                None => String::new(),
            };
            census.count(path, &before, &after);
        }
        Ok(census)
    }

    fn count(&mut self, path: &str, before: &str, after: &str) {
        let (before, after) = (Lines::new(path, before), Lines::new(path, after));
        for kind in &after.kinds {
            match kind {
                Kind::Code => self.code += 1,
                Kind::Comment => self.comments += 1,
                Kind::Test => self.tests += 1,
                Kind::Blank => {}
            }
        }
        let change = Change::between(&before.texts(), &after.texts());
        let code = |kinds: &[Kind], marks: &[bool]| {
            kinds.iter().zip(marks).filter(|(kind, mark)| **kind == Kind::Code && **mark).count()
        };
        self.added += code(&after.kinds, &change.added);
        self.removed += code(&before.kinds, &change.gone);
    }
}

fn sources(repo: &Repo, commit: &str) -> Result<BTreeSet<String>> {
    let listing = repo.listing(commit)?;
    Ok(listing.keys().filter(|path| is_source(path)).cloned().collect())
}

fn is_source(path: &str) -> bool {
    path.starts_with(SOURCES) && path.ends_with(".rs")
}

/// Whether a line of the file `path` is a line of code: one of the engine's sources, and neither blank nor
/// comment nor test.
pub fn is_code(path: &str, text: &str, place: &Place) -> bool {
    is_source(path) && Kind::of(path, text, place) == Kind::Code
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Code,
    Comment,
    Test,
    Blank,
}

impl Kind {
    fn of(path: &str, text: &str, place: &Place) -> Self {
        match () {
            () if text.trim().is_empty() => Self::Blank,
            () if place.test || is_test_file(path) => Self::Test,
            () if place.comment => Self::Comment,
            () => Self::Code,
        }
    }
}

/// A file below `tests/`, or the `tests.rs` of a module.
pub(crate) fn is_test_file(path: &str) -> bool {
    path.contains("/tests/") || path.ends_with("/tests.rs")
}

struct Lines {
    source: Source,
    kinds: Vec<Kind>,
}

impl Lines {
    fn new(path: &str, text: &str) -> Self {
        let source = Source::parse(text);
        let texts: Vec<&str> = source.lines.iter().map(|line| line.text.as_str()).collect();
        let places = outline(&texts);
        let kinds =
            texts.iter().zip(&places).map(|(text, place)| Kind::of(path, text, place)).collect();
        Self { source, kinds }
    }

    fn texts(&self) -> Vec<&str> {
        self.source.lines.iter().map(|line| line.text.as_str()).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_kind_of_line_is_counted_once() {
        let mut census = Census::default();
        let before = "//! Head.\nfn old() {}\n";
        let after = "//! Head.\n// ANCHOR: x\nfn new() {}\n// ANCHOR_END: x\n\n#[cfg(test)]\nmod tests {\n    // Why.\n}\n";
        census.count("crates/engine/src/a.rs", before, after);
        let wanted = Census { files: 0, code: 1, comments: 1, tests: 4, added: 1, removed: 1 };
        assert_eq!(census, wanted);
    }
}
