//! Options: what is offered, set and refused.

use crate::engine::Engine;

#[test]
fn what_is_listed_can_be_set_and_nothing_else() {
    for tuning in [false, true] {
        let mut engine = Engine::start_for_tuning(tuning);
        engine.say("uci");
        let lines = engine.wait("uciok");
        let options: Vec<_> =
            lines.iter().filter_map(|line| line.strip_prefix("option name ")).collect();
        for option in &options {
            let (name, kind) = option.split_once(" type ").unwrap();
            let default =
                kind.split(" default ").nth(1).map(|text| text.split(' ').next().unwrap());
            engine.say(&format!("setoption name {name} value {}", default.unwrap_or_default()));
        }
        engine.say("isready");
        assert_eq!(engine.wait("readyok"), ["readyok"]);
        let has = |name: &str| options.iter().any(|option| option.starts_with(name));
        assert!(has("alphabeta type check default true"), "{options:?}");
        assert!(has("Hash type spin default 16 min 1 max 33554432"), "{options:?}");
        assert!(has("Clear Hash type button"), "{options:?}");
        assert!(has("Ponder type check default false"), "{options:?}");
        assert!(has("Threads type spin default 1 min 1 max 1"), "{options:?}");
        assert!(has("nodestime type spin default 0 min 0 max 1000000"), "{options:?}");
        assert_eq!(has("time_moves_ahead type spin"), tuning, "{options:?}");
        engine.say("setoption name time_moves_ahead value 30\nisready");
        assert_eq!(engine.wait("readyok").len(), if tuning { 1 } else { 2 });
        assert_eq!(engine.close(), "");
    }
}

#[test]
fn options_are_set_or_refused_in_one_line() {
    let mut engine = Engine::start();
    engine.say("setoption name Move Overhead value 30\nsetoption name move overhead value 0");
    engine.say("setoption name alphabeta value false\nsetoption name ALPHABETA value true");
    engine.say("isready");
    assert_eq!(engine.wait("readyok"), ["readyok"]);
    for bad in [
        "setoption",
        "setoption name",
        "setoption name Move Overhead value -1",
        "setoption name Move Overhead value x",
        "setoption name Move Overhead",
        "setoption name alphabeta value maybe",
        "setoption name Nothing value 1",
    ] {
        engine.say(&format!("{bad}\nisready"));
        let lines = engine.wait("readyok");
        assert_eq!(lines.len(), 2, "{bad}: {lines:?}");
        assert!(lines[0].starts_with("info string setoption: "), "{bad}: {lines:?}");
    }
    assert_eq!(engine.close(), "");
}
