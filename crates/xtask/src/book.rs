//! `cargo xtask book` and `preprocess`: the book on the command line.
//!
//! How a page is made and what is a fault is `literate`'s business; this only runs it and reports.

use crate::{line, say};
use anyhow::{Context, Result};
use clap::{Args, Subcommand};
use literate::build;
use literate::fault::{Coverage, Report};
use literate::git::Repo;
use literate::html::count;
use literate::serve::{Serving, serve};

#[derive(Args, Debug, Default)]
pub struct Options {
    /// Show the book in the browser
    #[arg(long)]
    pub open: bool,
    /// Keep serving it: build again on each change, and reload the page
    #[arg(long)]
    pub serve: bool,
    /// Where to serve, on this machine only
    #[arg(long, value_name = "PORT", default_value_t = 3000, requires = "serve")]
    pub port: u16,
}

/// What mdBook asks before it sends a book.
#[derive(Subcommand, Debug)]
pub enum Question {
    /// Whether pages can be made for this renderer
    Supports { renderer: String },
}

/// Builds the book. False if it has faults, which are printed.
pub fn run(repo: &Repo, options: &Options) -> Result<bool> {
    if options.serve {
        let serving = Serving { port: options.port, open: options.open };
        return serve(repo.root(), &serving).map(|()| true);
    }
    let outcome = build::build(repo.root(), &build::Options::default())?;
    print(&outcome.report);
    if options.open {
        outcome.open()?;
    }
    let sound = outcome.is_sound();
    if sound {
        say!("the book is in {}", outcome.index().display());
    } else {
        say!("{}", count(outcome.report.faults().len(), "fault"));
    }
    Ok(sound)
}

/// Coverage chapter by chapter, then a line for each fault.
fn print(report: &Report) {
    let rows: Vec<Vec<String>> = report.coverage().iter().map(covered).collect();
    line::print(&line::table(&rows));
    for fault in report.faults() {
        say!("{fault}");
    }
}

fn covered(coverage: &Coverage) -> Vec<String> {
    let Coverage { chapter, added, shown, imports } = coverage;
    let share =
        coverage.share().map_or("nothing to show".to_owned(), |share| format!("{share:.1} %"));
    let lines = format!("{shown} of {added} new lines of code shown, {imports} `use` lines aside");
    vec![chapter.clone(), lines, share]
}

/// Answers mdBook on standard output. Faults go to standard error, and the pages are made all the
/// same: an author who runs `mdbook serve` wants to see them.
pub fn preprocess(repo: &Repo, question: Option<&Question>) -> Result<bool> {
    if let Some(Question::Supports { renderer }) = question {
        return Ok(renderer == "html");
    }
    let (context, book) = mdbook_preprocessor::parse_input(std::io::stdin())
        .context("standard input isn't a book; mdBook starts this command, not a person")?;
    let (book, report) = build::preprocess(repo.root(), &context, book)?;
    for fault in report.faults() {
        eprintln!("{fault}");
    }
    let text = serde_json::to_string(&book).context("the book can't be written as JSON")?;
    line::print(&text);
    Ok(true)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn coverage_is_a_share_with_its_lines() {
        let coverage =
            Coverage { chapter: "03-moves.md".to_owned(), added: 42, shown: 37, imports: 2 };
        assert_eq!(
            covered(&coverage),
            ["03-moves.md", "37 of 42 new lines of code shown, 2 `use` lines aside", "92.5 %"]
        );
        let none = Coverage { added: 0, shown: 0, imports: 0, ..coverage };
        assert_eq!(covered(&none)[2], "nothing to show");
    }
}
