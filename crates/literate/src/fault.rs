//! A fault of the book: where it is, what is wrong, what to do about it.
//!
//! Checks don't stop at the first fault. Each pushes what it finds into a shared [`Report`], and the
//! build fails at its end with the whole list.

use std::fmt;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};

/// One thing that is wrong with the book.
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

/// A fault whose place only the caller knows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Problem {
    pub what: String,
    pub cure: String,
}

impl Problem {
    pub fn new(what: impl Into<String>, cure: impl Into<String>) -> Self {
        Self { what: what.into(), cure: cure.into() }
    }

    pub fn at(self, file: impl AsRef<Path>, line: usize) -> Fault {
        Fault::new(file, line, self.what, self.cure)
    }
}

/// How much of a stage's new code its chapter shows, in lines.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Coverage {
    pub chapter: String,
    /// Lines of the engine added since the previous stage, without tests, `use`, blanks and anchors.
    pub added: usize,
    /// Those of them that a snippet in the text shows.
    pub shown: usize,
}

/// What a build of the book has to say, shared by all its parts: clones push into the same lists.
#[derive(Clone, Debug, Default)]
pub struct Report {
    faults: Arc<Mutex<Vec<Fault>>>,
    coverage: Arc<Mutex<Vec<Coverage>>>,
}

impl Report {
    pub fn push(&self, fault: Fault) {
        self.faults.lock().expect("no check panics while it reports").push(fault);
    }

    /// Notes a chapter's coverage, in place of what an earlier run noted of it.
    pub fn cover(&self, coverage: Coverage) {
        let mut list = self.coverage.lock().expect("no check panics while it reports");
        match list.iter_mut().find(|known| known.chapter == coverage.chapter) {
            Some(known) => *known = coverage,
            None => list.push(coverage),
        }
    }

    /// All faults so far, in the order of files and lines, each once.
    pub fn faults(&self) -> Vec<Fault> {
        let mut faults = self.faults.lock().expect("no check panics while it reports").clone();
        faults.sort();
        faults.dedup();
        faults
    }

    /// Coverage by chapter, in the order of the book.
    pub fn coverage(&self) -> Vec<Coverage> {
        self.coverage.lock().expect("no check panics while it reports").clone()
    }
}
