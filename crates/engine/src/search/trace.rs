//! What the search did, node by node, for those who want to watch (chapters 5 to 11).
//!
//! The search tells a sink what happens. The sink of a game throws everything away, and the compiler
//! throws away the telling. The others count events or keep the whole tree.

use super::RootResult;
use crate::moves::Move;
use crate::score::{self, Depth, Score};
use std::fmt;

// ANCHOR: note
/// Something that happens at a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Note {
    /// The search comes to a node by a move, or to the root by none.
    Enter { mv: Option<Move>, depth: Depth, alpha: Score, beta: Score },
    /// It leaves the node with this score, from the view of the side to move there.
    Exit { score: Score },
    /// The game is over here.
    GameOver,
    /// The position counts as a draw by rule.
    Draw,
    /// The evaluation decides.
    Leaf,
    /// The node lies below the depth that was asked for.
    Quiescence,
    /// The evaluation alone is too good: no capture has to be tried.
    StandPat,
    /// The transposition table knows the position.
    TtHit,
    /// It doesn't.
    TtMiss,
    /// What the table knows is enough.
    TtCutoff,
    /// A later move has beaten alpha in its null window, and is searched again for its score.
    PvsResearch { mv: Move },
    /// The move with this number, counted from 0, was too good: the rest is skipped.
    BetaCutoff { index: usize },
}

/// Where notes go.
pub trait Sink {
    fn note(&mut self, note: Note);

    /// A depth is done, or the search is broken off and this is what it has found.
    fn report(&mut self, _: &RootResult) {}

    /// Something has changed at the root.
    fn follow(&mut self, _: Follow) {}
}

/// Nobody watches.
pub struct Unwatched;

impl Sink for Unwatched {
    #[inline(always)]
    fn note(&mut self, _: Note) {}
}
// ANCHOR_END: note

// ANCHOR: follow
/// What happens at the root in the course of a depth, for those who follow a search live.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Follow {
    /// A later move turns out to be better than the best so far, and is searched for its score.
    Better { depth: Depth, mv: Move },
    /// The score lies outside the window, so the depth is searched again in a wider one. The move is
    /// the best one that is known.
    Research { depth: Depth, mv: Move, research: RootResearch },
}

/// Why the root is searched again.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RootResearch {
    /// The score is at most this one.
    FailLow(Score),
    /// The score is at least this one.
    FailHigh(Score),
}

impl fmt::Display for Follow {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Better { depth, mv } => write!(f, "depth {depth}: {mv} takes over"),
            Self::Research { depth, mv, research: RootResearch::FailLow(score) } => {
                write!(f, "depth {depth}: {mv} fails low, at most {}", score::uci_text(*score))
            }
            Self::Research { depth, mv, research: RootResearch::FailHigh(score) } => {
                write!(f, "depth {depth}: {mv} fails high, at least {}", score::uci_text(*score))
            }
        }
    }
}
// ANCHOR_END: follow

// ANCHOR: events
/// Counts of what happened, by name.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Events {
    /// Nodes whose score the evaluation gave.
    pub leaves: u64,
    /// Nodes that the evaluation alone was too good for.
    pub stand_pats: u64,
    /// Nodes of the quiescence search: those below the depth that was asked for.
    pub quiescence_nodes: u64,
    /// Nodes that were left early.
    pub cutoffs: u64,
    /// Those of them that the first move was enough for.
    pub first_move_cutoffs: u64,
    /// Nodes that the transposition table was asked about.
    pub tt_probes: u64,
    /// Those of them that it knew.
    pub tt_hits: u64,
    /// Those of them that it spared.
    pub tt_cutoffs: u64,
    /// Later moves that were searched twice.
    pub pvs_researches: u64,
    /// Depths that were searched again because the score was too low for the window.
    pub fail_lows: u64,
    /// The same because it was too high.
    pub fail_highs: u64,
}

impl Events {
    pub fn named(&self) -> [(&'static str, u64); 11] {
        [
            ("leaves", self.leaves),
            ("stand_pats", self.stand_pats),
            ("quiescence_nodes", self.quiescence_nodes),
            ("cutoffs", self.cutoffs),
            ("first_move_cutoffs", self.first_move_cutoffs),
            ("tt_probes", self.tt_probes),
            ("tt_hits", self.tt_hits),
            ("tt_cutoffs", self.tt_cutoffs),
            ("pvs_researches", self.pvs_researches),
            ("fail_lows", self.fail_lows),
            ("fail_highs", self.fail_highs),
        ]
    }
}

impl Sink for Events {
    fn note(&mut self, note: Note) {
        match note {
            Note::Leaf => self.leaves += 1,
            Note::StandPat => self.stand_pats += 1,
            Note::Quiescence => self.quiescence_nodes += 1,
            Note::BetaCutoff { index } => {
                self.cutoffs += 1;
                self.first_move_cutoffs += u64::from(index == 0);
            }
            Note::TtMiss => self.tt_probes += 1,
            Note::TtHit => {
                self.tt_probes += 1;
                self.tt_hits += 1;
            }
            Note::TtCutoff => self.tt_cutoffs += 1,
            Note::PvsResearch { .. } => self.pvs_researches += 1,
            _ => {}
        }
    }

    fn follow(&mut self, follow: Follow) {
        match follow {
            Follow::Research { research: RootResearch::FailLow(_), .. } => self.fail_lows += 1,
            Follow::Research { research: RootResearch::FailHigh(_), .. } => self.fail_highs += 1,
            Follow::Better { .. } => {}
        }
    }
}
// ANCHOR_END: events

// ANCHOR: tree
/// A node of the search as it was traced.
#[derive(Clone, Debug)]
pub struct Node {
    pub mv: Option<Move>,
    pub depth: Depth,
    pub alpha: Score,
    pub beta: Score,
    /// From the view of the side to move at this node.
    pub score: Score,
    pub notes: Vec<Note>,
    pub children: Vec<Node>,
}

/// Keeps everything of the last depth. The last node of the path is the one that the search is at.
#[derive(Default)]
pub struct Trace {
    path: Vec<Node>,
    root: Option<Node>,
}

impl Sink for Trace {
    fn note(&mut self, note: Note) {
        match note {
            Note::Enter { mv, depth, alpha, beta } => {
                let (notes, children) = (Vec::new(), Vec::new());
                self.path.push(Node { mv, depth, alpha, beta, score: 0, notes, children });
            }
            Note::Exit { score } => {
                let mut node = self.path.pop().expect("a node is entered before it is left");
                node.score = score;
                match self.path.last_mut() {
                    Some(parent) => parent.children.push(node),
                    None => self.root = Some(node),
                }
            }
            // What the table doesn't know isn't worth a word at each node.
            Note::TtMiss => {}
            note => self.path.last_mut().expect("notes are made at a node").notes.push(note),
        }
    }
}

impl Trace {
    /// The tree, once the search has ended.
    pub fn root(&self) -> Option<&Node> {
        self.root.as_ref()
    }
}
// ANCHOR_END: tree

// ANCHOR: print
/// More lines than anybody reads.
const MAX_LINES: usize = 200;

impl Node {
    /// Nodes below this one.
    pub fn count(&self) -> usize {
        self.children.iter().map(|child| 1 + child.count()).sum()
    }

    /// The tree as text, a line a node, each ply further to the right.
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
        let mv = self.mv.map_or("root".to_owned(), |mv| mv.to_string());
        let (window, score) = (self.window(), score::uci_text(self.score));
        let notes: String = self.notes.iter().map(|note| format!("  {}", note.text())).collect();
        lines.push(format!("{:1$}{mv} [{window}] {score}{notes}\n", "", 2 * ply));
        for child in &self.children {
            child.lines(ply + 1, lines);
        }
    }

    fn window(&self) -> String {
        let bound = |score: Score| match score {
            score::INFINITY => "∞".to_owned(),
            _ if score == -score::INFINITY => "−∞".to_owned(),
            _ => score.to_string(),
        };
        format!("{}, {}", bound(self.alpha), bound(self.beta))
    }

    /// The tree as JSON down to `plies`, with the number of nodes below each.
    pub fn json(&self, plies: usize) -> String {
        let mv = self.mv.map_or(String::new(), |mv| mv.to_string());
        let quoted = |text: String| format!("\"{text}\"");
        let notes: Vec<_> = self.notes.iter().map(|note| quoted(note.text())).collect();
        let shown = if plies == 0 { &[] } else { &self.children[..] };
        let children: Vec<_> = shown.iter().map(|child| child.json(plies - 1)).collect();
        format!(
            concat!(
                r#"{{"move":"{}","depth":{},"alpha":{},"beta":{},"score":{},"nodes":{},"#,
                r#""notes":[{}],"children":[{}]}}"#
            ),
            mv,
            self.depth,
            self.alpha,
            self.beta,
            self.score,
            self.count(),
            notes.join(","),
            children.join(",")
        )
    }
}

impl Note {
    fn text(self) -> String {
        match self {
            Self::Enter { .. } | Self::Exit { .. } => unreachable!("these make the tree itself"),
            Self::TtMiss => unreachable!("this isn't kept"),
            Self::TtHit => "table hit".to_owned(),
            Self::TtCutoff => "table cutoff".to_owned(),
            Self::PvsResearch { mv } => format!("{mv} searched again"),
            Self::GameOver => "game over".to_owned(),
            Self::Draw => "draw".to_owned(),
            Self::Leaf => "leaf".to_owned(),
            Self::Quiescence => "quiescence".to_owned(),
            Self::StandPat => "stand pat".to_owned(),
            Self::BetaCutoff { index } => format!("cutoff by move {}", index + 1),
        }
    }
}
// ANCHOR_END: print
