//! What was measured, and which engine it belongs to: the data that measuring writes and pages read.
//!
//! It runs nothing, draws nothing, and knows no history: files come in as text.

pub mod declared;
mod digest;
pub mod experiment;
pub mod identity;
pub mod results;
