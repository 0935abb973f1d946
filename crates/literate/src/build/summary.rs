//! `SUMMARY.md` against the files beside it: every entry has its file, every file its entry.

use super::lines::Lines;
use crate::fault::{Fault, Report};
use anyhow::{Context, Result};
use mdbook_summary::{Summary, SummaryItem, parse_summary};
use pulldown_cmark::{Event, Parser, Tag};
use regex::Regex;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

const FILE: &str = "SUMMARY.md";
/// What lies in the text's folder and isn't a chapter.
const NO_CHAPTERS: [&str; 3] = [FILE, "404.md", "README.md"];
/// The folder of the theme, whose notes aren't chapters either.
const THEME: &str = "theme";

/// The order of the book, without the entries that have no file; and its chapters.
pub struct Order {
    pub summary: Summary,
    /// Paths from the text's folder, in the order of the book.
    pub chapters: Vec<PathBuf>,
}

/// Reads the summary; `None` if it can't be understood at all.
pub fn load(root: &Path, src: &Path, report: &Report) -> Result<Option<Order>> {
    let name = src.join(FILE);
    let text = std::fs::read_to_string(root.join(&name)).with_context(|| {
        format!("{}: can't be read; it lists the chapters in order", name.display())
    })?;
    let mut summary = match parse_summary(&text) {
        Ok(summary) => summary,
        Err(error) => {
            let what = super::one_line(&format!("{error:#}"));
            report.push(Fault::new(&name, line_in(&what), what, "mend the list of chapters"));
            return Ok(None);
        }
    };
    let entries = entries(&text);
    let missing = |path: &Path| !root.join(src).join(path).is_file();
    for (path, line) in &entries {
        if path.as_os_str().is_empty() {
            report.push(Fault::new(&name, *line, "this entry has no file", "name its file"));
        } else if missing(path) {
            let what = format!("there's no chapter `{}`", path.display());
            report.push(Fault::new(&name, *line, what, "write the file or remove the entry"));
        }
    }
    forget(&mut summary.prefix_chapters, &missing);
    forget(&mut summary.numbered_chapters, &missing);
    forget(&mut summary.suffix_chapters, &missing);
    for file in markdown_files(&root.join(src)) {
        if !entries.contains_key(&file) {
            let what = format!("{FILE} doesn't list this file, so no reader can get to it");
            report.push(Fault::new(src.join(&file), 0, what, "list it or remove it"));
        }
    }
    let mut chapters = Vec::new();
    collect(&summary.prefix_chapters, &mut chapters);
    collect(&summary.numbered_chapters, &mut chapters);
    collect(&summary.suffix_chapters, &mut chapters);
    Ok(Some(Order { summary, chapters }))
}

/// The file of each entry, with the line that names it.
fn entries(text: &str) -> BTreeMap<PathBuf, usize> {
    let lines = Lines::of(text);
    let mut entries = BTreeMap::new();
    for (event, range) in Parser::new(text).into_offset_iter() {
        if let Event::Start(Tag::Link { dest_url, .. }) = event {
            let path = PathBuf::from(dest_url.replace("%20", " "));
            let path = path.strip_prefix("./").map(Path::to_owned).unwrap_or(path);
            entries.entry(path).or_insert(lines.at(range.start));
        }
    }
    entries
}

/// Makes drafts of the entries without a file, so that the rest can be built and checked.
fn forget(items: &mut [SummaryItem], missing: &impl Fn(&Path) -> bool) {
    for item in items {
        if let SummaryItem::Link(link) = item {
            if link.location.as_deref().is_some_and(missing) {
                link.location = None;
            }
            forget(&mut link.nested_items, missing);
        }
    }
}

fn collect(items: &[SummaryItem], chapters: &mut Vec<PathBuf>) {
    for item in items {
        if let SummaryItem::Link(link) = item {
            chapters.extend(link.location.clone());
            collect(&link.nested_items, chapters);
        }
    }
}

/// The Markdown files below `folder` that should be chapters, as paths from there.
fn markdown_files(folder: &Path) -> Vec<PathBuf> {
    super::files_below(folder)
        .into_iter()
        .filter(|path| path.extension().is_some_and(|extension| extension == "md"))
        .filter(|path| !path.starts_with(THEME))
        .filter(|path| !NO_CHAPTERS.iter().any(|name| path == Path::new(name)))
        .collect()
}

/// The line that mdBook's message names, if it names one.
fn line_in(message: &str) -> usize {
    let pattern = Regex::new(r"line (\d+)").expect("the pattern is valid");
    pattern.captures(message).and_then(|found| found[1].parse().ok()).unwrap_or(0)
}
