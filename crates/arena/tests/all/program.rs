//! The program `arena` as it is run: its output, its errors, and its end in the middle of a match.

use crate::common::{Fixture, fake, fake_engine, greedy};
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
    let fixture = Fixture::new(&format!("{}pairs = 2\n", greedy()));
    let job = fixture.write_job();
    let job = job.to_str().unwrap();
    let output = text(arena(&["run", job]));
    let head = "a: A test\nfake_engine;Behaviour=greedy;After=0 against random:1, depth=1\nfull length: 4 games";
    assert!(output.starts_with(head), "{output}");
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
        ("\"digest\": \"", "\"digest\": \"0", "its digest, nodes, clocks or endings aren't"),
        ("\"mean_plies\": ", "\"mean_plies\": 9", "its digest, nodes, clocks or endings aren't"),
    ] {
        assert!(record.contains(true_one), "{true_one}: {record}");
        std::fs::write(&fixture.job.record, record.replace(true_one, forged)).unwrap();
        let refusal = refusal(&["verify", job]);
        assert!(refusal.contains(words), "{forged}: {refusal}");
    }
}

#[test]
fn a_killed_match_goes_on() {
    let fixture = Fixture::short(&format!(
        "first = \"{}\"\nsecond = \"random:1\"\nlimits = \"depth=1\"\npairs = 3",
        fake("slow", 5)
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
    let position = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    let fixed = ["peers", "--rounds", "2", "--depth", "3", "--position", position];
    let output = text(arena(&[&fixed[..], &["--position", position, &player, &player]].concat()));
    let efforts: Vec<serde_json::Value> = serde_json::from_str(&output).unwrap();
    // The fake engine says that it searched as many nodes as the last number of `go`.
    assert_eq!(efforts.len(), 2);
    assert!(efforts.iter().all(|e| e["nodes"] == 6 && e["seconds"].as_f64() > Some(0.0)));
    let refused = |player: &str| refusal(&[&fixed[..], &[player]].concat());
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
        let judge = fake("good", 0);
        let fixed = ["openings", "--lines", "9", "--seed", "1", "--bound", "50", "--judge", &judge];
        refusal(&[&fixed[..], &["--out", out, "--limits", limits]].concat())
    };
    assert!(openings("deep").contains("limit `deep` isn't one"));
    assert!(openings("clock=5+0").contains("can't be judged"));
}

#[test]
fn a_trial_tells_its_result_and_writes_nothing() {
    let fixture = Fixture::new(&format!("{}pairs = 8\nsprt = {{ elo1 = 200 }}\n", greedy()));
    let job = fixture.write_job();
    let told =
        |concurrency| text(arena(&["trial", job.to_str().unwrap(), "--concurrency", concurrency]));
    let output = told("1");
    assert!(output.contains("won ") && output.contains("\nElo +"), "{output}");
    assert!(output.contains("\nLLR "), "{output}");
    assert_eq!(told("2"), output);
    assert!(!fixture.job.record.exists() && !fixture.job.journal.exists());
}

#[test]
fn the_same_recipe_makes_the_same_openings_and_more_begin_with_them() {
    let fixture = Fixture::new(&format!("{}pairs = 1", greedy()));
    let made = |lines: &str, concurrency: &str| {
        let out = fixture.path("o.epd");
        let judge = fake("good", 0);
        let fixed = ["openings", "--seed", "1", "--bound", "50", "--limits", "nodes=9"];
        let more = ["--judge", &judge, "--lines", lines, "--concurrency", concurrency, "--out"];
        text(arena(&[&fixed[..], &more, &[out.to_str().unwrap()]].concat()));
        let text = fixture.read("o.epd");
        assert!(text.contains(&format!("# --judge {judge}`.\n")), "{text}");
        let positions: Vec<String> =
            text.lines().filter(|line| !line.starts_with('#')).map(str::to_owned).collect();
        positions
    };
    let positions = made("60", "1");
    assert_eq!(positions.len(), 60);
    assert_eq!(made("60", "3"), positions);
    assert_eq!(made("90", "2")[..60], positions);
    let judge = fake("good", 0);
    let bound = ["--bound", "11", "--limits", "nodes=9", "--out", "/dev/null"];
    let fixed = ["openings", "--seed", "1", "--lines", "9", "--judge", &judge];
    // The fake engine always sees 12 centipawns.
    assert!(refusal(&[&fixed[..], &bound].concat()).contains("raise the bound"));
}
