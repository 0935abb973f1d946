//! Bursts of commands and garbage against the real program, at random with fixed seeds: every `go`
//! gets exactly one answer, nothing panics, and the end of input is the end.

use fastrand::Rng;
use std::io::{Read, Write};
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

/// Searches that end by themselves, and others that something else has to end.
const GO: &[&str] = &[
    "go depth 2",
    "go depth 1 searchmoves e2e4 a1a9",
    "go nodes 300",
    "go nodes 0",
    "go movetime 3",
    "go movetime -3",
    "go wtime 20 btime 30",
    "go wtime 20 btime 30 winc 1 binc 1 movestogo 1",
    "go mate 1",
    "go depth x",
    "go nodes 99999999999999999999",
    "go depth 99999999999",
    "go movetime 99999999999999999",
    "go infinite",
    "go",
    "go ponder",
    "go ponder wtime 20 btime 20",
    "go ponder depth 1",
    "go ponder infinite mate",
    "  go\tinfinite\r",
];

const SIGNALS: &[&str] = &["stop", "stop", "stop", "ponderhit"];

const OTHERS: &[&str] = &[
    "position startpos",
    "position startpos moves e2e4 c7c5 g1f3",
    "position startpos moves e2e4 e2e4",
    "position fen 7k/5Q2/6K1/8/8/8/8/8 b - - 0 1",
    "position fen R5k1/5ppp/8/8/8/8/8/6K1 b - - 0 1",
    "position fen r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1 moves e1h1 e8a8",
    "position fen nonsense",
    "position",
    "ucinewgame",
    "uci",
    "setoption name Ponder value true",
    "setoption name Move Overhead value 0",
    "setoption name Hash value 1",
    "setoption name Hash value 3",
    "setoption name Hash value 33554432",
    "setoption name Clear Hash",
    "setoption name nodestime value 20",
    "setoption name nodestime value 0",
    "setoption name deepening value false",
    "setoption name deepening value true",
    "setoption name value",
    "debug on",
    "register later",
    "",
    "\u{feff}",
    "fen",
    "fen 8/8/8/8/8/8/8/8 w - - 0 1",
    "show",
    "moves",
    "attacks e1",
    "eval",
    "perft 2",
    "set",
    "set quiescence off",
    "set quiescence on",
    "param time_moves_ahead 0",
    "ab quiescence 1",
    "trace 1",
    "follow on",
    "follow off",
    "help",
    "GO infinite",
    "gogo",
];

/// A random line.
fn line(random: &mut Rng) -> Vec<u8> {
    let pick =
        |random: &mut Rng, lines: &[&str]| lines[random.usize(..lines.len())].as_bytes().to_vec();
    match random.u8(..10) {
        0..3 => pick(random, GO),
        3..6 => pick(random, SIGNALS),
        6 => b"isready".to_vec(),
        7 => {
            let bytes =
                (0..random.usize(..30)).map(|_| random.u8(..)).filter(|byte| *byte != b'\n');
            [b'#'].into_iter().chain(bytes).collect()
        }
        _ => pick(random, OTHERS),
    }
}

fn start() -> Child {
    let mut command = Command::new(env!("CARGO_BIN_EXE_cb2026"));
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command.spawn().unwrap()
}

/// Waits for the program to end, and kills it if it doesn't.
fn end(mut child: Child) -> bool {
    let begin = Instant::now();
    while begin.elapsed() < Duration::from_secs(60) {
        if let Some(status) = child.try_wait().unwrap() {
            return status.success();
        }
        thread::sleep(Duration::from_millis(5));
    }
    child.kill().unwrap();
    false
}

/// Says random lines in random bursts. Gives what was said and what was answered.
fn talk(seed: u64) -> (String, String) {
    let mut random = Rng::with_seed(seed);
    let mut child = start();
    let (mut stdin, mut stdout) = (child.stdin.take().unwrap(), child.stdout.take().unwrap());
    let mut stderr = child.stderr.take().unwrap();
    let reader = thread::spawn(move || {
        let mut bytes = Vec::new();
        stdout.read_to_end(&mut bytes).unwrap();
        String::from_utf8(bytes).unwrap()
    });
    let mut said = Vec::new();
    for _ in 0..30 {
        let lines = (0..random.usize(1..8)).map(|_| [line(&mut random), b"\n".to_vec()].concat());
        let burst: Vec<u8> = lines.flatten().collect();
        stdin.write_all(&burst).unwrap();
        said.extend(burst);
        thread::sleep(Duration::from_millis(random.u64(..6)));
    }
    drop(stdin);
    let said = String::from_utf8_lossy(&said).into_owned();
    assert!(end(child), "seed {seed} doesn't end well after\n{said}");
    let mut complaints = String::new();
    stderr.read_to_string(&mut complaints).unwrap();
    assert_eq!(complaints, "", "seed {seed}");
    (said, reader.join().unwrap())
}

#[test]
fn every_go_is_answered_once_whatever_else_is_said() {
    for seed in 0..20 {
        let (said, answered) = talk(seed);
        let count =
            |word| said.lines().filter(|line| line.split_whitespace().next() == Some(word)).count();
        let mut searches: Vec<_> = answered.split_inclusive("bestmove ").collect();
        let rest = searches.pop().unwrap();
        assert!(!rest.contains("info depth"), "seed {seed}: a search without an answer");
        assert_eq!(searches.len(), count("go"), "seed {seed}:\n{said}\n{answered}");
        for search in searches {
            let exact = search
                .lines()
                .any(|line| line.starts_with("info depth") && !line.contains("bound"));
            assert!(exact, "seed {seed}: {search}");
        }
        let ready = answered.lines().filter(|line| *line == "readyok").count();
        assert_eq!(ready, count("isready"), "seed {seed}:\n{said}");
    }
}

#[test]
fn quit_ends_whatever_runs_at_once() {
    for said in [
        "go infinite\nquit\n",
        "go infinite\ngo infinite\nquit\nisready\n",
        "go depth 60\ngo ponder\nquit\n",
    ] {
        let mut child = start();
        child.stdin.as_mut().unwrap().write_all(said.as_bytes()).unwrap();
        // The input stays open: nothing else ends the program.
        let stdin = child.stdin.take();
        assert!(end(child), "{said:?}");
        drop(stdin);
    }
}
