//! Everything that turns the chapters of the book into pages.
//!
//! Text lives in `book/`, code in the commits that `stages/stages.toml` names, numbers in
//! `stages/results/`. This crate joins them, and refuses where they don't agree. It knows nothing of
//! chess beyond the letters of a FEN, and it runs no engine: what is measured is `xtask`'s business.

pub mod board;
pub mod build;
pub mod census;
pub mod clock;
pub mod coverage;
pub mod diff;
pub mod directive;
pub mod experiment;
pub mod fault;
pub mod head;
pub mod highlight;
pub mod html;
pub mod ladder;
pub mod listing;
pub mod matches;
pub mod numbers;
pub mod outline;
mod pieces;
pub mod plot;
pub mod preprocess;
pub mod prose;
pub mod quoted;
pub mod ruler;
pub mod serve;
pub mod session;
pub mod site;
pub mod snippet;
pub mod source;
pub mod table;
pub mod tree;
pub mod version;

pub use records::results;
pub use stages::{git, identity, manifest};
