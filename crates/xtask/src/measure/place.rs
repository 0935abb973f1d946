//! Where a table is measured: the engine that it belongs to, had when it's first needed.

use super::process;
use crate::engines::{Engine, Engines};
use anyhow::{Result, bail};
use indicatif::ProgressBar;
use literate::git::Repo;
use literate::manifest::{Manifest, Stage};
use records::declared::{Entry, MAIN};
use records::identity::of_all;
use std::cell::RefCell;
use std::collections::HashMap;
use std::path::PathBuf;

/// All places of one run.
pub struct Places<'a> {
    pub repo: &'a Repo,
    pub manifest: &'a Manifest,
    pub engines: &'a Engines<'a>,
    pub out: &'a dyn Fn(&str),
    pub bar: &'a ProgressBar,
    /// Whether every table is measured with the working copy's engine, whatever stage it belongs to.
    pub is_trial: bool,
    /// What was printed before: several tables ask for the same search.
    pub answers: RefCell<HashMap<(String, String), String>>,
}

/// The place of one table.
pub struct Place<'a> {
    places: &'a Places<'a>,
    stage: Option<&'a Stage>,
    engine: Engine,
    id: &'a str,
}

impl<'a> Places<'a> {
    pub fn of(&'a self, entry: &'a Entry) -> Result<Place<'a>> {
        let stage = self.stage(entry);
        let engine = match (stage, &entry.patch) {
            (_, None) if self.is_trial || entry.stage == MAIN => self.engines.of_working_copy()?,
            (Some(stage), None) => Engine::of_stage(stage),
            (Some(stage), Some(patch)) => Engine::of_experiment(self.repo, stage, patch)?,
            (None, _) => bail!("an experiment is a patch of a stage, not of {}", entry.stage),
        };
        Ok(Place { places: self, stage, engine, id: &entry.id })
    }

    /// The same place with the engine that the experiment's patch hasn't changed.
    pub fn without_patch(&'a self, entry: &'a Entry) -> Result<Place<'a>> {
        let engine = match self.stage(entry) {
            Some(stage) => Engine::of_stage(stage),
            None => self.engines.of_working_copy()?,
        };
        Ok(Place { engine, ..self.of(entry)? })
    }

    /// The identity of the engine, or of all the engines, that the table is about.
    pub fn identity(&self, entry: &Entry) -> Result<String> {
        match self.stage(entry) {
            Some(stage) if entry.is_of_all_stages() => {
                let stages = self.manifest.stages.iter().take_while(|s| s.number <= stage.number);
                Ok(of_all(stages.map(|stage| stage.tree.as_str())))
            }
            _ => Ok(self.of(entry)?.engine.identity),
        }
    }

    /// Shows which table is at work.
    pub fn begin(&self, entry: &Entry) {
        self.bar.set_message(entry.id.clone());
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
        (self.out)(&format!("{line}\n"));
    }

    fn stage(&self, entry: &Entry) -> Option<&'a Stage> {
        self.manifest.stages.iter().find(|stage| stage.tag == entry.stage)
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

    pub fn engine(&self) -> &Engine {
        &self.engine
    }

    /// Shows what is being done.
    pub fn tell(&self, what: &str) {
        self.places.bar.set_message(format!("{}: {what}", self.id));
    }

    /// The engine's executable.
    pub fn program(&self) -> Result<PathBuf> {
        self.program_of(&self.engine)
    }

    /// The executable of another engine, for tables that compare several.
    pub fn program_of(&self, engine: &Engine) -> Result<PathBuf> {
        self.places.engines.program(engine, &|what| self.tell(what))
    }

    /// What the engine prints for these arguments, which it's asked for once a run.
    pub fn ask(&self, arguments: &[&str]) -> Result<String> {
        let key = (self.engine.identity.clone(), arguments.join("\n"));
        if let Some(known) = self.places.answers.borrow().get(&key) {
            return Ok(known.clone());
        }
        let answer = process::output(&self.program()?, arguments, process::PATIENCE)?;
        self.places.answers.borrow_mut().insert(key, answer.clone());
        Ok(answer)
    }

    /// What a benchmark prints when it is built for `cpu` or as the checkout says, and the folder
    /// that it ran in.
    pub fn bench(&self, name: &str, cpu: Option<&str>) -> Result<(String, PathBuf)> {
        self.places.engines.bench(&self.engine, name, cpu, &|what| self.tell(what))
    }
}
