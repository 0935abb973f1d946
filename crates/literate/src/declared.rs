//! What `stages/measure.toml` declares, as far as the book needs it, with line numbers.
//!
//! How a table is measured is no business of the book, so all other keys are passed over.

use crate::fault::Fault;
use serde::Deserialize;
use std::path::Path;
use toml::Spanned;

/// Where the declarations lie, from the repository's root.
pub const PATH: &str = "stages/measure.toml";

/// One declared table or session.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Declared {
    pub id: String,
    pub line: usize,
    /// The position of a traced search.
    pub traced: Option<String>,
    /// Cells that the text may quote, and must, each with its line.
    pub quote: Vec<(String, usize)>,
}

#[derive(Deserialize)]
struct Document {
    #[serde(default)]
    table: Vec<Entry>,
}

#[derive(Deserialize)]
struct Entry {
    id: Spanned<String>,
    kind: Option<String>,
    fen: Option<String>,
    #[serde(default)]
    quote: Vec<Spanned<String>>,
}

/// All declarations. A missing file declares nothing.
pub fn load(root: &Path) -> Result<Vec<Declared>, Fault> {
    match std::fs::read_to_string(root.join(PATH)) {
        Ok(text) => parse(&text),
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => Ok(Vec::new()),
        Err(error) => Err(Fault::new(PATH, 0, format!("can't be read: {error}"), "restore it")),
    }
}

fn parse(text: &str) -> Result<Vec<Declared>, Fault> {
    let line = |byte: usize| crate::directive::line_of(text, byte.min(text.len()));
    let document: Document = toml::from_str(text).map_err(|error| {
        let place = error.span().map_or(0, |span| line(span.start));
        Fault::new(PATH, place, error.message().replace('\n', " "), "correct the declaration")
    })?;
    let declared = document.table.into_iter().map(|entry| Declared {
        line: line(entry.id.span().start),
        id: entry.id.into_inner(),
        traced: entry.fen.filter(|_| entry.kind.as_deref() == Some("trace")),
        quote: entry
            .quote
            .into_iter()
            .map(|cell| (line(cell.span().start), cell.into_inner()))
            .map(|(line, cell)| (cell, line))
            .collect(),
    });
    Ok(declared.collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ids_and_quotes_have_lines() {
        let text = "[[table]]\nid = \"perft\"\nkind = \"perft\"\nquote = [\n  \"start.d1\",\n  \"start.d2\",\n]\n[[table.row]]\nkey = \"start\"\n";
        let declared = parse(text).unwrap();
        assert_eq!(declared[0].line, 2);
        assert_eq!(declared[0].quote, [("start.d1".to_owned(), 5), ("start.d2".to_owned(), 6)]);
    }

    #[test]
    fn a_mistake_has_its_line() {
        let fault = parse("[[table]]\nid = 3\n").unwrap_err();
        assert_eq!(fault.line, 2);
    }
}
