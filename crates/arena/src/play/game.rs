//! The referee: plays one game between two players and says how it ended.
//!
//! Whatever a player does, there is a result: a player that crashes, hangs, oversteps its clock or
//! plays an illegal move has lost.

use crate::contest::Match;
use crate::limits::Limits;
use crate::play::board::Board;
use crate::play::clock::Clocks;
use crate::play::player::{Choice, Player};
use crate::played::{Color, Played, Ply, Reason};
use anyhow::Result;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

/// What holds for one game.
pub struct Terms<'a> {
    pub declared: &'a Match,
    /// White's and Black's.
    pub limits: [Limits; 2],
    pub opening: &'a str,
    /// Tells games apart that have to differ.
    pub number: u64,
    /// Set when the game is no longer needed.
    pub stop: &'a AtomicBool,
}

/// Plays a game: White's player first. `None` if it was stopped.
pub fn play(players: [&mut Box<dyn Player>; 2], terms: &Terms) -> Result<Option<Played>> {
    let [white, black] = players.map(|player| &mut **player);
    let mut board = Board::new(terms.opening)?;
    let begins = board.turn();
    let mut plies = Vec::new();
    let lost = |loser: Color, reason, plies, player: &dyn Player| {
        let last_lines = player.last_lines();
        Ok(Some(Played { begins, plies, winner: Some(loser.other()), reason, last_lines }))
    };
    if let Err(reason) = white.new_game(terms.number) {
        return lost(Color::White, reason, plies, white);
    }
    if let Err(reason) = black.new_game(terms.number) {
        return lost(Color::Black, reason, plies, black);
    }
    let declared = terms.declared;
    let (margin, patience) = (declared.time_margin, declared.patience);
    let mut clocks =
        Clocks::new(terms.limits, Duration::from_millis(margin), Duration::from_secs(patience));
    loop {
        if let Some((winner, reason)) = board.ending() {
            return Ok(Some(Played { begins, plies, winner, reason, last_lines: Vec::new() }));
        }
        if terms.stop.load(Ordering::Relaxed) {
            return Ok(None);
        }
        std::thread::sleep(Duration::from_millis(declared.pause));
        let turn = board.turn();
        let player: &mut dyn Player = if turn == Color::White { white } else { black };
        let choice = match player.choose(&board, &clocks.go(turn), clocks.patience(turn)) {
            Ok(choice) => choice,
            Err(Reason::Hang) if clocks.is_timed(turn) => {
                return lost(turn, Reason::Flag, plies, player);
            }
            Err(reason) => return lost(turn, reason, plies, player),
        };
        if !clocks.spend(turn, &choice) {
            return lost(turn, Reason::Flag, plies, player);
        }
        let Choice { text, info, time } = choice;
        if !board.play(&text) {
            return lost(turn, Reason::IllegalMove, plies, player);
        }
        let milliseconds = u64::try_from(time.as_millis()).unwrap_or(u64::MAX);
        plies.push(Ply { text, info, milliseconds });
    }
}
