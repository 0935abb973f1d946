//! The arena: games between chess engines, played, counted, recorded and replayed.
//!
//! Each file has one subject. Numbers: stats, sprt, tally. What is declared: limits, side, declare,
//! openings. What is kept: played, journal, record, job, report. What plays is `play`, behind a feature,
//! because it needs the engine's rules. Nothing here knows git, cargo or the book.

pub mod declare;
pub mod job;
pub mod journal;
pub mod limits;
pub mod openings;
#[cfg(feature = "play")]
pub mod play;
pub mod played;
pub mod record;
pub mod report;
pub mod side;
pub mod sprt;
pub mod stats;
pub mod tally;
