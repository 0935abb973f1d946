//! The transposition table between searches: how long it lives, and how large it is.

use crate::engine::Engine;

/// The nodes of a search to depth 5 from here.
fn nodes(engine: &mut Engine) -> u64 {
    let lines = engine.ask("go depth 5");
    let info = lines.iter().rev().find(|line| line.starts_with("info depth 5")).unwrap();
    let nodes = info.split(' ').skip_while(|word| *word != "nodes").nth(1);
    nodes.unwrap().parse().unwrap()
}

#[test]
fn the_table_lives_until_it_is_cleared() {
    let mut engine = Engine::start();
    let fresh = nodes(&mut engine);
    let warm = nodes(&mut engine);
    assert!(warm < fresh, "{warm} and {fresh}");
    for line in ["ucinewgame", "setoption name Clear Hash", "setoption name clear hash value"] {
        engine.say(line);
        assert_eq!(nodes(&mut engine), fresh, "{line}");
    }
    engine.say("setoption name Hash value 2");
    assert_ne!(nodes(&mut engine), warm);
    assert_eq!(engine.close(), "");
}

#[test]
fn a_table_that_can_not_be_is_refused_and_the_old_one_stays() {
    let (mut asked, mut other) = (Engine::start(), Engine::start());
    // The last size can be written, and no machine has it.
    for size in ["0", "-1", "x", "", "33554433", "33554432"] {
        asked.say(&format!("setoption name Hash value {size}\nisready"));
        let lines = asked.wait("readyok");
        assert!(lines[0].starts_with("info string setoption: Hash: "), "{size}: {lines:?}");
        assert_eq!(nodes(&mut asked), nodes(&mut other), "{size}");
    }
    assert_eq!(asked.close() + &other.close(), "");
}

#[test]
fn larger_and_smaller_tables_follow_each_other() {
    let mut engine = Engine::start();
    for size in [1, 64, 16, 200, 1, 2] {
        engine.say(&format!("setoption name Hash value {size}\nisready"));
        assert_eq!(engine.wait("readyok"), ["readyok"], "{size} MB");
        nodes(&mut engine);
    }
    // A search that runs keeps its table: the new one waits for its end.
    engine.say("go infinite\nsetoption name Hash value 1\nsetoption name Clear Hash\nisready");
    engine.wait("bestmove");
    nodes(&mut engine);
    assert_eq!(engine.close(), "");
}
