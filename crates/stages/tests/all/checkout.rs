//! `checkout` and `diff`: a stage's folder, its reader's changes, and interruptions.

use crate::repository::{Repository, git};
use crate::with_stages;
use stages::git::Repo;
use std::fs;
use std::path::Path;
use std::process::Stdio;
use std::time::{Duration, Instant};

const HOME: &str = "checkouts/stage-01-x";
const NUMBERS: &str = "checkouts/stage-01-x/crates/engine/numbers";

/// The names in `checkouts/`, but for the lock.
fn names(fixture: &Repository) -> Vec<String> {
    let entries = fs::read_dir(fixture.path("checkouts")).unwrap();
    let names = entries.map(|entry| entry.unwrap().file_name().into_string().unwrap());
    let mut names: Vec<String> = names.filter(|name| name != ".lock").collect();
    names.sort();
    names
}

/// The folder holds what the stage's commit holds, and the checkout is as it was.
fn assert_laid_out(fixture: &Repository, nodes: &str) {
    assert!(fixture.read(NUMBERS).starts_with(nodes), "{}", fixture.read(NUMBERS));
    assert_eq!(fixture.succeeds(&["diff", "1"]), "");
    assert_eq!(fixture.git(&["status", "--porcelain"]), "");
    assert!(!fixture.path(".git/index.lock").exists());
    assert!(
        !names(fixture).iter().any(|name| name.starts_with(".unfinished")),
        "{:?}",
        names(fixture)
    );
}

#[test]
fn a_stage_is_laid_out_reused_and_mended() {
    let fixture = with_stages();
    let told = fixture.succeeds(&["checkout", "1"]);
    assert!(told.contains("cargo run --release -p cb2026"), "{told}");
    assert!(told.contains("`cargo xtask` isn't there"), "{told}");
    assert_laid_out(&fixture, "NODES=20");
    // Built files are kept when the stage is laid out again.
    fixture.write("checkouts/stage-01-x/target/built", "kept");
    let again = fixture.succeeds(&["checkout", "stage-01-x"]);
    assert!(again.contains("is laid out in"), "{again}");
    assert_eq!(names(&fixture), ["stage-01-x"]);

    fixture.write(NUMBERS, "NODES=99\n");
    fixture.write("checkouts/stage-01-x/own.rs", "mine\n");
    fs::remove_file(fixture.path("checkouts/stage-01-x/crates/engine/src/lib.rs")).unwrap();
    let changes = fixture.succeeds(&["diff", "1"]);
    let mended = fixture.succeeds(&["checkout", "1"]);
    assert!(mended.contains("changed in it is kept: ") && mended.contains("laid out anew"));
    assert_laid_out(&fixture, "NODES=20");
    assert_eq!(names(&fixture), ["stage-01-x", "stage-01-x.changes-1.patch"]);
    assert!(!fixture.path("checkouts/stage-01-x/own.rs").exists());
    assert!(fixture.path("checkouts/stage-01-x/target/built").exists());
    let patch = fixture.read("checkouts/stage-01-x.changes-1.patch");
    assert!(patch.contains("+NODES=99") && patch.contains("+mine") && patch == changes, "{patch}");

    // The patch brings the changes back.
    git(&fixture.path(HOME), &["init", "-q"]);
    git(&fixture.path(HOME), &["apply", "../stage-01-x.changes-1.patch"]);
    assert_eq!(fixture.succeeds(&["diff", "1"]), changes);
}

#[test]
fn a_rebuilt_stage_takes_the_place_of_the_old_one() {
    let fixture = with_stages();
    fixture.succeeds(&["checkout", "1"]);
    let old = fixture.git(&["rev-parse", "HEAD~3"]);
    fixture.engine(25);
    let new = fixture.commit("stage 1: x, mended");
    let repo = Repo::open(fixture.root()).unwrap();
    let tree = |commit: &str| stages::identity::of_commit(&repo, commit).unwrap().unwrap();
    fixture.replace("stages/stages.toml", old.trim(), &new);
    fixture.replace("stages/stages.toml", &tree(old.trim()), &tree(&new));
    fixture.commit("record it");
    fixture.write("checkouts/stage-01-x/own.rs", "mine\n");
    fixture.succeeds(&["checkout", "1"]);
    assert_laid_out(&fixture, "NODES=25");
    assert_eq!(names(&fixture), ["stage-01-x", "stage-01-x.changes-1.patch"]);
    let patch = fixture.read("checkouts/stage-01-x.changes-1.patch");
    assert!(patch.contains("+mine") && !patch.contains("NODES"), "{patch}");
}

#[test]
fn what_is_no_checkout_of_ours_is_moved_aside() {
    let fixture = with_stages();
    fixture.write("checkouts/stage-01-x/litter", "x");
    let told = fixture.succeeds(&["checkout", "1"]);
    assert!(told.contains("stage-01-x.kept-1"), "{told}");
    fs::remove_file(fixture.path("checkouts/stage-01-x/.stage")).unwrap();
    fixture.write(NUMBERS, "NODES=99\n");
    fixture.succeeds(&["checkout", "1"]);
    assert_laid_out(&fixture, "NODES=20");
    assert_eq!(names(&fixture), ["stage-01-x", "stage-01-x.kept-1", "stage-01-x.kept-2"]);
    assert_eq!(fixture.read("checkouts/stage-01-x.kept-1/litter"), "x");
    let kept = fixture.read("checkouts/stage-01-x.kept-2/crates/engine/numbers");
    assert_eq!(kept, "NODES=99\n");
}

/// The bytes are those of the commit, whatever git is told about ends of lines and parts of trees.
#[test]
fn settings_of_git_change_no_byte() {
    let fixture = with_stages();
    fixture.write(".gitattributes", "* text=auto\n");
    fixture.commit("ends of lines");
    for (name, value) in
        [("core.autocrlf", "true"), ("core.sparseCheckout", "true"), ("diff.noprefix", "true")]
    {
        fixture.git(&["config", name, value]);
    }
    let own = fixture.path("target/own");
    fixture.git(&["config", "core.excludesFile", own.to_str().unwrap()]);
    fixture.write("target/own", "*.editor\n");
    fixture.write(".git/info/sparse-checkout", "/stages/\n");
    fixture.succeeds(&["checkout", "1"]);
    assert_eq!(fixture.read(NUMBERS), "NODES=20\nSIZE=152\n");
    fixture.write("checkouts/stage-01-x/state.editor", "x");
    fs::remove_file(fixture.path("checkouts/stage-01-x/.gitignore")).unwrap();
    fixture.write("checkouts/stage-01-x/target/built", "x");
    let changes = fixture.succeeds(&["diff", "1"]);
    assert!(changes.contains("deleted file") && changes.matches("diff --git").count() == 1);
    fixture.succeeds(&["checkout", "1"]);
    assert!(fixture.path("checkouts/stage-01-x/state.editor").exists());
    assert!(fixture.path("checkouts/stage-01-x/target/built").exists());
    assert_eq!(fixture.succeeds(&["diff", "1"]), "");
    fixture.write(NUMBERS, "NODES=20\r\nSIZE=152\r\n");
    assert!(fixture.succeeds(&["diff", "1"]).contains("+++ b/crates/engine/numbers"));
}

#[test]
fn a_stage_that_is_not_laid_out_has_no_changes_to_show() {
    let refusal = with_stages().refusal(&["diff", "2"]);
    assert!(refusal.contains("isn't laid out; run `scripts/stages checkout 2`"), "{refusal}");
}

#[test]
fn unknown_stages_are_refused() {
    let fixture = with_stages();
    for name in ["9", "", "../x"] {
        let refusal = fixture.refusal(&["checkout", name]);
        assert!(refusal.contains(&format!("no stage `{name}`; stages/stages.toml lists stage-01")));
    }
}

/// Starts to lay the stage out, and kills it after a share of the time that it takes.
fn interrupted(fixture: &Repository, share: f64) {
    let start = Instant::now();
    fixture.succeeds(&["checkout", "2"]);
    fs::remove_dir_all(fixture.path("checkouts/stage-02-x")).unwrap();
    let delay = start.elapsed().mul_f64(share);
    let mut command = fixture.command(fixture.root(), &["checkout", "1"]);
    let mut child = command.stdout(Stdio::null()).spawn().unwrap();
    std::thread::sleep(delay);
    child.kill().unwrap();
    child.wait().unwrap();
}

const MOMENTS: u32 = 24;

#[test]
fn a_first_checkout_can_be_killed_at_any_moment() {
    let fixture = with_stages();
    for moment in 0..=MOMENTS {
        let _ = fs::remove_dir_all(fixture.path(HOME));
        interrupted(&fixture, f64::from(moment) / f64::from(MOMENTS));
        fixture.succeeds(&["checkout", "1"]);
        assert_laid_out(&fixture, "NODES=20");
        assert_eq!(names(&fixture), ["stage-01-x"], "moment {moment}");
    }
}

#[test]
fn a_mending_checkout_can_be_killed_at_any_moment_and_loses_no_change() {
    let fixture = with_stages();
    fixture.succeeds(&["checkout", "1"]);
    for moment in 0..=MOMENTS {
        let mine = format!("mine {moment}\n");
        fixture.write("checkouts/stage-01-x/own.rs", &mine);
        fixture.write(NUMBERS, "NODES=99\n");
        interrupted(&fixture, f64::from(moment) / f64::from(MOMENTS));
        fixture.succeeds(&["checkout", "1"]);
        assert_laid_out(&fixture, "NODES=20");
        let patches = names(&fixture).into_iter().filter(|name| name.ends_with(".patch"));
        let patches: String =
            patches.map(|name| fixture.read(&format!("checkouts/{name}"))).collect();
        assert!(patches.contains(&format!("+{mine}")), "moment {moment}: {patches}");
    }
}

/// A git that outlives the run that started it goes on writing, so the next run waits for its end.
#[test]
fn a_git_that_is_left_behind_is_waited_for() {
    let fixture = with_stages();
    fixture.succeeds(&["checkout", "1"]);
    fixture.write(NUMBERS, "NODES=88\n");
    let path = std::env::var_os("PATH").unwrap();
    let git = std::env::split_paths(&path).map(|folder| folder.join("git")).find(|g| g.is_file());
    let slow = fixture.path("target/bin");
    fs::create_dir_all(&slow).unwrap();
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures/slow-git.sh");
    std::os::unix::fs::symlink(script, slow.join("git")).unwrap();
    let mut command = fixture.command(fixture.root(), &["checkout", "1"]);
    let folders = [slow].into_iter().chain(std::env::split_paths(&path));
    command.env("PATH", std::env::join_paths(folders).unwrap()).env("GIT", git.unwrap());
    let mut child = command.spawn().unwrap();
    std::thread::sleep(Duration::from_millis(500));
    child.kill().unwrap();
    child.wait().unwrap();
    fixture.succeeds(&["checkout", "1"]);
    assert_laid_out(&fixture, "NODES=20");
    fixture.write(NUMBERS, "NODES=99\n");
    std::thread::sleep(Duration::from_millis(700));
    assert_eq!(fixture.read(NUMBERS), "NODES=99\n");
}

#[test]
fn runs_side_by_side_wait_for_each_other() {
    let fixture = with_stages();
    let children: Vec<_> = (0..4)
        .map(|_| {
            let mut command = fixture.command(fixture.root(), &["checkout", "1"]);
            command.stdout(Stdio::null()).spawn().unwrap()
        })
        .collect();
    for mut child in children {
        assert!(child.wait().unwrap().success());
    }
    assert_laid_out(&fixture, "NODES=20");
    assert_eq!(names(&fixture), ["stage-01-x"]);
}
