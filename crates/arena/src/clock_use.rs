//! What players leave on their clocks: means over the games of a match, by move.
//!
//! It takes what is recorded of the moves, and doesn't know what a clock forbids.

use crate::limits::Limits;
use crate::played::{Color, Played};
use serde::{Deserialize, Serialize};

/// Moves between two figures.
pub const STEP: usize = 5;

/// What stands on the clocks, in percent of the base: before the first move, after [`STEP`] moves,
/// after twice as many and so on, each a mean over the games that went on so long.
#[derive(Clone, Debug, Deserialize, Serialize, PartialEq)]
#[serde(deny_unknown_fields)]
pub struct ClockUse {
    pub first: Vec<f64>,
    pub second: Vec<f64>,
}

/// What a player has spent by each of its moves, summed over games.
#[derive(Clone, Debug, Default)]
pub struct Spent(Vec<Sum>);

#[derive(Clone, Copy, Debug, Default)]
struct Sum {
    games: u64,
    milliseconds: u64,
    nodes: u64,
}

impl Spent {
    pub fn add(&mut self, game: &Played, player: Color) {
        let own = game.plies.iter().enumerate().filter(|(ply, _)| game.mover(*ply) == player);
        let (mut milliseconds, mut nodes) = (0, 0);
        for (index, (_, ply)) in own.enumerate() {
            milliseconds += ply.milliseconds;
            nodes += ply.info.nodes.unwrap_or(0);
            if self.0.len() == index {
                self.0.push(Sum::default());
            }
            let sum = &mut self.0[index];
            sum.games += 1;
            sum.milliseconds += milliseconds;
            sum.nodes += nodes;
        }
    }

    /// Percentages as in [`ClockUse`], up to where fewer than half of the games go on. None where no
    /// clock runs.
    pub fn left(&self, limits: Limits) -> Option<Vec<f64>> {
        let (control, spent): (_, fn(&Sum) -> u64) = match limits {
            Limits::Clock(control) => (control, |sum| sum.milliseconds),
            Limits::NodeClock(control) => (control, |sum| sum.nodes),
            Limits::Depth(_) | Limits::Nodes(_) => return None,
        };
        let percent = |moves: usize, spent: f64| {
            let left = control.given(moves) as f64 - spent;
            (1000.0 * left / control.base as f64).round() / 10.0
        };
        let all = self.0.first().map_or(0, |sum| sum.games);
        let far = self.0.iter().take_while(|sum| 2 * sum.games >= all);
        let after =
            |(index, sum): (usize, &Sum)| percent(index + 1, spent(sum) as f64 / sum.games as f64);
        let each = far.enumerate().map(after);
        Some([percent(0, 0.0)].into_iter().chain(each.skip(STEP - 1).step_by(STEP)).collect())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::limits::Control;
    use crate::played::{Info, Ply, Reason};

    /// A game of which White's moves cost `milliseconds` and `nodes` each.
    fn game(plies: usize, milliseconds: u64, nodes: u64) -> Played {
        let info = Info { nodes: Some(nodes), ..Info::default() };
        let white = Ply { text: "e2e4".to_owned(), info, milliseconds };
        let black = Ply { text: "e7e5".to_owned(), info: Info::default(), milliseconds: 0 };
        let plies = [white, black].into_iter().cycle().take(plies).collect();
        let last_lines = Vec::new();
        Played { begins: Color::White, plies, winner: None, reason: Reason::Material, last_lines }
    }

    #[test]
    fn what_is_left_is_what_was_given_less_what_was_spent() {
        let mut spent = Spent::default();
        spent.add(&game(20, 30, 700), Color::White);
        spent.add(&game(20, 10, 500), Color::White);
        // Ten moves of 20 ms on the mean, or of 600 nodes.
        let clock = Limits::Clock(Control { base: 1_000, increment: 10, moves: 0 });
        assert_eq!(spent.left(clock), Some(vec![101.0, 96.0, 91.0]));
        let nodes = Limits::NodeClock(Control { base: 10_000, increment: 100, moves: 8 });
        assert_eq!(spent.left(nodes), Some(vec![101.0, 76.0, 151.0]));
        assert_eq!(spent.left(Limits::Nodes(5)), None);
    }

    #[test]
    fn the_few_long_games_count_only_as_far_as_half_of_all_go() {
        let mut spent = Spent::default();
        for plies in [10, 10, 40] {
            spent.add(&game(plies, 0, 0), Color::White);
        }
        let clock = Limits::Clock(Control { base: 1_000, increment: 0, moves: 0 });
        assert_eq!(spent.left(clock), Some(vec![100.0, 100.0]));
        assert_eq!(Spent::default().left(clock), Some(vec![100.0]));
    }
}
