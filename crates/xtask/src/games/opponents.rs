//! `cargo xtask match opponents`: which foreign engines are declared, and which of them are here.

use crate::{line, say};
use anyhow::Result;
use arena::opponents::{Opponents, PATH};
use literate::git::Repo;

pub fn list(repo: &Repo) -> Result<bool> {
    let opponents = Opponents::load(repo.root())?;
    let place = |opponent| match opponents.program(opponent) {
        Some(path) => {
            path.strip_prefix(repo.root()).unwrap_or(&path).to_string_lossy().into_owned()
        }
        None => "missing".to_owned(),
    };
    let rows: Vec<Vec<String>> = opponents
        .iter()
        .map(|one| vec![one.name.clone(), one.title.clone(), one.licence.clone(), place(one)])
        .collect();
    if rows.is_empty() {
        say!("{PATH} declares no opponent yet");
    }
    line::print(&line::table(&rows));
    for opponent in opponents.iter().filter(|one| opponents.program(one).is_none()) {
        say!("to get {}: {}", opponent.name, opponents.cure(opponent));
    }
    Ok(true)
}
