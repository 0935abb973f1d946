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

#[test]
fn perft_counts_and_divides() {
    assert_eq!(printed(&["perft", "3"]), "8902 nodes\n");
    let fen = "8/P6k/8/8/8/8/8/K7 w - - 0 1";
    assert_eq!(printed(&["perft", "1", "--fen", fen]), "7 nodes\n");
    let divided = printed(&["perft", "2", "--divide"]);
    assert_eq!(divided.lines().count(), 21);
    assert!(divided.ends_with("h2h4: 20\n400 nodes\n"), "{divided}");
}

#[test]
fn bad_arguments_get_a_line_and_an_exit_code() {
    let bad: [&[&str]; 5] = [
        &["perft"],
        &["perft", "x"],
        &["perft", "21"],
        &["perft", "1", "--fen", "8/8"],
        &["nothing"],
    ];
    for arguments in bad {
        let output = run(arguments);
        assert!(!output.status.success(), "{arguments:?}");
        assert!(output.stdout.is_empty() && !output.stderr.is_empty(), "{arguments:?}: {output:?}");
    }
}

#[test]
fn the_bench_is_printed_for_people_and_as_json() {
    let text = printed(&["bench", "--depth", "1", "--positions", "2-3"]);
    assert_eq!(text.lines().count(), 3, "{text}");
    let json = printed(&["bench", "--depth", "1", "--positions", "2-3", "--json"]);
    assert!(json.starts_with("{\"depth\":1,\"nodes\":"), "{json}");
    for arguments in [["bench", "--depth", "0"], ["bench", "--positions", "0-3"]] {
        assert!(!run(&arguments).status.success(), "{arguments:?}");
    }
}

#[test]
fn switches_and_parameters_reach_the_search() {
    fn with<'a>(command: &[&'a str], options: &[&'a str]) -> Vec<&'a str> {
        [command, options].concat()
    }
    let bench = ["bench", "--depth", "4", "--positions", "2", "--json"];
    let trace = ["trace", "3", "--json"];
    for command in [&bench[..], &trace[..]] {
        let changed = printed(&with(command, &["--set", "mvvlva=off"]));
        assert_ne!(changed, printed(command));
        for bad in [["--set", "mvvlva=maybe"], ["--set", "no-such=on"], ["--param", "no_such=1"]] {
            assert!(!run(&with(command, &bad)).status.success(), "{bad:?}");
        }
    }
    assert_ne!(printed(&with(&bench, &["--param", "history_bonus=0"])), printed(&bench));
}
