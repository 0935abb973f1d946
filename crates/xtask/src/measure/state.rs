//! Whether what is recorded is still true: the same engine, the same declaration.

use super::declare::Table;
use super::place::Places;
use anyhow::Result;
use literate::results::Measured;

/// What stands in `stages/results` for a table.
#[derive(Debug)]
pub enum State {
    Missing,
    /// Not a result file; the text says why.
    Unreadable(String),
    /// Another engine was measured.
    OtherEngine(Measured),
    /// Another declaration was measured.
    OtherDeclaration(Measured),
    Current(Measured),
}

impl State {
    pub fn of(table: &Table, places: &Places) -> Result<Self> {
        let recorded = match Measured::load(places.repo.root(), &table.entry) {
            Ok(Some(recorded)) => recorded,
            Ok(None) => return Ok(Self::Missing),
            Err(error) => return Ok(Self::Unreadable(crate::line::of(&error))),
        };
        Ok(if recorded.engine != places.identity(&table.entry)? {
            Self::OtherEngine(recorded)
        } else if recorded.declared != table.entry.digest() {
            Self::OtherDeclaration(recorded)
        } else {
            Self::Current(recorded)
        })
    }

    pub fn recorded(&self) -> Option<&Measured> {
        match self {
            Self::Missing | Self::Unreadable(_) => None,
            Self::OtherEngine(recorded)
            | Self::OtherDeclaration(recorded)
            | Self::Current(recorded) => Some(recorded),
        }
    }
}
