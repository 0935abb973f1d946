//! The manifest of stages, `stages/stages.toml`: which commit is which stage of the engine.

use anyhow::{Context, Result, bail};
use serde::Deserialize;
use std::path::Path;

/// Where the manifest lies, from the repository's root.
pub const PATH: &str = "stages/stages.toml";
/// The folder of the engine.
pub const ENGINE: &str = "crates/engine";

/// One stage of the engine.
#[derive(Clone, Debug, Deserialize, PartialEq, Eq)]
#[serde(deny_unknown_fields)]
pub struct Stage {
    pub number: u32,
    /// A name for people, such as `stage-03-moves`. Nothing may need the tag to exist.
    pub tag: String,
    pub title: String,
    /// File name of its chapter in `book/`.
    pub chapter: String,
    /// Full id of the commit.
    pub commit: String,
    /// Identity of the engine at that commit: the key of its measurements.
    pub tree: String,
    pub milestone: String,
}

/// The stages in order, numbered from 1 without a gap.
#[derive(Clone, Debug, Default, Deserialize, PartialEq, Eq)]
#[serde(deny_unknown_fields)]
pub struct Manifest {
    #[serde(default, rename = "stage")]
    pub stages: Vec<Stage>,
}

impl Manifest {
    pub fn load(root: &Path) -> Result<Self> {
        let text = std::fs::read_to_string(root.join(PATH))
            .with_context(|| format!("{PATH}: can't be read; it belongs into the repository"))?;
        Self::parse(&text)
    }

    pub fn parse(text: &str) -> Result<Self> {
        let manifest: Self = toml::from_str(text).with_context(|| format!("{PATH} isn't valid"))?;
        for (index, stage) in manifest.stages.iter().enumerate() {
            if stage.number as usize != index + 1 {
                bail!(
                    "{PATH}: stage {} stands at place {}; number stages from 1 in order",
                    stage.number,
                    index + 1
                );
            }
            for (name, id) in [("commit", &stage.commit), ("tree", &stage.tree)] {
                if id.len() != 40 || !id.bytes().all(|b| b.is_ascii_hexdigit()) {
                    bail!(
                        "{PATH}: stage {}: {name} `{id}` isn't a full object id; give all 40 digits",
                        stage.number
                    );
                }
            }
        }
        Ok(manifest)
    }

    /// The stage with this number (`3`) or tag (`stage-03-moves`).
    pub fn get(&self, name: &str) -> Option<&Stage> {
        self.stages.iter().find(|s| s.tag == name || s.number.to_string() == name)
    }

    /// The stage before `stage`, if it isn't the first.
    pub fn previous(&self, stage: &Stage) -> Option<&Stage> {
        self.stages.iter().find(|s| s.number + 1 == stage.number)
    }

    /// The stage whose chapter is this file of `book/`.
    pub fn of_chapter(&self, file: &str) -> Option<&Stage> {
        self.stages.iter().find(|s| s.chapter == file)
    }
}
