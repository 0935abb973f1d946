//! Builds the book in process, and refuses what mdBook lets pass.
//!
//! mdBook 0.5.4 succeeds with a missing file, a dead link, heading link or picture, a formula that
//! doesn't parse, and a key that it doesn't know. So its result is checked here: against the
//! chapters, against `SUMMARY.md`, and for whatever it logged. All faults of a build come together.

mod check;
mod formulas;
mod lines;
mod links;
mod log;
mod pages;
mod settings;
mod summary;
#[cfg(test)]
mod tests;

pub use formulas::Formulas;

use crate::fault::{Fault, Report};
use crate::preprocess::Literate;
use anyhow::{Context, Result};
use mdbook_driver::MDBook;
use mdbook_driver::config::Config;
use mdbook_preprocessor::Preprocessor;
use mdbook_preprocessor::PreprocessorContext;
use mdbook_preprocessor::book::Book;
use mdbook_summary::Summary;
use std::collections::BTreeMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};

/// How to build.
#[derive(Clone, Debug, Default)]
pub struct Options {
    /// Where the pages go, from the root; without it where `book.toml` says.
    pub output: Option<PathBuf>,
    /// The address's path that the page for wrong addresses counts from, if not that of `book.toml`.
    pub site_url: Option<String>,
}

/// What a build leaves.
#[derive(Clone, Debug)]
pub struct Outcome {
    /// The folder of the pages. With faults, pages may be missing there or wrong.
    pub output: PathBuf,
    pub report: Report,
}

impl Outcome {
    /// The first page.
    pub fn index(&self) -> PathBuf {
        self.output.join("index.html")
    }

    /// Whether the book may be published.
    pub fn is_sound(&self) -> bool {
        self.report.faults().is_empty()
    }

    /// Shows the book in the reader's browser.
    pub fn open(&self) -> Result<()> {
        let page = self.index();
        opener::open(&page).with_context(|| {
            format!("can't start a browser; open {} in one by hand", page.display())
        })
    }
}

/// Builds the book of the checkout at `root`. Faults of the book are in the outcome's report; an
/// error means that there's no book to look at.
pub fn build(root: &Path, options: &Options) -> Result<Outcome> {
    let report = Report::default();
    let literate = Literate::new(root, report.clone())?;
    build_with(root, options, report, vec![Box::new(literate)])
}

/// Runs the preprocessors of [`build`] for an mdBook that was started by hand.
pub fn preprocess(
    root: &Path,
    context: &PreprocessorContext,
    book: Book,
) -> Result<(Book, Report)> {
    let report = Report::default();
    let book = Literate::new(root, report.clone())?.run(context, book)?;
    let book = Formulas.run(context, book)?;
    Ok((book, report))
}

/// Builds with other preprocessors in the place of the directives.
fn build_with(
    root: &Path,
    options: &Options,
    report: Report,
    preprocessors: Vec<Box<dyn Preprocessor>>,
) -> Result<Outcome> {
    let settings = settings::load(root, &report)?;
    let planned = settings.as_ref().map(|settings| settings.config.build.build_dir.clone());
    let output = options.output.clone().or(planned).unwrap_or_else(|| "target/book".into());
    let outcome = Outcome { output: root.join(&output), report: report.clone() };
    let Some(settings) = settings else { return Ok(outcome) };
    let src = &settings.src;
    let Some(order) = summary::load(root, src, &report)? else { return Ok(outcome) };
    let mut config = settings.config;
    config.build.build_dir = output;
    if let Some(site_url) = &options.site_url {
        config.set("output.html.site-url", site_url)?;
    }
    let work = || render(root, config, order.summary, preprocessors);
    // A panic in a library is a fault of the book too: the other faults still have to come out.
    let (result, messages) = log::capture(|| catch_unwind(AssertUnwindSafe(work)));
    let failure = match result {
        Ok(Ok(())) => None,
        Ok(Err(error)) => Some(format!("{error:#}")),
        Err(_) => Some("mdBook panicked; its message is above".to_owned()),
    };
    for message in messages {
        report.push(check::logged(root, src, &order.chapters, &message));
    }
    if let Some(failure) = &failure {
        let what = format!("the book can't be rendered: {}", one_line(failure));
        report.push(Fault::new(settings::FILE, 0, what, "mend this first"));
    }
    let rendered = failure.is_none().then_some(outcome.output.as_path());
    check::book(root, src, &order.chapters, rendered, &report);
    Ok(outcome)
}

fn render(
    root: &Path,
    mut config: Config,
    summary: Summary,
    preprocessors: Vec<Box<dyn Preprocessor>>,
) -> Result<()> {
    // The commands are for an mdBook that was started by hand. Here the same work is done in process.
    config.set("preprocessor", BTreeMap::<String, String>::new())?;
    config.build.use_default_preprocessors = false;
    let mut book = MDBook::load_with_config_and_summary(root, config, summary)?;
    for preprocessor in preprocessors {
        book.with_preprocessor(Passed(preprocessor));
    }
    book.with_preprocessor(Formulas);
    book.build()
}

/// mdBook takes preprocessors by value only.
struct Passed(Box<dyn Preprocessor>);

impl Preprocessor for Passed {
    fn name(&self) -> &str {
        self.0.name()
    }

    fn run(&self, context: &PreprocessorContext, book: Book) -> Result<Book> {
        self.0.run(context, book)
    }

    fn supports_renderer(&self, renderer: &str) -> Result<bool> {
        self.0.supports_renderer(renderer)
    }
}

/// The Markdown that mdBook reads, apart from smart punctuation, which changes no structure.
fn markdown_options() -> pulldown_cmark::Options {
    use pulldown_cmark::Options;
    Options::ENABLE_TABLES
        | Options::ENABLE_FOOTNOTES
        | Options::ENABLE_STRIKETHROUGH
        | Options::ENABLE_TASKLISTS
        | Options::ENABLE_HEADING_ATTRIBUTES
        | Options::ENABLE_DEFINITION_LIST
        | Options::ENABLE_GFM
}

/// Long enough for every message of ours; what mdBook quotes may be a whole page.
const LONGEST_MESSAGE: usize = 300;

/// A message without line ends, so that a fault is one line.
fn one_line(text: &str) -> String {
    let words: Vec<&str> = text.split_whitespace().collect();
    let line = words.join(" ");
    match line.char_indices().nth(LONGEST_MESSAGE) {
        Some((end, _)) => format!("{}…", &line[..end]),
        None => line,
    }
}

/// The candidate that looks most like `word`, if one looks like a slip of it.
fn closest<'a>(word: &str, candidates: impl Iterator<Item = &'a str>) -> Option<&'a str> {
    let mut scored: Vec<(f64, &str)> =
        candidates.map(|c| (strsim::jaro_winkler(word, c), c)).filter(|(s, _)| *s > 0.85).collect();
    // Candidates may come out of a hash set, so that the name decides between equals.
    scored.sort_by(|a, b| b.0.total_cmp(&a.0).then(a.1.cmp(b.1)));
    scored.first().map(|(_, candidate)| *candidate)
}

/// All files below a folder, as paths from there, in the order of their names.
fn files_below(folder: &Path) -> Vec<PathBuf> {
    walkdir::WalkDir::new(folder)
        .sort_by_file_name()
        .into_iter()
        .filter_map(Result::ok)
        .filter(|entry| entry.file_type().is_file())
        .filter_map(|entry| entry.path().strip_prefix(folder).map(Path::to_owned).ok())
        .collect()
}
