//! What a match says about the strength of its players: Elo, its interval, superiority.
//!
//! Both games of a pair begin from one opening, so their results aren't independent, and the pair is
//! the unit of all statistics. Sources: A. Elo, *The Rating of Chessplayers* (1978), for the scale;
//! M. Van den Bergh, *A Practical Introduction to the GSPRT* (2017), for pairs as the unit;
//! C. Clopper and E. Pearson, *Biometrika* 26 (1934), for the bound where no two pairs differ.

use serde::{Deserialize, Serialize};

/// Pairs by what the first player scored in them: 0, ½, 1, 1½ and 2 points.
#[derive(Clone, Copy, Debug, Default, Deserialize, Serialize, PartialEq, Eq)]
pub struct Pentanomial(pub [u64; 5]);

/// The share of a pair's points in each of its classes.
pub const PAIR_SCORES: [f64; 5] = [0.0, 0.25, 0.5, 0.75, 1.0];

/// Quantile of the normal distribution that leaves 2.5 % above it.
const Z95: f64 = 1.959_963_984_540_054;

/// What the results say of the first player's strength. An Elo may be infinite.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Estimate {
    /// Mean share of the points.
    pub score: f64,
    pub elo: f64,
    /// Both ends of the interval that covers the true Elo in 95 of 100 matches.
    pub low: f64,
    pub high: f64,
    /// Likelihood that the first player is the stronger one, if all strengths are equally likely
    /// beforehand.
    pub los: f64,
}

impl Pentanomial {
    pub fn pairs(&self) -> u64 {
        self.0.iter().sum()
    }

    /// Adds a pair in which the first player scored so many half points.
    pub fn add(&mut self, half_points: usize) {
        self.0[half_points] += 1;
    }

    /// The estimate, or `None` before the first pair.
    pub fn estimate(&self) -> Option<Estimate> {
        let n = self.pairs() as f64;
        if n == 0.0 {
            return None;
        }
        let shares = self.0.map(|count| count as f64 / n);
        let (score, variance) = moments(&PAIR_SCORES, &shares);
        let (low, high) = if variance > 0.0 {
            let reach = Z95 * (variance / n).sqrt();
            (score - reach, score + reach)
        } else {
            // No two pairs differ, so the spread can't be estimated. The share of pairs that would
            // have differed is still bounded: with a larger one, n equal pairs are too unlikely.
            let others = 1.0 - 0.025_f64.powf(1.0 / n);
            (score - score * others, score + (1.0 - score) * others)
        };
        Some(Estimate {
            score,
            elo: elo(score),
            low: elo(low),
            high: elo(high),
            los: superiority(score, variance / n),
        })
    }
}

impl Estimate {
    /// Half of the interval's width in Elo, infinite where an end is.
    pub fn margin(&self) -> f64 {
        (self.high - self.low) / 2.0
    }
}

/// The Elo difference at which a player is expected to score this share of the points.
pub fn elo(score: f64) -> f64 {
    if score <= 0.0 {
        f64::NEG_INFINITY
    } else if score >= 1.0 {
        f64::INFINITY
    } else {
        // Without the addition an even score would be written as -0.
        -400.0 * (1.0 / score - 1.0).log10() + 0.0
    }
}

/// The share of the points that a player so many Elo stronger is expected to score.
pub fn expected(elo: f64) -> f64 {
    1.0 / (1.0 + 10_f64.powf(-elo / 400.0))
}

/// Mean and variance of values with these probabilities.
pub fn moments(values: &[f64], shares: &[f64]) -> (f64, f64) {
    let mean: f64 = values.iter().zip(shares).map(|(a, p)| a * p).sum();
    let variance = values.iter().zip(shares).map(|(a, p)| p * (a - mean) * (a - mean)).sum();
    (mean, variance)
}

/// The probability that the true score is above one half, given the mean and its variance.
fn superiority(score: f64, variance: f64) -> f64 {
    let lead = score - 0.5;
    if variance > 0.0 {
        return normal(lead / variance.sqrt());
    }
    match lead.partial_cmp(&0.0) {
        Some(std::cmp::Ordering::Greater) => 1.0,
        Some(std::cmp::Ordering::Less) => 0.0,
        _ => 0.5,
    }
}

/// The standard normal distribution function, to about 1e-15: a series near the middle, a continued
/// fraction outside (Abramowitz and Stegun 1964, 26.2.11 and 26.2.14).
fn normal(x: f64) -> f64 {
    let density = (-x * x / 2.0).exp() / std::f64::consts::TAU.sqrt();
    if x.abs() < 4.0 {
        let (mut term, mut sum) = (x, x);
        let mut odd = 1.0;
        while term.abs() > 1e-17 * sum.abs() {
            odd += 2.0;
            term *= x * x / odd;
            sum += term;
        }
        return 0.5 + density * sum;
    }
    let fraction = (1..=60).rev().fold(0.0, |below, k| f64::from(k) / (x.abs() + below));
    let tail = density / (x.abs() + fraction);
    if x > 0.0 { 1.0 - tail } else { tail }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn close(a: f64, b: f64, within: f64) {
        assert!((a - b).abs() <= within, "{a} and {b} differ by more than {within}");
    }

    #[test]
    fn elo_and_its_inverse() {
        close(elo(0.75), 190.848_501_887_8, 1e-9);
        close(expected(190.848_501_887_8), 0.75, 1e-12);
        assert_eq!((elo(0.0), elo(1.0)), (f64::NEG_INFINITY, f64::INFINITY));
        assert_eq!(elo(0.5).to_string(), "0");
    }

    #[test]
    fn normal_distribution() {
        close(normal(0.0), 0.5, 0.0);
        close(normal(Z95), 0.975, 1e-14);
        close(normal(-3.9), 4.809_634_401_760_275e-5, 1e-15);
        close(normal(-4.1), 2.065_750_691_254_673_5e-5, 1e-15);
        close(normal(5.0), 0.999_999_713_348_428_1, 1e-14);
    }

    #[test]
    fn pairs_that_differ_give_an_interval_from_their_spread() {
        // Mean 0.525; squares sum to 0.048125 of a pair's variance.
        let e = Pentanomial([5, 20, 45, 20, 10]).estimate().unwrap();
        close(e.score, 0.525, 1e-12);
        let se = ((0.05 * 0.525 * 0.525
            + 0.2 * 0.275 * 0.275
            + 0.45 * 0.025 * 0.025
            + 0.2 * 0.225 * 0.225
            + 0.1 * 0.475 * 0.475)
            / 100.0_f64)
            .sqrt();
        close(e.low, elo(0.525 - Z95 * se), 1e-9);
        close(e.high, elo(0.525 + Z95 * se), 1e-9);
        close(e.los, normal(0.025 / se), 1e-12);
    }

    #[test]
    fn equal_pairs_still_leave_doubt() {
        let won = Pentanomial([0, 0, 0, 0, 100]).estimate().unwrap();
        assert_eq!((won.elo, won.high, won.los), (f64::INFINITY, f64::INFINITY, 1.0));
        // 100 of 100 won: at least 96.4 % of all, as tables of Clopper and Pearson's bound have it.
        close(expected(won.low), 0.963_783, 1e-6);
        let even = Pentanomial([0, 0, 100, 0, 0]).estimate().unwrap();
        assert_eq!((even.elo, even.los), (0.0, 0.5));
        assert!(even.low < -10.0 && even.high > 10.0, "{even:?}");
        assert_eq!(Pentanomial::default().estimate(), None);
    }
}
