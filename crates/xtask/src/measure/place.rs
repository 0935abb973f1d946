//! Where a table is measured: a stage's folder or the working copy, built at most once a run.

use super::Tools;
use super::declare::Table;
use crate::stages::lay_out;
use anyhow::{Result, bail};
use indicatif::ProgressBar;
use literate::git::Repo;
use literate::manifest::{ENGINE, Manifest, Stage};
use std::cell::{OnceCell, RefCell};
use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::rc::Rc;

/// All places of one run.
pub struct Places<'a> {
    pub repo: &'a Repo,
    pub manifest: &'a Manifest,
    tools: Tools<'a>,
    bar: &'a ProgressBar,
    /// Whether a stage whose engine the working copy holds is measured there, which saves a build.
    shares_main: bool,
    /// The engine's tree in the working copy.
    main: OnceCell<String>,
    sites: RefCell<HashMap<String, Rc<Site>>>,
}

/// A folder with an engine in it, both made when first needed.
#[derive(Default)]
struct Site {
    folder: OnceCell<PathBuf>,
    engine: OnceCell<PathBuf>,
}

/// The place of one table.
pub struct Place<'a> {
    places: &'a Places<'a>,
    stage: Option<&'a Stage>,
    /// The stage that is laid out for it; `None` for the working copy.
    home: Option<&'a Stage>,
    tree: String,
    id: String,
    site: Rc<Site>,
}

impl<'a> Places<'a> {
    pub fn new(
        repo: &'a Repo,
        manifest: &'a Manifest,
        tools: Tools<'a>,
        bar: &'a ProgressBar,
        shares_main: bool,
    ) -> Self {
        let (main, sites) = (OnceCell::new(), RefCell::default());
        Self { repo, manifest, tools, bar, shares_main, main, sites }
    }

    pub fn of(&'a self, table: &Table) -> Result<Place<'a>> {
        let stage = self.stage(table);
        let tree = self.tree(table)?;
        let home = stage.filter(|_| !(self.shares_main && self.is_main(&tree)));
        let name = home.map_or_else(String::new, |stage| stage.tag.clone());
        let site = self.sites.borrow_mut().entry(name).or_default().clone();
        Ok(Place { places: self, stage, home, tree, id: table.id.clone(), site })
    }

    /// Shows which table is at work.
    pub fn begin(&self, table: &Table) {
        self.bar.set_message(table.id.clone());
    }

    /// Prints what a table gave, and counts it as done.
    pub fn done(&self, lines: &[String]) {
        // `suspend` keeps the bar from being torn by the lines.
        self.bar.suspend(|| lines.iter().for_each(|line| self.say(line)));
        self.bar.inc(1);
    }

    pub fn finish(&self, summary: &str) {
        self.bar.finish_and_clear();
        self.say(summary);
    }

    pub fn say(&self, line: &str) {
        (self.tools.out)(&format!("{line}\n"));
    }

    /// The engine's tree that the table is about.
    pub fn tree(&self, table: &Table) -> Result<String> {
        match self.stage(table) {
            Some(stage) => Ok(stage.tree.clone()),
            None => self.main_tree(),
        }
    }

    /// The engine's tree as the working copy has it, committed or not.
    pub fn main_tree(&self) -> Result<String> {
        if let Some(tree) = self.main.get() {
            return Ok(tree.clone());
        }
        if !self.repo.root().join(ENGINE).is_dir() {
            bail!("the working copy has no {ENGINE}; restore it with `git restore {ENGINE}`");
        }
        let tree = self.repo.working_tree(ENGINE)?;
        Ok(self.main.get_or_init(|| tree).clone())
    }

    /// Whether the working copy has this engine. One without any engine has none.
    pub fn is_main(&self, tree: &str) -> bool {
        self.main_tree().is_ok_and(|main| main == tree)
    }

    fn stage(&self, table: &Table) -> Option<&'a Stage> {
        self.manifest.stages.iter().find(|stage| stage.tag == table.stage)
    }
}

impl Place<'_> {
    pub fn repo(&self) -> &Repo {
        self.places.repo
    }

    pub fn manifest(&self) -> &Manifest {
        self.places.manifest
    }

    /// The stage, or `None` for the working copy.
    pub fn stage(&self) -> Option<&Stage> {
        self.stage
    }

    pub fn tree(&self) -> &str {
        &self.tree
    }

    /// Shows what is being done.
    pub fn tell(&self, what: &str) {
        self.places.bar.set_message(format!("{}: {what}", self.id));
    }

    /// The engine's executable, built if this run hasn't built it yet.
    pub fn engine(&self) -> Result<&Path> {
        if let Some(engine) = self.site.engine.get() {
            return Ok(engine);
        }
        let folder = self.folder()?;
        let name = self.home.map_or("the working copy", |stage| &stage.tag);
        self.places.bar.set_message(format!("building {name}"));
        let engine = self.places.tools.build.engine(folder, self.target(folder).as_deref())?;
        Ok(self.site.engine.get_or_init(|| engine))
    }

    /// What a benchmark prints when it is built for `cpu` or as the checkout says, and the folder
    /// that it ran in.
    pub fn bench(&self, name: &str, cpu: Option<&str>) -> Result<(String, PathBuf)> {
        let folder = self.folder()?;
        let target = match cpu {
            // Other flags build everything anew, so they get a folder of their own.
            Some(cpu) => Some(folder.join("target").join(cpu)),
            None => self.target(folder),
        };
        let build = &self.places.tools.build;
        let output = build.bench(folder, target.as_deref(), name, cpu)?;
        Ok((output, folder.to_owned()))
    }

    fn folder(&self) -> Result<&Path> {
        if let Some(folder) = self.site.folder.get() {
            return Ok(folder);
        }
        let folder = match self.home {
            None => self.repo().root().to_owned(),
            Some(stage) => {
                self.places.bar.set_message(format!("laying out {}", stage.tag));
                let laid = lay_out(self.repo(), stage)?;
                if let Some(patch) = laid.patch {
                    let patch = patch.display();
                    self.places.say(&format!("changes in {} are kept: {patch}", stage.tag));
                }
                laid.folder
            }
        };
        Ok(self.site.folder.get_or_init(|| folder))
    }

    /// A stage has a target folder of its own: checkouts of one project that share a target folder
    /// can link each other's crates.
    fn target(&self, folder: &Path) -> Option<PathBuf> {
        self.home.map(|_| folder.join("target"))
    }
}
