//! A small repository in a temporary folder, with stages, declarations and a stand-in engine.

#[path = "../../../stages/tests/all/repository.rs"]
mod repository;

pub use repository::{both, git};

use anyhow::{Result, ensure};
use records::declared;
use records::results::Measured;
use repository::Repository;
use stages::git::Repo;
use std::cell::{Cell, RefCell};
use std::fs;
use std::ops::Deref;
use std::path::Path;
use std::process::Command;
use xtask::cargo::Build;
use xtask::measure::{self, Options, Tools};

pub struct Fixture {
    repository: Repository,
    pub builds: Cell<usize>,
    pub benches: Cell<usize>,
}

impl Deref for Fixture {
    type Target = Repository;

    fn deref(&self) -> &Repository {
        &self.repository
    }
}

impl Fixture {
    /// A repository without a stage.
    pub fn new() -> Self {
        let repository = Repository::new(env!("CARGO_BIN_EXE_xtask"), &["stages"]);
        repository.write("stages/measure.toml", "");
        repository.commit("nothing is declared");
        Self { repository, builds: Cell::new(0), benches: Cell::new(0) }
    }

    /// A repository with two stages, whose engines count from 20 and from 30.
    pub fn with_stages() -> Self {
        let fixture = Self::new();
        fixture.stage(1, 20);
        fixture.stage(2, 30);
        fixture
    }

    /// Gives the working copy an engine that counts from `nodes`, and can be run.
    pub fn engine(&self, nodes: u32) {
        let script = self.path("crates/engine/engine.sh");
        if !script.exists() {
            fs::create_dir_all(script.parent().unwrap()).unwrap();
            let original = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures/engine.sh");
            copy(&original, &script);
        }
        self.repository.engine(nodes);
    }

    /// Commits a stage and its entry in the manifest.
    pub fn stage(&self, number: u32, nodes: u32) -> String {
        self.engine(nodes);
        self.repository.stage(number)
    }

    /// What is recorded of a declared table.
    pub fn measured(&self, id: &str) -> Measured {
        let entries = declared::parse(&self.read(declared::PATH)).unwrap();
        let entry = entries.iter().find(|entry| entry.id == id).unwrap();
        Measured::load(self.root(), entry).unwrap().unwrap_or_else(|| panic!("no result {id}"))
    }

    pub fn declare(&self, text: &str) {
        self.write("stages/measure.toml", text);
    }

    /// Measures in this process, with the stand-in engine, and gives what was printed.
    pub fn measure(&self, options: &Options) -> Result<(bool, String)> {
        let repo = Repo::open(self.root())?;
        let printed = RefCell::new(String::new());
        let out = |text: &str| printed.borrow_mut().push_str(text);
        let is_well = measure::run(&repo, options, Tools { build: self, out: &out })?;
        Ok((is_well, printed.into_inner()))
    }

    pub fn update(&self) -> String {
        let (is_well, printed) = self.measure(&Options::default()).unwrap();
        assert!(is_well, "{printed}");
        printed
    }

    /// The lines of `measure --check`, without the summary.
    pub fn check(&self, all: bool) -> Vec<String> {
        let options = Options { check: true, all, ..Options::default() };
        let (is_well, printed) = self.measure(&options).unwrap();
        let mut lines: Vec<String> = printed.lines().map(str::to_owned).collect();
        lines.pop();
        assert_eq!(is_well, lines.is_empty(), "{printed}");
        lines
    }

    /// Why measuring is refused, as the one line that a person sees.
    pub fn error(&self) -> String {
        let error = self.measure(&Options::default()).expect_err("measuring should be refused");
        let line = xtask::line::of(&error);
        assert!(!line.contains('\n'), "{line}");
        line
    }
}

/// Builds nothing: the engine is a script of the checkout.
impl Build for Fixture {
    fn engine(&self, folder: &Path, target: Option<&Path>, kept: &Path) -> Result<()> {
        self.builds.set(self.builds.get() + 1);
        let is_stage = folder != Repo::open(self.root())?.root();
        ensure!(target.is_some() == is_stage, "only a stage has a target folder of its own");
        let engine = folder.join("crates/engine");
        fs::create_dir_all(kept.parent().unwrap())?;
        copy(&engine.join("numbers"), &kept.with_file_name("numbers"));
        copy(&engine.join("engine.sh"), kept);
        Ok(())
    }

    fn bench(
        &self,
        folder: &Path,
        _: Option<&Path>,
        name: &str,
        _: Option<&str>,
    ) -> Result<String> {
        self.benches.set(self.benches.get() + 1);
        ensure!(name == "magics", "no bench target named `{name}`");
        ensure!(folder.join("crates/engine/numbers").is_file(), "not a checkout");
        Ok("{\"rows\":[{\"key\":\"rook\",\"label\":\"Rook\",\"cells\":{\"ratio\":4.321}}]}\n"
            .into())
    }
}

/// Copied by another process: a file that this one has just written can't be run while another thread
/// is about to start a program.
fn copy(from: &Path, to: &Path) {
    let status = Command::new("cp").arg(from).arg(to).status().unwrap();
    assert!(status.success());
}
