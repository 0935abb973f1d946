//! Measures one table, whatever is recorded of it.

use super::declare::Table;
use super::place::Places;
use super::reading::Reading;
use anyhow::{Context, Result, ensure};
use literate::results::Measured;

pub fn take(table: &Table, places: &Places) -> Result<Measured> {
    let entry = &table.entry;
    let attempt = || -> Result<Measured> {
        let reading = table.kind.measure(&places.of(entry)?)?;
        if let Some(patch) = &entry.patch {
            check_patch(table, places, patch, &reading)?;
        }
        let Reading { columns, rows, session, tree, provenance } = reading;
        let mut result = Measured {
            engine: places.identity(entry)?,
            declared: entry.digest(),
            columns,
            rows,
            session,
            tree,
            provenance,
            ..Measured::default()
        };
        result.caption(entry);
        Ok(result)
    };
    let result = attempt().with_context(|| format!("table `{}`, {}", entry.id, entry.stage))?;
    table.check_quotes(&result)?;
    Ok(result)
}

/// An experiment that changes nothing where it should, or something where it shouldn't, tells nothing.
fn check_patch(table: &Table, places: &Places, patch: &str, changed: &Reading) -> Result<()> {
    let plain = table.kind.measure(&places.without_patch(&table.entry)?)?;
    match table.entry.is_unchanged() {
        true => ensure!(
            plain == *changed,
            "the experiment {patch} changes these numbers; remove `unchanged`"
        ),
        false => ensure!(
            plain != *changed,
            "the experiment {patch} changes none of these numbers; correct the patch, or declare \
             `unchanged = true`"
        ),
    }
    Ok(())
}
