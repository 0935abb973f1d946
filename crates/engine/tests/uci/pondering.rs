//! Thinking in the time of the opponent, who plays the expected move or another one.

use crate::engine::Engine;

#[test]
fn a_move_comes_with_the_answer_that_is_expected() {
    let mut engine = Engine::start();
    let lines = engine.ask("go depth 4");
    let pv = lines[lines.len() - 2].split(" pv ").nth(1).unwrap();
    let [best, answer] = pv.split(' ').collect::<Vec<_>>()[..2] else { panic!("{lines:?}") };
    assert_eq!(*lines.last().unwrap(), format!("bestmove {best} ponder {answer}"));
    // A mate in one has no answer.
    let mate = engine.ask("position fen 6k1/5ppp/8/8/8/8/8/4R1K1 w - - 0 1\ngo depth 3");
    assert_eq!(mate.last().unwrap(), "bestmove e1e8");
    assert_eq!(engine.close(), "");
}

#[test]
fn a_hit_keeps_the_search_and_a_miss_gives_way_to_another() {
    let mut engine = Engine::start();
    engine.say("setoption name Ponder value true");
    // A hit: what was found while the opponent thought is told after it, with the move.
    engine.say("position startpos moves e2e4 e7e5\ngo ponder wtime 400 btime 400");
    assert!(engine.is_silent());
    let lines = engine.ask("ponderhit");
    assert!(lines.iter().any(|line| line.starts_with("info depth 3 ")), "{lines:?}");
    // A miss: the move is one for a position that didn't arise, and the program drops it.
    engine.say("position startpos moves e2e4 e7e5\ngo ponder wtime 400 btime 400");
    assert!(engine.is_silent());
    engine.ask("stop");
    let lines = engine.ask("position startpos moves e2e4 c7c5\ngo wtime 50 btime 50");
    assert!(lines.iter().any(|line| line.starts_with("info depth 1 ")), "{lines:?}");
    assert_eq!(engine.close(), "");
}

#[test]
fn the_opponents_time_does_not_count() {
    let mut engine = Engine::start();
    engine.say("position startpos\ngo ponder movetime 1");
    // Depth 5 takes far more than a millisecond.
    engine.wait("info depth 5 ");
    assert!(engine.is_silent());
    engine.ask("ponderhit");
    assert_eq!(engine.close(), "");
}

#[test]
fn ponderhit_starts_the_clock() {
    let mut engine = Engine::start();
    engine.say("position startpos moves e2e4\ngo ponder wtime 300 btime 300");
    assert!(engine.is_silent());
    engine.say("ponderhit");
    engine.wait("bestmove");
    assert_eq!(engine.close(), "");
}

#[test]
fn ponderhit_does_not_end_an_analysis() {
    for go in ["go infinite", "go", "go ponder infinite"] {
        let mut engine = Engine::start();
        engine.say(&format!("{go}\nponderhit"));
        assert!(engine.is_silent(), "{go}");
        engine.say("stop");
        engine.wait("bestmove");
        assert_eq!(engine.close(), "");
    }
}
