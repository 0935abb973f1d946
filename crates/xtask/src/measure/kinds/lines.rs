//! Tables of the engine's lines of code, a row a stage, counted from git objects.
//!
//! No engine runs, and the counting is `literate`'s, so that a chapter's scorecard says the same.

use super::{Declared, Kind};
use crate::measure::place::Place;
use crate::measure::reading::Reading;
use anyhow::{Context, Result, ensure};
use literate::census::Census;
use literate::results::{Cell, Column, Row};
use serde::Deserialize;

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

    fn of(self, census: &Census) -> Cell {
        let number = match self {
            Self::Files => census.files,
            Self::Code => census.code,
            Self::Comments => census.comments,
            Self::Tests => census.tests,
            Self::Added => census.added,
            Self::Removed => census.removed,
        };
        Cell::Whole(i64::try_from(number).unwrap_or(i64::MAX))
    }
}

impl Declared for Lines {
    fn checked(self) -> Result<Self> {
        ensure!(!self.columns.is_empty(), "there are no columns; list at least `code`");
        Ok(self)
    }
}

impl Kind for Lines {
    /// A row for each stage up to the table's own, against the stage before.
    fn measure(&self, place: &Place) -> Result<Reading> {
        // A working copy has no commit to count at.
        let newest = place.stage().context("lines are counted at stages; name the newest one")?;
        let mut rows = Vec::new();
        let mut previous: Option<&str> = None;
        for stage in place.manifest().stages.iter().filter(|s| s.number <= newest.number) {
            place.tell(&stage.tag);
            ensure!(
                place.repo().commit(&stage.commit).is_some(),
                "stage {}'s commit isn't here; run `cargo xtask stages verify`",
                stage.number
            );
            let census = Census::take(place.repo(), &stage.commit, previous)?;
            let cell = |&count: &Count| (count.column().key, count.of(&census));
            rows.push(Row {
                key: format!("s{}", stage.number),
                label: format!("{}. {}", stage.number, stage.title),
                cells: self.columns.iter().map(cell).collect(),
            });
            previous = Some(&stage.commit);
        }
        let columns = self.columns.iter().map(|count| count.column()).collect();
        Ok(Reading { columns, rows, ..Reading::default() })
    }

    fn is_always_measured(&self) -> bool {
        true
    }

    fn runs_engine(&self) -> bool {
        false
    }
}
