//! The kinds of players.

pub mod inside;
pub mod random;
pub mod uci;
