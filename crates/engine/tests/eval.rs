//! The evaluation: the same for both sides, and never a mate.

use cb2026::eval::evaluate;
use cb2026::fen;
use cb2026::score::{MATE, MAX_PLY, Score, is_mate};

/// The same position with the colours exchanged and the board turned upside down.
fn exchanged(fen: &str) -> String {
    let fields: Vec<_> = fen.split(' ').collect();
    let swap = |text: &str| -> String {
        text.chars()
            .map(|c| if c.is_uppercase() { c.to_ascii_lowercase() } else { c.to_ascii_uppercase() })
            .collect()
    };
    let ranks: Vec<_> = fields[0].split('/').rev().map(swap).collect();
    let side = if fields[1] == "w" { "b" } else { "w" };
    format!("{} {side} - - 0 1", ranks.join("/"))
}

/// The same position with the wings exchanged.
fn mirrored(fen: &str) -> String {
    let fields: Vec<_> = fen.split(' ').collect();
    let ranks: Vec<String> =
        fields[0].split('/').map(|rank| rank.chars().rev().collect()).collect();
    format!("{} {} - - 0 1", ranks.join("/"), fields[1])
}

#[test]
fn both_sides_and_both_wings_are_worth_the_same() {
    for (name, text) in cb2026::bench::POSITIONS {
        let value = |text: &str| evaluate(&fen::parse(text).unwrap().0);
        assert_eq!(value(text), value(&exchanged(text)), "{name}");
        assert_eq!(value(text), value(&mirrored(text)), "{name}");
    }
}

#[test]
fn more_material_is_worth_more() {
    let value = |board: &str| evaluate(&fen::parse(&format!("{board} w - - 0 1")).unwrap().0);
    let boards = [
        "4k3/8/8/8/8/8/8/4K3",
        "4k3/8/8/8/8/8/4P3/4K3",
        "4k3/8/8/8/8/5N2/8/4K3",
        "4k3/8/8/8/8/8/8/R3K3",
        "4k3/8/8/8/8/8/8/Q3K3",
        "4k3/8/8/8/8/8/8/Q3K2R",
    ];
    for pair in boards.windows(2) {
        assert!(value(pair[0]) < value(pair[1]), "{pair:?}");
    }
}

#[test]
fn no_material_is_a_mate() {
    let crowd = "QQQQQQQQ/QQQQQQQQ/QQQQQQQQ/QQQQQQQQ/QQQQQ3/6pp/K5pp/6bk w - - 0 1";
    let (position, _) = fen::parse(crowd).unwrap();
    assert_eq!(evaluate(&position), MATE - MAX_PLY as Score - 1);
    assert!(!is_mate(evaluate(&position)));
}

#[test]
fn squares_are_worth_what_the_tables_say() {
    let value = |text: &str| evaluate(&fen::parse(text).unwrap().0);
    assert_eq!(value(fen::START), 0);
    // A knight in the middle beside one at the rim, both on the board with kings at home.
    let (middle, rim) = ("4k3/8/8/8/4N3/8/8/4K3 w - - 0 1", "4k3/8/8/8/8/8/8/N3K3 w - - 0 1");
    assert_eq!(value(middle) - value(rim), 26 + 58);
    assert_eq!(value("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"), 100 - 18);
    assert_eq!(value("4k3/4p3/8/8/8/8/8/4K3 w - - 0 1"), -(100 - 18));
}
