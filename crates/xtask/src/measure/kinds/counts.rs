//! Tables of counts over traced searches: what can be told of a tree that no picture shows.
//!
//! A row a position of the bench. Quiescence search isn't counted, but for the nodes.

use super::{Declared, Kind};
use crate::measure::checks::check_settings;
use crate::measure::place::Place;
use crate::measure::reading::Reading;
use anyhow::{Context, Result, ensure};
use literate::results::{Cell, Column, Row};
use literate::tree::Node;
use serde::Deserialize;
use std::collections::BTreeMap;

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Counts {
    depth: u32,
    /// As the engine's `--positions` takes it.
    positions: String,
    columns: Vec<Count>,
    /// The move that the column `root_cuts_by_reply` is about.
    reply: Option<String>,
    #[serde(default)]
    set: Vec<String>,
    #[serde(default)]
    param: Vec<String>,
}

/// What a column counts.
#[derive(Clone, Copy, Debug, Deserialize, PartialEq, Eq)]
#[serde(rename_all = "snake_case")]
enum Count {
    Nodes,
    /// Moves of the root.
    RootMoves,
    /// Those after which a reply cuts off.
    RootCuts,
    /// Those after which the first reply does.
    RootCutsByFirst,
    /// Those after which the declared reply does.
    RootCutsByReply,
    /// Moves that aren't the first of their node.
    LaterMoves,
    /// Those of nodes whose window is open.
    OpenLaterMoves,
    /// Those of an open window that the null window didn't settle, so that they were searched again.
    Researches,
    /// Nodes of the null-window searches that were repeated.
    ResearchedNodes,
}

/// One position of `bench --json`.
#[derive(Deserialize)]
struct Position {
    index: u32,
    name: String,
    fen: String,
}

#[derive(Deserialize)]
struct Bench {
    positions: Vec<Position>,
}

impl Declared for Counts {
    fn checked(self) -> Result<Self> {
        ensure!((1..=6).contains(&self.depth), "depth {} isn't 1 to 6", self.depth);
        ensure!(!self.columns.is_empty(), "there are no columns; list at least `nodes`");
        ensure!(
            self.reply.is_some() == self.columns.contains(&Count::RootCutsByReply),
            "`reply` and the column `root_cuts_by_reply` belong together; give both or none"
        );
        check_settings(self.set.iter().chain(&self.param))?;
        Ok(self)
    }
}

impl Kind for Counts {
    fn measure(&self, place: &Place) -> Result<Reading> {
        let arguments = ["bench", "--json", "--depth", "1", "--positions", &self.positions];
        let bench: Bench = serde_json::from_str(&place.ask(&arguments)?)
            .context("`cb2026 bench --json` doesn't tell the positions")?;
        let mut rows = Vec::new();
        let mut sums: BTreeMap<String, i64> = BTreeMap::new();
        for position in &bench.positions {
            place.tell(&position.name);
            let root = self.trace(place, &position.fen)?;
            let mut cells = BTreeMap::new();
            for &count in &self.columns {
                let number = i64::try_from(self.count(count, &root)).unwrap_or(i64::MAX);
                *sums.entry(count.column().key).or_default() += number;
                cells.insert(count.column().key, Cell::Whole(number));
            }
            rows.push(Row {
                key: format!("p{}", position.index),
                label: position.name.clone(),
                cells,
            });
        }
        if rows.len() > 1 {
            let cells = sums.into_iter().map(|(key, sum)| (key, Cell::Whole(sum))).collect();
            rows.push(Row { key: "total".to_owned(), label: "Total".to_owned(), cells });
        }
        let columns = self.columns.iter().map(|count| count.column()).collect();
        Ok(Reading { columns, rows, ..Reading::default() })
    }
}

impl Counts {
    fn trace(&self, place: &Place, fen: &str) -> Result<Node> {
        let depth = self.depth.to_string();
        let mut arguments = vec!["trace", &depth, "--fen", fen, "--json"];
        for (option, values) in [("--set", &self.set), ("--param", &self.param)] {
            arguments.extend(values.iter().flat_map(|value| [option, value]));
        }
        Node::from_json(&place.ask(&arguments)?)
            .with_context(|| format!("`cb2026 {}` prints no tree", arguments.join(" ")))
    }

    fn count(&self, count: Count, root: &Node) -> usize {
        let replies = |fits: &dyn Fn(&Node) -> bool| {
            root.children.iter().filter(|child| child.is_cut() && fits(child)).count()
        };
        let last = |node: &Node| node.children.last().map(|reply| reply.mv.clone());
        match count {
            Count::Nodes => root.nodes,
            Count::RootMoves => root.children.len(),
            Count::RootCuts => replies(&|_| true),
            Count::RootCutsByFirst => replies(&|child| child.children.len() == 1),
            Count::RootCutsByReply => replies(&|child| last(child) == self.reply),
            Count::LaterMoves => later(root).len(),
            Count::OpenLaterMoves => later(root).iter().filter(|one| one.is_open).count(),
            Count::Researches => later(root).iter().filter(|one| one.is_researched()).count(),
            Count::ResearchedNodes => {
                let repeated = later(root).into_iter().filter(Later::is_researched);
                repeated.map(|one| 1 + one.node.nodes).sum()
            }
        }
    }
}

impl Count {
    fn column(self) -> Column {
        let (key, label) = match self {
            Self::Nodes => ("nodes", "Nodes"),
            Self::RootMoves => ("root_moves", "Moves of the root"),
            Self::RootCuts => ("root_cuts", "Cut off by a reply"),
            Self::RootCutsByFirst => ("root_cuts_by_first", "By the first reply"),
            Self::RootCutsByReply => ("root_cuts_by_reply", "By that reply"),
            Self::LaterMoves => ("later_moves", "Later moves"),
            Self::OpenLaterMoves => ("open_later_moves", "In open windows"),
            Self::Researches => ("researches", "Searched again"),
            Self::ResearchedNodes => ("researched_nodes", "Nodes searched again"),
        };
        Column { key: key.to_owned(), label: label.to_owned() }
    }
}

/// A full-width move that isn't the first of its node.
struct Later<'t> {
    node: &'t Node,
    /// Whether the window of its parent is open.
    is_open: bool,
    /// Whether the next search of the parent is of the same move.
    is_repeated: bool,
}

impl Later<'_> {
    fn is_researched(&self) -> bool {
        self.is_open && self.is_repeated
    }
}

/// All later moves of the tree. A move that is searched again counts once.
fn later(root: &Node) -> Vec<Later<'_>> {
    let mut found = Vec::new();
    let mut open = vec![root];
    while let Some(parent) = open.pop() {
        for (index, node) in parent.children.iter().enumerate() {
            let is_second = index > 0 && parent.children[index - 1].mv == node.mv;
            if index > 0 && !is_second && !node.is_quiescence() {
                let next = parent.children.get(index + 1);
                let is_repeated = next.is_some_and(|next| next.mv == node.mv);
                found.push(Later { node, is_open: !parent.is_question(), is_repeated });
            }
            open.push(node);
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The second move is asked in a null window and searched again, the third is asked alone.
    const TREE: [&str; 7] = [
        "root 2 -9 9 5 6",
        " e2e4 1 -9 9 -3 1; cutoff by move 1",
        "  e7e5 0 -9 9 3 0; quiescence",
        " d2d4 1 -4 -3 -5 0",
        " d2d4 1 -9 -3 -5 0",
        " c2c4 1 -6 -5 4 1; cutoff by move 2",
        "  e7e5 0 5 6 -4 0",
    ];

    fn counts(reply: &str) -> Counts {
        let text = format!(
            "depth = 2\npositions = \"3\"\nreply = \"{reply}\"\ncolumns = [\"root_cuts_by_reply\"]"
        );
        toml::from_str::<Counts>(&text).unwrap().checked().unwrap()
    }

    #[test]
    fn moves_and_cutoffs_are_counted() {
        let lines = TREE.map(str::to_owned);
        let root = Node::from_lines(&lines).unwrap();
        let count = |count: Count| counts("e7e5").count(count, &root);
        assert_eq!(count(Count::Nodes), 6);
        assert_eq!((count(Count::RootMoves), count(Count::RootCuts)), (4, 2));
        assert_eq!((count(Count::RootCutsByFirst), count(Count::RootCutsByReply)), (2, 2));
        assert_eq!(counts("e7e6").count(Count::RootCutsByReply, &root), 0);
        assert_eq!((count(Count::LaterMoves), count(Count::OpenLaterMoves)), (2, 2));
        assert_eq!((count(Count::Researches), count(Count::ResearchedNodes)), (1, 1));
    }

    #[test]
    fn what_does_not_fit_together_is_refused() {
        for (text, part) in [
            ("depth = 9\npositions = \"3\"\ncolumns = [\"nodes\"]", "isn't 1 to 6"),
            ("depth = 2\npositions = \"3\"\ncolumns = []", "no columns"),
            ("depth = 2\npositions = \"3\"\nreply = \"a2a3\"\ncolumns = [\"nodes\"]", "belong"),
        ] {
            let counts: Counts = toml::from_str(text).unwrap();
            let error = counts.checked().unwrap_err().to_string();
            assert!(error.contains(part), "{text}: {error}");
        }
    }
}
