//! The book without a fault: what it says, what it covers, and what mdBook makes of it.

use crate::fixture::{Fixture, Outcome};
use literate::fault::Report;
use literate::preprocess::Literate;
use mdbook_driver::MDBook;

fn clean() -> Outcome {
    let outcome = Fixture::new().run();
    assert_eq!(outcome.faults, []);
    outcome
}

#[track_caller]
fn has(page: &str, part: &str) {
    assert!(page.contains(part), "`{part}` isn't in:\n{page}");
}

#[test]
fn no_directive_is_left() {
    for page in clean().pages {
        let left = page.replace("\\{{n}}", "").replace("`{{n}}`", "");
        assert!(!left.contains("{{"), "{left}");
    }
}

#[test]
fn numbers_come_from_the_result() {
    let page = &clean().pages[2];
    has(page, "$x = 1{,}234$");
    has(page, "value=\"1234\" title=\"Lines of code: Two, Code\">1,234</data>");
    has(page, ">+234</span>");
    has(page, ">+23.4\u{a0}%</span>");
    has(page, ">1.2</span> times");
    has(page, ">12.5</data>");
    has(page, "<td class=\"cb-num\">1,000</td><td class=\"cb-num\"></td>");
}

#[test]
fn a_fact_shows_its_source() {
    has(
        &clean().pages[0],
        "2,300<span class=\"cb-source\"> ([the list](https://example.org))</span>",
    );
}

#[test]
fn snippets_come_from_their_stage() {
    let page = &clean().pages[2];
    // The chapter's stage, with what changed since the one before.
    has(page, "<ins class=\"cb-line cb-added\">    <span class=\"hljs-keyword\">Self</span>(<span");
    has(page, "data-line=\"pub fn old(&amp;self) -&gt; u64 &#123;\"");
    has(
        page,
        "board.rs#L11-L17\">crates/engine/src/board.rs</a> <span class=\"cb-item\">impl Board</span>",
    );
    // An earlier stage, on request.
    has(page, "<span class=\"cb-stage\">stage 1</span></figcaption>");
    // A new file.
    has(page, "cb-all-new");
    has(page, "Counts `&#36;x`.");
}

#[test]
fn head_and_rest_are_generated() {
    let pages = clean().pages;
    has(
        &pages[2],
        "# Two\n\n\n<p class=\"cb-header\">Stage 2 · tag <span class=\"cb-tag\">stage-02-two</span> · code in <a",
    );
    has(&pages[2], "<dt>Lines of code removed</dt><dd>3</dd>");
    has(&pages[2], "scripts/stages checkout 2");
    let (_, rest) = pages[2].split_once("\n## The rest of this stage\n").expect("it's at the end");
    for part in
        ["unshown", "a_test", "io</span>", "gone.rs</span> is deleted", "data.bin</a> isn't text"]
    {
        assert!(
            rest.contains(part) || rest.contains(&part.replace("</span>", "")),
            "{part}: {rest}"
        );
    }
    assert!(!rest.contains("&#36;x"), "what the text shows isn't in the rest: {rest}");
    assert!(!pages[0].contains("cb-header") && !pages[0].contains("The rest"));
}

#[test]
fn coverage_counts_new_code_that_is_shown() {
    let coverage = clean().coverage;
    let figures: Vec<(&str, [usize; 3])> =
        coverage.iter().map(|c| (c.chapter.as_str(), [c.shown, c.added, c.imports])).collect();
    // One: both functions of `Board`, and of what no snippet shows `use`, the struct, the lines around the
    // functions, and `main`. Two: of board.rs the body of `empty` and two lines of `set`; of moves.rs the
    // three lines of `moves`, and eight lines that no snippet shows.
    assert_eq!(figures, [("01-one.md", [6, 11, 1]), ("02-two.md", [6, 14, 1])]);
}

#[test]
fn head_and_end_of_a_chapter_count_the_same_lines() {
    let outcome = clean();
    for (page, coverage) in outcome.pages[1..].iter().zip(&outcome.coverage) {
        has(page, &format!("<dt>Lines of code added</dt><dd>{}</dd>", coverage.added));
        let shown = format!("{} of the {} lines of code that", coverage.shown, coverage.added);
        let end = format!(
            "The text above shows {shown} this stage adds to the engine, and leaves out 1 <"
        );
        has(page, &end);
    }
}

#[test]
fn html_has_no_blank_line_that_would_end_it() {
    for page in clean().pages {
        let mut rest = page.as_str();
        while let Some(start) = rest.find("<figure") {
            let end = rest[start..].find("</figure>").expect("figures are closed");
            assert!(!rest[start..start + end].contains("\n\n"), "{}", &rest[start..start + end]);
            rest = &rest[start + end..];
        }
    }
}

/// mdBook parses the HTML, so what the browser gets is mdBook's.
#[test]
fn mdbook_keeps_the_blocks_whole() {
    let fixture = Fixture::new();
    let report = Report::default();
    let mut book = MDBook::load(fixture.root()).expect("the book loads");
    book.with_preprocessor(Literate::new(fixture.root(), report.clone()).expect("it's sound"));
    book.build().expect("the book builds");
    assert_eq!(report.faults(), []);
    let page = std::fs::read_to_string(fixture.root().join("out/02-two.html")).expect("it's there");
    has(
        &page,
        "<pre class=\"cb-code\"><code class=\"nohighlight hljs cb-rust\"><span class=\"cb-line\">",
    );
    has(&page, "</span>\n<ins class=\"cb-line cb-added\">");
    has(&page, "<del class=\"cb-deleted\" data-line=\"pub fn old(&amp;self) -&gt; u64 {\"></del>");
    let preface =
        std::fs::read_to_string(fixture.root().join("out/preface.html")).expect("it's there");
    has(&preface, "<a href=\"01-one.html\">Title one</a>");
    has(&page, "<details><summary>Answer</summary>");
    has(&page, "Counts `$x`.");
    has(&page, "<h2 id=\"the-rest-of-this-stage\">");
    assert!(!page.contains("<p>&lt;") && !page.contains("&lt;span"), "{page}");
}
