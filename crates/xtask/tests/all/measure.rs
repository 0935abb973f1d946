//! `cargo xtask measure`, on a small repository with a stand-in engine.

use crate::common::{Fixture, both};
use literate::git::Repo;
use literate::identity;
use literate::results::Cell;
use std::fs;
use xtask::measure::Options;

const PERFT: &str = "
[[table]]
id = \"perft\"
stage = \"stage-01-x\"
kind = \"perft\"
title = \"Leaf nodes\"
corner = \"Position\"
quote = [\"start.d2\"]
depths = [1, 2]
[[table.row]]
key = \"start\"
label = \"Start\"
fen = \"f\"
[[table.row]]
key = \"other\"
label = \"Other\"
fen = \"g\"
depths = [1]
";

const BENCH: &str = "
[[table]]
id = \"growth\"
stage = \"main\"
kind = \"bench\"
title = \"Growth\"
corner = \"Depth\"
depths = [1, 2, 4]
rows = \"depths\"
columns = [\"nodes\", \"growth\"]
[[table]]
id = \"positions\"
stage = \"main\"
kind = \"bench\"
title = \"Positions\"
depths = [2]
positions = \"1-2\"
rows = \"positions\"
columns = [\"nodes\", \"share\", \"score\", \"best_move\", \"cutoffs\", \"first_move_rate\"]
[[table]]
id = \"settings\"
stage = \"main\"
kind = \"bench\"
title = \"Settings\"
depths = [1, 2]
[[table.row]]
key = \"whole\"
label = \"Whole\"
[[table.row]]
key = \"half\"
label = \"Half\"
set = [\"half=on\"]
";

const SESSION: &str = "
[[table]]
id = \"console\"
stage = \"stage-02-x\"
kind = \"session\"
title = \"A session\"
commands = [\"show\", \"silent\", \"fly\", \"go late\", \"go bad\", \"go now\",
    \"go searchmoves a1a1\", \"go wrong\", \"isready\", \"quit\"]
mask = [['took \\d+ ms', 'took N ms']]
";

const SPEED: &str = "
[[table]]
id = \"speed\"
stage = \"main\"
kind = \"speed\"
title = \"Speed\"
bench = \"magics\"
columns = [{ key = \"ratio\", label = \"Ratio\" }]
";

const TRACE: &str = "
[[table]]
id = \"tree\"
stage = \"stage-02-x\"
kind = \"trace\"
title = \"A tree\"
quote = [\"tree.nodes\"]
fen = \"f\"
depth = 2
plies = 2
set = [\"half=on\"]
";

fn cell(fixture: &Fixture, id: &str, row: &str, column: &str) -> Option<Cell> {
    fixture.measured(id).cell(row, column).cloned()
}

fn fresh(only: &[&str]) -> Options {
    let only = only.iter().map(|id| (*id).to_owned()).collect();
    Options { fresh: true, only, ..Options::default() }
}

#[test]
fn a_stages_table_is_measured_at_its_stage_and_only_once() {
    let fixture = Fixture::with_stages();
    fixture.declare(PERFT);
    assert_eq!(fixture.update(), "perft: new\n1 measured, 0 already recorded, 1 changed\n");
    assert_eq!(cell(&fixture, "perft", "start", "d2"), Some(Cell::Whole(40)));
    assert_eq!(cell(&fixture, "perft", "other", "d1"), Some(Cell::Whole(20)));
    assert_eq!(cell(&fixture, "perft", "other", "d2"), None);
    let written = fixture.read("stages/results/perft.json");

    assert_eq!(fixture.update(), "0 measured, 1 already recorded, 0 changed\n");
    assert_eq!(fixture.builds.get(), 1);
    // Measured from nothing, the file is the same to the last byte.
    fs::remove_dir_all(fixture.path("stages/results")).unwrap();
    fixture.update();
    assert_eq!(fixture.read("stages/results/perft.json"), written);
    let (_, printed) = fixture.measure(&fresh(&["perft"])).unwrap();
    assert_eq!(printed, "1 measured, 0 already recorded, 0 changed\n");
}

#[test]
fn another_declaration_measures_again_but_other_words_do_not() {
    let fixture = Fixture::with_stages();
    fixture.declare(PERFT);
    fixture.update();
    fixture.replace("stages/measure.toml", "Leaf nodes", "Leaves");
    let written = fixture.read("stages/results/perft.json");
    assert_eq!(fixture.update(), "0 measured, 1 already recorded, 0 changed\n");
    // A word is kept once, where it's declared.
    assert_eq!(fixture.read("stages/results/perft.json"), written);
    assert_eq!((fixture.measured("perft").title.as_str(), fixture.builds.get()), ("Leaves", 1));
    fixture.replace("stages/measure.toml", "depths = [1, 2]", "depths = [1, 2, 3]");
    let printed = fixture.update();
    assert!(printed.contains("perft: row start, column d3: nothing → 60\n"), "{printed}");
    assert_eq!(fixture.builds.get(), 1, "what is built is kept");
}

#[test]
fn another_engine_measures_again_and_tells_what_changed() {
    let fixture = Fixture::with_stages();
    fixture.declare(BENCH);
    fixture.update();
    assert_eq!(cell(&fixture, "growth", "d2", "nodes"), Some(Cell::Whole(180)));
    assert_eq!(cell(&fixture, "growth", "d2", "growth"), Some(Cell::Decimal(3.0)));
    // There's no depth 3 to compare with.
    assert_eq!(cell(&fixture, "growth", "d4", "growth"), None);
    assert_eq!(cell(&fixture, "positions", "p2", "share"), Some(Cell::Decimal(66.7)));
    assert_eq!(cell(&fixture, "positions", "p1", "best_move"), Some(Cell::Text("e2e4".into())));
    assert_eq!(cell(&fixture, "positions", "total", "nodes"), Some(Cell::Whole(180)));
    assert_eq!(cell(&fixture, "positions", "total", "cutoffs"), Some(Cell::Whole(34)));
    assert_eq!(cell(&fixture, "positions", "total", "first_move_rate"), Some(Cell::Decimal(8.8)));
    assert_eq!(cell(&fixture, "settings", "half", "d2"), Some(Cell::Whole(120)));
    assert_eq!(fixture.builds.get(), 1);

    // An engine that isn't committed yet counts, too.
    fixture.engine(1000);
    let faults = fixture.check(false);
    assert!(faults[0].contains("growth.json: measured with engine "), "{faults:?}");
    assert!(
        faults[1].contains("row d1, column nodes: recorded 60, measured 2,000; "),
        "{faults:?}"
    );
    let printed = fixture.update();
    assert!(printed.contains("growth: row d1, column nodes: 60 → 2,000\n"), "{printed}");
    assert!(printed.ends_with("3 measured, 0 already recorded, 3 changed\n"), "{printed}");
    let engine = fixture.measured("growth").engine;
    let commit = fixture.commit("engine");
    let repo = Repo::open(fixture.root()).unwrap();
    assert_eq!(identity::of_commit(&repo, &commit).unwrap(), Some(engine));
    assert_eq!(fixture.update(), "0 measured, 3 already recorded, 0 changed\n");

    fixture.write("crates/engine/tests/bench.rs", "// No number depends on this.\n");
    fixture.replace("crates/engine/src/lib.rs", "{\n", "{\n    // Nor on this.\n");
    assert_eq!(fixture.update(), "0 measured, 3 already recorded, 0 changed\n");
    fixture.replace("crates/engine/src/lib.rs", "u32", "i32");
    let printed = fixture.update();
    assert!(printed.contains("growth: the same numbers from another engine\n"), "{printed}");
}

#[test]
fn a_session_shows_true_answers_with_masks() {
    let fixture = Fixture::with_stages();
    fixture.declare(SESSION);
    fixture.update();
    let session = fixture.measured("console").session;
    let answers: Vec<Vec<&str>> =
        session.iter().map(|e| e.output.iter().map(String::as_str).collect()).collect();
    let wanted = [
        vec!["board 30", "took N ms"],
        vec![],
        vec!["error: unknown command `fly`"],
        vec!["info depth 1", "bestmove e2e4"],
        vec!["error: no depth"],
        vec!["bestmove e2e4"],
        vec!["info string go: \"a1a1\" isn't legal here", "bestmove e2e4"],
        vec!["info string go: expected depth"],
        vec!["readyok"],
        vec!["bye"],
    ];
    assert_eq!(answers, wanted);
    fixture.replace("stages/results/console.json", "board 30", "board 31");
    let faults = fixture.check(false);
    let wanted = "stages/results/console.json: answer to `show`, line 1: recorded `board 31`, \
                  measured `board 30`; run `cargo xtask measure --fresh --only console` if that's meant";
    assert_eq!(faults, [wanted]);
}

#[test]
fn a_trace_keeps_a_line_a_node_and_a_changed_node_is_told() {
    let fixture = Fixture::with_stages();
    fixture.declare(TRACE);
    fixture.update();
    let tree = fixture.measured("tree").tree;
    assert_eq!(tree, ["root 2 -9 9 5 30", " e2e4 1 -9 9 -5 29; cutoff by move 1"]);
    assert_eq!(cell(&fixture, "tree", "tree", "nodes"), Some(Cell::Whole(30)));
    // Cutoffs are known only of a tree that is kept whole.
    assert_eq!(cell(&fixture, "tree", "tree", "cutoffs"), None);
    fixture.replace("stages/results/tree.json", "-9 9 -5 29", "-9 9 -6 29");
    let faults = fixture.check(false);
    let wanted = "stages/results/tree.json: tree, node 1: recorded `e2e4 1 -9 9 -6 29; cutoff by \
                  move 1`, measured `e2e4 1 -9 9 -5 29; cutoff by move 1`; run \
                  `cargo xtask measure --fresh --only tree` if that's meant";
    assert_eq!(faults, [wanted]);
    // What isn't a tree is no result.
    fixture.declare(&TRACE.replace("plies = 2", "plies = 3"));
    let error = fixture.error();
    assert!(
        error.contains("`cb2026 trace 2 --fen f --json --plies 3 --set half=on` failed"),
        "{error}"
    );
}

#[test]
fn an_engine_that_dies_is_told() {
    let fixture = Fixture::with_stages();
    fixture.declare(&SESSION.replace("\"silent\"", "\"die\""));
    assert_eq!(fixture.error(), "table `console`, stage-02-x: the engine ended at `die`");
    assert!(!fixture.path("stages/results/console.json").exists());
    fixture.declare(&PERFT.replace("\"g\"", "\"bad\""));
    let error = fixture.error();
    assert!(
        error.contains("`cb2026 perft 1 --fen bad` failed (exit status: 1): error: rank 8"),
        "{error}"
    );
}

#[test]
fn speed_is_recorded_with_its_machine_and_only_its_tree_is_checked() {
    let fixture = Fixture::with_stages();
    fixture.declare(SPEED);
    fixture.update();
    let provenance = fixture.measured("speed").provenance.unwrap();
    assert!(provenance.date.len() == 10 && provenance.settings.starts_with("rustc 1."));
    assert_eq!(cell(&fixture, "speed", "rook", "ratio"), Some(Cell::Decimal(4.32)));
    fixture.replace("stages/results/speed.json", "4.32", "5.32");
    assert!(fixture.check(true).is_empty());
    assert_eq!(fixture.benches.get(), 1);
    fixture.engine(31);
    let faults = fixture.check(false);
    assert!(faults.len() == 1 && faults[0].contains("but main has "), "{faults:?}");
}

#[test]
fn lines_are_counted_by_stage_and_always_anew() {
    let fixture = Fixture::with_stages();
    fixture.declare(
        "[[table]]\nid = \"lines\"\nstage = \"stage-02-x\"\nkind = \"lines\"\ntitle = \"Lines\"\n",
    );
    fixture.update();
    let numbers = |row: &str| {
        ["files", "code", "added", "removed"]
            .map(|column| cell(&fixture, "lines", row, column).unwrap())
    };
    assert_eq!(numbers("s1"), [1, 3, 3, 0].map(Cell::Whole));
    assert_eq!(numbers("s2"), [1, 3, 1, 1].map(Cell::Whole));
    assert_eq!(fixture.builds.get(), 0);
    fixture.replace("stages/results/lines.json", "\"added\": 1", "\"added\": 2");
    assert_eq!(fixture.check(false).len(), 1);
    assert!(fixture.update().contains("lines: row s2, column added: 2 → 1\n"));
}

#[test]
fn all_stages_stand_side_by_side_and_only_their_speed_varies() {
    let fixture = Fixture::with_stages();
    fixture.declare(
        "[[table]]\nid = \"all\"\nstage = \"stage-02-x\"\nkind = \"stages\"\ntitle = \"All\"\n\
         depth = 2\nfirst = 2\n",
    );
    fixture.update();
    let cell = |row: &str, column: &str| cell(&fixture, "all", row, column);
    assert_eq!((cell("s1", "code"), cell("s1", "nodes")), (Some(Cell::Whole(3)), None));
    assert_eq!(
        (cell("s2", "depth"), cell("s2", "nodes")),
        (Some(Cell::Whole(3)), Some(Cell::Whole(360)))
    );
    assert_eq!(cell("s2", "six"), Some(Cell::Whole(180)));
    assert!(matches!(cell("s2", "speed"), Some(Cell::Decimal(_))));
    assert!(fixture.check(true).is_empty());
    fixture.replace("stages/results/all.json", "\"six\": 180", "\"six\": 181");
    assert_eq!(fixture.check(true).len(), 1);
    // It belongs to the engines of all its stages, so another first one makes it stale.
    fixture.update();
    let first =
        fixture.read("stages/stages.toml").split("tree = \"").nth(1).unwrap()[..40].to_owned();
    fixture.replace("stages/stages.toml", &first, &"0".repeat(40));
    assert!(fixture.check(false)[0].contains("all.json: measured with engine"));
}

#[test]
fn check_measures_the_working_copys_engine_and_trusts_other_stages() {
    let fixture = Fixture::with_stages();
    // Stage 2 is what the working copy holds; stage 1 isn't built unless `--all` says so.
    let second =
        PERFT.replace("\"perft\"\nstage = \"stage-01-x\"", "\"second\"\nstage = \"stage-02-x\"");
    fixture.declare(&format!("{PERFT}{second}"));
    fixture.update();
    assert!(fixture.check(false).is_empty() && fixture.check(true).is_empty());
    fixture.builds.set(0);
    fixture.replace("stages/results/perft.json", "\"d2\": 40", "\"d2\": 41");
    fixture.replace("stages/results/second.json", "\"d2\": 60", "\"d2\": 6000");
    let before = fixture.read("stages/results/second.json");
    let faults = fixture.check(false);
    let wanted = "stages/results/second.json: row start, column d2: recorded 6,000, measured 60; \
                  run `cargo xtask measure --fresh --only second` if that's meant";
    assert_eq!((faults, fixture.builds.get()), (vec![wanted.to_owned()], 0));
    // The working copy is at hand, so no stage is laid out for its engine.
    fs::remove_dir_all(fixture.path("target")).unwrap();
    assert_eq!((fixture.check(false).len(), fixture.builds.get()), (1, 1));
    assert!(!fixture.path("target/building").exists());
    let faults = fixture.check(true);
    assert!(faults.len() == 2 && faults[0].contains("recorded 41, measured 40"), "{faults:?}");
    assert_eq!(fixture.read("stages/results/second.json"), before);
}

#[test]
fn what_a_check_has_proven_is_taken_by_identity_the_next_time() {
    let fixture = Fixture::with_stages();
    let second =
        PERFT.replace("\"perft\"\nstage = \"stage-01-x\"", "\"second\"\nstage = \"stage-02-x\"");
    fixture.declare(&format!("{PERFT}{second}"));
    fixture.update();
    let check =
        |all: bool| fixture.measure(&Options { check: true, all, ..Options::default() }).unwrap().1;
    assert_eq!(check(false), "2 tables: 1 measured, 1 by identity, 0 of a machine; 0 faults\n");
    assert_eq!(check(false), "2 tables: 0 measured, 2 by identity, 0 of a machine; 0 faults\n");
    assert_eq!(check(true), "2 tables: 2 measured, 0 by identity, 0 of a machine; 0 faults\n");
    // Another result, even for the same engine, is proven by nothing.
    fixture.replace("stages/results/second.json", "\"d2\": 60", "\"d2\": 61");
    assert!(check(false).ends_with("1 measured, 1 by identity, 0 of a machine; 1 fault\n"));
    fixture.engine(31);
    assert!(check(false).ends_with("0 measured, 2 by identity, 0 of a machine; 0 faults\n"));
}

#[test]
fn check_finds_what_is_missing_stale_or_left_over() {
    let fixture = Fixture::with_stages();
    fixture.declare(PERFT);
    let only = |wanted: &str| {
        let faults = fixture.check(false);
        assert!(faults.len() == 1 && faults[0].contains(wanted), "{wanted}: {faults:?}");
    };
    only("perft.json: this table was never measured; run `cargo xtask measure --only perft`");
    fixture.update();
    fixture.replace("stages/measure.toml", "depths = [1, 2]", "depths = [1, 2, 3]");
    only("declares it otherwise; run");
    fixture.declare(PERFT);
    let engine = fixture.measured("perft").engine;
    fixture.replace("stages/results/perft.json", &engine, &"3".repeat(40));
    only("measured with engine 3333333333, but stage-01-x has ");
    fixture.write("stages/results/perft.json", "{\"engine\": \"perft\"");
    only("stages/results/perft.json: not a result file; run");
    fixture.update();
    fixture.write("stages/results/gone.json", "{}");
    only("stages/results/gone.json: no table declares it; run");
    assert!(fixture.update().contains("gone.json: removed, as no table declares it\n"));
    assert!(!fixture.path("stages/results/gone.json").exists());
    assert!(fixture.check(false).is_empty());
}

#[test]
fn what_an_interrupted_run_left_is_swept() {
    let fixture = Fixture::with_stages();
    fixture.declare(PERFT);
    fixture.write("stages/results/.unfinished-x", "{\"id\"");
    fixture.check(false);
    assert!(fixture.path("stages/results/.unfinished-x").exists(), "a check writes nothing");
    fixture.update();
    assert!(!fixture.path("stages/results/.unfinished-x").exists());
}

#[test]
fn a_failure_keeps_what_was_measured_before_it() {
    let fixture = Fixture::with_stages();
    let second = PERFT.replace("\"perft\"\nstage", "\"second\"\nstage").replace("\"g\"", "\"bad\"");
    fixture.declare(&format!("{PERFT}{second}"));
    assert!(fixture.error().starts_with("table `second`, stage-01-x: `cb2026 perft"));
    assert_eq!(fixture.measured("perft").id, "perft");
    assert_eq!(fs::read_dir(fixture.path("stages/results")).unwrap().count(), 1);
}

#[test]
fn bad_declarations_are_refused_in_one_line() {
    let fixture = Fixture::with_stages();
    let cases = [
        ("[[table]\n", "stages/measure.toml:1: "),
        ("[[tables]]\n", "unknown field `tables`"),
        ("[[table]]\nkind = \"perft\"\n", "stages/measure.toml:1: missing field `id`; correct"),
        (
            &PERFT.replace("depths = [1, 2]", "dephts = [1, 2]"),
            "table `perft`: unknown field `dephts`",
        ),
        (&PERFT.replace("corner", "korner"), "unknown field `korner`"),
        (
            &PERFT.replace("\"perft\"\ntitle", "\"pefrt\"\ntitle"),
            "unknown kind `pefrt`; choose among bench, ",
        ),
        (&PERFT.replace("stage-01-x", "stage-09-x"), "no stage has the tag `stage-09-x`; take"),
        (&PERFT.replace("id = \"perft\"", "id = \"../perft\""), "isn't in kebab-case; write"),
        (&PERFT.replace("start.d2", "start"), "quote `start` isn't a cell; write it as"),
        (&PERFT.replace("start.d2", "start.d9"), "quote `start.d9` names no cell; rows are start,"),
        (&PERFT.replace("[1, 2]", "[2, 1]"), "depths don't rise"),
        (&PERFT.replace("\ndepths = [1]", "\ndepths = [3]"), "row `other` has a depth that is no"),
        (&PERFT.replace("\"other\"", "\"start\""), "row `start` stands twice; rename"),
        (&PERFT.replace("\"g\"", "\"\""), "row `other` has an empty fen; give one"),
        (&format!("{PERFT}{PERFT}"), "table `perft` stands twice; rename"),
        (&SPEED.replace("magics", "--all"), "bench `--all` isn't the name of a benchmark"),
        (&SPEED.replace("magics", "other"), "no bench target named `other`"),
        (
            &BENCH.replace("\"growth\"]", "\"grwoth\"]"),
            "there is no column `grwoth`; use one of nodes,",
        ),
        (&SESSION.replace("go now", "go infinite"), "`go infinite` never ends"),
        (&TRACE.replace("depth = 2", "depth = 9"), "depth 9 isn't 1 to 6"),
        (&BENCH.replace("\"growth\"]", "\"leaves\"]"), "this engine counts no `leaves`; leave"),
        (&SESSION.replace("'took \\d+ ms'", "'('"), "isn't a regular expression"),
    ];
    for (text, part) in cases {
        fixture.declare(text);
        let error = fixture.error();
        assert!(error.contains(part), "{part}: {error}");
        assert!(
            !fixture.path("stages/results").exists() || part.contains("names no cell"),
            "{part}"
        );
    }
}

#[test]
fn bad_arguments_are_refused_in_one_line() {
    let fixture = Fixture::with_stages();
    fixture.declare(PERFT);
    let refusal = fixture.refusal(&["measure", "--only", "nothing"]);
    assert_eq!(refusal, "error: no table `nothing`; stages/measure.toml declares perft");
    for wrong in [&["--all"][..], &["--check", "--fresh"], &["--only"], &["perft"], &["--depth=3"]]
    {
        let output = fixture.run(&[&["measure"], wrong].concat());
        let text = both(&output);
        assert!(output.status.code() == Some(2) && text.starts_with("error: "), "{text}");
    }
    fs::remove_file(fixture.path("stages/measure.toml")).unwrap();
    assert!(fixture.refusal(&["measure"]).contains("git restore stages/measure.toml"));
}

#[test]
fn a_working_copy_without_an_engine_is_told() {
    let fixture = Fixture::new();
    fixture.declare(BENCH);
    let error = fixture.error();
    assert!(error.contains("the working copy has no crates/engine; restore it with"), "{error}");
}
