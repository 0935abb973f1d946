//! The command line: what can be typed, and which part of the crate answers it.

use crate::{book, carry, experiment, games, line, measure, record, suite};
use anyhow::Result;
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
    Stages(record::Command),
    /// Measure what stages/measure.toml declares, and record it in stages/results
    Measure(measure::Options),
    /// List the experiments behind numbers of changed engines, or lay one out
    Experiment(experiment::Options),
    /// Play the matches that stages/matches.toml declares, and prove their records
    #[command(subcommand)]
    Match(games::Command),
    /// Run every check of the project: what CI runs
    Test(suite::Options),
}

/// Parses the arguments, runs the command, and says in one line why it failed if it did.
pub fn main() -> ExitCode {
    line::exit(run(Arguments::parse().command))
}

/// Whether all is well. A command that found faults has printed them already.
fn run(command: Command) -> Result<bool> {
    let repo = Repo::here()?;
    match command {
        Command::Book(options) => book::run(&repo, &options),
        Command::Preprocess { question } => book::preprocess(&repo, question.as_ref()),
        Command::Stages(command) => record::run(&repo, &command),
        Command::Measure(options) => match &options.carry_over {
            Some(names) => carry::run(&repo, names, measure::Tools::REAL),
            None => measure::run(&repo, &options, measure::Tools::REAL),
        },
        Command::Experiment(options) => experiment::run(&repo, &options),
        Command::Match(command) => games::run(&repo, &command),
        Command::Test(options) => suite::run(&repo, &options),
    }
}
