//! Reads `stages/measure.toml`: what is to be measured, a table per entry.
//!
//! Strict on purpose. An unknown key, a doubled id or an impossible depth is an error that names the
//! table and the cure, before anything is built.

use super::checks::{is_kebab, is_key};
use super::kinds::{self, Kind};
use anyhow::{Context, Result, anyhow, bail, ensure};
use literate::manifest::Manifest;
use literate::results::Measured;
use records::declared::{self, Entry, MAIN, PATH};
use std::collections::HashSet;
use std::path::Path;

/// The keys that every kind has, and the type of their values.
const SHARED: [(&str, &str); 8] = [
    ("id", "string"),
    ("stage", "string"),
    ("kind", "string"),
    ("title", "string"),
    ("corner", "string"),
    ("patch", "string"),
    ("unchanged", "boolean"),
    ("quote", "array"),
];

/// One table or session to be measured.
#[derive(Debug)]
pub struct Table {
    pub entry: Entry,
    pub kind: Box<dyn Kind>,
}

/// All declared tables, in the order of the file.
pub fn load(root: &Path, manifest: &Manifest) -> Result<Vec<Table>> {
    let text = std::fs::read_to_string(root.join(PATH))
        .with_context(|| format!("{PATH}: can't be read; restore it with `git restore {PATH}`"))?;
    parse(&text, manifest)
}

pub fn parse(text: &str, manifest: &Manifest) -> Result<Vec<Table>> {
    let entries = declared::parse(text).map_err(|mistake| {
        anyhow!("{PATH}:{}: {}; correct the file", mistake.line, mistake.what)
    })?;
    let mut ids = HashSet::new();
    let mut tables = Vec::new();
    for entry in entries {
        let name = format!("table `{}`", entry.id);
        let table = one(entry, manifest).with_context(|| format!("{PATH}: {name}"))?;
        ensure!(
            ids.insert(table.entry.id.clone()),
            "{PATH}: {name} stands twice; rename one of them"
        );
        tables.push(table);
    }
    Ok(tables)
}

fn one(entry: Entry, manifest: &Manifest) -> Result<Table> {
    for (key, wanted) in SHARED {
        if let Some(value) = entry.fields.get(key) {
            let found = value.type_str();
            ensure!(found == wanted, "`{key}` is of type {found}; give a value of type {wanted}");
        }
    }
    ensure!(
        is_kebab(&entry.id),
        "id `{}` isn't in kebab-case; write it like `perft-six`",
        entry.id
    );
    ensure!(!entry.title.trim().is_empty(), "the title is empty; say what the table shows");
    if entry.stage != MAIN && !manifest.stages.iter().any(|stage| stage.tag == entry.stage) {
        bail!("no stage has the tag `{}`; take one of the manifest, or `{MAIN}`", entry.stage);
    }
    ensure!(
        entry.patch.is_some() || !entry.fields.contains_key("unchanged"),
        "`unchanged` tells of an experiment; add `patch`, or remove it"
    );
    let keys = entry.fields.iter().filter(|(key, _)| SHARED.iter().all(|(known, _)| known != key));
    let keys = keys.map(|(key, value)| (key.clone(), value.clone())).collect();
    let kind = kinds::of(&entry.kind, keys)?;
    ensure!(
        entry.patch.is_none() || kind.takes_patch(),
        "a table of kind {} can't be an experiment; remove `patch`",
        entry.kind
    );
    let mut quoted = HashSet::new();
    for (key, _) in &entry.quote {
        ensure!(
            key.split_once('.').is_some_and(|(row, column)| is_key(row) && is_key(column)),
            "quote `{key}` isn't a cell; write it as `row.column`"
        );
        ensure!(quoted.insert(key), "quote `{key}` stands twice; remove one of them");
    }
    Ok(Table { entry, kind })
}

impl Table {
    /// Refuses a quote of a cell that the table doesn't have.
    pub fn check_quotes(&self, result: &Measured) -> Result<()> {
        for (quote, line) in &self.entry.quote {
            let (row, column) = quote.split_once('.').unwrap_or((quote, ""));
            if result.cell(row, column).is_none() {
                let rows = result.rows.iter().map(|row| row.key.as_str()).collect::<Vec<_>>();
                let columns = result.columns.iter().map(|c| c.key.as_str()).collect::<Vec<_>>();
                bail!(
                    "{PATH}:{line}: table `{}`: quote `{quote}` names no cell; rows are {}, columns \
                     are {}",
                    self.entry.id,
                    rows.join(", "),
                    columns.join(", ")
                );
            }
        }
        Ok(())
    }
}
