//! Plays games: what needs the rules of chess, and so is left out where only records are read.
//!
//! board (the rules), player and players (what moves), start (brings them to the board), clock and game
//! (the referee), pairs (many games at a time), run and replay (whole matches), probe, peers, generate
//! (openings), san and pgn.

pub mod board;
pub mod clock;
pub mod game;
pub mod generate;
pub mod pairs;
pub mod peers;
pub mod pgn;
pub mod player;
pub mod players;
pub mod probe;
pub mod replay;
pub mod run;
pub mod san;
pub mod splitmix;
pub mod start;
