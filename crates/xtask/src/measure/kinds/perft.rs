//! Tables of perft: leaf nodes of positions, by depth.

use super::{Declared, Kind};
use crate::measure::checks::{check_depths, check_rows};
use crate::measure::place::Place;
use crate::measure::reading::Reading;
use anyhow::{Context, Result, ensure};
use literate::results::{Cell, Column, Row};
use serde::Deserialize;

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Perft {
    /// The columns.
    depths: Vec<u32>,
    row: Vec<Position>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Position {
    key: String,
    label: String,
    fen: String,
    /// Where a position isn't counted as deep as the others.
    depths: Option<Vec<u32>>,
}

impl Declared for Perft {
    fn checked(self) -> Result<Self> {
        check_depths(&self.depths)?;
        check_rows(self.row.iter().map(|row| (row.key.as_str(), row.label.as_str())))?;
        for row in &self.row {
            ensure!(!row.fen.trim().is_empty(), "row `{}` has an empty fen; give one", row.key);
            if let Some(depths) = &row.depths {
                check_depths(depths).with_context(|| format!("row `{}`", row.key))?;
                ensure!(
                    depths.iter().all(|depth| self.depths.contains(depth)),
                    "row `{}` has a depth that is no column; add it to the table's depths",
                    row.key
                );
            }
        }
        Ok(self)
    }
}

impl Kind for Perft {
    fn measure(&self, place: &Place) -> Result<Reading> {
        let mut rows = Vec::new();
        for position in &self.row {
            let mut row = Row {
                key: position.key.clone(),
                label: position.label.clone(),
                cells: Default::default(),
            };
            for depth in position.depths.as_ref().unwrap_or(&self.depths) {
                place.tell(&format!("{} to depth {depth}", position.key));
                let nodes = count(place, &position.fen, *depth)?;
                row.cells.insert(format!("d{depth}"), Cell::Whole(nodes));
            }
            rows.push(row);
        }
        let columns = self.depths.iter().map(|depth| depth_column(*depth)).collect();
        Ok(Reading { columns, rows, ..Reading::default() })
    }
}

pub fn depth_column(depth: u32) -> Column {
    Column { key: format!("d{depth}"), label: format!("Depth {depth}") }
}

fn count(place: &Place, fen: &str, depth: u32) -> Result<i64> {
    let depth = depth.to_string();
    let arguments = ["perft", &depth, "--fen", fen];
    let output = place.ask(&arguments)?;
    nodes(&output).with_context(|| {
        format!("`cb2026 perft {depth} --fen \"{fen}\"` doesn't end with a line `N nodes`")
    })
}

/// The count in the last line, `N nodes`.
fn nodes(output: &str) -> Option<i64> {
    let mut words = output.lines().rfind(|line| !line.trim().is_empty())?.split_whitespace();
    let count = words.next()?.parse().ok()?;
    (words.next() == Some("nodes")).then_some(count)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_line_counts() {
        assert_eq!(nodes("a2a3: 20\n\n400 nodes\n"), Some(400));
        assert_eq!(nodes("400 nodes 3 ms\n"), Some(400));
        for wrong in ["", "400\n", "nodes 400\n", "400 nodes\nerror\n", "-x nodes\n"] {
            assert_eq!(nodes(wrong), None, "{wrong}");
        }
    }
}
