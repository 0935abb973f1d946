//! One test a fault: file, line, what and cure.

use crate::fixture::{Fixture, TWO};

const PAGE: &str = "book/02-two.md";

/// Puts `text` in place of the chapter's third line, and expects one fault there.
#[track_caller]
fn in_text(text: &str, what: &str) {
    let fixture = Fixture::new();
    fixture.change(PAGE, "A formula:", &format!("{text}\n\nA formula:"));
    let fault = fixture.only_fault();
    assert_eq!(fault, format!("{PAGE}:3: {what}"));
}

#[test]
fn unknown_directive() {
    in_text(
        "{{tabel lines}}",
        "there's no directive `tabel`; use one of code, n, diff, percent, ratio, table, session, board, \
         fact, stages, tree, plot, match, matches, clock, elo, ladder, ruler, patch, or write `\\{{` for two braces",
    );
}

#[test]
fn unknown_option() {
    in_text(
        "{{code board.rs board big}}",
        "`{{code}}` has no option `big`; use `stage=N`, `stage=main` or `deleted`",
    );
}

#[test]
fn missing_argument() {
    in_text(
        "{{code board.rs}}",
        "`{{code}}` takes 2 arguments, not 1; write it as `{{code FILE ANCHOR [stage=N] [deleted]}}`",
    );
}

#[test]
fn unknown_stage() {
    in_text(
        "{{code board.rs board stage=7}}",
        "there's no stage `7`; use a number from 1 to 2, a tag of stages/stages.toml, or `main`",
    );
}

#[test]
fn missing_file() {
    in_text(
        "{{code bord.rs board}}",
        "there's no file crates/engine/src/bord.rs at stage 2; perhaps `board.rs` is meant",
    );
}

#[test]
fn missing_anchor() {
    in_text(
        "{{code board.rs bored}}",
        "crates/engine/src/board.rs at stage 2: there's no anchor `bored`; perhaps `board` is meant",
    );
}

#[test]
fn doubled_anchor() {
    in_text(
        "{{code moves.rs twice}}",
        "crates/engine/src/moves.rs at stage 2: the anchor `twice` stands there twice, in lines 14 and \
         17; rename one of them",
    );
}

#[test]
fn unclosed_anchor() {
    in_text(
        "{{code moves.rs unclosed}}",
        "crates/engine/src/moves.rs at stage 2: the anchor `unclosed`, opened in line 20, is never \
         closed; close it with `// ANCHOR_END: unclosed`",
    );
}

#[test]
fn undeclared_result() {
    in_text(
        "{{table line}}",
        "stages/measure.toml declares no table or session `line`; perhaps `lines` is meant",
    );
}

#[test]
fn never_measured() {
    in_text(
        "{{table unmeasured}}",
        "`unmeasured` was never measured; run `cargo xtask measure --only unmeasured`",
    );
}

#[test]
fn unknown_row_and_column() {
    in_text("{{n lines.too.code}}", "the table `lines` has no row `too`; perhaps `two` is meant");
    in_text(
        "{{n lines.two.shares}}",
        "row `two` of `lines` has no column `shares`; perhaps `share` is meant",
    );
    // The cell is empty in this row, though the column exists.
    in_text(
        "{{n lines.one.share}}",
        "row `one` of `lines` has no column `share`; the columns are code",
    );
}

#[test]
fn unquotable_cell() {
    let fixture = Fixture::new();
    fixture.change("stages/measure.toml", "  \"two.share\",\n", "");
    assert_eq!(
        fixture.only_fault(),
        "book/02-two.md:28: `lines.two.share` isn't marked as quoted; add `two.share` to `quote` of \
         `lines` in stages/measure.toml"
    );
}

#[test]
fn unused_cell() {
    let fixture = Fixture::new();
    fixture.change(PAGE, "Since {{n lines.two.share}}.", "Since so.");
    assert_eq!(
        fixture.only_fault(),
        "stages/measure.toml:9: no text quotes `lines.two.share`; quote it in a chapter, or take it off \
         the list"
    );
}

#[test]
fn result_of_another_engine() {
    let fixture = Fixture::new();
    fixture.change("stages/results/hello.json", "\"engine\":\"", "\"engine\":\"0");
    assert_eq!(
        fixture.only_fault(),
        "book/01-one.md:7: stages/results/hello.json was measured on another engine than \
         stage-01-one's; run `cargo xtask measure --only hello`"
    );
}

#[test]
fn result_of_another_declaration() {
    let fixture = Fixture::new();
    fixture.change("stages/measure.toml", "[\"hello\"]", "[\"hello\", \"quit\"]");
    assert_eq!(
        fixture.only_fault(),
        "book/01-one.md:7: stages/results/hello.json was measured for another declaration than \
         stages/measure.toml has; run `cargo xtask measure --only hello`"
    );
}

#[test]
fn another_title_is_no_other_result() {
    let fixture = Fixture::new();
    fixture.change("stages/measure.toml", "\"Hello\"", "\"Good day\"");
    let report = fixture.run();
    assert!(report.faults.is_empty(), "{:#?}", report.faults);
    assert!(report.pages[1].contains("Good day"), "{}", report.pages[1]);
}

#[test]
fn result_of_an_unknown_stage() {
    let fixture = Fixture::new();
    fixture.change("stages/measure.toml", "stage-01-one", "stage-01-won");
    let fault = fixture.only_fault();
    assert!(
        fault.starts_with("book/01-one.md:7: stages/results/hello.json is of an unknown stage")
    );
}

#[test]
fn garbled_result() {
    let fixture = Fixture::new();
    fixture.change("stages/results/hello.json", "\"engine\"", "\"engien\"");
    let fault = fixture.only_fault();
    assert!(
        fault.starts_with("book/01-one.md:7: the result can't be used: stages/results/hello.json")
    );
    assert!(fault.ends_with("run `cargo xtask measure --only hello`") && !fault.contains('\n'));
}

#[test]
fn garbled_declarations() {
    let fixture = Fixture::new();
    fixture.change("stages/measure.toml", "id = \"hello\"", "id = hello");
    let faults = fixture.run().faults;
    assert!(
        faults.iter().any(|f| f.file.ends_with("stages/measure.toml") && f.line == 13),
        "{faults:#?}"
    );
}

#[test]
fn a_session_isnt_a_table() {
    in_text("{{table hello}}", "`hello` isn't a table; show it with `{{session hello}}`");
    in_text("{{session lines}}", "`lines` isn't a session; show it with `{{table lines}}`");
}

#[test]
fn typed_number() {
    in_text(
        "It takes 4,865,609 nodes.",
        "the number `4,865,609` is typed into the text; quote a measurement with `{{n …}}`, name a source \
         with `{{fact … | …}}`, or set a definition as a formula",
    );
}

#[test]
fn picture_without_words() {
    in_text(
        "![](tree.svg)",
        "a picture has no alternative text; say in its `alt`, or between the brackets of `![…](…)`, what \
         it shows",
    );
}

#[test]
fn board_without_words() {
    let fixture = Fixture::new();
    fixture.change(PAGE, "A formula:", "{{board 8/8/8/8/8/8/8/K1k5 w - - 0 1}}\n\nA formula:");
    let fault = fixture.only_fault();
    assert!(fault.starts_with("book/02-two.md:3: ") && fault.contains("alt"), "{fault}");
}

#[test]
fn fact_inside_a_formula() {
    in_text(
        "$x = {{fact 12 | me}}$",
        "a fact stands inside a formula; end the formula before it: its source is text",
    );
}

#[test]
fn block_inside_a_line() {
    in_text(
        "See {{table lines}}",
        "`{{table …}}` shares its line with other text or is indented; put it on a line of its own, from \
         the first column on",
    );
}

#[test]
fn sections_out_of_order() {
    let fixture = Fixture::new();
    fixture.change(PAGE, "## Pitfalls\n\n", "");
    assert_eq!(
        fixture.only_fault(),
        "book/02-two.md:1: the chapter has no section `Pitfalls`; end the chapter with What it saves, \
         Try it, Pitfalls, What it's worth, Exercises, Further reading, in this order"
    );
}

#[test]
fn missing_commit() {
    let fixture = Fixture::new();
    let manifest = std::fs::read_to_string(fixture.root().join("stages/stages.toml")).unwrap();
    let line =
        manifest.lines().filter(|line| line.starts_with("commit")).nth(1).unwrap().to_owned();
    fixture.change("stages/stages.toml", &line, &format!("commit = \"{}\"", "a".repeat(40)));
    assert_eq!(
        fixture.only_fault(),
        "stages/stages.toml:15: the commit of stage 2 isn't in this clone; correct its entry, or fetch the \
         branch that holds it"
    );
}

#[test]
fn shallow_clone() {
    let fixture = Fixture::new();
    fixture.make_shallow();
    assert_eq!(
        fixture.only_fault(),
        "stages/stages.toml:6: the commit of stage 1 isn't in this clone; fetch the whole history with \
         `git fetch --unshallow`"
    );
}

#[test]
fn chapter_that_isnt_in_the_book() {
    let fixture = Fixture::new();
    fixture.change("stages/stages.toml", "02-two.md", "02-too.md");
    let faults = fixture.run().faults;
    let wanted = "book/SUMMARY.md:0: `02-too.md`, stage 2's chapter, isn't in the book; list it there, or \
                  correct the entry in stages/stages.toml";
    assert!(faults.iter().any(|fault| fault.to_string() == wanted), "{faults:#?}");
}

#[test]
fn all_faults_come_in_one_run() {
    let fixture = Fixture::new();
    fixture
        .change("book/preface.md", "{{stages}}", "{{stage}}")
        .change("book/01-one.md", "{{session hello}}", "{{session hullo}}")
        .change("book/01-one.md", "Text.", "Text of 99 %.")
        .change(PAGE, "{{code moves.rs moves}}", "{{code moves.rs twice}}")
        .change(PAGE, "## Exercises", "## Exercise")
        .change("stages/measure.toml", "  \"one.code\",\n", "  \"one.code\",\n  \"one.more\",\n");
    let faults = fixture.run().faults;
    let places: Vec<String> =
        faults.iter().map(|fault| format!("{}:{}", fault.file.display(), fault.line)).collect();
    assert_eq!(
        places,
        [
            "book/01-one.md:3",
            "book/01-one.md:7",
            "book/02-two.md:1",
            "book/02-two.md:9",
            "book/02-two.md:22",
            "book/preface.md:3",
            "stages/measure.toml:8",
        ],
        "{faults:#?}"
    );
}

/// The tests above count lines in this text.
#[test]
fn the_fixture_is_what_the_tests_think() {
    assert_eq!(TWO.lines().nth(2), Some("A formula: $x = {{n lines.two.code}}$."));
}
