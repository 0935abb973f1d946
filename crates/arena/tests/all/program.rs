//! The program `arena` as it is run: its output, its errors, and its end in the middle of a match.

use crate::common::{Fixture, fake, fake_engine};
use std::process::{Command, Output, Stdio};
use std::time::{Duration, Instant};

fn arena(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_arena")).args(arguments).output().unwrap()
}

fn refusal(arguments: &[&str]) -> String {
    let output = arena(arguments);
    assert_eq!(output.status.code(), Some(1), "{output:?}");
    let text = String::from_utf8(output.stderr).unwrap();
    assert_eq!(text.lines().count(), 1, "{text}");
    text
}

fn text(output: Output) -> String {
    assert!(output.status.success(), "{output:?}");
    String::from_utf8(output.stdout).unwrap()
}

#[test]
fn a_match_is_run_verified_and_written_as_pgn() {
    let fixture =
        Fixture::new("first = \"main\"\nsecond = \"random:1\"\nlimits = \"depth=1\"\npairs = 2\n");
    let job = fixture.write_job();
    let job = job.to_str().unwrap();
    let output = text(arena(&["run", job]));
    assert!(output.starts_with("a: A test\nmain against random:1, depth=1\nfull length: 4 games"));
    let output = text(arena(&["verify", job, "--games", "1"]));
    assert_eq!(output, "a: 1 of 2 pairs played again, all the same\n");

    // From the journal, and then without it by playing again: the same games.
    let (first, second) = (fixture.path("1.pgn"), fixture.path("2.pgn"));
    text(arena(&["pgn", job, "--out", first.to_str().unwrap()]));
    std::fs::remove_file(&fixture.job.journal).unwrap();
    text(arena(&["pgn", job, "--out", second.to_str().unwrap()]));
    let moves = |name: &str| fixture.read(name).matches("n=").count();
    assert_eq!(fixture.read("1.pgn").matches("[Event \"A test\"]").count(), 4);
    assert_eq!(moves("1.pgn"), moves("2.pgn"));

    let record = fixture.read("a.json");
    for (true_one, forged, words) in [
        ("\"wins\": ", "\"wins\": 1", "its counts aren't those of its pairs"),
        ("\"los\": ", "\"los\": 9", "its figures aren't those of its counts"),
        ("\"draw_ratio\": 0", "\"draw_ratio\": 9", "its figures aren't those of its counts"),
        ("\"digest\": \"", "\"digest\": \"0", "its digest, nodes or endings aren't"),
        ("\"mean_plies\": ", "\"mean_plies\": 9", "its digest, nodes or endings aren't"),
    ] {
        assert!(record.contains(true_one), "{true_one}: {record}");
        std::fs::write(&fixture.job.record, record.replace(true_one, forged)).unwrap();
        let refusal = refusal(&["verify", job]);
        assert!(refusal.contains(words), "{forged}: {refusal}");
    }
}

#[test]
fn a_killed_match_goes_on() {
    let fixture = Fixture::new(&format!(
        "first = \"{}\"\nsecond = \"random:1\"\nlimits = \"depth=1\"\npairs = 3\n\
         adjudicate = {{ max_moves = 4 }}",
        fake("slow", 9)
    ));
    let job = fixture.write_job();
    let mut child = Command::new(env!("CARGO_BIN_EXE_arena"))
        .args(["run", job.to_str().unwrap(), "--concurrency", "1"])
        .stdout(Stdio::null())
        .spawn()
        .unwrap();
    let start = Instant::now();
    while std::fs::read_to_string(&fixture.job.journal).unwrap_or_default().lines().count() < 2 {
        assert!(start.elapsed() < Duration::from_secs(20), "no pair was played");
        std::thread::sleep(Duration::from_millis(5));
    }
    child.kill().unwrap();
    child.wait().unwrap();
    assert!(!fixture.job.record.exists());
    let whole = fixture.run(1).unwrap();
    assert_eq!(whole.pairs.len(), 3);
    std::fs::remove_file(&fixture.job.journal).unwrap();
    assert_eq!(fixture.run(1).unwrap(), whole);
}

#[test]
fn a_probe_tells_what_an_engine_does_with_nodes() {
    let path = fake_engine();
    let output = text(arena(&["probe", path.to_str().unwrap()]));
    assert_eq!(output, "fake honours `go nodes`: 2000 → 2000 20000 → 20000\n");
    assert!(refusal(&["probe", "/nowhere/x"]).contains("can't be run; check the path"));
    // A program that isn't an engine ends without a word.
    assert!(refusal(&["probe", "/bin/true"]).contains("gave no `uciok` (crash)"));
}

#[test]
fn peers_are_compared_in_turns() {
    let player = fake("good", 0);
    let output = text(arena(&["peers", "--depth", "3", "--rounds", "2", &player, &player]));
    let efforts: Vec<serde_json::Value> = serde_json::from_str(&output).unwrap();
    // The fake engine says that it searched as many nodes as the last number of `go`.
    assert_eq!(efforts.len(), 2);
    assert!(efforts.iter().all(|e| e["nodes"] == 18 && e["seconds"].as_f64() > Some(0.0)));
    let refused = |player: &str| refusal(&["peers", "--depth", "3", "--rounds", "1", player]);
    assert!(refused("main").contains("only programs are compared"));
    assert!(refused(&fake("crash", 1)).contains("no answer (crash)"));
    assert!(refused("uci:/nowhere/x").contains("can't be run; check the path"));
}

#[test]
fn bad_input_gets_one_line() {
    assert!(refusal(&["run", "/nowhere/job.json"]).contains("can't be read"));
    let fixture =
        Fixture::new("first = \"main\"\nsecond = \"random\"\nlimits = \"depth=1\"\npairs = 1");
    let job = fixture.write_job();
    let job = job.to_str().unwrap();
    assert!(refusal(&["verify", job]).contains("a.json: can't be read"));
    std::fs::write(&fixture.job.record, "{}").unwrap();
    assert!(refusal(&["verify", job]).contains("not a record"));
    std::fs::write(job, "{}").unwrap();
    assert!(refusal(&["run", job]).contains("not a job; use `cargo xtask match`"));
    let out = fixture.path("o.epd");
    let openings = |limits: &str| {
        let out = out.to_str().unwrap();
        let fixed = ["openings", "--lines", "9", "--seed", "1", "--bound", "50", "--engine", "x"];
        refusal(&[&fixed[..], &["--out", out, "--limits", limits]].concat())
    };
    assert!(openings("deep").contains("limit `deep` isn't one"));
    assert!(openings("movetime=5").contains("can't be judged"));
}
