//! The laboratory: switch techniques, set parameters, compare, watch.
//!
//! Its commands look at the game of a session and change how it is searched. They don't know where
//! lines come from.

use crate::score::{self, Depth, MAX_DEPTH};
use crate::search::limits::Limits;
use crate::search::params::PARAMS;
use crate::search::techniques::TECHNIQUES;
use crate::search::tree::Trace;
use crate::search::{Memory, RootResult, Settings, search, search_watched};
use crate::session::Session;
use std::io::{self, Write};

/// The value of a switch, `on` or `off`.
pub fn parse_switch(text: &str) -> Result<bool, String> {
    match text {
        "on" => Ok(true),
        "off" => Ok(false),
        _ => Err(format!("{text:?} is neither on nor off")),
    }
}

// ANCHOR: dispatch
/// Answers a command of the laboratory; says whether it was one.
pub fn answer(
    command: &str,
    rest: &str,
    session: &mut Session,
    output: &mut impl Write,
) -> io::Result<bool> {
    let words: Vec<_> = rest.split_whitespace().collect();
    let done = match (command, &words[..]) {
        ("set", []) => list_techniques(session.settings(), output).map(Ok)?,
        ("set", [name, switch]) => set(name, switch, session.settings_mut()),
        ("set", _) => Err("expected set, or set NAME on|off".to_owned()),
        ("param", []) => list_params(session.settings(), output).map(Ok)?,
        ("param", [name, value]) => session.settings_mut().params.set(name, value),
        ("param", _) => Err("expected param, or param NAME VALUE".to_owned()),
        ("ab", [name, depth]) => compare(name, depth, session, output)?,
        ("ab", _) => Err("expected ab NAME DEPTH".to_owned()),
        ("trace", [depth]) => trace(depth, session, output)?,
        ("follow", [switch]) => parse_switch(switch).map(|on| session.set_follow(on)),
        ("follow", _) => Err("expected follow on|off".to_owned()),
        ("trace", _) => Err("expected trace DEPTH".to_owned()),
        _ => return Ok(false),
    };
    if let Err(reason) = done {
        writeln!(output, "info string {command}: {reason}")?;
    }
    Ok(true)
}
// ANCHOR_END: dispatch

// ANCHOR: set
fn set(name: &str, switch: &str, settings: &mut Settings) -> Result<(), String> {
    settings.techniques.set(name, parse_switch(switch)?)
}

fn list_techniques(settings: &Settings, output: &mut impl Write) -> io::Result<()> {
    for technique in TECHNIQUES {
        let switch = on_off((technique.get)(&settings.techniques));
        let (name, chapter, about) = (technique.name, technique.chapter, technique.about);
        writeln!(output, "{name:<14}{switch:<5}chapter {chapter:<6}{about}")?;
    }
    Ok(())
}

fn list_params(settings: &Settings, output: &mut impl Write) -> io::Result<()> {
    for param in PARAMS {
        let value = (param.get)(&settings.params);
        let (name, about) = (param.name, param.about);
        writeln!(output, "{name:<28}{value:>6}  {}..={}  {about}", param.min, param.max)?;
    }
    Ok(())
}

fn on_off(on: bool) -> &'static str {
    if on { "on" } else { "off" }
}
// ANCHOR_END: set

// ANCHOR: ab
/// Searches the position with a technique off and on, and prints both beside each other.
fn compare(
    name: &str,
    depth: &str,
    session: &Session,
    output: &mut impl Write,
) -> io::Result<Result<(), String>> {
    let (mut without, mut with) = (*session.settings(), *session.settings());
    let switched =
        without.techniques.set(name, false).and_then(|()| with.techniques.set(name, true));
    let depth = match switched.and_then(|()| parse_depth(depth)) {
        Ok(depth) => depth,
        Err(reason) => return Ok(Err(reason)),
    };
    let limits = Limits::depth(depth);
    let [off, on] = [without, with].map(|settings| search(session.game(), &limits, &settings));
    writeln!(output, "{:<5}{:>12}  {:<10}{:<7}line", "", "nodes", "score", "best")?;
    writeln!(output, "{:<5}{}\n{:<5}{}", "off", row(&off), "on", row(&on))?;
    writeln!(output, "{}", difference(&off, &on))?;
    Ok(Ok(()))
}

fn row(result: &RootResult) -> String {
    let line: Vec<_> = result.pv.iter().map(ToString::to_string).collect();
    let best = line.first().map_or("none", String::as_str);
    let score = score::uci_text(result.score);
    format!("{:>12}  {score:<10}{best:<7}{}", result.nodes, line.join(" "))
}

/// What the second result has beside the first: its share of the nodes, and whether they agree.
fn difference(off: &RootResult, on: &RootResult) -> String {
    let tenths = u128::from(on.nodes) * 1000 / u128::from(off.nodes.max(1));
    let score = if off.score == on.score { "same score" } else { "another score" };
    let best = if off.pv.first() == on.pv.first() { "same move" } else { "another move" };
    format!("on takes {}.{} % of the nodes: {score}, {best}", tenths / 10, tenths % 10)
}

fn parse_depth(text: &str) -> Result<Depth, String> {
    let depth = text.parse().ok().filter(|depth| (1..=MAX_DEPTH).contains(depth));
    depth.ok_or_else(|| format!("{text:?} isn't a depth from 1 to {MAX_DEPTH}"))
}
// ANCHOR_END: ab

// ANCHOR: trace
/// Searches the position and prints what was done at each node.
fn trace(
    depth: &str,
    session: &Session,
    output: &mut impl Write,
) -> io::Result<Result<(), String>> {
    let depth = match parse_depth(depth) {
        Ok(depth) if depth <= TRACE_DEPTH => depth,
        Ok(_) => return Ok(Err(format!("a tree deeper than {TRACE_DEPTH} fills the memory"))),
        Err(reason) => return Ok(Err(reason)),
    };
    let mut trace = Trace::default();
    let (limits, memory) = (Limits::depth(depth), &mut Memory::default());
    search_watched(session.game(), &limits, session.settings(), memory, &mut trace);
    write!(output, "{}", trace.root().map_or(String::new(), |root| root.text()))?;
    Ok(Ok(()))
}

/// Every node is kept, so a trace has to be shallow.
pub const TRACE_DEPTH: Depth = 6;
// ANCHOR_END: trace

/// Settings as the command line gives them: `NAME=on`, `NAME=VALUE`.
pub fn parse_settings(switches: &[String], values: &[String]) -> Result<Settings, String> {
    let mut settings = Settings::default();
    let pair = |text: &str| {
        let (name, value) = text.split_once('=').ok_or(format!("{text:?} has no ="))?;
        Ok::<_, String>((name.to_owned(), value.to_owned()))
    };
    for text in switches {
        let (name, switch) = pair(text)?;
        settings.techniques.set(&name, parse_switch(&switch)?)?;
    }
    for text in values {
        let (name, value) = pair(text)?;
        settings.params.set(&name, &value)?;
    }
    Ok(settings)
}
