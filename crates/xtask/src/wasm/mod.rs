//! The check that the engine runs in a page: its bench, compiled for WebAssembly and run by Node, has
//! to count the nodes that it counts here. Where a tool for that is missing, the check says which.
//!
//! Of the engine it knows the bench alone, and that in `bench.rs`, which becomes a crate of its own.

use crate::cargo::{self, Build, Cargo, PACKAGE};
use crate::file;
use crate::say;
use crate::suite::Outcome;
use anyhow::{Context, Result};
use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

/// Where the crate is made, from the repository's root.
const HOME: &str = "target/wasm-check";
const TARGET: &str = "wasm32-unknown-unknown";
/// Takes a few seconds, and each technique acts.
const DEPTH: &str = "6";

/// Compares the counts for the engine of the working copy, which `identity` tells from others.
pub fn check(root: &Path, identity: &str) -> Result<Outcome> {
    let home = root.join(HOME);
    let proof = home.join("proven");
    if let Some(known) = fs::read_to_string(&proof).ok().filter(|text| text.starts_with(identity)) {
        say!("proven before for this engine: {}", known[identity.len()..].trim());
        return Ok(Outcome::Passed);
    }
    let Some(compiler) = Compiler::find() else {
        let cure = format!("run `rustup target add {TARGET}`");
        return Ok(Outcome::NotRun(format!("no compiler for {TARGET} is here; {cure}")));
    };
    let Some(node) = ["node", "nodejs"].into_iter().find(|name| answers(name)) else {
        return Ok(Outcome::NotRun(
            "Node isn't installed; get it at https://nodejs.org".to_owned(),
        ));
    };
    lay_out(root, &home)?;
    let fetched = run(&mut compiler.cargo("fetch", &home))?;
    if !fetched.status.success() {
        return Ok(Outcome::NotRun(format!("crates can't be fetched: {}", complaint(&fetched))));
    }
    let built = run(compiler.cargo("build", &home).arg("--release"))?;
    if !built.status.success() {
        say!("the engine doesn't compile for {TARGET}: {}", complaint(&built));
        return Ok(Outcome::Failed);
    }
    let module = home.join("target").join(TARGET).join("release/wasm_check.wasm");
    let under_node = run(Command::new(node).arg(home.join("bench.mjs")).arg(module).arg(DEPTH))?;
    if !under_node.status.success() {
        say!("the bench doesn't run under Node: {}", complaint(&under_node));
        return Ok(Outcome::Failed);
    }
    let under_node = String::from_utf8_lossy(&under_node.stdout).trim().to_owned();
    let here = nodes(root)?;
    if under_node != here {
        say!("the bench of depth {DEPTH} counts {here} nodes here and {under_node} under Node");
        return Ok(Outcome::Failed);
    }
    let told = format!("{here} nodes here and under Node, at depth {DEPTH}");
    say!("{told}");
    file::write(&proof, &format!("{identity} {told}\n"))?;
    Ok(Outcome::Passed)
}

/// Makes the crate, with the versions of libraries that the project has.
fn lay_out(root: &Path, home: &Path) -> Result<()> {
    let lock = fs::read_to_string(root.join("Cargo.lock")).context("Cargo.lock: can't be read")?;
    for (name, text) in [
        ("Cargo.toml", include_str!("crate.toml")),
        ("Cargo.lock", &lock),
        ("src/lib.rs", include_str!("bench.rs")),
        ("bench.mjs", include_str!("bench.mjs")),
    ] {
        file::write(&home.join(name), text)?;
    }
    Ok(())
}

/// The bench's count of the program for this machine.
fn nodes(root: &Path) -> Result<String> {
    let engine = root.join(HOME).join(PACKAGE);
    Cargo.engine(root, None, &engine)?;
    let output = run(Command::new(&engine).args(["bench", "--depth", DEPTH]))?;
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    let count = text.lines().next_back().and_then(|line| line.split_once(" nodes "));
    let count = count.map(|(count, _)| count.to_owned()).filter(|_| output.status.success());
    count.with_context(|| format!("`{PACKAGE} bench` ends without a count: {}", complaint(&output)))
}

/// What can compile for WebAssembly.
#[derive(Debug, PartialEq, Eq)]
enum Compiler {
    /// The one in use, which has the standard library for it.
    InUse,
    /// A compiler of the system, which has the source of that library and compiles it, too.
    System { linker: OsString },
}

const SYSTEM_CARGO: &str = "/usr/bin/cargo";
const SYSTEM_RUSTC: &str = "/usr/bin/rustc";

impl Compiler {
    fn find() -> Option<Self> {
        let library = printed("rustc", &["--print", "target-libdir", "--target", TARGET]);
        if library.is_some_and(|folder| Path::new(folder.trim()).is_dir()) {
            return Some(Self::InUse);
        }
        let version = printed(SYSTEM_RUSTC, &["--version"])?;
        let root = PathBuf::from(printed(SYSTEM_RUSTC, &["--print", "sysroot"])?.trim());
        let has_source = root.join("lib/rustlib/src/rust/library/std").is_dir();
        let is_usable = has_source && Path::new(SYSTEM_CARGO).is_file() && is_recent(&version);
        let linker = linker(Path::new("/usr/bin")).filter(|_| is_usable)?;
        Some(Self::System { linker })
    }

    /// A command of cargo about the crate in `home`.
    fn cargo(&self, name: &str, home: &Path) -> Command {
        let mut command = match self {
            Self::InUse => Command::new(cargo::program()),
            Self::System { .. } => Command::new(SYSTEM_CARGO),
        };
        command.args([name, "--quiet", "--target", TARGET, "--manifest-path"]);
        command.arg(home.join("Cargo.toml"));
        if let Self::System { linker } = self {
            command.args(["-Z", "build-std=std,panic_abort", "-Z", "build-std-features="]);
            // The standard library needs what isn't stable yet, and the compiler must not meet the
            // libraries of the one that runs us.
            command.env("RUSTC_BOOTSTRAP", "1").env("RUSTC", SYSTEM_RUSTC);
            command.env("CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_LINKER", linker);
            command.env_remove("LD_LIBRARY_PATH");
        }
        // In place of the flags for this machine's processor, which WebAssembly doesn't have.
        command.env("RUSTFLAGS", "").env_remove("CARGO_ENCODED_RUSTFLAGS");
        command.env("CARGO_TARGET_DIR", home.join("target"));
        command
    }
}

/// Whether the compiler is one that the project allows.
fn is_recent(version: &str) -> bool {
    let numbers = |text: &str| -> Option<(u32, u32)> {
        let (major, rest) = text.split_once('.')?;
        Some((major.parse().ok()?, rest.split('.').next()?.parse().ok()?))
    };
    let found = version.strip_prefix("rustc ").and_then(numbers);
    found.is_some() && found >= numbers(env!("CARGO_PKG_RUST_VERSION"))
}

/// A linker of LLVM, whose package gives it a number: `wasm-ld-19`.
fn linker(folder: &Path) -> Option<OsString> {
    let names = fs::read_dir(folder).ok()?.filter_map(|entry| Some(entry.ok()?.file_name()));
    names.filter(|name| name.to_string_lossy().starts_with("wasm-ld")).max()
}

fn printed(program: &str, arguments: &[&str]) -> Option<String> {
    let mut command = Command::new(program);
    let output = command.args(arguments).env_remove("LD_LIBRARY_PATH").output().ok()?;
    let text = String::from_utf8(output.stdout).ok()?;
    output.status.success().then_some(text)
}

fn answers(program: &str) -> bool {
    printed(program, &["--version"]).is_some()
}

fn run(command: &mut Command) -> Result<Output> {
    let program = command.get_program().to_string_lossy().into_owned();
    command.output().with_context(|| format!("can't run {program}"))
}

/// The first error that a program printed.
fn complaint(output: &Output) -> String {
    cargo::first(&String::from_utf8_lossy(&output.stderr))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_compiler_that_the_project_refuses_is_not_used() {
        assert!(is_recent("rustc 1.96.0 (ac68faa20 2026-05-25) (built from a source tarball)\n"));
        assert!(is_recent("rustc 2.0.0\n"));
        for version in ["rustc 1.85.0 (x)\n", "rustc 0.99.0\n", "rustc\n", "gcc 12.2.0\n", ""] {
            assert!(!is_recent(version), "{version}");
        }
    }

    #[test]
    fn the_linker_is_found_with_its_number() {
        let folder = tempfile::tempdir().unwrap();
        assert_eq!(linker(folder.path()), None);
        for name in ["ld.lld-19", "wasm-ld-14", "wasm-ld-19"] {
            fs::write(folder.path().join(name), "").unwrap();
        }
        assert_eq!(linker(folder.path()), Some("wasm-ld-19".into()));
    }

    #[test]
    fn what_is_proven_for_an_engine_is_not_proven_again() {
        let root = tempfile::tempdir().unwrap();
        let told = "7 nodes here and under Node, at depth 6\n";
        file::write(&root.path().join(HOME).join("proven"), &format!("abc {told}")).unwrap();
        assert_eq!(check(root.path(), "abc").unwrap(), Outcome::Passed);
    }
}
