//! `stages/measure.toml`: what is to be measured, an entry a table or session, with line numbers.
//!
//! It holds what every entry has. What a kind of table says beyond that is the measuring's business.

use crate::digest::Gatherer;
use serde::Deserialize;
use toml::{Spanned, Table, Value};

/// Where the declarations lie, from the repository's root.
pub const PATH: &str = "stages/measure.toml";
/// What stands in `stage` for the working copy.
pub const MAIN: &str = "main";
/// The keys that hold words alone, so that a new wording is no new measurement.
const WORDS: [&str; 3] = ["title", "corner", "quote"];

/// One declared table or session.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Entry {
    pub id: String,
    pub line: usize,
    /// A stage's tag, or [`MAIN`].
    pub stage: String,
    /// How it's measured: `perft`, `bench`, `session` and so on.
    pub kind: String,
    pub title: String,
    pub corner: String,
    /// The experiment whose patch the engine gets first, if one.
    pub patch: Option<String>,
    /// Cells that the text may quote, and must, each with its line.
    pub quote: Vec<(String, usize)>,
    /// All keys as they stand there.
    pub fields: Table,
}

/// What is wrong with the file, and where.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mistake {
    pub line: usize,
    pub what: String,
}

#[derive(Deserialize)]
struct Document {
    #[serde(default)]
    table: Vec<Lines>,
}

/// What is needed with its line.
#[derive(Deserialize)]
struct Lines {
    id: Spanned<String>,
    #[serde(default)]
    quote: Vec<Spanned<String>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Plain {
    #[serde(default)]
    table: Vec<Table>,
}

/// All entries, in the order of the file.
pub fn parse(text: &str) -> Result<Vec<Entry>, Mistake> {
    let mistake = |error: toml::de::Error| Mistake {
        line: error.span().map_or(0, |span| line_of(text, span.start)),
        what: error.message().split_whitespace().collect::<Vec<_>>().join(" "),
    };
    let plain: Plain = toml::from_str(text).map_err(mistake)?;
    let lines: Document = toml::from_str(text).map_err(mistake)?;
    let entries = lines.table.into_iter().zip(plain.table).map(|(lines, fields)| {
        let word = |key: &str| fields.get(key).and_then(Value::as_str).unwrap_or_default();
        let quote = lines.quote.into_iter();
        Entry {
            line: line_of(text, lines.id.span().start),
            id: lines.id.into_inner(),
            stage: word("stage").to_owned(),
            kind: word("kind").to_owned(),
            title: word("title").to_owned(),
            corner: word("corner").to_owned(),
            patch: fields.get("patch").and_then(Value::as_str).map(str::to_owned),
            quote: quote
                .map(|q| (line_of(text, q.span().start), q))
                .map(|(l, q)| (q.into_inner(), l))
                .collect(),
            fields,
        }
    });
    Ok(entries.collect())
}

fn line_of(text: &str, byte: usize) -> usize {
    text.bytes().take(byte).filter(|&byte| byte == b'\n').count() + 1
}

impl Entry {
    /// A digest of what decides over the numbers: all but words and labels.
    pub fn digest(&self) -> String {
        let mut fields = self.fields.clone();
        fields.retain(|key, _| !WORDS.contains(&key));
        for list in ["row", "columns"] {
            let items = fields.get_mut(list).and_then(Value::as_array_mut);
            for item in items.into_iter().flatten().filter_map(Value::as_table_mut) {
                item.remove("label");
            }
        }
        let mut gatherer = Gatherer::new();
        gatherer.add_value(&Value::Table(fields));
        gatherer.finish()
    }

    /// The declared label of a row, if rows are declared.
    pub fn row_label(&self, key: &str) -> Option<&str> {
        self.label("row", key)
    }

    pub fn column_label(&self, key: &str) -> Option<&str> {
        self.label("columns", key)
    }

    fn label(&self, list: &str, key: &str) -> Option<&str> {
        let items = self.fields.get(list)?.as_array()?;
        let item = items.iter().find(|item| item.get("key").and_then(Value::as_str) == Some(key));
        item?.get("label")?.as_str()
    }

    /// Whether it compares all stages up to its own, and so belongs to the engines of all of them.
    pub fn is_of_all_stages(&self) -> bool {
        self.kind == "stages"
    }

    /// Whether an experiment is declared to change none of the numbers.
    pub fn is_unchanged(&self) -> bool {
        self.fields.get("unchanged").and_then(Value::as_bool).unwrap_or_default()
    }

    /// The position of a traced search.
    pub fn traced(&self) -> Option<&str> {
        self.fields.get("fen")?.as_str().filter(|_| self.kind == "trace")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = "\
[[table]]
id = \"perft\"
kind = \"perft\"
title = \"Leaves\"
depths = [1, 2]
quote = [
  \"start.d1\",
  \"start.d2\",
]
[[table.row]]
key = \"start\"
label = \"Start\"
";

    fn entry(text: &str) -> Entry {
        parse(text).unwrap().remove(0)
    }

    #[test]
    fn ids_and_quotes_have_lines_and_rows_have_labels() {
        let entry = entry(TEXT);
        assert_eq!(entry.line, 2);
        assert_eq!(entry.quote, [("start.d1".to_owned(), 7), ("start.d2".to_owned(), 8)]);
        assert_eq!((entry.row_label("start"), entry.row_label("end")), (Some("Start"), None));
    }

    #[test]
    fn words_are_no_part_of_the_digest() {
        let digest = entry(TEXT).digest();
        for (old, new) in
            [("\"Leaves\"", "\"L\""), ("\"Start\"", "\"S\""), ("start.d1", "start.d9")]
        {
            assert_eq!(entry(&TEXT.replace(old, new)).digest(), digest, "{old}");
        }
        for (old, new) in [("[1, 2]", "[1, 3]"), ("\"start\"", "\"end\"")] {
            assert_ne!(entry(&TEXT.replace(old, new)).digest(), digest, "{old}");
        }
    }

    #[test]
    fn a_mistake_has_its_line() {
        assert_eq!(parse("[[table]]\nid = 3\n").unwrap_err().line, 2);
        assert_eq!(parse("[[tables]]\n").unwrap_err().line, 1);
    }
}
