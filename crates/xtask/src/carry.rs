//! `measure --carry-over`: lets recorded results belong to a stage's new engine, after a proof.
//!
//! A stage may be rebuilt so that its engine finds what it found before. Then its results needn't be
//! measured anew and its games needn't be played for the record: the bench at the default depth has to
//! be the same in nodes, scores and lines, and so have all games of each recorded match, since a rare
//! fault that was mended shows in one game of many. What a bench doesn't prove (sessions, traces,
//! counts of events, times, games by the clock) is left to be measured or played again.

use crate::engines::{Engine, Engines};
use crate::measure::declare::{self, Table};
use crate::measure::{Tools, process};
use crate::{file, games, line, stages};
use anyhow::{Context, Result, bail};
use arena::record::MatchRecord;
use literate::git::Repo;
use literate::html::count;
use literate::manifest::{self, Manifest, Stage};
use literate::results::Measured;
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};

/// What has to be the same of each position of the bench.
const PROVEN: [&str; 7] = ["index", "fen", "depth", "nodes", "score", "best_move", "line"];

/// One stage whose engine isn't the one that was measured.
struct Moved<'m> {
    stage: &'m Stage,
    /// The identities under which results and records of it stand.
    former: BTreeSet<String>,
}

struct Carrier<'a> {
    repo: &'a Repo,
    manifest: &'a Manifest,
    tables: &'a [Table],
    engines: Engines<'a>,
    out: &'a dyn Fn(&str),
}

/// Carries over what can be proven of these stages, or of all. False where a proof failed.
pub fn run(repo: &Repo, names: &[String], tools: Tools) -> Result<bool> {
    let manifest = stages::manifest(repo)?;
    let tables = declare::load(repo.root(), &manifest)?;
    let chosen: Vec<&Stage> = match names {
        [] => manifest.stages.iter().collect(),
        names => names.iter().map(|name| stages::find(&manifest, name)).collect::<Result<_>>()?,
    };
    let engines = Engines::new(repo, tools.build);
    let (manifest, tables, out) = (&manifest, &tables[..], tools.out);
    let carrier = Carrier { repo, manifest, tables, engines, out };
    let records = carrier.records()?;
    let mut is_well = true;
    let mut proven = Vec::new();
    for stage in chosen {
        let moved = carrier.moved(stage, &records)?;
        if moved.former.is_empty() {
            continue;
        }
        match carrier.differences(&moved)? {
            Some(differences) if differences.is_empty() => proven.push(moved),
            Some(differences) => {
                is_well = false;
                differences.iter().for_each(|line| carrier.say(&format!("{}: {line}", stage.tag)));
                carrier.say(&format!("{}: refused; measure and play it anew", stage.tag));
            }
            None => {}
        }
    }
    is_well &= carrier.replay(&mut proven, &records)?;
    carrier.write(&proven, &records)?;
    Ok(is_well)
}

impl<'a> Carrier<'a> {
    fn say(&self, line: &str) {
        (self.out)(&format!("{line}\n"));
    }

    fn records(&self) -> Result<Vec<MatchRecord>> {
        let ids = games::recorded_ids(self.repo)?;
        let load = |id: &String| MatchRecord::load(self.repo.root(), id).transpose();
        ids.iter().filter_map(load).collect()
    }

    /// The results of a stage that a bench can prove, and which aren't of its engine.
    fn stale(&self, stage: &Stage) -> Result<Vec<(&'a Table, Measured)>> {
        let mut stale = Vec::new();
        for table in self.tables {
            let entry = &table.entry;
            let is_of_stage = entry.stage == stage.tag && entry.patch.is_none();
            if is_of_stage
                && table.kind.is_proven_by_bench()
                && let Some(result) = Measured::load(self.repo.root(), entry)?
                && result.engine != stage.tree
                && result.declared == entry.digest()
            {
                stale.push((table, result));
            }
        }
        Ok(stale)
    }

    fn moved(&self, stage: &'a Stage, records: &[MatchRecord]) -> Result<Moved<'a>> {
        let results = self.stale(stage)?.into_iter().map(|(_, result)| result.engine);
        let players = records.iter().filter(|record| record.is_replayable()).flat_map(players);
        let players = players.filter(|(tag, _)| *tag == stage.tag).map(|(_, tree)| tree);
        let former = results.chain(players).filter(|engine| *engine != stage.tree).collect();
        Ok(Moved { stage, former })
    }

    /// Where the benches of the old engines and the new one differ; `None` if there's none to compare.
    fn differences(&self, moved: &Moved) -> Result<Option<Vec<String>>> {
        let stage = moved.stage;
        let new = match self.bench(&Engine::of_stage(stage)) {
            Ok(bench) => bench,
            Err(error) => {
                let reason = line::of(&error);
                self.say(&format!("{}: left to be measured anew: {reason}", stage.tag));
                return Ok(None);
            }
        };
        let mut found = Vec::new();
        for former in &moved.former {
            let commit = self.former_commit(stage, former)?;
            let old = self.bench(&Engine::of_commit(&stage.tag, &commit, former))?;
            found.extend(differences(&old, &new));
        }
        if found.is_empty() {
            let nodes = new["nodes"].as_i64().unwrap_or_default();
            let nodes = literate::html::thousands(nodes);
            self.say(&format!("{}: the same bench, {nodes} nodes", stage.tag));
        }
        Ok(Some(found))
    }

    fn bench(&self, engine: &Engine) -> Result<Value> {
        let program = self.engines.program(engine, &|what| self.say(what))?;
        let text = process::output(&program, &["bench", "--json"], process::PATIENCE)?;
        let bench: Value = serde_json::from_str(&text).context("`bench --json` prints no JSON")?;
        if !bench["positions"].is_array() || !bench["nodes"].is_number() {
            bail!("`bench --json` prints no positions or no nodes");
        }
        Ok(bench)
    }

    /// The commit that the manifest named when it named this engine.
    fn former_commit(&self, stage: &Stage, identity: &str) -> Result<String> {
        let log = self.repo.git(&["log", "--format=%H", "HEAD", "--", manifest::PATH])?;
        for commit in log.lines() {
            let Some(text) = self.repo.read(commit, manifest::PATH)? else { continue };
            let Ok(old) = Manifest::parse(&text) else { continue };
            if let Some(old) = old.get(&stage.tag).filter(|old| old.tree == identity) {
                return Ok(old.commit.clone());
            }
        }
        bail!(
            "{}: no earlier {} names a commit with the engine {identity:.10}; measure and play the \
             stage anew",
            stage.tag,
            manifest::PATH
        )
    }

    /// Plays the games of each match again that a proven stage played in. A stage that plays
    /// otherwise is proven no more.
    fn replay(&self, proven: &mut Vec<Moved>, records: &[MatchRecord]) -> Result<bool> {
        let mut is_well = true;
        for record in records {
            let Some(new) = renamed(record, proven, self.manifest) else { continue };
            let id = &record.declared.id;
            match games::replays(self.repo, &new)? {
                games::Replay::Same => self.say(&format!("{id}: all games are the same")),
                games::Replay::Impossible(why) => {
                    self.say(&format!("{id}: can't be played here, and is trusted: {why}"));
                }
                games::Replay::Other => {
                    is_well = false;
                    self.say(&format!("{id}: played otherwise; its stages are refused"));
                    let players = players(record);
                    proven.retain(|moved| players.iter().all(|(tag, _)| *tag != moved.stage.tag));
                }
            }
        }
        Ok(is_well)
    }

    fn write(&self, proven: &[Moved], records: &[MatchRecord]) -> Result<()> {
        let (mut results, mut matches) = (0, 0);
        for moved in proven {
            for (table, mut result) in self.stale(moved.stage)? {
                result.engine = moved.stage.tree.clone();
                let path = self.repo.root().join(Measured::file(&table.entry.id));
                file::write(&path, &result.to_json(&table.entry))?;
                results += 1;
            }
        }
        for new in records.iter().filter_map(|record| renamed(record, proven, self.manifest)) {
            let path = self.repo.root().join(MatchRecord::file(&new.declared.id));
            file::write(&path, &new.to_json())?;
            matches += 1;
        }
        self.say(&format!(
            "{} and {} carried over; `cargo xtask measure` measures what is left",
            count(results, "result"),
            if matches == 1 { "1 match".to_owned() } else { format!("{matches} matches") }
        ));
        Ok(())
    }
}

/// Tags and identities of the stages that played.
fn players(record: &MatchRecord) -> Vec<(String, String)> {
    record.stages().map(|(tag, _, id)| (tag.to_owned(), id.tree.clone())).collect()
}

/// The record with the new engines in it, if they are all proven and one of them is new.
fn renamed(record: &MatchRecord, proven: &[Moved], manifest: &Manifest) -> Option<MatchRecord> {
    let proven: BTreeMap<&str, &Moved> =
        proven.iter().map(|moved| (moved.stage.tag.as_str(), moved)).collect();
    let mut new = record.clone();
    let sides = record.declared.sides();
    for (side, identity) in sides.into_iter().zip([&mut new.first, &mut new.second]) {
        let Some(tag) = side.stage() else { continue };
        // An experiment's engine was proven by nothing.
        if side.patch().is_some() {
            return None;
        }
        if manifest.get(tag).is_some_and(|stage| stage.tree == identity.tree) {
            continue;
        }
        let moved = proven.get(tag).filter(|moved| moved.former.contains(&identity.tree))?;
        identity.tree = moved.stage.tree.clone();
        identity.commit = moved.stage.commit.clone();
    }
    (record.is_replayable() && new != *record).then_some(new)
}

/// What two benches find differently, a line a position.
fn differences(old: &Value, new: &Value) -> Vec<String> {
    let positions = |bench: &Value| bench["positions"].as_array().cloned().unwrap_or_default();
    let (olds, news) = (positions(old), positions(new));
    if olds.len() != news.len() {
        return vec![format!("the bench had {} positions, and has {}", olds.len(), news.len())];
    }
    let mut found = Vec::new();
    for (a, b) in olds.iter().zip(&news) {
        let others = PROVEN.iter().filter(|key| a[**key] != b[**key]);
        let others: Vec<String> =
            others.map(|key| format!("{key} {} → {}", a[*key], b[*key])).collect();
        if !others.is_empty() {
            found.push(format!("position {} of the bench: {}", a["index"], others.join(", ")));
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn differences_name_the_position_and_what_differs() {
        let bench = |nodes: u32, line: &str| {
            json!({ "nodes": nodes, "positions": [
                { "index": 1, "name": "start", "nodes": nodes, "line": line, "events": { "a": nodes } }
            ] })
        };
        assert!(differences(&bench(20, "e2e4"), &bench(20, "e2e4")).is_empty());
        assert_eq!(
            differences(&bench(20, "e2e4"), &bench(21, "d2d4")),
            ["position 1 of the bench: nodes 20 → 21, line \"e2e4\" → \"d2d4\""]
        );
        let none = json!({ "nodes": 0, "positions": [] });
        assert_eq!(differences(&bench(20, ""), &none).len(), 1);
    }
}
