//! The search: which move leads to the best position (chapters 4 to 11).
//!
//! It knows the rules through the move generator and the worth of positions through the
//! evaluation. It knows no text, and of the clock only when to stop.

pub mod limits;
pub mod ordering;
pub mod params;
pub mod picker;
mod quiescence;
pub mod techniques;
pub mod trace;
pub mod tt;

use crate::draws::{KeyStack, is_fifty_moves, is_insufficient_material};
use crate::eval::evaluate;
use crate::game::Game;
use crate::movegen::{has_legal_moves, legal_moves};
use crate::moves::{Move, MoveList};
use crate::position::Position;
use crate::score::{DRAW, Depth, INFINITY, Score, is_mate, mated_in};
use limits::{Control, Limits, Timer};
use ordering::OrderingTables;
use params::SearchParams;
use picker::{Hints, MovePicker};
use std::sync::atomic::Ordering;
use techniques::Techniques;
use trace::{Follow, Note, RootResearch, Sink, Unwatched};
use tt::{Bound, Entry, TranspositionTable, score_from_tt, score_to_tt};

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

// ANCHOR: search
/// How to search.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Settings {
    pub techniques: Techniques,
    pub params: SearchParams,
}

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

/// Searches within the limits, with nothing remembered.
pub fn search(game: &Game, limits: &Limits, settings: &Settings) -> RootResult {
    let memory = &mut Memory::default();
    search_watched(game, limits, settings, memory, &Control::default(), &mut Unwatched)
}

/// The same search, with what earlier ones have left in the memory, with somebody who may stop it
/// and somebody who watches.
pub fn search_watched(
    game: &Game,
    limits: &Limits,
    settings: &Settings,
    memory: &mut Memory,
    control: &Control,
    sink: &mut impl Sink,
) -> RootResult {
    memory.table.next_generation();
    memory.ordering.next_search();
    let mut root_moves = legal_moves(game.position()).to_vec();
    if !limits.moves.is_empty() {
        root_moves.retain(|mv| limits.moves.contains(mv));
    }
    let mut searcher = Searcher {
        techniques: settings.techniques,
        params: settings.params,
        limits,
        control,
        timer: Timer::new(control),
        aborted: false,
        root_moves,
        keys: KeyStack::new(game.keys()),
        path: Vec::new(),
        table: &mut memory.table,
        ordering: &mut memory.ordering,
        nodes: 0,
        seldepth: 0,
        sink,
    };
    searcher.deepen(game.position())
}

struct Searcher<'a, S> {
    techniques: Techniques,
    params: SearchParams,
    limits: &'a Limits,
    control: &'a Control,
    timer: Timer,
    /// A limit is used up: every score from now on is worthless.
    aborted: bool,
    /// The moves to choose from, the most promising first.
    root_moves: Vec<Move>,
    keys: KeyStack,
    /// The moves from the root to the node that is searched.
    path: Vec<Move>,
    table: &'a mut TranspositionTable,
    ordering: &'a mut OrderingTables,
    nodes: u64,
    seldepth: usize,
    sink: &'a mut S,
}
// ANCHOR_END: search

impl<S: Sink> Searcher<'_, S> {
    // ANCHOR: deepen
    /// Searches one ply deep, then two, and so on until a limit is reached.
    fn deepen(&mut self, position: &Position) -> RootResult {
        let mut best = self.unsearched(position);
        if best.pv.is_empty() {
            self.sink.report(&best);
            return best;
        }
        let first = if self.techniques.deepening { 1 } else { self.limits.depth };
        for depth in first..=self.limits.depth {
            let result = self.search_depth(position, depth, &best);
            best.nodes = self.nodes;
            // A depth that was broken off still counts if a root move was searched: the first was
            // the best of the depth before, so what beat it is better.
            if result.score > -INFINITY {
                best = result;
            }
            if result_is_news(&best, self.aborted, depth) {
                self.sink.report(&best);
            }
            if self.aborted || self.is_settled(&best) {
                break;
            }
        }
        best
    }

    // ANCHOR_END: deepen

    // ANCHOR: unsearched
    /// What is known before anything is searched: the score of a finished game, or some legal move
    /// for the case that there is time for nothing.
    fn unsearched(&self, position: &Position) -> RootResult {
        let in_check = position.in_check(position.side_to_move());
        let score = match self.root_moves.first() {
            Some(_) => evaluate(position),
            None if in_check => mated_in(0),
            None => DRAW,
        };
        let pv = self.root_moves.first().copied().into_iter().collect();
        let bound = Bound::Exact;
        RootResult {
            score,
            bound,
            pv,
            depth: 0,
            complete: false,
            nodes: 0,
            seldepth: 0,
            hashfull: 0,
        }
    }

    /// Whether a deeper search isn't worth its time.
    fn is_settled(&mut self, result: &RootResult) -> bool {
        let soft = self.limits.soft;
        let forced = self.root_moves.len() == 1 || is_mate(result.score);
        self.timer.is_over(soft, self.control) || (soft.is_some() && forced)
    }
    // ANCHOR_END: unsearched

    // ANCHOR: search-depth
    /// Searches one depth. The score is expected near that of the depth before, so the window is
    /// narrow at first: a score inside is exact, one outside costs a search in a wider window.
    fn search_depth(
        &mut self,
        position: &Position,
        depth: Depth,
        previous: &RootResult,
    ) -> RootResult {
        let mut delta = self.params.aspiration_delta;
        let (mut alpha, mut beta) = (-INFINITY, INFINITY);
        if self.expects_score(depth, previous) {
            alpha = (previous.score - delta).max(-INFINITY);
            beta = (previous.score + delta).min(INFINITY);
        }
        let mut failed_high: Option<RootResult> = None;
        loop {
            let result = self.search_root(position, depth, alpha, beta);
            if self.aborted {
                // Without one move searched again, what failed high is still the best that is known.
                let found = failed_high.filter(|_| result.score == -INFINITY);
                let RootResult { nodes, seldepth, hashfull, .. } = result;
                return match found {
                    Some(found) => {
                        RootResult { complete: false, nodes, seldepth, hashfull, ..found }
                    }
                    None => result,
                };
            }
            // The bound that failed moves past the score that was found; the other one stays.
            if result.score <= alpha {
                self.follow_research(depth, RootResearch::FailLow(result.score));
                alpha = (result.score - delta).max(-INFINITY);
            } else if result.score >= beta {
                self.follow_research(depth, RootResearch::FailHigh(result.score));
                beta = (result.score + delta).min(INFINITY);
                failed_high = Some(result);
            } else {
                return result;
            }
            delta *= 2;
            if delta > self.params.aspiration_max_delta {
                (alpha, beta) = (-INFINITY, INFINITY);
            }
        }
    }

    /// Whether the score of the depth before is a good guess. A mate isn't: the next depth may find
    /// a shorter one, or a way out.
    fn expects_score(&self, depth: Depth, previous: &RootResult) -> bool {
        self.techniques.aspiration
            && self.techniques.alpha_beta
            && depth >= self.params.aspiration_min_depth
            && previous.depth > 0
            && !is_mate(previous.score)
    }
    // ANCHOR_END: search-depth

    // ANCHOR: root
    /// Searches the root moves `depth` plies deep, and puts the best one first for the next time.
    fn search_root(
        &mut self,
        position: &Position,
        depth: Depth,
        mut alpha: Score,
        beta: Score,
    ) -> RootResult {
        self.sink.note(Note::Enter { mv: None, depth, alpha, beta });
        self.seldepth = 0;
        let mut result = RootResult {
            score: -INFINITY,
            bound: Bound::Upper,
            depth,
            complete: true,
            ..self.unsearched(position)
        };
        let mut child_pv = Vec::new();
        let mut best_index = 0;
        for index in 0..self.root_moves.len() {
            let mv = self.root_moves[index];
            let search = MoveSearch::of(index);
            let score =
                self.search_move(position, mv, depth, 0, alpha, beta, search, &mut child_pv);
            // While no move beats alpha, which one is refuted most narrowly says nothing: then the
            // best move of the depth before stays.
            if index == 0 || score > alpha {
                update_pv(&mut result.pv, mv, &mut child_pv);
                best_index = index;
            }
            if score > alpha {
                let exact = score < beta && !self.aborted;
                result.bound = if exact { Bound::Exact } else { Bound::Lower };
            }
            result.score = result.score.max(score);
            if self.aborted {
                result.complete = false;
                break;
            }
            alpha = alpha.max(score);
            if self.techniques.alpha_beta && alpha >= beta {
                self.sink.note(Note::BetaCutoff { index });
                break;
            }
        }
        self.root_moves[..=best_index].rotate_right(1);
        self.sink.note(Note::Exit { score: result.score });
        let (nodes, seldepth, hashfull) = (self.nodes, self.seldepth, self.table.hashfull());
        RootResult { nodes, seldepth, hashfull, ..result }
    }
    // ANCHOR_END: root

    // ANCHOR: negamax
    /// The score of a position `ply` moves from the root, looking `depth` moves ahead, from the view
    /// of the side to move. `pv`, the principal variation, receives the best moves of both sides.
    ///
    /// The score is exact if it lies between `alpha` and `beta`. At or below `alpha` it is an upper
    /// bound, at or above `beta` a lower one, as close as what was searched can tell (fail-soft).
    fn negamax(
        &mut self,
        position: &Position,
        depth: Depth,
        ply: usize,
        mut alpha: Score,
        beta: Score,
        pv: &mut Vec<Move>,
    ) -> Score {
        pv.clear();
        self.seldepth = self.seldepth.max(ply);
        // Mate comes before all rules of drawing.
        if !has_legal_moves(position) {
            self.sink.note(Note::GameOver);
            let in_check = position.in_check(position.side_to_move());
            return if in_check { mated_in(ply) } else { DRAW };
        }
        if self.is_draw(position) {
            self.sink.note(Note::Draw);
            return DRAW;
        }
        if depth == 0 && self.techniques.quiescence {
            return self.quiescence(position, ply, alpha, beta, pv);
        }
        if depth == 0 {
            self.sink.note(Note::Leaf);
            return evaluate(position);
        }

        let entry = self.probe(position);
        if let Some(score) = self.tt_cutoff(entry, position, depth, ply, alpha, beta) {
            self.sink.note(Note::TtCutoff);
            return score;
        }

        let old_alpha = alpha;
        let mut best = -INFINITY;
        let mut child_pv = Vec::new();
        let mut quiets_tried = MoveList::new();
        let mut picker =
            MovePicker::all(position, self.hints(position, entry, ply), self.techniques);
        for index in 0.. {
            let Some(mv) = picker.next(self.ordering) else { break };
            let search = MoveSearch::of(index);
            let score =
                self.search_move(position, mv, depth, ply, alpha, beta, search, &mut child_pv);
            if self.aborted {
                return best;
            }
            if score > best {
                best = score;
                update_pv(pv, mv, &mut child_pv);
            }
            alpha = alpha.max(score);
            // The other side has a better way before this node, so it won't let things come here.
            if self.techniques.alpha_beta && alpha >= beta {
                self.sink.note(Note::BetaCutoff { index });
                if !mv.is_noisy() {
                    let previous = self.path.last().copied();
                    self.ordering.learn(position, mv, &quiets_tried, depth, ply, previous);
                }
                break;
            }
            if !mv.is_noisy() {
                quiets_tried.push(mv);
            }
        }
        let bound = match best {
            _ if best >= beta => Bound::Lower,
            _ if best > old_alpha => Bound::Exact,
            _ => Bound::Upper,
        };
        // Below alpha all moves were refuted, and which one held out best is chance.
        let mv = pv.first().copied().filter(|_| bound != Bound::Upper);
        self.store(position, ply, Entry { mv, score: best, depth, bound });
        best
    }
    // ANCHOR_END: negamax

    // ANCHOR: hints
    /// The moves to try early at a node, as far as techniques are on.
    fn hints(&self, position: &Position, entry: Option<Entry>, ply: usize) -> Hints {
        let Techniques { tt_move, killers, countermoves, .. } = self.techniques;
        let previous = self.path.last().copied();
        Hints {
            tt_move: entry.and_then(|entry| entry.mv).filter(|_| tt_move),
            killers: if killers { self.ordering.killers(ply) } else { [None; 2] },
            countermove: self.ordering.countermove(position, previous).filter(|_| countermoves),
        }
    }
    // ANCHOR_END: hints

    // ANCHOR: tt
    fn probe(&mut self, position: &Position) -> Option<Entry> {
        let entry = self.table.probe(position.keys().all);
        self.sink.note(if entry.is_some() { Note::TtHit } else { Note::TtMiss });
        entry
    }

    /// The score of a node whose search can be spared, because it was searched as deep before and
    /// the score lies outside the window. One inside would come without its line.
    fn tt_cutoff(
        &self,
        entry: Option<Entry>,
        position: &Position,
        depth: Depth,
        ply: usize,
        alpha: Score,
        beta: Score,
    ) -> Option<Score> {
        let Entry { score, bound, .. } = entry.filter(|entry| entry.depth >= depth)?;
        let score = score_from_tt(score, ply);
        let refuted = bound != Bound::Upper && score >= beta;
        let hopeless = bound != Bound::Lower && score <= alpha;
        let allowed = self.techniques.tt_cutoffs && self.techniques.alpha_beta;
        (allowed && (refuted || hopeless) && !sees_fifty_moves(position, depth)).then_some(score)
    }

    fn store(&mut self, position: &Position, ply: usize, entry: Entry) {
        if !sees_fifty_moves(position, entry.depth) {
            let score = score_to_tt(entry.score, ply);
            self.table.store(position.keys().all, Entry { score, ..entry });
        }
    }
    // ANCHOR_END: tt

    // ANCHOR: search-move
    /// Searches a move: the first one of a node in the node's window, each later one at first only
    /// to see whether it beats `alpha`, in a null window.
    #[allow(clippy::too_many_arguments)]
    fn search_move(
        &mut self,
        position: &Position,
        mv: Move,
        depth: Depth,
        ply: usize,
        alpha: Score,
        beta: Score,
        search: MoveSearch,
        pv: &mut Vec<Move>,
    ) -> Score {
        let pvs = self.techniques.pvs && self.techniques.alpha_beta;
        if !pvs || search == MoveSearch::First {
            return self.search_child(position, mv, depth, ply, alpha, beta, pv);
        }
        let bound = self.search_child(position, mv, depth, ply, alpha, alpha + 1, pv);
        // At beta and above a bound is enough.
        if self.aborted || bound <= alpha || bound >= beta {
            return bound;
        }
        self.sink.note(Note::PvsResearch { mv });
        if ply == 0 {
            self.follow_better(depth, mv);
        }
        let score = self.search_child(position, mv, depth, ply, alpha, beta, pv);
        if self.aborted {
            // That the move is better is known already, only not by how much.
            pv.clear();
            return bound;
        }
        score
    }
    // ANCHOR_END: search-move

    // ANCHOR: follow
    fn follow_better(&mut self, depth: Depth, mv: Move) {
        self.sink.follow(Follow::Better { depth, mv });
    }

    fn follow_research(&mut self, depth: Depth, research: RootResearch) {
        // The best move is the first by now.
        self.sink.follow(Follow::Research { depth, mv: self.root_moves[0], research });
    }
    // ANCHOR_END: follow

    // ANCHOR: search-child
    /// Makes a move and searches what follows. The score is that of the side that moves, and
    /// −[`INFINITY`] if the search is broken off, so that it beats nothing.
    #[allow(clippy::too_many_arguments)]
    fn search_child(
        &mut self,
        position: &Position,
        mv: Move,
        depth: Depth,
        ply: usize,
        alpha: Score,
        beta: Score,
        pv: &mut Vec<Move>,
    ) -> Score {
        if !self.count_node() {
            return -INFINITY;
        }
        let child = position.make(mv);
        self.keys.push(&child);
        self.path.push(mv);
        // What is good for the other side is bad for this one, so the bounds change places.
        let (child_alpha, child_beta) = (-beta, -alpha);
        let depth = depth - 1;
        self.sink.note(Note::Enter { mv: Some(mv), depth, alpha: child_alpha, beta: child_beta });
        let score = self.negamax(&child, depth, ply + 1, child_alpha, child_beta, pv);
        self.sink.note(Note::Exit { score });
        self.path.pop();
        self.keys.pop();
        if self.aborted { -INFINITY } else { -score }
    }
    // ANCHOR_END: search-child

    // ANCHOR: count-node
    /// Counts a move that is about to be made. Says no, and breaks the search off, if a limit
    /// forbids it.
    fn count_node(&mut self) -> bool {
        // To ask for the time takes time itself, and a thousand nodes are done in a millisecond.
        let looks_up = self.nodes.is_multiple_of(1024);
        let out_of_nodes = self.limits.nodes == Some(self.nodes);
        if out_of_nodes || (looks_up && self.is_out_of_time()) {
            self.aborted = true;
        }
        self.nodes += u64::from(!self.aborted);
        !self.aborted
    }

    fn is_out_of_time(&mut self) -> bool {
        self.control.stop.load(Ordering::Relaxed)
            || self.timer.is_over(self.limits.hard, self.control)
    }
    // ANCHOR_END: count-node

    fn is_draw(&self, position: &Position) -> bool {
        self.keys.is_repetition(position.halfmove_clock())
            || is_fifty_moves(position)
            || is_insufficient_material(position)
    }
}

// ANCHOR: move-search
/// How a move is searched.
#[derive(Clone, Copy, PartialEq, Eq)]
enum MoveSearch {
    /// As the one that is probably best.
    First,
    /// As one that probably isn't.
    Later,
}

impl MoveSearch {
    /// The search of the move with this number, counted from 0.
    fn of(index: usize) -> Self {
        if index == 0 { Self::First } else { Self::Later }
    }
}
// ANCHOR_END: move-search

// ANCHOR: sees-fifty-moves
/// Whether the clock of the fifty-move rule may run out within `depth` plies. The key doesn't know
/// that clock, so a score that may depend on it is neither stored nor believed.
fn sees_fifty_moves(position: &Position, depth: Depth) -> bool {
    Depth::from(position.halfmove_clock()) + depth >= 100
}
// ANCHOR_END: sees-fifty-moves

// ANCHOR: update-pv
/// Makes `mv` and the line that answers it the principal variation of a node.
fn update_pv(pv: &mut Vec<Move>, mv: Move, line: &mut Vec<Move>) {
    pv.clear();
    pv.push(mv);
    pv.append(line);
}
// ANCHOR_END: update-pv

/// A depth that was broken off is worth a report only if it found something, or if nothing was
/// reported before.
fn result_is_news(best: &RootResult, aborted: bool, depth: Depth) -> bool {
    !aborted || best.depth == depth || best.depth == 0
}
