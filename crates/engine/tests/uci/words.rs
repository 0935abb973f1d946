//! What a program says before and between searches.

use crate::engine::Engine;

#[test]
fn a_program_that_speaks_uci_is_answered() {
    let mut engine = Engine::start();
    engine.say("uci");
    let lines = engine.wait("uciok");
    assert!(lines[0].starts_with("id name cb2026 "), "{lines:?}");
    assert!(lines.iter().any(|line| line.starts_with("option name Move Overhead type spin")));
    assert!(lines.iter().any(|line| line == "option name alphabeta type check default true"));
    engine.say("isready\nucinewgame\nposition startpos moves e2e4\ngo depth 3");
    let lines = engine.wait("bestmove");
    let infos: Vec<_> = lines.iter().filter(|line| line.starts_with("info depth")).collect();
    assert_eq!(infos.len(), 3, "{lines:?}");
    for word in [" seldepth ", " score cp ", " nodes ", " nps ", " hashfull ", " time ", " pv "] {
        assert!(infos[2].contains(word), "{lines:?}");
    }
    let best = lines.last().unwrap().split(' ').nth(1).unwrap();
    assert!(infos[2].contains(&format!(" pv {best}")), "{lines:?}");
    assert_eq!(engine.close(), "");
}

#[test]
fn unknown_words_and_long_lists_do_no_harm() {
    let mut engine = Engine::start();
    engine.say("joho debug on\r\nposition startpos\r\ngo depth 1\r");
    engine.wait("bestmove");
    let shuffle = "g1f3 g8f6 f3g1 f6g8 ".repeat(1_500);
    engine.say(&format!("position startpos moves {shuffle}\ngo depth 2"));
    engine.wait("bestmove");
    engine.say("stop\nponderhit\ndebug on\nregister later");
    assert_eq!(engine.close(), "");
}
