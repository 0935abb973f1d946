//! Who plays: what is written `stage-05-alphabeta`, `stage-11-pvs+NAME` with the patch of an experiment,
//! `main:pvs=off`, `opponent:stash-17;Hash=16`, `uci:/usr/games/stockfish` or `random:7`.

use crate::contest::is_kebab;
use anyhow::{Result, bail};
use serde::{Deserialize, Serialize};
use std::fmt;

/// One player of a match as it is declared.
#[derive(Clone, Debug, Deserialize, Serialize, PartialEq, Eq)]
#[serde(try_from = "String", into = "String")]
pub enum Side {
    /// This project's engine: at a stage, given by its tag, or `main`.
    Own {
        at: String,
        /// The experiment that changes the stage's engine.
        patch: Option<String>,
        settings: Vec<(String, String)>,
    },
    /// Any other program that speaks UCI, with values for its options.
    Foreign { program: Program, options: Vec<(String, String)> },
    /// Plays legal moves from a fixed sequence.
    Random { seed: u64 },
}

/// Which program a foreign player is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Program {
    /// A file of this machine.
    Path(String),
    /// The name of an opponent that `stages/opponents.toml` declares.
    Opponent(String),
}

/// The name of the engine as it stands.
pub const MAIN: &str = "main";

impl Side {
    pub fn parse(text: &str) -> Result<Self> {
        let text = text.trim();
        let (head, rest) = match text.split_once(':') {
            Some((head, rest)) => (head, Some(rest)),
            None => (text, None),
        };
        match head {
            "random" => random(rest),
            "uci" => foreign(text, Program::Path),
            "opponent" => foreign(text, Program::Opponent),
            at if at == MAIN || at.starts_with("stage-") => {
                let settings = pairs(text, rest.unwrap_or_default(), ',')?;
                let (at, patch) = match at.split_once('+') {
                    Some((at, patch)) if at != MAIN && is_kebab(patch) => (at, Some(patch)),
                    None => (at, None),
                    _ => bail!(
                        "player `{text}` names no experiment of a stage; write \
                         stage-11-pvs+NAME, with a file stages/experiments/NAME.diff"
                    ),
                };
                if rest.is_some() && settings.is_empty() {
                    bail!("player `{text}` has a colon without settings; write `{at}:pvs=off`");
                }
                Ok(Self::Own { at: at.to_owned(), patch: patch.map(str::to_owned), settings })
            }
            _ => bail!(
                "player `{text}` isn't known; give a stage's tag, main, main:pvs=off, \
                 opponent:NAME;Option=value, uci:PATH or random:SEED"
            ),
        }
    }

    /// The project's engine at a stage's tag or [`MAIN`], as it comes.
    pub fn own(at: &str) -> Self {
        Self::Own { at: at.to_owned(), patch: None, settings: Vec::new() }
    }

    /// The stage's tag, if the player is one.
    pub fn stage(&self) -> Option<&str> {
        match self {
            Self::Own { at, .. } if at != MAIN => Some(at),
            _ => None,
        }
    }

    /// The experiment that changes the stage, if one does.
    pub fn patch(&self) -> Option<&str> {
        match self {
            Self::Own { patch, .. } => patch.as_deref(),
            _ => None,
        }
    }

    pub fn is_main(&self) -> bool {
        matches!(self, Self::Own { at, .. } if at == MAIN)
    }

    /// The name of the declared opponent, if the player is one.
    pub fn opponent(&self) -> Option<&str> {
        match self {
            Self::Foreign { program: Program::Opponent(name), .. } => Some(name),
            _ => None,
        }
    }

    /// What a reader of results sees, without a path's folders.
    pub fn short(&self) -> String {
        match self {
            Self::Foreign { program, options } => {
                let name = match program {
                    Program::Opponent(name) => name,
                    Program::Path(path) => path.rsplit('/').next().unwrap_or(path),
                };
                with_options(name, options)
            }
            _ => self.to_string(),
        }
    }
}

/// As `name;Hash=16;Move Overhead=0`.
fn with_options(name: &str, options: &[(String, String)]) -> String {
    let options = options.iter().map(|(name, value)| format!(";{name}={value}"));
    name.to_owned() + &options.collect::<String>()
}

fn random(seed: Option<&str>) -> Result<Side> {
    match seed.unwrap_or("1").trim().parse() {
        Ok(seed) => Ok(Side::Random { seed }),
        Err(_) => bail!("player `random:{}` has no seed; write a number", seed.unwrap_or_default()),
    }
}

/// A program as `uci:PATH` or `opponent:NAME`, with options after semicolons.
fn foreign(text: &str, program: fn(String) -> Program) -> Result<Side> {
    let (_, rest) = text.split_once(':').unwrap_or_default();
    let (name, options) = rest.split_once(';').unwrap_or((rest, ""));
    if name.trim().is_empty() {
        bail!(
            "player `{text}` names no program; write opponent:stash-17 or uci:/usr/games/stockfish"
        );
    }
    let options = pairs(text, options, ';')?;
    Ok(Side::Foreign { program: program(name.trim().to_owned()), options })
}

/// `name=value` parts, none of them twice.
fn pairs(whole: &str, text: &str, separator: char) -> Result<Vec<(String, String)>> {
    let mut pairs: Vec<(String, String)> = Vec::new();
    for part in text.split(separator).map(str::trim).filter(|part| !part.is_empty()) {
        let Some((name, value)) = part.split_once('=') else {
            bail!("player `{whole}`: setting `{part}` has no value; write {part}=…");
        };
        let (name, value) = (name.trim().to_owned(), value.trim().to_owned());
        if name.is_empty() || value.contains(char::is_control) {
            bail!("player `{whole}`: setting `{part}` isn't name=value");
        }
        if pairs.iter().any(|(known, _)| *known == name) {
            bail!("player `{whole}`: setting `{name}` is given twice");
        }
        pairs.push((name, value));
    }
    Ok(pairs)
}

/// What a setting of the project's own engine is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Setting {
    /// Has the values on and off.
    Technique(bool),
    Parameter(i64),
    /// An option of the protocol. Its name begins with a capital letter, as in `Hash=16`.
    Option,
}

impl Setting {
    pub fn of(name: &str, value: &str) -> Result<Self> {
        if name.starts_with(|c: char| c.is_ascii_uppercase()) {
            return Ok(Self::Option);
        }
        match value {
            "on" => Ok(Self::Technique(true)),
            "off" => Ok(Self::Technique(false)),
            _ => match value.parse() {
                Ok(number) => Ok(Self::Parameter(number)),
                Err(_) => bail!(
                    "setting `{name}={value}`: a technique is on or off, a parameter a whole number"
                ),
            },
        }
    }
}

impl fmt::Display for Side {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Own { at, patch, settings } => {
                let patch = patch.iter().map(|patch| format!("+{patch}")).collect::<String>();
                let parts: Vec<_> =
                    settings.iter().map(|(name, value)| format!("{name}={value}")).collect();
                let colon = if parts.is_empty() { "" } else { ":" };
                write!(f, "{at}{patch}{colon}{}", parts.join(","))
            }
            Self::Foreign { program: Program::Path(path), options } => {
                write!(f, "uci:{}", with_options(path, options))
            }
            Self::Foreign { program: Program::Opponent(name), options } => {
                write!(f, "opponent:{}", with_options(name, options))
            }
            Self::Random { seed } => write!(f, "random:{seed}"),
        }
    }
}

impl TryFrom<String> for Side {
    type Error = String;

    fn try_from(text: String) -> Result<Self, String> {
        let side = Self::parse(&text).map_err(|error| format!("{error:#}"))?;
        if let Self::Own { settings, .. } = &side {
            for (name, value) in settings {
                Setting::of(name, value).map_err(|error| format!("{error:#}"))?;
            }
        }
        Ok(side)
    }
}

impl From<Side> for String {
    fn from(side: Side) -> Self {
        side.to_string()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn players_are_read_and_written() {
        for text in [
            "main",
            "main:pvs=off,aspiration_delta=30",
            "main:Hash=16",
            "stage-05-alphabeta",
            "stage-11-pvs+pvs-research-at-beta",
            "stage-11-pvs+pvs-research-at-beta:pvs=on,Hash=1",
            "uci:/usr/games/stockfish",
            "uci:/usr/games/stockfish;Hash=16;Move Overhead=0",
            "opponent:stash-17",
            "opponent:stash-17;Hash=16;Move Overhead=0",
            "random:7",
        ] {
            assert_eq!(Side::try_from(text.to_owned()).unwrap().to_string(), text);
        }
        assert_eq!(Side::parse("random").unwrap(), Side::Random { seed: 1 });
        let foreign = Side::parse("uci:/usr/games/stockfish;Hash=16").unwrap();
        assert_eq!(foreign.short(), "stockfish;Hash=16");
        let declared = Side::parse("opponent:stash-17;Hash=16").unwrap();
        assert_eq!(
            (declared.short(), declared.opponent()),
            ("stash-17;Hash=16".into(), Some("stash-17"))
        );
    }

    #[test]
    fn bad_players_get_one_line() {
        for text in [
            "",
            "stockfish",
            "main:",
            "main:pvs",
            "main:pvs=maybe",
            "main:a=1,a=2",
            "main:=1",
            "main+patch",
            "stage-11-pvs+",
            "stage-11-pvs+../x",
            "uci:",
            "uci:;Hash=1",
            "uci:x;Hash",
            "opponent",
            "opponent:;Hash=1",
            "opponent:stash-17;Hash",
            "random:x",
            "random:-1",
        ] {
            let error = Side::try_from(text.to_owned()).unwrap_err();
            assert!(!error.contains('\n') && error.contains('`'), "{text}: {error}");
        }
    }
}
