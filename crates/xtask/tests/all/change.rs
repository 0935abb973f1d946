//! What a change of the engine leads to: trials, experiments, and results that carry over.

use crate::common::Fixture;
use arena::record::MatchRecord;
use literate::results::Cell;
use serde_json::json;
use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::process::Command;
use xtask::carry;
use xtask::measure::{Options, Tools};

const BENCH: &str = "
[[table]]
id = \"positions\"
stage = \"stage-02-x\"
kind = \"bench\"
title = \"Positions\"
quote = [\"p1.nodes\"]
depths = [2]
rows = \"positions\"
columns = [\"nodes\", \"score\"]
";

const PERFT: &str = "
[[table]]
id = \"perft\"
stage = \"stage-02-x\"
kind = \"perft\"
title = \"Leaf nodes\"
depths = [1]
row = [{ key = \"start\", label = \"Start\", fen = \"f\" }]
";

const SESSION: &str = "
[[table]]
id = \"console\"
stage = \"stage-02-x\"
kind = \"session\"
title = \"A session\"
commands = [\"show\"]
mask = [['took \\d+ ms', 'took N ms']]
";

/// The stand-in's numbers, and code that makes it another engine.
const PATCH: &str = "\
Ten more nodes.

diff --git a/crates/engine/numbers b/crates/engine/numbers
--- a/crates/engine/numbers
+++ b/crates/engine/numbers
@@ -1,2 +1,2 @@
-NODES=30
+NODES=40
 SIZE=152
";

fn trial(fixture: &Fixture, options: Options) -> String {
    let (is_well, printed) =
        fixture.measure(&Options { trial: true, ..options }).expect("a trial can be made");
    assert!(is_well);
    printed
}

#[test]
fn a_trial_lists_what_moved_and_where_it_is_quoted_and_writes_nothing() {
    let fixture = Fixture::with_stages();
    fixture.declare(&format!("{BENCH}{PERFT}{SESSION}"));
    fixture
        .write("book/02-x.md", "# X\n\n{{n positions.p1.nodes}} nodes.\n\n{{table positions}}\n");
    fixture.update();
    let before = fixture.read("stages/results/positions.json");
    let printed = trial(&fixture, Options::default());
    assert_eq!(printed, "3 tables tried: 0 numbers moved in 0 tables, 3 the same; 0 not tried\n");

    fixture.engine(31);
    let printed = trial(&fixture, Options::default());
    let wanted = "positions.p1.nodes: 60 → 62  book/02-x.md:3\n\
                  positions.p2.nodes: 120 → 124  book/02-x.md:5\n\
                  positions.total.nodes: 180 → 186  book/02-x.md:5\n\
                  perft.start.d1: 30 → 31  (on no page)\n\
                  console: answer to `show`, line 1: `board 30` → `board 31`  (on no page)\n\
                  3 tables tried: 5 numbers moved in 3 tables, 0 the same; 0 not tried\n";
    assert_eq!(printed, wanted);
    assert_eq!(fixture.read("stages/results/positions.json"), before);
    let only = Options { only: vec!["perft".to_owned()], ..Options::default() };
    assert!(trial(&fixture, only).starts_with("perft.start.d1: 30 → 31"));
}

#[test]
fn a_trial_says_what_the_engine_refuses() {
    let fixture = Fixture::with_stages();
    fixture.declare(&format!("{BENCH}{PERFT}"));
    fixture.update();
    fixture.replace("crates/engine/engine.sh", "perft)", "pertf)");
    fixture.engine(32);
    let printed = trial(&fixture, Options { chapter: Some(2), ..Options::default() });
    assert!(printed.contains("perft: not tried: the engine refuses: table `perft`"), "{printed}");
    assert!(
        printed.ends_with("1 table tried: 3 numbers moved in 1 table, 0 the same; 1 not tried\n")
    );
    // A chapter without tables has none to try.
    let printed = trial(&fixture, Options { chapter: Some(1), ..Options::default() });
    assert!(printed.starts_with("0 tables tried"), "{printed}");
}

#[test]
fn an_experiment_measures_the_patched_engine() {
    let fixture = Fixture::with_stages();
    let patched = BENCH.replace("\"positions\"\nstage", "\"more\"\nstage");
    let patched = patched.replace("depths", "patch = \"more\"\ndepths");
    fixture.declare(&format!("{BENCH}{patched}"));
    assert!(fixture.error().contains("stages/experiments/more.diff: can't be read; `cargo xtask"));
    fixture.write("stages/experiments/more.diff", PATCH);
    fixture.update();
    let nodes = |id: &str| fixture.measured(id).cell("p1", "nodes").cloned();
    assert_eq!((nodes("positions"), nodes("more")), (Some(Cell::Whole(60)), Some(Cell::Whole(80))));
    assert!(fixture.check(false).is_empty() && fixture.check(true).is_empty());

    // Another patch is another engine; another description isn't.
    fixture.write("stages/experiments/more.diff", &PATCH.replace("Ten", "Just ten"));
    assert!(fixture.check(false).is_empty());
    fixture.write("stages/experiments/more.diff", &PATCH.replace("40", "50"));
    let faults = fixture.check(false);
    assert!(
        faults.len() == 1 && faults[0].contains("more.json: measured with engine"),
        "{faults:?}"
    );
    fixture.update();
    assert_eq!(nodes("more"), Some(Cell::Whole(100)));

    fixture.write("stages/experiments/more.diff", &PATCH.replace("NODES=30", "NODES=29"));
    let faults = fixture.check(false);
    assert!(faults.iter().any(|fault| fault.contains("doesn't apply to its stage")), "{faults:?}");
    fixture.write("stages/experiments/more.diff", &PATCH.replace("40", "50"));
    fixture.write("stages/experiments/other.diff", PATCH);
    let faults = fixture.check(false);
    let wanted =
        "stages/experiments/other.diff: no table has `patch = \"other\"`; add one, or remove it";
    assert_eq!(faults, [wanted]);
}

#[test]
fn an_experiment_that_changes_nothing_has_to_say_so() {
    let fixture = Fixture::with_stages();
    let table = BENCH.replace("depths", "patch = \"more\"\ndepths");
    fixture.write("stages/experiments/more.diff", &PATCH.replace("NODES=40", "NODES=30 "));
    fixture.declare(&table);
    let error = fixture.error();
    assert!(
        error.contains("the experiment more changes none of these numbers; correct"),
        "{error}"
    );
    let unchanged = table.replace("patch", "unchanged = true\npatch");
    fixture.declare(&unchanged);
    fixture.update();
    fixture.write("stages/experiments/more.diff", PATCH);
    assert!(fixture.error().contains("changes these numbers; remove `unchanged`"));
    fixture.declare(&BENCH.replace("depths", "unchanged = true\ndepths"));
    assert!(fixture.error().contains("`unchanged` tells of an experiment; add `patch`"));
    fixture.declare(&table.replace("stage-02-x", "main"));
    assert!(fixture.error().contains("an experiment is a patch of a stage, not of main"));
}

#[test]
fn an_experiment_is_listed_and_laid_out_for_its_reader() {
    let fixture = Fixture::with_stages();
    let told = |arguments: &[&str]| {
        let output = fixture.run(&[&["experiment"], arguments].concat());
        assert!(output.status.success(), "{}", crate::common::both(&output));
        String::from_utf8(output.stdout).unwrap()
    };
    assert_eq!(told(&[]), "there's no experiment in stages/experiments yet\n");
    fixture.write("stages/experiments/more.diff", PATCH);
    fixture.declare(&BENCH.replace("depths", "patch = \"more\"\ndepths"));
    assert_eq!(told(&[]), "more  stage-02-x  Ten more nodes.\n");
    let printed = told(&["more"]);
    assert!(printed.contains("cd checkouts/experiment-more\n"), "{printed}");
    assert!(printed.ends_with("cargo xtask measure --fresh --only positions\n"), "{printed}");
    let numbers = "checkouts/experiment-more/crates/engine/numbers";
    assert!(fixture.read(numbers).starts_with("NODES=40"));
    // What a reader changes in it stays.
    fixture.write(numbers, "NODES=1\n");
    assert!(told(&["more"]).starts_with("checkouts/experiment-more is there already; remove it"));
    assert_eq!(fixture.read(numbers), "NODES=1\n");
    let refusal = fixture.refusal(&["experiment", "less"]);
    assert_eq!(refusal, "error: no experiment `less`; stages/experiments has more");
}

/// Rebuilds stage 2 with other code and an engine that counts from `nodes`.
fn rebuild(fixture: &Fixture, nodes: u32) {
    let (manifest, old) = (fixture.read("stages/stages.toml"), fixture.identity());
    let commit = &manifest.rsplit("commit = \"").next().unwrap()[..40];
    fixture.engine(nodes);
    fixture.write("crates/engine/src/node.rs", "struct Node;\n");
    let new = fixture.commit("stage 2: x");
    fixture.replace("stages/stages.toml", &old, &fixture.identity());
    fixture.replace("stages/stages.toml", commit, &new);
    fixture.commit("record stage 2");
}

fn carry_over(fixture: &Fixture) -> (bool, String) {
    let printed = std::cell::RefCell::new(String::new());
    let out = |text: &str| printed.borrow_mut().push_str(text);
    let repo = stages::git::Repo::open(fixture.root()).unwrap();
    let is_well = carry::run(&repo, &[], Tools { build: fixture, out: &out }).unwrap();
    (is_well, printed.into_inner())
}

#[test]
fn results_carry_over_to_an_engine_with_the_same_bench() {
    let fixture = Fixture::with_stages();
    fixture.declare(&format!("{BENCH}{PERFT}{SESSION}"));
    fixture.update();
    fixture.commit("results");
    assert_eq!(
        carry_over(&fixture).1,
        "0 results and 0 matches carried over; `cargo xtask measure` measures what is left\n"
    );
    rebuild(&fixture, 30);
    assert_eq!(fixture.check(false).len(), 3);
    let (is_well, printed) = carry_over(&fixture);
    assert!(is_well && printed.contains("stage-02-x: the same bench, "), "{printed}");
    assert!(printed.contains("1 result and 0 matches carried over"), "{printed}");
    // The rest is measured, as a bench doesn't prove it.
    let printed = fixture.update();
    assert!(printed.ends_with("2 measured, 1 already recorded, 2 changed\n"), "{printed}");
    assert!(printed.contains("console: the same numbers from another engine\n"), "{printed}");
}

#[test]
fn results_of_an_engine_with_another_bench_are_refused() {
    let fixture = Fixture::with_stages();
    fixture.declare(BENCH);
    fixture.update();
    fixture.commit("results");
    let before = fixture.read("stages/results/positions.json");
    rebuild(&fixture, 31);
    let (is_well, printed) = carry_over(&fixture);
    assert!(!is_well && printed.contains("position 1 of the bench: nodes "), "{printed}");
    assert!(printed.contains("stage-02-x: refused; measure and play it anew\n"), "{printed}");
    assert_eq!(fixture.read("stages/results/positions.json"), before);
}

#[test]
fn a_match_carries_over_if_all_its_games_are_the_same() {
    let fixture = Fixture::with_stages();
    fixture.write(
        "stages/matches.toml",
        "[[match]]\nid = \"a\"\ntitle = \"A\"\nfirst = \"stage-02-x\"\nsecond = \"random:1\"\n\
         limits = \"depth=1\"\npairs = 2\n",
    );
    let declared = arena::declare::load(fixture.root()).unwrap().remove(0);
    let record = json!({
        "declared": declared, "first": { "tree": fixture.identity() }, "second": {},
        "openings": "0", "verdict": "length",
        "result": {
            "pairs": 1, "wins": 2, "draws": 0, "losses": 0, "pentanomial": [0, 0, 0, 0, 1],
            "score": 1.0, "elo": null, "elo_low": -628.1, "elo_high": null, "los": 1.0, "llr": 0.01,
            "llr_bounds": [-2.94, 2.94], "draw_ratio": 0.0, "mean_plies": 40.5, "nodes": [9, 0],
            "time_losses": [0, 0], "endings": {"mate": 2}
        },
        "digest": "0123456789abcdef0123", "pairs": ["WW 0123456789abcdef"]
    });
    fixture.write(&MatchRecord::file("a"), &record.to_string());
    fixture.declare(BENCH);
    fixture.update();
    fixture.commit("results");
    rebuild(&fixture, 30);
    // Built here, so that the program finds both engines kept and builds none.
    fixture.declare(&BENCH.replace("positions\"\nstage", "other\"\nstage"));
    fixture.update();
    fixture.git(&["checkout", "-q", "--", "stages"]);
    let carry = |arena: &str| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_xtask"));
        command.args(["measure", "--carry-over"]).current_dir(fixture.root());
        let output = command.env("CB2026_ARENA", arena).output().unwrap();
        (output.status.success(), crate::common::both(&output))
    };
    let (is_well, printed) = carry("/bin/false");
    assert!(
        !is_well && printed.contains("a: played otherwise; its stages are refused"),
        "{printed}"
    );
    assert!(printed.contains("0 results and 0 matches carried over"), "{printed}");
    // An arena that is well if it is asked for all games.
    let arena = fixture.path("target/arena.sh");
    fs::write(
        &arena,
        "#!/bin/sh\ncase \"$*\" in *--games*) exit 1;; *verify*) exit 0;; esac\nexit 1\n",
    )
    .unwrap();
    fs::set_permissions(&arena, PermissionsExt::from_mode(0o755)).unwrap();
    let (is_well, printed) = carry(arena.to_str().unwrap());
    assert!(is_well && printed.contains("a: all games are the same"), "{printed}");
    assert!(printed.contains("1 result and 1 match carried over"), "{printed}");
    let record = MatchRecord::load(fixture.root(), "a").unwrap().unwrap();
    assert_eq!(record.first.tree, fixture.identity());
    assert!(
        !fs::read_dir(fixture.path("target/matches"))
            .unwrap()
            .any(|entry| { entry.unwrap().file_name().to_string_lossy().starts_with("replayed") })
    );
}
