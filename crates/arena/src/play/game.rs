//! The referee: plays one game between two players and says how it ended.
//!
//! Whatever a player does, there is a result: who crashes, hangs, oversteps the time or plays an
//! illegal move has lost.

use crate::declare::{Adjudication, Match};
use crate::limits::Limits;
use crate::play::board::Board;
use crate::play::clock::Clocks;
use crate::play::player::{Choice, Player};
use crate::played::{Color, Played, Ply, Reason, Score};
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
        let ending = board.ending().or_else(|| adjudicate(&declared.adjudicate, &board, &plies));
        if let Some((winner, reason)) = ending {
            return Ok(Some(Played { begins, plies, winner, reason, last_lines: Vec::new() }));
        }
        if terms.stop.load(Ordering::Relaxed) {
            return Ok(None);
        }
        std::thread::sleep(Duration::from_millis(declared.pause));
        let turn = board.turn();
        let player: &mut dyn Player = if turn == Color::White { white } else { black };
        let Choice { text, info, time } =
            match player.choose(&board, &clocks.go(turn), clocks.patience(turn)) {
                Ok(choice) => choice,
                Err(Reason::Hang) if clocks.is_timed(turn) => {
                    return lost(turn, Reason::Flag, plies, player);
                }
                Err(reason) => return lost(turn, reason, plies, player),
            };
        if !clocks.spend(turn, time) {
            return lost(turn, Reason::Flag, plies, player);
        }
        if !board.play(&text) {
            return lost(turn, Reason::IllegalMove, plies, player);
        }
        let milliseconds = u64::try_from(time.as_millis()).unwrap_or(u64::MAX);
        plies.push(Ply { text, info, milliseconds });
    }
}

/// The result by the rules that end games early, where they are on.
fn adjudicate(
    rules: &Adjudication,
    board: &Board,
    plies: &[Ply],
) -> Option<(Option<Color>, Reason)> {
    // Each rule counts moves of both sides.
    let last = |moves: u32| {
        let count = 2 * moves as usize;
        (plies.len() >= count).then(|| &plies[plies.len() - count..])
    };
    if let Some(rule) = rules.win
        && let Some(last) = last(rule.moves)
    {
        // The last ply was played by who isn't to move.
        let mut lead = last.iter().rev().enumerate().map(|(back, ply)| {
            let value = ply.info.score.map_or(0, Score::value);
            if back % 2 == 0 { value } else { -value }
        });
        let mover = board.turn().other();
        if lead.clone().all(|value| value >= rule.score) {
            return Some((Some(mover), Reason::AdjudicatedWin));
        }
        if lead.all(|value| value <= -rule.score) {
            return Some((Some(mover.other()), Reason::AdjudicatedWin));
        }
    }
    if let Some(rule) = rules.draw
        && plies.len() >= 2 * rule.from as usize
        && let Some(last) = last(rule.moves)
    {
        let is_even = |ply: &Ply| ply.info.score.is_some_and(|s| s.value().abs() <= rule.score);
        if last.iter().all(is_even) {
            return Some((None, Reason::AdjudicatedDraw));
        }
    }
    let longest = rules.max_moves?;
    (board.plies() >= 2 * longest as usize).then_some((None, Reason::MaxMoves))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::declare::{DrawRule, WinRule};
    use crate::played::Info;

    /// The start position after as many moves as there are scores.
    fn after(scores: &[&str]) -> (Board, Vec<Ply>) {
        let mut board = Board::new(cb2026::fen::START).unwrap();
        let mut plies = Vec::new();
        for score in scores {
            let text = board.legal().remove(0);
            board.play(&text);
            let info = Info { score: score.parse().ok(), ..Info::default() };
            plies.push(Ply { text, info, milliseconds: 0 });
        }
        (board, plies)
    }

    fn result(rules: Adjudication, scores: &[&str]) -> Option<(Option<Color>, Reason)> {
        let (board, plies) = after(scores);
        adjudicate(&rules, &board, &plies)
    }

    #[test]
    fn a_win_needs_both_sides_to_agree_long_enough() {
        let win = Some(WinRule { score: 500, moves: 2 });
        let rules = Adjudication { win, ..Adjudication::default() };
        let white = Some((Some(Color::White), Reason::AdjudicatedWin));
        let black = Some((Some(Color::Black), Reason::AdjudicatedWin));
        assert_eq!(result(rules, &["600", "-600", "#5", "-500"]), white);
        assert_eq!(result(rules, &["0", "600", "-600", "600", "-#3", "0"]), None);
        assert_eq!(result(rules, &["-600", "600", "#-3", "700"]), black);
        assert_eq!(result(rules, &["600", "-600", "600", "-499"]), None);
        assert_eq!(result(rules, &["600", "-600", "600"]), None);
        assert_eq!(result(Adjudication::default(), &["600", "-600", "600", "-600"]), None);
    }

    #[test]
    fn a_draw_needs_even_scores_and_enough_moves() {
        let draw = Some(DrawRule { score: 10, moves: 1, from: 2 });
        let rules = Adjudication { draw, ..Adjudication::default() };
        assert_eq!(result(rules, &["0", "0"]), None);
        let drawn = Some((None, Reason::AdjudicatedDraw));
        assert_eq!(result(rules, &["99", "0", "10", "-10"]), drawn);
        assert_eq!(result(rules, &["0", "0", "11", "0"]), None);
        // An engine that says no score agrees to nothing.
        assert_eq!(result(rules, &["0", "0", "-", "0"]), None);
        let rules = Adjudication { max_moves: Some(2), ..Adjudication::default() };
        assert_eq!(result(rules, &["0"; 4]), Some((None, Reason::MaxMoves)));
        assert_eq!(result(rules, &["0"; 3]), None);
    }
}
