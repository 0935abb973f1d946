//! The console's laboratory: switch techniques, set parameters, compare, watch (chapters 5, 7 and 9 to 11).

use crate::repl::Console;
use crate::score::{self, Depth, MAX_DEPTH};
use crate::search::limits::{Control, Limits};
use crate::search::params::PARAMS;
use crate::search::techniques::TECHNIQUES;
use crate::search::trace::Trace;
use crate::search::{Memory, RootResult, Settings, search, search_watched};
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
impl<W: Write> Console<W> {
    /// Answers a command of the laboratory; says whether it was one.
    pub(crate) fn lab(&mut self, command: &str, rest: &str) -> io::Result<bool> {
        let words: Vec<_> = rest.split_whitespace().collect();
        let done = match (command, &words[..]) {
            ("set", []) => self.list_techniques().map(Ok)?,
            ("set", [name, switch]) => self.set(name, switch),
            ("set", _) => Err("expected set, or set NAME on|off".to_owned()),
            ("param", []) => self.list_params().map(Ok)?,
            ("param", [name, value]) => self.settings.params.set(name, value),
            ("param", _) => Err("expected param, or param NAME VALUE".to_owned()),
            ("ab", [name, depth]) => self.compare(name, depth)?,
            ("ab", _) => Err("expected ab NAME DEPTH".to_owned()),
            ("trace", [depth]) => self.trace(depth)?,
            ("follow", [switch]) => parse_switch(switch).map(|on| self.follow = on),
            ("follow", _) => Err("expected follow on|off".to_owned()),
            ("trace", _) => Err("expected trace DEPTH".to_owned()),
            _ => return Ok(false),
        };
        if let Err(reason) = done {
            writeln!(self.output, "info string {command}: {reason}")?;
        }
        Ok(true)
    }
}
// ANCHOR_END: dispatch

// ANCHOR: set
impl<W: Write> Console<W> {
    fn set(&mut self, name: &str, switch: &str) -> Result<(), String> {
        self.settings.techniques.set(name, parse_switch(switch)?)
    }

    fn list_techniques(&mut self) -> io::Result<()> {
        for technique in TECHNIQUES {
            let on = (technique.get)(&self.settings.techniques);
            let (switch, chapter) = (on_off(on), technique.chapter);
            writeln!(
                self.output,
                "{:<14}{switch:<5}chapter {chapter:<6}{}",
                technique.name, technique.about
            )?;
        }
        Ok(())
    }

    fn list_params(&mut self) -> io::Result<()> {
        for param in PARAMS {
            let value = (param.get)(&self.settings.params);
            let (name, about) = (param.name, param.about);
            writeln!(self.output, "{name:<28}{value:>6}  {}..={}  {about}", param.min, param.max)?;
        }
        Ok(())
    }
}

fn on_off(on: bool) -> &'static str {
    if on { "on" } else { "off" }
}
// ANCHOR_END: set

// ANCHOR: ab
impl<W: Write> Console<W> {
    /// Searches the position with a technique off and on, and prints both beside each other.
    fn compare(&mut self, name: &str, depth: &str) -> io::Result<Result<(), String>> {
        let (mut without, mut with) = (self.settings, self.settings);
        let switched =
            without.techniques.set(name, false).and_then(|()| with.techniques.set(name, true));
        let depth = match switched.and_then(|()| parse_depth(depth)) {
            Ok(depth) => depth,
            Err(reason) => return Ok(Err(reason)),
        };
        writeln!(self.output, "{:<5}{:>12}  {:<10}{:<7}line", "", "nodes", "score", "best")?;
        let [off, on] = [("off", without), ("on", with)].map(|(label, settings)| {
            let result = search(&self.game, &Limits::depth(depth), &settings);
            (format!("{label:<5}{}", row(&result)), result)
        });
        writeln!(self.output, "{}\n{}", off.0, on.0)?;
        writeln!(self.output, "{}", difference(&off.1, &on.1))?;
        Ok(Ok(()))
    }
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
impl<W: Write> Console<W> {
    /// Searches the position and prints what was done at each node.
    fn trace(&mut self, depth: &str) -> io::Result<Result<(), String>> {
        let depth = match parse_depth(depth) {
            Ok(depth) if depth <= TRACE_DEPTH => depth,
            Ok(_) => return Ok(Err(format!("a tree deeper than {TRACE_DEPTH} fills the memory"))),
            Err(reason) => return Ok(Err(reason)),
        };
        let mut trace = Trace::default();
        let limits = Limits::depth(depth);
        let (memory, control) = (&mut Memory::default(), Control::default());
        search_watched(&self.game, &limits, &self.settings, memory, &control, &mut trace);
        write!(self.output, "{}", trace.root().map_or(String::new(), |root| root.text()))?;
        Ok(Ok(()))
    }
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
