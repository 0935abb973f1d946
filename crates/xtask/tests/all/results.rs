//! Freezes what is recorded: a changed digit in `stages/results` fails here and is shown.
//!
//! A snapshot holds the tables of a stage as a page shows them, so that a change is read in its place.
//! A wanted one is accepted with `cargo insta review`, or without that program by a run with
//! `INSTA_UPDATE=always`. Numbers that carry provenance differ from machine to machine, so of those only
//! the shape is frozen.

use literate::git::Repo;
use literate::manifest::Manifest;
use literate::results::{Cell, Measured};
use literate::table;
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use xtask::measure::declare::{self, Table};

fn root() -> PathBuf {
    let repo =
        Repo::open(Path::new(env!("CARGO_MANIFEST_DIR"))).expect("the test is in a checkout");
    repo.root().to_owned()
}

fn declared(root: &Path) -> Vec<Table> {
    let manifest = Manifest::load(root).expect("`cargo xtask stages verify` tells what is wrong");
    declare::load(root, &manifest).expect("`cargo xtask measure` tells what is wrong")
}

/// A result as text, below its id.
fn text(root: &Path, table: &Table) -> String {
    let id = &table.entry.id;
    let mut measured = match Measured::load(root, &table.entry) {
        Ok(Some(measured)) => measured,
        Ok(None) => return format!("== {id}: missing; run `cargo xtask measure`\n"),
        Err(error) => return format!("== {id}: {error:#}\n"),
    };
    for row in &mut measured.rows {
        let varying = row.cells.iter_mut().filter(|(column, _)| table.kind.varies(column));
        varying.for_each(|(_, cell)| *cell = Cell::Text("(varies)".to_owned()));
    }
    let mut text = format!("== {id}\n");
    if !measured.rows.is_empty() {
        text.push_str(&table::plain(&measured));
    }
    for exchange in &measured.session {
        text.push_str(&format!("> {}\n", exchange.input));
        exchange.output.iter().for_each(|line| text.push_str(&format!("{line}\n")));
    }
    text
}

#[test]
fn results_are_as_frozen() {
    let root = root();
    let mut stages: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for table in &declared(&root) {
        stages.entry(table.entry.stage.clone()).or_default().push(text(&root, table));
    }
    let mut settings = insta::Settings::clone_current();
    settings.set_prepend_module_to_snapshot(false);
    settings.set_omit_expression(true);
    let mut differing = Vec::new();
    for (stage, texts) in &stages {
        let frozen = || insta::assert_snapshot!(stage.as_str(), texts.join("\n"));
        // Each stage is looked at, so that one run names all that differ.
        if catch_unwind(AssertUnwindSafe(|| settings.bind(frozen))).is_err() {
            differing.push(stage.as_str());
        }
    }
    assert!(
        differing.is_empty(),
        "stages/results differs from its snapshots in {}; if that's meant, run \
         `cargo insta review`, or without it `INSTA_UPDATE=always cargo test -p xtask results`",
        differing.join(", ")
    );
}

#[test]
fn no_snapshot_is_left_over() {
    let stages: BTreeSet<String> =
        declared(&root()).into_iter().map(|table| table.entry.stage).collect();
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/all/snapshots");
    let Ok(entries) = fs::read_dir(&folder) else { return };
    for entry in entries {
        let name = entry.expect("the folder can be listed").file_name();
        let name = name.to_string_lossy();
        if let Some(stage) = name.strip_suffix(".snap") {
            assert!(
                stages.contains(stage),
                "tests/all/snapshots/{name}: no table is of that stage; remove it"
            );
        }
    }
}
