//! Ten fixed positions, searched to a fixed depth: the engine's signature.
//!
//! The node count is the same on every machine and changes with every change of the search. The
//! list never changes, so that counts can be compared across all stages.

use crate::fen;
use crate::game::Game;
use crate::score::{self, Depth};
use crate::search::limits::Limits;
use crate::search::trace::Events;
use crate::search::{Memory, RootResult, Settings, search, search_watched};
use std::ops::RangeInclusive;
use std::time::Duration;

// ANCHOR: positions
/// Name and FEN. The first is the start position; 2 to 7 are the six positions of the book's tables.
#[rustfmt::skip]
pub const POSITIONS: [(&str, &str); 10] = [
    ("start position", fen::START),
    ("opening", "r1bqk2r/1pppbppp/p1n2n2/4p3/B3P3/5N2/PPPP1PPP/RNBQ1RK1 w kq - 4 6"),
    ("open middlegame", "r1bq1rk1/p3bpp1/2p2n1p/3p2B1/8/2NB1Q2/PPP2PPP/R4RK1 w - - 0 12"),
    ("closed middlegame", "r1bq1rk1/pppnn1bp/3p4/3Pp1p1/2P1Pp2/2N2P2/PP2BBPP/R2QNRK1 w - - 0 13"),
    ("tactical", "3q1rk1/pp1bppb1/3p1np1/2r1n1Bp/3NP2P/1BN2P2/PPPQ2P1/2KR3R w - - 2 14"),
    ("rook ending", "8/p4pk1/1p2p1p1/3r3p/1P5P/P3PPP1/R4K2/8 w - - 0 1"),
    ("pawn ending", "8/pp3k2/2p2p2/3p2p1/P2P2P1/1PP1K2P/8/8 w - - 0 1"),
    ("queen ending", "8/5k2/3q1p2/1p1Pp1p1/1P2P1P1/3Q1P2/6K1/8 b - - 0 1"),
    ("bishops of opposite colours", "6k1/1p3pp1/p1b1p2p/8/1P2P3/P1B2P1P/5KP1/8 w - - 0 1"),
    ("smothered mate", "4r2k/6pp/8/3Q2N1/8/8/6PP/6K1 w - - 0 1"),
];

/// The depth, in plies, that takes this stage a second or two.
pub const DEFAULT_DEPTH: Depth = 13;
// ANCHOR_END: positions

// ANCHOR: run
/// What a bench found, position by position.
pub struct Report {
    /// In plies.
    pub depth: Depth,
    pub entries: Vec<Entry>,
}

/// The search of one position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// The position's number, counted from 1.
    pub index: usize,
    pub result: RootResult,
    /// All zero if they weren't counted.
    pub events: Events,
}

/// Searches these positions of the list, counted from 1, each from a cleared state. Counting events
/// takes a little time, so a bench that measures speed goes unwatched.
pub fn run(
    depth: Depth,
    positions: RangeInclusive<usize>,
    settings: &Settings,
    watched: bool,
) -> Report {
    let limits = Limits::depth(depth);
    let entries = positions
        .map(|index| {
            let (_, fen) = POSITIONS[index - 1];
            let (game, _) = Game::from_fen(fen).expect("the list holds positions");
            let mut events = Events::default();
            let result = if watched {
                let memory = &mut Memory::default();
                search_watched(&game, &limits, settings, memory, &mut events)
            } else {
                search(&game, &limits, settings)
            };
            Entry { index, result, events }
        })
        .collect();
    Report { depth, entries }
}

/// The positions that `text` names: a number, or a range as `2-7`.
pub fn parse_positions(text: &str) -> Result<RangeInclusive<usize>, String> {
    let (first, last) = text.split_once('-').unwrap_or((text, text));
    match (first.parse(), last.parse()) {
        (Ok(first), Ok(last)) if 1 <= first && first <= last && last <= POSITIONS.len() => {
            Ok(first..=last)
        }
        _ => Err(format!("{text:?} names no positions from 1 to {}, as 2-7 does", POSITIONS.len())),
    }
}
// ANCHOR_END: run

// ANCHOR: print
impl Report {
    // ANCHOR: text
    pub fn nodes(&self) -> u64 {
        self.entries.iter().map(|entry| entry.result.nodes).sum()
    }

    /// One line per position, and last the total as testing tools read it. The caller has timed the
    /// run: a search reads no clock.
    pub fn text(&self, time: Duration) -> String {
        let mut text = String::new();
        for Entry { index, result, .. } in &self.entries {
            let (name, _) = POSITIONS[index - 1];
            let score = score::uci_text(result.score);
            let best = result.pv.first().map_or("none".to_owned(), ToString::to_string);
            text +=
                &format!("{index:>2} {name:<28}{:>12} nodes  {score:<9} {best}\n", result.nodes);
        }
        let speed = self.nodes() as u128 * 1_000_000 / time.as_micros().max(1);
        format!("{text}{} nodes {speed} nps\n", self.nodes())
    }
    // ANCHOR_END: text

    // ANCHOR: json
    /// The same as one JSON object, without times.
    pub fn json(&self) -> String {
        let positions: Vec<_> =
            self.entries.iter().map(|entry| self.json_position(entry)).collect();
        let positions = positions.join(",");
        format!(r#"{{"depth":{},"nodes":{},"positions":[{positions}]}}"#, self.depth, self.nodes())
    }

    fn json_position(&self, Entry { index, result, events }: &Entry) -> String {
        let (name, fen) = POSITIONS[index - 1];
        let counts: Vec<_> =
            events.named().iter().map(|(name, count)| format!("\"{name}\":{count}")).collect();
        let RootResult { score, pv, nodes, seldepth, hashfull, .. } = result;
        let line: Vec<_> = pv.iter().map(ToString::to_string).collect();
        let best = line.first().map_or("", String::as_str);
        // Nothing here can hold a quotation mark, so the text needs no escapes.
        format!(
            concat!(
                r#"{{"index":{},"name":"{}","fen":"{}","depth":{},"seldepth":{},"nodes":{},"#,
                r#""hashfull":{},"score":{},"best_move":"{}","line":"{}","events":{{{}}}}}"#
            ),
            index,
            name,
            fen,
            self.depth,
            seldepth,
            nodes,
            hashfull,
            score,
            best,
            line.join(" "),
            counts.join(",")
        )
    }
    // ANCHOR_END: json
}
// ANCHOR_END: print
