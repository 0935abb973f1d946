//! Finds the players of a match as programs, and says which engines they are.

use super::state;
use crate::cargo::Cargo;
use crate::engines::{self, Engines};
use anyhow::{Context, Result, anyhow, bail};
use arena::contest::Match;
use arena::job::Engine as Player;
use arena::limits::Limits;
use arena::opponents::Opponents;
use arena::record::{Identity, MatchRecord, program_digest};
use arena::side::{Program, Side};
use literate::git::Repo;
use literate::identity::of_commit;
use literate::manifest::{ENGINE, Manifest, Stage};
use std::path::PathBuf;

/// Both players of a match, the first and the second.
pub type Players = [Player; 2];

pub enum Prepared {
    Ready(Box<Players>),
    /// Why the games can't be played on this machine.
    Missing(String),
}

/// Finds players in one repository and on this machine.
pub struct Finder<'a> {
    repo: &'a Repo,
    manifest: &'a Manifest,
    engines: Engines<'a>,
    opponents: Opponents,
}

impl<'a> Finder<'a> {
    pub fn new(repo: &'a Repo, manifest: &'a Manifest) -> Result<Self> {
        let (engines, opponents) = (Engines::new(repo, &Cargo), Opponents::load(repo.root())?);
        Ok(Self { repo, manifest, engines, opponents })
    }

    /// The players as they are now.
    pub fn of_declaration(&self, declared: &Match, is_draft: bool) -> Result<Players> {
        self.check_options(declared)?;
        let [first, second] = declared.sides().map(|side| -> Result<Player> {
            let identity = self.identity(side, is_draft)?;
            let program = self.program(side, &identity)?;
            Ok(Player { identity, program })
        });
        Ok([first?, second?])
    }

    /// The players of a record.
    pub fn of_record(&self, record: &MatchRecord) -> Result<Prepared> {
        let identities = [&record.first, &record.second];
        let sides = record.declared.sides().into_iter().zip(identities);
        // Where a clock took part the moves are followed by the rules alone, without an engine.
        let is_needed = record.is_replayable();
        if is_needed && let Some(why) = state::other_stage(record, self.repo, self.manifest) {
            let id = &record.declared.id;
            bail!("{why}; play it again with `cargo xtask match run {id} --fresh`");
        }
        if is_needed
            && let Some(why) =
                sides.clone().find_map(|(side, identity)| self.missing(side, identity))
        {
            return Ok(Prepared::Missing(why));
        }
        let mut players = Vec::new();
        for (side, identity) in sides {
            let program = if is_needed { self.program(side, identity)? } else { None };
            players.push(Player { identity: identity.clone(), program });
        }
        let players: Players =
            players.try_into().map_err(|_| anyhow!("a match has two players"))?;
        Ok(Prepared::Ready(Box::new(players)))
    }

    /// The program of one of the project's engines as it is now, for a player that isn't in a match.
    pub fn player(&self, side: &Side) -> Result<Option<PathBuf>> {
        self.program(side, &self.identity(side, true)?)
    }

    fn identity(&self, side: &Side, is_draft: bool) -> Result<Identity> {
        let own = |tree: &str, commit: &str| Identity {
            tree: tree.to_owned(),
            commit: commit.to_owned(),
            ..Identity::default()
        };
        Ok(match side {
            Side::Random { .. } => Identity::default(),
            Side::Foreign { .. } => {
                let program = program_digest(&self.foreign(side)?).with_context(|| {
                    format!("player {}: install it or correct the path", side.short())
                })?;
                Identity { program, ..Identity::default() }
            }
            Side::Own { at, .. } if !side.is_main() => {
                let stage = self.stage(at)?;
                match side.patch() {
                    Some(patch) => {
                        let engine = engines::Engine::of_experiment(self.repo, stage, patch)?;
                        own(&engine.identity, &stage.commit)
                    }
                    None => own(&stage.tree, &stage.commit),
                }
            }
            Side::Own { .. } => {
                let (tree, commit) = self.main(is_draft)?;
                own(&tree, &commit)
            }
        })
    }

    fn program(&self, side: &Side, identity: &Identity) -> Result<Option<PathBuf>> {
        Ok(match side {
            Side::Random { .. } => None,
            Side::Foreign { .. } => Some(self.foreign(side)?),
            Side::Own { patch: Some(patch), at, .. } => {
                let stage = self.stage(at)?;
                let engine = engines::Engine::of_experiment(self.repo, stage, patch)?;
                Some(self.engine(&engine)?)
            }
            Side::Own { at, .. } => {
                let commit = match side.stage() {
                    Some(tag) => &self.stage(tag)?.commit,
                    None => &identity.commit,
                };
                let engine = engines::Engine::of_commit(at, commit, &identity.tree);
                Some(self.engine(&engine)?)
            }
        })
    }

    fn stage(&self, tag: &str) -> Result<&Stage> {
        self.manifest.stages.iter().find(|stage| stage.tag == tag).with_context(|| {
            let known: Vec<&str> =
                self.manifest.stages.iter().map(|stage| stage.tag.as_str()).collect();
            format!("no stage `{tag}`; the manifest lists {}", known.join(", "))
        })
    }

    /// The identity and the commit of the working copy's engine, which has to be committed so that it
    /// can be found again.
    fn main(&self, is_draft: bool) -> Result<(String, String)> {
        let tree = self.working_copy()?.identity;
        let head = self.repo.commit("HEAD").context("the repository has no commit yet")?;
        if of_commit(self.repo, &head)?.as_ref() != Some(&tree) {
            if is_draft {
                return Ok((tree, String::new()));
            }
            bail!(
                "{ENGINE} has changes that aren't committed, so nobody could play the match again; \
                 commit them, or play with --draft"
            );
        }
        // The commit that made this engine: the same one while only texts are committed.
        let last = self.repo.git(&["log", "-1", "--format=%H", "HEAD", "--", ENGINE])?;
        let last = last.trim().to_owned();
        let has_tree = of_commit(self.repo, &last)?.as_ref() == Some(&tree);
        Ok((tree, if has_tree { last } else { head }))
    }

    /// The engine of the working copy as it stands, committed or not.
    pub fn working_copy(&self) -> Result<engines::Engine> {
        self.engines.of_working_copy()
    }

    /// The engine of a stage (by number or tag) or of a commit.
    pub fn revision(&self, name: &str) -> Result<engines::Engine> {
        if let Some(stage) = self.manifest.get(name) {
            return Ok(engines::Engine::of_stage(stage));
        }
        let commit = self.repo.commit(name).with_context(|| {
            format!("`{name}` is no stage and no commit of this clone; give one of them")
        })?;
        let identity = of_commit(self.repo, &commit)?
            .with_context(|| format!("`{name}` has no {ENGINE}; give a commit that has one"))?;
        Ok(engines::Engine::of_commit(name, &commit, &identity))
    }

    /// The program of one of the project's own engines.
    pub fn engine(&self, engine: &engines::Engine) -> Result<PathBuf> {
        self.engines.program(engine, &|what| eprintln!("{what}"))
    }

    /// The program of a foreign player. A path begins at the repository's root, wherever the command
    /// is called.
    fn foreign(&self, side: &Side) -> Result<PathBuf> {
        match self.opponents.resolve(side)? {
            Side::Foreign { program: Program::Path(path), .. } => Ok(self.repo.root().join(path)),
            _ => bail!("player {} isn't a foreign engine", side.short()),
        }
    }

    /// Why a foreign player can't play here as it did.
    fn missing(&self, side: &Side, identity: &Identity) -> Option<String> {
        let Side::Foreign { .. } = side else { return None };
        let path = match self.foreign(side) {
            Ok(path) => path,
            Err(error) => return Some(format!("{error:#}")),
        };
        let shown = path.display();
        match program_digest(&path) {
            Err(_) => Some(format!("{shown} isn't here ({})", identity.name)),
            Ok(found) if found != identity.program => {
                Some(format!("{shown} isn't the program that played ({})", identity.name))
            }
            Ok(_) => None,
        }
    }

    /// Sees that a match by the clock sets the options without which an opponent loses time.
    fn check_options(&self, declared: &Match) -> Result<()> {
        for (side, limits) in declared.sides().into_iter().zip(declared.limits()?) {
            let Some(name) = side.opponent() else { continue };
            let opponent = self.opponents.find(name)?;
            let is_timed = matches!(limits, Limits::Clock(_));
            if let Some(option) = opponent.missing_option(side).filter(|_| is_timed) {
                bail!(
                    "match `{}`: {name} loses time by the default of `{option}`; give it a value",
                    declared.id
                );
            }
        }
        Ok(())
    }
}
