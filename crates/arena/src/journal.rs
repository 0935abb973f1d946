//! The journal of a running match: a line of JSON for each finished pair, so that an interrupted
//! match goes on where it stopped.
//!
//! The first line says which games these are. A line that an interruption cut off is dropped.

use crate::contest::Match;
use crate::played::Pair;
use crate::record::Identity;
use anyhow::{Context, Result};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::fs::{self, File, OpenOptions};
use std::io::{ErrorKind, Write};
use std::path::Path;

/// What makes two games the same game: players, rules, openings.
#[derive(Clone, Debug, Deserialize, Serialize, PartialEq)]
pub struct Head {
    /// The declaration without its names and without its end.
    pub rules: Match,
    pub first: Identity,
    pub second: Identity,
    /// Digest of all openings of the file from the match's first on.
    pub openings: String,
}

/// An open journal.
pub struct Journal {
    file: File,
}

/// What opening a journal found.
pub struct Opened {
    pub journal: Journal,
    /// The pairs that are played already.
    pub pairs: BTreeMap<usize, Pair>,
    /// Whether a journal of other games lay there and was put aside.
    pub put_aside: bool,
}

impl Journal {
    /// Opens the journal at `path`, and begins it anew if it's of other games or `fresh` is set.
    pub fn open(path: &Path, head: &Head, fresh: bool) -> Result<Opened> {
        let attempt = || -> Result<Opened> {
            let folder = path.parent().context("a file has a folder")?;
            fs::create_dir_all(folder)?;
            let text = match fs::read_to_string(path) {
                Ok(text) => text,
                Err(error) if error.kind() == ErrorKind::NotFound => String::new(),
                Err(error) => {
                    return Err(error).context("can't be read; move it away to begin anew");
                }
            };
            let pairs = read(&text, head).filter(|_| !fresh);
            let put_aside = pairs.is_none() && !text.is_empty();
            if put_aside {
                fs::rename(path, path.with_extension("old.jsonl"))?;
            }
            // Written anew, so that a line that was cut off doesn't join the next one.
            let pairs = pairs.unwrap_or_default();
            let mut file = tempfile::NamedTempFile::new_in(folder)?;
            line(file.as_file_mut(), head)?;
            for pair in pairs.values() {
                line(file.as_file_mut(), pair)?;
            }
            file.persist(path)?;
            let file = OpenOptions::new().append(true).open(path)?;
            Ok(Opened { journal: Self { file }, pairs, put_aside })
        };
        attempt().with_context(|| format!("journal {}", path.display()))
    }

    /// The pairs of the journal at `path`, if there is one of these games.
    pub fn pairs(path: &Path, head: &Head) -> Option<BTreeMap<usize, Pair>> {
        read(&fs::read_to_string(path).ok()?, head)
    }

    pub fn add(&mut self, pair: &Pair) -> Result<()> {
        line(&mut self.file, pair).context("the journal can't be written; is the disk full?")
    }
}

fn line(file: &mut File, value: &impl Serialize) -> Result<()> {
    let mut text = serde_json::to_string(value)?;
    text.push('\n');
    // In one piece, so that an interruption leaves a whole line or a part that isn't JSON.
    file.write_all(text.as_bytes())?;
    Ok(())
}

fn read(text: &str, head: &Head) -> Option<BTreeMap<usize, Pair>> {
    let mut lines = text.lines();
    let found: Head = serde_json::from_str(lines.next()?).ok()?;
    if found != *head {
        return None;
    }
    let pairs = lines.filter_map(|line| serde_json::from_str::<Pair>(line).ok());
    Some(pairs.map(|pair| (pair.index, pair)).collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::declare::parse;
    use crate::played::Reason;
    use crate::played::tests::game;

    fn head(limits: &str) -> Head {
        let text = format!(
            "[[match]]\nid = \"a\"\ntitle = \"A\"\nfirst = \"main\"\nsecond = \"random\"\n\
             limits = \"{limits}\"\npairs = 4\n"
        );
        let rules = parse(&text).unwrap()[0].rules();
        let identity = Identity::default();
        Head { rules, first: identity.clone(), second: identity, openings: "x".to_owned() }
    }

    fn pair(index: usize) -> Pair {
        let draw = game("e2e4 e7e5", None, Reason::Threefold);
        Pair { index, games: [draw.clone(), draw] }
    }

    #[test]
    fn pairs_are_found_again_and_a_cut_line_is_dropped() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.jsonl");
        let mut opened = Journal::open(&path, &head("depth=2"), false).unwrap();
        opened.journal.add(&pair(0)).unwrap();
        opened.journal.add(&pair(2)).unwrap();
        let text = fs::read_to_string(&path).unwrap();
        fs::write(&path, &text[..text.len() - 9]).unwrap();

        let mut opened = Journal::open(&path, &head("depth=2"), false).unwrap();
        assert_eq!(opened.pairs.keys().copied().collect::<Vec<_>>(), [0]);
        opened.journal.add(&pair(1)).unwrap();
        let pairs = Journal::pairs(&path, &head("depth=2")).unwrap();
        assert_eq!(pairs.values().cloned().collect::<Vec<_>>(), [pair(0), pair(1)]);
    }

    #[test]
    fn a_journal_that_cannot_be_read_is_not_replaced() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.jsonl");
        fs::write(&path, b"\xff\n").unwrap();
        let error = format!("{:#}", Journal::open(&path, &head("depth=2"), false).err().unwrap());
        assert!(error.contains("a.jsonl: can't be read; move it away"), "{error}");
        assert_eq!(fs::read(&path).unwrap(), b"\xff\n");
    }

    #[test]
    fn a_journal_of_other_games_is_put_aside() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.jsonl");
        Journal::open(&path, &head("depth=2"), false).unwrap().journal.add(&pair(0)).unwrap();
        let opened = Journal::open(&path, &head("depth=3"), false).unwrap();
        assert!(opened.put_aside && opened.pairs.is_empty());
        assert!(folder.path().join("a.old.jsonl").exists());
        let fresh = Journal::open(&path, &head("depth=3"), true).unwrap();
        assert!(fresh.put_aside && fresh.pairs.is_empty());
    }
}
