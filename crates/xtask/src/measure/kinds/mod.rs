//! The kinds of tables: how each is declared and measured. A kind is a file here and a row of [`KINDS`].

mod bench;
mod counts;
mod lines;
mod peers;
mod perft;
mod session;
mod sizes;
mod speed;
mod stages;
mod trace;

use super::place::Place;
use super::reading::Reading;
use anyhow::{Context, Result, anyhow};
use serde::de::DeserializeOwned;
use std::fmt::Debug;

/// Each kind by its name in the declarations.
const KINDS: [(&str, Parse); 10] = [
    ("bench", parse::<bench::Bench>),
    ("counts", parse::<counts::Counts>),
    ("lines", parse::<lines::Lines>),
    ("peers", parse::<peers::Peers>),
    ("perft", parse::<perft::Perft>),
    ("session", parse::<session::Session>),
    ("sizes", parse::<sizes::Sizes>),
    ("speed", parse::<speed::Speed>),
    ("stages", parse::<stages::Stages>),
    ("trace", parse::<trace::Trace>),
];

type Parse = fn(toml::Table) -> Result<Box<dyn Kind>>;

/// How a table is measured.
pub trait Kind: Debug {
    fn measure(&self, place: &Place) -> Result<Reading>;

    /// Whether the cells of a column depend on a machine or a day, and so can't be frozen.
    fn varies(&self, _column: &str) -> bool {
        false
    }

    /// Whether no cell can be compared at all.
    fn is_timed(&self) -> bool {
        false
    }

    /// Whether it depends on more than the engine's identity, and costs nothing: measured each time.
    fn is_always_measured(&self) -> bool {
        false
    }

    /// Whether engines with the same bench give the same table, so that it may carry over. For settings
    /// other than the default the standing rule's tests stand in.
    fn is_proven_by_bench(&self) -> bool {
        false
    }

    /// Whether an experiment can be measured like this.
    fn takes_patch(&self) -> bool {
        self.runs_engine() && !self.is_timed()
    }

    /// Whether it runs an engine at all, so that a changed one can move its numbers.
    fn runs_engine(&self) -> bool {
        true
    }
}

/// A kind as its keys are read and checked, before anything is built.
pub trait Declared: Kind + DeserializeOwned + Sized + 'static {
    fn checked(self) -> Result<Self>;
}

/// The kind of this name with the keys of an entry that aren't those of every entry.
pub fn of(name: &str, keys: toml::Table) -> Result<Box<dyn Kind>> {
    let known = KINDS.iter().find(|(known, _)| *known == name);
    let (_, parse) = known.with_context(|| {
        let names = KINDS.map(|(name, _)| name);
        format!("unknown kind `{name}`; choose among {}", names.join(", "))
    })?;
    parse(keys)
}

fn parse<K: Declared>(keys: toml::Table) -> Result<Box<dyn Kind>> {
    let kind: K = toml::Value::Table(keys).try_into().map_err(|error: toml::de::Error| {
        anyhow!("{}; correct the entry", crate::line::flatten(error.message()))
    })?;
    Ok(Box::new(kind.checked()?))
}
