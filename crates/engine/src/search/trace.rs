//! What the search tells while it runs.
//!
//! It tells an observer what happens at each node. The observer of a game ignores it all, and then
//! the compiler throws the telling away. Others count, or keep the whole tree. The observer may also
//! end the search: it knows of clocks and of users, and the search doesn't.

use super::RootResult;
use super::node::Node;
use crate::moves::Move;
use crate::score::{self, Depth, Score};
use std::fmt;

// ANCHOR: observer
/// Listens to a search. What it isn't interested in, it leaves out.
pub trait Observer {
    /// The search comes to a node, by a move or, at the root and after a null move, by none.
    fn enter(&mut self, _: Option<Move>, _: &Node) {}

    /// It leaves the node with this score, from the view of the side to move there.
    fn exit(&mut self, _: Score) {}

    /// Something happens at the node that was entered last.
    fn note(&mut self, _: Note) {}

    /// A depth is done, or the search is broken off and this is what it has found.
    fn report(&mut self, _: &RootResult) {}

    /// Something has changed at the root.
    fn follow(&mut self, _: Follow) {}

    /// Whether to break the search off, asked once every 1,024 nodes with their number so far.
    fn should_stop(&mut self, _: u64) -> bool {
        false
    }

    /// Whether the result of a depth is enough, given how many moves there are to choose from.
    fn is_enough(&mut self, _: &RootResult, _: usize) -> bool {
        false
    }
}

/// The observer that ignores everything.
pub struct Unwatched;

impl Observer for Unwatched {}
// ANCHOR_END: observer

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

// ANCHOR: table
/// Makes the notes, their texts and their counts from one table. A row is
/// `Name { fields }: "text", arguments => counts;` and a count may have a condition. A note whose
/// text is empty is only counted.
macro_rules! notes {
    (
        $($(#[$about:meta])* $count:ident,)*;
        $($(#[$doc:meta])* $note:ident $({ $($field:ident: $type:ty),* })?:
            $text:literal $(, $argument:expr)*
            $(=> $($counted:ident $(if $condition:expr)?),+)?;)*
    ) => {
        /// Something that happens at a node.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum Note {
            $($(#[$doc])* $note $({ $($field: $type),* })?,)*
        }

        #[allow(unused_variables)] // A field may matter for the text alone, or for a count alone.
        impl Note {
            pub fn text(self) -> String {
                match self {
                    $(Self::$note $({ $($field),* })? => format!($text $(, $argument)*),)*
                }
            }
        }

        /// How often what happened.
        #[derive(Clone, Debug, Default, PartialEq, Eq)]
        pub struct Events {
            $($(#[$about])* pub $count: u64,)*
        }

        impl Events {
            /// Each count with its name.
            pub fn named(&self) -> Vec<(&'static str, u64)> {
                vec![$((stringify!($count), self.$count),)*]
            }
        }

        #[allow(unused_variables)]
        impl Observer for Events {
            fn note(&mut self, note: Note) {
                match note {
                    $(Note::$note $({ $($field),* })? => {
                        $($(self.$counted += u64::from(true $(&& $condition)?);)+)?
                    })*
                }
            }
        }
    };
}
// ANCHOR_END: table

// ANCHOR: notes
notes! {
    /// Nodes whose score the evaluation gave.
    leaves,
    /// Nodes that the evaluation alone was too good for.
    stand_pats,
    /// Nodes of the quiescence search, with those where it begins.
    quiescence_nodes,
    /// Nodes with depth to spend that were left early.
    cutoffs,
    /// Those of them that the first move was enough for.
    first_move_cutoffs,
    /// Nodes of the quiescence search that a capture or an evasion ended early.
    quiescence_cutoffs,
    /// Those of them that the first move was enough for.
    quiescence_first_move_cutoffs,
    /// Nodes that the transposition table was asked about.
    tt_probes,
    /// Those of them that it knew.
    tt_hits,
    /// Those of them that needed no search.
    tt_cutoffs,
    /// Nodes that the evaluation was too high for.
    reverse_futility,
    /// Nodes that quiescence was asked about because the evaluation was too low.
    razors,
    /// Those of them that quiescence couldn't lift.
    razor_cutoffs,
    /// Nodes at which the side to move passed to see whether it stands well enough.
    null_moves,
    /// Those of them that this was enough for.
    null_cutoffs,
    /// Moves that were left out because they came late.
    late_moves,
    /// Moves that were left out because the evaluation was too low.
    futility,
    /// Moves that were left out because they lose material on their square.
    see_pruning,
    /// Captures of the quiescence search that were left out because they win too little.
    delta,
    /// Captures of the quiescence search that were left out because they lose material.
    quiescence_see,
    /// Later moves that were searched less deep.
    reductions,
    /// Those of them that were searched again to the full depth.
    reduction_researches,
    /// Later moves that were searched again for their score.
    pvs_researches,
    /// Depths that were searched again because the score was too low for the window.
    fail_lows,
    /// The same because it was too high.
    fail_highs,;

    /// The game is over here.
    GameOver: "game over";
    /// The position counts as a draw by rule.
    Draw: "draw";
    /// The evaluation decides.
    Leaf: "leaf" => leaves;
    /// No depth is left: here the quiescence search begins.
    Horizon: "" => quiescence_nodes;
    /// The node lies below the depth that was asked for.
    Quiescence: "quiescence" => quiescence_nodes;
    /// The evaluation alone is too good: no capture has to be tried.
    StandPat: "stand pat" => stand_pats;
    /// The transposition table knows the position.
    TtHit: "table hit" => tt_probes, tt_hits;
    /// It doesn't.
    TtMiss: "" => tt_probes;
    /// What the table knows is enough.
    TtCutoff: "table cutoff" => tt_cutoffs;
    /// The evaluation is far above beta.
    ReverseFutility: "far above beta" => reverse_futility;
    /// The evaluation is far below alpha, and quiescence is asked.
    Razor: "" => razors;
    /// It sees no help either.
    RazorCutoff: "far below alpha" => razor_cutoffs;
    /// The side to move passes.
    NullMove: "" => null_moves;
    /// It stands too well even so.
    NullCutoff: "null move cutoff" => null_cutoffs;
    /// A move comes so late that it's left out.
    LateMovePruning { mv: Move }: "{mv} left out" => late_moves;
    /// The evaluation is so low that a quiet move is left out.
    Futility { mv: Move }: "{mv} too little" => futility;
    /// A move loses material on its square, and is left out.
    SeePruning { mv: Move }: "{mv} loses material" => see_pruning;
    /// A capture can't lift the evaluation to alpha.
    Delta { mv: Move }: "{mv} too little" => delta;
    /// A capture loses material.
    QuiescenceSee { mv: Move }: "{mv} loses material" => quiescence_see;
    /// A later move is searched so many plies less deep.
    Reduced { mv: Move, plies: Depth }: "{mv} reduced by {plies}" => reductions;
    /// It has beaten alpha even so, and is searched again to the full depth.
    ReductionResearch { mv: Move }: "{mv} searched deeper" => reduction_researches;
    /// A later move has beaten alpha in its null window, and is searched again for its score.
    PvsResearch { mv: Move }: "{mv} searched again" => pvs_researches;
    /// The score of the root is at most the lower bound of its window.
    FailLow: "fails low" => fail_lows;
    /// It is at least the upper one.
    FailHigh: "fails high" => fail_highs;
    /// The move with this number, counted from 0, was too good: the rest is skipped.
    BetaCutoff { index: usize }: "cutoff by move {}", index + 1
        => cutoffs, first_move_cutoffs if index == 0;
    /// The same in the quiescence search.
    QuiescenceCutoff { index: usize }: "cutoff by move {}", index + 1
        => quiescence_cutoffs, quiescence_first_move_cutoffs if index == 0;
}
// ANCHOR_END: notes
