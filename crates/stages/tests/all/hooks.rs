//! Commits made while a hook runs our commands: git hands its hooks variables that lead every call of
//! git to the commit that is being made.

use crate::repository::{Repository, git};
use crate::with_stages;
use std::fs;
use std::path::Path;

/// Lets each commit of the repository run the program first, in it and in the repository beside it.
fn install(fixture: &Repository, beside: &Repository) {
    let program = env!("CARGO_BIN_EXE_stages");
    let other = beside.root().display();
    let hook = format!(
        "#!/bin/sh\nset -eu\nenv | grep -q ^GIT_INDEX_FILE=\n'{program}' verify\n\
         '{program}' checkout 1\n'{program}' checkout 2\n'{program}' diff 1\n'{program}' tag\n\
         cd '{other}'\n'{program}' checkout 1\n"
    );
    fixture.write(".git/hooks/pre-commit", &hook);
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        let path = fixture.path(".git/hooks/pre-commit");
        fs::set_permissions(path, fs::Permissions::from_mode(0o755)).unwrap();
    }
}

/// Commits one file of two that are changed, in each way that git hands over differently.
fn commits_hold_what_was_staged(checkout: &Path) {
    let folder = format!("--work-tree={}", checkout.display());
    let repository = git(checkout, &["rev-parse", "--absolute-git-dir"]);
    let repository = format!("--git-dir={}", repository.trim());
    let ways: [&[&str]; 5] = [
        &[&repository, &folder, "commit", "-q", "-m", "with variables"],
        &["commit", "-q", "-m", "staged"],
        &["commit", "-q", "-m", "by name", "one.txt"],
        &["commit", "-q", "-m", "more", "--include", "one.txt"],
        &["commit", "-q", "-m", "amended", "--amend"],
    ];
    for (step, way) in ways.into_iter().enumerate() {
        let branch = git(checkout, &["symbolic-ref", "HEAD"]);
        let before = git(checkout, &["ls-tree", "-r", "HEAD"]).lines().count();
        fs::write(checkout.join("one.txt"), format!("{step}\n")).unwrap();
        fs::write(checkout.join("two.txt"), format!("not staged {step}\n")).unwrap();
        git(checkout, &["add", "one.txt"]);
        git(checkout, way);
        assert_eq!(
            git(checkout, &["diff", "--name-only", "HEAD~1", "HEAD"]),
            "one.txt\n",
            "{way:?}"
        );
        assert_eq!(git(checkout, &["ls-tree", "-r", "HEAD"]).lines().count(), before.max(1));
        assert_eq!(git(checkout, &["show", "HEAD:one.txt"]), format!("{step}\n"));
        // Nothing is staged any more, and what wasn't staged is still there.
        assert_eq!(git(checkout, &["status", "--porcelain"]), " M two.txt\n", "{way:?}");
        assert_eq!(git(checkout, &["symbolic-ref", "HEAD"]), branch);
    }
    assert!(checkout.join("checkouts/stage-02-x/crates/engine/numbers").is_file());
}

/// Two repositories, of which the second has another engine.
fn prepared() -> [Repository; 2] {
    let fixture = with_stages();
    fixture.write("one.txt", "");
    fixture.write("two.txt", "");
    fixture.commit("two files");
    let beside = Repository::new(env!("CARGO_BIN_EXE_stages"), &[]);
    beside.engine(77);
    beside.stage(1);
    install(&fixture, &beside);
    [fixture, beside]
}

/// Each command asked the repository that it ran in.
fn assert_apart(beside: &Repository) {
    let numbers = beside.read("checkouts/stage-01-x/crates/engine/numbers");
    assert!(numbers.starts_with("NODES=77"), "{numbers}");
    assert_eq!(beside.git(&["status", "--porcelain"]), "");
}

#[test]
fn a_commit_in_a_clone_holds_what_was_staged() {
    let [fixture, beside] = prepared();
    commits_hold_what_was_staged(fixture.root());
    assert_apart(&beside);
}

#[test]
fn a_commit_in_a_linked_worktree_holds_what_was_staged() {
    let [fixture, beside] = prepared();
    let place = tempfile::tempdir().unwrap();
    let linked = place.path().join("linked");
    fixture.git(&["worktree", "add", "-q", "-b", "side", linked.to_str().unwrap()]);
    let head = fixture.git(&["rev-parse", "HEAD"]);
    commits_hold_what_was_staged(&linked);
    assert_apart(&beside);
    // The checkout that it is linked to noticed nothing.
    assert_eq!(fixture.git(&["rev-parse", "HEAD"]), head);
    assert_eq!(fixture.git(&["status", "--porcelain"]), "");
    assert!(!fixture.path("checkouts").exists());
}
