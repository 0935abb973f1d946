//! What was measured: one JSON file a table or a session, in `stages/results/`.
//!
//! `xtask measure` writes these files, the book reads them. A file is a pure function of the engine
//! whose identity it names and of its declaration in `stages/measure.toml`, but for `provenance`. It
//! holds what came out; words that the declaration has are added when it's read.

use crate::declared::Entry;
use anyhow::{Context, Result};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::path::Path;

/// The folder of the results, from the repository's root.
pub const FOLDER: &str = "stages/results";

/// One measured table or session.
#[derive(Clone, Debug, Default, Deserialize, Serialize, PartialEq)]
#[serde(deny_unknown_fields)]
pub struct Measured {
    #[serde(skip)]
    pub id: String,
    /// Caption of the table.
    #[serde(skip)]
    pub title: String,
    /// A stage's tag, or `main`.
    #[serde(skip)]
    pub stage: String,
    /// Heading of the column that holds the rows' labels.
    #[serde(skip)]
    pub corner: String,
    /// Identity of the engine that was measured.
    pub engine: String,
    /// Digest of the declaration that led to this result: when it changes, the result is stale.
    pub declared: String,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub columns: Vec<Column>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub rows: Vec<Row>,
    /// A console session, exchange by exchange.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub session: Vec<Exchange>,
    /// A traced search, a line a node, as `tree::Node` reads it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub tree: Vec<String>,
    /// Present where the numbers depend on a machine or a day: shown with it, and never frozen.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub provenance: Option<Provenance>,
}

#[derive(Clone, Debug, Deserialize, Serialize, PartialEq, Eq)]
#[serde(deny_unknown_fields)]
pub struct Column {
    pub key: String,
    /// In the file only where the declaration doesn't give it.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub label: String,
}

#[derive(Clone, Debug, Deserialize, Serialize, PartialEq)]
#[serde(deny_unknown_fields)]
pub struct Row {
    pub key: String,
    /// In the file only where the declaration doesn't give it.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub label: String,
    pub cells: BTreeMap<String, Cell>,
}

/// What stands in a table.
#[derive(Clone, Debug, Deserialize, Serialize, PartialEq)]
#[serde(untagged)]
pub enum Cell {
    /// A count.
    Whole(i64),
    /// A ratio or a share, already rounded to what is shown.
    Decimal(f64),
    Text(String),
}

/// What was typed and what the engine answered.
#[derive(Clone, Debug, Deserialize, Serialize, PartialEq, Eq)]
#[serde(deny_unknown_fields)]
pub struct Exchange {
    pub input: String,
    /// The answer line by line, masked where the declaration says so.
    pub output: Vec<String>,
}

/// Where and when a number was made that another machine would make differently.
#[derive(Clone, Debug, Deserialize, Serialize, PartialEq, Eq)]
#[serde(deny_unknown_fields)]
pub struct Provenance {
    pub processor: String,
    /// As `2026-11-30`.
    pub date: String,
    /// Compiler and settings.
    pub settings: String,
}

impl Measured {
    /// The file of the result `id`, from the root.
    pub fn file(id: &str) -> String {
        format!("{FOLDER}/{id}.json")
    }

    /// Reads the result of a declaration, with its words; `None` if it was never measured.
    pub fn load(root: &Path, entry: &Entry) -> Result<Option<Self>> {
        let (id, name) = (&entry.id, Self::file(&entry.id));
        let text = match std::fs::read_to_string(root.join(&name)) {
            Ok(text) => text,
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(None),
            Err(error) => return Err(error).with_context(|| format!("{name}: can't be read")),
        };
        let mut measured: Self = serde_json::from_str(&text).with_context(|| {
            format!("{name}: not a result file; run `cargo xtask measure --fresh --only {id}`")
        })?;
        measured.caption(entry);
        Ok(Some(measured))
    }

    /// Gives the result the words of its declaration.
    pub fn caption(&mut self, entry: &Entry) {
        self.id = entry.id.clone();
        self.title = entry.title.clone();
        self.stage = entry.stage.clone();
        self.corner = entry.corner.clone();
        for Column { key, label } in &mut self.columns {
            if let Some(declared) = entry.column_label(key) {
                *label = declared.to_owned();
            }
        }
        for Row { key, label, .. } in &mut self.rows {
            if let Some(declared) = entry.row_label(key) {
                *label = declared.to_owned();
            }
        }
    }

    /// The text of the file, without what the declaration says: the same bytes for the same result.
    pub fn to_json(&self, entry: &Entry) -> String {
        let mut bare = self.clone();
        for Column { key, label } in &mut bare.columns {
            if entry.column_label(key).is_some() {
                label.clear();
            }
        }
        for Row { key, label, .. } in &mut bare.rows {
            if entry.row_label(key).is_some() {
                label.clear();
            }
        }
        let mut text = serde_json::to_string_pretty(&bare).expect("a result holds no odd keys");
        text.push('\n');
        text
    }

    pub fn cell(&self, row: &str, column: &str) -> Option<&Cell> {
        self.rows.iter().find(|r| r.key == row)?.cells.get(column)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::declared;

    const DECLARED: &str = "[[table]]\nid = \"perft\"\nstage = \"stage-03-moves\"\nkind = \"perft\"\n\
        title = \"Leaves\"\ncorner = \"Position\"\nrow = [{ key = \"start\", label = \"Start\" }]\n";

    #[test]
    fn a_file_holds_no_word_of_its_declaration() {
        let entry = declared::parse(DECLARED).unwrap().remove(0);
        let row = |key: &str, label: &str| Row {
            key: key.to_owned(),
            label: label.to_owned(),
            cells: BTreeMap::from([("d1".to_owned(), Cell::Whole(20))]),
        };
        let column = Column { key: "d1".to_owned(), label: "Depth 1".to_owned() };
        let rows = vec![row("start", "Start"), row("total", "Total")];
        let mut measured = Measured { columns: vec![column], rows, ..Measured::default() };
        measured.caption(&entry);
        let text = measured.to_json(&entry);
        for word in ["Leaves", "Position", "stage-03-moves", "Start"] {
            assert!(!text.contains(word), "{word}: {text}");
        }
        let root = tempfile::tempdir().unwrap();
        std::fs::create_dir_all(root.path().join(FOLDER)).unwrap();
        assert_eq!(Measured::load(root.path(), &entry).unwrap(), None);
        std::fs::write(root.path().join(Measured::file("perft")), text).unwrap();
        assert_eq!(Measured::load(root.path(), &entry).unwrap(), Some(measured));
    }
}
