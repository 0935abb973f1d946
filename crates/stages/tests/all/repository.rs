//! A small repository in a temporary folder, with stages. The tests of other crates build on it.

use stages::git::{self, Repo};
use stages::identity;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use tempfile::TempDir;

pub struct Repository {
    folder: TempDir,
    /// The program that is tested, and what stands before the name of each of its commands.
    program: &'static str,
    prefix: &'static [&'static str],
}

impl Repository {
    /// A repository without a stage.
    pub fn new(program: &'static str, prefix: &'static [&'static str]) -> Self {
        let repository = Self { folder: tempfile::tempdir().unwrap(), program, prefix };
        repository.git(&["init", "-q", "-b", "main"]);
        repository.write(".gitignore", "/target/\n/checkouts/\n");
        repository.write("stages/stages.toml", "# The stages.\n");
        repository.commit("ground");
        repository
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
        self.write("crates/engine/numbers", &format!("NODES={nodes}\nSIZE=152\n"));
        let code = format!("fn nodes() -> u32 {{\n    {nodes}\n}}\n");
        self.write("crates/engine/src/lib.rs", &code);
    }

    /// Commits the engine as a stage, and its entry in the manifest.
    pub fn stage(&self, number: u32) -> String {
        self.write(&format!("book/{number:02}-x.md"), "# X\n");
        let commit = self.commit(&format!("stage {number}: x"));
        let tree = stages::identity::of_commit(&Repo::open(self.root()).unwrap(), &commit)
            .unwrap()
            .unwrap();
        let manifest = self.read("stages/stages.toml");
        let entry = format!(
            "\n[[stage]]\nnumber = {number}\ntag = \"stage-{number:02}-x\"\ntitle = \"X\"\n\
             chapter = \"{number:02}-x.md\"\ncommit = \"{commit}\"\ntree = \"{tree}\"\n\
             milestone = \"M1\"\n"
        );
        self.write("stages/stages.toml", &(manifest + &entry));
        self.commit(&format!("record stage {number}"));
        commit
    }

    /// The identity of the working copy's engine.
    pub fn identity(&self) -> String {
        identity::of_working_copy(&Repo::open(self.root()).unwrap()).unwrap()
    }

    /// The program, called in `folder`.
    pub fn command(&self, folder: &Path, arguments: &[&str]) -> Command {
        let mut command = Command::new(self.program);
        command.args(arguments).current_dir(folder).env_remove("CARGO_TARGET_DIR");
        command
    }

    /// Runs the program in the repository.
    pub fn run(&self, arguments: &[&str]) -> Output {
        self.command(self.root(), arguments).output().unwrap()
    }

    /// A command about stages.
    pub fn stages(&self, arguments: &[&str]) -> Output {
        self.run(&[self.prefix, arguments].concat())
    }

    /// What a command about stages prints, which has to succeed.
    pub fn succeeds(&self, arguments: &[&str]) -> String {
        let output = self.stages(arguments);
        assert!(output.status.success(), "{arguments:?}: {}", both(&output));
        String::from_utf8(output.stdout).unwrap()
    }

    /// The program's only line of complaint.
    pub fn refusal(&self, arguments: &[&str]) -> String {
        let output = self.run(arguments);
        assert_eq!(output.status.code(), Some(1), "{arguments:?}: {}", both(&output));
        let text = String::from_utf8(output.stderr).unwrap();
        assert_eq!(text.lines().count(), 1, "{arguments:?}: {text}");
        text.trim_end().to_owned()
    }
}

pub fn git(folder: &Path, arguments: &[&str]) -> String {
    let output = git::command(folder)
        .args(["-c", "user.name=Test", "-c", "user.email=test@example.invalid"])
        .args(["-c", "commit.gpgsign=false", "-c", "protocol.file.allow=always"])
        .args(arguments)
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
