//! The project's commands as a whole, on small repositories in temporary folders.
//!
//! One program, so that the libraries of the book are linked once.

mod change;
mod common;
mod engine;
mod games;
mod measure;
mod record;
mod results;
mod suite;
