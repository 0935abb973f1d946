//! Whole matches, with engines that behave and engines that don't.

mod common;
mod failures;
mod matches;
mod program;
mod python;
