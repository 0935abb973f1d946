//! Ratings from many matches at once: one Elo for each player that fits all pairings together.
//!
//! It computes from counts of pairs and doesn't know how games are played or declared. Sources: E. Zermelo,
//! *Mathematische Zeitschrift* 29 (1929), for the model and for when it has a maximum; A. Elo, *The
//! Rating of Chessplayers* (1978), for the scale; B. Efron, *Annals of Statistics* 7 (1979), for
//! the bootstrap. A draw counts as half a win. Adding up the Elo of neighbouring matches gives the
//! same only if the matches form a chain, and means nothing if a player isn't the same in all of them:
//! so a player with two limits is refused.

use crate::limits::Limits;
use crate::record::MatchRecord;
use crate::stats::{PAIR_SCORES, Pentanomial};
use anyhow::{Result, bail, ensure};
use std::collections::{BTreeMap, BTreeSet};

/// The games of one match, as far as ratings need them.
#[derive(Clone, Debug, PartialEq)]
pub struct Pairing {
    /// The match, for messages.
    pub id: String,
    /// As [`crate::side::Side`] writes them.
    pub first: String,
    pub second: String,
    pub limits: [Limits; 2],
    /// From the first player's view.
    pub pairs: Pentanomial,
    /// What both have spent in all games; ratings don't depend on it.
    pub nodes: [u64; 2],
}

/// Where a player stands, in Elo above the anchor.
#[derive(Clone, Debug, PartialEq)]
pub struct Rating {
    pub player: String,
    pub elo: f64,
    /// Both ends of the 95 % interval of the difference to the anchor.
    pub low: f64,
    pub high: f64,
    /// How many games the player has in the pairings.
    pub games: u64,
}

/// How many samples the intervals come from.
const RESAMPLES: usize = 1000;

/// Begins the sequence that samples are drawn with, so that the same games give the same intervals.
const SEED: u64 = 2026;

/// What 1 on the scale of the computation is in Elo.
const UNIT: f64 = 400.0 / std::f64::consts::LN_10;

impl Pairing {
    /// Refuses a match that its test has ended: where the end depends on the result, the result is
    /// too high or too low.
    pub fn of(record: &MatchRecord) -> Result<Self> {
        let declared = &record.declared;
        ensure!(
            !record.verdict.is_early(),
            "match `{}` was ended by its test, so its result is no size; play it at a fixed number of \
             games",
            declared.id
        );
        Ok(Self {
            id: declared.id.clone(),
            first: declared.first.to_string(),
            second: declared.second.to_string(),
            limits: declared.limits()?,
            pairs: record.result.pentanomial,
            nodes: record.result.nodes,
        })
    }

    /// The limits of `player` and the nodes it spent, if it takes part.
    pub fn budget(&self, player: &str) -> Option<(Limits, u64)> {
        let place = self.names().iter().position(|name| *name == player)?;
        Some((self.limits[place], self.nodes[place]))
    }

    fn names(&self) -> [&str; 2] {
        [&self.first, &self.second]
    }

    fn reversed(&self) -> Self {
        let mut turned = self.clone();
        std::mem::swap(&mut turned.first, &mut turned.second);
        turned.limits.reverse();
        turned.pairs.0.reverse();
        turned.nodes.reverse();
        turned
    }
}

/// The ratings with the highest likelihood, highest first; the anchor's is 0. The order of pairings,
/// and who is the first player of one, make no difference.
pub fn fit(pairings: &[Pairing], anchor: &str) -> Result<Vec<Rating>> {
    fit_with(pairings, anchor, RESAMPLES)
}

/// Pairings whose players are linked by games, directly or through others, group by group.
pub fn groups(pairings: &[Pairing]) -> Vec<Vec<Pairing>> {
    let mut groups: Vec<(BTreeSet<&str>, Vec<Pairing>)> = Vec::new();
    for pairing in pairings {
        let (mut players, mut games) = (BTreeSet::from(pairing.names()), Vec::new());
        let (linked, apart): (Vec<_>, Vec<_>) =
            groups.into_iter().partition(|(known, _)| !known.is_disjoint(&players));
        for (known, earlier) in linked {
            players.extend(known);
            games.extend(earlier);
        }
        games.push(pairing.clone());
        groups = apart;
        groups.push((players, games));
    }
    groups.into_iter().map(|(_, pairings)| pairings).collect()
}

/// Refuses pairings that share a player under two limits, and names both.
pub fn check_limits(pairings: &[Pairing]) -> Result<()> {
    let mut known: BTreeMap<&str, (Limits, &str)> = BTreeMap::new();
    for pairing in pairings {
        for (name, limits) in pairing.names().into_iter().zip(pairing.limits) {
            let (before, id) = *known.entry(name).or_insert((limits, &pairing.id));
            ensure!(
                before == limits,
                "{name} plays under {before} in match `{id}` and under {limits} in match `{}`, so \
                 their Elo can't be put together; give it one limit in both",
                pairing.id
            );
        }
    }
    Ok(())
}

fn fit_with(pairings: &[Pairing], anchor: &str, resamples: usize) -> Result<Vec<Rating>> {
    check_limits(pairings)?;
    // One order and direction, whatever the caller's is: a sample then meets the same pairings.
    let mut sorted: Vec<Pairing> = pairings
        .iter()
        .map(|pairing| match pairing.first > pairing.second {
            true => pairing.reversed(),
            false => pairing.clone(),
        })
        .collect();
    sorted.sort_by(|a, b| (a.names(), a.pairs.0).cmp(&(b.names(), b.pairs.0)));
    let players: BTreeSet<&str> = sorted.iter().flat_map(Pairing::names).collect();
    let players: Vec<&str> = players.into_iter().collect();
    let Some(anchor) = players.iter().position(|name| *name == anchor) else {
        bail!("the anchor {anchor} has no game; choose one of {}", players.join(", "));
    };
    let index = |name: &str| players.binary_search(&name).unwrap_or_default();
    let places: Vec<[usize; 2]> = sorted.iter().map(|one| one.names().map(index)).collect();

    let mut table = Table::new(players.len());
    for (pairing, place) in sorted.iter().zip(&places) {
        table.add(*place, &pairing.pairs);
    }
    table.check(&players)?;
    let best = table.maximum(anchor, vec![0.0; players.len()])?;

    let mut random = Random(SEED);
    let mut samples: Vec<Option<Vec<f64>>> = Vec::with_capacity(resamples);
    for _ in 0..resamples {
        let mut sample = Table::new(players.len());
        for (pairing, place) in sorted.iter().zip(&places) {
            sample.add(*place, &random.resample(&pairing.pairs));
        }
        samples.push(match sample.unbeaten() {
            None => Some(sample.maximum(anchor, best.clone())?),
            Some(_) => None,
        });
    }
    let lost = samples.iter().filter(|sample| sample.is_none()).count();
    ensure!(
        lost <= outside(resamples),
        "the games are too few or too one-sided for intervals: in {lost} of {resamples} samples of them \
         a player took every point; play more"
    );
    let mut ratings: Vec<Rating> = (0..players.len())
        .map(|player| {
            let (low, high) = interval(&samples, player);
            let [elo, low, high] = [best[player], low, high].map(tenths);
            Rating {
                player: players[player].to_owned(),
                elo,
                low,
                high,
                games: table.games(player),
            }
        })
        .collect();
    ratings.sort_by(|a, b| b.elo.total_cmp(&a.elo).then_with(|| a.player.cmp(&b.player)));
    Ok(ratings)
}

/// How many of so many samples lie beyond each end of an interval: 2.5 %.
fn outside(samples: usize) -> usize {
    (samples / 40).saturating_sub(1)
}

/// Both ends. A sample in which a player took every point has no ratings: it lies beyond both.
fn interval(samples: &[Option<Vec<f64>>], player: usize) -> (f64, f64) {
    let sorted = |missing: f64| {
        let mut values: Vec<f64> =
            samples.iter().map(|one| one.as_ref().map_or(missing, |all| all[player])).collect();
        values.sort_by(f64::total_cmp);
        values
    };
    let outside = outside(samples.len());
    (sorted(f64::NEG_INFINITY)[outside], sorted(f64::INFINITY)[samples.len() - 1 - outside])
}

/// In Elo, to one decimal: the digits that machines may differ in don't show.
fn tenths(rating: f64) -> f64 {
    // The addition turns -0 into 0.
    (rating * UNIT * 10.0).round() / 10.0 + 0.0
}

/// Who scored how much against whom.
struct Table {
    /// Quarters of a pair's points that the row's player took from the column's.
    points: Vec<Vec<u64>>,
}

impl Table {
    fn new(players: usize) -> Self {
        Self { points: vec![vec![0; players]; players] }
    }

    fn add(&mut self, [first, second]: [usize; 2], pairs: &Pentanomial) {
        let quarters = (0..).zip(pairs.0).map(|(quarters, count): (u64, u64)| quarters * count);
        let won: u64 = quarters.sum();
        self.points[first][second] += won;
        self.points[second][first] += (PAIR_SCORES.len() as u64 - 1) * pairs.pairs() - won;
    }

    fn len(&self) -> usize {
        self.points.len()
    }

    fn games(&self, player: usize) -> u64 {
        (0..self.len()).map(|other| self.between(player, other)).sum::<u64>() / 2
    }

    /// Quarters that both took from each other: four a pair.
    fn between(&self, a: usize, b: usize) -> u64 {
        self.points[a][b] + self.points[b][a]
    }

    /// Everyone that `start` is linked with by the relation.
    fn reach(&self, start: usize, linked: impl Fn(usize, usize) -> bool) -> BTreeSet<usize> {
        let (mut seen, mut open) = (BTreeSet::from([start]), vec![start]);
        while let Some(player) = open.pop() {
            for other in 0..self.len() {
                if linked(player, other) && seen.insert(other) {
                    open.push(other);
                }
            }
        }
        seen
    }

    /// Players from whom the others took no point, if there are some: the likelihood then only rises as
    /// they are put higher, and has no maximum.
    fn unbeaten(&self) -> Option<BTreeSet<usize>> {
        // Who can be reached from a player by steps to somebody who took a point from them.
        let chain = |start| self.reach(start, |loser, taker| self.points[taker][loser] > 0);
        (0..self.len()).map(chain).find(|reached| reached.len() < self.len())
    }

    fn check(&self, players: &[&str]) -> Result<()> {
        let names = |chosen: &BTreeSet<usize>, wanted: bool| {
            let all = (0..self.len()).filter(|player| chosen.contains(player) == wanted);
            all.map(|player| players[player]).collect::<Vec<_>>().join(", ")
        };
        let linked = self.reach(0, |a, b| self.between(a, b) > 0);
        ensure!(
            linked.len() == self.len(),
            "no game links {} with {}; play a match between the two groups",
            names(&linked, true),
            names(&linked, false)
        );
        if let Some(top) = self.unbeaten() {
            bail!(
                "{} took no point from {}, so the difference has no bound; play more games, or leave \
                 one side out",
                names(&top, false),
                names(&top, true)
            );
        }
        Ok(())
    }

    /// Newton's method from `ratings` on. No step moves two players apart by more than 1: within that the
    /// curvature changes by less than a factor e, and each step is sure to raise the likelihood.
    fn maximum(&self, anchor: usize, mut ratings: Vec<f64>) -> Result<Vec<f64>> {
        for _ in 0..1000 {
            let step = self.newton_step(anchor, &ratings);
            let (low, high) = step.iter().fold((0_f64, 0_f64), |(l, h), s| (l.min(*s), h.max(*s)));
            let spread = high - low;
            let scale = if spread > 1.0 { 1.0 / spread } else { 1.0 };
            ratings.iter_mut().zip(&step).for_each(|(rating, step)| *rating += scale * step);
            // The error is squared by each step: after this one it's far below 1e-9 Elo.
            if spread < 1e-7 {
                return Ok(ratings);
            }
        }
        bail!("the ratings don't converge; look for a pairing that's entered wrongly")
    }

    fn newton_step(&self, anchor: usize, ratings: &[f64]) -> Vec<f64> {
        let n = self.len();
        let (mut slope, mut curvature) = (vec![0.0; n], vec![vec![0.0; n]; n]);
        for a in 0..n {
            for b in (0..n).filter(|&b| b != a && self.between(a, b) > 0) {
                let games = self.between(a, b) as f64;
                let expected = 1.0 / (1.0 + (ratings[b] - ratings[a]).exp());
                slope[a] += self.points[a][b] as f64 - games * expected;
                let weight = games * expected * (1.0 - expected);
                curvature[a][a] += weight;
                curvature[a][b] -= weight;
            }
        }
        // The anchor stays where it is.
        slope[anchor] = 0.0;
        curvature[anchor].fill(0.0);
        curvature.iter_mut().for_each(|row| row[anchor] = 0.0);
        curvature[anchor][anchor] = 1.0;
        solve(curvature, slope)
    }
}

/// Gauss's elimination. The matrix is symmetric and positive definite, so no pivot has to be looked for.
fn solve(mut matrix: Vec<Vec<f64>>, mut right: Vec<f64>) -> Vec<f64> {
    let n = right.len();
    for column in 0..n {
        let head = matrix[column].clone();
        for row in column + 1..n {
            let factor = matrix[row][column] / head[column];
            let values = matrix[row].iter_mut().zip(&head).skip(column);
            values.for_each(|(value, above)| *value -= factor * above);
            right[row] -= factor * right[column];
        }
    }
    for row in (0..n).rev() {
        let known: f64 = (row + 1..n).map(|k| matrix[row][k] * right[k]).sum();
        right[row] = (right[row] - known) / matrix[row][row];
    }
    right
}

/// SplitMix64 (Steele, Lea and Flood, 2014), kept here so that a change elsewhere moves no interval.
struct Random(u64);

impl Random {
    fn draw(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let word = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let word = (word ^ (word >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        word ^ (word >> 31)
    }

    fn below(&mut self, end: u64) -> u64 {
        ((u128::from(self.draw()) * u128::from(end)) >> 64) as u64
    }

    /// As many pairs as there are, each drawn from all of them.
    fn resample(&mut self, pairs: &Pentanomial) -> Pentanomial {
        let mut sample = Pentanomial::default();
        for _ in 0..pairs.pairs() {
            let (mut class, mut place) = (0, self.below(pairs.pairs()));
            while place >= pairs.0[class] {
                place -= pairs.0[class];
                class += 1;
            }
            sample.add(class);
        }
        sample
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::stats::{elo, expected};

    fn pairing(first: &str, second: &str, pairs: [u64; 5]) -> Pairing {
        Pairing {
            id: format!("{first}-{second}"),
            first: first.to_owned(),
            second: second.to_owned(),
            limits: [Limits::Nodes(10_000); 2],
            pairs: Pentanomial(pairs),
            nodes: [0; 2],
        }
    }

    /// A round robin of players with these strengths: `p0` with the first of them, and so on. Half of
    /// what a player could have drawn is drawn.
    fn simulated(strengths: &[f64], pairs: u64, random: &mut Random) -> Vec<Pairing> {
        let mut pairings = Vec::new();
        for (a, first) in strengths.iter().enumerate() {
            for (b, second) in strengths.iter().enumerate().take(a) {
                let score = expected(first - second);
                let drawn = score.min(1.0 - score);
                let mut counts = Pentanomial::default();
                for _ in 0..pairs {
                    let mut half_points = 0;
                    for _ in 0..2 {
                        let place = random.draw() as f64 / u64::MAX as f64;
                        let win = score - drawn / 2.0;
                        half_points += 2 * usize::from(place < win);
                        half_points += usize::from((win..win + drawn).contains(&place));
                    }
                    counts.add(half_points);
                }
                pairings.push(pairing(&format!("p{a}"), &format!("p{b}"), counts.0));
            }
        }
        pairings
    }

    fn of<'a>(ratings: &'a [Rating], player: &str) -> &'a Rating {
        ratings.iter().find(|rating| rating.player == player).unwrap()
    }

    fn refusal(pairings: &[Pairing], anchor: &str) -> String {
        let error = format!("{:#}", fit(pairings, anchor).unwrap_err());
        assert!(!error.contains('\n'), "{error}");
        error
    }

    #[test]
    fn two_players_get_the_elo_of_their_match() {
        for counts in [[5, 20, 45, 20, 10], [42, 70, 202, 99, 87], [0, 0, 13, 21, 173]] {
            let estimate = Pentanomial(counts).estimate().unwrap();
            let ratings = fit(&[pairing("a", "b", counts)], "b").unwrap();
            let a = of(&ratings, "a");
            assert!((a.elo - estimate.elo).abs() <= 0.05, "{a:?} {estimate:?}");
            // The bootstrap's interval and that of the normal distribution nearly agree.
            let width = (a.high - a.low) / (estimate.high - estimate.low);
            assert!((0.9..1.1).contains(&width), "{a:?} {estimate:?}");
            assert_eq!((of(&ratings, "b").elo, of(&ratings, "b").low), (0.0, 0.0));
            assert_eq!(a.games, 2 * counts.iter().sum::<u64>());
        }
    }

    #[test]
    fn a_chain_adds_up() {
        let (one, two) = ([5, 20, 45, 20, 10], [42, 70, 202, 99, 87]);
        let ratings = fit(&[pairing("b", "a", one), pairing("c", "b", two)], "a").unwrap();
        let sum = [one, two].map(|counts| Pentanomial(counts).estimate().unwrap().elo);
        assert!((of(&ratings, "c").elo - sum[0] - sum[1]).abs() <= 0.05, "{ratings:?} {sum:?}");
    }

    #[test]
    fn known_strengths_are_found() {
        let strengths = [0.0, 120.0, 200.0, 210.0, 500.0];
        let ratings = fit_with(&simulated(&strengths, 20_000, &mut Random(1)), "p0", 40).unwrap();
        for (player, strength) in strengths.iter().enumerate() {
            let found = of(&ratings, &format!("p{player}"));
            assert!((found.elo - strength).abs() < 4.0, "{found:?} isn't {strength}");
        }
        let order: Vec<&str> = ratings.iter().map(|rating| rating.player.as_str()).collect();
        assert_eq!(order, ["p4", "p3", "p2", "p1", "p0"]);
    }

    #[test]
    fn intervals_cover_the_truth_as_often_as_they_say() {
        let (strengths, mut random) = ([0.0, 60.0, 150.0], Random(3));
        let (mut inside, mut all) = (0, 0);
        for _ in 0..200 {
            let ratings = fit_with(&simulated(&strengths, 80, &mut random), "p0", 200).unwrap();
            for (player, strength) in strengths.iter().enumerate().skip(1) {
                let found = of(&ratings, &format!("p{player}"));
                inside += u32::from((found.low..=found.high).contains(strength));
                all += 1;
            }
        }
        assert!((365..=394).contains(&inside), "{inside} of {all} intervals cover");
    }

    #[test]
    fn order_and_direction_make_no_difference() {
        let mut pairings = simulated(&[0.0, 60.0, 150.0, 170.0], 60, &mut Random(5));
        let ratings = fit(&pairings, "p1").unwrap();
        for turn in 0..pairings.len() {
            pairings.rotate_left(1);
            pairings[0] = pairings[0].reversed();
            assert_eq!(fit(&pairings, "p1").unwrap(), ratings, "turn {turn}");
        }
    }

    #[test]
    fn extremes_converge() {
        // 1,999 of 2,000 points, twice over.
        let lone = [0, 0, 0, 2, 998];
        let mut table = Table::new(3);
        table.add([1, 0], &Pentanomial(lone));
        table.add([2, 1], &Pentanomial(lone));
        let found = table.maximum(0, vec![0.0; 3]).unwrap()[2] * UNIT;
        assert!((found - 2.0 * elo(0.9995)).abs() < 1e-9, "{found}");
    }

    #[test]
    fn what_has_no_ratings_is_refused() {
        let some = [1, 2, 3, 2, 1];
        let apart = [pairing("a", "b", some), pairing("c", "d", some)];
        let error = "no game links a, b with c, d; play a match between the two groups";
        assert_eq!(refusal(&apart, "a"), error);
        let won = [pairing("a", "b", some), pairing("c", "a", [0, 0, 0, 0, 9])];
        assert!(refusal(&won, "a").starts_with("a, b took no point from c, so the difference"));
        let lost = [pairing("a", "b", some), pairing("c", "a", [9, 0, 0, 0, 0])];
        assert!(refusal(&lost, "a").starts_with("c took no point from a, b, so the difference"));
        assert!(
            refusal(&apart, "x").starts_with("the anchor x has no game; choose one of a, b, c")
        );
        // There are ratings, but in one sample of three c has lost nothing.
        let few = [pairing("a", "b", some), pairing("c", "a", [0, 0, 0, 1, 8])];
        assert!(refusal(&few, "a").starts_with("the games are too few or too one-sided"));
        assert!(refusal(&[], "a").contains("the anchor a has no game"));
    }

    #[test]
    fn a_player_with_two_limits_is_refused() {
        let mut pairings =
            vec![pairing("b", "a", [1, 2, 3, 2, 1]), pairing("c", "b", [1, 2, 3, 2, 1])];
        assert!(fit(&pairings, "a").is_ok());
        pairings[1].limits[1] = Limits::Depth(2);
        assert_eq!(
            refusal(&pairings, "a"),
            "b plays under nodes=10000 in match `b-a` and under depth=2 in match `c-b`, so their Elo \
             can't be put together; give it one limit in both"
        );
    }

    #[test]
    fn groups_are_those_that_games_link() {
        let one = |first, second| pairing(first, second, [1; 5]);
        let all = [one("a", "b"), one("c", "d"), one("e", "f"), one("d", "a")];
        let ids: Vec<Vec<String>> = groups(&all)
            .into_iter()
            .map(|group| group.into_iter().map(|p| p.id).collect())
            .collect();
        assert_eq!(ids, [vec!["e-f"], vec!["a-b", "c-d", "d-a"]]);
    }
}
