//! The `go` command: what a program allows for a move.

use crate::game::Game;
use crate::moves::Move;
use crate::score::{Depth, MAX_DEPTH};
use crate::search::limits::Limits;
use crate::search::params::SearchParams;
use crate::search::time::{Clock, TimeLimits};
use crate::session::{Order, Session};
use crate::types::Color;
use std::io::{self, Write};
use std::iter::Peekable;
use std::ops::RangeInclusive;
use std::str::SplitWhitespace;
use std::time::Duration;

// ANCHOR: words
/// The words that a `go` line may hold. None of them is taken for the number of another.
const WORDS: [&str; 12] = [
    "searchmoves",
    "ponder",
    "infinite",
    "wtime",
    "btime",
    "winc",
    "binc",
    "movestogo",
    "depth",
    "nodes",
    "mate",
    "movetime",
];

/// The largest depth, as the numbers of a line are.
const MOST_DEPTH: u64 = MAX_DEPTH as u64;
/// Some programs mean no limit by it.
const MOST_NODES: u64 = i64::MAX as u64;
/// In milliseconds: 30 years.
const MOST_TIME: u64 = 1_000_000_000_000;
// ANCHOR_END: words

// ANCHOR: go
/// The numbers and words of a `go` line, as far as they can be understood.
#[derive(Default)]
struct Go<'a> {
    /// In milliseconds, as all times here.
    time: [Option<u64>; 2],
    increment: [u64; 2],
    moves_to_go: u64,
    depth: Option<u64>,
    nodes: Option<u64>,
    mate: Option<u64>,
    movetime: Option<u64>,
    infinite: bool,
    ponder: bool,
    moves: Vec<&'a str>,
    /// What is wrong with numbers, one line each.
    complaints: Vec<String>,
    /// A number can't be understood. It was to limit the search, so the search ends after depth 1.
    misunderstood: bool,
}

impl<'a> Go<'a> {
    fn parse(text: &'a str) -> Self {
        let mut go = Self::default();
        let mut words = text.split_whitespace().peekable();
        while let Some(word) = words.next() {
            match word {
                "infinite" => go.infinite = true,
                "ponder" => go.ponder = true,
                "searchmoves" => {
                    let is_move =
                        |word: &&str| word.as_bytes().get(1).is_some_and(u8::is_ascii_digit);
                    while let Some(mv) = words.next_if(is_move) {
                        go.moves.push(mv);
                    }
                }
                "wtime" => go.time[0] = go.time(word, &mut words),
                "btime" => go.time[1] = go.time(word, &mut words),
                "winc" => go.increment[0] = go.time(word, &mut words).unwrap_or(0),
                "binc" => go.increment[1] = go.time(word, &mut words).unwrap_or(0),
                "movestogo" => {
                    go.moves_to_go =
                        go.number(word, &mut words, 0..=u64::from(u32::MAX)).unwrap_or(0)
                }
                "depth" => go.depth = go.number(word, &mut words, 1..=MOST_DEPTH),
                "nodes" => go.nodes = go.number(word, &mut words, 0..=MOST_NODES),
                "mate" => go.mate = go.number(word, &mut words, 1..=MOST_DEPTH),
                "movetime" => go.movetime = go.time(word, &mut words),
                // The protocol lets programs say what others don't know.
                _ => {}
            }
        }
        go
    }
}
// ANCHOR_END: go

// ANCHOR: numbers
impl Go<'_> {
    /// The number that follows `word`. One that is too large becomes the largest; without one that
    /// can be understood there is none.
    fn number(
        &mut self,
        word: &str,
        words: &mut Peekable<SplitWhitespace>,
        range: RangeInclusive<u64>,
    ) -> Option<u64> {
        let text = words.next_if(|text| !WORDS.contains(text)).unwrap_or_default();
        let (least, most) = range.into_inner();
        match whole_number(text) {
            Some(number) if number > most => {
                self.complaints.push(format!("{word}: {text} is more than {most}; taking {most}"));
                Some(most)
            }
            Some(number) if number >= least => Some(number),
            _ => {
                self.misunderstood = true;
                self.complaints.push(format!(
                    "{word}: {text:?} isn't a whole number from {least} to {most}; searching to \
                     depth 1"
                ));
                None
            }
        }
    }

    /// The time that follows `word`. Some programs send one below zero when a flag is about to fall:
    /// it counts as zero.
    fn time(&mut self, word: &str, words: &mut Peekable<SplitWhitespace>) -> Option<u64> {
        let is_negative = |text: &&str| text.strip_prefix('-').and_then(whole_number).is_some();
        match words.next_if(is_negative) {
            Some(_) => Some(0),
            None => self.number(word, words, 0..=MOST_TIME),
        }
    }
}

/// The number that `text` writes in digits alone. What is larger than any number here becomes the
/// largest one.
fn whole_number(text: &str) -> Option<u64> {
    let digits = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    digits.then(|| text.parse().unwrap_or(u64::MAX))
}
// ANCHOR_END: numbers

// ANCHOR: limits
impl Go<'_> {
    fn limits(&self, moves: Vec<Move>) -> Limits {
        // A mate in so many moves lies one ply less than twice as deep. A search that leaves moves out
        // may see it later, so it gets three times that depth.
        let plies = |moves: u64| 3 * (2 * moves - 1);
        let mate_depth = self.mate.map_or(MOST_DEPTH, |moves| plies(moves).min(MOST_DEPTH));
        let depth = if self.misunderstood { 1 } else { self.depth.unwrap_or(MOST_DEPTH) };
        let mate = self.mate.map(|moves| moves as Depth);
        Limits { nodes: self.nodes, mate, moves, ..Limits::depth(depth.min(mate_depth) as Depth) }
    }

    /// What a clock or a time for the move allows. The clock of the side to move alone counts.
    fn time_limits(&self, us: Color, overhead: Duration, params: &SearchParams) -> TimeLimits {
        if self.infinite {
            return TimeLimits::default();
        }
        if let Some(time) = self.movetime {
            let time = Duration::from_millis(time).saturating_sub(overhead);
            return TimeLimits { soft: None, hard: Some(time.max(Duration::from_millis(1))) };
        }
        let clock = self.time[us.index()].map(|time| Clock {
            remaining: Duration::from_millis(time),
            increment: Duration::from_millis(self.increment[us.index()]),
            moves_to_go: self.moves_to_go as u32,
        });
        clock.map_or_else(TimeLimits::default, |clock| clock.limits(overhead, params))
    }

    /// The limits that were named, each with the number that is as good as none.
    fn named(&self, us: Color) -> impl Iterator<Item = (u64, u64)> {
        let misunderstood = self.misunderstood.then_some(1);
        let limits = [
            (self.movetime.or(self.time[us.index()]), MOST_TIME),
            (self.depth.or(misunderstood), MOST_DEPTH),
            (self.mate, MOST_DEPTH),
            (self.nodes, MOST_NODES),
        ];
        limits.into_iter().filter_map(|(number, most)| Some((number?, most)))
    }
}
// ANCHOR_END: limits

// ANCHOR: order
/// Begins the search that a `go` line asks for.
pub(super) fn go(text: &str, session: &mut Session, output: &mut impl Write) -> io::Result<()> {
    let go = Go::parse(text);
    for complaint in &go.complaints {
        writeln!(output, "info string go: {complaint}")?;
    }
    let moves = find_moves(&go.moves, session.game(), output)?;
    let us = session.game().position().side_to_move();
    let time = go.time_limits(us, session.overhead(), &session.settings().params);
    session.start(Order {
        limits: go.limits(moves),
        time,
        ponder: go.ponder,
        // Without any limit, `stop` alone ends the search.
        infinite: go.infinite || go.named(us).next().is_none(),
        endless: go.named(us).all(|(number, most)| number == most),
    })
}

/// The moves that were named, those that aren't legal left out.
fn find_moves(names: &[&str], game: &Game, output: &mut impl Write) -> io::Result<Vec<Move>> {
    let mut moves = Vec::new();
    for name in names {
        match game.find_move(name) {
            Some(mv) => moves.push(mv),
            None => writeln!(output, "info string go: {name:?} isn't legal here")?,
        }
    }
    Ok(moves)
}
// ANCHOR_END: order
