//! The search: which move leads to the best position.
//!
//! It knows the rules through the move generator and the worth of positions through the
//! evaluation. It knows no text, no thread and no clock: whether to break it off, its observer says.

pub mod limits;
mod negamax;
pub mod node;
pub mod ordering;
pub mod params;
pub mod picker;
mod probe;
mod prune;
mod pv;
mod pvs;
mod quiescence;
mod reduce;
mod root;
pub mod see;
mod skip;
pub mod techniques;
pub mod time;
pub mod trace;
pub mod tree;
pub mod tt;

use crate::draws::KeyStack;
use crate::game::Game;
use crate::movegen::legal_moves;
use crate::moves::Move;
use crate::score::{Depth, Score};
use limits::Limits;
use node::Stack;
use ordering::OrderingTables;
use params::SearchParams;
use pv::PvTable;
use reduce::Reductions;
use techniques::Techniques;
use trace::{Observer, Unwatched};
use tt::{Bound, TranspositionTable};

// ANCHOR: result
/// What a search found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RootResult {
    /// In centipawns, from the view of the side to move.
    pub score: Score,
    /// Exact, unless the search was broken off before it knew better.
    pub bound: Bound,
    /// The principal variation, the expected moves of both sides; the first is the best move. Empty
    /// if there is no move.
    pub pv: Vec<Move>,
    /// The depth that was reached, in plies.
    pub depth: Depth,
    /// Whether all root moves were searched at that depth.
    pub complete: bool,
    /// Moves that were made to get there, at all depths together.
    pub nodes: u64,
    /// The longest line that was looked at, in plies.
    pub seldepth: usize,
    /// How much of the transposition table this search has filled, in thousandths.
    pub hashfull: usize,
}
// ANCHOR_END: result

// ANCHOR: settings
/// How to search.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Settings {
    pub techniques: Techniques,
    pub params: SearchParams,
}
// ANCHOR_END: settings

// ANCHOR: memory
/// What outlives a search: the next one of the same game begins with it.
pub struct Memory {
    pub table: TranspositionTable,
    ordering: Box<OrderingTables>,
}

impl Memory {
    pub fn new(table: TranspositionTable) -> Self {
        Self { table, ordering: OrderingTables::new() }
    }

    /// Forgets everything, as before a new game.
    pub fn clear(&mut self) {
        self.table.clear();
        self.ordering = OrderingTables::new();
    }
}

impl Default for Memory {
    fn default() -> Self {
        Self::new(TranspositionTable::default())
    }
}
// ANCHOR_END: memory

// ANCHOR: search
/// Searches within the limits, with nothing remembered.
pub fn search(game: &Game, limits: &Limits, settings: &Settings) -> RootResult {
    search_watched(game, limits, settings, &mut Memory::default(), &mut Unwatched)
}

/// The same search, with what earlier ones have left in the memory. It tells an observer what
/// happens, and ends when the observer says so.
pub fn search_watched(
    game: &Game,
    limits: &Limits,
    settings: &Settings,
    memory: &mut Memory,
    observer: &mut impl Observer,
) -> RootResult {
    memory.table.next_generation(settings.params.tt_age_weight);
    memory.ordering.next_search(settings.params.history_keep);
    let mut root_moves = legal_moves(game.position()).to_vec();
    if !limits.moves.is_empty() {
        root_moves.retain(|mv| limits.moves.contains(mv));
    }
    let mut searcher = Searcher {
        techniques: settings.techniques,
        params: settings.params,
        reductions: Reductions::new(&settings.params),
        limits,
        root_moves,
        keys: KeyStack::new(game.keys()),
        pv: PvTable::new(),
        stack: Stack::default(),
        table: &mut memory.table,
        ordering: &mut memory.ordering,
        nodes: 0,
        seldepth: 0,
        aborted: false,
        observer,
    };
    searcher.deepen(game.position())
}

/// What a search carries from node to node.
struct Searcher<'a, O> {
    techniques: Techniques,
    params: SearchParams,
    reductions: Reductions,
    limits: &'a Limits,
    /// The moves to choose from, the most promising first.
    root_moves: Vec<Move>,
    keys: KeyStack,
    pv: PvTable,
    stack: Stack,
    table: &'a mut TranspositionTable,
    ordering: &'a mut OrderingTables,
    nodes: u64,
    seldepth: usize,
    /// The search is broken off: every score from now on is worthless.
    aborted: bool,
    observer: &'a mut O,
}
// ANCHOR_END: search

// ANCHOR: count-node
impl<O: Observer> Searcher<'_, O> {
    /// Counts a move that is about to be made. Says no, and breaks the search off, if a limit
    /// forbids it.
    fn count_node(&mut self) -> bool {
        // Asking for the time takes time itself, and a thousand nodes are done in a millisecond.
        let asks = self.nodes.is_multiple_of(1024);
        let out_of_nodes = self.limits.nodes == Some(self.nodes);
        if out_of_nodes || (asks && self.observer.should_stop(self.nodes)) {
            self.aborted = true;
        }
        self.nodes += u64::from(!self.aborted);
        !self.aborted
    }
}
// ANCHOR_END: count-node
