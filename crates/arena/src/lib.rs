//! The arena: games between chess engines, played, counted, recorded and replayed.
//!
//! Each file has one subject. What matches are: stats, sprt, limits, side, declare, openings, played,
//! record, tally, journal, job. What plays them, behind the feature `play`, because it needs the
//! engine's rules: board, player and players, clock, game, crew, run, replay, probe, generate, san and
//! pgn. Nothing here knows git, cargo or the book.

pub mod declare;
pub mod job;
pub mod journal;
pub mod limits;
pub mod openings;
pub mod played;
pub mod record;
pub mod side;
pub mod sprt;
pub mod stats;
pub mod tally;
