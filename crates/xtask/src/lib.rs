//! The project's commands: `cargo xtask book|preprocess|measure|stages|match|test`.
//!
//! This crate runs things: cargo, engines, games, checks. How a page looks is `literate`'s
//! business, and what a number means is the engine's: neither is known here.

pub mod book;
pub mod cargo;
pub mod carry;
pub mod cli;
pub mod engines;
pub mod experiment;
pub mod games;
pub mod line;
pub mod measure;
mod record;
pub mod suite;
mod wasm;

pub use ::stages::{self, file, say};
pub use cli::main;
