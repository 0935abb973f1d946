//! Freezes what is recorded: a changed digit in `stages/results` fails here and is shown.
//!
//! A wanted change is accepted with `cargo insta review`, or without that program by a run with
//! `INSTA_UPDATE=always`. Numbers that carry provenance differ from
//! machine to machine, so of those tables only the shape is frozen.

use literate::git::Repo;
use literate::manifest::Manifest;
use literate::results::{Cell, Measured};
use literate::table;
use std::collections::BTreeSet;
use std::fs;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use xtask::measure::declare;

fn root() -> PathBuf {
    let repo =
        Repo::open(Path::new(env!("CARGO_MANIFEST_DIR"))).expect("the test is in a checkout");
    repo.root().to_owned()
}

fn declared(root: &Path) -> Vec<String> {
    let manifest = Manifest::load(root).expect("`cargo xtask stages verify` tells what is wrong");
    let tables = declare::load(root, &manifest).expect("`cargo xtask measure` tells what is wrong");
    tables.into_iter().map(|table| table.id).collect()
}

fn text(mut measured: Measured) -> String {
    let is_frozen = measured.provenance.is_none();
    if !is_frozen {
        for row in &mut measured.rows {
            row.cells.values_mut().for_each(|cell| *cell = Cell::Text("(varies)".to_owned()));
        }
    }
    let mut text = String::new();
    if !measured.rows.is_empty() {
        text = table::plain(&measured);
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
    let mut differing = Vec::new();
    let mut settings = insta::Settings::clone_current();
    settings.set_prepend_module_to_snapshot(false);
    settings.set_omit_expression(true);
    for id in declared(&root) {
        let frozen = || match Measured::load(&root, &id) {
            Ok(Some(measured)) => insta::assert_snapshot!(id.as_str(), text(measured)),
            Ok(None) => panic!("stages/results/{id}.json is missing; run `cargo xtask measure`"),
            Err(error) => panic!("{error:#}"),
        };
        // Each result is looked at, so that one run names all that differ.
        if catch_unwind(AssertUnwindSafe(|| settings.bind(frozen))).is_err() {
            differing.push(id);
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
    let ids: BTreeSet<String> = declared(&root()).into_iter().collect();
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/all/snapshots");
    let Ok(entries) = fs::read_dir(&folder) else { return };
    for entry in entries {
        let name = entry.expect("the folder can be listed").file_name();
        let name = name.to_string_lossy();
        if let Some(id) = name.strip_suffix(".snap") {
            assert!(
                ids.contains(id),
                "tests/all/snapshots/{name}: no table declares it; remove it"
            );
        }
    }
}
