//! Console sessions: what a reader types, and what the engine truly answers.

use super::{Declared, Kind};
use crate::measure::place::Place;
use crate::measure::process;
use crate::measure::reading::Reading;
use anyhow::{Result, anyhow, ensure};
use literate::results::Exchange;
use regex::Regex;
use serde::Deserialize;

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Session {
    commands: Vec<String>,
    /// Patterns of what differs from run to run, such as times, and what is shown instead.
    #[serde(default)]
    mask: Vec<(String, String)>,
}

impl Declared for Session {
    fn checked(self) -> Result<Self> {
        ensure!(!self.commands.is_empty(), "there are no commands; list what is typed");
        for command in &self.commands {
            ensure!(
                !command.trim().is_empty() && !command.contains(['\n', '\r']),
                "command `{}` isn't one line of text; give each command a string of its own",
                command.escape_debug()
            );
            let words: Vec<&str> = command.split_whitespace().collect();
            let endless = ["infinite", "ponder"];
            ensure!(
                words.first() != Some(&"go") || !words.iter().any(|word| endless.contains(word)),
                "`{command}` never ends, as a session types nothing while the engine thinks; give \
                 `go` a depth, nodes or a time"
            );
        }
        self.masks()?;
        Ok(self)
    }
}

impl Kind for Session {
    fn measure(&self, place: &Place) -> Result<Reading> {
        let masks = self.masks()?;
        let mut console = process::Console::start(&place.program()?)?;
        let mut session = Vec::new();
        for command in &self.commands {
            place.tell(command);
            let output = console.ask(command)?;
            let output = output.into_iter().map(|line| masked(&masks, line)).collect();
            session.push(Exchange { input: command.clone(), output });
        }
        Ok(Reading { session, ..Reading::default() })
    }
}

impl Session {
    fn masks<'a>(&'a self) -> Result<Vec<(Regex, &'a str)>> {
        let compile = |(pattern, shown): &'a (String, String)| {
            let regex = Regex::new(pattern).map_err(|error| {
                let reason = error.to_string();
                let reason = reason.lines().last().unwrap_or_default().to_owned();
                anyhow!("mask `{pattern}` isn't a regular expression: {reason}; correct it")
            })?;
            Ok((regex, shown.as_str()))
        };
        self.mask.iter().map(compile).collect()
    }
}

fn masked(masks: &[(Regex, &str)], line: String) -> String {
    masks.iter().fold(line, |line, (regex, shown)| regex.replace_all(&line, *shown).into_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn masks_hide_times_and_keep_the_rest() {
        let text = "commands = [\"perft 3\"]\nmask = [['\\d+ ms', 'N ms']]";
        let session: Session = toml::from_str(text).unwrap();
        let masks = session.masks().unwrap();
        assert_eq!(masked(&masks, "8902 nodes in 13 ms".to_owned()), "8902 nodes in N ms");
    }

    #[test]
    fn what_cannot_be_typed_is_refused() {
        for text in [
            "commands = []",
            "commands = [\" \"]",
            "commands = [\"show\\nquit\"]",
            "commands = [\"go infinite\"]",
            "commands = [\"go ponder wtime 1000\"]",
            "commands = [\"show\"]\nmask = [[\"(\", \"\"]]",
        ] {
            let session: Session = toml::from_str(text).unwrap();
            let error = crate::line::of(&session.checked().unwrap_err());
            assert!(error.contains(';') && !error.contains('\n'), "{error}");
        }
    }
}
