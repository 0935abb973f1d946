//! Reads `stages/matches.toml`: one `[[match]]` or `[[tournament]]` each.

pub use crate::contest::Match;
pub use crate::round_robin::Tournament;
use anyhow::{Context, Result, anyhow, bail};
use serde::Deserialize;
use std::collections::BTreeSet;
use std::path::Path;

/// Where the declarations stand, from the repository's root.
pub const PATH: &str = "stages/matches.toml";

/// What the book's ladder is made of.
#[derive(Clone, Debug, Deserialize, PartialEq, Eq)]
#[serde(deny_unknown_fields)]
pub struct Ladder {
    /// The tournament that most stages are rated by.
    pub tournament: String,
    /// Matches that place the other stages. A player that takes part in several, or in the tournament,
    /// has one limit in all of them.
    #[serde(default)]
    pub placed: Vec<String>,
}

#[derive(Default, Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    #[serde(default, rename = "match")]
    matches: Vec<Match>,
    #[serde(default, rename = "tournament")]
    tournaments: Vec<Tournament>,
    ladder: Option<Ladder>,
}

/// Everything that the file declares.
#[derive(Clone, Debug, Default)]
pub struct Declared {
    /// The pairings of the tournaments among them, last.
    pub matches: Vec<Match>,
    pub tournaments: Vec<Tournament>,
    pub ladder: Option<Ladder>,
}

/// The matches declared in the repository at `root`.
pub fn load(root: &Path) -> Result<Vec<Match>> {
    Ok(load_all(root)?.matches)
}

/// All declarations in the repository at `root`.
pub fn load_all(root: &Path) -> Result<Declared> {
    let text = std::fs::read_to_string(root.join(PATH))
        .with_context(|| format!("{PATH}: can't be read; restore it with `git restore {PATH}`"))?;
    parse_all(&text)
}

pub fn parse(text: &str) -> Result<Vec<Match>> {
    Ok(parse_all(text)?.matches)
}

/// An error of TOML as one line that names its place.
pub(crate) fn fault(path: &str, text: &str, error: &toml::de::Error) -> String {
    let offset = error.span().map_or(0, |span| span.start);
    let line = text.bytes().take(offset).filter(|&byte| byte == b'\n').count() + 1;
    let reason = error.message().split_whitespace().collect::<Vec<_>>().join(" ");
    format!("{path}:{line}: {reason}; correct the entry")
}

fn parse_all(text: &str) -> Result<Declared> {
    let file: File =
        toml::from_str(text).map_err(|error| anyhow!("{}", fault(PATH, text, &error)))?;
    let File { mut matches, tournaments, ladder } = file;
    matches.extend(tournaments.iter().flat_map(Tournament::pairings));
    let declared = Declared { matches, tournaments, ladder };
    declared.check().context(PATH)?;
    Ok(declared)
}

impl Declared {
    fn check(&self) -> Result<()> {
        let mut seen = BTreeSet::new();
        for tournament in &self.tournaments {
            tournament.check()?;
            if !seen.insert(&tournament.id) {
                bail!("tournament `{}` is declared twice; rename one", tournament.id);
            }
        }
        for entry in &self.matches {
            entry.check()?;
            if !seen.insert(&entry.id) {
                bail!("match `{}` is declared twice; rename one", entry.id);
            }
        }
        let Some(Ladder { tournament, placed }) = &self.ladder else { return Ok(()) };
        if !self.tournaments.iter().any(|one| one.id == *tournament) {
            bail!("ladder: no tournament `{tournament}` is declared; correct the name");
        }
        for id in placed {
            find(&self.matches, id).context("ladder")?;
        }
        Ok(())
    }

    /// The match `id`, or all pairings of the tournament `id`.
    pub fn named(&self, id: &str) -> Result<Vec<Match>> {
        match self.tournaments.iter().find(|tournament| tournament.id == id) {
            Some(tournament) => Ok(tournament.pairings()),
            None => Ok(vec![find(&self.matches, id)?.clone()]),
        }
    }
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
    use crate::limits::Limits;

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
        assert!(entry.is_deterministic());
        assert_eq!((entry.time_margin, entry.patience, entry.sprt), (10, 60, None));
        let test = format!("{PLAIN}sprt = {{ elo1 = 10, model = \"normalized\" }}\n");
        let sprt = parse(&test).unwrap()[0].sprt.unwrap();
        assert_eq!((sprt.elo0, sprt.elo1, sprt.alpha), (0.0, 10.0, 0.05));
    }

    const TOURNAMENT: &str = "[[tournament]]\nid = \"t\"\ntitle = \"T\"\nplayers = \
         [\"stage-07-a\", \"stage-08-b\"]\nlimits = \"nodes=9\"\npairs = 5\n";

    #[test]
    fn a_ladder_is_made_of_what_is_declared() {
        let with = |ladder: &str| format!("{PLAIN}{TOURNAMENT}[ladder]\n{ladder}\n");
        let declared = parse_all(&with("tournament = \"t\"\nplaced = [\"a\"]")).unwrap();
        assert_eq!(declared.ladder.unwrap().placed, ["a"]);
        assert_eq!(declared.tournaments.len(), 1);
        assert!(refusal(&with("tournament = \"u\"")).contains("no tournament `u` is declared"));
        let unknown = refusal(&with("tournament = \"t\"\nplaced = [\"b\"]"));
        assert!(unknown.contains("ladder: no match `b`; stages/matches.toml declares a, t-08-07"));
    }

    #[test]
    fn a_name_means_a_match_or_all_pairings_of_a_tournament() {
        let declared = parse_all(&format!("{PLAIN}{TOURNAMENT}")).unwrap();
        let ids = |name: &str| {
            let named = declared.named(name)?;
            Ok::<_, anyhow::Error>(named.into_iter().map(|entry| entry.id).collect::<Vec<_>>())
        };
        assert_eq!(ids("a").unwrap(), ["a"]);
        assert_eq!(ids("t").unwrap(), ["t-08-07"]);
        assert_eq!(ids("t-08-07").unwrap(), ["t-08-07"]);
        assert!(ids("b").unwrap_err().to_string().contains("no match `b`"));
        let same = TOURNAMENT.replace("\"t\"", "\"a\"");
        assert!(refusal(&format!("{PLAIN}{same}")).contains("`a` is declared twice"));
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
        let clocks = "first_limits = \"clock=1+0\"\nsecond_limits = \"nodeclock=9+0\"";
        assert!(swap("limits = \"depth=2\"", clocks).contains("give both the same kind"));
        assert!(refusal(&format!("{PLAIN}pause = 1001\n")).contains("is above 1000"));
        for patience in ["0", "9223372036854775807"] {
            let error = refusal(&format!("{PLAIN}patience = {patience}\n"));
            assert!(error.contains("isn't from 1 to 86400"), "{error}");
        }
        assert!(refusal(&format!("{PLAIN}{PLAIN}")).contains("declared twice"));
        assert!(find(&[], "x").unwrap_err().to_string().contains("declares none yet"));
    }
}
