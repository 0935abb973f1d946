//! What ends a search, and what is said of numbers that are none.

use crate::engine::Engine;
use std::time::{Duration, Instant};

/// The complaints about a `go` line, and how deep the search went.
fn complaints(engine: &mut Engine, go: &str) -> (Vec<String>, String) {
    let lines = engine.ask(&format!("position startpos\n{go}"));
    let depth = lines.iter().rev().find_map(|line| line.strip_prefix("info depth ")).unwrap();
    let depth = depth.split(' ').next().unwrap().to_owned();
    let complaints = lines.iter().filter(|line| line.starts_with("info string"));
    (complaints.cloned().collect(), depth)
}

#[test]
fn a_number_that_can_not_be_understood_gives_a_message_and_depth_1() {
    let mut engine = Engine::start();
    for word in
        ["depth", "nodes", "mate", "movetime", "wtime", "btime", "winc", "binc", "movestogo"]
    {
        for number in ["", "x", "12x", "2000.0", "1e3", "+5", "--5", "-", "0x10", "\u{663}"] {
            let go = format!("go {word} {number}");
            let (complaints, depth) = complaints(&mut engine, &go);
            assert_eq!(complaints.len(), 1, "{go}: {complaints:?}");
            let start = format!("info string go: {word}: {number:?} isn't a whole number from ");
            assert!(complaints[0].starts_with(&start), "{go}: {complaints:?}");
            assert!(complaints[0].ends_with("; searching to depth 1"), "{go}: {complaints:?}");
            assert_eq!(depth, "1", "{go}");
        }
    }
    for go in
        ["go depth -5", "go nodes -5", "go mate -2", "go mate 0", "go depth 0", "go movestogo -1"]
    {
        let (complaints, depth) = complaints(&mut engine, go);
        assert_eq!((complaints.len(), depth.as_str()), (1, "1"), "{go}: {complaints:?}");
    }
    // A word that needs a number takes no other word for one.
    let (complaints, depth) = complaints(&mut engine, "go depth nodes 5 mate winc 7 wtime");
    assert_eq!((complaints.len(), depth.as_str()), (3, "1"), "{complaints:?}");
    assert_eq!(engine.close(), "");
}

#[test]
fn a_number_that_is_too_large_gives_a_message_and_becomes_the_largest() {
    let mut engine = Engine::start();
    for word in
        ["depth", "nodes", "mate", "movetime", "wtime", "btime", "winc", "binc", "movestogo"]
    {
        for number in ["99999999999999999999", "999999999999999999999999999999999999999999"] {
            let (complaints, _) = complaints(&mut engine, &format!("go {word} {number}\nstop"));
            assert_eq!(complaints.len(), 1, "{word}: {complaints:?}");
            let start = format!("info string go: {word}: {number} is more than ");
            assert!(complaints[0].starts_with(&start), "{complaints:?}");
        }
    }
    let (complaints, _) = complaints(&mut engine, "go depth 99999999999 nodes 50");
    assert_eq!(complaints, ["info string go: depth: 99999999999 is more than 128; taking 128"]);
    assert_eq!(engine.close(), "");
}

#[test]
fn a_clock_below_zero_counts_as_empty_without_a_word() {
    let mut engine = Engine::start();
    for go in [
        "go wtime -50 btime -50",
        "go wtime -99999999999999999999",
        "go movetime -1",
        "go wtime 50 winc -5",
    ] {
        assert_eq!(complaints(&mut engine, go).0, [""; 0], "{go}");
    }
    assert_eq!(engine.close(), "");
}

#[test]
fn a_mate_that_is_proven_ends_the_search_for_it() {
    let mut engine = Engine::start();
    let board = "position fen 4r2k/6pp/8/3Q2N1/8/8/6PP/6K1 w - - 0 1";
    // A mate in four is enough for whoever wants one in ten.
    let lines = engine.ask(&format!("{board}\ngo mate 10"));
    let last = &lines[lines.len() - 2];
    assert!(last.contains(" score mate 4 "), "{lines:?}");
    assert!(last.split(' ').nth(2).unwrap().parse::<u32>().unwrap() < 15, "{last}");
    // There is none in two, so the search ends where one would have been seen.
    let lines = engine.ask(&format!("{board}\ngo mate 2"));
    assert!(lines[lines.len() - 2].starts_with("info depth 9 "), "{lines:?}");
    for (moves, depth) in [(1, 3), (3, 15)] {
        let pawn = "position fen 4k3/8/8/8/4p3/4P3/8/4K3 w - - 0 1";
        let lines = engine.ask(&format!("{pawn}\ngo mate {moves}"));
        let last = &lines[lines.len() - 2];
        assert!(last.starts_with(&format!("info depth {depth} ")), "{lines:?}");
    }
    assert_eq!(engine.close(), "");
}

/// What a search reports, without its times.
fn timeless(lines: Vec<String>) -> Vec<String> {
    let is_time = |word: &&str| ["nps", "time"].contains(word);
    let strip = |line: String| {
        let words: Vec<_> = line.split(' ').collect();
        let skip =
            |place: usize| is_time(&words[place]) || (place > 0 && is_time(&words[place - 1]));
        (0..words.len())
            .filter(|&place| !skip(place))
            .map(|place| words[place])
            .collect::<Vec<_>>()
            .join(" ")
    };
    lines.into_iter().map(strip).collect()
}

#[test]
fn nodes_stand_for_time_where_that_is_asked_for() {
    let mut engine = Engine::start();
    engine.say("setoption name nodestime value 10");
    let lines = engine.ask("go movetime 50");
    assert!(lines[lines.len() - 2].contains(" nodes 500 "), "{lines:?}");
    // Five seconds at ten nodes for each millisecond, minus nothing for what gets lost.
    let clocks = [
        "go wtime 5000 btime 1",
        "go wtime 5000 winc 100 movestogo 3",
        "go wtime 200 winc 20",
        "go wtime 0",
    ];
    for go in clocks {
        let first = timeless(engine.ask(&format!("ucinewgame\n{go}")));
        let second = timeless(engine.ask(&format!("ucinewgame\n{go}")));
        assert_eq!(first, second, "{go}");
        let nodes = first.iter().rev().find_map(|line| line.split(" nodes ").nth(1)).unwrap();
        let nodes: u64 = nodes.split(' ').next().unwrap().parse().unwrap();
        assert!(nodes <= 37_500, "{go}: {nodes} nodes are more than three quarters of the clock");
    }
    engine.say("setoption name nodestime value 0");
    let lines = engine.ask("go movetime 50");
    assert!(!lines[lines.len() - 2].contains(" nodes 500 "), "{lines:?}");
    assert_eq!(engine.close(), "");
}

#[test]
fn every_go_gets_one_bestmove() {
    let mut engine = Engine::start();
    let bounded = [
        "go depth 2",
        "go nodes 1",
        "go nodes 777",
        "go movetime 5",
        "go mate 1",
        "go wtime 100",
        "go wtime 1 btime 1",
        "go wtime -50 btime -50 winc 0",
        "go btime 100 wtime 200 binc 1 winc 1 movestogo 1",
        "go movestogo 0 wtime 50",
        "go depth 1 searchmoves a2a3 h2h4",
        "go searchmoves e2e4 depth 1",
        "go nonsense depth 1 more nonsense",
        "go movetime 0",
        "go movetime -1",
        "go nodes 0",
        "go mate 1 depth 1",
    ];
    for go in bounded {
        engine.say(&format!("position startpos\n{go}"));
        let lines = engine.wait("bestmove");
        assert!(lines.iter().any(|line| line.starts_with("info depth")), "{go}: {lines:?}");
        assert_ne!(lines.last().unwrap(), "bestmove 0000", "{go}");
    }
    assert_eq!(engine.close(), "");
}

#[test]
fn the_clock_that_counts_is_that_of_the_side_to_move() {
    for (moves, go) in
        [("", "go wtime 40 btime 600000"), ("moves e2e4", "go wtime 600000 btime 40")]
    {
        let mut engine = Engine::start();
        let begin = Instant::now();
        engine.say(&format!("position startpos {moves}\n{go}"));
        engine.wait("bestmove");
        // With the other clock a move would take more than twenty seconds.
        assert!(begin.elapsed() < Duration::from_secs(5), "{go}");
        assert_eq!(engine.close(), "");
    }
}

#[test]
fn a_mate_in_so_many_moves_is_found() {
    let mut engine = Engine::start();
    engine.say("position fen 4r2k/6pp/8/3Q2N1/8/8/6PP/6K1 w - - 0 1\ngo mate 4");
    let lines = engine.wait("bestmove");
    assert!(lines.iter().any(|line| line.contains(" score mate 4 ")), "{lines:?}");
    assert_eq!(lines.last().unwrap(), "bestmove g5f7 ponder h8g8");
}
