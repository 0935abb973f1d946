//! A node of the search: a position, what the search wants to know about it, and what it leaves
//! behind for the nodes of the same ply.
//!
//! A node is made before the search looks at the position and doesn't change while it does. What is
//! learnt about positions and moves in general is kept elsewhere.

use crate::moves::Move;
use crate::position::Position;
use crate::score::{Depth, INFINITY, MAX_PLY, Score};
use std::fmt;
use std::ops::{Index, IndexMut};

// ANCHOR: window
/// The scores that still matter at a node, from the view of the side to move: all between the two
/// bounds, neither of them included.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Window {
    /// What the side to move can have already.
    pub alpha: Score,
    /// What the other side won't allow, because it has something better before.
    pub beta: Score,
}

impl Window {
    /// Every score matters.
    pub const FULL: Self = Self { alpha: -INFINITY, beta: INFINITY };

    /// The narrowest window: it asks whether a score is above `alpha`, and not how far.
    pub fn null(alpha: Score) -> Self {
        Self { alpha, beta: alpha + 1 }
    }

    /// Whether this is a null window.
    pub fn is_null(self) -> bool {
        self.beta - self.alpha == 1
    }

    /// All scores nearer than `delta` to `center`.
    pub fn around(center: Score, delta: Score) -> Self {
        Self { alpha: (center - delta).max(-INFINITY), beta: (center + delta).min(INFINITY) }
    }

    /// The same window as the other side sees it: what is good for one is bad for the other, so the
    /// bounds change places.
    pub fn flipped(self) -> Self {
        Self { alpha: -self.beta, beta: -self.alpha }
    }
}

impl fmt::Display for Window {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let bound = |score: Score| match score.abs() {
            INFINITY => format!("{}∞", if score < 0 { "−" } else { "" }),
            _ => score.to_string(),
        };
        write!(f, "[{}, {}]", bound(self.alpha), bound(self.beta))
    }
}
// ANCHOR_END: window

// ANCHOR: node
/// A position on its way to a score.
#[derive(Clone, Copy, Debug)]
pub struct Node<'a> {
    pub position: &'a Position,
    /// Moves to look ahead from here; none where the quiescence search goes on.
    pub depth: Depth,
    /// Moves made since the root.
    pub ply: usize,
    pub window: Window,
    /// Whether the side to move is in check.
    pub in_check: bool,
}

impl<'a> Node<'a> {
    pub fn root(position: &'a Position, depth: Depth, window: Window) -> Self {
        Self { position, depth, ply: 0, window, in_check: in_check(position) }
    }

    /// The node that a move leads to, with `depth` plies to look ahead from there; none if it's
    /// negative. The window is the one of this node's side.
    pub fn child<'b>(&self, position: &'b Position, depth: Depth, window: Window) -> Node<'b> {
        Node {
            position,
            depth: depth.max(0),
            ply: self.ply + 1,
            window: window.flipped(),
            in_check: in_check(position),
        }
    }
}

fn in_check(position: &Position) -> bool {
    position.in_check(position.side_to_move())
}
// ANCHOR_END: node

// ANCHOR: stack
/// What belongs to a ply, whichever node the search is at there.
#[derive(Clone, Copy, Default)]
pub struct Ply {
    /// The move that led to the node; none at the root, and none after a null move.
    pub mv: Option<Move>,
    /// What the evaluation says of the node; −[`INFINITY`] in check, where it says nothing.
    pub static_eval: Score,
    /// The last two quiet moves that cut off here, the newer one first.
    pub killers: [Option<Move>; 2],
}

impl Ply {
    /// Remembers a quiet move that cut off. The two are different: a move that cuts off again
    /// doesn't push the other one out.
    pub fn add_killer(&mut self, mv: Move) {
        if self.killers[0] != Some(mv) {
            self.killers = [Some(mv), self.killers[0]];
        }
    }
}

/// The plies from the root down. Each search begins with empty ones: its plies are other ones than
/// those of the last.
pub struct Stack([Ply; MAX_PLY + 1]);

impl Default for Stack {
    fn default() -> Self {
        Self([Ply::default(); MAX_PLY + 1])
    }
}

impl Index<usize> for Stack {
    type Output = Ply;

    fn index(&self, ply: usize) -> &Ply {
        &self.0[ply]
    }
}

impl IndexMut<usize> for Stack {
    fn index_mut(&mut self, ply: usize) -> &mut Ply {
        &mut self.0[ply]
    }
}
// ANCHOR_END: stack
