//! A fault that a check found: where it is, what is wrong, what to do about it.

use std::fmt;
use std::path::{Path, PathBuf};

/// One thing that is wrong with a text or a manifest.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Fault {
    /// The file to open, relative to the repository's root.
    pub file: PathBuf,
    /// Line in that file, counted from 1; 0 where the fault is the file's as a whole.
    pub line: usize,
    /// What is wrong, without a final stop.
    pub what: String,
    /// What the author can do, as an imperative, without a final stop.
    pub cure: String,
}

impl Fault {
    pub fn new(
        file: impl AsRef<Path>,
        line: usize,
        what: impl Into<String>,
        cure: impl Into<String>,
    ) -> Self {
        Self { file: file.as_ref().to_owned(), line, what: what.into(), cure: cure.into() }
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}: {}; {}", self.file.display(), self.line, self.what, self.cure)
    }
}
