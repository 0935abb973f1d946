//! Brings `stages/results` up to date, and tells what changed.

use super::compare;
use super::declare::Table;
use super::place::Places;
use super::state::State;
use super::take::take;
use crate::file;
use anyhow::{Context, Result};
use literate::results::{FOLDER, Measured};

/// Measures what isn't current. Each result is written as soon as it is there.
pub fn run(places: &Places, tables: &[&Table], fresh: bool) -> Result<()> {
    let mut counts = Counts::default();
    for table in tables {
        places.begin(&table.entry);
        let state = State::of(table, places)?;
        let lines = one(places, table, &state, fresh, &mut counts)?;
        places.done(&lines);
    }
    places.finish(&counts.summary());
    Ok(())
}

#[derive(Default)]
struct Counts {
    measured: usize,
    current: usize,
    changed: usize,
}

impl Counts {
    fn summary(&self) -> String {
        let Self { measured, current, changed } = self;
        format!("{measured} measured, {current} already recorded, {changed} changed")
    }
}

fn one(
    places: &Places,
    table: &Table,
    state: &State,
    fresh: bool,
    counts: &mut Counts,
) -> Result<Vec<String>> {
    if let State::Current(recorded) = state
        && !fresh
        && !table.kind.is_always_measured()
    {
        counts.current += 1;
        table.check_quotes(recorded)?;
        return Ok(Vec::new());
    }
    counts.measured += 1;
    let new = take(table, places)?;
    if state.recorded() == Some(&new) {
        return Ok(Vec::new());
    }
    write(places, table, &new)?;
    let lines = told(&table.entry.id, state, &new);
    counts.changed += usize::from(!lines.is_empty());
    Ok(lines)
}

pub fn write(places: &Places, table: &Table, result: &Measured) -> Result<()> {
    let path = places.repo.root().join(Measured::file(&table.entry.id));
    file::write(&path, &result.to_json(&table.entry))
}

/// What a reader should know of a result that was written, a line a change.
fn told(id: &str, state: &State, new: &Measured) -> Vec<String> {
    let Some(old) = state.recorded() else { return vec![format!("{id}: new")] };
    let differences = compare::cells(old, new);
    let mut lines: Vec<String> =
        differences.iter().map(|d| format!("{id}: {}: {} → {}", d.place, d.old, d.new)).collect();
    if lines.is_empty() && old.engine != new.engine {
        lines.push(format!("{id}: the same numbers from another engine"));
    } else if lines.is_empty() && old.declared != new.declared {
        lines.push(format!("{id}: the same numbers, declared otherwise"));
    }
    lines
}

/// Removes results that no table declares any more.
pub fn remove(places: &Places, names: &[String]) -> Result<()> {
    for name in names {
        let path = places.repo.root().join(FOLDER).join(name);
        std::fs::remove_file(path)
            .with_context(|| format!("{FOLDER}/{name}: can't be removed; remove it by hand"))?;
        places.say(&format!("{FOLDER}/{name}: removed, as no table declares it"));
    }
    Ok(())
}
