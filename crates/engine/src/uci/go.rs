//! The `go` command: what a program allows for a move (chapter 7).

use super::{Console, End};
use crate::score::{Depth, MAX_DEPTH};
use crate::search::limits::{Clock, Control, Limits};
use crate::types::Color;
use std::io::{self, Write};
use std::str::FromStr;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

// ANCHOR: tokens
/// The numbers and words of a `go` line. What isn't understood is left out.
#[derive(Default)]
struct Go {
    time: [Option<Duration>; 2],
    increment: [Duration; 2],
    moves_to_go: u32,
    depth: Option<Depth>,
    nodes: Option<u64>,
    mate: Option<Depth>,
    movetime: Option<Duration>,
    infinite: bool,
    ponder: bool,
    moves: Vec<String>,
}

impl Go {
    fn parse(text: &str) -> Self {
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
                        go.moves.push(mv.to_owned());
                    }
                }
                "wtime" => go.time[0] = next(&mut words).map(milliseconds),
                "btime" => go.time[1] = next(&mut words).map(milliseconds),
                "winc" => go.increment[0] = next(&mut words).map_or(Duration::ZERO, milliseconds),
                "binc" => go.increment[1] = next(&mut words).map_or(Duration::ZERO, milliseconds),
                "movestogo" => go.moves_to_go = next(&mut words).unwrap_or(0),
                "depth" => go.depth = next(&mut words),
                "nodes" => go.nodes = next(&mut words),
                "mate" => go.mate = next(&mut words),
                "movetime" => go.movetime = next(&mut words).map(milliseconds),
                _ => {}
            }
        }
        go
    }
}

// ANCHOR_END: tokens

// ANCHOR: numbers
/// The number that follows, if one does. Otherwise the word is left for the next token.
fn next<'a, T: FromStr>(
    words: &mut std::iter::Peekable<impl Iterator<Item = &'a str>>,
) -> Option<T> {
    let number = words.peek()?.parse().ok()?;
    words.next();
    Some(number)
}

/// Clocks below zero are sent by some programs when a flag is about to fall.
fn milliseconds(number: i64) -> Duration {
    Duration::from_millis(u64::try_from(number).unwrap_or(0))
}
// ANCHOR_END: numbers

// ANCHOR: limits
impl Go {
    /// The limits of the search. A clock counts for the side to move alone.
    fn limits(&self, us: Color, overhead: Duration) -> Limits {
        // A mate in so many moves lies one ply less than twice as deep.
        let mate = self.mate.map(|moves| moves.saturating_mul(2).saturating_sub(1));
        let depth = self.depth.or(mate).unwrap_or(MAX_DEPTH);
        let mut limits = Limits { nodes: self.nodes, ..Limits::depth(depth) };
        if let Some(time) = self.movetime {
            limits.hard = Some(time.saturating_sub(overhead).max(Duration::from_millis(1)));
        } else if let Some(remaining) = self.time[us.index()] {
            let increment = self.increment[us.index()];
            let clock = Clock { remaining, increment, moves_to_go: self.moves_to_go };
            let (soft, hard) = clock.limits(overhead);
            (limits.soft, limits.hard) = (Some(soft), Some(hard));
        }
        limits
    }

    // ANCHOR_END: limits

    // ANCHOR: go
    /// What the search ends with: without any limit, with `stop` alone.
    fn end(&self, limits: &Limits) -> End {
        let depth_or_nodes = self.depth.is_some() || self.mate.is_some() || limits.nodes.is_some();
        if self.infinite || !(depth_or_nodes || limits.hard.is_some()) {
            End::Stop
        } else if self.ponder {
            End::PonderHit
        } else {
            End::Limits
        }
    }
}

impl<W: Write> Console<W> {
    pub(super) fn go(&mut self, text: &str) -> io::Result<()> {
        let go = Go::parse(text);
        let us = self.game.position().side_to_move();
        let mut limits = go.limits(us, self.overhead);
        for text in &go.moves {
            match self.game.find_move(text) {
                Some(mv) => limits.moves.push(mv),
                None => writeln!(self.output, "info string go: {text:?} isn't legal here")?,
            }
        }
        if go.infinite {
            (limits.soft, limits.hard) = (None, None);
        }
        let control = Control { ponder: AtomicBool::new(go.ponder), ..Control::default() };
        let end = go.end(&limits);
        self.start(limits, control, end)
    }
}
// ANCHOR_END: go
