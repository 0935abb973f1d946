//! `cargo xtask match`: which engines are found, what is refused, which records still hold.
//!
//! That games are played as they should be is tested where they are played.

use crate::common::{Fixture, both, git};
use arena::job::Job;
use arena::record::MatchRecord;
use literate::manifest::Manifest;
use serde_json::{Value, json};
use std::path::{Path, PathBuf};
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

/// Keeps a program as the built engine of this identity, and gives its path.
fn keep_engine(fixture: &Fixture, tree: &str, text: &str) -> PathBuf {
    let name = format!("target/engines/{tree}/cb2026");
    fixture.write(&name, text);
    #[cfg(unix)]
    std::fs::set_permissions(
        fixture.path(&name),
        std::os::unix::fs::PermissionsExt::from_mode(0o755),
    )
    .unwrap();
    fixture.path(&name)
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
fn main_is_known_by_its_tree_and_the_commit_that_made_it() {
    let fixture = fixture(MAIN);
    let made = git(fixture.root(), &["log", "-1", "--format=%H", "--", "crates/engine"]);
    fixture.write("text", "a text that isn't the engine's");
    fixture.commit("a text");
    let tree = fixture.identity();
    let engine = keep_engine(&fixture, &tree, "an engine");
    let output = told(&fixture, &["run", "a", "--concurrency", "3", "--fresh"]);
    assert_eq!(output, "arena --concurrency 3 --fresh\nrecord: stages/results/matches/a.json\n");
    let job = job(&fixture);
    assert_eq!(job.first.identity.tree, tree);
    assert_eq!(job.first.identity.commit, made.trim());
    assert_eq!(job.first.program.as_deref().map(same), Some(same(&engine)));
    assert_eq!(job.second.program, None);
    assert!(job.second.identity.tree.is_empty());
    assert!(!job.provenance.processor.is_empty() && job.provenance.date.len() == 10);
    // What belongs to the one who plays isn't cleaned away with what is built.
    assert!(!job.journal.starts_with(fixture.path("target")), "{}", job.journal.display());
}

/// A path without links: a temporary folder may be reached through one.
fn same(path: &Path) -> PathBuf {
    path.canonicalize().unwrap()
}

#[test]
fn an_engine_that_is_not_committed_plays_drafts_only() {
    let fixture = fixture(MAIN);
    fixture.engine(77);
    let error = refusal(&fixture, &["run", "a"]);
    assert!(error.contains("aren't committed") && error.contains("--draft"), "{error}");
    // A build of HEAD's engine isn't one of the working copy's.
    keep_engine(&fixture, &fixture.identity(), "an engine");
    keep_engine(&fixture, &fixture.identity(), "another engine");
    let output = told(&fixture, &["run", "a", "--draft"]);
    assert!(output.ends_with("record: matches/draft-a.json\n"), "{output}");
    let job = job(&fixture);
    assert!(job.first.identity.commit.is_empty());
    assert_eq!(std::fs::read_to_string(job.first.program.unwrap()).unwrap(), "another engine");
}

#[test]
fn a_tournament_is_run_verified_and_shown_as_its_pairings() {
    let fixture = fixture(
        "[[tournament]]\nid = \"t\"\ntitle = \"T\"\nplayers = [\"random:1\", \"random:2\", \"random:3\"]\n\
         limits = \"depth=1\"\npairs = 2\n",
    );
    let output = told(&fixture, &["run", "t"]);
    let records: Vec<&str> = output.lines().filter(|line| line.starts_with("record: ")).collect();
    let file = |name| format!("record: stages/results/matches/{name}.json");
    let names = ["t-random-2-random-1", "t-random-3-random-1", "t-random-3-random-2"];
    assert_eq!(records, names.map(file));
    // The stand-in for the arena writes no record.
    let error = refusal(&fixture, &["verify", "t"]);
    assert!(error.contains("match `t-random-2-random-1` hasn't been played"), "{error}");
    record(&fixture, json!({}));
    assert!(told(&fixture, &["list"]).contains("t-random-2-random-1"));
    assert_eq!(told(&fixture, &["verify", "t-random-2-random-1"]), "arena \n");
    let one = told(&fixture, &["run", "t-random-2-random-1"]);
    assert_eq!(one, "t-random-2-random-1 is recorded; --fresh plays it again\n");
}

const OPPONENTS: &str = "[[opponent]]\nname = \"fish-1\"\ntitle = \"Fish 1\"\nlicence = \"MIT\"\n\
     source = \"https://example.org/fish\"\ntag = \"v1\"\nbuild = \"make\"\nprogram = \"fish\"\n\
     clock_options = [\"Overhead\"]\n";

#[test]
fn a_declared_opponent_is_found_or_told_how_to_get() {
    let fixture = fixture(&MAIN.replace("\"main\"", "\"opponent:fish-1\""));
    let error = refusal(&fixture, &["run", "a"]);
    assert!(error.contains("no opponent `fish-1`; stages/opponents.toml declares"), "{error}");
    fixture.write("stages/opponents.toml", OPPONENTS);
    let error = refusal(&fixture, &["run", "a"]);
    assert!(error.contains("fish-1 isn't here. Fish 1 (MIT): run `git clone"), "{error}");
    let listed = told(&fixture, &["opponents"]);
    assert!(
        listed.contains("missing") && listed.contains("to get fish-1: Fish 1 (MIT)"),
        "{listed}"
    );

    fixture.write("opponents/fish-1/fish", "a fish");
    assert!(told(&fixture, &["opponents"]).ends_with("opponents/fish-1/fish\n"));
    told(&fixture, &["run", "a"]);
    let program = job(&fixture).first.program.unwrap();
    assert!(program.ends_with("opponents/fish-1/fish"), "{}", program.display());

    // By the clock it needs the option that it's declared to need.
    let timed = |player: &str| {
        let text = MAIN.replace("\"main\"", player).replace("depth=1", "clock=1+0");
        fixture.write("stages/matches.toml", &text);
    };
    timed("\"opponent:fish-1\"");
    let error = refusal(&fixture, &["run", "a"]);
    assert!(error.contains("fish-1 loses time by the default of `Overhead`"), "{error}");
    timed("\"opponent:fish-1;Overhead=0\"");
    told(&fixture, &["run", "a"]);
}

/// An engine that prints this bench, whatever it's asked.
fn bench(nodes: u32) -> String {
    format!(
        "#!/bin/sh\necho '{{\"nodes\":{nodes},\"positions\":[{{\"nodes\":{nodes},\"score\":3,\"line\":\"e2e4\",\
         \"events\":{{\"cutoffs\":{nodes}}}}}]}}'\n"
    )
}

#[cfg(unix)]
#[test]
fn a_trial_plays_the_working_copy_against_another_engine() {
    let fixture = fixture(MAIN);
    let same = told(&fixture, &["trial"]);
    assert!(same.contains("the engine of the working copy is the one of HEAD"), "{same}");

    let old = fixture.identity();
    fixture.engine(77);
    let new = fixture.identity();
    keep_engine(&fixture, &old, &bench(100));
    keep_engine(&fixture, &new, &bench(100));
    let equal = told(&fixture, &["trial"]);
    assert!(equal.contains("search the same tree (bench: 100 nodes)"), "{equal}");

    keep_engine(&fixture, &new, &bench(90));
    let output = told(&fixture, &["trial", "--nodes", "500", "--pairs", "7", "--concurrency", "2"]);
    let words = "the working copy (bench: 90 nodes) against HEAD (bench: 100 nodes), nodes=500, at most 7 \
                 pairs\narena --concurrency 2\n";
    assert_eq!(output, words);
    let Job { declared, first, second, .. } = job(&fixture);
    assert_eq!((declared.pairs, declared.sprt), (7, Some(arena::sprt::Sprt::default())));
    assert_eq!((first.identity.tree, second.identity.tree), (new, old));
    assert!(first.program != second.program);

    // A stage by its number is an engine too, and so is any commit; other words aren't.
    let stage = Manifest::load(fixture.root()).unwrap().stages.remove(0);
    keep_engine(&fixture, &stage.tree, &bench(50));
    let output = told(&fixture, &["trial", "--against", "1"]);
    assert!(output.contains("against 1 (bench: 50 nodes)"), "{output}");
    let error = refusal(&fixture, &["trial", "--against", "nothing"]);
    assert!(error.contains("`nothing` is no stage and no commit of this clone"), "{error}");
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
    let tree = fixture.identity();
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
    let tree = fixture.identity();
    let commit = git(fixture.root(), &["rev-parse", "HEAD"]).trim().to_owned();
    record(&fixture, json!({ "tree": tree, "commit": commit }));
    keep_engine(&fixture, &tree, "an engine");
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
    let opponents = arena::opponents::Opponents::load(&root).unwrap();
    for declared in &matches {
        assert!(declared.openings_start + declared.pairs <= openings.len(), "{}", declared.id);
        for name in declared.sides().into_iter().filter_map(arena::side::Side::opponent) {
            opponents.find(name).unwrap();
        }
    }
}
