//! Reads `book.toml`, and refuses what mdBook would silently leave out.
//!
//! mdBook 0.5.4 drops the whole `[output.html]` table when one of its keys is unknown or has the
//! wrong type. Here each such key is a fault with its line, and the rest of the table still counts.

use crate::fault::{Fault, Report};
use anyhow::{Context, Result};
use mdbook_driver::config::{
    BookConfig, BuildConfig, Code, Config, Fold, HtmlConfig, Playground, Print, RustConfig, Search,
    SearchChapterSettings,
};
use serde::Deserialize;
use serde::de::{DeserializeOwned, Deserializer, Visitor};
use std::path::{Path, PathBuf};
use std::str::FromStr;
use toml::de::{DeTable, DeValue};

/// Name of the file, from the root.
pub const FILE: &str = "book.toml";

/// What the book's settings say.
pub struct Settings {
    pub config: Config,
    /// Folder of the text, from the root.
    pub src: PathBuf,
}

/// Reads the settings; `None` if they're so wrong that there's nothing to build.
pub fn load(root: &Path, report: &Report) -> Result<Option<Settings>> {
    let text = std::fs::read_to_string(root.join(FILE))
        .with_context(|| format!("{FILE}: can't be read; it belongs into the repository's root"))?;
    let spanned = match DeTable::parse(&text) {
        Ok(spanned) => spanned,
        Err(error) => {
            let line = error.span().map_or(0, |span| line_of(&text, span.start));
            report.push(fault(line, error.message(), "mend the TOML"));
            return Ok(None);
        }
    };
    let mut unknown = Vec::new();
    find_unknown(spanned.get_ref(), &mut Vec::new(), &mut unknown);
    let mut table: toml::Table = toml::from_str(&text)?;
    for key in &unknown {
        let name = key.path.join(".");
        let line = line_of(&text, key.offset);
        report.push(fault(line, format!("unknown key `{name}`"), &key.cure));
        remove(&mut table, &key.path);
    }
    if let Err(error) = toml::from_str::<Shape>(&text_without(&text, &unknown)) {
        let line = error.span().map_or(0, |span| line_of(&text, span.start));
        let what = error.message().replace('\n', " ");
        report.push(fault(line, what, "give the key a value of the right type"));
        return Ok(None);
    }
    let config = Config::from_str(&toml::to_string(&table)?)?;
    let src = config.book.src.clone();
    check_files(root, &text, &config, report);
    if !config.build.build_dir.starts_with("target") {
        report.push(fault(
            line_with(&text, "build-dir"),
            format!("the build folder `{}` isn't below target/", config.build.build_dir.display()),
            "set build-dir = \"target/book\", since the folder is emptied before each build",
        ));
        return Ok(None);
    }
    Ok(Some(Settings { config, src }))
}

fn fault(line: usize, what: impl Into<String>, cure: impl Into<String>) -> Fault {
    Fault::new(FILE, line, what, cure)
}

/// Files that `[output.html]` names have to be there.
fn check_files(root: &Path, text: &str, config: &Config, report: &Report) {
    let html = config.html_config().unwrap_or_default();
    let named = html.additional_css.iter().chain(&html.additional_js).chain(&html.theme);
    for path in named.filter(|path| !root.join(path).exists()) {
        let shown = path.display().to_string();
        let line = line_with(text, &shown);
        let what = format!("there's no `{shown}`");
        report.push(fault(line, what, "add the file or remove its name"));
    }
}

/// The two tables that mdBook reads itself, with types that refuse what they don't know.
#[derive(Deserialize)]
#[serde(default)]
#[derive(Default)]
struct Shape {
    #[serde(rename = "book")]
    _book: BookConfig,
    #[serde(rename = "build")]
    _build: BuildConfig,
    #[serde(rename = "rust")]
    _rust: RustConfig,
    #[serde(rename = "output")]
    _output: Outputs,
}

#[derive(Deserialize, Default)]
#[serde(default)]
struct Outputs {
    #[serde(rename = "html")]
    _html: HtmlConfig,
}

/// A key that nothing reads.
struct Unknown {
    path: Vec<String>,
    /// Where the key begins, in bytes.
    offset: usize,
    /// From the key's first byte to the end of its value.
    end: usize,
    cure: String,
}

fn find_unknown(table: &DeTable<'_>, path: &mut Vec<String>, unknown: &mut Vec<Unknown>) {
    let Some(known) = known_keys(path) else { return };
    for (key, value) in table {
        path.push(key.get_ref().to_string());
        if !known.contains(&key.get_ref().as_ref()) {
            unknown.push(Unknown {
                path: path.clone(),
                offset: key.span().start,
                end: value.span().end.max(key.span().end),
                cure: cure(key.get_ref(), known),
            });
        } else if let DeValue::Table(inner) = value.get_ref() {
            find_unknown(inner, path, unknown);
        }
        path.pop();
    }
}

fn cure(key: &str, known: &[&str]) -> String {
    match super::closest(key, known.iter().copied()) {
        Some(close) => format!("did you mean `{close}`?"),
        None => format!("remove it; known here: {}", known.join(", ")),
    }
}

/// The keys that may stand in the table at `path`; `None` where any may.
fn known_keys(path: &[String]) -> Option<&'static [&'static str]> {
    let path: Vec<&str> = path.iter().map(String::as_str).collect();
    Some(match path[..] {
        [] => &["book", "build", "rust", "output", "preprocessor"],
        ["book"] => fields::<BookConfig>(),
        ["build"] => fields::<BuildConfig>(),
        ["rust"] => fields::<RustConfig>(),
        ["output"] => &["html"],
        ["output", "html"] => fields::<HtmlConfig>(),
        ["output", "html", "fold"] => fields::<Fold>(),
        ["output", "html", "playground"] => fields::<Playground>(),
        ["output", "html", "code"] => fields::<Code>(),
        ["output", "html", "print"] => fields::<Print>(),
        ["output", "html", "search"] => fields::<Search>(),
        ["output", "html", "search", "chapter", _] => fields::<SearchChapterSettings>(),
        ["preprocessor"] => &["literate"],
        ["preprocessor", _] => &["command", "before", "after", "optional", "renderers"],
        _ => return None,
    })
}

fn remove(table: &mut toml::Table, path: &[String]) {
    match path {
        [] => {}
        [last] => {
            table.remove(last);
        }
        [first, rest @ ..] => {
            if let Some(inner) = table.get_mut(first).and_then(toml::Value::as_table_mut) {
                remove(inner, rest);
            }
        }
    }
}

/// The same text with unknown keys blanked, so that offsets of errors in the rest still hold.
///
/// A whole unknown table keeps its head, which no error can come from: [`Shape`] reads only tables
/// that are known, except below `[output]`, whose other renderers it passes over.
fn text_without(text: &str, unknown: &[Unknown]) -> String {
    let mut bytes = text.as_bytes().to_vec();
    for key in unknown {
        let before = &text[..key.offset];
        if before.rfind('[') > before.rfind('\n') {
            let start = before.rfind('[').unwrap_or(key.offset);
            let end = table_end(text, key.offset);
            blank(&mut bytes[start..end]);
        } else {
            blank(&mut bytes[key.offset..key.end]);
        }
    }
    String::from_utf8(bytes).unwrap_or_default()
}

/// Where the next table's head begins.
fn table_end(text: &str, from: usize) -> usize {
    text[from..].find("\n[").map_or(text.len(), |length| from + length)
}

fn blank(bytes: &mut [u8]) {
    bytes.iter_mut().filter(|byte| **byte != b'\n').for_each(|byte| *byte = b' ');
}

fn line_of(text: &str, offset: usize) -> usize {
    super::lines::Lines::of(text).at(offset)
}

fn line_with(text: &str, needle: &str) -> usize {
    text.lines().position(|line| line.contains(needle)).map_or(0, |index| index + 1)
}

/// Asks a type for the names of its fields: mdBook doesn't publish them in any other way.
fn fields<T: DeserializeOwned>() -> &'static [&'static str] {
    let mut names: &'static [&'static str] = &[];
    // The answer is always an error, since there's nothing to read.
    let _ = T::deserialize(FieldNames(&mut names));
    names
}

struct FieldNames<'a>(&'a mut &'static [&'static str]);

impl<'de> Deserializer<'de> for FieldNames<'_> {
    type Error = serde::de::value::Error;

    fn deserialize_any<V: Visitor<'de>>(self, _: V) -> Result<V::Value, Self::Error> {
        Err(serde::de::Error::custom("only structs have fields"))
    }

    fn deserialize_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        fields: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Self::Error> {
        *self.0 = fields;
        self.deserialize_any(visitor)
    }

    serde::forward_to_deserialize_any! {
        bool i8 i16 i32 i64 u8 u16 u32 u64 f32 f64 char str string bytes byte_buf option unit
        unit_struct newtype_struct seq tuple tuple_struct map enum identifier ignored_any
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn field_names_are_those_of_the_file() {
        assert!(fields::<HtmlConfig>().contains(&"additional-css"));
        assert!(fields::<Fold>().contains(&"level"));
    }
}
