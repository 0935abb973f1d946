//! What is listed, verified and tagged: each fault is made on purpose and has to be found.

use crate::repository::{Repository, both, git};
use crate::with_stages;
use std::fs;

fn faults(fixture: &Repository) -> Vec<String> {
    let output = fixture.run(&["verify"]);
    assert_eq!(output.status.code(), Some(1), "{}", both(&output));
    let text = String::from_utf8(output.stdout).unwrap();
    let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
    lines.pop();
    lines
}

/// The only fault found.
fn fault(fixture: &Repository) -> String {
    let faults = faults(fixture);
    assert_eq!(faults.len(), 1, "{faults:?}");
    faults.into_iter().next().unwrap()
}

#[test]
fn recorded_stages_are_listed_and_verified() {
    let fixture = with_stages();
    let list = fixture.succeeds(&["list"]);
    assert!(list.contains("stage-02-x") && list.lines().count() == 3, "{list}");
    let verified = fixture.succeeds(&["verify"]);
    assert!(verified.ends_with("2 stages are as recorded\n"), "{verified}");
    assert!(fixture.read("stages/stages.toml").starts_with("# The stages.\n"));
}

#[test]
fn a_commit_that_is_not_here_is_found() {
    let fixture = with_stages();
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
    let fixture = with_stages();
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
    let fixture = with_stages();
    let tree = fixture.identity();
    fixture.replace("stages/stages.toml", &tree, &"2".repeat(40));
    let fault = fault(&fixture);
    assert!(fault.contains("recorded is 2222222222; run `cargo xtask stages record 2"), "{fault}");
}

#[test]
fn a_tag_that_points_elsewhere_is_found_and_moved_only_by_force() {
    let fixture = with_stages();
    fixture.succeeds(&["tag"]);
    let again = fixture.succeeds(&["tag"]);
    assert!(again.contains("stage-01-x  is there"), "{again}");
    fixture.git(&["tag", "-f", "stage-01-x", "HEAD"]);
    fixture.git(&["tag", "-d", "stage-02-x"]);
    let fault = fault(&fixture);
    assert!(
        fault.contains("tag stage-01-x points to") && fault.contains("tag --force`"),
        "{fault}"
    );
    let refusal = fixture.refusal(&["tag"]);
    assert!(refusal.contains("no tag was made; add `--force`"), "{refusal}");
    assert!(!fixture.git(&["tag"]).contains("stage-02-x"));
    fixture.succeeds(&["tag", "--force"]);
    fixture.succeeds(&["verify"]);
    assert!(fixture.git(&["tag"]).contains("stage-02-x"));
}

#[test]
fn a_subject_of_another_stage_is_found() {
    let fixture = with_stages();
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
    let fixture = with_stages();
    fs::remove_file(fixture.path("book/02-x.md")).unwrap();
    let fault = fault(&fixture);
    assert!(fault.contains("there's no chapter book/02-x.md; write it, or"), "{fault}");
}

#[test]
fn a_doubled_tag_is_found() {
    let fixture = with_stages();
    fixture.replace("stages/stages.toml", "stage-02-x", "stage-01-x");
    let fault = fault(&fixture);
    assert!(fault.contains("stage 2: tag `stage-01-x` is stage 1's already; give"), "{fault}");
}

#[test]
fn all_faults_come_in_one_run() {
    let fixture = with_stages();
    fs::remove_file(fixture.path("book/01-x.md")).unwrap();
    fs::remove_file(fixture.path("book/02-x.md")).unwrap();
    let tree = fixture.identity();
    fixture.replace("stages/stages.toml", &tree, &"2".repeat(40));
    let faults = faults(&fixture);
    assert_eq!(faults.len(), 3, "{faults:?}");
    assert!(faults.iter().all(|fault| fault.contains("; ")), "{faults:?}");
}

#[test]
fn a_shallow_clone_names_the_cure() {
    let fixture = with_stages();
    let place = tempfile::tempdir().unwrap();
    let source = format!("file://{}", fixture.root().display());
    git(place.path(), &["clone", "-q", "--depth", "1", &source, "clone"]);
    let clone = place.path().join("clone");
    let output = fixture.command(&clone, &["verify"]).output().unwrap();
    let text = both(&output);
    assert_eq!(output.status.code(), Some(1), "{text}");
    assert_eq!(text.matches("git fetch --unshallow").count(), 2, "{text}");
    for command in [&["checkout", "1"][..], &["tag"]] {
        let output = fixture.command(&clone, command).output().unwrap();
        let text = String::from_utf8(output.stderr).unwrap();
        assert!(text.contains("git fetch --unshallow") && text.lines().count() == 1, "{text}");
    }
    git(&clone, &["fetch", "-q", "--unshallow"]);
    assert!(fixture.command(&clone, &["verify"]).output().unwrap().status.success());
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
        let fixture = Repository::new(env!("CARGO_BIN_EXE_stages"), &[]);
        fixture.write("stages/stages.toml", text);
        for command in ["list", "verify", "tag"] {
            let refusal = fixture.refusal(&[command]);
            assert!(refusal.contains(part), "{refusal}");
        }
    }
    let fixture = with_stages();
    fixture.replace("stages/stages.toml", "number = 2", "number = 3");
    assert!(fixture.refusal(&["list"]).contains("number stages from 1 in order"));
    fs::remove_file(fixture.path("stages/stages.toml")).unwrap();
    assert!(fixture.refusal(&["list"]).contains("git restore stages/stages.toml"));
}

#[test]
fn outside_of_a_checkout_there_is_one_clear_line() {
    let place = tempfile::tempdir().unwrap();
    let output = with_stages().command(place.path(), &["list"]).output().unwrap();
    let text = String::from_utf8(output.stderr).unwrap();
    assert!(
        text.starts_with("error: this isn't a checkout of the project; run it inside one"),
        "{text}"
    );
    assert_eq!(text.lines().count(), 1, "{text}");
}

#[test]
fn what_keeps_git_from_opening_the_checkout_is_told_with_its_cure() {
    let fixture = with_stages();
    // Git's own way to try out what it does where another user owns the folder.
    let mut distrusted = fixture.command(fixture.root(), &["list"]);
    let output = distrusted.env("GIT_TEST_ASSUME_DIFFERENT_OWNER", "1").output().unwrap();
    let text = String::from_utf8(output.stderr).unwrap();
    let cure = "run `git config --global --add safe.directory ";
    assert!(text.contains("dubious ownership") && text.contains(cure), "{text}");
    assert!(output.status.code() == Some(1) && text.lines().count() == 1, "{text}");

    let mut without = fixture.command(fixture.root(), &["list"]);
    let output = without.env("PATH", fixture.path("book")).output().unwrap();
    let text = String::from_utf8(output.stderr).unwrap();
    assert!(text.starts_with("error: can't run git; install it and put it on the path"), "{text}");
    assert!(output.status.code() == Some(1) && text.lines().count() == 1, "{text}");
}
