//! Plays games: what needs the engine's rules, and so is left out where only records are read.
//!
//! board (the rules), player and players (who moves), clock and game (the referee), crew (many games
//! at a time), run and replay (whole matches), probe, generate (openings), san and pgn.

pub mod board;
pub mod clock;
pub mod crew;
pub mod game;
pub mod generate;
pub mod peers;
pub mod pgn;
pub mod player;
pub mod players;
pub mod probe;
pub mod replay;
pub mod run;
pub mod san;
