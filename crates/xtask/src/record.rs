//! `cargo xtask stages`: what a reader does with stages, and two commands more, `record` and
//! `record-series`, which write a stage's entry so that no object id is typed.

use anyhow::{Context, Result, anyhow, bail};
use clap::{Args, Subcommand};
use regex::Regex;
use stages::git::Repo;
use stages::manifest::{ENGINE, Manifest, PATH, Stage};
use stages::{UNSHALLOW, file, identity, manifest, say, short, subject};
use std::collections::BTreeMap;
use std::fs;
use toml_edit::{ArrayOfTables, DocumentMut, Item, Table, value};

#[derive(Subcommand)]
pub enum Command {
    #[command(flatten)]
    Reader(stages::Command),
    /// Write a stage into the manifest, or correct its entry
    Record(Entry),
    /// Give every stage of the manifest the commit `stage N: …` of a rebuilt series
    RecordSeries {
        /// The branch that holds the series, or its last commit
        branch: String,
    },
}

pub fn run(repo: &Repo, command: &Command) -> Result<bool> {
    match command {
        Command::Reader(command) => stages::run(repo, command),
        Command::Record(entry) => record(repo, &manifest(repo)?, std::slice::from_ref(entry)),
        Command::RecordSeries { branch } => series(repo, branch),
    }
}

/// A stage as it is typed. What an entry has already needn't be given again.
#[derive(Args)]
pub struct Entry {
    /// Number of the stage
    number: u32,
    /// The commit that completes it: an id, a branch, HEAD
    commit: String,
    /// Name for people: stage-03-moves
    #[arg(long)]
    tag: Option<String>,
    #[arg(long)]
    title: Option<String>,
    /// File name of the chapter in book/
    #[arg(long)]
    chapter: Option<String>,
    /// Such as M1
    #[arg(long)]
    milestone: Option<String>,
}

impl Entry {
    /// An entry that changes nothing but the commit.
    fn moved(number: u32, commit: String) -> Self {
        Self { number, commit, tag: None, title: None, chapter: None, milestone: None }
    }
}

/// Gives every stage of the manifest the commit of its number on the branch's own line of commits.
fn series(repo: &Repo, branch: &str) -> Result<bool> {
    let manifest = manifest(repo)?;
    let tip = find_commit(repo, branch)?;
    let log = ["log", "--no-show-signature", "--first-parent", "--format=%H %s", &tip];
    let mut commits = of_series(&repo.git(&log)?);
    let entries = manifest.stages.iter().map(|stage| {
        let commit = commits.remove(&stage.number).ok_or_else(|| {
            let wanted = format!("stage {}: ", stage.number);
            anyhow!(
                "{branch} has no commit whose subject begins with `{wanted}`; nothing is recorded"
            )
        })?;
        Ok(Entry::moved(stage.number, commit))
    });
    record(repo, &manifest, &entries.collect::<Result<Vec<_>>>()?)?;
    for (number, commit) in commits {
        say!("{} would be stage {number}: `cargo xtask stages record {number} …`", short(&commit));
    }
    Ok(true)
}

/// The commit of each stage in a log, newest first, of ids and subjects. What completes a stage is
/// its newest commit.
fn of_series(log: &str) -> BTreeMap<u32, String> {
    let mut commits = BTreeMap::new();
    for (id, subject) in log.lines().filter_map(|line| line.split_once(' ')) {
        let number = subject.strip_prefix("stage ").and_then(|rest| rest.split_once(": "));
        if let Some(number) = number.and_then(|(number, _)| number.parse().ok()) {
            commits.entry(number).or_insert_with(|| id.to_owned());
        }
    }
    commits
}

/// Writes all the entries or none.
fn record(repo: &Repo, manifest: &Manifest, entries: &[Entry]) -> Result<bool> {
    let path = repo.root().join(PATH);
    let mut text = fs::read_to_string(&path).with_context(|| format!("{PATH}: can't be read"))?;
    let mut lines = Vec::new();
    for entry in entries {
        let stage = complete(repo, manifest, entry)?;
        text = write(&text, &stage)?;
        let Stage { number, commit, tree, .. } = &stage;
        let done = match manifest.get(&number.to_string()) {
            None => "new",
            Some(known) if *known == stage => "unchanged",
            Some(_) => "corrected",
        };
        lines.push(format!("stage {number} {done}: commit {commit}, identity {tree}"));
    }
    Manifest::parse(&text)?;
    file::write(&path, &text)?;
    lines.iter().for_each(|line| say!("{line}"));
    Ok(true)
}

/// The whole stage: what was typed, what the entry had before, and what the commit says.
fn complete(repo: &Repo, manifest: &Manifest, entry: &Entry) -> Result<Stage> {
    let number = entry.number;
    let next = manifest.stages.len() as u32 + 1;
    if number == 0 || number > next {
        bail!("stage {number} would leave a gap; the next one to record is {next}");
    }
    let known = manifest.get(&number.to_string());
    let field = |name: &str, given: &Option<String>, known: Option<&String>| {
        let text = given.as_ref().or(known).map(|text| text.trim().to_owned());
        text.filter(|text| !text.is_empty())
            .ok_or_else(|| anyhow!("stage {number} needs a {name}; add `--{name} …`"))
    };
    let tag = field("tag", &entry.tag, known.map(|stage| &stage.tag))?;
    let title = field("title", &entry.title, known.map(|stage| &stage.title))?;
    let chapter = field("chapter", &entry.chapter, known.map(|stage| &stage.chapter))?;
    let milestone = field("milestone", &entry.milestone, known.map(|stage| &stage.milestone))?;
    check_names(number, &tag, &chapter)?;
    if let Some(other) = manifest.stages.iter().find(|o| o.number != number && o.tag == tag) {
        bail!("tag `{tag}` is stage {}'s already; choose another", other.number);
    }
    let commit = find_commit(repo, &entry.commit)?;
    let tree = identity::of_commit(repo, &commit)?.ok_or_else(|| {
        anyhow!("commit {} has no folder {ENGINE}; give the stage's last commit", short(&commit))
    })?;
    let subject = subject(repo, &commit);
    if !subject.starts_with(&format!("stage {number}: ")) {
        bail!(
            "the subject of {} is `{subject}`; it has to begin with `stage {number}: `",
            short(&commit)
        );
    }
    Ok(Stage { number, tag, title, chapter, commit, tree, milestone })
}

fn find_commit(repo: &Repo, revision: &str) -> Result<String> {
    repo.commit(revision).ok_or_else(|| {
        let cure = if repo.is_shallow() { UNSHALLOW } else { "give an id, a branch or HEAD" };
        anyhow!("no commit `{revision}` here; {cure}")
    })
}

fn check_names(number: u32, tag: &str, chapter: &str) -> Result<()> {
    let shape = Regex::new(r"^stage-(\d{2,})-[a-z0-9]+(-[a-z0-9]+)*$").expect("a fixed pattern");
    let named = shape.captures(tag).and_then(|found| found[1].parse().ok());
    if named != Some(number) {
        bail!("tag `{tag}` doesn't fit; name it `stage-{number:02}-name`");
    }
    if !chapter.ends_with(".md") || chapter.contains(['/', '\\']) {
        bail!("chapter `{chapter}` isn't a file name of book/; give one such as 11-pvs.md");
    }
    Ok(())
}

/// The manifest's text with this stage in it. Comments and the other entries stay as they are.
fn write(text: &str, stage: &Stage) -> Result<String> {
    let mut document: DocumentMut = text.parse().map_err(|_| anyhow!("{PATH} isn't valid TOML"))?;
    let known = document.get("stage").and_then(Item::as_array_of_tables).map_or(0, |t| t.len());
    // Comments below the last entry, or of a file without entries: a new entry goes below them.
    let mut head = String::new();
    if known < stage.number as usize {
        head = document.trailing().as_str().unwrap_or_default().to_owned();
        document.set_trailing("");
    }
    let tables = document
        .entry("stage")
        .or_insert(Item::ArrayOfTables(ArrayOfTables::new()))
        .as_array_of_tables_mut()
        .with_context(|| format!("{PATH}: `stage` isn't a list of tables; write `[[stage]]`"))?;
    let index = stage.number as usize - 1;
    if tables.get(index).is_none() {
        let mut table = Table::new();
        let gap = if text.trim().is_empty() { "" } else { "\n" };
        table.decor_mut().set_prefix(format!("{head}{gap}"));
        tables.push(table);
    }
    let table = tables.get_mut(index).context("entries are numbered without a gap")?;
    set(table, "number", value(i64::from(stage.number)));
    for (key, text) in [
        ("tag", &stage.tag),
        ("title", &stage.title),
        ("chapter", &stage.chapter),
        ("commit", &stage.commit),
        ("tree", &stage.tree),
        ("milestone", &stage.milestone),
    ] {
        set(table, key, value(text));
    }
    Ok(document.to_string())
}

/// Changes a value but not the comment behind it.
fn set(table: &mut Table, key: &str, mut new: Item) {
    if let Some(old) = table.get(key).and_then(Item::as_value)
        && let Some(new) = new.as_value_mut()
    {
        *new.decor_mut() = old.decor().clone();
    }
    table.insert(key, new);
}

#[cfg(test)]
mod tests {
    use super::*;

    fn stage(number: u32) -> Stage {
        Stage {
            number,
            tag: format!("stage-{number:02}-x"),
            title: "The board".to_owned(),
            chapter: format!("{number:02}-x.md"),
            commit: "a".repeat(40),
            tree: "b".repeat(40),
            milestone: "M1".to_owned(),
        }
    }

    #[test]
    fn an_empty_manifest_takes_entries_and_keeps_its_comments() {
        let first = write("# The stages.\n", &stage(1)).unwrap();
        let text = write(&first, &stage(2)).unwrap();
        assert!(text.starts_with("# The stages.\n\n[[stage]]\nnumber = 1\ntag = "), "{text}");
        assert_eq!(Manifest::parse(&text).unwrap().stages, [stage(1), stage(2)]);
        let changed = text.replace("tag = \"stage-01-x\"", "tag = \"stage-01-x\" # a name");
        let changed = format!("{changed}# The end.\n");
        let corrected = write(&changed, &Stage { tag: "stage-01-y".into(), ..stage(1) }).unwrap();
        assert!(corrected.contains("tag = \"stage-01-y\" # a name"), "{corrected}");
        assert!(corrected.ends_with("# The end.\n"), "{corrected}");
        assert_eq!(Manifest::parse(&corrected).unwrap().stages.len(), 2);
    }

    #[test]
    fn a_series_is_the_newest_commit_of_each_stage() {
        let log =
            "d stage 2: x, mended\nc record stage 2\nb stage 2: x\na stage 1: y\ne stage x: z\n";
        let commits: Vec<(u32, String)> = of_series(log).into_iter().collect();
        assert_eq!(commits, [(1, "a".to_owned()), (2, "d".to_owned())]);
    }

    #[test]
    fn tags_carry_the_number_of_their_stage() {
        check_names(3, "stage-03-moves", "03-moves.md").unwrap();
        for (tag, chapter) in [
            ("stage-04-moves", "03-moves.md"),
            ("stage-3-moves", "03-moves.md"),
            ("stage-03-", "03-moves.md"),
            ("moves", "03-moves.md"),
            ("stage-03-moves", "03-moves"),
            ("stage-03-moves", "../03-moves.md"),
        ] {
            assert!(check_names(3, tag, chapter).is_err(), "{tag} {chapter}");
        }
    }
}
