//! The command line as a user and the measuring tools meet it.

use std::process::{Command, Output};

fn run(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_cb2026")).args(arguments).output().unwrap()
}

/// What a run that succeeds prints.
fn printed(arguments: &[&str]) -> String {
    let output = run(arguments);
    assert!(output.status.success(), "{arguments:?}: {output:?}");
    String::from_utf8(output.stdout).unwrap()
}

#[test]
fn sizes_are_listed_and_are_json_on_request() {
    assert!(printed(&["sizes"]).lines().any(|line| line.starts_with("Bitboard ")));
    let json = printed(&["sizes", "--json"]);
    assert!(json.starts_with("{\"Square\":1,") && json.ends_with("}\n"), "{json}");
}
