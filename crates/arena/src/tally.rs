//! Counts pairs in their order, and says when a match is decided.
//!
//! Games finish in any order. A verdict rests only on an unbroken run of pairs from the first one
//! on, so that it doesn't depend on how many are played at a time.

use crate::clock_use::{ClockUse, Spent};
use crate::contest::Match;
use crate::digest::hex;
use crate::played::{FIRST_HAS, Pair, Reason};
pub use crate::result::Verdict;
use crate::result::{Incident, Summary};
use crate::sprt::Accepted;
use crate::stats::Pentanomial;
use sha2::{Digest, Sha256};
use std::collections::BTreeMap;

/// The pairs so far.
#[derive(Clone, Debug, Default)]
pub struct Tally {
    pairs: Pentanomial,
    /// Losses, draws and wins of the first player.
    games: [u64; 3],
    endings: BTreeMap<Reason, u64>,
    plies: u64,
    nodes: [u64; 2],
    time_losses: [u64; 2],
    /// What the first and the second player have spent by each of their moves.
    spent: [Spent; 2],
    incidents: Vec<Incident>,
    entries: Vec<String>,
    moves: Sha256,
}

impl Tally {
    /// Adds the next pair.
    pub fn add(&mut self, pair: &Pair) {
        assert_eq!(pair.index, self.entries.len(), "pairs are counted in their order");
        self.pairs.add(pair.half_points());
        for (number, (game, first_has)) in pair.games.iter().zip(FIRST_HAS).enumerate() {
            self.games[game.half_points(first_has)] += 1;
            *self.endings.entry(game.reason).or_default() += 1;
            self.plies += game.plies.len() as u64;
            self.nodes[0] += game.nodes(first_has);
            self.nodes[1] += game.nodes(first_has.other());
            self.spent[0].add(game, first_has);
            self.spent[1].add(game, first_has.other());
            if game.reason.is_failure() {
                let loser = usize::from(game.winner == Some(first_has));
                self.time_losses[loser] += u64::from(game.reason == Reason::Flag);
                self.incidents.push(Incident {
                    pair: pair.index + 1,
                    game: number + 1,
                    loser: ["first", "second"][loser].to_owned(),
                    reason: game.reason,
                    last_lines: game.last_lines.clone(),
                });
            }
        }
        self.moves.update(pair.text());
        self.entries.push(pair.entry());
    }

    /// How many pairs are counted.
    pub fn len(&self) -> usize {
        self.entries.len()
    }

    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    pub fn llr(&self, declared: &Match) -> f64 {
        declared.test().llr(&self.pairs, self.games)
    }

    /// Whether the match is decided with the pairs so far.
    pub fn verdict(&self, declared: &Match) -> Option<Verdict> {
        if self.is_empty() {
            return None;
        }
        if self.len() >= declared.min_pairs {
            match declared.sprt.and_then(|sprt| sprt.decide(self.llr(declared))) {
                Some(Accepted::H0) => return Some(Verdict::H0),
                Some(Accepted::H1) => return Some(Verdict::H1),
                None => {}
            }
            let margin = self.pairs.estimate().map(|estimate| estimate.margin());
            if declared.interval.zip(margin).is_some_and(|(wanted, margin)| margin < wanted) {
                return Some(Verdict::Interval);
            }
        }
        (self.len() >= declared.pairs).then_some(Verdict::Length)
    }

    pub fn entries(&self) -> &[String] {
        &self.entries
    }

    /// Failures with the engines' last lines. Without their times where a match can be played again, so
    /// that the record of the same games is the same.
    pub fn incidents(&self, declared: &Match) -> Vec<Incident> {
        let mut incidents = self.incidents.clone();
        if declared.is_deterministic() {
            let lines = incidents.iter_mut().flat_map(|incident| &mut incident.last_lines);
            lines.for_each(|line| *line = timeless(line));
        }
        incidents
    }

    /// A digest of all moves.
    pub fn digest(&self) -> String {
        hex(&self.moves.clone().finalize())
    }

    /// What was left on the clocks, if the match is played by clocks.
    pub fn clock(&self, declared: &Match) -> Option<ClockUse> {
        let [first, second] = declared.limits().ok()?;
        Some(ClockUse { first: self.spent[0].left(first)?, second: self.spent[1].left(second)? })
    }

    /// The figures of the pairs so far, rounded as records have them.
    pub fn summary(&self, declared: &Match) -> Summary {
        Summary {
            mean_plies: rounded(share(self.plies, self.games), 1),
            nodes: self.nodes,
            time_losses: self.time_losses,
            endings: self.endings.clone(),
            ..Self::figures(&self.pairs, self.games, declared)
        }
    }

    /// What follows from the results alone; `games` counts losses, draws and wins.
    pub fn figures(pairs: &Pentanomial, games: [u64; 3], declared: &Match) -> Summary {
        let [losses, draws, wins] = games;
        let estimate = pairs.estimate();
        let elo = |value: f64| value.is_finite().then(|| rounded(value, 2));
        let (lower, upper) = declared.test().bounds();
        Summary {
            pairs: pairs.pairs(),
            wins,
            draws,
            losses,
            pentanomial: *pairs,
            score: rounded(estimate.map_or(0.5, |e| e.score), 4),
            elo: estimate.and_then(|e| elo(e.elo)),
            elo_low: estimate.and_then(|e| elo(e.low)),
            elo_high: estimate.and_then(|e| elo(e.high)),
            los: rounded(estimate.map_or(0.5, |e| e.los), 4),
            llr: rounded(declared.test().llr(pairs, games), 2),
            llr_bounds: [rounded(lower, 2), rounded(upper, 2)],
            draw_ratio: rounded(share(draws, games), 4),
            mean_plies: 0.0,
            nodes: [0; 2],
            time_losses: [0; 2],
            endings: BTreeMap::new(),
        }
    }
}

/// A count for each game.
fn share(count: u64, games: [u64; 3]) -> f64 {
    let games: u64 = games.iter().sum();
    if games == 0 { 0.0 } else { count as f64 / games as f64 }
}

/// A line without what differs from run to run, so that the record of the same games is the same.
fn timeless(line: &str) -> String {
    let (mut kept, mut words) = (Vec::new(), line.split(' '));
    while let Some(word) = words.next() {
        kept.push(word);
        if line.starts_with("< info") && matches!(word, "time" | "nps") && words.next().is_some() {
            kept.push("…");
        }
    }
    kept.join(" ")
}

/// Rounded, so that the last bit of a machine's logarithm doesn't show. Never `-0`.
fn rounded(value: f64, decimals: i32) -> f64 {
    let scale = 10_f64.powi(decimals);
    (value * scale).round() / scale + 0.0
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::declare::parse;
    use crate::limits::Limits;
    use crate::played::Color;
    use crate::played::tests::game;

    fn declared(more: &str) -> Match {
        let text = format!(
            "[[match]]\nid = \"a\"\ntitle = \"A\"\nfirst = \"main\"\nsecond = \"random\"\n\
             limits = \"depth=2\"\n{more}"
        );
        parse(&text).unwrap().remove(0)
    }

    fn pair(index: usize, first_wins: bool) -> Pair {
        let win = game("e2e4 e7e5", Some(Color::White), Reason::Mate);
        let draw = game("e2e4", None, Reason::Threefold);
        Pair { index, games: if first_wins { [win, draw] } else { [draw.clone(), draw] } }
    }

    fn play(declared: &Match, wins: impl Fn(usize) -> bool) -> (usize, Verdict) {
        let mut tally = Tally::default();
        loop {
            if let Some(verdict) = tally.verdict(declared) {
                return (tally.len(), verdict);
            }
            tally.add(&pair(tally.len(), wins(tally.len())));
        }
    }

    #[test]
    fn a_match_ends_by_length_test_or_interval() {
        assert_eq!(play(&declared("pairs = 7"), |_| true), (7, Verdict::Length));
        let (pairs, verdict) = play(&declared("pairs = 9999\nsprt = {}"), |i| i % 2 == 0);
        assert!(verdict == Verdict::H1 && pairs < 300, "{pairs} {verdict:?}");
        let patient = declared("pairs = 9999\nmin_pairs = 300\nsprt = {}");
        assert_eq!(play(&patient, |i| i % 2 == 0), (300, Verdict::H1));
        let (pairs, verdict) = play(&declared("pairs = 9999\nsprt = {}"), |_| false);
        assert!(verdict == Verdict::H0, "{pairs}");
        let (pairs, verdict) = play(&declared("pairs = 9999\ninterval = 20"), |i| i % 2 == 0);
        assert!(verdict == Verdict::Interval && (50..500).contains(&pairs), "{pairs}");
    }

    #[test]
    fn last_lines_are_kept_without_times_where_games_can_be_played_again() {
        let mut failed = pair(0, false);
        failed.games[0] = game("e2e4", Some(Color::White), Reason::Crash);
        failed.games[0].last_lines = vec!["< info depth 1 time 7".to_owned()];
        let mut tally = Tally::default();
        tally.add(&failed);
        let last = |declared: &Match| tally.incidents(declared)[0].last_lines.concat();
        assert_eq!(last(&declared("pairs = 1")), "< info depth 1 time …");
        let timed = Match { limits: Limits::parse("clock=5+0").ok(), ..declared("pairs = 1") };
        assert_eq!(last(&timed), "< info depth 1 time 7");
        assert_eq!(
            timeless("< info depth 3 time 12 nps 9 pv e2e4"),
            "< info depth 3 time … nps … pv e2e4"
        );
        assert_eq!(timeless("! no time left"), "! no time left");
        assert_eq!(timeless("< info time"), "< info time");
    }

    #[test]
    fn failures_are_counted_for_the_loser() {
        let mut flagged = pair(0, false);
        flagged.games[1] = game("e2e4", Some(Color::White), Reason::Flag);
        let mut tally = Tally::default();
        tally.add(&flagged);
        let summary = tally.summary(&declared("pairs = 1"));
        // The first player has Black in the second game.
        assert_eq!(summary.time_losses, [1, 0]);
        assert_eq!((summary.wins, summary.draws, summary.losses), (0, 1, 1));
        let incident = &tally.incidents(&declared("pairs = 1"))[0];
        assert_eq!((incident.game, incident.loser.as_str()), (2, "first"));
    }
}
