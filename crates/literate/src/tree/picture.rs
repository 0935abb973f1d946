//! The picture of a search tree: a row a ply, the root on top, each node as wide as the nodes below it.
//!
//! Shapes lie in an inner picture that is stretched to the page's width; labels don't, so they keep their
//! size, and the theme shows those that fit. Trees of one position share a scale: a smaller tree is
//! drawn small first, and then enlarged below.

use super::Node;
use crate::html::{count, escape, thousands};
use crate::results::Measured;
use crate::table::command;
use std::fmt::Write;

/// Units across the inner picture.
const WIDE: f64 = 10_000.0;
/// Heights in pixels, of plies that were asked for and of those below.
const ROW: f64 = 40.0;
const QUIET_ROW: f64 = 13.0;
/// The same in the small picture.
const SMALL: f64 = 9.0;
const SMALL_QUIET: f64 = 4.0;
const GAP: f64 = 2.0;
/// The most that the sign of a cutoff or of a second search takes of a row. Labels stand between.
const SIGN: f64 = 5.0;
/// Neighbours of a kind that are narrower than this, in units, are drawn as one.
const THIN: f64 = 16.0;
/// Widths of the page, in pixels, at which the theme shows more labels.
const STEPS: [(f64, &str); 4] = [(300.0, "300"), (460.0, "460"), (620.0, "620"), (800.0, "800")];
/// Pixels that a label needs along and across its text.
const LONG: f64 = 36.0;
const SHORT: f64 = 14.0;

/// The figure of a traced search. `largest` are the nodes of the largest tree of the same position.
pub fn html(measured: &Measured, tree: &Node, largest: usize, stage: &str) -> String {
    let id = format!("tree-{}", escape(&measured.id));
    let title = escape(&measured.title);
    let picture = Picture::new(tree, largest.max(tree.nodes));
    let legend = legend(tree, picture.is_enlarged());
    format!(
        "<figure class=\"cb-tree\" id=\"{id}\">\n<figcaption class=\"cb-caption\"><span>{title}: \
         {}</span> <span class=\"cb-stage\">{}</span></figcaption>\n{}{legend}{}</figure>\n",
        count(tree.nodes, "node"),
        escape(stage),
        picture.svg(&id, &title),
        command(&measured.id),
    )
}

/// The tree in words.
fn describe(tree: &Node) -> String {
    let plies = tree.plies();
    let rows: Vec<String> = plies.iter().map(|&n| thousands(n as i64)).collect();
    let mut text = format!(
        "A search to depth {} with {}. Nodes by ply: {}.",
        tree.depth,
        count(tree.nodes, "node"),
        rows.join(", ")
    );
    if !tree.is_whole() {
        text.push_str(" Deeper ones are only counted.");
    }
    match (tree.quiescence_nodes(), tree.cutoffs()) {
        (0, 0) => text.push_str(" No node was cut off."),
        (0, cut) => write!(text, " {} cut off.", nodes(cut, "was", "were")).unwrap_or_default(),
        (quiet, cut) => write!(
            text,
            " {} cut off. The quiescence search has {}.",
            nodes(cut, "was", "were"),
            count(quiet, "node")
        )
        .unwrap_or_default(),
    }
    let again = tree.second_searches();
    if again > 0 {
        write!(
            text,
            " {} an open window, all others a null window. {} a search that is made again.",
            nodes(tree.open_windows(), "has", "have"),
            nodes(again, "is", "are")
        )
        .unwrap_or_default();
    }
    let line = tree.line();
    if !line.is_empty() {
        write!(text, " Principal variation: {}.", line.join(" ")).unwrap_or_default();
    }
    text
}

/// So many nodes, with the verb for one of them or for more.
fn nodes(n: usize, one: &str, more: &str) -> String {
    format!("{} {}", count(n, "node"), if n == 1 { one } else { more })
}

/// What the signs mean; only those that the picture has.
fn legend(tree: &Node, is_enlarged: bool) -> String {
    let mut parts = vec![("cb-key-line", "principal variation")];
    if tree.cutoffs() > 0 {
        parts.push(("cb-key-cut", "cut off: the rest of the moves is skipped"));
    }
    if tree.quiescence_nodes() > 0 {
        parts.push(("cb-key-quiet", "quiescence search"));
    }
    if tree.second_searches() > 0 {
        parts.push(("cb-key-open", "an open window; all others are null windows"));
        parts.push(("cb-key-again", "the move is searched again"));
    }
    let mut parts: Vec<String> = parts
        .iter()
        .map(|(class, text)| format!("<span><i class=\"{class}\"></i>{text}</span>"))
        .collect();
    if is_enlarged {
        parts.push(
            "<span>above at the scale of the largest tree of this position, below enlarged</span>"
                .to_owned(),
        );
    }
    format!("<p class=\"cb-legend\">{}</p>\n", parts.join(" "))
}

/// What a node looks like.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Plain,
    /// With room for a score in its window, in a tree where most have none.
    Open,
    Line,
    Quiet,
}

impl Kind {
    const ALL: [(Self, &str); 4] = [
        (Self::Plain, "cb-node"),
        (Self::Open, "cb-open"),
        (Self::Quiet, "cb-quiet"),
        (Self::Line, "cb-pv"),
    ];
}

/// A node, or a run of thin ones, on its row.
struct Bar {
    row: usize,
    start: f64,
    end: f64,
    kind: Kind,
    cut: bool,
    again: bool,
    /// Too narrow to be told from its neighbours, as each bar of a run was.
    thin: bool,
}

struct Label<'a> {
    row: usize,
    middle: f64,
    width: f64,
    text: &'a str,
    is_line: bool,
}

struct Picture<'a> {
    tree: &'a Node,
    /// This tree's width as a share of the largest one's.
    share: f64,
    /// Whether a row lies in the quiescence search alone.
    quiet: Vec<bool>,
    labels: Vec<Label<'a>>,
}

impl<'a> Picture<'a> {
    fn new(tree: &'a Node, largest: usize) -> Self {
        let mut quiet = vec![false];
        let mut row: Vec<&Node> = tree.children.iter().collect();
        while !row.is_empty() {
            quiet.push(row.iter().all(|node| node.is_quiescence()));
            row = row.iter().flat_map(|node| &node.children).collect();
        }
        let share = (tree.nodes + 1) as f64 / (largest + 1) as f64;
        Self { tree, share, quiet, labels: Vec::new() }
    }

    fn is_enlarged(&self) -> bool {
        self.share < 0.7
    }

    fn svg(mut self, id: &str, title: &str) -> String {
        let mut top = 0.0;
        let mut body = String::new();
        if self.is_enlarged() {
            let small = self.bars(WIDE * self.share);
            let ys = self.ys(0.0, SMALL, SMALL_QUIET);
            let end = ys[ys.len() - 1];
            let _ = write!(
                body,
                "<rect class=\"cb-ghost\" width=\"{WIDE}\" height=\"{SMALL}\"/>{}",
                shapes(&small, &ys)
            );
            top = end + 22.0;
            let right = WIDE * self.share;
            let _ = write!(
                body,
                "<path class=\"cb-zoom\" d=\"M0 {end}V{}H{WIDE}V{}L{right:.0} {end}Z\"/>",
                top - 3.0,
                top - 3.0
            );
        }
        let bars = self.bars(WIDE);
        let ys = self.ys(top, ROW, QUIET_ROW);
        body.push_str(&shapes(&bars, &ys));
        self.label(self.tree, Spot::root(WIDE));
        let height = ys[ys.len() - 1];
        format!(
            "<svg class=\"cb-tree-picture\" width=\"100%\" height=\"{height}\" role=\"img\" \
             aria-labelledby=\"{id}-title\" aria-describedby=\"{id}-desc\"><title \
             id=\"{id}-title\">{title}</title><desc id=\"{id}-desc\">{}</desc><svg width=\"100%\" \
             height=\"{height}\" viewBox=\"0 0 {WIDE} {height}\" preserveAspectRatio=\"none\" \
             fill=\"#a9b6c3\">{body}</svg>{}</svg>\n",
            escape(&describe(self.tree)),
            self.texts(&ys),
        )
    }

    /// The upper edge of each row, and the lower one of the last.
    fn ys(&self, top: f64, row: f64, quiet: f64) -> Vec<f64> {
        let mut y = top;
        let mut ys = vec![y];
        for &is_quiet in &self.quiet {
            y += if is_quiet { quiet } else { row };
            ys.push(y);
        }
        ys
    }

    fn bars(&self, width: f64) -> Vec<Bar> {
        let mut bars = Vec::new();
        let has_questions = self.tree.second_searches() > 0;
        place(self.tree, Spot::root(width), has_questions, &mut bars);
        bars.sort_by_key(|bar| bar.row);
        let mut merged: Vec<Bar> = Vec::new();
        for bar in bars {
            match merged.last_mut() {
                Some(last) if last.takes(&bar) => last.end = bar.end,
                _ => merged.push(bar),
            }
        }
        merged
    }

    fn label(&mut self, node: &'a Node, spot: Spot) {
        let Spot { row, start, width, is_line, .. } = spot;
        if self.quiet[row] {
            return;
        }
        let text = if node.mv.is_empty() { "root" } else { &node.mv };
        self.labels.push(Label { row, middle: start + width / 2.0, width, text, is_line });
        for (child, spot) in children(node, spot) {
            self.label(child, spot);
        }
    }

    fn texts(&self, ys: &[f64]) -> String {
        let mut out =
            String::from("<g class=\"cb-labels\" text-anchor=\"middle\" font-size=\"12\">");
        for label in &self.labels {
            let y = (ys[label.row] + ys[label.row + 1] - GAP - SIGN) / 2.0 + 4.0;
            let step = |pixels: f64| {
                STEPS.iter().find(|(page, _)| label.width / WIDE * page >= pixels).map(|s| s.1)
            };
            let strong = if label.is_line { " cb-strong" } else { "" };
            let x = label.middle * 100.0 / WIDE;
            if let Some(from) = step(LONG) {
                let _ = write!(
                    out,
                    "<text class=\"cb-from-{from}{strong}\" x=\"{x:.2}%\" y=\"{y}\">{}</text>",
                    escape(label.text)
                );
            }
            // Upright where it fits only so, until the page is wide enough.
            let until = step(LONG).map_or(String::new(), |to| format!(" cb-to-{to}"));
            if let Some(from) = step(SHORT).filter(|from| Some(*from) != step(LONG)) {
                let _ = write!(
                    out,
                    "<svg class=\"cb-from-{from}{until}\" x=\"{x:.2}%\" y=\"{}\" \
                     overflow=\"visible\"><text class=\"cb-upright{strong}\" \
                     transform=\"rotate(-90)\" y=\"4\">{}</text></svg>",
                    y - 4.0,
                    escape(label.text)
                );
            }
        }
        out + "</g>"
    }
}

/// Where a node is drawn, and what only its parent knows of it.
#[derive(Clone, Copy)]
struct Spot {
    row: usize,
    start: f64,
    width: f64,
    /// Whether it's on the principal variation.
    is_line: bool,
    /// Whether its move was searched right before.
    again: bool,
}

impl Spot {
    fn root(width: f64) -> Self {
        Self { row: 0, start: 0.0, width, is_line: true, again: false }
    }
}

/// The children of a node at their places.
fn children(node: &Node, parent: Spot) -> impl Iterator<Item = (&Node, Spot)> {
    let unit = parent.width / (node.nodes + 1) as f64;
    let best = if parent.is_line { node.best() } else { None };
    let mut start = parent.start;
    node.children.iter().enumerate().map(move |(index, child)| {
        let spot = Spot {
            row: parent.row + 1,
            start,
            width: unit * (child.nodes + 1) as f64,
            is_line: Some(index) == best,
            again: node.is_second_search(index),
        };
        start += spot.width;
        (child, spot)
    })
}

fn place(node: &Node, spot: Spot, has_questions: bool, bars: &mut Vec<Bar>) {
    let kind = match () {
        () if spot.is_line => Kind::Line,
        () if node.is_quiescence() => Kind::Quiet,
        () if has_questions && !node.is_question() => Kind::Open,
        () => Kind::Plain,
    };
    let Spot { row, start, width, again, .. } = spot;
    let (end, thin) = (start + width, width < THIN);
    bars.push(Bar { row, start, end, kind, cut: node.is_cut(), again, thin });
    for (child, spot) in children(node, spot) {
        place(child, spot, has_questions, bars);
    }
}

impl Bar {
    /// Whether both are so thin that nobody can tell them apart.
    fn takes(&self, next: &Self) -> bool {
        self.row == next.row
            && self.kind == next.kind
            && self.cut == next.cut
            && self.again == next.again
            && self.kind != Kind::Line
            && (self.thin && next.thin)
            && next.start - self.end < 0.5
    }
}

/// One path a kind, one for the bars under nodes that were cut off, and one for those above nodes that
/// are searched again.
fn shapes(bars: &[Bar], ys: &[f64]) -> String {
    let mut out = String::new();
    for (kind, class) in Kind::ALL {
        let mut path = String::new();
        for bar in bars.iter().filter(|bar| bar.kind == kind) {
            push(&mut path, bar, ys[bar.row], ys[bar.row + 1] - GAP.min(ys[bar.row + 1] / 9.0));
        }
        if !path.is_empty() {
            let _ = write!(out, "<path class=\"{class}\" d=\"{path}\"/>");
        }
    }
    let (mut cut, mut again) = (String::new(), String::new());
    for bar in bars {
        let (top, bottom) = (ys[bar.row], ys[bar.row + 1]);
        let thick = ((bottom - top) / 4.0).clamp(1.5, SIGN);
        if bar.cut {
            push(&mut cut, bar, bottom - GAP / 2.0 - thick, bottom - GAP / 2.0);
        }
        if bar.again {
            push(&mut again, bar, top, top + thick);
        }
    }
    for (class, path) in [("cb-cut", cut), ("cb-again", again)] {
        if !path.is_empty() {
            let _ = write!(out, "<path class=\"{class}\" fill=\"#16191d\" d=\"{path}\"/>");
        }
    }
    out
}

fn push(path: &mut String, bar: &Bar, top: f64, bottom: f64) {
    // Neighbours with room for it are parted by a gap.
    let gap = if bar.end - bar.start > 2.0 * THIN { 6.0 } else { 0.0 };
    let (x, width) = (bar.start, bar.end - bar.start - gap);
    let _ = write!(path, "M{x:.1} {top:.1}h{width:.1}V{bottom:.1}h-{width:.1}z");
}

#[cfg(test)]
mod tests;
