//! What was measured: one JSON file a table or a session, in `stages/results/`.
//!
//! `xtask measure` writes these files, the book reads them. A file is a pure function of the engine
//! tree that it names and of its declaration in `stages/measure.toml`, but for `provenance`.

use anyhow::{Context, Result};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::path::Path;

/// The folder of the results, from the repository's root.
pub const FOLDER: &str = "stages/results";

/// One measured table or session.
#[derive(Clone, Debug, Deserialize, Serialize, PartialEq)]
#[serde(deny_unknown_fields)]
pub struct Measured {
    pub id: String,
    /// What the declaration says: `perft`, `bench`, `session` and so on.
    pub kind: String,
    /// Caption of the table.
    pub title: String,
    /// A stage's tag, or `main`.
    pub stage: String,
    /// Id of the engine's tree that was measured.
    pub engine_tree: String,
    /// The declaration that led to this result: when it changes, the result is stale.
    pub declared: serde_json::Value,
    /// Heading of the column that holds the rows' labels.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub corner: String,
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
    /// Cells that prose may quote, as `row.column`. Each one must be quoted somewhere.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub quote: Vec<String>,
    /// Present where the numbers depend on a machine or a day: shown with it, and never frozen.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub provenance: Option<Provenance>,
}

#[derive(Clone, Debug, Deserialize, Serialize, PartialEq, Eq)]
#[serde(deny_unknown_fields)]
pub struct Column {
    pub key: String,
    pub label: String,
}

#[derive(Clone, Debug, Deserialize, Serialize, PartialEq)]
#[serde(deny_unknown_fields)]
pub struct Row {
    pub key: String,
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
    /// Reads the result `id`; `None` if it was never measured.
    pub fn load(root: &Path, id: &str) -> Result<Option<Self>> {
        let name = format!("{FOLDER}/{id}.json");
        let text = match std::fs::read_to_string(root.join(&name)) {
            Ok(text) => text,
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(None),
            Err(error) => return Err(error).with_context(|| format!("{name}: can't be read")),
        };
        let measured = serde_json::from_str(&text).with_context(|| {
            format!("{name}: not a result file; run `cargo xtask measure --fresh --only {id}`")
        })?;
        Ok(Some(measured))
    }

    /// The text of the file: the same bytes for the same result.
    pub fn to_json(&self) -> String {
        let mut text = serde_json::to_string_pretty(self).expect("a result holds no odd keys");
        text.push('\n');
        text
    }

    pub fn cell(&self, row: &str, column: &str) -> Option<&Cell> {
        self.rows.iter().find(|r| r.key == row)?.cells.get(column)
    }
}
