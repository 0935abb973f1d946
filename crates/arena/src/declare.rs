//! The matches that `stages/matches.toml` declares, one `[[match]]` each.
//!
//! A declaration says who plays, how long they think, and when the match ends. Which commit a stage
//! is, and where its engine lies, is the caller's business.

use crate::limits::Limits;
use crate::side::Side;
use crate::sprt::Sprt;
use anyhow::{Context, Result, bail};
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;
use std::path::Path;

/// Where the declarations stand, from the repository's root.
pub const PATH: &str = "stages/matches.toml";

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
    /// Ends games early; off where it's missing.
    #[serde(default, skip_serializing_if = "Adjudication::is_off")]
    pub adjudicate: Adjudication,
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

/// Rules that end a game early, each off unless it's there.
#[derive(Clone, Copy, Debug, Default, Deserialize, Serialize, PartialEq, Eq)]
#[serde(deny_unknown_fields)]
pub struct Adjudication {
    /// Both see one side so far ahead, for so many moves on end.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub win: Option<WinRule>,
    /// Both see an even game for so many moves on end.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub draw: Option<DrawRule>,
    /// A game with so many moves of each side is a draw.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub max_moves: Option<u32>,
}

impl Adjudication {
    pub fn is_off(&self) -> bool {
        *self == Self::default()
    }
}

#[derive(Clone, Copy, Debug, Deserialize, Serialize, PartialEq, Eq)]
#[serde(deny_unknown_fields)]
pub struct WinRule {
    /// In centipawns.
    pub score: i32,
    pub moves: u32,
}

#[derive(Clone, Copy, Debug, Deserialize, Serialize, PartialEq, Eq)]
#[serde(deny_unknown_fields)]
pub struct DrawRule {
    /// At most so many centipawns from even.
    pub score: i32,
    pub moves: u32,
    /// Not before this move.
    pub from: u32,
}

impl Match {
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
        Self { title: String::new(), rating: None, ..self.clone() }
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

    fn check(&self) -> Result<()> {
        let id = &self.id;
        let is_kebab = id.split('-').all(|part| {
            !part.is_empty() && part.bytes().all(|b| b.is_ascii_lowercase() || b.is_ascii_digit())
        });
        if !is_kebab {
            bail!("match `{id}`: the id isn't kebab-case; write it like `pvs-games`");
        }
        if self.title.trim().is_empty() {
            bail!("match `{id}`: the title is empty; say what the match shows");
        }
        self.limits()?;
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
        self.check_adjudication()
    }

    fn check_adjudication(&self) -> Result<()> {
        let Adjudication { win, draw, max_moves } = self.adjudicate;
        let is_well = win.is_none_or(|rule| rule.score > 0 && rule.moves > 0)
            && draw.is_none_or(|rule| rule.score >= 0 && rule.moves > 0)
            && max_moves != Some(0);
        if !is_well {
            bail!("match `{}`: adjudicate: scores and moves have to be above 0", self.id);
        }
        Ok(())
    }
}

#[derive(Default, Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    #[serde(default, rename = "match")]
    matches: Vec<Match>,
}

/// The declarations in the repository at `root`.
pub fn load(root: &Path) -> Result<Vec<Match>> {
    let text = std::fs::read_to_string(root.join(PATH))
        .with_context(|| format!("{PATH}: can't be read; restore it with `git restore {PATH}`"))?;
    parse(&text)
}

pub fn parse(text: &str) -> Result<Vec<Match>> {
    let file: File = match toml::from_str(text) {
        Ok(file) => file,
        Err(error) => {
            let offset = error.span().map_or(0, |span| span.start);
            let line = text.bytes().take(offset).filter(|&byte| byte == b'\n').count() + 1;
            let reason = error.message().split_whitespace().collect::<Vec<_>>().join(" ");
            bail!("{PATH}:{line}: {reason}; correct the entry");
        }
    };
    let mut seen = BTreeSet::new();
    for entry in &file.matches {
        entry.check().context(PATH)?;
        if !seen.insert(&entry.id) {
            bail!("{PATH}: match `{}` is declared twice; rename one", entry.id);
        }
    }
    Ok(file.matches)
}

/// The match `id`.
pub fn find<'a>(matches: &'a [Match], id: &str) -> Result<&'a Match> {
    matches.iter().find(|entry| entry.id == id).with_context(|| {
        let known: Vec<&str> = matches.iter().map(|entry| entry.id.as_str()).collect();
        match known.as_slice() {
            [] => format!("no match `{id}`; {PATH} declares none yet"),
            _ => format!("no match `{id}`; {PATH} declares {}", known.join(", ")),
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    const PLAIN: &str = "[[match]]\nid = \"a\"\ntitle = \"A\"\nfirst = \"main\"\n\
                         second = \"random\"\nlimits = \"depth=2\"\npairs = 4\n";

    fn refusal(text: &str) -> String {
        let error = format!("{:#}", parse(text).unwrap_err());
        assert!(!error.contains('\n'), "{error}");
        error
    }

    #[test]
    fn a_declaration_is_read_with_its_defaults() {
        let matches = parse(PLAIN).unwrap();
        let entry = find(&matches, "a").unwrap();
        assert_eq!(entry.limits().unwrap(), [Limits::Depth(2); 2]);
        assert!(entry.is_deterministic() && entry.adjudicate.is_off());
        assert_eq!((entry.time_margin, entry.patience, entry.sprt), (10, 60, None));
        let test = format!("{PLAIN}sprt = {{ elo1 = 10, model = \"normalized\" }}\n");
        let sprt = parse(&test).unwrap()[0].sprt.unwrap();
        assert_eq!((sprt.elo0, sprt.elo1, sprt.alpha), (0.0, 10.0, 0.05));
    }

    #[test]
    fn faults_name_the_file_and_the_place() {
        let swap = |old: &str, new: &str| {
            assert!(PLAIN.contains(old));
            refusal(&PLAIN.replace(old, new))
        };
        assert!(swap("\"depth=2\"", "\"deep\"").starts_with("stages/matches.toml:6: limit `deep`"));
        assert!(swap("\"main\"", "\"mian\"").starts_with("stages/matches.toml:4: player `mian`"));
        assert!(swap("pairs", "pears").contains(":7: unknown field `pears`"));
        assert!(swap("limits = \"depth=2\"\n", "").contains("the first player has no limits"));
        assert!(swap("pairs = 4", "pairs = 0").contains("plays nothing"));
        assert!(swap("id = \"a\"", "id = \"A b\"").contains("kebab-case"));
        assert!(refusal(&format!("{PLAIN}min_pairs = 5\n")).contains("min_pairs"));
        assert!(refusal(&format!("{PLAIN}sprt = {{ elo1 = -1 }}\n")).contains("elo0 = 0"));
        assert!(refusal(&format!("{PLAIN}sprt = {{ elo1 = 300 }}\n")).contains("within ±200"));
        assert!(refusal(&format!("{PLAIN}pause = 1001\n")).contains("is above 1000"));
        for patience in ["0", "9223372036854775807"] {
            let error = refusal(&format!("{PLAIN}patience = {patience}\n"));
            assert!(error.contains("isn't from 1 to 86400"), "{error}");
        }
        assert!(refusal(&format!("{PLAIN}{PLAIN}")).contains("declared twice"));
        assert!(find(&[], "x").unwrap_err().to_string().contains("declares none yet"));
    }
}
