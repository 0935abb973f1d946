//! `measure --trial`: what a changed engine changes, before anything is committed or recorded.
//!
//! Every table of a stage is measured with the working copy's engine and compared with what is recorded
//! of the stage's own. Nothing is written, and nothing is a fault: numbers may move.

use super::compare;
use super::declare::Table;
use super::place::Places;
use super::state::State;
use super::take::take;
use anyhow::Result;
use literate::html::count;
use literate::quoted::{Place, Uses};
use literate::results::Measured;

/// How a table fared.
enum Outcome {
    Same,
    /// A line a number.
    Moved(Vec<String>),
    /// Why it can't be tried.
    Untried(String),
}

/// Prints a line for each number that moved, with the places that quote it.
pub fn run(places: &Places, tables: &[&Table]) -> Result<()> {
    let uses = Uses::read(places.repo.root());
    let (mut same, mut moved, mut numbers, mut untried) = (0, 0, 0, Vec::new());
    for table in tables {
        places.begin(&table.entry);
        let lines = match one(places, table, &uses)? {
            Outcome::Same => {
                same += 1;
                Vec::new()
            }
            Outcome::Moved(lines) => {
                moved += 1;
                numbers += lines.len();
                lines
            }
            Outcome::Untried(why) => {
                untried.push(format!("{}: not tried: {why}", table.entry.id));
                Vec::new()
            }
        };
        places.done(&lines);
    }
    untried.iter().for_each(|line| places.say(line));
    places.finish(&format!(
        "{} tried: {} moved in {}, {same} the same; {} not tried",
        count(same + moved, "table"),
        count(numbers, "number"),
        count(moved, "table"),
        untried.len()
    ));
    Ok(())
}

fn one(places: &Places, table: &Table, uses: &Uses) -> Result<Outcome> {
    let Table { entry, kind } = table;
    let untried = |why: &str| Ok(Outcome::Untried(why.to_owned()));
    if !kind.runs_engine() || entry.is_of_all_stages() {
        return untried("its numbers come from commits");
    }
    if kind.is_timed() {
        return untried("its numbers depend on the machine");
    }
    if entry.patch.is_some() {
        return untried("it belongs to an experiment with the stage's own engine");
    }
    let Some(recorded) = State::of(table, places)?.recorded().cloned() else {
        return untried("it was never measured");
    };
    match take(table, places) {
        // A setting that the engine has no more, a command that it doesn't know.
        Err(error) => {
            Ok(Outcome::Untried(format!("the engine refuses: {}", crate::line::of(&error))))
        }
        Ok(new) => {
            let lines = moved(&recorded, &new, uses);
            Ok(if lines.is_empty() { Outcome::Same } else { Outcome::Moved(lines) })
        }
    }
}

/// A line for each number: its key, the old and the new one, and where the text has it.
fn moved(old: &Measured, new: &Measured, uses: &Uses) -> Vec<String> {
    let id = &new.id;
    let line = |difference: compare::Difference| {
        let (name, places) = match &difference.cell {
            Some((row, column)) => (format!("{id}.{row}.{column}"), uses.of_cell(id, row, column)),
            None => (format!("{id}: {}", difference.place), uses.of_result(id)),
        };
        format!("{name}: {} → {}  {}", difference.old, difference.new, written(&places))
    };
    compare::cells(old, new).into_iter().map(line).collect()
}

fn written(places: &[&Place]) -> String {
    match places {
        [] => "(on no page)".to_owned(),
        _ => places.iter().map(ToString::to_string).collect::<Vec<_>>().join(", "),
    }
}
