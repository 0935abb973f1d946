//! A match as it is declared: who plays, how long they think, and when it ends.
//!
//! Which commit a stage is, and where its engine lies, is the caller's business.

use crate::limits::Limits;
use crate::side::Side;
use crate::sprt::Sprt;
use anyhow::{Context, Result, bail};
use serde::{Deserialize, Serialize};

/// A match between two players.
#[derive(Clone, Debug, Deserialize, Serialize, PartialEq)]
#[serde(deny_unknown_fields)]
pub struct Match {
    /// In kebab-case: the name of the record.
    pub id: String,
    /// Caption of the result.
    pub title: String,
    pub first: Side,
    pub second: Side,
    /// Of both sides, where they don't have limits of their own.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub limits: Option<Limits>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub first_limits: Option<Limits>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub second_limits: Option<Limits>,
    /// How many lines of the openings are left out before the first pair's.
    #[serde(default)]
    pub openings_start: usize,
    /// The length of the match in pairs; with `sprt` or `interval` the longest one.
    pub pairs: usize,
    /// No test ends the match before so many pairs.
    #[serde(default)]
    pub min_pairs: usize,
    /// Ends the match when the test decides.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sprt: Option<Sprt>,
    /// Ends the match when the 95 % interval reaches less than so many Elo to each side.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub interval: Option<f64>,
    /// How many milliseconds a move may overstep the time before it counts as a loss.
    #[serde(default = "default_margin")]
    pub time_margin: u64,
    /// After how many seconds without an answer an engine counts as hanging.
    #[serde(default = "default_patience")]
    pub patience: u64,
    /// What the second player is rated at on a public list, in Elo.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rating: Option<i32>,
    /// Start the engines anew for each game: for one that `ucinewgame` doesn't clear.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub restart: bool,
    /// Milliseconds between a move and the next `go`, on nobody's clock: for an engine that isn't
    /// ready again right after its own move.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub pause: u64,
    /// What has changed in the engines since the games by the clock were played, which can't be
    /// replayed: the record is shown as theirs, with this reason, until they are played anew.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub outdated: Option<String>,
}

fn is_zero(number: &u64) -> bool {
    *number == 0
}

fn default_margin() -> u64 {
    10
}

fn default_patience() -> u64 {
    60
}

/// In milliseconds: it's waited for at every move.
const LONGEST_PAUSE: u64 = 1000;

/// A day, in seconds.
const LONGEST_PATIENCE: u64 = 24 * 60 * 60;

impl Match {
    /// A match of these players with everything else as it is by default, and without a name.
    pub fn new(first: Side, second: Side, limits: Limits, pairs: usize) -> Self {
        Self {
            id: String::new(),
            title: String::new(),
            first,
            second,
            limits: Some(limits),
            first_limits: None,
            second_limits: None,
            openings_start: 0,
            pairs,
            min_pairs: 0,
            sprt: None,
            interval: None,
            time_margin: default_margin(),
            patience: default_patience(),
            rating: None,
            restart: false,
            pause: 0,
            outdated: None,
        }
    }

    /// The limits of the first and the second player.
    pub fn limits(&self) -> Result<[Limits; 2]> {
        let own = |limits: Option<Limits>, name: &str| {
            limits.or(self.limits).with_context(|| {
                format!("match `{}`: the {name} player has no limits; add `limits`", self.id)
            })
        };
        Ok([own(self.first_limits, "first")?, own(self.second_limits, "second")?])
    }

    /// Whether the same players always play the same games.
    pub fn is_deterministic(&self) -> bool {
        self.limits().is_ok_and(|limits| limits.iter().all(|l| l.is_deterministic()))
    }

    pub fn sides(&self) -> [&Side; 2] {
        [&self.first, &self.second]
    }

    /// The test whose ratio is shown: the declared one or the usual one.
    pub fn test(&self) -> Sprt {
        self.sprt.unwrap_or_default()
    }

    /// Without what is only told of it: a record stays good when its title or a rating changes.
    pub fn untitled(&self) -> Self {
        Self { title: String::new(), rating: None, outdated: None, ..self.clone() }
    }

    /// What decides the games, as opposed to how many there are and what they are called.
    pub fn rules(&self) -> Self {
        Self {
            id: String::new(),
            pairs: 0,
            min_pairs: 0,
            sprt: None,
            interval: None,
            ..self.untitled()
        }
    }

    pub(crate) fn check(&self) -> Result<()> {
        let id = &self.id;
        if !is_kebab(id) {
            bail!("match `{id}`: the id isn't kebab-case; write it like `pvs-games`");
        }
        if self.title.trim().is_empty() {
            bail!("match `{id}`: the title is empty; say what the match shows");
        }
        let is = |kind: fn(&Limits) -> bool| self.limits().map(|limits| limits.iter().any(kind));
        if is(|limits| matches!(limits, Limits::Clock(_)))?
            && is(|limits| matches!(limits, Limits::NodeClock(_)))?
        {
            bail!(
                "match `{id}`: one clock counts seconds, the other nodes; give both the same kind"
            );
        }
        if self.outdated.is_some() && self.is_deterministic() {
            bail!("match `{id}`: `outdated` is for games by the clock; play these anew");
        }
        if self.pairs == 0 {
            bail!("match `{id}`: pairs = 0 plays nothing; give the length of the match");
        }
        if self.min_pairs > self.pairs {
            bail!("match `{id}`: min_pairs is above pairs; lower it");
        }
        if let Some(fault) = self.sprt.and_then(|sprt| sprt.fault()) {
            bail!("match `{id}`: sprt: {fault}");
        }
        if self.interval.is_some_and(|elo| !(elo > 0.0 && elo.is_finite())) {
            bail!("match `{id}`: interval isn't above 0; give it in Elo");
        }
        if !(1..=LONGEST_PATIENCE).contains(&self.patience) {
            bail!(
                "match `{id}`: patience = {} isn't from 1 to {LONGEST_PATIENCE}; give it in seconds",
                self.patience
            );
        }
        if self.pause > LONGEST_PAUSE {
            bail!(
                "match `{id}`: pause = {} is above {LONGEST_PAUSE}; give it in milliseconds",
                self.pause
            );
        }
        Ok(())
    }
}

/// Whether the text can name a record: words of small letters and digits, joined by hyphens.
pub(crate) fn is_kebab(text: &str) -> bool {
    text.split('-').all(|part| {
        !part.is_empty() && part.bytes().all(|b| b.is_ascii_lowercase() || b.is_ascii_digit())
    })
}
