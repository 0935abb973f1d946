//! The command line of cb2026.

use cb2026::game::Game;
use cb2026::lab::TRACE_DEPTH;
use cb2026::repl::Console;
use cb2026::score::{Depth, MAX_DEPTH, MAX_PLY};
use cb2026::search::limits::Limits;
use cb2026::search::tree::Trace;
use cb2026::search::{Memory, Settings, search_watched};
use cb2026::sizes::sizes;
use cb2026::{bench, fen, lab, perft};
use clap::{Parser, Subcommand};
use std::io::{self, BufReader, ErrorKind, Write};
use std::ops::RangeInclusive;
use std::process::ExitCode;
use std::time::Instant;

// ANCHOR: arguments
/// A chess engine that a book builds in twenty stages. Without a command it reads commands from
/// standard input: type help.
#[derive(Parser)]
#[command(version)]
struct Arguments {
    /// Offer the parameters of the search as UCI options
    #[arg(long)]
    tune: bool,
    #[command(subcommand)]
    command: Option<Command>,
}

#[derive(Subcommand)]
enum Command {
    /// Count the sequences of legal moves from a position
    Perft {
        /// How many moves deep
        #[arg(value_parser = clap::value_parser!(u32).range(..=i64::from(perft::MAX_DEPTH)))]
        depth: u32,
        /// The position; the start position unless given
        #[arg(long, default_value = fen::START)]
        fen: String,
        /// Print the count of each first move
        #[arg(long)]
        divide: bool,
    },
    /// Search ten fixed positions and print the nodes
    Bench {
        /// How many plies deep
        #[arg(long, default_value_t = bench::DEFAULT_DEPTH)]
        #[arg(value_parser = clap::value_parser!(Depth).range(1..=i64::from(MAX_DEPTH)))]
        depth: Depth,
        /// Which of the positions, such as 2-7
        #[arg(long, default_value = "1-10", value_parser = bench::parse_positions)]
        positions: RangeInclusive<usize>,
        #[command(flatten)]
        settings: SettingsArguments,
        /// As one JSON object
        #[arg(long)]
        json: bool,
    },
    /// Search a position and print the tree of the search
    Trace {
        /// How many plies deep
        #[arg(value_parser = clap::value_parser!(Depth).range(1..=i64::from(TRACE_DEPTH)))]
        depth: Depth,
        /// The position; the start position unless given
        #[arg(long, default_value = fen::START)]
        fen: String,
        /// Nodes deeper than this are only counted
        #[arg(long, default_value_t = MAX_PLY)]
        plies: usize,
        #[command(flatten)]
        settings: SettingsArguments,
        /// As JSON
        #[arg(long)]
        json: bool,
    },
    /// Print how many bytes the engine's data takes
    Sizes {
        /// As one JSON object
        #[arg(long)]
        json: bool,
    },
}

#[derive(clap::Args)]
struct SettingsArguments {
    /// Switch a technique
    #[arg(long = "set", value_name = "NAME=on|off")]
    switches: Vec<String>,
    /// Set a parameter
    #[arg(long = "param", value_name = "NAME=VALUE")]
    values: Vec<String>,
}

impl SettingsArguments {
    fn parse(&self) -> io::Result<Settings> {
        lab::parse_settings(&self.switches, &self.values).map_err(io::Error::other)
    }
}
// ANCHOR_END: arguments

// ANCHOR: main
fn main() -> ExitCode {
    let arguments = Arguments::parse();
    let result = match arguments.command {
        None => Console::new(io::stdout(), arguments.tune).run(BufReader::new(io::stdin())),
        Some(Command::Perft { depth, fen, divide }) => print_perft(depth, &fen, divide),
        Some(Command::Bench { depth, positions, settings, json }) => {
            settings.parse().and_then(|settings| print_bench(depth, positions, &settings, json))
        }
        Some(Command::Trace { depth, fen, plies, settings, json }) => {
            settings.parse().and_then(|settings| print_trace(depth, &fen, plies, &settings, json))
        }
        Some(Command::Sizes { json }) => print_sizes(json),
    };
    match result {
        // The reader of the output may leave first, as `head` does. That is no error of ours.
        Err(error) if error.kind() != ErrorKind::BrokenPipe => {
            eprintln!("cb2026: {error}");
            ExitCode::FAILURE
        }
        _ => ExitCode::SUCCESS,
    }
}
// ANCHOR_END: main

// ANCHOR: print
fn print_perft(depth: u32, fen: &str, divide: bool) -> io::Result<()> {
    let game = parse_fen(fen)?;
    write!(io::stdout(), "{}", perft::report(game.position(), depth, divide))
}

fn print_bench(
    depth: Depth,
    positions: RangeInclusive<usize>,
    settings: &Settings,
    json: bool,
) -> io::Result<()> {
    let start = Instant::now();
    let report = bench::run(depth, positions, settings, json);
    let text = if json { report.json() + "\n" } else { report.text(start.elapsed()) };
    write!(io::stdout(), "{text}")
}

fn print_trace(
    depth: Depth,
    fen: &str,
    plies: usize,
    settings: &Settings,
    json: bool,
) -> io::Result<()> {
    let mut trace = Trace::default();
    let (limits, memory) = (Limits::depth(depth), &mut Memory::default());
    search_watched(&parse_fen(fen)?, &limits, settings, memory, &mut trace);
    let root = trace.root().expect("the search has ended");
    let text = if json { root.json(plies) + "\n" } else { root.text() };
    write!(io::stdout(), "{text}")
}

fn parse_fen(fen: &str) -> io::Result<Game> {
    let (game, notes) =
        Game::from_fen(fen).map_err(|error| io::Error::other(format!("--fen: {error}")))?;
    for note in notes {
        eprintln!("cb2026: --fen: {note}");
    }
    Ok(game)
}

fn print_sizes(json: bool) -> io::Result<()> {
    let mut output = io::stdout().lock();
    if json {
        let pairs = sizes().into_iter().map(|(name, bytes)| format!("\"{name}\":{bytes}"));
        return writeln!(output, "{{{}}}", pairs.collect::<Vec<_>>().join(","));
    }
    for (name, bytes) in sizes() {
        writeln!(output, "{name:<20}{bytes:>10}")?;
    }
    Ok(())
}
// ANCHOR_END: print
