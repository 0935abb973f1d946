//! `stages tag`: gives each stage's commit the name that people use.

use crate::command::{ensure_here, manifest};
use crate::git::Repo;
use crate::say;
use crate::verify::short;
use anyhow::{Result, bail};

pub fn run(repo: &Repo, force: bool) -> Result<bool> {
    let manifest = manifest(repo)?;
    // Nothing is tagged unless everything can be, so that a refusal leaves the clone as it was.
    for stage in &manifest.stages {
        ensure_here(repo, stage)?;
        if let Some(other) = repo.tag(&stage.tag).filter(|other| *other != stage.commit)
            && !force
        {
            bail!(
                "tag {} points to {}, not to {}; no tag was made; add `--force` to move it",
                stage.tag,
                short(&other),
                short(&stage.commit)
            );
        }
    }
    for stage in &manifest.stages {
        let known = repo.tag(&stage.tag);
        if known.as_ref() == Some(&stage.commit) {
            say!("{}  is there", stage.tag);
            continue;
        }
        // `--no-sign`, as a name for people shouldn't ask for a key.
        let force = if force { "--force" } else { "--no-force" };
        repo.git(&["tag", "--no-sign", force, &stage.tag, &stage.commit])?;
        let done = if known.is_some() { "moved to" } else { "made at" };
        say!("{}  {done} {}", stage.tag, short(&stage.commit));
    }
    if manifest.stages.is_empty() {
        say!("the manifest lists no stage yet");
    }
    Ok(true)
}
