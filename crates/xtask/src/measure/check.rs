//! `measure --check`: measures again, compares with what is recorded, and writes nothing.

use super::compare::{self, Difference};
use super::declare::Table;
use super::place::Places;
use super::proven;
use super::state::State;
use super::take::take;
use anyhow::Result;
use literate::html::count;
use literate::results::{FOLDER, Measured};
use records::declared::{MAIN, PATH};
use records::experiment;
use std::collections::BTreeSet;

/// What is checked beside the tables.
pub struct Scope {
    /// Whether every stage is measured.
    pub all: bool,
    /// Whether the tables are all that there are.
    pub is_whole: bool,
    /// Files of results that no table declares.
    pub orphans: Vec<String>,
}

/// How a result was checked.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Way {
    Measured,
    /// Its engine and its declaration are what they were when it was measured.
    ByIdentity,
    /// No machine gives the same numbers, so that only engine and declaration can be compared.
    Timed,
}

/// Faults of the patches: one that doesn't apply to its stage, one that no table is about.
fn patches(places: &Places, tables: &[&Table], is_whole: bool) -> Result<Vec<String>> {
    let mut faults = Vec::new();
    let mut known = BTreeSet::new();
    for table in tables {
        let Some(patch) = &table.entry.patch else { continue };
        if known.insert((&table.entry.stage, patch))
            && let Err(error) =
                places.of(&table.entry).and_then(|place| places.engines.folder(place.engine()))
        {
            faults.push(crate::line::of(&error));
        }
    }
    let unused = |name: &String| is_whole && !known.iter().any(|(_, patch)| *patch == name);
    faults.extend(experiment::names(places.repo.root()).iter().filter(|n| unused(n)).map(|name| {
        format!(
            "{}: no table has `patch = \"{name}\"`; add one, or remove it",
            experiment::file(name)
        )
    }));
    Ok(faults)
}

/// Prints a line for each fault. True if there's none.
pub fn run(places: &Places, tables: &[&Table], scope: &Scope) -> Result<bool> {
    for name in &scope.orphans {
        places.say(&format!(
            "{FOLDER}/{name}: no table declares it; run `cargo xtask measure` to remove it"
        ));
    }
    let of_patches = patches(places, tables, scope.is_whole)?;
    of_patches.iter().for_each(|fault| places.say(fault));
    let mut faults = scope.orphans.len() + of_patches.len();
    let mut ways = Vec::new();
    for table in tables {
        places.begin(&table.entry);
        let state = State::of(table, places)?;
        let way = way(places, table, &state, scope.all)?;
        ways.push(way);
        let found = one(places, table, &state, way)?;
        if let (State::Current(recorded), Way::Measured, true) = (&state, way, found.is_empty()) {
            proven::remember(places, recorded);
        }
        places.done(&found);
        faults += found.len();
    }
    places.finish(&summary(&ways, faults));
    Ok(faults == 0)
}

fn summary(ways: &[Way], faults: usize) -> String {
    let of = |way: Way| ways.iter().filter(|other| **other == way).count();
    format!(
        "{}: {} measured, {} by identity, {} of a machine; {}",
        count(ways.len(), "table"),
        of(Way::Measured),
        of(Way::ByIdentity),
        of(Way::Timed),
        count(faults, "fault")
    )
}

/// Every table of the engine as it stands is measured, main's own as well as those of stages that have
/// the same engine, unless an earlier check has done it. Other stages' tables cost a build a stage, and
/// are left to `--all`.
fn way(places: &Places, table: &Table, state: &State, all: bool) -> Result<Way> {
    let Table { entry, kind } = table;
    if kind.is_timed() {
        return Ok(Way::Timed);
    }
    let is_here = entry.stage == MAIN
        || !entry.is_of_all_stages() && places.engines.is_main(places.of(entry)?.engine());
    let is_proven =
        matches!(state, State::Current(recorded) if proven::is_proven(places, recorded));
    Ok(match all || kind.is_always_measured() || is_here && !is_proven {
        true => Way::Measured,
        false => Way::ByIdentity,
    })
}

fn one(places: &Places, table: &Table, state: &State, way: Way) -> Result<Vec<String>> {
    let id = &table.entry.id;
    let name = Measured::file(id);
    let fault = |what: &str| vec![format!("{name}: {what}; run `cargo xtask measure --only {id}`")];
    let again = way == Way::Measured;
    Ok(match state {
        State::Missing => fault("this table was never measured"),
        State::Unreadable(reason) => vec![reason.clone()],
        State::OtherDeclaration(_) => fault(&format!("{PATH} declares it otherwise")),
        State::OtherEngine(recorded) => {
            let engine = places.identity(&table.entry)?;
            let mut lines = fault(&format!(
                "measured with engine {:.10}, but {} has {engine:.10}",
                recorded.engine, table.entry.stage
            ));
            // An engine was changed: what its author wants to know is which numbers moved.
            if again {
                lines.extend(differences(places, table, recorded));
            }
            lines
        }
        State::Current(recorded) if again => differences(places, table, recorded),
        State::Current(recorded) => match table.check_quotes(recorded) {
            Ok(()) => Vec::new(),
            Err(error) => vec![format!("{name}: {}", crate::line::of(&error))],
        },
    })
}

fn differences(places: &Places, table: &Table, recorded: &Measured) -> Vec<String> {
    let id = &table.entry.id;
    let name = Measured::file(id);
    // An engine that can't answer any more is a fault of this table, and the others go on.
    let new = match take(table, places) {
        Ok(new) => new,
        Err(error) => return vec![format!("{name}: {}", crate::line::of(&error))],
    };
    let cure = format!("run `cargo xtask measure --fresh --only {id}` if that's meant");
    let found = compare::cells(recorded, &new);
    let varies = |difference: &&Difference| {
        difference.cell.as_ref().is_some_and(|(_, column)| table.kind.varies(column))
    };
    let lines = found.iter().filter(|difference| !varies(difference)).map(|difference| {
        let Difference { place, old, new, .. } = difference;
        format!("{name}: {place}: recorded {old}, measured {new}; {cure}")
    });
    lines.collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_summary_says_how_each_table_was_checked() {
        let ways = [Way::Measured, Way::ByIdentity, Way::ByIdentity, Way::Timed];
        let wanted = "4 tables: 1 measured, 2 by identity, 1 of a machine; 0 faults";
        assert_eq!(summary(&ways, 0), wanted);
    }
}
