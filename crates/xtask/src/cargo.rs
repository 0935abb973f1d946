//! Builds and benches the engine in a checkout: the only module that calls `cargo` for an engine.

use anyhow::{Context, Result, bail};
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::Command;

/// The engine's package and binary.
pub const PACKAGE: &str = "cb2026";

/// Turns a checkout into something that runs. Tests of measuring put a fake here.
pub trait Build {
    /// Builds the engine of the checkout in `folder` with all optimisations, and puts its program to
    /// `kept`. A target folder that is given may hold what was built of other checkouts.
    fn engine(&self, folder: &Path, target: Option<&Path>, kept: &Path) -> Result<()>;
    /// What the benchmark `name` of that checkout prints, built for `cpu` or as the checkout says.
    fn bench(
        &self,
        folder: &Path,
        target: Option<&Path>,
        name: &str,
        cpu: Option<&str>,
    ) -> Result<String>;
}

/// The real builder.
pub struct Cargo;

impl Build for Cargo {
    fn engine(&self, folder: &Path, target: Option<&Path>, kept: &Path) -> Result<()> {
        forget(folder, target)?;
        let arguments = ["build", "--release", "--locked", "-p", PACKAGE, "--bin", PACKAGE];
        let format = ["--message-format", "json-render-diagnostics"];
        let arguments = [&arguments[..], &format[..]].concat();
        let output = run(folder, target, None, &arguments, &[])?;
        let built = executable(&output, PACKAGE).with_context(|| {
            format!("{}: cargo built no binary named {PACKAGE}", folder.display())
        })?;
        keep(&built, kept).with_context(|| format!("{}: can't be written", kept.display()))
    }

    fn bench(
        &self,
        folder: &Path,
        target: Option<&Path>,
        name: &str,
        cpu: Option<&str>,
    ) -> Result<String> {
        forget(folder, target)?;
        let arguments = ["bench", "--locked", "-p", PACKAGE, "--bench", name];
        run(folder, target, cpu, &arguments, &["--", "--json"])
    }
}

/// Removes what a shared target folder holds of the engine, but not of its libraries: checkouts that
/// share one can link each other's crates.
fn forget(folder: &Path, target: Option<&Path>) -> Result<()> {
    if target.is_some_and(Path::exists) {
        run(folder, target, None, &["clean", "--locked", "-p", PACKAGE], &[])?;
    }
    Ok(())
}

/// Puts a program in its place as a whole: an old one there may be running.
fn keep(program: &Path, kept: &Path) -> std::io::Result<()> {
    let folder = kept.parent().unwrap_or(Path::new("."));
    std::fs::create_dir_all(folder)?;
    let part = folder.join(format!("{PACKAGE}-{}", std::process::id()));
    std::fs::copy(program, &part)?;
    std::fs::rename(&part, kept)
}

/// The program that plays games. It only keeps the rules while engines think, so it's built like the rest
/// of the tools.
pub fn arena(root: &Path) -> Result<PathBuf> {
    // Tests put a stand-in here.
    if let Some(program) = std::env::var_os("CB2026_ARENA") {
        return Ok(program.into());
    }
    let arguments = ["build", "--locked", "-p", "arena", "--bin", "arena"];
    let format = ["--message-format", "json-render-diagnostics"];
    let output = run(root, None, None, &[&arguments[..], &format[..]].concat(), &[])?;
    executable(&output, "arena").context("cargo built no binary named arena")
}

/// The compiler's flag that names the processor to build for.
pub fn target_cpu(cpu: &str) -> String {
    format!("-C target-cpu={cpu}")
}

/// The program that started us, so that the same toolchain builds the stages.
pub fn program() -> OsString {
    std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into())
}

fn run(
    folder: &Path,
    target: Option<&Path>,
    cpu: Option<&str>,
    before: &[&str],
    after: &[&str],
) -> Result<String> {
    let mut command = Command::new(program());
    command.current_dir(folder).args(before);
    if let Some(cpu) = cpu {
        // The variable takes the place of the flags in the checkout's own settings.
        command.env("RUSTFLAGS", target_cpu(cpu));
    }
    if let Some(target) = target {
        command.arg("--target-dir").arg(target);
    }
    let output = command.args(after).output().context("can't run cargo; install Rust")?;
    if !output.status.success() {
        let reason = String::from_utf8_lossy(&output.stderr);
        bail!("`cargo {}` failed in {}: {}", before.join(" "), folder.display(), first(&reason));
    }
    String::from_utf8(output.stdout).context("cargo printed text that isn't UTF-8")
}

/// The first error of a compiler's long message, or all of it where none stands out.
pub fn first(reason: &str) -> String {
    let lines: Vec<&str> = reason.lines().collect();
    match lines.iter().position(|line| line.starts_with("error")) {
        Some(at) => lines[at..lines.len().min(at + 3)].join("\n"),
        None => reason.trim().to_owned(),
    }
}

fn executable(messages: &str, name: &str) -> Option<PathBuf> {
    let parsed = messages.lines().filter_map(|line| serde_json::from_str(line).ok());
    let path = |message: serde_json::Value| {
        let is_bin = message["target"]["name"] == name;
        message["executable"].as_str().filter(|_| is_bin).map(PathBuf::from)
    };
    parsed.filter_map(path).next_back()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_executable_is_the_one_of_the_engines_name() {
        let messages = concat!(
            "{\"reason\":\"compiler-artifact\",\"target\":{\"name\":\"build-script\"},\"executable\":\"/t/b\"}\n",
            "not json\n",
            "{\"reason\":\"compiler-artifact\",\"target\":{\"name\":\"cb2026\"},\"executable\":null}\n",
            "{\"reason\":\"compiler-artifact\",\"target\":{\"name\":\"cb2026\"},\"executable\":\"/t/cb2026\"}\n",
        );
        assert_eq!(executable(messages, PACKAGE), Some(PathBuf::from("/t/cb2026")));
        assert_eq!(executable("{}", PACKAGE), None);
    }

    #[test]
    fn a_long_message_is_cut_to_its_first_error() {
        let reason = "   Compiling x\nerror: no such thing\n --> a.rs:1\n  |\n1 | x\n";
        assert_eq!(first(reason), "error: no such thing\n --> a.rs:1\n  |");
    }
}
