//! Whether what is recorded is still true: the same engine, the same declaration.

use super::Places;
use super::declare::{Kind, Table, without_words};
use anyhow::Result;
use literate::results::Measured;

/// What stands in `stages/results` for a table.
#[derive(Debug)]
pub enum State {
    Missing,
    /// Not a result file; the text says why.
    Unreadable(String),
    /// Another engine tree was measured.
    OtherEngine(Measured),
    /// Another declaration was measured.
    OtherDeclaration(Measured),
    /// Only title, corner or quotes are others.
    OtherWords(Measured),
    Current(Measured),
}

impl State {
    pub fn of(table: &Table, places: &Places) -> Result<Self> {
        let recorded = match Measured::load(places.repo.root(), &table.id) {
            Ok(Some(recorded)) => recorded,
            Ok(None) => return Ok(Self::Missing),
            Err(error) => return Ok(Self::Unreadable(crate::line::of(&error))),
        };
        let is_same_place = recorded.stage == table.stage && recorded.kind == table.kind.name();
        Ok(if recorded.engine_tree != places.tree(table)? {
            Self::OtherEngine(recorded)
        } else if !is_same_place
            || without_words(&recorded.declared) != without_words(&table.declared)
        {
            Self::OtherDeclaration(recorded)
        } else if !has_words(&recorded, table) {
            Self::OtherWords(recorded)
        } else {
            Self::Current(recorded)
        })
    }

    pub fn recorded(&self) -> Option<&Measured> {
        match self {
            Self::Missing | Self::Unreadable(_) => None,
            Self::OtherEngine(recorded)
            | Self::OtherDeclaration(recorded)
            | Self::OtherWords(recorded)
            | Self::Current(recorded) => Some(recorded),
        }
    }
}

fn has_words(recorded: &Measured, table: &Table) -> bool {
    recorded.id == table.id
        && recorded.declared == table.declared
        && recorded.title == table.title
        && recorded.corner == table.corner
        && recorded.quote == table.quote
}

/// Lines depend on the stages before, too, and cost nothing, so they're always counted anew.
pub fn is_always_measured(table: &Table) -> bool {
    matches!(table.kind, Kind::Lines(_))
}
