//! Traced searches: the tree that a search visited, node by node.

use super::{Declared, Kind};
use crate::measure::checks::check_settings;
use crate::measure::place::Place;
use crate::measure::reading::Reading;
use anyhow::{Context, Result, ensure};
use literate::results::{Cell, Column, Row};
use literate::tree::Node;
use serde::Deserialize;

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Trace {
    fen: String,
    depth: u32,
    /// Nodes deeper than this are only counted; all are kept unless given.
    plies: Option<u32>,
    #[serde(default)]
    set: Vec<String>,
    #[serde(default)]
    param: Vec<String>,
}

/// Deeper trees have more nodes than a picture shows.
const DEEPEST: u32 = 6;

impl Declared for Trace {
    fn checked(self) -> Result<Self> {
        ensure!(!self.fen.trim().is_empty(), "the fen is empty; give one");
        ensure!(
            (1..=DEEPEST).contains(&self.depth),
            "depth {} isn't 1 to {DEEPEST}; a deeper tree has too many nodes for a picture",
            self.depth
        );
        ensure!(self.plies != Some(0), "plies = 0 shows the root alone; give at least 1");
        check_settings(self.set.iter().chain(&self.param))?;
        Ok(self)
    }
}

impl Kind for Trace {
    fn measure(&self, place: &Place) -> Result<Reading> {
        let depth = self.depth.to_string();
        let plies = self.plies.map(|plies| plies.to_string());
        let mut arguments = vec!["trace", &depth, "--fen", &self.fen, "--json"];
        arguments.extend(plies.iter().flat_map(|plies| ["--plies", plies]));
        for (option, values) in [("--set", &self.set), ("--param", &self.param)] {
            arguments.extend(values.iter().flat_map(|value| [option, value]));
        }
        place.tell("the tree");
        let text = place.ask(&arguments)?;
        let root = Node::from_json(&text)
            .with_context(|| format!("`cb2026 {}` prints no tree", arguments.join(" ")))?;
        let (columns, row) = figures(&root);
        Ok(Reading { columns, rows: vec![row], tree: root.lines(), ..Reading::default() })
    }
}

/// What a text may say of the tree: the row `tree`.
fn figures(root: &Node) -> (Vec<Column>, Row) {
    let mut values = vec![
        ("nodes", "Nodes", root.nodes),
        ("cutoffs", "Cutoffs", root.cutoffs()),
        ("quiescence_nodes", "Quiescence nodes", root.quiescence_nodes()),
    ];
    if !root.is_whole() {
        // Of what isn't kept only the number is known.
        values.truncate(1);
    }
    let column = |&(key, label, _): &(&str, &str, usize)| Column {
        key: key.to_owned(),
        label: label.to_owned(),
    };
    let cells = values.iter().map(|(key, _, n)| ((*key).to_owned(), Cell::Whole(*n as i64)));
    let row = Row { key: "tree".to_owned(), label: "Tree".to_owned(), cells: cells.collect() };
    (values.iter().map(column).collect(), row)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_a_whole_tree_is_counted_out() {
        let lines = ["root 1 -9 9 5 1", " e2e4 0 -9 9 -5 0; quiescence; cutoff by move 1"];
        let tree = |lines: &[&str]| {
            Node::from_lines(&lines.iter().map(|&line| line.to_owned()).collect::<Vec<_>>())
                .unwrap()
        };
        let (columns, row) = figures(&tree(&lines));
        assert_eq!(columns.len(), 3);
        assert_eq!(row.cells.values().collect::<Vec<_>>(), [&Cell::Whole(1); 3]);
        let (columns, _) = figures(&tree(&lines[..1]));
        assert_eq!(columns.len(), 1, "its children aren't kept");
    }

    #[test]
    fn what_cannot_be_traced_is_refused() {
        for (text, part) in [
            ("fen = \" \"\ndepth = 3", "fen is empty"),
            ("fen = \"f\"\ndepth = 0", "depth 0 isn't 1 to 6"),
            ("fen = \"f\"\ndepth = 7", "depth 7 isn't 1 to 6"),
            ("fen = \"f\"\ndepth = 3\nplies = 0", "root alone"),
            ("fen = \"f\"\ndepth = 3\nset = [\"alphabeta\"]", "has no value"),
        ] {
            let trace: Trace = toml::from_str(text).unwrap();
            let error = crate::line::of(&trace.checked().unwrap_err());
            assert!(error.contains(part), "{text}: {error}");
        }
    }
}
