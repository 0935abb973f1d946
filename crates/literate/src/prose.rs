//! Checks of a chapter's own words: numbers typed by hand, pictures without words, missing sections.
//!
//! It reads the raw Markdown, directives blanked out. It knows nothing of the repository or of results.

use crate::directive::{self, Found, line_of};
use crate::fault::Problem;
use pulldown_cmark::{Event, HeadingLevel, LinkType, Parser, Tag, TagEnd};
use regex::Regex;
use std::ops::Range;
use std::sync::LazyLock;

/// The sections that end every stage chapter, in order: their names (any one of a group), and whether
/// a chapter must have it.
pub const SECTIONS: [(&[&str], bool); 6] = [
    (&["What it saves", "What it costs"], true),
    (&["Try it"], true),
    (&["Pitfalls"], true),
    (&["What it's worth"], false),
    (&["Exercises"], true),
    (&["Further reading"], true),
];

/// Sections that cite, where years, pages and identifiers of papers are everywhere.
const CITING: [&str; 2] = ["Further reading", "Sources"];

/// A problem and its line.
pub type Placed = (usize, Problem);

/// All that is wrong with the text of a chapter; `found` are its directives.
pub fn check(text: &str, found: &[Found], stage_chapter: bool) -> Vec<Placed> {
    let page = Page::read(&without_directives(text, found));
    let mut problems = page.pictures.clone();
    problems.extend(numbers(&page));
    if stage_chapter {
        problems.extend(sections(&page));
    }
    problems
}

/// The text with each directive painted over, all other bytes in their places.
fn without_directives(text: &str, found: &[Found]) -> String {
    let mut bytes = text.as_bytes().to_vec();
    for found in found {
        let block = found.directive.as_ref().is_ok_and(directive::Directive::is_block);
        let paint = if block { b' ' } else { b'x' };
        bytes[found.range.clone()].iter_mut().filter(|b| **b != b'\n').for_each(|b| *b = paint);
    }
    String::from_utf8(bytes).expect("whole directives were replaced by ASCII")
}

#[derive(Default)]
struct Page {
    /// The words in their places, all else blank.
    prose: String,
    /// Level, title and line.
    headings: Vec<(HeadingLevel, String, usize)>,
    pictures: Vec<Placed>,
    /// Parts that cite.
    citing: Vec<Range<usize>>,
}

static SKIPPED: LazyLock<Regex> = LazyLock::new(|| {
    let board = r"(?:[1-8pnbrqkPNBRQK]{1,8}/){7}[1-8pnbrqkPNBRQK]{1,8}";
    let fen = format!(r"{board}(?: [wb] (?:-|[KQkq]+) (?:-|[a-h][36])(?: \d+ \d+)?)?");
    let tags = r"(?s)<svg.*?</svg>|(?s)<style.*?</style>|(?s)<!--.*?-->|(?s)<[^<>]*>";
    Regex::new(&format!(r"{fen}|{tags}|&#?\w+;|https?://\S+")).expect("the pattern is constant")
});

static IMAGE: LazyLock<Regex> =
    LazyLock::new(|| Regex::new(r"(?is)<img\b[^>]*>").expect("the pattern is constant"));

static ALT: LazyLock<Regex> =
    LazyLock::new(|| Regex::new(r#"(?i)\salt\s*=\s*["']?[^"'\s>]"#).expect("it's constant"));

impl Page {
    fn read(text: &str) -> Self {
        let mut page = Self::default();
        let mut prose = Blank::of(text);
        let (mut heading, mut picture, mut code, mut autolink) = (None, None, false, false);
        for (event, range) in Parser::new_ext(text, directive::markdown()).into_offset_iter() {
            match event {
                Event::Start(Tag::Heading { level, .. }) => {
                    heading = Some((level, String::new(), range.start));
                }
                Event::End(TagEnd::Heading(_)) => {
                    page.headings.extend(heading.take().map(|(level, title, start)| {
                        page.citing.extend(citation(level, &title, text, range.end));
                        (level, title, line_of(text, start))
                    }))
                }
                Event::Start(Tag::Image { .. }) => picture = Some((String::new(), range.start)),
                Event::End(TagEnd::Image) => page.check_alt(text, picture.take()),
                Event::Start(Tag::CodeBlock(_)) => code = true,
                Event::End(TagEnd::CodeBlock) => code = false,
                Event::Start(Tag::Link { link_type, .. }) => {
                    autolink = matches!(link_type, LinkType::Autolink | LinkType::Email);
                }
                Event::End(TagEnd::Link) => autolink = false,
                Event::Html(_) | Event::InlineHtml(_) => {
                    page.check_html(text, &range);
                    prose.keep(text, range);
                }
                Event::Text(words) if !code => {
                    if let Some((_, title, _)) = &mut heading {
                        title.push_str(&words);
                    }
                    match &mut picture {
                        Some((alt, _)) => alt.push_str(&words),
                        None if autolink => {}
                        None => prose.keep(text, range),
                    }
                }
                Event::Code(words) => {
                    if let Some((_, title, _)) = &mut heading {
                        title.push_str(&words);
                    }
                }
                _ => {}
            }
        }
        page.prose = prose.finish();
        page
    }

    fn check_alt(&mut self, text: &str, picture: Option<(String, usize)>) {
        if let Some((alt, start)) = picture
            && alt.trim().is_empty()
        {
            self.pictures.push((line_of(text, start), without_alt()));
        }
    }

    fn check_html(&mut self, text: &str, range: &Range<usize>) {
        for image in IMAGE.find_iter(&text[range.clone()]) {
            if !ALT.is_match(image.as_str()) {
                self.pictures.push((line_of(text, range.start + image.start()), without_alt()));
            }
        }
    }
}

fn without_alt() -> Problem {
    Problem::new(
        "a picture has no alternative text",
        "say in its `alt`, or between the brackets of `![…](…)`, what it shows",
    )
}

/// The range that a citing section has, from behind its heading to the next of its level or above.
fn citation(level: HeadingLevel, title: &str, text: &str, start: usize) -> Option<Range<usize>> {
    if !CITING.iter().any(|name| title.starts_with(name)) {
        return None;
    }
    let mut end = text.len();
    for (event, range) in Parser::new_ext(&text[start..], directive::markdown()).into_offset_iter()
    {
        if let Event::Start(Tag::Heading { level: next, .. }) = event
            && next <= level
        {
            end = start + range.start;
            break;
        }
    }
    Some(start..end)
}

/// A copy of a text that is blank but for the ranges kept.
struct Blank(Vec<u8>);

impl Blank {
    fn of(text: &str) -> Self {
        Self(text.bytes().map(|b| if b == b'\n' { b'\n' } else { b' ' }).collect())
    }

    fn keep(&mut self, text: &str, range: Range<usize>) {
        self.0[range.clone()].copy_from_slice(&text.as_bytes()[range]);
    }

    fn finish(self) -> String {
        let text = String::from_utf8(self.0).expect("whole events were kept");
        let mut bytes = text.clone().into_bytes();
        for part in SKIPPED.find_iter(&text) {
            bytes[part.range()].iter_mut().filter(|b| **b != b'\n').for_each(|b| *b = b' ');
        }
        String::from_utf8(bytes).expect("whole matches were replaced by ASCII")
    }
}

static NUMBER: LazyLock<Regex> = LazyLock::new(|| {
    let digits = r"[+\-−±]?\d+(?:[,.\u{a0}\u{202f}]\d+)*";
    let unit = r"[ \t\u{a0}\u{202f}]*\n?[ \t>]*(?:%|(?:per ?cent|percent|Elo)\b)";
    Regex::new(&format!(r"(?<number>{digits})(?<unit>{unit})?")).expect("the pattern is constant")
});

fn numbers(page: &Page) -> Vec<Placed> {
    let mut problems = Vec::new();
    for found in NUMBER.captures_iter(&page.prose) {
        let whole = found.get(0).expect("group 0 is the match");
        let number = found.name("number").map_or("", |m| m.as_str());
        let before = page.prose[..whole.start()].chars().next_back();
        let after = page.prose[whole.end()..].chars().next();
        let part_of_a_name = before.is_some_and(|c| c.is_alphanumeric() || c == '_')
            || after.is_some_and(|c| c.is_alphabetic() || c == '_');
        let cited = page.citing.iter().any(|range| range.contains(&whole.start()));
        let has_unit = found.name("unit").is_some() || RATED.is_match(&page.prose[..whole.start()]);
        let counted = COUNTED.is_match(&page.prose[whole.end()..]);
        if part_of_a_name || cited || !(has_unit || looks_measured(number, counted)) {
            continue;
        }
        let shown = whole.as_str().split_whitespace().collect::<Vec<_>>().join(" ");
        problems.push((
            line_of(&page.prose, whole.start()),
            Problem::new(
                format!("the number `{shown}` is typed into the text"),
                "quote a measurement with `{{n …}}`, name a source with `{{fact … | …}}`, or set a \
                 definition as a formula",
            ),
        ));
    }
    problems
}

static COUNTED: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"^\s{1,3}(?:nodes|leaves|positions|moves|lines|bytes|entries|games)\b")
        .expect("the pattern is constant")
});

static RATED: LazyLock<Regex> =
    LazyLock::new(|| Regex::new(r"\bElo(?:\s+of)?\s+$").expect("the pattern is constant"));

/// Four digits or more, unless it's a year: the word behind it tells a count from one.
fn looks_measured(number: &str, counted: bool) -> bool {
    let bare = number.trim_start_matches(['+', '-', '−', '±']);
    let year = !counted && bare.len() == 4 && (bare.starts_with("19") || bare.starts_with("20"));
    let whole = bare.split('.').next().unwrap_or_default();
    let groups: Vec<&str> = whole.split([',', '\u{a0}', '\u{202f}']).collect();
    let digits = |text: &str| text.chars().filter(char::is_ascii_digit).count();
    // `1,234` is one number, `1,2,3,4` is a list of four.
    let grouped = groups.iter().skip(1).all(|group| group.len() == 3);
    match grouped {
        true => digits(bare) >= 4 && !year,
        false => groups.iter().any(|group| digits(group) >= 4),
    }
}

/// Faults of the list of H2 headings.
fn sections(page: &Page) -> Vec<Placed> {
    let mut problems = title(page);
    let order = |name: &str| SECTIONS.iter().position(|(names, _)| names.contains(&name));
    let mut last: Option<usize> = None;
    let mut seen = [false; SECTIONS.len()];
    let second = page.headings.iter().filter(|(level, ..)| *level == HeadingLevel::H2);
    for (_, name, line) in second {
        let name = name.replace('’', "'");
        let problem = match (order(&name), last) {
            (None, None) => continue,
            (None, Some(before)) => Some(format!(
                "the section `{name}` stands behind `{}`, among the standard ones",
                SECTIONS[before].0[0]
            )),
            (Some(place), _) if seen[place] => {
                Some(format!("the section `{name}` stands there twice"))
            }
            (Some(place), Some(before)) if place < before => {
                Some(format!("the section `{name}` stands behind `{}`", SECTIONS[before].0[0]))
            }
            (Some(_), _) => None,
        };
        if let Some(place) = order(&name) {
            seen[place] = true;
            last = last.max(Some(place));
        }
        problems.extend(problem.map(|what| (*line, Problem::new(what, standard()))));
    }
    for ((names, required), seen) in SECTIONS.iter().zip(seen) {
        if *required && !seen {
            let what = format!("the chapter has no section `{}`", names.join("` or `"));
            problems.push((1, Problem::new(what, standard())));
        }
    }
    problems
}

fn title(page: &Page) -> Vec<Placed> {
    let first = page.headings.iter().filter(|(level, ..)| *level == HeadingLevel::H1);
    let lines: Vec<usize> = first.map(|(.., line)| *line).collect();
    match lines[..] {
        [_] => Vec::new(),
        [] => vec![(1, Problem::new("the chapter has no title", "begin it with `# Title`"))],
        [_, second, ..] => vec![(
            second,
            Problem::new("the chapter has a second title", "make it a section with `##`"),
        )],
    }
}

fn standard() -> String {
    let names: Vec<&str> = SECTIONS.iter().map(|(names, _)| names[0]).collect();
    format!("end the chapter with {}, in this order", names.join(", "))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn problems(text: &str, stage_chapter: bool) -> Vec<String> {
        let found = directive::find(text);
        let problems = check(text, &found, stage_chapter);
        problems.into_iter().map(|(line, problem)| format!("{line}: {}", problem.what)).collect()
    }

    #[test]
    fn numbers_that_look_measured_are_found_with_their_lines() {
        let text = "# T\n\nIt takes 4,865,609 nodes,\nor 1234, or 30 %,\nor 12.5% and +23 Elo.\n\n- 97 per cent, 25\n  Elo, 2024 nodes\n\nan Elo of 150\n";
        let wanted = [
            "3: the number `4,865,609`",
            "4: the number `1234`",
            "4: the number `30 %`",
            "5: the number `12.5%`",
            "5: the number `+23 Elo`",
            "7: the number `97 per cent`",
            "7: the number `25 Elo`",
            "8: the number `2024`",
            "10: the number `150`",
        ];
        let problems = problems(text, false);
        for (problem, wanted) in problems.iter().zip(wanted) {
            assert!(problem.starts_with(wanted), "{problem}");
        }
        assert_eq!(problems.len(), wanted.len(), "{problems:?}");
    }

    #[test]
    fn numbers_that_are_none_of_that_are_left_alone() {
        for text in [
            "Depths 1,2,3,4 and mdBook 0.5.4.",
            "In 1950, and 2026-11-30, with 64 squares and 0.5 of a pawn.",
            "The engine cb2026, x86-64, `1234567`, $2^{64} = 18446$, $$12345$$.",
            "{{n perft.start.d5}} and {{fact 1,234 | [that](https://x.org/12345)}}",
            "[the list](https://x.org/12345) and <https://x.org/98765>",
            "    12345 indented\n\n```\n12345\n```\n",
            "The FEN 8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1 is the third.",
            "## Further reading\n\nShannon, 1950, pp. 256–275, doi 10.1080/14786445008521796.",
            "<span data-x=\"12345\">a</span> &#1234;",
        ] {
            assert_eq!(problems(text, false), Vec::<String>::new(), "{text}");
        }
    }

    #[test]
    fn text_inside_html_is_prose_too() {
        assert_eq!(
            problems("<p>\n12,345 nodes</p>\n", false),
            ["2: the number `12,345` is typed into the text"]
        );
    }

    #[test]
    fn pictures_need_words() {
        let wanted = "a picture has no alternative text";
        assert_eq!(problems("a\n\n![](x.svg)\n", false), [format!("3: {wanted}")]);
        assert_eq!(problems("<img src=\"x.svg\">\n", false), [format!("1: {wanted}")]);
        assert_eq!(problems("<p>\n<img alt='' src='x'>\n", false), [format!("2: {wanted}")]);
        assert!(problems("![A board](x.svg) <img src=x alt=\"A tree\">\n", false).is_empty());
    }

    const CHAPTER: &str = "# Moves\n\n## Pins\n\n## What it costs\n\n## Try it\n\n## Pitfalls\n\n## Exercises\n\n## Further reading\n";

    #[test]
    fn the_standard_sections_are_accepted() {
        assert_eq!(problems(CHAPTER, true), Vec::<String>::new());
        let worth = CHAPTER.replace("## Ex", "## What it's worth\n\n## Ex");
        assert_eq!(problems(&worth, true), Vec::<String>::new());
    }

    #[test]
    fn other_lists_of_sections_are_refused() {
        let missing = problems(&CHAPTER.replace("## Pitfalls", "text"), true);
        assert_eq!(missing, ["1: the chapter has no section `Pitfalls`"]);
        let swapped =
            CHAPTER.replace("Try it", "X").replace("Pitfalls", "Try it").replace("X", "Pitfalls");
        assert_eq!(problems(&swapped, true), ["9: the section `Try it` stands behind `Pitfalls`"]);
        let strange = problems(&CHAPTER.replace("## Ex", "## Odds\n\n## Ex"), true);
        assert_eq!(
            strange,
            ["11: the section `Odds` stands behind `Pitfalls`, among the standard ones"]
        );
        let twice = problems(&format!("{CHAPTER}\n## Exercises\n"), true);
        assert_eq!(twice, ["15: the section `Exercises` stands there twice"]);
        assert_eq!(problems("# A\n\n# B\n", true)[0], "3: the chapter has a second title");
        assert_eq!(problems("text\n", true)[0], "1: the chapter has no title");
    }
}
