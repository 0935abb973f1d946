//! Finds and builds the engines of a match, and says which they are.
//!
//! An engine that plays in a process of its own is copied first, so that a build that runs beside a
//! match can't change what plays.

use super::{SCRATCH, state};
use crate::cargo::{Build, Cargo, PACKAGE};
use crate::stages::lay_out;
use anyhow::{Context, Result, anyhow, bail};
use arena::declare::Match;
use arena::job::Engine;
use arena::record::{Identity, MatchRecord, program_digest};
use arena::side::{Setting, Side};
use literate::git::Repo;
use literate::manifest::{ENGINE, Manifest, Stage};
use std::cell::RefCell;
use std::collections::HashMap;
use std::path::{Path, PathBuf};

/// Both players of a match, the first and the second.
pub type Engines = [Engine; 2];

pub enum Prepared {
    Ready(Box<Engines>),
    /// Why the games can't be played on this machine.
    Missing(String),
}

pub struct Workshop<'a> {
    repo: &'a Repo,
    manifest: &'a Manifest,
    /// The engines that are built already, by their trees.
    built: RefCell<HashMap<String, PathBuf>>,
}

/// The state of the working copy's engine.
struct Main {
    tree: String,
    commit: String,
}

impl<'a> Workshop<'a> {
    pub fn new(repo: &'a Repo, manifest: &'a Manifest) -> Self {
        Self { repo, manifest, built: RefCell::default() }
    }

    /// The engines as they are now.
    pub fn of_declaration(&self, declared: &Match, is_draft: bool) -> Result<Engines> {
        let is_inside = plays_inside(declared);
        let [first, second] = declared.sides().map(|side| -> Result<Engine> {
            let identity = self.identity(side, is_draft)?;
            let program = match side {
                Side::Own { .. } if !is_inside => Some(self.engine(side, &identity)?),
                Side::Foreign { path, .. } => Some(self.foreign(path)),
                _ => None,
            };
            Ok(Engine { identity, program })
        });
        Ok([first?, second?])
    }

    /// The engines that played a record.
    pub fn of_record(&self, record: &MatchRecord) -> Result<Prepared> {
        let id = &record.declared.id;
        if let Some(why) = state::other_stage(record, self.manifest) {
            bail!("{why}; play it again with `cargo xtask match run {id} --fresh`");
        }
        let identities = [&record.first, &record.second];
        let sides = record.declared.sides().into_iter().zip(identities);
        // Where a clock took part the moves are followed by the rules alone, without an engine.
        if record.is_replayable()
            && let Some(why) =
                sides.clone().find_map(|(side, identity)| self.missing(side, identity))
        {
            return Ok(Prepared::Missing(why));
        }
        let now = self.repo.working_tree(ENGINE)?;
        let mut engines = Vec::new();
        for (side, identity) in sides {
            // The arena has the engine of the working copy inside, and no other one.
            let is_inside = plays_inside(&record.declared) && identity.tree == now;
            let program = match side {
                Side::Own { .. } if !is_inside && record.is_replayable() => {
                    Some(self.engine(side, identity)?)
                }
                Side::Foreign { path, .. } => Some(self.foreign(path)),
                _ => None,
            };
            engines.push(Engine { identity: identity.clone(), program });
        }
        let engines: Engines =
            engines.try_into().map_err(|_| anyhow!("a match has two players"))?;
        Ok(Prepared::Ready(Box::new(engines)))
    }

    fn identity(&self, side: &Side, is_draft: bool) -> Result<Identity> {
        let own = |tree: &str, commit: &str| Identity {
            tree: tree.to_owned(),
            commit: commit.to_owned(),
            ..Identity::default()
        };
        Ok(match side {
            Side::Random { .. } => Identity::default(),
            Side::Foreign { path, .. } => {
                let program = program_digest(&self.foreign(path)).with_context(|| {
                    format!("player {}: install it or correct the path", side.short())
                })?;
                Identity { program, ..Identity::default() }
            }
            Side::Own { at, .. } if !side.is_main() => {
                let stage = self.stage(at)?;
                own(&stage.tree, &stage.commit)
            }
            Side::Own { .. } => {
                let main = self.main(is_draft)?;
                own(&main.tree, &main.commit)
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

    /// The working copy's engine, which has to be committed so that it can be found again.
    fn main(&self, is_draft: bool) -> Result<Main> {
        let tree = self.repo.working_tree(ENGINE)?;
        let head = self.repo.commit("HEAD").context("the repository has no commit yet")?;
        if self.repo.tree(&head, ENGINE).as_deref() != Some(&tree) {
            if is_draft {
                return Ok(Main { tree, commit: String::new() });
            }
            bail!(
                "{ENGINE} has changes that aren't committed, so nobody could play the match again; \
                 commit them, or play with --draft"
            );
        }
        // The commit that made this engine: the same one while only texts are committed.
        let last = self.repo.git(&["log", "-1", "--format=%H", "HEAD", "--", ENGINE])?;
        let last = last.trim().to_owned();
        let has_tree = self.repo.tree(&last, ENGINE).as_deref() == Some(&tree);
        Ok(Main { tree, commit: if has_tree { last } else { head } })
    }

    /// The program of one of the project's own engines.
    fn engine(&self, side: &Side, identity: &Identity) -> Result<PathBuf> {
        if let Some(known) = self.built.borrow().get(&identity.tree) {
            return Ok(known.clone());
        }
        let is_now = side.is_main() && self.repo.working_tree(ENGINE)? == identity.tree;
        let built = if is_now {
            eprintln!("building the working copy");
            Cargo.engine(self.repo.root(), None)?
        } else {
            let stage = match side.stage() {
                Some(tag) => self.stage(tag)?.clone(),
                None => self.former(identity)?,
            };
            let folder = lay_out(self.repo, &stage)?.folder;
            eprintln!("building {}", stage.tag);
            // A folder of its own: checkouts that share one can link each other's crates.
            Cargo.engine(&folder, Some(&folder.join("target")))?
        };
        let kept = self.keep(&built, &identity.tree)?;
        self.built.borrow_mut().insert(identity.tree.clone(), kept.clone());
        Ok(kept)
    }

    /// An engine that main had once, as if it were a stage.
    fn former(&self, identity: &Identity) -> Result<Stage> {
        let Identity { tree, commit, .. } = identity;
        let is_here = self.repo.commit(commit).is_some();
        if is_here && self.repo.tree(commit, ENGINE).as_deref() != Some(tree) {
            bail!(
                "commit {commit} doesn't have the engine {tree}; play the match again with --fresh"
            );
        }
        Ok(Stage {
            number: 0,
            tag: format!("main-{}", commit.get(..12).unwrap_or(commit)),
            title: "main".to_owned(),
            chapter: String::new(),
            commit: commit.clone(),
            tree: tree.clone(),
            milestone: String::new(),
        })
    }

    /// A foreign program, whose path begins at the repository's root, wherever the command is called.
    fn foreign(&self, path: &str) -> PathBuf {
        self.repo.root().join(path)
    }

    /// Why a foreign player can't play here as it did.
    fn missing(&self, side: &Side, identity: &Identity) -> Option<String> {
        let Side::Foreign { path, .. } = side else { return None };
        match program_digest(&self.foreign(path)) {
            Err(_) => Some(format!("{path} isn't here ({})", identity.name)),
            Ok(found) if found != identity.program => {
                Some(format!("{path} isn't the program that played ({})", identity.name))
            }
            Ok(_) => None,
        }
    }

    fn keep(&self, program: &Path, tree: &str) -> Result<PathBuf> {
        let folder = self.repo.root().join(SCRATCH).join("engines").join(tree);
        let kept = folder.join(PACKAGE);
        let attempt = || -> std::io::Result<()> {
            std::fs::create_dir_all(&folder)?;
            if std::fs::read(&kept).ok() == Some(std::fs::read(program)?) {
                return Ok(());
            }
            // Put in place as a whole: the old one may be running.
            let part = folder.join(format!("{PACKAGE}-{}", std::process::id()));
            std::fs::copy(program, &part)?;
            std::fs::rename(&part, &kept)
        };
        attempt().with_context(|| format!("{}: can't be written", kept.display()))?;
        Ok(kept)
    }
}

/// Whether both players can be searches inside the arena: settings of one build, or no engine.
fn plays_inside(declared: &Match) -> bool {
    declared.sides().into_iter().all(|side| match side {
        Side::Random { .. } => true,
        Side::Foreign { .. } => false,
        Side::Own { settings, .. } => {
            let is_option =
                |(n, v): &(String, String)| matches!(Setting::of(n, v), Ok(Setting::Option));
            side.is_main() && !settings.iter().any(is_option)
        }
    })
}
