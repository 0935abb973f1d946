//! The project's commands: `cargo xtask book|preprocess|measure|stages|match|test`.
//!
//! This crate runs things: git worktrees, cargo, engines, checks. How a page looks is `literate`'s
//! business, and what a number means is the engine's: neither is known here.

pub mod book;
pub mod cargo;
pub mod cli;
pub mod file;
pub mod games;
pub mod line;
pub mod measure;
pub mod stages;
pub mod suite;

pub use cli::main;
