//! A tournament as it is declared: every player meets every other one, all under the same limits.
//!
//! Each pairing is a match of its own, recorded like any other one, so that a tournament goes on where
//! it stopped, and a new player costs its own pairings only. What the results say of all players
//! together isn't told here.

use crate::contest::{Match, is_kebab};
use crate::limits::Limits;
use crate::side::Side;
use anyhow::{Result, bail};
use serde::{Deserialize, Serialize};

#[derive(Clone, Debug, Deserialize, Serialize, PartialEq)]
#[serde(deny_unknown_fields)]
pub struct Tournament {
    /// In kebab-case: what the names of its records begin with.
    pub id: String,
    pub title: String,
    /// The stages by their tags, or any other players. A new one belongs at the end.
    pub players: Vec<Side>,
    /// Of all players.
    pub limits: Limits,
    /// The length of each pairing; all begin from the same openings.
    pub pairs: usize,
    /// How many lines of the openings are left out before the first pair's.
    #[serde(default)]
    pub openings_start: usize,
}

impl Tournament {
    /// A match for each two players, the later one of the list first. Those of a new player at its
    /// end come last.
    pub fn pairings(&self) -> Vec<Match> {
        let players = self.players.iter().enumerate();
        players
            .flat_map(|(place, first)| {
                self.players[..place].iter().map(move |second| self.pairing(first, second))
            })
            .collect()
    }

    fn pairing(&self, first: &Side, second: &Side) -> Match {
        Match {
            id: format!("{}-{}-{}", self.id, name(first), name(second)),
            title: format!("{}: {} against {}", self.title, first.short(), second.short()),
            openings_start: self.openings_start,
            ..Match::new(first.clone(), second.clone(), self.limits, self.pairs)
        }
    }

    pub(crate) fn check(&self) -> Result<()> {
        let id = &self.id;
        if !is_kebab(id) {
            bail!("tournament `{id}`: the id isn't kebab-case; write it like `ladder`");
        }
        if self.players.len() < 2 {
            bail!("tournament `{id}`: it takes two players and more; list them");
        }
        for (place, player) in self.players.iter().enumerate() {
            if let Some(same) =
                self.players[..place].iter().find(|other| name(other) == name(player))
            {
                bail!(
                    "tournament `{id}`: `{same}` and `{player}` would share the name `{}`; leave one out",
                    name(player)
                );
            }
        }
        Ok(())
    }
}

/// A player's part of a record's name: `07` for a stage, else all its words.
fn name(player: &Side) -> String {
    let text = match player.stage() {
        Some(tag) if *player == Side::own(tag) => tag.split('-').nth(1).unwrap_or(tag).to_owned(),
        _ => player.short().to_lowercase(),
    };
    let words = text.split(|letter: char| !letter.is_ascii_alphanumeric());
    words.filter(|word| !word.is_empty()).collect::<Vec<_>>().join("-")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::declare::parse;

    const LADDER: &str = "[[tournament]]\nid = \"ladder\"\ntitle = \"The ladder\"\nplayers = [\n\
                          \"stage-07-deepening\", \"stage-08-mvvlva\", \"opponent:stash-9;Hash=16\"]\n\
                          limits = \"nodes=10000\"\npairs = 500\nopenings_start = 10\n";

    #[test]
    fn each_two_players_meet_in_a_match_of_their_own() {
        let matches = parse(LADDER).unwrap();
        let ids: Vec<&str> = matches.iter().map(|pairing| pairing.id.as_str()).collect();
        assert_eq!(ids, ["ladder-08-07", "ladder-stash-9-hash-16-07", "ladder-stash-9-hash-16-08"]);
        let pairing = &matches[0];
        assert_eq!(pairing.first.to_string(), "stage-08-mvvlva");
        assert_eq!(pairing.title, "The ladder: stage-08-mvvlva against stage-07-deepening");
        assert_eq!(pairing.limits().unwrap(), [Limits::Nodes(10_000); 2]);
        assert_eq!((pairing.pairs, pairing.openings_start, pairing.sprt), (500, 10, None));
    }

    #[test]
    fn a_new_player_leaves_the_pairings_that_are_there_as_they_are() {
        let longer = LADDER.replace("Hash=16\"]", "Hash=16\", \"stage-09-tt\"]");
        let (before, after) = (parse(LADDER).unwrap(), parse(&longer).unwrap());
        assert_eq!(after.len(), 6);
        assert_eq!(after[..3], before[..]);
    }

    #[test]
    fn faults_get_one_line() {
        let refusal = |old: &str, new: &str| {
            assert!(LADDER.contains(old));
            let error = format!("{:#}", parse(&LADDER.replace(old, new)).unwrap_err());
            assert!(error.starts_with("stages/matches.toml") && !error.contains('\n'), "{error}");
            error
        };
        assert!(refusal("\"ladder\"", "\"The ladder\"").contains("kebab-case"));
        assert!(refusal(", \"stage-08-mvvlva\", \"opponent:stash-9;Hash=16\"", "").contains("two"));
        let twice = refusal("stage-08-mvvlva", "stage-07-other");
        assert!(twice.contains("would share the name `07`"), "{twice}");
        assert!(refusal("pairs = 500", "pairs = 0").contains("plays nothing"));
        assert!(refusal("nodes=10000", "deep").contains(":6: limit `deep`"));
        let both = format!("{LADDER}{LADDER}");
        assert!(format!("{:#}", parse(&both).unwrap_err()).contains("declared twice"));
    }
}
