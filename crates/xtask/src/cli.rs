//! The command line: what can be typed, and which part of the crate answers it.

use crate::{book, games, line, measure, stages, suite};
use anyhow::{Context, Result};
use clap::{Parser, Subcommand};
use literate::git::Repo;
use std::process::ExitCode;

/// Builds the book, measures the engine, keeps the stages, runs every check.
#[derive(Parser)]
#[command(name = "cargo xtask", bin_name = "cargo xtask", max_term_width = 100)]
struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Build the book, check it, and open or serve it
    Book(book::Options),
    /// Join chapters with code and numbers for an mdBook that is run by hand
    Preprocess {
        #[command(subcommand)]
        question: Option<book::Question>,
    },
    /// List, check, tag, lay out or record the stages of the engine
    #[command(subcommand)]
    Stages(stages::Command),
    /// Measure what stages/measure.toml declares, and record it in stages/results
    Measure(measure::Options),
    /// Play the matches that stages/matches.toml declares, and prove their records
    #[command(subcommand)]
    Match(games::Command),
    /// Run every check of the project: what CI runs
    Test(suite::Options),
}

/// Parses the arguments, runs the command, and says in one line why it failed if it did.
pub fn main() -> ExitCode {
    match run(Arguments::parse().command) {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(error) => {
            eprintln!("error: {}", line::of(&error));
            ExitCode::FAILURE
        }
    }
}

/// Whether all is well. A command that found faults has printed them already.
fn run(command: Command) -> Result<bool> {
    let here = std::env::current_dir().context("the current folder is gone; go to another one")?;
    let repo = Repo::open(&here)
        .context("this isn't a checkout of the project; run it inside one made by `git clone`")?;
    match command {
        Command::Book(options) => book::run(&repo, &options),
        Command::Preprocess { question } => book::preprocess(&repo, question.as_ref()),
        Command::Stages(command) => stages::run(&repo, &command),
        Command::Measure(options) => measure::run(&repo, &options, measure::Tools::REAL),
        Command::Match(command) => games::run(&repo, &command),
        Command::Test(options) => suite::run(&repo, &options),
    }
}
