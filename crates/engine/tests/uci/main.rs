//! The protocol as programs speak it, well and badly.

mod engine;
mod go;
mod options;
mod pondering;
mod queue;
mod table;
mod words;
