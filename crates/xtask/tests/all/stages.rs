//! `cargo xtask stages`, on a small repository: each fault is made on purpose and has to be found.

use crate::common::{Fixture, both, git, run};
use std::fs;

fn faults(fixture: &Fixture) -> Vec<String> {
    let output = fixture.run(&["stages", "verify"]);
    assert_eq!(output.status.code(), Some(1), "{}", both(&output));
    let text = String::from_utf8(output.stdout).unwrap();
    let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
    lines.pop();
    lines
}

/// The only fault found.
fn fault(fixture: &Fixture) -> String {
    let faults = faults(fixture);
    assert_eq!(faults.len(), 1, "{faults:?}");
    faults.into_iter().next().unwrap()
}

fn succeeds(fixture: &Fixture, arguments: &[&str]) -> String {
    let output = fixture.run(arguments);
    assert!(output.status.success(), "{arguments:?}: {}", both(&output));
    String::from_utf8(output.stdout).unwrap()
}

#[test]
fn recorded_stages_are_listed_and_verified() {
    let fixture = Fixture::with_stages();
    let list = succeeds(&fixture, &["stages", "list"]);
    assert!(list.contains("stage-02-x") && list.lines().count() == 3, "{list}");
    let verified = succeeds(&fixture, &["stages", "verify"]);
    assert!(verified.ends_with("2 stages are as recorded\n"), "{verified}");
    assert!(fixture.read("stages/stages.toml").starts_with("# The stages.\n"));
}

#[test]
fn recording_again_corrects_an_entry() {
    let fixture = Fixture::with_stages();
    fixture.engine(31);
    let commit = fixture.commit("stage 2: x, mended");
    succeeds(&fixture, &["stages", "record", "2", "HEAD"]);
    let text = fixture.read("stages/stages.toml");
    assert!(text.contains(&commit) && text.matches("[[stage]]").count() == 2, "{text}");
    succeeds(&fixture, &["stages", "verify"]);
}

#[test]
fn a_commit_that_is_not_here_is_found() {
    let fixture = Fixture::with_stages();
    let commit = fixture.git(&["rev-parse", "HEAD~1"]);
    fixture.replace("stages/stages.toml", commit.trim(), &"1".repeat(40));
    let fault = fault(&fixture);
    assert!(
        fault.starts_with("stages/stages.toml:12: stage 2: commit 1111111111 isn't"),
        "{fault}"
    );
}

#[test]
fn a_commit_that_is_no_ancestor_is_found() {
    let fixture = Fixture::with_stages();
    let manifest = fixture.read("stages/stages.toml");
    fixture.git(&["checkout", "-q", "--orphan", "other"]);
    fixture.commit("unrelated");
    fixture.write("stages/stages.toml", &manifest);
    let faults = faults(&fixture);
    assert_eq!(faults.len(), 2, "{faults:?}");
    assert!(
        faults[1].contains("stage 2: commit") && faults[1].contains("isn't an ancestor of HEAD; ")
    );
}

#[test]
fn another_engine_tree_is_found() {
    let fixture = Fixture::with_stages();
    let tree = fixture.git(&["rev-parse", "HEAD:crates/engine"]);
    fixture.replace("stages/stages.toml", tree.trim(), &"2".repeat(40));
    let fault = fault(&fixture);
    assert!(fault.contains("recorded is 2222222222; run `cargo xtask stages record 2"), "{fault}");
}

#[test]
fn a_tag_that_points_elsewhere_is_found_and_moved_only_by_force() {
    let fixture = Fixture::with_stages();
    succeeds(&fixture, &["stages", "tag"]);
    let again = succeeds(&fixture, &["stages", "tag"]);
    assert!(again.contains("stage-01-x  is there"), "{again}");
    fixture.git(&["tag", "-f", "stage-01-x", "HEAD"]);
    fixture.git(&["tag", "-d", "stage-02-x"]);
    let fault = fault(&fixture);
    assert!(
        fault.contains("tag stage-01-x points to") && fault.contains("tag --force`"),
        "{fault}"
    );
    let refusal = fixture.refusal(&["stages", "tag"]);
    assert!(refusal.contains("no tag was made; add `--force`"), "{refusal}");
    assert!(!fixture.git(&["tag"]).contains("stage-02-x"));
    succeeds(&fixture, &["stages", "tag", "--force"]);
    succeeds(&fixture, &["stages", "verify"]);
    assert!(fixture.git(&["tag"]).contains("stage-02-x"));
}

#[test]
fn a_subject_of_another_stage_is_found() {
    let fixture = Fixture::with_stages();
    let commit = fixture.git(&["rev-parse", "HEAD~1"]);
    fixture.replace(
        "stages/stages.toml",
        commit.trim(),
        fixture.git(&["rev-parse", "HEAD"]).trim(),
    );
    let fault = fault(&fixture);
    assert!(fault.contains("the subject of its commit is `record stage 2`; record"), "{fault}");
}

#[test]
fn a_missing_chapter_is_found() {
    let fixture = Fixture::with_stages();
    fs::remove_file(fixture.path("book/02-x.md")).unwrap();
    let fault = fault(&fixture);
    assert!(fault.contains("there's no chapter book/02-x.md; write it, or"), "{fault}");
}

#[test]
fn a_doubled_tag_is_found() {
    let fixture = Fixture::with_stages();
    fixture.replace("stages/stages.toml", "stage-02-x", "stage-01-x");
    let fault = fault(&fixture);
    assert!(fault.contains("stage 2: tag `stage-01-x` is stage 1's already; give"), "{fault}");
}

#[test]
fn all_faults_come_in_one_run() {
    let fixture = Fixture::with_stages();
    fs::remove_file(fixture.path("book/01-x.md")).unwrap();
    fs::remove_file(fixture.path("book/02-x.md")).unwrap();
    let tree = fixture.git(&["rev-parse", "HEAD:crates/engine"]);
    fixture.replace("stages/stages.toml", tree.trim(), &"2".repeat(40));
    let faults = faults(&fixture);
    assert_eq!(faults.len(), 3, "{faults:?}");
    assert!(faults.iter().all(|fault| fault.contains("; ")), "{faults:?}");
}

#[test]
fn a_shallow_clone_names_the_cure() {
    let fixture = Fixture::with_stages();
    let place = tempfile::tempdir().unwrap();
    let source = format!("file://{}", fixture.root().display());
    git(place.path(), &["clone", "-q", "--depth", "1", &source, "clone"]);
    let clone = place.path().join("clone");
    let output = run(&clone, &["stages", "verify"]);
    let text = both(&output);
    assert_eq!(output.status.code(), Some(1), "{text}");
    assert_eq!(text.matches("git fetch --unshallow").count(), 2, "{text}");
    for command in [&["stages", "checkout", "1"][..], &["stages", "tag"]] {
        let output = run(&clone, command);
        let text = String::from_utf8(output.stderr).unwrap();
        assert!(text.contains("git fetch --unshallow") && text.lines().count() == 1, "{text}");
    }
    git(&clone, &["fetch", "-q", "--unshallow"]);
    assert!(run(&clone, &["stages", "verify"]).status.success());
}

#[test]
fn a_stage_is_laid_out_reused_and_mended() {
    let fixture = Fixture::with_stages();
    let numbers = "target/stages/stage-01-x/crates/engine/numbers";
    let told = succeeds(&fixture, &["stages", "checkout", "1"]);
    assert!(told.contains("cargo run --release -p cb2026"), "{told}");
    assert!(fixture.read(numbers).starts_with("NODES=20"));
    // Built files are kept when the stage is laid out again.
    fixture.write("target/stages/stage-01-x/target/built", "kept");
    let again = succeeds(&fixture, &["stages", "checkout", "stage-01-x"]);
    assert!(again.contains("is laid out in"), "{again}");

    fixture.write(numbers, "NODES=99\n");
    fixture.write("target/stages/stage-01-x/own.rs", "mine\n");
    let mended = succeeds(&fixture, &["stages", "checkout", "1"]);
    assert!(fixture.read(numbers).starts_with("NODES=20"), "{mended}");
    assert!(!fixture.path("target/stages/stage-01-x/own.rs").exists());
    assert!(fixture.path("target/stages/stage-01-x/target/built").exists());
    let patch = fixture.read("target/stages/stage-01-x.changes-1.patch");
    assert!(patch.contains("+NODES=99") && patch.contains("+mine"), "{patch}");

    // A stale folder stands at another commit.
    git(&fixture.path("target/stages/stage-01-x"), &["checkout", "-q", "--detach", "main"]);
    succeeds(&fixture, &["stages", "checkout", "1"]);
    assert!(fixture.read(numbers).starts_with("NODES=20"));
    assert_eq!(fixture.git(&["status", "--porcelain"]), "");
}

#[test]
fn a_folder_that_is_no_worktree_is_replaced() {
    let fixture = Fixture::with_stages();
    fixture.write("target/stages/stage-01-x/litter", "x");
    succeeds(&fixture, &["stages", "checkout", "1"]);
    assert!(!fixture.path("target/stages/stage-01-x/litter").exists());
    // As after `git worktree prune` or in a copy of the whole checkout.
    fs::remove_dir_all(fixture.path(".git/worktrees")).unwrap();
    succeeds(&fixture, &["stages", "checkout", "1"]);
    assert!(fixture.path("target/stages/stage-01-x/crates/engine/numbers").exists());
}

#[test]
fn bad_arguments_are_refused_in_one_line_and_change_nothing() {
    let fixture = Fixture::with_stages();
    let before = fixture.read("stages/stages.toml");
    let names =
        ["--tag", "stage-03-x", "--title", "X", "--chapter", "03-x.md", "--milestone", "M1"];
    let record = |number: &'static str, commit: &'static str, names: &[&'static str]| {
        [&["stages", "record", number, commit], names].concat()
    };
    let cases = [
        (vec!["stages", "checkout", "9"], "no stage `9`; stages/stages.toml lists stage-01-x, "),
        (vec!["stages", "checkout", ""], "no stage ``; "),
        (vec!["stages", "checkout", "../x"], "no stage `../x`; "),
        (record("4", "HEAD", &names), "the next one to record is 3"),
        (record("0", "HEAD", &names), "would leave a gap"),
        (record("3", "nowhere", &names), "no commit `nowhere` here; "),
        (record("3", "--all", &[]), ""),
        (record("3", "HEAD", &names), "it has to begin with `stage 3: `"),
        (record("3", "HEAD", &names[2..]), "stage 3 needs a tag; add `--tag"),
        (record("3", "main~4", &names), "has no folder crates/engine; "),
        (record("2", "HEAD~1", &["--tag", "stage-01-x"]), "name it `stage-02-name`"),
        (record("2", "HEAD~1", &["--chapter", "a/b.md"]), "isn't a file name of book/"),
        (record("2", "HEAD~1", &["--title", " "]), "needs a title"),
    ];
    for (arguments, part) in cases {
        if part.is_empty() {
            assert_eq!(fixture.run(&arguments).status.code(), Some(2));
            continue;
        }
        let refusal = fixture.refusal(&arguments);
        assert!(refusal.contains(part), "{arguments:?}: {refusal}");
    }
    assert_eq!(fixture.read("stages/stages.toml"), before);
}

#[test]
fn a_bad_manifest_is_refused_with_its_line() {
    let cases = [
        ("[[stage]\n", "stages/stages.toml:1: "),
        ("\n[[stage]]\nnumber = 1\n", "missing field `tag`"),
        ("stage = 3\n", "stages/stages.toml:1: invalid type"),
        ("[[stages]]\n", "unknown field `stages`"),
    ];
    for (text, part) in cases {
        let fixture = Fixture::new();
        fixture.write("stages/stages.toml", text);
        for command in ["list", "verify", "tag"] {
            let refusal = fixture.refusal(&["stages", command]);
            assert!(refusal.contains(part), "{refusal}");
        }
    }
    let fixture = Fixture::with_stages();
    fixture.replace("stages/stages.toml", "number = 2", "number = 3");
    assert!(fixture.refusal(&["stages", "list"]).contains("number stages from 1 in order"));
    fs::remove_file(fixture.path("stages/stages.toml")).unwrap();
    assert!(fixture.refusal(&["stages", "list"]).contains("git restore stages/stages.toml"));
}

#[test]
fn outside_of_a_checkout_there_is_one_clear_line() {
    let place = tempfile::tempdir().unwrap();
    let output = run(place.path(), &["stages", "list"]);
    let text = String::from_utf8(output.stderr).unwrap();
    assert!(
        text.starts_with("error: this isn't a checkout of the project; run it inside"),
        "{text}"
    );
    assert_eq!(text.lines().count(), 1, "{text}");
}
