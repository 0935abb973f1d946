//! What a build of the book has to say: its faults, and how much of the code it shows.
//!
//! Checks don't stop at the first fault. Each pushes what it finds into a shared [`Report`], and the
//! build fails at its end with the whole list.

pub use stages::fault::Fault;
use std::path::Path;
use std::sync::{Arc, Mutex};

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
    /// Lines of code that the stage adds to the engine, as the census counts them.
    pub added: usize,
    /// Those of them that a snippet in the text shows.
    pub shown: usize,
    /// Those that no snippet shows and that are `use` declarations: a chapter may leave them out.
    pub imports: usize,
}

impl Coverage {
    /// The shown share of what has to be shown, in percent; none where that is nothing.
    pub fn share(&self) -> Option<f64> {
        let wanted = self.added - self.imports;
        (wanted > 0).then(|| 100.0 * self.shown as f64 / wanted as f64)
    }
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
