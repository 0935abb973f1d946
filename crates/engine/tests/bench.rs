//! The bench: its list, its determinism and its two forms of output.

use cb2026::bench::{self, POSITIONS, parse_positions};
use cb2026::fen;
use cb2026::score::Depth;
use cb2026::search::Settings;
use std::time::Duration;

fn run(depth: Depth, positions: std::ops::RangeInclusive<usize>) -> bench::Report {
    bench::run(depth, positions, &Settings::default(), true)
}

#[test]
fn the_list_holds_ten_positions_in_exact_fens() {
    for (name, text) in POSITIONS {
        let (position, notes) = fen::parse(text).unwrap();
        assert_eq!(notes, [], "{name}");
        assert_eq!(fen::write(&position), text, "{name}");
    }
    assert_eq!(POSITIONS[0].1, fen::START);
}

#[test]
fn two_runs_find_the_same() {
    let (first, second) = (run(3, 1..=10), run(3, 1..=10));
    assert_eq!(first.entries, second.entries);
    // A position's search doesn't depend on those before it.
    let alone = run(3, 7..=7);
    assert_eq!(alone.entries[..], first.entries[6..7]);
}

#[test]
fn the_text_ends_with_what_testing_tools_read() {
    let report = run(1, 1..=10);
    let text = report.text(Duration::from_millis(20));
    let last = text.lines().last().unwrap();
    let words: Vec<_> = last.split(' ').collect();
    assert!(matches!(words[..], [_, "nodes", _, "nps"]), "{last}");
    assert_eq!(words[0].parse(), Ok(report.nodes()));
    assert_eq!(words[2].parse(), Ok(report.nodes() * 50));
    assert_eq!(text.lines().count(), 11);
}

#[test]
fn the_json_names_what_was_found() {
    let json = run(2, 1..=1).json();
    assert!(json.starts_with(r#"{"depth":2,"nodes":"#));
    assert!(json.contains(r#""positions":[{"index":1,"name":"start position","fen":"rnbq"#));
    assert!(json.contains(r#""events":{"leaves":"#), "{json}");
    assert!(json.ends_with("}}]}"), "{json}");
}

#[test]
fn ranges_of_positions() {
    assert_eq!(parse_positions("2-7"), Ok(2..=7));
    assert_eq!(parse_positions("10"), Ok(10..=10));
    for text in ["", "0", "11", "7-2", "1-11", "a", "1-", "-3", "2-3-4", "2,3"] {
        assert!(parse_positions(text).is_err(), "{text:?}");
    }
}
