//! The sequential probability ratio test: when to stop a match, and what it has shown.
//!
//! Sources: A. Wald, *Annals of Mathematical Statistics* 16 (1945), for the test and its bounds;
//! M. Van den Bergh, *A Practical Introduction to the GSPRT* (2017) and *Normalized Elo* (2020), for
//! the likelihoods; R. Coulom's BayesElo for the third model. Nothing here knows how games are played.

use crate::stats::{PAIR_SCORES, Pentanomial, expected, moments};
use serde::{Deserialize, Serialize};

/// What an Elo bound means.
#[derive(Clone, Copy, Debug, Default, Deserialize, Serialize, PartialEq, Eq)]
#[serde(rename_all = "lowercase")]
pub enum Model {
    /// The usual Elo: a bound on the expected score.
    #[default]
    Logistic,
    /// A bound on the expected lead in units of its spread, so that the length of a match doesn't
    /// depend on how many games are drawn.
    Normalized,
    /// BayesElo, over games instead of pairs, with the rate of draws taken from the results.
    Bayesian,
}

/// A test of `elo0` against `elo1`.
#[derive(Clone, Copy, Debug, Deserialize, Serialize, PartialEq)]
#[serde(deny_unknown_fields, default)]
pub struct Sprt {
    pub elo0: f64,
    pub elo1: f64,
    /// The chance of accepting `elo1` where `elo0` is true.
    pub alpha: f64,
    /// The chance of accepting `elo0` where `elo1` is true.
    pub beta: f64,
    pub model: Model,
}

impl Default for Sprt {
    fn default() -> Self {
        Self { elo0: 0.0, elo1: 5.0, alpha: 0.05, beta: 0.05, model: Model::Logistic }
    }
}

/// The largest difference that a hypothesis may name, in Elo of any model.
const FARTHEST: f64 = 200.0;

/// Which hypothesis a test has accepted.
#[derive(Clone, Copy, Debug, Deserialize, Serialize, PartialEq, Eq)]
pub enum Accepted {
    H0,
    H1,
}

impl Sprt {
    /// What is wrong with the settings, if anything is.
    pub fn fault(&self) -> Option<String> {
        let Self { elo0, elo1, alpha, beta, .. } = *self;
        if !(elo0.is_finite() && elo1.is_finite() && elo0 < elo1) {
            return Some(format!("elo0 = {elo0} has to be below elo1 = {elo1}"));
        }
        // Far out no distribution of results fits a hypothesis, and the ratio is no number.
        if elo0.abs().max(elo1.abs()) > FARTHEST {
            return Some(format!("elo0 = {elo0} and elo1 = {elo1} have to lie within ±{FARTHEST}"));
        }
        let is_chance = |x: f64| x > 0.0 && x < 0.5;
        if !is_chance(alpha) || !is_chance(beta) {
            return Some(format!(
                "alpha = {alpha} and beta = {beta} have to lie between 0 and 0.5"
            ));
        }
        None
    }

    /// The log-likelihood ratios at which the test accepts H0 and H1.
    pub fn bounds(&self) -> (f64, f64) {
        ((self.beta / (1.0 - self.alpha)).ln(), ((1.0 - self.beta) / self.alpha).ln())
    }

    /// The log-likelihood ratio of these pairs; `games` counts losses, draws and wins.
    pub fn llr(&self, pairs: &Pentanomial, games: [u64; 3]) -> f64 {
        match self.model {
            Model::Bayesian => bayesian(games, self.elo0, self.elo1),
            model => likelihood(model, &PAIR_SCORES, &pairs.0, self.elo0, self.elo1),
        }
    }

    pub fn decide(&self, llr: f64) -> Option<Accepted> {
        let (lower, upper) = self.bounds();
        if llr <= lower {
            Some(Accepted::H0)
        } else if llr >= upper {
            Some(Accepted::H1)
        } else {
            None
        }
    }
}

/// The ratio between the likelihoods that the best distributions of both hypotheses give the counts.
fn likelihood(model: Model, scores: &[f64], counts: &[u64], elo0: f64, elo1: f64) -> f64 {
    // A class that hasn't occurred yet may still do so.
    let counts: Vec<f64> = counts.iter().map(|&c| if c == 0 { 0.001 } else { c as f64 }).collect();
    let n: f64 = counts.iter().sum();
    let shares: Vec<f64> = counts.iter().map(|count| count / n).collect();
    let fit = |elo: f64| match model {
        Model::Normalized => {
            // Of a pair's score the spread is smaller by √2 than of a game's.
            let pairing = if scores.len() == 5 { 2_f64.sqrt() } else { 1.0 };
            with_lead(scores, &shares, pairing * elo * std::f64::consts::LN_10 / 800.0)
        }
        _ => with_mean(scores, &shares, expected(elo)),
    };
    let (p0, p1) = (fit(elo0), fit(elo1));
    let ratio = |i: usize| shares[i] * (p1[i] / p0[i]).ln();
    n * (0..shares.len()).map(ratio).sum::<f64>()
}

/// The distribution with this mean that makes the observed shares most likely.
///
/// It is p/(1 + θ(a − mean)), with the θ that gives it the mean. The sum that has to vanish falls
/// in θ, from +∞ to −∞ between its poles.
fn with_mean(values: &[f64], shares: &[f64], mean: f64) -> Vec<f64> {
    let least = values.iter().fold(f64::INFINITY, |a, &b| a.min(b)) - mean;
    let most = values.iter().fold(f64::NEG_INFINITY, |a, &b| a.max(b)) - mean;
    let (mut low, mut high) = (-1.0 / most, -1.0 / least);
    let excess = |theta: f64| -> f64 {
        values.iter().zip(shares).map(|(a, p)| p * (a - mean) / (1.0 + theta * (a - mean))).sum()
    };
    let mut theta = (low + high) / 2.0;
    for _ in 0..200 {
        if excess(theta) > 0.0 {
            low = theta;
        } else {
            high = theta;
        }
        let middle = (low + high) / 2.0;
        if middle == theta {
            break;
        }
        theta = middle;
    }
    values.iter().zip(shares).map(|(a, p)| p / (1.0 + theta * (a - mean))).collect()
}

/// The distribution whose mean leads one half by `lead` standard deviations, and that makes the
/// observed shares most likely.
///
/// The condition isn't linear in the probabilities. Each round replaces it with its tangent at the
/// distribution of the round before, which is a condition on a mean.
fn with_lead(values: &[f64], shares: &[f64], lead: f64) -> Vec<f64> {
    let mut fit = vec![1.0 / values.len() as f64; values.len()];
    for _ in 0..100 {
        let (mean, variance) = moments(values, &fit);
        let spread = variance.sqrt();
        let tangent: Vec<f64> = values
            .iter()
            .map(|a| a - 0.5 - lead * spread * (1.0 + ((a - mean) / spread).powi(2)) / 2.0)
            .collect();
        let next = with_mean(&tangent, shares, 0.0);
        let moved = fit.iter().zip(&next).map(|(a, b)| (a - b).abs()).fold(0.0, f64::max);
        fit = next;
        if moved < 1e-12 {
            break;
        }
    }
    fit
}

fn bayesian([losses, draws, wins]: [u64; 3], elo0: f64, elo1: f64) -> f64 {
    // The rate of draws can't be estimated from results of one kind.
    if losses == 0 || wins == 0 || draws == 0 {
        return 0.0;
    }
    let [l, d, w] = [losses, draws, wins].map(|count| count as f64);
    let n = l + d + w;
    let draw_elo = 200.0 * ((n / l - 1.0) * (n / w - 1.0)).log10();
    let chances = |elo: f64| {
        let (win, loss) = (expected(elo - draw_elo), expected(-elo - draw_elo));
        [loss, 1.0 - win - loss, win]
    };
    let (p0, p1) = (chances(elo0), chances(elo1));
    [l, d, w].iter().zip(p0.iter().zip(p1)).map(|(count, (p0, p1))| count * (p1 / p0).ln()).sum()
}

#[cfg(test)]
mod tests {
    use super::*;
    use Model::{Bayesian, Logistic, Normalized};

    /// Published results of fastchess's tests: wins, losses, draws.
    const GAMES: [(Model, [u64; 3], f64, f64, f64); 6] = [
        (Normalized, [36433, 36027, 68692], 0.0, 2.0, 0.92),
        (Normalized, [10871, 10650, 20431], -1.75, 0.25, 2.30),
        (Logistic, [21404, 21184, 40708], 0.5, 2.5, -1.57),
        (Logistic, [57433, 57030, 106593], 0.0, 2.0, -2.59),
        (Bayesian, [68965, 68526, 128429], 0.0, 2.0, -1.26),
        (Bayesian, [21629, 21484, 41111], 0.5, 2.5, -1.13),
    ];

    const PAIRS: [(Model, [u64; 5], f64, f64, f64); 4] = [
        (Normalized, [365, 16618, 36229, 16974, 390], 0.0, 2.0, 2.25),
        (Normalized, [127, 4883, 10712, 5150, 104], -1.75, 0.25, 3.01),
        (Logistic, [223, 9863, 21279, 10037, 246], 0.5, 2.5, -3.07),
        (Logistic, [871, 26175, 55983, 26678, 821], 0.0, 2.0, -4.98),
    ];

    /// The log-likelihood ratio of single games: losses, draws, wins.
    fn trinomial(model: Model, games: [u64; 3], elo0: f64, elo1: f64) -> f64 {
        match model {
            Model::Bayesian => bayesian(games, elo0, elo1),
            model => likelihood(model, &[0.0, 0.5, 1.0], &games, elo0, elo1),
        }
    }

    #[test]
    fn published_values() {
        for (model, [w, l, d], elo0, elo1, published) in GAMES {
            let llr = trinomial(model, [l, d, w], elo0, elo1);
            assert!((llr - published).abs() <= 0.01, "{model:?} {w}/{l}/{d}: {llr}");
        }
        for (model, counts, elo0, elo1, published) in PAIRS {
            let sprt = Sprt { elo0, elo1, model, ..Sprt::default() };
            let llr = sprt.llr(&Pentanomial(counts), [0; 3]);
            assert!((llr - published).abs() <= 0.01, "{model:?} {counts:?}: {llr}");
        }
    }

    #[test]
    fn bounds_and_decisions() {
        let sprt = Sprt::default();
        let (lower, upper) = sprt.bounds();
        assert!((lower + 2.944_439).abs() < 1e-6 && (upper - 2.944_439).abs() < 1e-6);
        assert_eq!(sprt.decide(2.95), Some(Accepted::H1));
        assert_eq!(sprt.decide(-2.95), Some(Accepted::H0));
        assert_eq!(sprt.decide(2.94), None);
    }

    #[test]
    fn the_fits_keep_their_conditions() {
        let shares = [0.1, 0.2, 0.4, 0.2, 0.1];
        for mean in [0.01, 0.3, 0.5, 0.77] {
            let fit = with_mean(&PAIR_SCORES, &shares, mean);
            assert!((fit.iter().sum::<f64>() - 1.0).abs() < 1e-9);
            assert!((moments(&PAIR_SCORES, &fit).0 - mean).abs() < 1e-9);
        }
        for lead in [-0.2, 0.0, 0.1] {
            let (mean, variance) = moments(&PAIR_SCORES, &with_lead(&PAIR_SCORES, &shares, lead));
            assert!((mean - 0.5 - lead * variance.sqrt()).abs() < 1e-9);
        }
    }

    #[test]
    fn one_sided_results_decide_soon_and_stay_finite() {
        let sprt = Sprt::default();
        let won = |n| sprt.llr(&Pentanomial([0, 0, 0, 0, n]), [0, 0, 2 * n]);
        assert!(won(1).is_finite() && won(1) > 0.0);
        assert!(won(500) > won(100));
        let even = sprt.llr(&Pentanomial([0, 0, 2000, 0, 0]), [0, 4000, 0]);
        assert!(even < 0.0, "{even}");
    }

    #[test]
    fn settings_that_make_no_test_are_refused() {
        let fault = |elo0, elo1, alpha| Sprt { elo0, elo1, alpha, ..Sprt::default() }.fault();
        assert!(fault(0.0, 5.0, 0.05).is_none());
        assert!(fault(5.0, 5.0, 0.05).is_some());
        assert!(fault(0.0, f64::NAN, 0.05).is_some());
        assert!(fault(0.0, 5.0, 0.5).is_some());
    }
}
