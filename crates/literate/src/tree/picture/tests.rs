use super::*;
use crate::tree::tests::sample;
use roxmltree::Document;

fn figure(largest: usize) -> String {
    let mut measured = crate::table::tests::sample();
    measured.title = "Tree of <two> plies".into();
    html(&measured, &sample(), largest, "stage 2")
}

fn with_document<T>(largest: usize, read: impl FnOnce(&Document) -> T) -> T {
    let html = figure(largest);
    assert!(!html.contains("\n\n"), "a blank line ends the HTML: {html}");
    read(&Document::parse(&html).unwrap_or_else(|error| panic!("{error}: {html}")))
}

fn path<'a>(document: &'a Document, class: &str) -> Vec<&'a str> {
    let nodes = document.descendants().filter(|node| node.attribute("class") == Some(class));
    nodes.filter_map(|node| node.attribute("d")).collect()
}

#[test]
fn caption_and_words_say_what_the_picture_shows() {
    with_document(5, |document| {
        let text = |tag| document.descendants().find(|n| n.has_tag_name(tag)).unwrap().text();
        assert_eq!(text("title"), Some("Tree of <two> plies"));
        assert_eq!(
            text("desc"),
            Some(
                "A search to depth 2 with 5 nodes. Nodes by ply: 2, 3. 1 node was cut off. The \
                 quiescence search has 1 node. Principal variation: e2e4 e7e5."
            )
        );
    });
    let html = figure(5);
    assert!(html.contains("Tree of &lt;two&gt; plies: 5 nodes</span>"), "{html}");
    assert!(html.contains("--only growth</code>"), "{html}");
}

#[test]
fn every_node_is_as_wide_as_its_share() {
    with_document(5, |document| {
        // The root, e2e4 with 3 of the 6 shares, and e7e5 with 1, a gap left out of each.
        let line = path(document, "cb-pv").concat();
        for part in ["M0.0 0.0h9994.0", "M0.0 40.0h4994.0", "M0.0 80.0h1660.7"] {
            assert!(line.contains(part), "{part}: {line}");
        }
        assert!(path(document, "cb-node").concat().contains("M5000.0 40.0h3327.3"));
        assert!(path(document, "cb-quiet").concat().contains("M1666.7 80.0h1660.7"));
    });
}

#[test]
fn a_cutoff_is_marked_by_a_shape_of_its_own() {
    with_document(5, |document| {
        let cut = path(document, "cb-cut");
        assert_eq!(cut.len(), 1);
        assert_eq!(cut[0].matches('M').count(), 1, "{cut:?}");
    });
    let mut tree = sample();
    tree.children[1].notes.clear();
    let html = html(&crate::table::tests::sample(), &tree, 5, "stage 2");
    assert!(!html.contains("cb-cut") && !html.contains("cb-key-cut"), "{html}");
}

#[test]
fn a_smaller_tree_is_drawn_small_and_then_enlarged() {
    with_document(5, |document| assert!(path(document, "cb-zoom").is_empty()));
    with_document(23, |document| {
        assert_eq!(path(document, "cb-zoom").len(), 1);
        let line = path(document, "cb-pv").concat();
        // 6 of 24 shares.
        assert!(line.starts_with("M0.0 0.0h2494.0"), "{line}");
        assert!(line.contains("h9994.0"), "{line}");
    });
    assert!(figure(23).contains("below enlarged") && !figure(5).contains("below enlarged"));
}

#[test]
fn labels_are_shown_where_they_fit() {
    with_document(5, |document| {
        let class = |text: &str| {
            let node = document.descendants().find(|n| n.is_text() && n.text() == Some(text));
            node.and_then(|node| node.parent()?.attribute("class").map(str::to_owned))
        };
        assert_eq!(class("root").as_deref(), Some("cb-from-300 cb-strong"));
        assert_eq!(class("a2a3").as_deref(), Some("cb-from-300"));
    });
    // A first move with one node in a hundred fits nowhere, not even upright.
    let mut wide = sample();
    wide.children[0].nodes = 600;
    wide.children[0].children.clear();
    wide.nodes += 598;
    let html = html(&crate::table::tests::sample(), &wide, 600, "stage 2");
    assert!(html.contains(">e2e4</text>") && !html.contains(">a2a3</text>"), "{html}");
}

#[test]
fn thin_neighbours_become_one() {
    let mut tree = sample();
    let leaf = tree.children[1].children[0].clone();
    tree.children[1].children = vec![leaf; 3000];
    tree.children[1].nodes = 3000;
    tree.nodes = 3004;
    let html = html(&crate::table::tests::sample(), &tree, 3004, "stage 2");
    assert!(html.len() < 6000, "{} bytes", html.len());
    assert!(Document::parse(&html).is_ok());
}

#[test]
fn questions_and_second_searches_are_told_from_open_windows() {
    let mut tree = sample();
    let leaf = tree.children[1].children[0].clone();
    let question = |alpha| Node { alpha, beta: alpha + 1, ..leaf.clone() };
    tree.children[1].children = vec![question(5), leaf.clone()];
    tree.children[1].nodes = 2;
    tree.nodes += 1;
    let figure = html(&crate::table::tests::sample(), &tree, 6, "stage 2");
    let document = Document::parse(&figure).unwrap();
    // `a2a3` and the second `e7e5` have room for a score; the first one is asked a question.
    for (class, bars) in [("cb-open", 2), ("cb-again", 1), ("cb-node", 1)] {
        assert_eq!(path(&document, class).concat().matches('M').count(), bars, "{class}: {figure}");
    }
    let words = "6 nodes have an open window, all others a null window. 1 node is a search that is \
                 made again.";
    assert!(figure.contains(words) && figure.contains("cb-key-again"), "{figure}");
    // Without second searches a null window is chance, and nothing is said of it.
    tree.children[1].children[1].mv = "d7d5".into();
    let figure = html(&crate::table::tests::sample(), &tree, 6, "stage 2");
    assert!(!figure.contains("cb-open") && !figure.contains("null window"), "{figure}");
}
