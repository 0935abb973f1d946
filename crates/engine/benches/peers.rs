//! The search beside other engines: nodes a second and time to depth 10 on the six positions.
//! `CB2026_PEERS="NAME=PATH;Option=value|NAME=PATH" cargo bench -p cb2026 --bench peers`.
//!
//! All engines run as programs that speak UCI, one after the other on each position, so that all of
//! them meet the same weather. What a node is, and what a depth is, each engine decides for itself.

use cb2026::bench::POSITIONS;
use std::env;
use std::io::{BufRead, BufReader, Lines, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::time::{Duration, Instant};

const DEPTH: u32 = 10;
const ROUNDS: usize = 3;

struct Engine {
    name: String,
    input: ChildStdin,
    output: Lines<BufReader<ChildStdout>>,
    process: Child,
    nodes: u64,
    /// One a round, all positions together.
    times: Vec<Duration>,
}

impl Engine {
    /// Starts what `NAME=PATH;Option=value;Option=value` describes.
    fn start(text: &str) -> Self {
        let mut parts = text.split(';');
        let (name, path) = parts
            .next()
            .and_then(|first| first.split_once('='))
            .unwrap_or_else(|| panic!("{text:?} isn't NAME=PATH;Option=value"));
        let mut process = Command::new(path)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap_or_else(|error| panic!("{name}: can't run {path}: {error}"));
        let input = process.stdin.take().expect("the input is piped");
        let output = BufReader::new(process.stdout.take().expect("the output is piped")).lines();
        let (nodes, times) = (0, Vec::new());
        let mut engine = Self { name: name.to_owned(), input, output, process, nodes, times };
        engine.ask("uci", "uciok");
        for (option, value) in parts.filter_map(|part| part.split_once('=')) {
            engine.say(&format!("setoption name {option} value {value}"));
        }
        engine
    }

    fn say(&mut self, line: &str) {
        writeln!(self.input, "{line}").unwrap_or_else(|_| panic!("{} has ended", self.name));
    }

    /// Says a line, and reads until one that begins with `word`; gives the line before that.
    fn ask(&mut self, line: &str, word: &str) -> String {
        self.say(line);
        let mut last = String::new();
        loop {
            let line = self.output.next().and_then(Result::ok);
            let line = line.unwrap_or_else(|| panic!("{} ended before {word}", self.name));
            if line.starts_with(word) {
                return last;
            }
            // Comments may come between the last numbers and the move.
            if line.contains(" nodes ") {
                last = line;
            }
        }
    }

    /// Searches a position from a cleared state; gives nodes and time.
    fn search(&mut self, fen: &str) -> (u64, Duration) {
        self.say("ucinewgame");
        self.ask("isready", "readyok");
        self.say(&format!("position fen {fen}"));
        let start = Instant::now();
        let info = self.ask(&format!("go depth {DEPTH}"), "bestmove");
        let time = start.elapsed();
        let mut words = info.split_whitespace().skip_while(|word| *word != "nodes");
        let nodes = words.nth(1).and_then(|word| word.parse().ok());
        (nodes.unwrap_or_else(|| panic!("{} tells no nodes: {info:?}", self.name)), time)
    }

    /// The median of the rounds, in seconds.
    fn seconds(&self) -> f64 {
        let mut times = self.times.clone();
        times.sort();
        times[times.len() / 2].as_secs_f64()
    }
}

impl Drop for Engine {
    fn drop(&mut self) {
        let _ = writeln!(self.input, "quit");
        let _ = self.process.wait();
    }
}

fn main() {
    let peers = env::var("CB2026_PEERS").expect(
        "set CB2026_PEERS to the engines to compare with: NAME=PATH;Option=value|NAME=PATH",
    );
    let own = format!("cb2026={}", env!("CARGO_BIN_EXE_cb2026"));
    let texts = std::iter::once(own.as_str()).chain(peers.split('|'));
    let mut engines: Vec<_> = texts.map(Engine::start).collect();
    for _ in 0..ROUNDS {
        for engine in &mut engines {
            engine.nodes = 0;
            engine.times.push(Duration::ZERO);
        }
        for (_, fen) in &POSITIONS[1..7] {
            for engine in &mut engines {
                let (nodes, time) = engine.search(fen);
                engine.nodes += nodes;
                *engine.times.last_mut().expect("the round has begun") += time;
            }
        }
    }
    print(&engines);
}

/// As a table, or as JSON if the program was called with `--json`.
fn print(engines: &[Engine]) {
    let is_json = env::args().any(|argument| argument == "--json");
    let ours = engines[0].seconds();
    let rows = engines.iter().map(|engine| {
        let (name, seconds) = (&engine.name, engine.seconds());
        let millions = engine.nodes as f64 / 1e6;
        let (speed, time) = (millions / seconds, seconds / ours);
        if !is_json {
            return format!("{name:<28}{millions:>12.2}{speed:>10.2}{time:>10.3}");
        }
        let key = name.split(' ').next().unwrap_or_default().to_lowercase();
        let cells = format!(r#"{{"nodes":{millions:.3},"speed":{speed:.3},"time":{time:.4}}}"#);
        format!(r#"{{"key":"{key}","label":"{name}","cells":{cells}}}"#)
    });
    let rows: Vec<_> = rows.collect();
    if is_json {
        println!(r#"{{"rows":[{}]}}"#, rows.join(","));
    } else {
        println!("{:<28}{:>12}{:>10}{:>10}\n{}", "", "M nodes", "M/s", "time", rows.join("\n"));
    }
}
