//! Whatever an engine does costs it a game, and never the match.

use crate::common::{Fixture, fake, fake_engine};
use arena::played::Reason;
use arena::record::MatchRecord;

fn play(behaviour: &str, limits: &str) -> MatchRecord {
    let fixture = Fixture::new(&format!(
        "first = \"{}\"\nsecond = \"random:1\"\nlimits = \"{limits}\"\npairs = 2\npatience = 1\n\
         time_margin = 0",
        fake(behaviour, 2)
    ));
    fixture.run(2).unwrap()
}

/// Every game ends with this reason, and the first player has lost it.
fn loses(record: &MatchRecord, reason: Reason) {
    assert_eq!(record.result.endings.get(&reason), Some(&4), "{:?}", record.result);
    assert_eq!((record.result.losses, record.result.games()), (4, 4));
    assert_eq!(record.incidents.len(), 4);
    assert!(record.incidents.iter().all(|i| i.loser == "first" && i.reason == reason));
}

#[test]
fn a_crash() {
    let record = play("crash", "depth=1");
    loses(&record, Reason::Crash);
    let lines = record.incidents[0].last_lines.join("\n");
    assert!(lines.contains("> go depth 1"), "{lines}");
    assert!(lines.contains("! something broke"), "{lines}");
    assert!(lines.contains("exit status: 3"), "{lines}");
}

#[test]
fn no_answer() {
    let record = play("hang", "depth=1");
    loses(&record, Reason::Hang);
}

#[test]
fn no_end_of_the_answer() {
    let record = play("flood", "depth=1");
    loses(&record, Reason::Hang);
    let record = play("flood", "clock=0.03+0");
    loses(&record, Reason::Flag);
}

#[test]
fn no_answer_on_time_is_a_loss_on_time() {
    let record = play("mute", "clock=0.03+0");
    loses(&record, Reason::Flag);
    assert_eq!(record.result.time_losses, [4, 0]);
}

#[test]
fn an_illegal_move() {
    // It goes on to play illegal moves, so that only the first game of each process has legal ones.
    let record = play("illegal", "depth=1");
    loses(&record, Reason::IllegalMove);
    let lines = record.incidents[0].last_lines.join("\n");
    assert!(lines.contains("< bestmove e1e8"), "{lines}");
}

#[test]
fn a_flag_that_falls() {
    for limits in ["clock=0.05+0.01", "clock=0.05+0"] {
        let record = play("slow", limits);
        loses(&record, Reason::Flag);
        assert_eq!(record.result.time_losses, [4, 0]);
        assert_eq!(record.provenance.unwrap().concurrency, 2);
    }
}

#[test]
fn an_engine_that_is_busy_after_its_move_gets_a_pause() {
    let play = |pause| {
        let first = fake("busy", 1);
        let lines = format!(
            "first = \"{first}\"\nsecond = \"random:1\"\nlimits = \"clock=0.5+0\"\npairs = 2\n\
             pause = {pause}"
        );
        Fixture::short(&lines).run(1).unwrap()
    };
    loses(&play(0), Reason::Flag);
    let record = play(30);
    assert_eq!((record.result.time_losses, record.result.draws), ([0, 0], 4));
}

#[test]
fn an_engine_that_ignores_nodes_is_refused() {
    let lines = |behaviour, limits| {
        format!(
            "first = \"{}\"\nsecond = \"random:1\"\nlimits = \"{limits}\"\npairs = 1",
            fake(behaviour, 0)
        )
    };
    let error = format!("{:#}", Fixture::new(&lines("ignore", "nodes=500")).run(1).unwrap_err());
    assert!(error.contains("it doesn't honour `go nodes`: asked for 2000 nodes"), "{error}");
    assert!(error.contains("it searches 7; give depth=N"), "{error}");
    Fixture::new(&lines("ignore", "depth=1")).run(1).unwrap();
    Fixture::new(&lines("good", "nodes=500")).run(1).unwrap();
}

#[test]
fn an_option_that_the_own_engine_refuses_is_told_before_the_match() {
    let lines = |player: &str| {
        format!("first = \"{player}\"\nsecond = \"random\"\nlimits = \"depth=1\"\npairs = 1")
    };
    let mut fixture = Fixture::new(&lines("main:Behaviour=picky"));
    fixture.job.first.program = Some(fake_engine());
    let error = format!("{:#}", fixture.run(1).unwrap_err());
    assert!(
        error.contains("doesn't take its settings: Behaviour: none of them will do"),
        "{error}"
    );
    // A foreign engine may say what it likes.
    Fixture::new(&lines(&fake("picky", 0))).run(1).unwrap();
}

#[test]
fn settings_that_an_engine_lacks_are_refused_before_the_match() {
    let refusal = |player: &str, limits: &str| {
        let lines =
            format!("first = \"{player}\"\nsecond = \"random\"\nlimits = \"{limits}\"\npairs = 1");
        let error = format!("{:#}", Fixture::new(&lines).run(1).unwrap_err());
        assert!(!error.contains('\n'), "{error}");
        error
    };
    let error = refusal(&format!("{};Hash=16", fake("good", 0)), "depth=1");
    assert!(error.contains("has no option `Hash`"), "{error}");
    let error = refusal("uci:/nowhere/engine", "depth=1");
    assert!(error.contains("can't be run; check the path"), "{error}");
    assert!(refusal("main", "depth=1").contains("hasn't been built; use `cargo xtask match`"));
    assert!(refusal("opponent:x", "depth=1").contains("nobody has looked for x; use"));
}

#[test]
fn a_second_answer() {
    // The fault is seen when the next move is asked for, and the move that was doubled isn't played.
    let record = play("echo", "depth=1");
    loses(&record, Reason::SecondAnswer);
    let lines = record.incidents[0].last_lines.join("\n");
    assert!(lines.contains("< bestmove"), "{lines}");
}

#[test]
fn a_clock_of_nodes_that_is_overdrawn() {
    let record = play("overdraw", "nodeclock=1000+10");
    loses(&record, Reason::Flag);
    assert_eq!(record.result.time_losses, [4, 0]);
    assert!(record.is_replayable());
    // One that doesn't tell its nodes can't be charged for them.
    loses(&play("silent", "nodeclock=1000+10"), Reason::Flag);
}

#[test]
fn an_engine_without_a_clock_of_nodes_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let plain = folder.path().join("plain_engine");
    std::fs::copy(fake_engine(), &plain).unwrap();
    let run = |limits: &str| {
        let lines = format!(
            "first = \"uci:{}\"\nsecond = \"random\"\nlimits = \"{limits}\"\npairs = 1",
            plain.display()
        );
        Fixture::short(&lines).run(1)
    };
    let error = format!("{:#}", run("nodeclock=1000+10").unwrap_err());
    assert!(
        error.contains(
            "has no option `nodestime`, so it can't play by a clock of nodes; give nodes=N"
        ),
        "{error}"
    );
    run("depth=1").unwrap();
}
