//! `cargo xtask match`: which engines are found, what is refused, which records still hold.
//!
//! That games are played as they should be is tested where they are played.

use crate::common::{Fixture, both, git};
use arena::job::Job;
use arena::record::MatchRecord;
use serde_json::{Value, json};
use std::path::Path;
use std::process::{Command, Output};

const MAIN: &str = "[[match]]\nid = \"a\"\ntitle = \"A\"\nfirst = \"main\"\nsecond = \"random:1\"\n\
                    limits = \"depth=1\"\npairs = 2\n";

fn fixture(matches: &str) -> Fixture {
    let fixture = Fixture::with_stages();
    fixture.write("stages/matches.toml", matches);
    fixture.commit("matches");
    fixture
}

fn run(fixture: &Fixture, arguments: &[&str]) -> Output {
    let arena = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures/arena.sh");
    Command::new(env!("CARGO_BIN_EXE_xtask"))
        .arg("match")
        .args(arguments)
        .current_dir(fixture.root())
        .env("CB2026_ARENA", arena)
        .output()
        .unwrap()
}

fn told(fixture: &Fixture, arguments: &[&str]) -> String {
    let output = run(fixture, arguments);
    assert!(output.status.success(), "{}", both(&output));
    String::from_utf8(output.stdout).unwrap()
}

fn refusal(fixture: &Fixture, arguments: &[&str]) -> String {
    let output = run(fixture, arguments);
    assert_eq!(output.status.code(), Some(1), "{}", both(&output));
    let text = both(&output);
    assert_eq!(text.lines().count(), 1, "{text}");
    text
}

fn job(fixture: &Fixture) -> Job {
    Job::load(&fixture.path("target/matches/seen.json")).unwrap()
}

/// Writes a record of the first declared match, with these identities of the first player.
fn record(fixture: &Fixture, first: Value) {
    let declared = arena::declare::load(fixture.root()).unwrap().remove(0);
    let record = json!({
        "declared": declared,
        "first": first,
        "second": {},
        "openings": "0",
        "verdict": "length",
        "result": {
            "pairs": 1, "wins": 2, "draws": 0, "losses": 0, "pentanomial": [0, 0, 0, 0, 1],
            "score": 1.0, "elo": null, "elo_low": -628.1, "elo_high": null, "los": 1.0, "llr": 0.01,
            "llr_bounds": [-2.94, 2.94], "draw_ratio": 0.0, "mean_plies": 40.5, "nodes": [9, 0],
            "time_losses": [0, 0], "endings": {"mate": 2}
        },
        "digest": "0123456789abcdef0123",
        "pairs": ["WW 0123456789abcdef"]
    });
    fixture.write(&MatchRecord::file(&declared.id), &record.to_string());
}

#[test]
fn main_plays_inside_the_arena_and_is_known_by_its_tree_and_the_commit_that_made_it() {
    let fixture = fixture(MAIN);
    let made = git(fixture.root(), &["log", "-1", "--format=%H", "--", "crates/engine"]);
    fixture.write("text", "a text that isn't the engine's");
    fixture.commit("a text");
    let output = told(&fixture, &["run", "a", "--concurrency", "3", "--fresh"]);
    assert_eq!(output, "arena --concurrency 3 --fresh\nrecord: stages/results/matches/a.json\n");
    let job = job(&fixture);
    let tree = git(fixture.root(), &["rev-parse", "HEAD:crates/engine"]);
    assert_eq!(job.first.identity.tree, tree.trim());
    assert_eq!(job.first.identity.commit, made.trim());
    assert_eq!((job.first.program, job.second.program), (None, None));
    assert!(job.second.identity.tree.is_empty());
    assert!(!job.provenance.processor.is_empty() && job.provenance.date.len() == 10);
}

#[test]
fn an_engine_that_is_not_committed_plays_drafts_only() {
    let fixture = fixture(MAIN);
    fixture.engine(77);
    let error = refusal(&fixture, &["run", "a"]);
    assert!(error.contains("aren't committed") && error.contains("--draft"), "{error}");
    let output = told(&fixture, &["run", "a", "--draft"]);
    assert!(output.ends_with("record: target/matches/draft-a.json\n"), "{output}");
    assert!(job(&fixture).first.identity.commit.is_empty());
}

#[test]
fn what_can_not_be_played_is_refused_in_one_line() {
    let with = |first: &str| fixture(&MAIN.replace("\"main\"", &format!("\"{first}\"")));
    assert!(refusal(&with("main"), &["run", "b"]).contains("no match `b`; stages/matches.toml"));
    let error = refusal(&with("stage-09-tt"), &["run", "a"]);
    assert!(error.contains("no stage `stage-09-tt`; the manifest lists stage-01-x"), "{error}");
    let error = refusal(&with("uci:/nowhere/engine"), &["run", "a"]);
    assert!(error.contains("/nowhere/engine: can't be read"), "{error}");
    let error = refusal(&with("mian"), &["run", "a"]);
    assert!(error.contains("stages/matches.toml:4: player `mian` isn't known"), "{error}");
    assert!(refusal(&with("main"), &["show", "a"]).contains("hasn't been played"));
    assert!(refusal(&with("main"), &["verify", "a"]).contains("match run a"));
}

#[test]
fn records_are_listed_with_what_has_become_of_them() {
    let mut text = MAIN.replace("\"main\"", "\"stage-02-x\"");
    let fixture = fixture(&text);
    let list = || told(&fixture, &["list"]);
    assert!(list().ends_with("not played\n"), "{}", list());
    let tree = git(fixture.root(), &["rev-parse", "HEAD:crates/engine"]).trim().to_owned();
    record(&fixture, json!({ "tree": tree }));
    assert!(list().contains("2 games, Elo +∞ [−628.1, +∞], full length"), "{}", list());
    assert!(told(&fixture, &["show", "a"]).contains("won 2, drawn 0, lost 0"));

    // Another title is only written into the record.
    text = text.replace("title = \"A\"", "title = \"B\"");
    fixture.write("stages/matches.toml", &text);
    assert_eq!(told(&fixture, &["run", "a"]), "a is recorded; --fresh plays it again\n");
    assert!(told(&fixture, &["show", "a"]).starts_with("a: B\n"));

    fixture.write("stages/matches.toml", &text.replace("pairs = 2", "pairs = 3"));
    assert!(list().contains("to be played again: the declaration has changed"), "{}", list());
    fixture.write("stages/matches.toml", &text);
    record(&fixture, json!({ "tree": "0".repeat(40) }));
    assert!(list().contains("stage-02-x is another engine by now"), "{}", list());
    fixture.write("stages/matches.toml", "");
    assert!(list().contains("declared no more"), "{}", list());
}

#[test]
fn verifying_needs_the_engines_that_played() {
    let fixture = fixture(MAIN);
    assert!(told(&fixture, &["verify"]).contains("no match is recorded"));
    let tree = git(fixture.root(), &["rev-parse", "HEAD:crates/engine"]).trim().to_owned();
    let commit = git(fixture.root(), &["rev-parse", "HEAD"]).trim().to_owned();
    record(&fixture, json!({ "tree": tree, "commit": commit }));
    assert_eq!(told(&fixture, &["verify", "--games", "1"]), "arena --games 1\n");

    // Main has moved on, and the record names a commit that has another engine.
    record(&fixture, json!({ "tree": "0".repeat(40), "commit": commit }));
    let error = refusal(&fixture, &["verify"]);
    assert!(error.contains("record `a`: commit") && error.contains("doesn't have"), "{error}");

    fixture.write("stages/matches.toml", &MAIN.replace("\"main\"", "\"stage-01-x\""));
    record(&fixture, json!({ "tree": tree }));
    let error = refusal(&fixture, &["verify", "a"]);
    assert!(error.contains("stage-01-x is another engine by now"), "{error}");
    assert!(error.contains("cargo xtask match run a --fresh"), "{error}");

    // A foreign engine that isn't here is told, and is no failure.
    fixture.write("stages/matches.toml", &MAIN.replace("\"main\"", "\"uci:/nowhere/engine\""));
    record(&fixture, json!({ "name": "Some Engine 1", "program": "0" }));
    let output = told(&fixture, &["verify"]);
    assert_eq!(output, "a: not played again: /nowhere/engine isn't here (Some Engine 1)\n");

    // The moves of a match on time are followed without it.
    let text = fixture.read(&MatchRecord::file("a"));
    let provenance = json!({ "processor": "p", "date": "d", "settings": "s", "concurrency": 1 });
    let mut timed: Value = serde_json::from_str(&text).unwrap();
    timed["provenance"] = provenance;
    fixture.write(&MatchRecord::file("a"), &timed.to_string());
    assert_eq!(told(&fixture, &["verify"]), "arena \n");
}

#[test]
fn a_broken_record_is_named() {
    let fixture = fixture(MAIN);
    fixture.write("stages/results/matches/a.json", "{}");
    let error = refusal(&fixture, &["verify"]);
    assert!(error.contains("matches/a.json: not a record of a match"), "{error}");
    assert!(told(&fixture, &["list"]).contains("the record can't be read"));
}

#[test]
fn measuring_leaves_records_of_matches_alone() {
    let fixture = fixture(MAIN);
    record(&fixture, json!({}));
    let printed = fixture.update();
    assert!(!printed.contains("removed"), "{printed}");
    assert!(fixture.path("stages/results/matches/a.json").exists());
    assert!(fixture.check(true).is_empty());
}

#[test]
fn the_declarations_of_this_repository_can_be_read() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let matches = arena::declare::load(&root).unwrap();
    let openings = arena::openings::Openings::load(&root.join(arena::openings::PATH), 0).unwrap();
    assert!(openings.len() >= 5000);
    for declared in &matches {
        assert!(declared.openings_start + declared.pairs <= openings.len(), "{}", declared.id);
    }
}
