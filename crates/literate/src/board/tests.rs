//! What a board must hold, and what it must refuse.

use super::*;
use roxmltree::{Document, Node};

const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR";

/// The picture as a tree. Reading it fails on any markup that isn't well-formed.
fn with_tree<T>(argument: &str, read: impl FnOnce(&Document) -> T) -> T {
    let html = svg(&parse(argument).expect("the test's argument is sound"));
    assert!(!html.contains("\n"), "a line break could end Markdown's HTML block early");
    read(&Document::parse(&html).expect("the picture is well-formed"))
}

fn group<'a>(document: &'a Document, class: &str) -> Option<Node<'a, 'a>> {
    document.descendants().find(|node| node.attribute("class") == Some(class))
}

fn count(document: &Document, class: &str, tag: &str) -> usize {
    group(document, class)
        .map_or(0, |group| group.descendants().filter(|node| node.has_tag_name(tag)).count())
}

fn classes(document: &Document, class: &str) -> usize {
    document.descendants().filter(|node| node.attribute("class") == Some(class)).count()
}

fn fault(argument: &str) -> String {
    let fault = parse(argument).expect_err("the argument has a fault");
    assert!(fault.contains("; "), "`{fault}` names no cure");
    assert!(!fault.contains('\n'));
    fault
}

#[test]
fn start_position_has_64_squares_and_32_men() {
    with_tree(&format!("{START} w KQkq - 0 1 | alt=The start"), |document| {
        assert_eq!(count(document, "cb-squares", "rect"), 64);
        assert_eq!(classes(document, "cb-dark"), 32);
        assert_eq!((classes(document, "cb-white"), classes(document, "cb-black")), (16, 16));
        assert_eq!(count(document, "cb-coordinates", "text"), 16);
        assert_eq!(classes(document, "cb-turn cb-white"), 1);
        assert!(group(document, "cb-arrows").is_none() && group(document, "cb-marks").is_none());
    });
}

#[test]
fn a1_is_dark_from_both_sides() {
    for side in ["white", "black"] {
        with_tree(&format!("8/8/8/8/8/8/8/R7 | from={side} | alt=A rook on a1"), |document| {
            let man = group(document, "cb-white").expect("there is a rook");
            let place = man.attribute("transform").expect("it stands somewhere");
            assert_eq!(
                place,
                if side == "white" { "translate(0 700)" } else { "translate(700 0)" }
            );
            let (x, y) = if side == "white" { ("0", "700") } else { ("700", "0") };
            let square = document
                .descendants()
                .find(|node| node.attribute("x") == Some(x) && node.attribute("y") == Some(y))
                .expect("every square is drawn");
            assert_eq!(square.attribute("class"), Some("cb-dark"));
        });
    }
}

#[test]
fn coordinates_turn_with_the_board() {
    let x_of_a = |document: &Document| {
        let node =
            document.descendants().find(|node| node.text() == Some("a")).expect("file a is named");
        node.attribute("x").map(str::to_owned)
    };
    assert_eq!(with_tree("8/8/8/8/8/8/8/8 | alt=Nothing", x_of_a).as_deref(), Some("50"));
    assert_eq!(
        with_tree("8/8/8/8/8/8/8/8 | from=black | alt=Nothing", x_of_a).as_deref(),
        Some("750")
    );
}

#[test]
fn moves_become_arrows_and_marks_dots_or_corners() {
    let argument =
        format!("{START} | moves=e2e4 e4e5 g1f3 | marks=e2 e4 d4 | alt=Two moves of a pawn");
    with_tree(&argument, |document| {
        assert_eq!(count(document, "cb-arrows", "path"), 3);
        assert_eq!(count(document, "cb-marks", "circle"), 2);
        assert_eq!(count(document, "cb-marks", "path"), 1);
    });
}

#[test]
fn an_arrow_stops_short_of_a_man_that_it_takes() {
    let tip = |argument: &str| {
        let diagram = parse(argument).expect("the test's argument is sound");
        let path = arrow(diagram.moves[0].0, diagram.moves[0].1, &diagram);
        path.split('L').nth(3).expect("the fourth point is the tip").to_owned()
    };
    assert_eq!(tip("8/8/8/8/8/8/8/R7 | moves=a1a8 | alt=A move"), "50.0 56.0");
    assert_eq!(tip("r7/8/8/8/8/8/8/R7 | moves=a1a8 | alt=A capture"), "50.0 86.0");
}

#[test]
fn text_alternative_names_subject_and_position() {
    with_tree("4k3/8/8/8/8/8/8/4K2R b K - | moves=e8e7 | marks=h1 | alt=Kings", |document| {
        let figure = document
            .descendants()
            .find(|node| node.has_tag_name("svg"))
            .expect("there is a picture");
        assert_eq!(figure.attribute("role"), Some("img"));
        let by_id = |id: Option<&str>| {
            let node =
                document.descendants().find(|node| node.attribute("id") == id && id.is_some());
            node.and_then(|node| node.text().map(str::to_owned))
                .expect("the reference leads somewhere")
        };
        assert_eq!(by_id(figure.attribute("aria-labelledby")), "Kings");
        assert_eq!(
            by_id(figure.attribute("aria-describedby")),
            "White: king e1, rook h1. Black: king e8. Black to move. Arrows: e8 to e7. Marked: h1."
        );
    });
}

#[test]
fn text_is_escaped() {
    let nasty = r#"</title><script>"&' & more"#;
    with_tree(&format!("8/8/8/8/8/8/8/8 | alt={nasty} | caption={nasty}"), |document| {
        assert!(!document.descendants().any(|node| node.has_tag_name("script")));
        let text = |tag| {
            document
                .descendants()
                .find(|node: &Node| node.has_tag_name(tag))
                .and_then(|node| node.text())
        };
        assert_eq!((text("title"), text("figcaption")), (Some(nasty), Some(nasty)));
    });
}

#[test]
fn captions_may_hold_code() {
    let html =
        svg(&parse("8/8/8/8/8/8/8/8 | alt=x | caption=Of `Vec<u64>` and ` alone").expect("sound"));
    assert!(html.contains("Of `Vec&lt;u64&gt;` and ` alone"), "an unpaired backtick is no code");
    let html = svg(&parse("8/8/8/8/8/8/8/8 | alt=x | caption=Of `Vec<u64>`").expect("sound"));
    assert!(html.contains("<figcaption>Of <code>Vec&lt;u64&gt;</code></figcaption>"));
}

#[test]
fn identifiers_differ_between_boards_and_last_over_builds() {
    let id = |argument: &str| {
        with_tree(argument, |document| {
            document
                .descendants()
                .find_map(|node| node.attribute("id").map(str::to_owned))
                .expect("there is one")
        })
    };
    assert_eq!(id("8/8/8/8/8/8/8/8 | alt=One"), id("8/8/8/8/8/8/8/8 | alt=One"));
    assert_ne!(id("8/8/8/8/8/8/8/8 | alt=One"), id("8/8/8/8/8/8/8/8 | alt=Two"));
    assert_ne!(id("8/8/8/8/8/8/8/8 | alt=One"), id("8/8/8/8/8/8/8/7K | alt=One"));
}

#[test]
fn every_man_has_its_own_drawing() {
    let outlines: std::collections::BTreeSet<&str> =
        "pnbrqk".chars().filter_map(pieces::drawing).map(|drawing| drawing.outline).collect();
    assert_eq!(outlines.len(), 6);
}

#[test]
fn bad_fens_are_refused() {
    for (fen, word) in [
        ("", "no FEN"),
        ("8/8/8/8/8/8/8", "7 ranks"),
        ("8/8/8/8/8/8/8/9", "`9` on rank 1"),
        ("8/8/8/8/8/8/8/7", "7 squares"),
        ("8/8/8/8/8/8/8/8K", "9 squares"),
        ("8/8/8/8/8/8/8/KKKKKKKKKKKKKKK8", "23 squares"),
        ("8/8/8/3X4/8/8/8/8", "`X` on rank 5"),
        ("8/8/8/3é4/8/8/8/8", "`é` on rank 5"),
        ("8/8/8/8/8/8/8/8 white", "`white` to move"),
        ("8/8/8/8/8/8/8/8 w KX", "castling"),
        ("8/8/8/8/8/8/8/8 w - e4", "en passant"),
        ("8/8/8/8/8/8/8/8 w - - -", "half-move clock"),
        ("8/8/8/8/8/8/8/8 w - - 0 one", "move number"),
        ("8/8/8/8/8/8/8/8 w - - 0 1 more", "7 fields"),
    ] {
        let fault = fault(&format!("{fen} | alt=A board"));
        assert!(fault.contains(word), "`{fault}` doesn't say {word}");
    }
}

#[test]
fn bad_parts_are_refused() {
    for (parts, word) in [
        ("", "no text alternative"),
        ("| alt=", "`alt` is empty"),
        ("| alt=a | alt=b", "`alt` twice"),
        ("| alt=a | colour=red", "unknown key `colour`"),
        ("| alt=this or | that", "`that` without a key"),
        ("| alt=a | from=above", "`above`"),
        ("| alt=a | moves=e2", "`e2`"),
        ("| alt=a | moves=e2e9", "`e2e9`"),
        ("| alt=a | moves=e2e2", "`e2e2`"),
        ("| alt=a | moves=e7e8k", "`e7e8k`"),
        ("| alt=a | moves=é2e4", "`é2e4`"),
        ("| alt=a | moves=e4e5", "empty square"),
        ("| alt=a | moves=e2e4 e2e4", "twice"),
        ("| alt=a | marks=e4 i1", "`i1`"),
        ("| alt=a | marks=e4 e4", "e4 twice"),
    ] {
        let fault = fault(&format!("{START} {parts}"));
        assert!(fault.contains(word), "`{fault}` doesn't say {word}");
    }
}

#[test]
fn a_promotion_is_a_move() {
    let diagram = parse("8/4P3/8/8/8/8/8/8 | moves=e7e8q | alt=A pawn").expect("sound");
    assert_eq!(diagram.moves.len(), 1);
}
