//! What the referee asks of a player, whatever it is: a process, a die.

use crate::play::board::Board;
use crate::played::{Info, Reason};
use anyhow::Result;
use std::time::Duration;

/// What a player is told about its limits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Go {
    Depth(u32),
    Nodes(u64),
    /// Milliseconds or nodes left, and those that each move adds: White's and Black's.
    Clock {
        left: [u64; 2],
        increment: [u64; 2],
        /// Moves of the side to move until more time comes; 0 if none does.
        moves_to_go: u32,
    },
}

/// The move of a player.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Choice {
    /// As UCI writes it. It may be illegal.
    pub text: String,
    pub info: Info,
    /// How long it took.
    pub time: Duration,
}

/// A player for one game after the other.
pub trait Player: Send {
    /// Forgets the last game. The number tells games apart that have to differ.
    ///
    /// The error is the reason why the game is lost: a crash or no answer.
    fn new_game(&mut self, number: u64) -> Result<(), Reason>;

    /// Chooses a move within `patience`; after that it counts as hanging.
    fn choose(&mut self, board: &Board, go: &Go, patience: Duration) -> Result<Choice, Reason>;

    /// What it said last, for those who look into a failure.
    fn last_lines(&self) -> Vec<String>;
}
