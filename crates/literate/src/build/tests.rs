//! Each fault of a book, made on purpose in a small book of its own.

use super::{Options, Outcome, build_with};
use crate::fault::Report;
use std::path::Path;
use tempfile::TempDir;

const SETTINGS: &str = "[book]
title = \"A book\"
src = \"book\"

[build]
build-dir = \"target/book\"

[output.html]
default-theme = \"light\"

[output.html.playground]
runnable = false
";

struct Fixture(TempDir);

impl Fixture {
    /// A sound book of two chapters.
    fn new() -> Self {
        let fixture = Self(TempDir::new().expect("a temporary folder can be made"));
        fixture.write("book.toml", SETTINGS);
        fixture.write("book/SUMMARY.md", "# Summary\n\n- [One](one.md)\n- [Two](two.md)\n");
        fixture.write("book/one.md", "# One\n\nSee [two](two.md#its-part) and $x^2$.\n");
        fixture.write("book/two.md", "# Two\n\n## Its part\n\n![A dot](dot.svg)\n");
        fixture.write("book/dot.svg", "<svg xmlns='http://www.w3.org/2000/svg'/>");
        fixture
    }

    /// The sound book with another text in its first chapter.
    fn with(text: &str) -> Self {
        let fixture = Self::new();
        fixture.write("book/one.md", text);
        fixture
    }

    fn write(&self, name: &str, text: &str) {
        let path = self.0.path().join(name);
        let folder = path.parent().expect("a file lies in a folder");
        std::fs::create_dir_all(folder).expect("the folder can be made");
        std::fs::write(path, text).expect("the file can be written");
    }

    fn remove(&self, name: &str) {
        std::fs::remove_file(self.0.path().join(name)).expect("the file was there");
    }

    fn build(&self) -> Outcome {
        build_with(self.0.path(), &Options::default(), Report::default(), Vec::new())
            .expect("the book's settings and summary can be read")
    }

    fn faults(&self) -> Vec<String> {
        self.build().report.faults().iter().map(ToString::to_string).collect()
    }

    fn page(&self, name: &str) -> String {
        let path = self.0.path().join("target/book").join(name);
        std::fs::read_to_string(path).expect("the page was rendered")
    }
}

fn assert_faults(fixture: &Fixture, expected: &[&str]) {
    assert_eq!(fixture.faults(), expected);
}

#[test]
fn a_sound_book_has_no_faults_and_works_without_a_network() {
    let fixture = Fixture::with(
        "# One\n\n$x^2$ and \\$5 and \"quoted\".\n\n```rust\nfn main() {}\n```\n\n```sh\necho $HOME $PATH\n```\n\n\
         | a |\n|---|\n| $\\vert y$ |\n\n$$\n\\sum_{i=1}^n i\n$$\n\n[web](https://example.org/a)\n",
    );
    let outcome = fixture.build();
    assert_eq!(outcome.report.faults(), []);
    assert!(outcome.is_sound() && outcome.index().is_file());
    let page = fixture.page("one.html");
    assert_eq!(page.matches("<math").count(), 3, "{page}");
    assert!(page.contains("echo $HOME $PATH"), "dollar signs in code are no formula");
    let playgrounds = super::pages::read(&page).playgrounds;
    assert_eq!(playgrounds, 0, "there's no button that runs a snippet");
    for name in ["one.html", "index.html", "print.html", "404.html", "toc.html"] {
        let page = fixture.page(name);
        let parsed = super::pages::read(&page);
        assert!(parsed.loads.iter().all(|target| !target.contains("//")), "{name}: {parsed:?}");
        let absolute = parsed.loads.iter().chain(&parsed.links).find(|t| t.starts_with('/'));
        assert_eq!(absolute, None, "{name} works in any folder");
    }
    let search = std::fs::read_dir(outcome.output).expect("it was rendered").flatten();
    let names: Vec<_> = search.map(|e| e.file_name().to_string_lossy().into_owned()).collect();
    assert!(names.iter().any(|name| name.starts_with("searchindex")), "{names:?}");
}

#[test]
fn links_of_the_print_page_lead_somewhere() {
    let fixture = Fixture::new();
    fixture.build();
    let page = super::pages::read(&fixture.page("print.html"));
    let dead: Vec<_> = page
        .links
        .iter()
        .filter(|target| !target.strip_prefix('#').is_some_and(|id| page.ids.contains(id)))
        .collect();
    assert!(dead.is_empty(), "{dead:?}");
}

#[test]
fn dead_links() {
    assert_faults(
        &Fixture::with("# One\n\n[a](tow.md)\n[b](zzz/q.md)\n<a href=\"nowhere.html\">c</a>\n"),
        &[
            "book/one.md:3: dead link `tow.md`; did you mean `two.md`?",
            "book/one.md:4: dead link `zzz/q.md`; link to a chapter that SUMMARY.md lists",
            "book/one.md:5: dead link `nowhere.html`; link to a chapter that SUMMARY.md lists",
        ],
    );
}

#[test]
fn dead_heading_links() {
    assert_faults(
        &Fixture::with("# One\n\n[a](two.md#its-prat) and [b](#what)\n"),
        &[
            "book/one.md:3: dead link `#what`: that page has no heading `#what`; \
             link to one of its headings",
            "book/one.md:3: dead link `two.md#its-prat`: that page has no heading `#its-prat`; \
             did you mean `#its-part`?",
        ],
    );
}

#[test]
fn links_that_work_in_some_copies_only() {
    assert_faults(
        &Fixture::with(
            "# One\n\n[a](/two.html)\n[b](../README.md)\n[c](ftp://example.org)\n[d][gone]\n",
        ),
        &[
            "book/one.md:3: `/two.html` begins at the server's root; \
             write it relative to this chapter, so that it works in any folder",
            "book/one.md:4: `../README.md` leads out of the book; \
             link to the file on the project's web page instead",
            "book/one.md:5: `ftp://example.org` isn't http or https; \
             link to a web page or a chapter",
            "book/one.md:6: the link's label `[gone]` is defined nowhere; \
             define it, or escape the brackets",
        ],
    );
}

#[test]
fn dead_and_silent_pictures() {
    assert_faults(
        &Fixture::with(
            "# One\n\n![A dot](dto.svg)\n\n![](dot.svg)\n\n<svg width=\"1\"></svg>\n\n\
             ![A cat](https://example.org/cat.png)\n",
        ),
        &[
            "book/one.md:3: dead picture `dto.svg`; did you mean `dot.svg`?",
            "book/one.md:5: the picture `dot.svg` without an alternative text; \
             say in words what it shows",
            "book/one.md:7: a drawing without an alternative text; say in words what it shows",
            "book/one.md:9: the page loads `https://example.org/cat.png` from the network; \
             put the file into the book's folder",
        ],
    );
}

#[test]
fn formulas_that_do_not_parse() {
    let stray = "a dollar sign that belongs to no formula; write `\\$` for the sign; in a formula \
                 close each brace, put no space beside its signs, and in a table write \\vert for \
                 a bar";
    assert_faults(
        &Fixture::with("# One\n\nA $\\frac{1}$ here.\n\n$$\n\\nonsense\n$$\n\nAnd $5.\n\n$x{$\n"),
        &[
            "book/one.md:3: the formula `\\frac{1}` doesn't parse: Unexpected end of input in a \
             macro argument, expected '}' at end of input; mend the formula",
            "book/one.md:5: the formula `\\nonsense` doesn't parse: Undefined control sequence: \
             \\nonsense at position 2; mend the formula",
            &format!("book/one.md:9: {stray}"),
            &format!("book/one.md:11: {stray}"),
        ],
    );
}

#[test]
fn what_mdbook_only_warns_of() {
    assert_faults(
        &Fixture::with("# One\n\nSome <b>bold words.\n\n[^note]: A note that nothing names.\n"),
        &[
            "book/one.md:3: unclosed HTML tag `<b>` found in `one.md` while exiting Paragraph \
             HTML tags must be closed before exiting a markdown element.; \
             mend it; mdBook only warns of this",
            "book/one.md:5: footnote `note` in `one.md` is defined but not referenced; \
             mend it; mdBook only warns of this",
        ],
    );
}

#[test]
fn an_id_that_stands_twice() {
    assert_faults(
        &Fixture::with("# One\n\n<p id=\"x\">a</p>\n\n<p id=\"x\">b</p>\n"),
        &["book/one.md:5: the page has two places with the id `x`; give one of them another id"],
    );
}

#[test]
fn a_snippet_that_offers_to_run() {
    assert_faults(
        &Fixture::with("# One\n\n```rust,mdbook-runnable\nfn main() {}\n```\n"),
        &["book/one.md:3: a code block has a button that runs it; \
           set `runnable = false` in book.toml, and remove `mdbook-runnable`"],
    );
}

#[test]
fn chapters_and_summary_that_disagree() {
    let fixture = Fixture::new();
    fixture
        .write("book/SUMMARY.md", "# Summary\n\n- [One](one.md)\n- [Gone](gone.md)\n- [Later]()\n");
    fixture.write("book/one.md", "# One\n");
    assert_faults(
        &fixture,
        &[
            "book/SUMMARY.md:4: there's no chapter `gone.md`; write the file or remove the entry",
            "book/SUMMARY.md:5: this entry has no file; name its file",
            "book/two.md:0: SUMMARY.md doesn't list this file, so no reader can get to it; \
             list it or remove it",
        ],
    );
}

#[test]
fn a_summary_that_is_no_list() {
    let fixture = Fixture::new();
    fixture.write("book/SUMMARY.md", "# Summary\n\n- [One](one.md)\n- Two\n");
    let faults = fixture.faults();
    assert_eq!(faults.len(), 1, "{faults:?}");
    assert!(faults[0].starts_with("book/SUMMARY.md:4: "), "{faults:?}");
}

#[test]
fn keys_that_nothing_reads() {
    let fixture = Fixture::new();
    let settings = format!(
        "{SETTINGS}\n[output.html.fold]\nenabled = true\n\n[preprocessor.katex]\noutput = \"html\"\n"
    );
    let settings = settings.replace("default-theme", "defualt-theme");
    fixture.write("book.toml", &settings);
    assert_faults(
        &fixture,
        &[
            "book.toml:9: unknown key `output.html.defualt-theme`; did you mean `default-theme`?",
            "book.toml:15: unknown key `output.html.fold.enabled`; did you mean `enable`?",
            "book.toml:17: unknown key `preprocessor.katex`; remove it; known here: literate",
        ],
    );
    fixture.write("book/one.md", "# One\n\n```rust\nfn main() {}\n```\n");
    fixture.build();
    let playgrounds = super::pages::read(&fixture.page("one.html")).playgrounds;
    assert_eq!(playgrounds, 0, "the rest of the table counts");
}

#[test]
fn settings_of_a_wrong_type_or_of_a_missing_file() {
    let fixture = Fixture::new();
    fixture.write("book.toml", &SETTINGS.replace("\"light\"", "7"));
    let faults = fixture.faults();
    assert_eq!(faults.len(), 1, "{faults:?}");
    assert!(faults[0].starts_with("book.toml:9: invalid type: integer `7`"), "{faults:?}");

    let css = "default-theme = \"light\"\nadditional-css = [\"book/x.css\"]";
    fixture.write("book.toml", &SETTINGS.replace("default-theme = \"light\"", css));
    let faults = fixture.faults();
    let expected = "book.toml:10: there's no `book/x.css`; add the file or remove its name";
    assert!(faults.iter().any(|fault| fault == expected), "{faults:?}");

    fixture.write("book.toml", &SETTINGS.replace("target/book", "crates"));
    assert_faults(
        &fixture,
        &["book.toml:6: the build folder `crates` isn't below target/; set build-dir = \
           \"target/book\", since the folder is emptied before each build"],
    );
}

#[test]
fn a_style_sheet_that_needs_a_network() {
    let fixture = Fixture::new();
    fixture.write("book/theme/x.css", "p { color: red }\n@import 'https://example.org/f.css';\n");
    assert_faults(
        &fixture,
        &[
            "book/theme/x.css:2: the style sheet loads `https://example.org/f.css` from the network; \
           put the file into the book's folder",
        ],
    );
}

#[test]
fn many_faults_come_out_together_in_order() {
    let fixture = Fixture::with("# One\n\n[a](gone.md)\n\n$\\frac{$\n\n![](dot.svg)\n\n<i>x\n");
    fixture.write("book.toml", &format!("{SETTINGS}nonsense = 1\n"));
    fixture.write("book/SUMMARY.md", "- [One](one.md)\n- [Two](two.md)\n- [Three](three.md)\n");
    fixture.write("book/four.md", "# Four\n");
    fixture.write("book/two.md", "# Two\n\n[a](one.md#gone)\n");
    let faults = fixture.build().report.faults();
    let places: Vec<_> = faults.iter().map(|f| (f.file.as_path(), f.line)).collect();
    let expected = [
        ("book/SUMMARY.md", 3),
        ("book/four.md", 0),
        ("book/one.md", 3),
        ("book/one.md", 5),
        ("book/one.md", 7),
        ("book/one.md", 9),
        ("book/two.md", 3),
        ("book.toml", 13),
    ];
    assert_eq!(places, expected.map(|(file, line)| (Path::new(file), line)), "{faults:#?}");
}

#[test]
fn a_book_without_a_file_that_it_needs_is_an_error() {
    let fixture = Fixture::new();
    fixture.remove("book/SUMMARY.md");
    let error = build_with(fixture.0.path(), &Options::default(), Report::default(), Vec::new());
    let message = format!("{:#}", error.expect_err("there's no list of chapters"));
    assert!(message.starts_with("book/SUMMARY.md: can't be read"), "{message}");
}

#[test]
fn the_settings_of_this_book_are_sound() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let report = Report::default();
    let settings = super::settings::load(&root, &report).expect("there's a book.toml");
    assert_eq!(report.faults(), []);
    let html = settings.expect("it can be read").config.html_config().expect("it has a table");
    assert!(!html.playground.runnable && html.print.enable && !html.mathjax_support);
}

/// A preprocessor that does what none should.
enum Clumsy {
    Generates,
    Fails,
    Panics,
}

impl mdbook_preprocessor::Preprocessor for Clumsy {
    fn name(&self) -> &str {
        "literate"
    }

    fn run(
        &self,
        _: &mdbook_preprocessor::PreprocessorContext,
        mut book: mdbook_preprocessor::book::Book,
    ) -> anyhow::Result<mdbook_preprocessor::book::Book> {
        match self {
            Self::Fails => anyhow::bail!("no directive was read"),
            Self::Panics => panic!("a test panics on purpose"),
            Self::Generates => {}
        }
        book.for_each_chapter_mut(|chapter| {
            chapter.content.push_str("\n<p><a href=\"made.html\">made</a></p>\n\n`x` $y$\n");
        });
        Ok(book)
    }
}

#[test]
fn generated_links_are_checked_and_generated_formulas_are_made() {
    let fixture = Fixture::new();
    let outcome = build_with(
        fixture.0.path(),
        &Options { output: Some("target/other".into()), ..Options::default() },
        Report::default(),
        vec![Box::new(Clumsy::Generates)],
    );
    let outcome = outcome.expect("the settings are sound");
    let faults: Vec<_> = outcome.report.faults().iter().map(ToString::to_string).collect();
    let expected = "book/one.md:0: generated: dead link `made.html`; \
                    link to a chapter that SUMMARY.md lists";
    assert_eq!(faults, [expected]);
    let page = std::fs::read_to_string(outcome.output.join("two.html")).expect("it's rendered");
    assert!(page.contains("<math"));
}

#[test]
fn a_book_that_cannot_be_rendered_tells_its_other_faults_too() {
    let expected = [
        (Clumsy::Fails, "the book can't be rendered: no directive was read"),
        (Clumsy::Panics, "the book can't be rendered: mdBook panicked; its message is above"),
    ];
    for (clumsy, what) in expected {
        let fixture = Fixture::with("# One\n\n$\\nonsense$ and [a](/b)\n");
        let preprocessors: Vec<Box<dyn mdbook_preprocessor::Preprocessor>> = vec![Box::new(clumsy)];
        let outcome =
            build_with(fixture.0.path(), &Options::default(), Report::default(), preprocessors);
        let faults = outcome.expect("the settings are sound").report.faults();
        let places: Vec<_> = faults.iter().map(|f| (f.file.as_path(), f.line)).collect();
        let one = Path::new("book/one.md");
        assert_eq!(places, [(one, 3), (one, 3), (Path::new("book.toml"), 0)], "{faults:#?}");
        assert_eq!(faults[2].what, what);
    }
}
