//! The project's commands as a whole, on small repositories in temporary folders.
//!
//! One program, so that the libraries of the book are linked once.

mod common;
mod engine;
mod games;
mod measure;
mod results;
mod stages;
mod suite;
