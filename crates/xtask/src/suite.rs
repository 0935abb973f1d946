//! `cargo xtask test`: every check of the project, one after the other, as CI runs them.
//!
//! A failure doesn't stop the run, so that one run tells all. What can't run here is said, never
//! skipped in silence.

use crate::{book, cargo, games, line, measure, say, wasm};
use anyhow::{Context, Result};
use clap::{Args, ValueEnum};
use stages::git::Repo;
use stages::identity::of_working_copy;
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Instant;

#[derive(Args, Debug, Default)]
pub struct Options {
    /// Only this check; may be given several times
    #[arg(long, value_name = "CHECK")]
    pub only: Vec<Check>,
}

/// So many pairs of each recorded match are played again.
const SAMPLE: NonZeroUsize = NonZeroUsize::MIN;

/// The checks, in the order in which they run: quick ones first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Check {
    Format,
    Clippy,
    Tests,
    Perft,
    Book,
    Measure,
    Wasm,
    Stages,
    Games,
    Python,
}

const ALL: [Check; 10] = [
    Check::Format,
    Check::Clippy,
    Check::Tests,
    Check::Perft,
    Check::Book,
    Check::Measure,
    Check::Wasm,
    Check::Stages,
    Check::Games,
    Check::Python,
];

impl Check {
    fn title(self) -> &'static str {
        match self {
            Self::Format => "format",
            Self::Clippy => "clippy",
            Self::Tests => "tests",
            Self::Perft => "long perft tests",
            Self::Book => "book",
            Self::Measure => "recorded numbers",
            Self::Wasm => "engine in a page",
            Self::Stages => "stages",
            Self::Games => "recorded games",
            Self::Python => "python checks",
        }
    }

    fn run(self, repo: &Repo) -> Result<Outcome> {
        let root = repo.root();
        match self {
            Self::Format => cargo(root, &["fmt", "--all", "--check"]),
            Self::Clippy => {
                let arguments = ["clippy", "--workspace", "--all-targets", "--locked"];
                cargo(root, &[&arguments[..], &["--", "-D", "warnings"]].concat())
            }
            Self::Tests => cargo(root, &["test", "--workspace", "--locked"]),
            Self::Perft => perft(root),
            Self::Book => Ok(passed_if(book::run(repo, &book::Options::default())?)),
            Self::Measure => {
                let options = measure::Options { check: true, ..Default::default() };
                Ok(passed_if(measure::run(repo, &options, measure::Tools::REAL)?))
            }
            Self::Wasm => wasm::check(root, &of_working_copy(repo)?),
            Self::Stages => Ok(passed_if(stages::run(repo, &stages::Command::Verify)?)),
            Self::Games => {
                let options = games::Verify { games: Some(SAMPLE), ..Default::default() };
                Ok(passed_if(games::verify(repo, &options)?))
            }
            Self::Python => python(root),
        }
    }
}

#[derive(Debug, PartialEq, Eq)]
pub enum Outcome {
    Passed,
    Failed,
    /// Why it can't run here.
    NotRun(String),
}

impl Outcome {
    fn verdict(&self) -> &'static str {
        match self {
            Self::Passed => "passed",
            Self::Failed => "FAILED",
            Self::NotRun(_) => "not run",
        }
    }
}

fn passed_if(is_well: bool) -> Outcome {
    if is_well { Outcome::Passed } else { Outcome::Failed }
}

pub fn run(repo: &Repo, options: &Options) -> Result<bool> {
    let chosen = |check: &Check| options.only.is_empty() || options.only.contains(check);
    let mut results = Vec::new();
    for check in ALL.into_iter().filter(chosen) {
        say!("== {} ==", check.title());
        let start = Instant::now();
        let outcome = check.run(repo).unwrap_or_else(|error| {
            say!("error: {}", line::of(&error));
            Outcome::Failed
        });
        let seconds = start.elapsed().as_secs_f32();
        say!("-- {}: {} after {seconds:.1} s\n", check.title(), outcome.verdict());
        results.push(Done { check, outcome, seconds });
    }
    line::print(&times(&results));
    line::print(&summary(&results));
    Ok(results.iter().all(|done| done.outcome != Outcome::Failed))
}

/// A check that has run.
struct Done {
    check: Check,
    outcome: Outcome,
    seconds: f32,
}

/// What each check took, so that it shows where the time goes.
fn times(results: &[Done]) -> String {
    let row = |title: &str, seconds: f32, verdict: &str| {
        vec![title.to_owned(), format!("{seconds:7.1} s"), verdict.to_owned()]
    };
    let each = results.iter().map(|d| row(d.check.title(), d.seconds, d.outcome.verdict()));
    let all = row("all checks", results.iter().map(|done| done.seconds).sum(), "");
    line::table(&each.chain([all]).collect::<Vec<_>>())
}

/// What failed and what didn't run, and the counts in the last line.
fn summary(results: &[Done]) -> String {
    let mut text = String::new();
    let count = |wanted: Outcome| results.iter().filter(|done| done.outcome == wanted).count();
    for Done { check, outcome, .. } in results {
        match outcome {
            Outcome::Passed => {}
            Outcome::Failed => text.push_str(&format!("failed: {}\n", check.title())),
            Outcome::NotRun(why) => text.push_str(&format!("not run: {}: {why}\n", check.title())),
        }
    }
    let (passed, failed) = (count(Outcome::Passed), count(Outcome::Failed));
    text.push_str(&format!("{passed} passed, {failed} failed\n"));
    text
}

fn cargo(root: &Path, arguments: &[&str]) -> Result<Outcome> {
    let status = Command::new(cargo::program())
        .args(arguments)
        .current_dir(root)
        // A snapshot that differs has to fail, whatever the caller's shell says.
        .env_remove("INSTA_FORCE_PASS")
        .env_remove("INSTA_UPDATE")
        .status()
        .context("can't run cargo; install Rust")?;
    Ok(passed_if(status.success()))
}

/// The counts that take too long without optimisation.
fn perft(root: &Path) -> Result<Outcome> {
    let test = "crates/engine/tests/perft.rs";
    if !root.join(test).is_file() {
        return Ok(Outcome::NotRun(format!("there's no {test}")));
    }
    let package = ["test", "--release", "--locked", "-p", cargo::PACKAGE, "--test", "perft"];
    cargo(root, &[&package[..], &["--", "--ignored"]].concat())
}

/// Runs each `scripts/check-*.py` that finds the packages it names.
fn python(root: &Path) -> Result<Outcome> {
    let scripts = python_checks(&root.join("scripts"))?;
    if scripts.is_empty() {
        return Ok(Outcome::NotRun("there's no scripts/check-*.py".to_owned()));
    }
    if !answers(root, &["--version"]) {
        return Ok(Outcome::NotRun("python3 isn't installed".to_owned()));
    }
    let (mut is_well, mut missing) = (true, Vec::new());
    for script in &scripts {
        let text = std::fs::read_to_string(script)
            .with_context(|| format!("{}: can't be read", script.display()))?;
        let lacks = |package: &&str| {
            !answers(root, &["-c", &format!("import {}", package.replace('-', "_"))])
        };
        let name = script.file_name().unwrap_or_default().to_string_lossy().into_owned();
        if let Some(package) = dependencies(&text).into_iter().find(lacks) {
            missing.push(format!("{name} needs `pip install {package}`"));
            continue;
        }
        say!("{name}");
        let status = Command::new("python3").arg(script).current_dir(root).status();
        is_well &= status.context("can't run python3")?.success();
    }
    Ok(match (is_well, missing.is_empty()) {
        (false, _) => {
            missing.iter().for_each(|reason| say!("not run: {reason}"));
            Outcome::Failed
        }
        (true, true) => Outcome::Passed,
        (true, false) => Outcome::NotRun(missing.join(", ")),
    })
}

fn python_checks(folder: &Path) -> Result<Vec<PathBuf>> {
    let Ok(entries) = std::fs::read_dir(folder) else { return Ok(Vec::new()) };
    let mut scripts = Vec::new();
    for entry in entries {
        let path = entry.context("scripts/ can't be listed")?.path();
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        if name.starts_with("check-") && name.ends_with(".py") {
            scripts.push(path);
        }
    }
    scripts.sort();
    Ok(scripts)
}

/// The packages in the script's head: `# dependencies = ["chess"]`, as PEP 723 has it.
fn dependencies(script: &str) -> Vec<&str> {
    let line = script.lines().find_map(|line| line.strip_prefix("# dependencies = ["));
    let names = line.and_then(|line| line.split_once(']')).map_or("", |(names, _)| names);
    names.split(',').map(|name| name.trim().trim_matches('"')).filter(|n| !n.is_empty()).collect()
}

fn answers(root: &Path, arguments: &[&str]) -> bool {
    let output = Command::new("python3").args(arguments).current_dir(root).output();
    output.is_ok_and(|output| output.status.success())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_summary_names_what_failed_and_what_did_not_run() {
        let done = |check, outcome, seconds| Done { check, outcome, seconds };
        let missing = Outcome::NotRun("python3 isn't installed".to_owned());
        let results = [
            done(Check::Format, Outcome::Passed, 1.25),
            done(Check::Clippy, Outcome::Failed, 100.0),
            done(Check::Python, missing, 0.0),
        ];
        assert_eq!(
            times(&results),
            "format             1.2 s  passed\n\
             clippy           100.0 s  FAILED\n\
             python checks      0.0 s  not run\n\
             all checks       101.2 s\n"
        );
        assert_eq!(
            summary(&results),
            "failed: clippy\nnot run: python checks: python3 isn't installed\n1 passed, 1 failed\n"
        );
    }

    #[test]
    fn python_scripts_name_their_packages() {
        let script = "# /// script\n# dependencies = [\"chess\", \"a-b\"]\n# ///\n";
        assert_eq!(dependencies(script), ["chess", "a-b"]);
        assert!(dependencies("import chess\n").is_empty());
        assert!(dependencies("# dependencies = [").is_empty());
    }

    #[test]
    fn a_failing_python_check_fails() {
        let root = tempfile::tempdir().unwrap();
        assert!(matches!(python(root.path()).unwrap(), Outcome::NotRun(_)));
        if !answers(root.path(), &["--version"]) {
            return;
        }
        let write = |text: &str| std::fs::write(root.path().join("scripts/check-a.py"), text);
        std::fs::create_dir(root.path().join("scripts")).unwrap();
        write("assert True\n").unwrap();
        assert_eq!(python(root.path()).unwrap(), Outcome::Passed);
        write("raise SystemExit(1)\n").unwrap();
        assert_eq!(python(root.path()).unwrap(), Outcome::Failed);
        write("# dependencies = [\"no-such-package-here\"]\n").unwrap();
        let outcome = python(root.path()).unwrap();
        let reason = "check-a.py needs `pip install no-such-package-here`";
        assert_eq!(outcome, Outcome::NotRun(reason.to_owned()));
    }
}
