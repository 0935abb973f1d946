//! Engines as programs: looked up by their identity, and built only where none is kept.
//!
//! What is built is kept in `target/engines/IDENTITY`, so an engine that was built once for a stage, a
//! match or the working copy is never built again. Engines of commits are built in one place, one after
//! the other, where they share the libraries that they have in common.

use crate::cargo::{Build, PACKAGE};
use anyhow::{Context, Result, bail, ensure};
use records::experiment;
use records::identity::patched;
use stages::UNSHALLOW;
use stages::git::Repo;
use stages::identity;
use stages::manifest::Stage;
use std::cell::{OnceCell, RefCell};
use std::fs::{self, File};
use std::path::{Path, PathBuf};

/// Where built programs are kept, from the repository's root.
const KEPT: &str = "target/engines";
/// Where engines of commits are built.
const GROUND: &str = "target/building";
/// Where they are laid out for it.
const CHECKOUT: &str = "target/building/checkout";

/// An engine that can be had.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Engine {
    pub identity: String,
    /// As a reader knows it: a tag, or the working copy.
    pub name: String,
    origin: Origin,
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum Origin {
    WorkingCopy,
    Commit {
        id: String,
        /// Of the commit's engine, without the patch.
        identity: String,
        /// The experiment whose patch it gets.
        patch: Option<String>,
    },
}

impl Engine {
    pub fn of_stage(stage: &Stage) -> Self {
        Self::of_commit(&stage.tag, &stage.commit, &stage.tree)
    }

    /// The engine that `commit` has. That it's the one with this identity is proven when it's built.
    pub fn of_commit(name: &str, commit: &str, identity: &str) -> Self {
        let (id, identity) = (commit.to_owned(), identity.to_owned());
        let origin = Origin::Commit { id, identity: identity.clone(), patch: None };
        Self { identity, name: name.to_owned(), origin }
    }

    /// What the experiment `patch` makes of a stage's engine.
    pub fn of_experiment(repo: &Repo, stage: &Stage, patch: &str) -> Result<Self> {
        let file = experiment::file(patch);
        let text = fs::read_to_string(repo.root().join(&file)).with_context(|| {
            format!("{file}: can't be read; `cargo xtask experiment` lists what there is")
        })?;
        let identity = patched(&stage.tree, &text);
        let origin = Origin::Commit {
            id: stage.commit.clone(),
            identity: stage.tree.clone(),
            patch: Some(patch.to_owned()),
        };
        Ok(Self { identity, name: format!("{} with {patch}", stage.tag), origin })
    }
}

/// All engines of one run.
pub struct Engines<'a> {
    repo: &'a Repo,
    build: &'a dyn Build,
    /// The engine's identity in the working copy.
    main: OnceCell<String>,
    /// Held while anything is laid out.
    lock: OnceCell<File>,
    /// What is laid out, if this run did it.
    laid: RefCell<Option<Engine>>,
}

impl<'a> Engines<'a> {
    pub fn new(repo: &'a Repo, build: &'a dyn Build) -> Self {
        let (main, lock) = (OnceCell::new(), OnceCell::new());
        Self { repo, build, main, lock, laid: RefCell::default() }
    }

    pub fn of_working_copy(&self) -> Result<Engine> {
        let identity = match self.main.get() {
            Some(known) => known.clone(),
            None => {
                let found = identity::of_working_copy(self.repo)?;
                self.main.get_or_init(|| found).clone()
            }
        };
        let name = "the working copy".to_owned();
        Ok(Engine { identity, name, origin: Origin::WorkingCopy })
    }

    /// Whether the working copy has this engine. One without any engine has none.
    pub fn is_main(&self, engine: &Engine) -> bool {
        self.of_working_copy().is_ok_and(|main| main.identity == engine.identity)
    }

    /// The engine's program. `tell` is told what takes its time.
    pub fn program(&self, engine: &Engine, tell: &dyn Fn(&str)) -> Result<PathBuf> {
        let kept = self.repo.root().join(KEPT).join(&engine.identity).join(PACKAGE);
        if kept.is_file() {
            return Ok(kept);
        }
        // The working copy is at hand, so nothing is laid out for an engine that it holds.
        if self.is_main(engine) {
            tell("building the working copy");
            self.build.engine(self.repo.root(), None, &kept)?;
            if identity::of_working_copy(self.repo)? != engine.identity {
                let _ = fs::remove_file(&kept);
                bail!("the engine's source changed while it was built; run the command again");
            }
        } else {
            let folder = self.folder(engine)?;
            tell(&format!("building {}", engine.name));
            self.build.engine(&folder, Some(&self.target()), &kept)?;
        }
        Ok(kept)
    }

    /// A folder that holds the engine's source, until another engine is asked for.
    pub fn folder(&self, engine: &Engine) -> Result<PathBuf> {
        let Origin::Commit { id, identity, patch } = &engine.origin else {
            return Ok(self.repo.root().to_owned());
        };
        let folder = self.repo.root().join(CHECKOUT);
        if self.laid.borrow().as_ref() == Some(engine) {
            return Ok(folder);
        }
        self.take_ground()?;
        self.laid.take();
        self.export(id, identity, &folder)?;
        if let Some(patch) = patch {
            self.apply(patch)?;
        }
        *self.laid.borrow_mut() = Some(engine.clone());
        Ok(folder)
    }

    /// What the benchmark `name` of an engine prints when it's built for `cpu` or as its checkout says,
    /// and the folder that it ran in.
    pub fn bench(
        &self,
        engine: &Engine,
        name: &str,
        cpu: Option<&str>,
        tell: &dyn Fn(&str),
    ) -> Result<(String, PathBuf)> {
        let folder = self.folder(engine)?;
        let target = (engine.origin != Origin::WorkingCopy).then(|| self.target());
        // Other flags build everything anew, so they get a folder of their own.
        let target = match cpu {
            Some(cpu) => Some(target.unwrap_or_else(|| folder.join("target")).join(cpu)),
            None => target,
        };
        tell(&format!("benchmark {name}"));
        let output = self.build.bench(&folder, target.as_deref(), name, cpu)?;
        Ok((output, folder))
    }

    /// The target folder of whatever is laid out.
    fn target(&self) -> PathBuf {
        self.repo.root().join(GROUND).join("target")
    }

    /// Two runs at a time would fight for the folder, so the second one waits.
    fn take_ground(&self) -> Result<()> {
        if self.lock.get().is_some() {
            return Ok(());
        }
        let folder = self.repo.root().join(GROUND);
        fs::create_dir_all(&folder).with_context(|| format!("can't create {GROUND}"))?;
        let lock = File::create(folder.join("lock"))
            .with_context(|| format!("can't create {GROUND}/lock"))?;
        if lock.try_lock().is_err() {
            eprintln!("waiting for another run that builds engines to end");
            lock.lock().with_context(|| format!("can't lock {GROUND}/lock"))?;
        }
        self.lock.get_or_init(|| lock);
        Ok(())
    }

    /// Makes the folder hold the commit's files, whatever is there.
    fn export(&self, commit: &str, identity: &str, folder: &Path) -> Result<()> {
        if self.repo.commit(commit).is_none() {
            let cure =
                if self.repo.is_shallow() { UNSHALLOW } else { "run `cargo xtask stages verify`" };
            bail!("commit {commit:.10} isn't here; {cure}");
        }
        let found = identity::of_commit(self.repo, commit)?.unwrap_or_default();
        ensure!(
            found == identity,
            "commit {commit:.10} doesn't have the engine {identity:.10}, but {found:.10}; run \
             `cargo xtask stages verify`, or play its match again with --fresh"
        );
        stages::export(self.repo, commit, folder)
            .with_context(|| format!("can't lay out commit {commit:.10}"))
    }

    /// Applies a patch to what is laid out.
    fn apply(&self, patch: &str) -> Result<()> {
        let file = experiment::file(patch);
        let folder = format!("--directory={CHECKOUT}");
        self.repo.git(&["apply", &folder, &file]).map(drop).with_context(|| {
            format!("{file} doesn't apply to its stage; make it anew with `git diff`")
        })
    }
}
