//! The driver of engine processes, against engines that misbehave.

use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};
use xtask::line;
use xtask::measure::process::{Console, output};

/// A folder with the stand-in engine and the numbers that it reads.
fn engine() -> (tempfile::TempDir, PathBuf) {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("numbers"), "NODES=20\nSIZE=1\n").unwrap();
    let script = folder.path().join("engine.sh");
    let original = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures/engine.sh");
    assert!(
        std::process::Command::new("cp").arg(original).arg(&script).status().unwrap().success()
    );
    (folder, script)
}

#[test]
fn a_console_that_hangs_is_given_up() {
    let (_folder, script) = engine();
    let mut console = Console::with_patience(&script, Duration::from_millis(300)).unwrap();
    assert_eq!(console.ask("silent").unwrap(), [""; 0]);
    let start = Instant::now();
    let error = console.ask("hang").unwrap_err().to_string();
    assert_eq!(error, "the console gave no `readyok` after `hang` within 0.3 seconds");
    drop(console);
    assert!(start.elapsed() < Duration::from_secs(5));
}

#[test]
fn an_engine_that_ends_is_told_in_the_same_words_by_whoever_notices_first() {
    // It has gone before the question, so that writing fails.
    let mut console = Console::start(Path::new("/bin/true")).unwrap();
    std::thread::sleep(Duration::from_millis(200));
    assert_eq!(console.ask("show").unwrap_err().to_string(), "the engine ended at `show`");
    // It goes at the question, and either the marker can't be written or the answer not be read.
    let (_folder, script) = engine();
    for _ in 0..10 {
        let mut console = Console::start(&script).unwrap();
        assert_eq!(console.ask("die").unwrap_err().to_string(), "the engine ended at `die`");
    }
}

#[test]
fn a_search_that_is_commented_on_is_waited_for_and_a_refusal_is_not() {
    let (_folder, script) = engine();
    let mut console = Console::with_patience(&script, Duration::from_secs(5)).unwrap();
    let followed = ["info string depth 1: e2e4 takes over", "bestmove e2e4"];
    assert_eq!(console.ask("go followed").unwrap(), followed);
    assert_eq!(console.ask("go wrong").unwrap(), ["info string go: expected depth"]);
}

#[test]
fn nothing_can_be_asked_after_quit() {
    let (_folder, script) = engine();
    let mut console = Console::start(&script).unwrap();
    assert_eq!(console.ask("quit").unwrap(), ["bye"]);
    let error = console.ask("show").unwrap_err().to_string();
    assert!(error.starts_with("the engine has quit"), "{error}");
}

#[test]
fn a_command_that_takes_too_long_is_given_up() {
    let sleep = Path::new("/bin/sleep");
    let start = Instant::now();
    let error = output(sleep, &["30"], Duration::from_millis(200)).unwrap_err().to_string();
    assert_eq!(error, "`cb2026 30` gave no answer within 0.2 seconds");
    assert!(start.elapsed() < Duration::from_secs(5));
}

#[test]
fn an_engine_that_is_not_there_is_told() {
    let nowhere = Path::new("/nowhere/cb2026");
    for error in [
        output(nowhere, &[], Duration::from_secs(1)).unwrap_err(),
        Console::start(nowhere).err().expect("there's nothing to start"),
    ] {
        assert!(line::of(&error).starts_with("can't run /nowhere/cb2026: "), "{error:#}");
    }
}

#[test]
fn a_long_answer_does_not_block() {
    // More than a pipe holds, on both streams.
    let script = "yes out | head -c 300000; yes err | head -c 300000 >&2";
    let text = output(Path::new("/bin/sh"), &["-c", script], Duration::from_secs(20)).unwrap();
    assert_eq!(text.len(), 300_000);
}
