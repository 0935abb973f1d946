//! The arena: games between chess engines, played, counted, recorded and replayed.
//!
//! Each file has one subject. Numbers: stats, sprt, tally, result, tournament. What is declared: limits, side, contest,
//! round_robin, declare, opponents, openings. What is kept: played, journal, record, job, report. What plays is
//! `play`, behind a feature, because it needs the rules of chess. Nothing here knows git, cargo, the book,
//! or the engines that play but by what they say over UCI.

pub mod clock_use;
pub mod contest;
pub mod declare;
pub mod digest;
pub mod job;
pub mod journal;
pub mod limits;
pub mod openings;
pub mod opponents;
#[cfg(feature = "play")]
pub mod play;
pub mod played;
pub mod record;
pub mod report;
pub mod result;
pub mod round_robin;
pub mod side;
pub mod sprt;
pub mod stats;
pub mod tally;
pub mod tournament;
