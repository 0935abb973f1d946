//! The foreign engines that `stages/opponents.toml` declares: where each comes from, how it's built, and
//! where its program is looked for on this machine.
//!
//! Nothing is fetched or built here: a missing engine is told with the command that gets it.

use crate::contest::is_kebab;
use crate::declare::fault;
use crate::side::{Program, Side};
use anyhow::{Context, Result, bail};
use serde::Deserialize;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

/// Where the declarations stand, from the repository's root.
pub const PATH: &str = "stages/opponents.toml";
/// The folder of the programs, from the root, unless [`VARIABLE`] names another one.
pub const FOLDER: &str = "opponents";
/// Names a folder of programs that several checkouts share.
pub const VARIABLE: &str = "CB2026_OPPONENTS";

/// One foreign engine.
#[derive(Clone, Debug, Deserialize, PartialEq, Eq)]
#[serde(deny_unknown_fields)]
pub struct Opponent {
    /// In kebab-case, with dots in its version: a player is `opponent:NAME`, and its folder has this name.
    pub name: String,
    /// As people know it, with its version.
    pub title: String,
    /// An expression of SPDX.
    pub licence: String,
    /// The repository of its source.
    pub source: String,
    /// The tag of the version in that repository.
    pub tag: String,
    /// What builds it in a clone of the source; missing where a package is used.
    #[serde(default)]
    pub build: Option<String>,
    /// The package of Debian that holds this version.
    #[serde(default)]
    pub debian: Option<String>,
    /// The program: a path in the engine's folder, or that of a package.
    pub program: String,
    /// Options that a match by the clock has to set, because their defaults lose time.
    #[serde(default)]
    pub clock_options: Vec<String>,
}

/// All declared opponents.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Opponents {
    list: Vec<Opponent>,
    /// Where programs are looked for.
    folder: PathBuf,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    #[serde(default, rename = "opponent")]
    list: Vec<Opponent>,
}

impl Opponents {
    /// Those of the repository at `root`. Without the file there are none.
    pub fn load(root: &Path) -> Result<Self> {
        let folder = std::env::var_os(VARIABLE).map_or_else(|| root.join(FOLDER), PathBuf::from);
        let text = match std::fs::read_to_string(root.join(PATH)) {
            Ok(text) => text,
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => String::new(),
            Err(error) => return Err(error).with_context(|| format!("{PATH}: can't be read")),
        };
        Self::parse(&text, folder)
    }

    pub fn parse(text: &str, folder: PathBuf) -> Result<Self> {
        let file: File = match toml::from_str(text) {
            Ok(file) => file,
            Err(error) => bail!("{}", fault(PATH, text, &error)),
        };
        let mut seen = BTreeSet::new();
        for opponent in &file.list {
            opponent.check().with_context(|| format!("{PATH}: opponent `{}`", opponent.name))?;
            if !seen.insert(&opponent.name) {
                bail!("{PATH}: opponent `{}` is declared twice; rename one", opponent.name);
            }
        }
        Ok(Self { list: file.list, folder })
    }

    pub fn iter(&self) -> impl Iterator<Item = &Opponent> {
        self.list.iter()
    }

    pub fn find(&self, name: &str) -> Result<&Opponent> {
        self.list.iter().find(|opponent| opponent.name == name).with_context(|| {
            let known: Vec<&str> = self.list.iter().map(|one| one.name.as_str()).collect();
            format!("no opponent `{name}`; {PATH} declares {}", known.join(", "))
        })
    }

    /// Where the program of a declared opponent stands; `None` if it's missing.
    pub fn program(&self, opponent: &Opponent) -> Option<PathBuf> {
        // An absolute path takes the place of the folder when both are joined.
        let name = Path::new(&opponent.program).file_name()?;
        let home = self.folder.join(&opponent.name);
        [home.join(name), home.join(&opponent.program)].into_iter().find(|path| path.is_file())
    }

    /// How to get it, in one line.
    pub fn cure(&self, opponent: &Opponent) -> String {
        let Opponent { name, title, licence, source, tag, .. } = opponent;
        let home = self.folder.join(name);
        let home = home.display();
        let clone = format!("git clone --depth 1 --branch {tag} {source} '{home}'");
        match (&opponent.debian, &opponent.build) {
            (Some(package), _) => format!(
                "{title} ({licence}, {source} at {tag}): run `apt-get install {package}` on a Debian \
                 that has this version, or put a program of it into {home}/"
            ),
            (None, Some(build)) => {
                format!("{title} ({licence}): run `{clone} && cd '{home}' && {build}`")
            }
            (None, None) => format!("{title} ({licence}): run `{clone}`"),
        }
    }

    /// The same player, with the path of its program in the place of an opponent's name.
    pub fn resolve(&self, side: &Side) -> Result<Side> {
        let Side::Foreign { program: Program::Opponent(name), options } = side else {
            return Ok(side.clone());
        };
        let opponent = self.find(name)?;
        let Some(path) = self.program(opponent) else {
            bail!("{name} isn't here. {}", self.cure(opponent));
        };
        let path = path.to_str().context("the path of an opponent isn't UTF-8; move it")?;
        Ok(Side::Foreign { program: Program::Path(path.to_owned()), options: options.clone() })
    }
}

impl Opponent {
    fn check(&self) -> Result<()> {
        // A version may have dots.
        if !self.name.split('.').all(is_kebab) {
            bail!("the name isn't kebab-case; write it like `stash-17` or `stockfish-15.1`");
        }
        for (what, text) in [
            ("title", &self.title),
            ("licence", &self.licence),
            ("source", &self.source),
            ("tag", &self.tag),
            ("program", &self.program),
        ] {
            if text.trim().is_empty() {
                bail!("the {what} is empty; fill it in");
            }
        }
        if self.build.is_none() && self.debian.is_none() {
            bail!("nothing says how to get it; give `build` or `debian`");
        }
        Ok(())
    }

    /// The option that a game by the clock needs and the player doesn't set.
    pub fn missing_option(&self, player: &Side) -> Option<&str> {
        let Side::Foreign { options, .. } = player else { return None };
        let is_set = |name: &&String| options.iter().any(|(known, _)| known == *name);
        self.clock_options.iter().find(|name| !is_set(name)).map(String::as_str)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const STASH: &str = "[[opponent]]\nname = \"stash-17\"\ntitle = \"Stash 17\"\n\
                         licence = \"GPL-3.0-or-later\"\nsource = \"https://example.org/stash\"\n\
                         tag = \"v17.0\"\nbuild = \"make -C src\"\nprogram = \"src/stash-bot\"\n\
                         clock_options = [\"Move Overhead\"]\n";

    #[test]
    fn a_program_is_looked_for_in_the_engines_folder() {
        let folder = tempfile::tempdir().unwrap();
        let opponents = Opponents::parse(STASH, folder.path().to_owned()).unwrap();
        let player = Side::parse("opponent:stash-17;Hash=1").unwrap();
        let error = opponents.resolve(&player).unwrap_err().to_string();
        assert!(error.contains("stash-17 isn't here. Stash 17 (GPL-3.0-or-later): run"), "{error}");
        assert!(error.contains("--branch v17.0 https://example.org/stash"), "{error}");
        assert!(error.ends_with("stash-17' && make -C src`") && !error.contains('\n'), "{error}");

        let program = folder.path().join("stash-17/src/stash-bot");
        std::fs::create_dir_all(program.parent().unwrap()).unwrap();
        std::fs::write(&program, "").unwrap();
        let resolved = opponents.resolve(&player).unwrap().to_string();
        assert_eq!(resolved, format!("uci:{};Hash=1", program.display()));
        // One that was put beside the source is taken first.
        let beside = folder.path().join("stash-17/stash-bot");
        std::fs::write(&beside, "").unwrap();
        assert_eq!(opponents.program(opponents.find("stash-17").unwrap()), Some(beside));
        let main = Side::parse("main").unwrap();
        assert_eq!(opponents.resolve(&main).unwrap(), main);
    }

    #[test]
    fn a_package_stands_where_it_is_installed() {
        let folder = tempfile::tempdir().unwrap();
        let installed = folder.path().join("games").join("fish");
        let text = STASH
            .replace("build = \"make -C src\"", "debian = \"fish\"")
            .replace("src/stash-bot", installed.to_str().unwrap());
        let opponents = Opponents::parse(&text, folder.path().join("none")).unwrap();
        let fish = opponents.find("stash-17").unwrap();
        assert_eq!(opponents.program(fish), None);
        assert!(opponents.cure(fish).contains("`apt-get install fish`"));
        std::fs::create_dir(installed.parent().unwrap()).unwrap();
        std::fs::write(&installed, "").unwrap();
        assert_eq!(opponents.program(fish), Some(installed));
    }

    #[test]
    fn a_game_by_the_clock_needs_its_options() {
        let opponents = Opponents::parse(STASH, PathBuf::new()).unwrap();
        let stash = opponents.find("stash-17").unwrap();
        let missing = |player: &str| stash.missing_option(&Side::parse(player).unwrap());
        assert_eq!(missing("opponent:stash-17;Hash=1"), Some("Move Overhead"));
        assert_eq!(missing("opponent:stash-17;Move Overhead=10"), None);
    }

    #[test]
    fn faults_get_one_line_that_names_the_file() {
        let refusal = |old: &str, new: &str| {
            assert!(STASH.contains(old));
            let text = STASH.replace(old, new);
            let error = format!("{:#}", Opponents::parse(&text, PathBuf::new()).unwrap_err());
            assert!(error.starts_with("stages/opponents.toml") && !error.contains('\n'), "{error}");
            error
        };
        assert!(refusal("tag = ", "tags = ").contains(":6: unknown field `tags`"));
        assert!(refusal("stash-17", "Stash 17").contains("kebab-case"));
        assert!(refusal("stash-17", "../stash").contains("kebab-case"));
        let dotted = Opponents::parse(&STASH.replace("stash-17", "stash-17.0"), PathBuf::new());
        assert_eq!(dotted.unwrap().iter().count(), 1);
        assert!(refusal("v17.0", "").contains("the tag is empty"));
        assert!(refusal("build = \"make -C src\"\n", "").contains("give `build` or `debian`"));
        let twice = Opponents::parse(&STASH.repeat(2), PathBuf::new()).unwrap_err().to_string();
        assert!(twice.contains("declared twice"), "{twice}");
        let opponents = Opponents::parse(STASH, PathBuf::new()).unwrap();
        let unknown = opponents.find("x").unwrap_err().to_string();
        assert_eq!(unknown, "no opponent `x`; stages/opponents.toml declares stash-17");
    }
}
