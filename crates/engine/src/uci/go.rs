//! The `go` command: how deep to search, and the answer.

use crate::bench::DEFAULT_DEPTH;
use crate::game::Game;
use crate::score::{self, Depth, MAX_DEPTH};
use crate::search::{RootResult, Settings, search};
use std::io::{self, Write};

// ANCHOR: go
/// `go depth N`. The engine can't be stopped yet, so it searches a short depth if none is given.
pub(super) fn go(
    text: &str,
    game: &Game,
    settings: &Settings,
    output: &mut impl Write,
) -> io::Result<()> {
    let (depth, complaint) = read_depth(text);
    if let Some(complaint) = complaint {
        writeln!(output, "info string go: {complaint}")?;
    }
    let result = search(game, depth, settings);
    print_result(depth, &result, output)
}

fn print_result(depth: Depth, result: &RootResult, output: &mut impl Write) -> io::Result<()> {
    let line: Vec<_> = result.pv.iter().map(ToString::to_string).collect();
    let score = score::uci_text(result.score);
    let RootResult { nodes, seldepth, .. } = result;
    write!(output, "info depth {depth} seldepth {seldepth} score {score} nodes {nodes}")?;
    if !line.is_empty() {
        write!(output, " pv {}", line.join(" "))?;
    }
    writeln!(output)?;
    // Where no move is legal the protocol wants an answer all the same: the null move.
    let best = line.first().map_or("0000", String::as_str);
    writeln!(output, "bestmove {best}")
}
// ANCHOR_END: go

// ANCHOR: numbers
/// The depth of a `go` line, and what is wrong with it. A depth that can't be understood becomes 1,
/// so that the answer comes at once; one that is too large becomes the largest there is.
fn read_depth(text: &str) -> (Depth, Option<String>) {
    let mut words = text.split_whitespace().skip_while(|&word| word != "depth");
    if words.next().is_none() {
        return (
            DEFAULT_DEPTH,
            Some(format!("expected depth 1 to {MAX_DEPTH}; searching to depth {DEFAULT_DEPTH}")),
        );
    }
    let text = words.next().unwrap_or_default();
    match whole_number(text) {
        None | Some(0) => {
            let why = format!("depth: {text:?} isn't a whole number from 1 to {MAX_DEPTH}");
            (1, Some(why + "; searching to depth 1"))
        }
        Some(depth) if depth > MAX_DEPTH as u64 => {
            (MAX_DEPTH, Some(format!("depth: {text} is more than {MAX_DEPTH}; taking {MAX_DEPTH}")))
        }
        Some(depth) => (depth as Depth, None),
    }
}

/// The number that `text` writes in digits alone. What is larger than any number here becomes the
/// largest one.
fn whole_number(text: &str) -> Option<u64> {
    let digits = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    digits.then(|| text.parse().unwrap_or(u64::MAX))
}
// ANCHOR_END: numbers
