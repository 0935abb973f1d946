//! A search as it was traced: its nodes, and how a result file keeps them.
//!
//! The engine prints a tree as nested JSON. A result keeps a line a node instead, so that a changed node
//! is a changed line. How the tree is drawn is the picture's business.

mod picture;

pub use picture::html;

use anyhow::{Context, Result, ensure};
use serde::Deserialize;

/// One node, with the nodes that were searched from it.
#[derive(Clone, Debug, Deserialize, PartialEq, Eq)]
pub struct Node {
    /// In the protocol's notation; empty at the root.
    #[serde(rename = "move")]
    pub mv: String,
    pub depth: i32,
    pub alpha: i32,
    pub beta: i32,
    /// From the view of the side to move at this node.
    pub score: i32,
    /// All nodes below, even those that aren't kept.
    pub nodes: usize,
    pub notes: Vec<String>,
    pub children: Vec<Node>,
}

/// What stands in a line for the move that leads to the root.
const ROOT: &str = "root";

impl Node {
    /// Reads what `cb2026 trace --json` prints.
    pub fn from_json(text: &str) -> Result<Self> {
        let node: Self = serde_json::from_str(text).context("not a tree in JSON")?;
        node.check()?;
        Ok(node)
    }

    /// The tree, a line a node: indented by the ply, then move, depth, window, score, nodes and notes.
    pub fn lines(&self) -> Vec<String> {
        let mut lines = Vec::new();
        self.write(0, &mut lines);
        lines
    }

    fn write(&self, ply: usize, lines: &mut Vec<String>) {
        let mv = if self.mv.is_empty() { ROOT } else { &self.mv };
        let Self { depth, alpha, beta, score, nodes, .. } = self;
        let notes: String = self.notes.iter().map(|note| format!("; {note}")).collect();
        lines.push(format!("{:ply$}{mv} {depth} {alpha} {beta} {score} {nodes}{notes}", ""));
        for child in &self.children {
            child.write(ply + 1, lines);
        }
    }

    /// Reads what [`Node::lines`] gives.
    pub fn from_lines(lines: &[String]) -> Result<Self> {
        let mut at = 0;
        let root = Self::read(lines, &mut at, 0)?;
        ensure!(at == lines.len(), "tree, line {}: not below the root", at + 1);
        root.check()?;
        Ok(root)
    }

    fn read(lines: &[String], at: &mut usize, ply: usize) -> Result<Self> {
        let line = lines.get(*at).context("the tree has no node")?;
        let mut node = Self::of_line(line)
            .with_context(|| format!("tree, line {}: `{line}` isn't a node", *at + 1))?;
        *at += 1;
        while lines.get(*at).is_some_and(|line| indent(line) == ply + 1) {
            node.children.push(Self::read(lines, at, ply + 1)?);
        }
        Ok(node)
    }

    fn of_line(line: &str) -> Option<Self> {
        let mut parts = line.trim_start().split("; ");
        let mut words = parts.next()?.split(' ');
        let mv = words.next()?;
        let mut number = || words.next()?.parse().ok();
        let (depth, alpha, beta, score) = (number()?, number()?, number()?, number()?);
        let nodes = usize::try_from(number()?).ok()?;
        let mv = if mv == ROOT { String::new() } else { mv.to_owned() };
        let notes = parts.map(str::to_owned).collect();
        Some(Self { mv, depth, alpha, beta, score, nodes, notes, children: Vec::new() })
    }

    /// A node whose children outnumber it would be drawn beyond its own edges.
    fn check(&self) -> Result<()> {
        let below: usize = self.children.iter().map(|child| 1 + child.nodes).sum();
        let is_whole = below == self.nodes || self.children.is_empty();
        ensure!(
            is_whole,
            "{} nodes stand below `{}`, but it counts {}",
            below,
            self.mv,
            self.nodes
        );
        self.children.iter().try_for_each(Self::check)
    }

    /// Whether a move, or a pass, was too good here, so that others were skipped.
    pub fn is_cut(&self) -> bool {
        self.notes.iter().any(|note| note.starts_with("cutoff") || note == "null move cutoff")
    }

    pub fn is_quiescence(&self) -> bool {
        self.notes.iter().any(|note| note == "quiescence")
    }

    /// Whether its window has no room for a score inside: it's asked whether a move beats a number.
    pub fn is_question(&self) -> bool {
        self.beta - self.alpha == 1
    }

    /// Whether the child of this number was searched right before, in a null window.
    fn is_second_search(&self, index: usize) -> bool {
        let pair = index.checked_sub(1).and_then(|before| self.children.get(before..=index));
        pair.is_some_and(|pair| pair[0].mv == pair[1].mv)
    }

    /// Nodes of the kept tree that repeat the search of the node before.
    pub fn second_searches(&self) -> usize {
        let here = (0..self.children.len()).filter(|&index| self.is_second_search(index)).count();
        here + self.children.iter().map(Self::second_searches).sum::<usize>()
    }

    pub fn open_windows(&self) -> usize {
        self.matching(|node| !node.is_question())
    }

    /// Whether all nodes are kept, and not only the first plies.
    pub fn is_whole(&self) -> bool {
        let is_kept = !self.children.is_empty() || self.nodes == 0;
        is_kept && self.children.iter().all(Self::is_whole)
    }

    /// Nodes of the kept tree for which `is` holds.
    fn matching(&self, is: fn(&Self) -> bool) -> usize {
        let below: usize = self.children.iter().map(|child| child.matching(is)).sum();
        usize::from(is(self)) + below
    }

    pub fn cutoffs(&self) -> usize {
        self.matching(Self::is_cut)
    }

    pub fn quiescence_nodes(&self) -> usize {
        self.matching(Self::is_quiescence)
    }

    /// How many nodes each ply has, the first one below the root first.
    pub fn plies(&self) -> Vec<usize> {
        let mut counts = Vec::new();
        let mut row: Vec<&Self> = self.children.iter().collect();
        while !row.is_empty() {
            counts.push(row.len());
            row = row.iter().flat_map(|node| &node.children).collect();
        }
        counts
    }

    /// The number of the child that gave this node its score: the first one that did and that raised
    /// the lower bound, which the child's window tells. A second search has the last word.
    fn best(&self) -> Option<usize> {
        let raised = |child: &Self| -child.score == self.score && child.score < child.beta;
        let index = self.children.iter().position(raised)?;
        Some(if self.is_second_search(index + 1) { index + 1 } else { index })
    }

    /// The moves of the principal variation.
    pub fn line(&self) -> Vec<&str> {
        let mut line = Vec::new();
        let mut node = self;
        while let Some(index) = node.best() {
            node = &node.children[index];
            line.push(node.mv.as_str());
        }
        line
    }
}

fn indent(line: &str) -> usize {
    line.len() - line.trim_start().len()
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;

    pub(crate) const JSON: &str = r#"{"move":"","depth":2,"alpha":-32001,"beta":32001,"score":5,
        "nodes":5,"notes":[],"children":[
        {"move":"e2e4","depth":1,"alpha":-32001,"beta":32001,"score":-5,"nodes":2,"notes":[],
         "children":[
          {"move":"e7e5","depth":0,"alpha":-32001,"beta":32001,"score":5,"nodes":0,
           "notes":["leaf"],"children":[]},
          {"move":"d7d5","depth":0,"alpha":-32001,"beta":5,"score":5,"nodes":0,
           "notes":["quiescence","stand pat"],"children":[]}]},
        {"move":"a2a3","depth":1,"alpha":-32001,"beta":-5,"score":-1,"nodes":1,
         "notes":["cutoff by move 1"],"children":[
          {"move":"e7e5","depth":0,"alpha":5,"beta":32001,"score":1,"nodes":0,
           "notes":["leaf"],"children":[]}]}]}"#;

    pub(crate) fn sample() -> Node {
        Node::from_json(JSON).unwrap()
    }

    #[test]
    fn lines_keep_everything() {
        let tree = sample();
        let lines = tree.lines();
        assert_eq!(lines[0], "root 2 -32001 32001 5 5");
        assert_eq!(lines[3], "  d7d5 0 -32001 5 5 0; quiescence; stand pat");
        assert_eq!(Node::from_lines(&lines).unwrap(), tree);
    }

    #[test]
    fn figures_are_counted() {
        let tree = sample();
        assert_eq!((tree.cutoffs(), tree.quiescence_nodes()), (1, 1));
        assert!(tree.is_whole());
        assert_eq!(tree.plies(), [2, 3]);
        assert_eq!(tree.line(), ["e2e4", "e7e5"]);
    }

    #[test]
    fn a_move_that_is_searched_again_counts_by_its_second_search() {
        let mut tree = sample();
        let leaf = tree.children[1].children[0].clone();
        let question = Node { mv: "e2e4".into(), alpha: -5, beta: -4, score: -5, ..leaf };
        tree.children.insert(0, question);
        tree.nodes += 1;
        assert_eq!((tree.second_searches(), tree.open_windows()), (1, 6));
        assert_eq!(tree.line(), ["e2e4", "e7e5"]);
    }

    #[test]
    fn a_garbled_tree_is_told() {
        let lines = sample().lines();
        let error = |lines: &[String]| format!("{:#}", Node::from_lines(lines).unwrap_err());
        assert_eq!(error(&[]), "the tree has no node");
        let mut garbled = lines.clone();
        garbled[2] = "  e7e5 zero".to_owned();
        assert_eq!(error(&garbled), "tree, line 3: `  e7e5 zero` isn't a node");
        let mut two = lines.clone();
        two.push("root 1 0 0 0 0".to_owned());
        assert_eq!(error(&two), "tree, line 7: not below the root");
        let mut lost = lines;
        lost.remove(2);
        assert_eq!(error(&lost), "1 nodes stand below `e2e4`, but it counts 2");
    }
}
