//! Finds the directives in a chapter's Markdown.
//!
//! It knows their grammar and where they may stand. It doesn't know what they mean: files, anchors and
//! numbers are looked up elsewhere. Code blocks, inline code and `\{{` are left alone.

use crate::fault::Problem;
use pulldown_cmark::{Event, Options, Parser, Tag, TagEnd};
use std::ops::Range;

/// What a directive asks for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Directive {
    Code(CodeArguments),
    Number(Key),
    Difference(Key, Key),
    Percent(Key, Key),
    Ratio(Key, Key),
    Table(String),
    Session(String),
    /// The whole argument: its parts are the board's business.
    Board(String),
    Fact {
        number: String,
        source: String,
    },
    Stages,
    Tree(String),
    Plot(String),
    Match(String),
    /// Several matches in one table, and its title.
    Matches(Vec<String>, String),
    /// What a match's players leave on their clocks.
    Clock(String),
    Elo(String),
    /// The stage that the ladder leads up to.
    Ladder(String),
    Ruler,
    /// An experiment's name.
    Patch(String),
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CodeArguments {
    pub file: String,
    pub anchor: String,
    /// `None` is the page's own stage.
    pub stage: Option<String>,
    /// Whether the lines that the stage deleted are offered.
    pub deleted: bool,
}

/// A cell of a measured table.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Key {
    pub id: String,
    pub row: String,
    pub column: String,
}

impl std::fmt::Display for Key {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}.{}.{}", self.id, self.row, self.column)
    }
}

/// A directive, or what is wrong with it, and its place.
#[derive(Debug)]
pub struct Found {
    /// Bytes of the chapter, braces included.
    pub range: Range<usize>,
    /// Counted from 1.
    pub line: usize,
    /// Inside a formula only plain text can stand.
    pub in_formula: bool,
    pub directive: Result<Directive, Problem>,
}

/// A directive's name, whether it is a block, and how it is written.
const NAMES: [(&str, bool, &str); 19] = [
    ("code", true, "{{code FILE ANCHOR [stage=N] [deleted]}}"),
    ("n", false, "{{n ID.ROW.COLUMN}}"),
    ("diff", false, "{{diff ID.ROW.COLUMN ID.ROW.COLUMN}}"),
    ("percent", false, "{{percent ID.ROW.COLUMN ID.ROW.COLUMN}}"),
    ("ratio", false, "{{ratio ID.ROW.COLUMN ID.ROW.COLUMN}}"),
    ("table", true, "{{table ID}}"),
    ("session", true, "{{session ID}}"),
    ("board", true, "{{board FEN | alt=… [| moves=…] [| marks=…] [| from=black] [| caption=…]}}"),
    ("fact", false, "{{fact NUMBER | SOURCE}}"),
    ("stages", true, "{{stages}}"),
    ("tree", true, "{{tree ID}}"),
    ("plot", true, "{{plot ID}}"),
    ("match", true, "{{match ID}}"),
    ("matches", true, "{{matches ID ID… | TITLE}}"),
    ("clock", true, "{{clock ID}}"),
    ("elo", false, "{{elo ID}}"),
    ("ladder", true, "{{ladder STAGE}}"),
    ("ruler", true, "{{ruler}}"),
    ("patch", true, "{{patch NAME}}"),
];

/// The Markdown that mdBook reads, with formulas, which the book's own preprocessor reads.
pub fn markdown() -> Options {
    Options::ENABLE_TABLES
        | Options::ENABLE_FOOTNOTES
        | Options::ENABLE_STRIKETHROUGH
        | Options::ENABLE_TASKLISTS
        | Options::ENABLE_HEADING_ATTRIBUTES
        | Options::ENABLE_MATH
}

/// The line, counted from 1, of a byte of `text`.
pub fn line_of(text: &str, byte: usize) -> usize {
    text.as_bytes()[..byte].iter().filter(|&&b| b == b'\n').count() + 1
}

/// All directives of a chapter, in order.
pub fn find(text: &str) -> Vec<Found> {
    let (code, formulas) = special_ranges(text);
    let mut found: Vec<Found> = Vec::new();
    let mut at = 0;
    while let Some(start) = text[at..].find("{{").map(|offset| at + offset) {
        at = start + 2;
        if let Some(range) = code.iter().find(|range| range.contains(&start)) {
            at = range.end;
            continue;
        }
        if text[..start].ends_with('\\') {
            continue;
        }
        let in_formula = formulas.iter().any(|range| range.contains(&start));
        if in_formula && !begins_with_name(&text[start + 2..]) {
            // Braces are also grouping in formulas.
            continue;
        }
        let line = line_of(text, start);
        let (range, directive) = match closing(text, start) {
            None => (start..start + 2, Err(unclosed())),
            Some(end) => {
                at = end;
                let directive = parse(text[start + 2..end - 2].trim())
                    .and_then(|directive| check_place(text, &(start..end), directive));
                (start..end, directive)
            }
        };
        found.push(Found { range, line, in_formula, directive });
    }
    found
}

/// Ranges of code, and of formulas.
fn special_ranges(text: &str) -> (Vec<Range<usize>>, Vec<Range<usize>>) {
    let (mut code, mut formulas) = (Vec::new(), Vec::new());
    let mut block = None;
    for (event, range) in Parser::new_ext(text, markdown()).into_offset_iter() {
        match event {
            Event::Start(Tag::CodeBlock(_)) => block = Some(range),
            Event::End(TagEnd::CodeBlock) => code.extend(block.take()),
            Event::Code(_) => code.push(range),
            Event::InlineMath(_) | Event::DisplayMath(_) => formulas.push(range),
            _ => {}
        }
    }
    code.sort_by_key(|range| range.start);
    (code, formulas)
}

fn begins_with_name(rest: &str) -> bool {
    let name = rest.split(|c: char| c.is_whitespace() || c == '}').next().unwrap_or_default();
    NAMES.iter().any(|(known, ..)| *known == name)
}

/// The end of the directive that opens at `start`. A directive may go over lines, not over a blank one.
fn closing(text: &str, start: usize) -> Option<usize> {
    let rest = &text[start..];
    let end = rest.find("}}")? + 2;
    let inner = &rest[2..end];
    (!inner.contains("\n\n") && !inner.contains("{{")).then_some(start + end)
}

fn unclosed() -> Problem {
    Problem::new("a directive isn't closed", "end it with `}}`, or write `\\{{` for two braces")
}

/// A block stands alone on its lines, since it becomes HTML that Markdown must not wrap.
fn check_place(
    text: &str,
    range: &Range<usize>,
    directive: Directive,
) -> Result<Directive, Problem> {
    if !directive.is_block() {
        return Ok(directive);
    }
    let before = text[..range.start].rsplit('\n').next().unwrap_or_default();
    let after = text[range.end..].split('\n').next().unwrap_or_default();
    if before.is_empty() && after.trim().is_empty() {
        return Ok(directive);
    }
    let name = directive.name();
    Err(Problem::new(
        format!("`{{{{{name} …}}}}` shares its line with other text or is indented"),
        "put it on a line of its own, from the first column on",
    ))
}

impl Directive {
    pub fn name(&self) -> &'static str {
        match self {
            Self::Code(_) => "code",
            Self::Number(_) => "n",
            Self::Difference(..) => "diff",
            Self::Percent(..) => "percent",
            Self::Ratio(..) => "ratio",
            Self::Table(_) => "table",
            Self::Session(_) => "session",
            Self::Board(_) => "board",
            Self::Fact { .. } => "fact",
            Self::Stages => "stages",
            Self::Tree(_) => "tree",
            Self::Plot(_) => "plot",
            Self::Match(_) => "match",
            Self::Matches(..) => "matches",
            Self::Clock(_) => "clock",
            Self::Elo(_) => "elo",
            Self::Ladder(_) => "ladder",
            Self::Ruler => "ruler",
            Self::Patch(_) => "patch",
        }
    }

    pub fn is_block(&self) -> bool {
        NAMES.iter().any(|(name, block, _)| *name == self.name() && *block)
    }
}

fn parse(inner: &str) -> Result<Directive, Problem> {
    let (name, rest) = inner.split_once(char::is_whitespace).unwrap_or((inner, ""));
    let rest = rest.trim();
    let words: Vec<&str> = rest.split_whitespace().collect();
    match name {
        "code" => code(&words),
        "n" => {
            let [key] = keys(name, &words)?;
            Ok(Directive::Number(key))
        }
        "diff" => keys(name, &words).map(|[a, b]| Directive::Difference(a, b)),
        "percent" => keys(name, &words).map(|[a, b]| Directive::Percent(a, b)),
        "ratio" => keys(name, &words).map(|[a, b]| Directive::Ratio(a, b)),
        "table" => id(name, &words).map(Directive::Table),
        "session" => id(name, &words).map(Directive::Session),
        "tree" => id(name, &words).map(Directive::Tree),
        "plot" => id(name, &words).map(Directive::Plot),
        "match" => id(name, &words).map(Directive::Match),
        "matches" => matches(rest),
        "clock" => id(name, &words).map(Directive::Clock),
        "elo" => id(name, &words).map(Directive::Elo),
        "patch" => id(name, &words).map(Directive::Patch),
        "ladder" => id(name, &words).map(Directive::Ladder),
        "board" if rest.is_empty() => Err(wrong_number(name, 1, 0)),
        "board" => Ok(Directive::Board(words.join(" "))),
        "fact" => fact(rest),
        "ruler" if words.is_empty() => Ok(Directive::Ruler),
        "ruler" => Err(wrong_number(name, 0, words.len())),
        "stages" if words.is_empty() => Ok(Directive::Stages),
        "stages" => Err(wrong_number(name, 0, words.len())),
        _ => Err(unknown(name)),
    }
}

fn code(words: &[&str]) -> Result<Directive, Problem> {
    let [file, anchor, options @ ..] = words else {
        return Err(wrong_number("code", 2, words.len()));
    };
    let mut arguments = CodeArguments {
        file: (*file).to_owned(),
        anchor: (*anchor).to_owned(),
        stage: None,
        deleted: false,
    };
    for option in options {
        match option.split_once('=') {
            Some(("stage", stage)) if !stage.is_empty() => arguments.stage = Some(stage.to_owned()),
            None if *option == "deleted" => arguments.deleted = true,
            _ => {
                return Err(Problem::new(
                    format!("`{{{{code}}}}` has no option `{option}`"),
                    "use `stage=N`, `stage=main` or `deleted`",
                ));
            }
        }
    }
    Ok(Directive::Code(arguments))
}

fn matches(rest: &str) -> Result<Directive, Problem> {
    let (ids, title) = rest.split_once('|').unwrap_or((rest, ""));
    let ids: Vec<String> = ids.split_whitespace().map(str::to_owned).collect();
    let title = title.trim();
    if ids.is_empty() || title.is_empty() {
        return Err(Problem::new(
            "`{{matches}}` lacks its matches or its title",
            "write `{{matches ID ID… | TITLE}}`",
        ));
    }
    Ok(Directive::Matches(ids, title.to_owned()))
}

/// The only argument.
fn id(name: &str, words: &[&str]) -> Result<String, Problem> {
    match words {
        [id] => Ok((*id).to_owned()),
        _ => Err(wrong_number(name, 1, words.len())),
    }
}

fn keys<const N: usize>(name: &str, words: &[&str]) -> Result<[Key; N], Problem> {
    let keys = words.iter().map(|word| key(word)).collect::<Result<Vec<_>, _>>()?;
    keys.try_into().map_err(|_| wrong_number(name, N, words.len()))
}

fn key(word: &str) -> Result<Key, Problem> {
    match word.split('.').collect::<Vec<_>>()[..] {
        [id, row, column] if ![id, row, column].contains(&"") => {
            Ok(Key { id: id.to_owned(), row: row.to_owned(), column: column.to_owned() })
        }
        _ => Err(Problem::new(
            format!("`{word}` isn't the key of a measured number"),
            "write it as `ID.ROW.COLUMN`, such as `perft.start.d5`",
        )),
    }
}

fn fact(rest: &str) -> Result<Directive, Problem> {
    let (number, source) = rest.split_once('|').unwrap_or((rest, ""));
    let (number, source) = (number.trim(), source.trim());
    if number.is_empty() || source.is_empty() {
        return Err(Problem::new(
            "a fact has no number or no source",
            format!("write it as `{}`", usage("fact")),
        ));
    }
    Ok(Directive::Fact { number: number.to_owned(), source: source.to_owned() })
}

fn usage(name: &str) -> &'static str {
    NAMES.iter().find(|(known, ..)| *known == name).map_or("", |(_, _, usage)| usage)
}

fn wrong_number(name: &str, wanted: usize, got: usize) -> Problem {
    let plural = if wanted == 1 { "" } else { "s" };
    Problem::new(
        format!("`{{{{{name}}}}}` takes {wanted} argument{plural}, not {got}"),
        format!("write it as `{}`", usage(name)),
    )
}

fn unknown(name: &str) -> Problem {
    let names: Vec<&str> = NAMES.iter().map(|(name, ..)| *name).collect();
    Problem::new(
        format!("there's no directive `{name}`"),
        format!("use one of {}, or write `\\{{{{` for two braces", names.join(", ")),
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    fn one(text: &str) -> Result<Directive, Problem> {
        let mut found = find(text);
        assert_eq!(found.len(), 1, "{text}: {found:?}");
        found.remove(0).directive
    }

    fn what(text: &str) -> String {
        let problem = one(text).expect_err("it's wrong on purpose");
        format!("{}; {}", problem.what, problem.cure)
    }

    #[test]
    fn arguments_and_options_are_read() {
        let arguments = CodeArguments {
            file: "fen.rs".into(),
            anchor: "parse".into(),
            stage: Some("2".into()),
            deleted: true,
        };
        assert_eq!(
            one("{{code fen.rs parse deleted stage=2}}").unwrap(),
            Directive::Code(arguments)
        );
        let key = |column: &str| Key {
            id: "perft".into(),
            row: "start".into(),
            column: column.to_owned(),
        };
        assert_eq!(
            one("up {{diff perft.start.d1 perft.start.d2}} nodes").unwrap(),
            Directive::Difference(key("d1"), key("d2"))
        );
        let fact = Directive::Fact { number: "2,300".into(), source: "[list](https://x)".into() };
        assert_eq!(one("{{fact 2,300 | [list](https://x)}}").unwrap(), fact);
    }

    #[test]
    fn code_and_escapes_are_left_alone() {
        let text =
            "a `{{n a.b.c}}` \\{{n a.b.c}}\n\n```text\n{{nonsense}}\n```\n\n    {{indented}}\n";
        assert!(find(text).is_empty(), "{:?}", find(text));
    }

    #[test]
    fn braces_in_formulas_group_unless_they_name_a_directive() {
        let text = "$2^{{n+1}}$ and $x = {{n a.b.c}}$";
        let found = find(text);
        assert_eq!(found.len(), 1);
        assert!(found[0].in_formula);
    }

    #[test]
    fn places_are_counted() {
        let found = find("one\n\n{{table x}}\n\ntext {{n a.b.c}}\n");
        assert_eq!(found.iter().map(|f| f.line).collect::<Vec<_>>(), [3, 5]);
    }

    #[test]
    fn mistakes_name_what_exists() {
        assert!(what("{{tabel x}}").contains("use one of code, n, diff"));
        assert!(what("{{code fen.rs}}").contains("takes 2 arguments, not 1"));
        assert!(what("{{code fen.rs a big}}").contains("no option `big`; use `stage=N`"));
        assert!(what("{{n perft.start}}").contains("write it as `ID.ROW.COLUMN`"));
        assert!(what("{{table}}").contains("takes 1 argument, not 0"));
        assert!(what("{{fact 1,234}}").contains("no source"));
        assert!(what("see {{table x}}").contains("line of its own"));
        assert!(what("{{n a.b.c").contains("isn't closed"));
        assert!(what("- {{code a b}}").contains("line of its own"));
    }
}
