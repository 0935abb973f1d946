//! The kinds of players.

pub mod random;
pub mod uci;
