//! `measure --check`: measures again, compares with what is recorded, and writes nothing.

use super::declare::{Kind, PATH, Table};
use super::state::{State, is_always_measured};
use super::{Places, compare, measure};
use anyhow::Result;
use literate::html::count;
use literate::results::{FOLDER, Measured};

/// Prints a line for each fault. True if there's none.
pub fn run(places: &Places, tables: &[&Table], orphans: &[String], all: bool) -> Result<bool> {
    for name in orphans {
        places.say(&format!(
            "{FOLDER}/{name}: no table declares it; run `cargo xtask measure` to remove it"
        ));
    }
    let mut faults = orphans.len();
    let mut measured = 0;
    for table in tables {
        places.begin(table);
        let again = is_measured_again(places, table, all)?;
        measured += usize::from(again);
        let found = one(places, table, again)?;
        places.done(&found);
        faults += found.len();
    }
    places.finish(&format!(
        "{} checked, {measured} measured again, {}",
        count(tables.len(), "result"),
        count(faults, "fault")
    ));
    Ok(faults == 0)
}

/// The working copy's engine is built anyway, so every table of that engine is measured. A stage's
/// tables cost a build a stage, and are left to `--all`.
fn is_measured_again(places: &Places, table: &Table, all: bool) -> Result<bool> {
    if matches!(table.kind, Kind::Speed(_) | Kind::Peers(_)) {
        return Ok(false);
    }
    if all || is_always_measured(table) {
        return Ok(true);
    }
    Ok(places.is_main(&places.tree(table)?))
}

fn one(places: &Places, table: &Table, again: bool) -> Result<Vec<String>> {
    let id = &table.id;
    let name = format!("{FOLDER}/{id}.json");
    let state = State::of(table, places)?;
    let fault = |what: &str| vec![format!("{name}: {what}; run `cargo xtask measure --only {id}`")];
    Ok(match &state {
        State::Missing => fault("this table was never measured"),
        State::Unreadable(reason) => vec![reason.clone()],
        State::OtherDeclaration(_) => fault(&format!("{PATH} declares it otherwise")),
        State::OtherWords(_) => fault(&format!("{PATH} has another title, corner or quote")),
        State::OtherEngine(recorded) => {
            let tree = places.tree(table)?;
            let mut lines = fault(&format!(
                "measured with engine tree {:.10}, but {} has {tree:.10}",
                recorded.engine_tree, table.stage
            ));
            // An engine was changed: what its author wants to know is which numbers moved.
            if again {
                lines.extend(differences(places, table, &name, recorded)?);
            }
            lines
        }
        State::Current(recorded) if again => differences(places, table, &name, recorded)?,
        State::Current(recorded) => match table.check_quotes(recorded) {
            Ok(()) => Vec::new(),
            Err(error) => fault(&crate::line::of(&error)),
        },
    })
}

fn differences(
    places: &Places,
    table: &Table,
    name: &str,
    recorded: &Measured,
) -> Result<Vec<String>> {
    let id = &table.id;
    // An engine that can't answer any more is a fault of this table, and the others go on.
    let new = match measure(table, places) {
        Ok(new) => new,
        Err(error) => return Ok(vec![format!("{name}: {}", crate::line::of(&error))]),
    };
    let cure = format!("run `cargo xtask measure --fresh --only {id}` if that's meant");
    let found = compare::cells(recorded, &new);
    let lines = found.iter().map(|difference| {
        let compare::Difference { place, old, new } = difference;
        format!("{name}: {place}: recorded {old}, measured {new}; {cure}")
    });
    Ok(lines.collect())
}
