//! What a reader starts by hand, as a clone has it where git is told to change ends of lines.

use crate::repository::{Repository, both, git};
use crate::with_stages;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

const SCRIPTS: [&str; 3] = ["scripts/stages", ".ci/run", "Makefile"];

/// A repository with the project's own scripts in it.
fn with_scripts() -> Repository {
    let fixture = with_stages();
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    for name in SCRIPTS.iter().chain(&[".gitattributes"]) {
        let to = fixture.path(name);
        fs::create_dir_all(to.parent().unwrap()).unwrap();
        fs::copy(root.join(name), to).unwrap();
    }
    fixture.commit("scripts");
    fixture
}

/// A folder for the path in which `cargo` is a stand-in.
fn path_with_cargo(fixture: &Repository) -> String {
    let cargo = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures/cargo.sh");
    let folder = fixture.path("target/bin");
    fs::create_dir_all(&folder).unwrap();
    std::os::unix::fs::symlink(cargo, folder.join("cargo")).unwrap();
    format!("{}:{}", folder.display(), std::env::var("PATH").unwrap())
}

fn start(fixture: &Repository, program: PathBuf, arguments: &[&str]) -> Output {
    let mut command = Command::new(program);
    command.args(arguments).env("PATH", path_with_cargo(fixture));
    command.env("BUILT", env!("CARGO_BIN_EXE_stages")).output().unwrap()
}

#[test]
fn scripts_run_in_a_clone_with_changed_ends_of_lines() {
    let fixture = with_scripts();
    let place = tempfile::tempdir().unwrap();
    let source = fixture.root().to_str().unwrap();
    git(place.path(), &["clone", "-q", "-c", "core.autocrlf=true", source, "clone"]);
    let clone = place.path().join("clone");
    for name in SCRIPTS {
        assert!(!fs::read_to_string(clone.join(name)).unwrap().contains('\r'), "{name}");
    }
    for name in ["scripts/stages", ".ci/run"] {
        let output = Command::new("bash").arg("-n").arg(clone.join(name)).output().unwrap();
        assert!(output.status.success(), "{name}: {}", both(&output));
    }
    let output = start(&fixture, clone.join("scripts/stages"), &["list"]);
    let text = both(&output);
    assert!(output.status.success() && text.contains("stage-02-x"), "{text}");
}

#[test]
fn make_gives_the_engine_any_name() {
    let fixture = with_scripts();
    for (setting, link) in [(None, "link=cb2026"), (Some("EXE=my engine"), "link=my engine")] {
        let mut arguments = vec!["-s", "-C", fixture.root().to_str().unwrap()];
        arguments.extend(setting);
        let _ = fs::remove_dir_all(fixture.path("target/bin"));
        let output = start(&fixture, "make".into(), &arguments);
        let text = both(&output);
        assert!(output.status.success() && text.ends_with(&format!("[--emit][{link}]")), "{text}");
    }
}

#[test]
fn measuring_stages_by_hand_is_measuring_their_tables() {
    let fixture = with_scripts();
    let script = fixture.path("scripts/stages");
    for (typed, called) in [
        (&["measure"][..], "[xtask][measure]"),
        (&["measure", "3", "4"], "[xtask][measure][--stage][3][--stage][4]"),
    ] {
        let _ = fs::remove_dir_all(fixture.path("target/bin"));
        let output = start(&fixture, script.clone(), typed);
        assert_eq!(both(&output), called);
    }
}
