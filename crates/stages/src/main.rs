//! `scripts/stages`: the commands of the library beside it.

use clap::Parser;
use stages::Command;
use stages::git::Repo;
use std::process::ExitCode;

/// Lists, verifies and tags the stages of the engine, and lays them out as folders.
#[derive(Parser)]
#[command(name = "stages", bin_name = "scripts/stages", max_term_width = 100)]
struct Arguments {
    #[command(subcommand)]
    command: Command,
}

fn main() -> ExitCode {
    let command = Arguments::parse().command;
    stages::line::exit(Repo::here().and_then(|repo| stages::run(&repo, &command)))
}
