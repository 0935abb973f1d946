//! A small repository in a temporary folder, with stages, declarations and a stand-in engine.

use anyhow::{Result, ensure};
use literate::git::Repo;
use std::cell::{Cell, RefCell};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use tempfile::TempDir;
use xtask::cargo::Build;
use xtask::measure::{self, Options, Tools};

pub struct Fixture {
    folder: TempDir,
    pub builds: Cell<usize>,
    pub benches: Cell<usize>,
}

impl Fixture {
    /// A repository without a stage.
    pub fn new() -> Self {
        let folder = tempfile::tempdir().unwrap();
        let fixture = Self { folder, builds: Cell::new(0), benches: Cell::new(0) };
        fixture.git(&["init", "-q", "-b", "main"]);
        fixture.write(".gitignore", "/target/\n");
        fixture.write("stages/stages.toml", "# The stages.\n");
        fixture.write("stages/measure.toml", "");
        fixture.commit("ground");
        fixture
    }

    /// A repository with two stages, whose engines count from 20 and from 30.
    pub fn with_stages() -> Self {
        let fixture = Self::new();
        fixture.stage(1, 20);
        fixture.stage(2, 30);
        fixture
    }

    pub fn root(&self) -> &Path {
        self.folder.path()
    }

    pub fn path(&self, name: &str) -> PathBuf {
        self.root().join(name)
    }

    pub fn read(&self, name: &str) -> String {
        fs::read_to_string(self.path(name)).unwrap_or_else(|error| panic!("{name}: {error}"))
    }

    pub fn write(&self, name: &str, text: &str) {
        let path = self.path(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }

    pub fn replace(&self, name: &str, old: &str, new: &str) {
        let text = self.read(name);
        assert!(text.contains(old), "{name} has no `{old}`: {text}");
        self.write(name, &text.replacen(old, new, 1));
    }

    pub fn git(&self, arguments: &[&str]) -> String {
        git(self.root(), arguments)
    }

    pub fn commit(&self, subject: &str) -> String {
        self.git(&["add", "--all"]);
        self.git(&["commit", "-q", "--allow-empty", "-m", subject]);
        self.git(&["rev-parse", "HEAD"]).trim().to_owned()
    }

    /// Gives the working copy an engine that counts from `nodes`.
    pub fn engine(&self, nodes: u32) {
        let script = self.path("crates/engine/engine.sh");
        if !script.exists() {
            fs::create_dir_all(script.parent().unwrap()).unwrap();
            let original = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures/engine.sh");
            // Copied by another process: a file that this one has just written can't be run while
            // another thread is about to start a program.
            let status = Command::new("cp").arg(original).arg(&script).status().unwrap();
            assert!(status.success());
        }
        self.write("crates/engine/numbers", &format!("NODES={nodes}\nSIZE=152\n"));
        let code = format!("fn nodes() -> u32 {{\n    {nodes}\n}}\n");
        self.write("crates/engine/src/lib.rs", &code);
    }

    /// Commits a stage and records it.
    pub fn stage(&self, number: u32, nodes: u32) -> String {
        self.engine(nodes);
        self.write(&format!("book/{number:02}-x.md"), "# X\n");
        let commit = self.commit(&format!("stage {number}: x"));
        let (number, tag) = (number.to_string(), format!("stage-{number:02}-x"));
        let chapter = format!("{number:0>2}-x.md");
        let options = ["--tag", &tag, "--title", "X", "--chapter", &chapter, "--milestone", "M1"];
        let output = self.run(&[&["stages", "record", &number, &commit], &options[..]].concat());
        assert!(output.status.success(), "{}", both(&output));
        self.commit(&format!("record stage {number}"));
        commit
    }

    /// Runs the program itself in the repository.
    pub fn run(&self, arguments: &[&str]) -> Output {
        run(self.root(), arguments)
    }

    /// The program's only line of complaint.
    pub fn refusal(&self, arguments: &[&str]) -> String {
        let output = self.run(arguments);
        assert_eq!(output.status.code(), Some(1), "{arguments:?}: {}", both(&output));
        let text = String::from_utf8(output.stderr).unwrap();
        assert_eq!(text.lines().count(), 1, "{arguments:?}: {text}");
        text.trim_end().to_owned()
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
    fn engine(&self, folder: &Path, target: Option<&Path>) -> Result<PathBuf> {
        self.builds.set(self.builds.get() + 1);
        let is_stage = folder != Repo::open(self.root())?.root();
        ensure!(target.is_some() == is_stage, "only a stage has a target folder of its own");
        Ok(folder.join("crates/engine/engine.sh"))
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

pub fn run(folder: &Path, arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_xtask"))
        .args(arguments)
        .current_dir(folder)
        .env_remove("CARGO_TARGET_DIR")
        .output()
        .unwrap()
}

pub fn git(folder: &Path, arguments: &[&str]) -> String {
    let output = Command::new("git")
        .args(["-c", "user.name=Test", "-c", "user.email=test@example.invalid"])
        .args(["-c", "commit.gpgsign=false", "-c", "protocol.file.allow=always"])
        .args(arguments)
        .current_dir(folder)
        .output()
        .unwrap();
    assert!(output.status.success(), "git {arguments:?}: {}", both(&output));
    String::from_utf8(output.stdout).unwrap()
}

/// All that a program printed.
pub fn both(output: &Output) -> String {
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    text(&output.stdout) + &text(&output.stderr)
}
