//! `cargo xtask stages record` and `record-series`, and the checks of the stages as part of all checks.

use crate::common::{Fixture, both};

#[test]
fn recording_again_corrects_an_entry() {
    let fixture = Fixture::with_stages();
    fixture.engine(31);
    let commit = fixture.commit("stage 2: x, mended");
    fixture.succeeds(&["record", "2", "HEAD"]);
    let text = fixture.read("stages/stages.toml");
    assert!(text.contains(&commit) && text.matches("[[stage]]").count() == 2, "{text}");
    fixture.succeeds(&["verify"]);
}

#[test]
fn a_new_stage_is_recorded_as_it_would_be_typed() {
    let fixture = Fixture::with_stages();
    fixture.engine(40);
    fixture.write("book/03-x.md", "# X\n");
    let commit = fixture.commit("stage 3: x");
    let names =
        ["--tag", "stage-03-x", "--title", "X", "--chapter", "03-x.md", "--milestone", "M1"];
    let told = fixture.succeeds(&[&["record", "3", "HEAD"], &names[..]].concat());
    assert!(told.starts_with(&format!("stage 3 new: commit {commit}, ")), "{told}");
    let recorded = fixture.read("stages/stages.toml");
    // The entry is the one that a repository of tests writes by hand.
    fixture.git(&["checkout", "-q", "stages/stages.toml"]);
    fixture.git(&["commit", "-q", "--amend", "-m", "stage 3: x"]);
    fixture.stage(3, 40);
    let typed = fixture.read("stages/stages.toml");
    let entry = |text: &str| text[text.rfind("[[stage]]").unwrap()..].to_owned();
    let newer = fixture.git(&["rev-parse", "HEAD~1"]);
    assert_eq!(entry(&recorded).replace(&commit, newer.trim()), entry(&typed));
}

/// A rebuilt series has no commit in common with main until it is merged.
#[test]
fn a_series_of_unrelated_commits_is_recorded_and_verified_once_it_is_merged() {
    let fixture = Fixture::with_stages();
    let manifest = fixture.read("stages/stages.toml");
    fixture.git(&["checkout", "-q", "--orphan", "series"]);
    fixture.git(&["rm", "-rqf", "."]);
    fixture.engine(21);
    let first = fixture.commit("stage 1: x");
    fixture.git(&["checkout", "-q", "-b", "short"]);
    fixture.git(&["checkout", "-q", "series"]);
    fixture.engine(31);
    fixture.commit("stage 2: x");
    fixture.engine(32);
    let second = fixture.commit("stage 2: x, mended");
    fixture.git(&["checkout", "-q", "main"]);

    let refusal = fixture.refusal(&["stages", "record-series", "short"]);
    assert!(refusal.contains("short has no commit whose subject begins with `stage 2: `"));
    assert_eq!(fixture.read("stages/stages.toml"), manifest);
    let told = fixture.succeeds(&["record-series", "series"]);
    assert!(told.contains(&format!("stage 1 corrected: commit {first}, ")), "{told}");
    let text = fixture.read("stages/stages.toml");
    assert!(text.contains(&first) && text.contains(&second), "{text}");
    assert_eq!(text.matches("title = \"X\"").count(), 2, "{text}");
    let output = fixture.run(&["stages", "verify"]);
    assert_eq!(output.status.code(), Some(1));
    assert_eq!(both(&output).matches("isn't an ancestor of HEAD; ").count(), 2);

    fixture.commit("The rebuilt series");
    let merge = ["merge", "-q", "-s", "ours", "--allow-unrelated-histories", "-m", "m", "series"];
    fixture.git(&merge);
    fixture.succeeds(&["verify"]);
    fixture.git(&["checkout", "-q", "series"]);
    let third = fixture.commit("stage 3: x");
    fixture.git(&["checkout", "-q", "main"]);
    let again = fixture.succeeds(&["record-series", "series"]);
    assert_eq!(again.matches(" unchanged: ").count(), 2, "{again}");
    assert!(again.contains(&format!("{} would be stage 3: ", &third[..10])), "{again}");
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
