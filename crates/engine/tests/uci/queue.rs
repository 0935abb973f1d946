//! Lines that come during a search: what is answered at once, what waits, what ends a search.

use crate::engine::Engine;

#[test]
fn every_go_is_answered_in_whatever_order_stops_come() {
    let bursts = [
        "go infinite\nstop\ngo infinite\nstop",
        "go infinite\ngo infinite\nstop\nstop",
        "go infinite\nstop\nstop\ngo infinite\nstop",
        "go infinite\ngo infinite\ngo infinite\nstop",
        "stop\ngo depth 2\nstop\ngo infinite\nposition startpos\nstop",
        "go ponder wtime 50 btime 50\nponderhit\ngo infinite\nstop",
        "go infinite\nstop\ngo ponder wtime 50 btime 50\nponderhit\ngo infinite\nstop",
        "go depth 60\nposition startpos\nstop\ngo depth 2",
        "go depth 2\ngo depth 60\nsetoption name Ponder value true\nstop\nstop\ngo depth 1",
    ];
    for burst in bursts {
        let mut engine = Engine::start();
        engine.say(burst);
        for number in 1..=burst.matches("go ").count() {
            let lines = engine.wait("bestmove");
            assert!(
                lines.iter().any(|line| line.contains(" score ")),
                "{burst}, {number}: {lines:?}"
            );
        }
        engine.say("isready");
        assert_eq!(engine.wait("readyok"), ["readyok"], "{burst}");
        assert_eq!(engine.close(), "", "{burst}");
    }
}

#[test]
fn nothing_outlives_the_end_of_input() {
    for input in [
        "go infinite",
        "go infinite\ngo infinite",
        "go infinite\nposition startpos\ngo ponder\ngo",
        "go depth 128",
        "go depth 99999999999\ngo nodes 99999999999999999999",
        "go movetime 99999999999999\ngo wtime 99999999999999 btime 99999999999999\ngo mate 999",
        "go depth 2\nstop\ngo infinite\nsetoption name Ponder value true\ngo infinite\nisready",
    ] {
        let engine = Engine::start();
        engine.say(input);
        assert_eq!(
            engine.close().matches("bestmove").count(),
            input.matches("go ").count() + usize::from(input.ends_with("go")),
            "{input}"
        );
    }
}

#[test]
fn what_may_be_said_at_any_time_does_not_end_a_search() {
    let mut engine = Engine::start();
    engine.say("go infinite");
    for line in ["debug on", "register later", "nonsense", "", "isready", "Stop", "ponderhit"] {
        engine.say(line);
        assert!(engine.is_silent(), "{line:?}");
    }
    engine.ask("stop");
    assert_eq!(engine.close(), "");
}

#[test]
fn an_endless_search_waits_for_stop() {
    for go in ["go infinite", "go", "go ponder wtime 50 btime 50", "go infinite depth 1"] {
        let mut engine = Engine::start();
        engine.say(&format!("position startpos\n{go}"));
        assert!(engine.is_silent(), "{go}");
        engine.say("isready");
        engine.wait("readyok");
        engine.say("stop");
        engine.wait("bestmove");
        engine.say("stop");
        assert_eq!(engine.close(), "", "{go}");
    }
}

#[test]
fn an_endless_search_waits_even_where_nothing_is_left_to_search() {
    for fen in ["7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", "R5k1/5ppp/8/8/8/8/8/6K1 b - - 0 1"] {
        let mut engine = Engine::start();
        engine.say(&format!("position fen {fen}\ngo infinite"));
        assert!(engine.is_silent());
        engine.say("stop");
        let lines = engine.wait("bestmove");
        assert_eq!(lines.last().unwrap(), "bestmove 0000");
        assert!(lines.iter().any(|line| line.contains(" score ")), "{lines:?}");
        assert_eq!(engine.close(), "");
    }
}

#[test]
fn a_limit_does_not_leak_into_the_next_search() {
    let mut engine = Engine::start();
    engine.say("go nodes 10\ngo depth 3");
    engine.wait("bestmove");
    let lines = engine.wait("bestmove");
    assert!(lines.iter().any(|line| line.starts_with("info depth 3 ")), "{lines:?}");
    engine.say("go searchmoves a2a3 depth 2\ngo depth 2");
    assert!(engine.wait("bestmove").last().unwrap().starts_with("bestmove a2a3"));
    assert!(!engine.wait("bestmove").last().unwrap().starts_with("bestmove a2a3"));
    assert_eq!(engine.close(), "");
}

#[test]
fn what_comes_during_a_search_waits_for_its_end() {
    let mut engine = Engine::start();
    engine.say("go depth 3\nposition startpos moves d2d4\nfen\nucinewgame\nfen");
    let lines = engine.wait("rnbqkbnr/pppppppp/8/8/3P4/");
    assert!(lines.iter().any(|line| line.starts_with("bestmove")), "{lines:?}");
    engine.wait("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP");
    // A search without an end is ended by what can't wait for it.
    engine.say("go infinite\nucinewgame\nisready");
    engine.wait("bestmove");
    assert!(!engine.close().contains("bestmove"));
}

#[test]
fn the_end_of_input_ends_a_search() {
    let engine = Engine::start();
    engine.say("go infinite");
    assert_eq!(engine.close().matches("bestmove").count(), 1);
    let engine = Engine::start();
    engine.say("go depth 3");
    let output = engine.close();
    assert!(output.contains("info depth 3 ") && output.contains("bestmove"), "{output}");
    let engine = Engine::start();
    engine.say("go infinite\nquit");
    assert!(!engine.close().contains("bestmove"));
}
