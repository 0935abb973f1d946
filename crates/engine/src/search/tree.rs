//! The tree of a search, kept node by node and printed as text or as JSON.
//!
//! It is an observer like any other: the search doesn't know that it is recorded.

use super::node::{Node, Window};
use super::trace::{Note, Observer};
use crate::moves::Move;
use crate::score::{self, Depth, Score};

// ANCHOR: tree
/// A node as it was searched.
#[derive(Clone, Debug)]
pub struct TreeNode {
    /// None at the root, and at a node that a null move led to.
    pub mv: Option<Move>,
    pub depth: Depth,
    pub window: Window,
    /// From the view of the side to move at this node.
    pub score: Score,
    pub notes: Vec<Note>,
    pub children: Vec<TreeNode>,
}

/// Keeps every node of the last depth. The last one of the path is where the search is.
#[derive(Default)]
pub struct Trace {
    path: Vec<TreeNode>,
    root: Option<TreeNode>,
}

impl Observer for Trace {
    fn enter(&mut self, mv: Option<Move>, node: &Node) {
        let &Node { depth, window, .. } = node;
        let (notes, children) = (Vec::new(), Vec::new());
        self.path.push(TreeNode { mv, depth, window, score: 0, notes, children });
    }

    fn exit(&mut self, score: Score) {
        let mut node = self.path.pop().expect("a node is entered before it is left");
        node.score = score;
        match self.path.last_mut() {
            Some(parent) => parent.children.push(node),
            None => self.root = Some(node),
        }
    }

    fn note(&mut self, note: Note) {
        // What has no text is only counted.
        if !note.text().is_empty() {
            self.path.last_mut().expect("notes are made at a node").notes.push(note);
        }
    }
}

impl Trace {
    /// The tree, once the search has ended.
    pub fn root(&self) -> Option<&TreeNode> {
        self.root.as_ref()
    }
}
// ANCHOR_END: tree

// ANCHOR: print
/// More lines than anyone reads.
const MAX_LINES: usize = 200;

impl TreeNode {
    /// Nodes below this one.
    pub fn count(&self) -> usize {
        self.children.iter().map(|child| 1 + child.count()).sum()
    }

    /// The tree as text, one line per node, each ply further to the right.
    pub fn text(&self) -> String {
        let mut lines = Vec::new();
        self.lines(0, &mut lines);
        let hidden = lines.len().saturating_sub(MAX_LINES);
        lines.truncate(MAX_LINES);
        if hidden > 0 {
            lines.push(format!("… and {hidden} nodes more\n"));
        }
        lines.concat()
    }

    fn lines(&self, ply: usize, lines: &mut Vec<String>) {
        let (indent, score) = (2 * ply, score::uci_text(self.score));
        let mv = self.mv_text(ply == 0);
        let mv = if mv.is_empty() { "root" } else { &mv };
        let notes: String = self.notes.iter().map(|note| format!("  {}", note.text())).collect();
        lines.push(format!("{:indent$}{mv} {} {score}{notes}\n", "", self.window));
        for child in &self.children {
            child.lines(ply + 1, lines);
        }
    }

    /// The move that led here, empty at the root.
    fn mv_text(&self, is_root: bool) -> String {
        match self.mv {
            Some(mv) => mv.to_string(),
            None if is_root => String::new(),
            None => "null".to_owned(),
        }
    }

    /// The tree as JSON down to `plies`, with the number of nodes below each.
    pub fn json(&self, plies: usize) -> String {
        self.json_at(plies, true)
    }

    fn json_at(&self, plies: usize, is_root: bool) -> String {
        let mv = self.mv_text(is_root);
        let notes: Vec<_> = self.notes.iter().map(|note| format!("\"{}\"", note.text())).collect();
        let shown = if plies == 0 { &[] } else { &self.children[..] };
        let children: Vec<_> = shown.iter().map(|child| child.json_at(plies - 1, false)).collect();
        format!(
            concat!(
                r#"{{"move":"{}","depth":{},"alpha":{},"beta":{},"score":{},"nodes":{},"#,
                r#""notes":[{}],"children":[{}]}}"#
            ),
            mv,
            self.depth,
            self.window.alpha,
            self.window.beta,
            self.score,
            self.count(),
            notes.join(","),
            children.join(",")
        )
    }
}
// ANCHOR_END: print
