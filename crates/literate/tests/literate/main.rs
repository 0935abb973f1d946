//! The preprocessor on a small book of its own: one test a fault, each made on purpose.

mod clean;
mod experiments;
mod faults;
mod figures;
mod fixture;
