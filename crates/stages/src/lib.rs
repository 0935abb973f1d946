//! The stages of the engine as commits, tags and folders: what a reader's first command needs.
//!
//! Nothing here builds, runs or measures an engine, and nothing knows how a page looks, so that this
//! crate compiles in seconds.

mod checkout;
mod command;
mod export;
pub mod fault;
pub mod file;
pub mod git;
pub mod identity;
pub mod line;
pub mod manifest;
mod tag;
mod verify;

pub use command::{Command, UNSHALLOW, find, manifest, parse_fault, run};
pub use export::export;
pub use verify::{faults, short, subject};
