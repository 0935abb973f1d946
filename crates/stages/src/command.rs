//! The commands about stages, and what they have in common.
//!
//! The manifest is the truth, tags are names for people.

use crate::git::Repo;
use crate::manifest::{Manifest, PATH, Stage};
use crate::verify::short;
use crate::{checkout, line, say, tag, verify};
use anyhow::{Context, Result, anyhow, bail};
use clap::Subcommand;

/// What a reader is told when commits are missing because the clone is shallow.
pub const UNSHALLOW: &str = "this clone is shallow; run `git fetch --unshallow`";

#[derive(Subcommand)]
pub enum Command {
    /// List the stages: number, tag, title, commit, and what is there in this clone
    List,
    /// Prove that each stage's commit, identity, tag, subject and chapter are as recorded
    Verify,
    /// Create a git tag for each stage
    Tag {
        /// Move tags that point elsewhere
        #[arg(long)]
        force: bool,
    },
    /// Lay a stage out as a folder under checkouts/, and say how to run it
    Checkout {
        /// Number (3) or tag (stage-03-moves)
        #[arg(value_name = "STAGE")]
        name: String,
    },
    /// Show what you have changed in the folder of a stage, as a patch
    Diff {
        /// Number (3) or tag (stage-03-moves)
        #[arg(value_name = "STAGE")]
        name: String,
    },
}

pub fn run(repo: &Repo, command: &Command) -> Result<bool> {
    match command {
        Command::List => list(repo),
        Command::Verify => verify::run(repo),
        Command::Tag { force } => tag::run(repo, *force),
        Command::Checkout { name } => checkout::run(repo, name),
        Command::Diff { name } => checkout::diff(repo, name),
    }
}

/// The manifest of the working copy; a fault in it is named with its line.
pub fn manifest(repo: &Repo) -> Result<Manifest> {
    let text = std::fs::read_to_string(repo.root().join(PATH))
        .with_context(|| format!("{PATH}: can't be read; restore it with `git restore {PATH}`"))?;
    if let Err(error) = toml::from_str::<Manifest>(&text) {
        bail!("{}; correct the entry", parse_fault(PATH, &text, &error));
    }
    Manifest::parse(&text)
}

/// `FILE:LINE: what the parser says`, on one line.
pub fn parse_fault(file: &str, text: &str, error: &toml::de::Error) -> String {
    let offset = error.span().map_or(0, |span| span.start);
    let line = text.bytes().take(offset).filter(|&byte| byte == b'\n').count() + 1;
    format!("{file}:{line}: {}", line::flatten(error.message()))
}

/// The stage that `name` means, as a number or a tag.
pub fn find<'m>(manifest: &'m Manifest, name: &str) -> Result<&'m Stage> {
    manifest.get(name.trim()).ok_or_else(|| {
        let known: Vec<&str> = manifest.stages.iter().map(|stage| stage.tag.as_str()).collect();
        match known.as_slice() {
            [] => anyhow!("no stage `{name}`; {PATH} lists none yet"),
            _ => anyhow!("no stage `{name}`; {PATH} lists {}", known.join(", ")),
        }
    })
}

/// Refuses a stage whose commit isn't in this clone.
pub fn ensure_here(repo: &Repo, stage: &Stage) -> Result<()> {
    if repo.commit(&stage.commit).is_some() {
        return Ok(());
    }
    let cure = if repo.is_shallow() { UNSHALLOW } else { "run `scripts/stages verify`" };
    bail!("stage {}: commit {} isn't here; {cure}", stage.number, short(&stage.commit))
}

fn list(repo: &Repo) -> Result<bool> {
    let manifest = manifest(repo)?;
    if manifest.stages.is_empty() {
        say!("{PATH} lists no stage yet");
        return Ok(true);
    }
    let heading = ["", "tag", "title", "milestone", "commit", "here"].map(str::to_owned).to_vec();
    let rows = manifest.stages.iter().map(|stage| {
        vec![
            stage.number.to_string(),
            stage.tag.clone(),
            stage.title.clone(),
            stage.milestone.clone(),
            short(&stage.commit).to_owned(),
            here(repo, stage),
        ]
    });
    let table: Vec<Vec<String>> = std::iter::once(heading).chain(rows).collect();
    line::print(&line::table(&table));
    Ok(true)
}

/// What this clone has of a stage: its commit, its tag, its folder.
fn here(repo: &Repo, stage: &Stage) -> String {
    if repo.commit(&stage.commit).is_none() {
        return "commit missing".to_owned();
    }
    let tag = match repo.tag(&stage.tag) {
        Some(commit) if commit == stage.commit => Some("tagged"),
        Some(_) => Some("tag points elsewhere"),
        None => None,
    };
    let folder = checkout::is_laid_out(repo, stage).then_some("laid out");
    tag.into_iter().chain(folder).collect::<Vec<_>>().join(", ")
}
