//! Reads `stages/measure.toml`: what is to be measured, a table per entry.
//!
//! Strict on purpose. An unknown key, a doubled id or an impossible depth is an error that names the
//! table and the cure, before anything is built.

use super::{bench, lines, peers, perft, session, sizes, speed, trace};
use crate::stages::parse_fault;
use anyhow::{Context, Result, anyhow, bail, ensure};
use literate::manifest::Manifest;
use literate::results::Measured;
use regex::Regex;
use serde::Deserialize;
use serde::de::DeserializeOwned;
use std::collections::HashSet;
use std::path::Path;

/// Where the declarations lie, from the repository's root.
pub const PATH: &str = "stages/measure.toml";
/// What stands in `stage` for the working copy.
pub const MAIN: &str = "main";
/// The keys that change only words, so that a new wording doesn't measure anew.
const WORDS: [&str; 3] = ["title", "corner", "quote"];

/// One table or session to be measured.
#[derive(Debug)]
pub struct Table {
    pub id: String,
    /// A stage's tag, or [`MAIN`].
    pub stage: String,
    pub kind: Kind,
    pub title: String,
    pub corner: String,
    /// Cells that prose may quote, as `row.column`.
    pub quote: Vec<String>,
    /// The entry as it stands in the file, with its keys sorted.
    pub declared: serde_json::Value,
}

/// How a table is measured. Each kind has a file of its own.
#[derive(Debug)]
pub enum Kind {
    Perft(perft::Perft),
    Bench(bench::Bench),
    Sizes(sizes::Sizes),
    Lines(lines::Lines),
    Session(session::Session),
    Speed(speed::Speed),
    Peers(peers::Peers),
    Trace(trace::Trace),
}

impl Kind {
    fn parse(name: &str, rest: toml::Table) -> Result<Self> {
        Ok(match name {
            "perft" => Self::Perft(fields::<perft::Perft>(rest)?.checked()?),
            "bench" => Self::Bench(fields::<bench::Bench>(rest)?.checked()?),
            "sizes" => Self::Sizes(fields::<sizes::Sizes>(rest)?.checked()?),
            "lines" => Self::Lines(fields::<lines::Lines>(rest)?.checked()?),
            "session" => Self::Session(fields::<session::Session>(rest)?.checked()?),
            "speed" => Self::Speed(fields::<speed::Speed>(rest)?.checked()?),
            "peers" => Self::Peers(fields::<peers::Peers>(rest)?.checked()?),
            "trace" => Self::Trace(fields::<trace::Trace>(rest)?.checked()?),
            _ => bail!(
                "unknown kind `{name}`; choose perft, bench, sizes, lines, session, speed, peers or \
                 trace"
            ),
        })
    }

    pub fn name(&self) -> &'static str {
        match self {
            Self::Perft(_) => "perft",
            Self::Bench(_) => "bench",
            Self::Sizes(_) => "sizes",
            Self::Lines(_) => "lines",
            Self::Session(_) => "session",
            Self::Speed(_) => "speed",
            Self::Peers(_) => "peers",
            Self::Trace(_) => "trace",
        }
    }
}

/// The keys that every kind has.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Head {
    id: String,
    stage: String,
    kind: String,
    title: String,
    #[serde(default)]
    corner: String,
    #[serde(default)]
    quote: Vec<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Document {
    #[serde(default, rename = "table")]
    tables: Vec<toml::Table>,
}

/// All declared tables, in the order of the file.
pub fn load(root: &Path, manifest: &Manifest) -> Result<Vec<Table>> {
    let text = std::fs::read_to_string(root.join(PATH))
        .with_context(|| format!("{PATH}: can't be read; restore it with `git restore {PATH}`"))?;
    parse(&text, manifest)
}

pub fn parse(text: &str, manifest: &Manifest) -> Result<Vec<Table>> {
    let document: Document = toml::from_str(text)
        .map_err(|error| anyhow!("{}; correct the file", parse_fault(PATH, text, &error)))?;
    let mut ids = HashSet::new();
    let mut tables = Vec::new();
    for (index, entry) in document.tables.into_iter().enumerate() {
        let id = entry.get("id").and_then(toml::Value::as_str);
        let name = id.map_or_else(|| format!("table {}", index + 1), |id| format!("table `{id}`"));
        let table = one(entry, manifest).with_context(|| format!("{PATH}: {name}"))?;
        ensure!(ids.insert(table.id.clone()), "{PATH}: {name} stands twice; rename one of them");
        tables.push(table);
    }
    Ok(tables)
}

fn one(entry: toml::Table, manifest: &Manifest) -> Result<Table> {
    let declared = sorted(serde_json::to_value(&entry).context("not a table of plain values")?);
    let shared = ["id", "stage", "kind", "title", "corner", "quote"];
    let (head, rest): (Vec<_>, Vec<_>) =
        entry.into_iter().partition(|(key, _)| shared.contains(&key.as_str()));
    let head: Head = fields(head.into_iter().collect())?;
    ensure!(is_kebab(&head.id), "id `{}` isn't in kebab-case; write it like `perft-six`", head.id);
    ensure!(!head.title.trim().is_empty(), "the title is empty; say what the table shows");
    if head.stage != MAIN && !manifest.stages.iter().any(|stage| stage.tag == head.stage) {
        bail!("no stage has the tag `{}`; take one of the manifest, or `{MAIN}`", head.stage);
    }
    let kind = Kind::parse(&head.kind, rest.into_iter().collect())?;
    let mut quoted = HashSet::new();
    for key in &head.quote {
        ensure!(
            key.split_once('.').is_some_and(|(row, column)| is_key(row) && is_key(column)),
            "quote `{key}` isn't a cell; write it as `row.column`"
        );
        ensure!(quoted.insert(key), "quote `{key}` stands twice; remove one of them");
    }
    let Head { id, stage, title, corner, quote, .. } = head;
    Ok(Table { id, stage, kind, title, corner, quote, declared })
}

fn fields<T: DeserializeOwned>(table: toml::Table) -> Result<T> {
    toml::Value::Table(table).try_into().map_err(|error: toml::de::Error| {
        anyhow!("{}; correct the entry", crate::line::flatten(error.message()))
    })
}

/// Keys in alphabetical order all the way down, so that the same entry gives the same bytes.
fn sorted(value: serde_json::Value) -> serde_json::Value {
    use serde_json::Value;
    match value {
        Value::Object(map) => {
            let mut entries: Vec<_> = map.into_iter().collect();
            entries.sort_by(|a, b| a.0.cmp(&b.0));
            Value::Object(entries.into_iter().map(|(key, value)| (key, sorted(value))).collect())
        }
        Value::Array(items) => Value::Array(items.into_iter().map(sorted).collect()),
        other => other,
    }
}

fn is_kebab(text: &str) -> bool {
    Regex::new("^[a-z][a-z0-9]*(-[a-z0-9]+)*$").is_ok_and(|shape| shape.is_match(text))
}

/// Whether the text can be a row's or a column's key: a number key is `ID.ROW.COLUMN`.
fn is_key(text: &str) -> bool {
    Regex::new("^[a-z0-9]+([-_][a-z0-9]+)*$").is_ok_and(|shape| shape.is_match(text))
}

/// Refuses rows that are doubled, unnamed, or not there at all.
pub fn check_rows<'a>(rows: impl IntoIterator<Item = (&'a str, &'a str)>) -> Result<()> {
    let mut known = HashSet::new();
    for (key, label) in rows {
        ensure!(is_key(key), "row key `{key}` isn't in kebab-case; write it like `start`");
        ensure!(!label.trim().is_empty(), "row `{key}` has an empty label; name it");
        ensure!(known.insert(key), "row `{key}` stands twice; rename one of them");
    }
    ensure!(!known.is_empty(), "there are no rows; add `[[table.row]]`");
    Ok(())
}

/// Refuses depths that are missing, out of order, or beyond what a table can wait for.
pub fn check_depths(depths: &[u32]) -> Result<()> {
    let cure = "list them like `depths = [1, 2, 3]`";
    ensure!(!depths.is_empty(), "there are no depths; {cure}");
    ensure!(depths.is_sorted_by(|a, b| a < b), "depths don't rise from one to the next; {cure}");
    ensure!(depths.iter().all(|depth| (1..=99).contains(depth)), "a depth isn't 1 to 99; {cure}");
    Ok(())
}

/// Refuses settings without a value.
pub fn check_settings<'a>(settings: impl IntoIterator<Item = &'a String>) -> Result<()> {
    for setting in settings {
        let complete = setting.split_once('=').is_some_and(|(n, v)| !n.is_empty() && !v.is_empty());
        ensure!(complete, "setting `{setting}` has no value; write it as `name=value`");
    }
    Ok(())
}

/// What a result and a declaration have in common when only words differ between them.
pub fn without_words(declared: &serde_json::Value) -> serde_json::Value {
    let mut declared = declared.clone();
    if let Some(map) = declared.as_object_mut() {
        map.retain(|key, _| !WORDS.contains(&key.as_str()));
    }
    declared
}

impl Table {
    /// Gives a result the words of this declaration.
    pub fn caption(&self, result: &mut Measured) {
        result.title = self.title.clone();
        result.corner = self.corner.clone();
        result.quote = self.quote.clone();
        result.declared = self.declared.clone();
    }

    /// Refuses a quote of a cell that the table doesn't have.
    pub fn check_quotes(&self, result: &Measured) -> Result<()> {
        for quote in &self.quote {
            let (row, column) = quote.split_once('.').unwrap_or((quote, ""));
            if result.cell(row, column).is_none() {
                let rows = result.rows.iter().map(|row| row.key.as_str()).collect::<Vec<_>>();
                let columns = result.columns.iter().map(|c| c.key.as_str()).collect::<Vec<_>>();
                bail!(
                    "{PATH}: table `{}`: quote `{quote}` names no cell; rows are {}, columns are {}",
                    self.id,
                    rows.join(", "),
                    columns.join(", ")
                );
            }
        }
        Ok(())
    }
}
