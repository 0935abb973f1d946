//! `cargo xtask test` and the real cargo, on a small repository.

use crate::common::{Fixture, both};
use literate::results::Cell;

#[test]
fn the_last_line_counts_and_a_failure_does_not_stop_the_others() {
    let fixture = Fixture::with_stages();
    let output =
        fixture.run(&["test", "--only", "stages", "--only", "measure", "--only", "python"]);
    let text = both(&output);
    assert!(output.status.success(), "{text}");
    assert!(text.contains("== recorded numbers ==") && text.contains("-- stages: passed after 0."));
    let end = "not run: python checks: there's no scripts/check-*.py\n2 passed, 0 failed\n";
    assert!(text.ends_with(end), "{text}");

    fixture.write("stages/results/gone.json", "{}");
    let output = fixture.run(&["test", "--only", "stages", "--only", "measure"]);
    let text = both(&output);
    assert_eq!(output.status.code(), Some(1));
    assert!(text.contains("gone.json: no table declares it"), "{text}");
    assert!(text.contains("-- stages: passed"), "{text}");
    assert!(text.ends_with("failed: recorded numbers\n1 passed, 1 failed\n"), "{text}");
}

/// The checks leave a commit alone whose hook they are.
#[test]
fn a_commit_from_a_hook_that_runs_the_checks_holds_what_was_staged() {
    let fixture = Fixture::with_stages();
    fixture.write("one.txt", "");
    fixture.write("two.txt", "");
    fixture.commit("two files");
    let program = env!("CARGO_BIN_EXE_xtask");
    let hook = format!("#!/bin/sh\n'{program}' test --only stages --only measure\n");
    fixture.write(".git/hooks/pre-commit", &hook);
    let path = fixture.path(".git/hooks/pre-commit");
    let mode = std::os::unix::fs::PermissionsExt::from_mode(0o755);
    std::fs::set_permissions(path, mode).unwrap();
    for way in [&["commit", "-qm", "staged"][..], &["commit", "-qm", "by name", "one.txt"]] {
        fixture.write("one.txt", way[2]);
        fixture.write("two.txt", way[2]);
        fixture.git(&["add", "one.txt"]);
        fixture.git(way);
        assert_eq!(fixture.git(&["diff", "--name-only", "HEAD~1", "HEAD"]), "one.txt\n");
        assert_eq!(fixture.git(&["status", "--porcelain"]), " M two.txt\n");
    }
}

#[test]
fn an_unknown_check_is_refused_with_the_known_ones() {
    let output = Fixture::new().run(&["test", "--only", "everything"]);
    let text = both(&output);
    assert!(output.status.code() == Some(2) && text.contains("format, clippy, tests"), "{text}");
}

#[test]
fn help_explains_each_command_in_a_line() {
    let fixture = Fixture::new();
    let text = both(&fixture.run(&["--help"]));
    for command in ["book", "preprocess", "measure", "stages", "test"] {
        let line = text.lines().find(|line| line.trim_start().starts_with(command));
        assert!(line.is_some_and(|line| line.split_whitespace().count() > 3), "{command}: {text}");
    }
}

/// Cargo builds the engine of a stage in its folder, and the working copy's in its own.
#[test]
fn engines_are_built_by_cargo_where_they_belong() {
    let fixture = Fixture::new();
    let manifest = "[package]\nname = \"cb2026\"\nversion = \"0.1.0\"\nedition = \"2024\"\n";
    fixture.write("Cargo.toml", "[workspace]\nresolver = \"3\"\nmembers = [\"crates/engine\"]\n");
    fixture.write(
        "Cargo.lock",
        "version = 4\n\n[[package]]\nname = \"cb2026\"\nversion = \"0.1.0\"\n",
    );
    fixture.write("crates/engine/Cargo.toml", manifest);
    let size = |bytes: u32| {
        let print = format!("println!(\"{{{{\\\"Position\\\":{bytes}}}}}\");");
        fixture.write("crates/engine/src/main.rs", &format!("fn main() {{\n    {print}\n}}\n"));
    };
    size(152);
    fixture.stage(1, 20);
    size(160);
    let table = |id: &str, stage: &str| {
        format!(
            "[[table]]\nid = \"{id}\"\nstage = \"{stage}\"\nkind = \"sizes\"\ntitle = \"Sizes\"\n\
             [[table.row]]\nkey = \"position\"\nlabel = \"A position\"\nname = \"Position\"\n"
        )
    };
    fixture.declare(&(table("first", "stage-01-x") + &table("now", "main")));
    let output = fixture.run(&["measure"]);
    assert!(output.status.success(), "{}", both(&output));
    assert_eq!(both(&output), "first: new\nnow: new\n2 measured, 0 already recorded, 2 changed\n");
    let bytes = |id: &str| {
        let measured = fixture.measured(id);
        measured.cell("position", "bytes").cloned()
    };
    assert_eq!((bytes("first"), bytes("now")), (Some(Cell::Whole(152)), Some(Cell::Whole(160))));
    assert!(fixture.path("target/building/target/release/cb2026").exists());
    assert!(fixture.path("target/release/cb2026").exists());
    let kept = fixture.path("target/engines").join(fixture.measured("first").engine);
    assert!(kept.join("cb2026").exists());

    // A number that the working copy doesn't give any more is named.
    fixture.replace("stages/results/now.json", "160", "161");
    let output = fixture.run(&["measure", "--check"]);
    let text = both(&output);
    assert_eq!(output.status.code(), Some(1), "{text}");
    assert!(text.contains("now.json: row position, column bytes: recorded 161, measured 160; "));

    // What doesn't compile ends in one line.
    fixture.write("crates/engine/src/main.rs", "fn main() { oops }\n");
    let refusal = fixture.refusal(&["measure"]);
    assert!(
        refusal.contains("table `now`, main: `cargo build") && refusal.contains("`oops`"),
        "{refusal}"
    );
}
