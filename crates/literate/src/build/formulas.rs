//! Formulas between dollar signs, made into MathML by KaTeX.
//!
//! The Markdown parser finds them, so that a dollar sign in code or in raw HTML stays one. MathML
//! needs no style sheet, no script and no font from elsewhere. Knows nothing of other pages.

use super::lines::Lines;
use super::{log, markdown_options};
use mdbook_katex::cfg::KatexConfig;
use mdbook_preprocessor::book::Book;
use mdbook_preprocessor::{Preprocessor, PreprocessorContext, errors::Error};
use pulldown_cmark::{Event, Options, Parser, Tag, TagEnd};
use regex::Regex;
use std::collections::HashMap;
use std::ops::Range;
use std::sync::{LazyLock, Mutex};

/// One formula of a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Formula {
    pub tex: String,
    pub display: bool,
    /// Its bytes, dollar signs included.
    pub range: Range<usize>,
    pub line: usize,
}

/// The formulas of a text, and the lines of dollar signs that belong to none and aren't escaped.
pub fn find(text: &str) -> (Vec<Formula>, Vec<usize>) {
    let (mut formulas, mut stray) = (Vec::new(), Vec::new());
    let options = markdown_options() | Options::ENABLE_MATH;
    let lines = Lines::of(text);
    let mut in_code = false;
    for (event, range) in Parser::new_ext(text, options).into_offset_iter() {
        let line = lines.at(range.start);
        match event {
            Event::InlineMath(tex) => {
                formulas.push(Formula { tex: tex.to_string(), display: false, range, line });
            }
            Event::DisplayMath(tex) => {
                formulas.push(Formula { tex: tex.to_string(), display: true, range, line });
            }
            Event::Start(Tag::CodeBlock(_)) => in_code = true,
            Event::End(TagEnd::CodeBlock) => in_code = false,
            Event::Text(_) if !in_code => {
                let written = &text[range.clone()];
                // A text that begins with an escaped character doesn't include its backslash.
                let escaped = range.start > 0 && text.as_bytes()[range.start - 1] == b'\\';
                let skip = usize::from(escaped && written.starts_with('$'));
                if let Some(place) = written[skip..].find('$') {
                    stray.push(lines.at(range.start + skip + place));
                }
            }
            _ => {}
        }
    }
    stray.dedup();
    (formulas, stray)
}

/// Answers of KaTeX by formula and whether it stands alone.
type Rendered = HashMap<(String, bool), Result<String, String>>;

/// The HTML of a formula, or what is wrong with it.
///
/// Answers are kept for the process's life: most formulas stay the same from build to build.
pub fn render(tex: &str, display: bool) -> Result<String, String> {
    static KNOWN: LazyLock<Mutex<Rendered>> = LazyLock::new(Mutex::default);
    let key = (tex.to_owned(), display);
    if let Some(known) = KNOWN.lock().expect("rendering doesn't panic").get(&key) {
        return known.clone();
    }
    let answer = render_anew(tex, display);
    KNOWN.lock().expect("rendering doesn't panic").insert(key, answer.clone());
    answer
}

fn render_anew(tex: &str, display: bool) -> Result<String, String> {
    let config = KatexConfig { output: "mathml".into(), no_css: true, ..KatexConfig::default() };
    let (inline, block) = config.build_opts_from_macros(HashMap::new());
    let options = if display { block } else { inline };
    let extra = config.build_extra_opts();
    let (html, complaints) = log::capture(|| mdbook_katex::render(tex, options, extra, display));
    match complaints.first() {
        None => Ok(plain_for_markdown(&html)),
        Some(complaint) => Err(reason(complaint)),
    }
}

/// KaTeX's own words, without the formula that it quotes after them.
fn reason(complaint: &str) -> String {
    let words = Regex::new(r"KaTeX parse error: (.*? at (?:position \d+|end of input))");
    let words = words.expect("the pattern is valid").captures(complaint);
    // The message comes as a Rust literal, in which each backslash is doubled.
    let words = words.map_or(complaint.to_owned(), |found| found[1].replace("\\\\", "\\"));
    super::one_line(&words)
}

/// KaTeX's MathML as inline HTML that no Markdown parser reads anything into.
///
/// The formula's source, which KaTeX adds for programs, would be found by the book's search and
/// copied along with the formula, so it's left out.
fn plain_for_markdown(html: &str) -> String {
    let mut out = String::with_capacity(html.len());
    let mut rest = html;
    while let Some(start) = rest.find("<annotation") {
        escape_text(&rest[..start], &mut out);
        rest = rest[start..].split_once("</annotation>").map_or("", |(_, after)| after);
    }
    escape_text(rest, &mut out);
    out
}

/// Copies HTML with each Markdown sign outside of tags as a character reference.
fn escape_text(html: &str, out: &mut String) {
    let mut in_tag = false;
    for c in html.chars() {
        match c {
            '<' => in_tag = true,
            '>' => in_tag = false,
            '\n' => {
                out.push(' ');
                continue;
            }
            _ if !in_tag && c.is_ascii_punctuation() && !matches!(c, '&' | '#' | ';') => {
                out.push_str(&format!("&#{};", u32::from(c)));
                continue;
            }
            _ => {}
        }
        out.push(c);
    }
}

/// A text with its formulas as MathML. One that KaTeX refuses stays as it's written.
pub fn replace(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut done = 0;
    for formula in find(text).0 {
        out.push_str(&text[done..formula.range.start]);
        match render(&formula.tex, formula.display) {
            Ok(html) => out.push_str(&html),
            Err(_) => out.push_str(&text[formula.range.clone()]),
        }
        done = formula.range.end;
    }
    out.push_str(&text[done..]);
    out
}

/// The preprocessor that puts MathML in the place of formulas. It runs after the directives.
pub struct Formulas;

impl Preprocessor for Formulas {
    fn name(&self) -> &str {
        "formulas"
    }

    fn run(&self, _: &PreprocessorContext, mut book: Book) -> Result<Book, Error> {
        book.for_each_chapter_mut(|chapter| chapter.content = replace(&chapter.content));
        Ok(book)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn formulas_are_found_outside_of_code_and_html_only() {
        let text = "a $x^2$ and `$no$` and \\$5\n\n```sh\necho $HOME $PATH\n```\n\n\
                    <pre>\n$a$\n</pre>\n\n$$\ny\n$$\n";
        let (formulas, stray) = find(text);
        let flat: Vec<_> = formulas.iter().map(|f| (f.tex.trim(), f.display, f.line)).collect();
        assert_eq!(flat, [("x^2", false, 1), ("y", true, 11)]);
        assert!(stray.is_empty());
    }

    #[test]
    fn a_dollar_sign_of_no_formula_is_found() {
        let (formulas, stray) = find("It costs $5.\n\nAnd $ x $ too.\n\nNot \\$5.\n");
        assert!(formulas.is_empty());
        assert_eq!(stray, [1, 3]);
    }

    #[test]
    fn mathml_survives_markdown() {
        let html = replace("| a |\n|---|\n| $\\lvert a_1 \\rvert \\le b_2 * c_3$ |\n");
        assert!(html.contains("<math") && !html.contains("annotation"), "{html}");
        let row = html.lines().last().expect("there's a last line");
        assert!(!row.contains('*') && !row.contains('$'), "{row}");
    }

    #[test]
    fn a_bad_formula_says_why() {
        let reason = render("\\frac{1}{", false).expect_err("a brace is missing");
        assert!(reason.contains("expected '}' at end of input"), "{reason}");
    }
}
