//! Times two ways of doing one thing, in turn, so that both meet the same weather.

use std::time::{Duration, Instant};

/// Rounds of each measurement: enough for a steady median, few enough to wait for.
const ROUNDS: usize = 15;

/// What two pieces of work took, round by round.
pub struct Pair {
    ours: Vec<Duration>,
    theirs: Vec<Duration>,
}

/// Runs both in turn, after one round that isn't counted.
pub fn run(mut ours: impl FnMut(), mut theirs: impl FnMut()) -> Pair {
    let time = |work: &mut dyn FnMut()| {
        let start = Instant::now();
        work();
        start.elapsed()
    };
    let mut pair = Pair { ours: Vec::new(), theirs: Vec::new() };
    time(&mut ours);
    time(&mut theirs);
    for _ in 0..ROUNDS {
        pair.ours.push(time(&mut ours));
        pair.theirs.push(time(&mut theirs));
    }
    pair
}

impl Pair {
    /// How many times as fast ours is: the median of the rounds' ratios.
    pub fn ratio(&self) -> f64 {
        let rounds = self.ours.iter().zip(&self.theirs);
        median(rounds.map(|(ours, theirs)| theirs.as_secs_f64() / ours.as_secs_f64()))
    }

    /// Millions of `count` a second on both sides.
    pub fn speeds(&self, count: u64) -> (f64, f64) {
        let speed = |times: &[Duration]| {
            median(times.iter().map(|time| count as f64 / time.as_secs_f64() / 1e6))
        };
        (speed(&self.ours), speed(&self.theirs))
    }
}

fn median(values: impl Iterator<Item = f64>) -> f64 {
    let mut values: Vec<_> = values.collect();
    values.sort_by(f64::total_cmp);
    values[values.len() / 2]
}

/// A line of the result: a key for machines, a label for people, the pair and what was counted.
pub struct Line {
    pub key: &'static str,
    pub label: &'static str,
    pub pair: Pair,
    pub count: u64,
}

/// Prints the lines as a table, or as JSON if the program was called with `--json`.
pub fn print(ours: &str, theirs: &str, unit: &str, lines: &[Line]) {
    if std::env::args().any(|argument| argument == "--json") {
        let rows: Vec<_> = lines.iter().map(|line| json(ours, theirs, line)).collect();
        return println!("{{\"rows\":[{}]}}", rows.join(","));
    }
    println!("{:<24}{ours:>14}{theirs:>14}{:>10}   million {unit} a second", "", "ratio");
    for line in lines {
        let (first, second) = line.pair.speeds(line.count);
        println!("{:<24}{first:>14.1}{second:>14.1}{:>10.2}", line.label, line.pair.ratio());
    }
}

fn json(ours: &str, theirs: &str, line: &Line) -> String {
    let (first, second) = line.pair.speeds(line.count);
    format!(
        r#"{{"key":"{}","label":"{}","cells":{{"{ours}":{first:.1},"{theirs}":{second:.1},"ratio":{:.2}}}}}"#,
        line.key,
        line.label,
        line.pair.ratio()
    )
}
