//! What differs between a recorded result and a new one, cell by cell.

use crate::line;
use literate::results::{Measured, Row};

/// One place at which two results differ.
#[derive(Debug, PartialEq, Eq)]
pub struct Difference {
    /// As `row start, column d3`.
    pub place: String,
    /// Row and column, where it's a cell.
    pub cell: Option<(String, String)>,
    pub old: String,
    pub new: String,
}

/// All differences of what was measured. Words and provenance are left aside.
pub fn cells(old: &Measured, new: &Measured) -> Vec<Difference> {
    let mut found = Vec::new();
    let mut push = |place: String, cell: Option<(String, String)>, old: String, new: String| {
        if old != new {
            found.push(Difference { place, cell, old, new });
        }
    };
    let names = |measured: &Measured| {
        let keys = measured.columns.iter().map(|c| format!("{} ({})", c.key, c.label));
        keys.collect::<Vec<_>>().join(", ")
    };
    push("columns".to_owned(), None, names(old), names(new));
    let order = |measured: &Measured| {
        let keys = measured.rows.iter().map(|r| format!("{} ({})", r.key, r.label));
        keys.collect::<Vec<_>>().join(", ")
    };
    push("rows".to_owned(), None, order(old), order(new));
    for (row, old_row, new_row) in rows(old, new) {
        for column in columns(old_row, new_row) {
            let cell = |row: Option<&Row>| line::cell(row.and_then(|row| row.cells.get(column)));
            let place = format!("row {row}, column {column}");
            let key = (row.to_owned(), column.to_owned());
            push(place, Some(key), cell(old_row), cell(new_row));
        }
    }
    push("tree".to_owned(), None, nodes(old), nodes(new));
    if let Some(at) = old.tree.iter().zip(&new.tree).position(|(a, b)| a != b) {
        // A tree that differs at one node differs at most nodes behind it, so the first is enough.
        let shown = |tree: &[String]| format!("`{}`", tree[at].trim_start());
        push(format!("tree, node {at}"), None, shown(&old.tree), shown(&new.tree));
    }
    let length = old.session.len().max(new.session.len());
    for index in 0..length {
        let (a, b) = (old.session.get(index), new.session.get(index));
        let input = b.or(a).map(|exchange| exchange.input.as_str()).unwrap_or_default();
        let lines = |exchange: Option<&literate::results::Exchange>| {
            exchange.map(|exchange| exchange.output.clone()).unwrap_or_default()
        };
        let (old_lines, new_lines) = (lines(a), lines(b));
        for at in 0..old_lines.len().max(new_lines.len()) {
            let shown = |lines: &[String]| {
                lines.get(at).map_or_else(|| "nothing".to_owned(), |line| format!("`{line}`"))
            };
            let place = format!("answer to `{input}`, line {}", at + 1);
            push(place, None, shown(&old_lines), shown(&new_lines));
        }
    }
    found
}

fn nodes(measured: &Measured) -> String {
    literate::html::count(measured.tree.len(), "node")
}

type Pair<'r> = (&'r str, Option<&'r Row>, Option<&'r Row>);

/// The rows of both by key: the new ones in order, then those that are gone.
fn rows<'r>(old: &'r Measured, new: &'r Measured) -> Vec<Pair<'r>> {
    let find = |measured: &'r Measured, key: &str| measured.rows.iter().find(|row| row.key == key);
    let kept = new.rows.iter().map(|row| (row.key.as_str(), find(old, &row.key), Some(row)));
    let gone = old.rows.iter().filter(|row| find(new, &row.key).is_none());
    kept.chain(gone.map(|row| (row.key.as_str(), Some(row), None))).collect()
}

fn columns<'r>(old: Option<&'r Row>, new: Option<&'r Row>) -> Vec<&'r str> {
    let mut keys: Vec<&str> = [old, new]
        .into_iter()
        .flatten()
        .flat_map(|row| row.cells.keys())
        .map(String::as_str)
        .collect();
    keys.sort_unstable();
    keys.dedup();
    keys
}
