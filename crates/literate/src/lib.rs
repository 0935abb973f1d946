//! Everything that turns the chapters of the book into pages.
//!
//! Text lives in `book/`, code in the commits that `stages/stages.toml` names, numbers in
//! `stages/results/`. This crate joins them, and refuses where they don't agree. It knows nothing of
//! chess beyond the letters of a FEN, and it runs no engine: what is measured is `xtask`'s business.

pub mod board;
pub mod build;
pub mod fault;
pub mod git;
pub mod html;
pub mod manifest;
mod pieces;
pub mod results;
