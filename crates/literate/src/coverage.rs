//! What of a stage's change its chapter shows, and the rest, which is generated at the chapter's end.
//!
//! Shown and rest together are the whole change of the engine's folder, tests included. Only a blank
//! line or a lone bracket far from everything else may be in neither.

use crate::census;
use crate::diff::is_slight;
use crate::fault::{Coverage, Problem};
use crate::html::{count, escape, thousands};
use crate::listing::{Listing, file_link};
use crate::manifest::ENGINE;
use crate::site::Site;
use crate::version::{File, Version};
use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;
use std::sync::Arc;

/// Lines of context around a hunk; hunks that would touch are joined.
const CONTEXT: usize = 2;

/// The lines that a chapter's snippets show, by file.
#[derive(Debug, Default)]
pub struct Shown {
    lines: BTreeMap<String, BTreeSet<usize>>,
    /// Where deleted lines were offered too.
    deleted: BTreeMap<String, BTreeSet<usize>>,
}

impl Shown {
    pub fn add(&mut self, path: &str, lines: Range<usize>, with_deleted: bool) {
        self.lines.entry(path.to_owned()).or_default().extend(lines.clone());
        if with_deleted {
            self.deleted.entry(path.to_owned()).or_default().extend(lines);
        }
    }

    fn has(&self, path: &str, index: usize) -> bool {
        self.lines.get(path).is_some_and(|lines| lines.contains(&index))
    }

    fn has_deleted(&self, path: &str, index: usize) -> bool {
        self.deleted.get(path).is_some_and(|lines| lines.contains(&index))
    }
}

/// The change of the engine at a stage.
pub struct Rest<'a> {
    site: &'a Site,
    version: Version,
    /// Changed or new files that hold text.
    files: BTreeMap<String, Arc<File>>,
    /// Changed or new files that don't.
    binaries: Vec<String>,
    gone: Vec<String>,
}

impl<'a> Rest<'a> {
    pub fn of(site: &'a Site, version: &Version) -> Result<Self, Problem> {
        let unreadable = |error: anyhow::Error| site.unreadable(&error);
        let prefix = format!("{ENGINE}/");
        let new = site.repo.listing(&version.commit).map_err(unreadable)?;
        let old = match &version.previous {
            Some(commit) => site.repo.listing(commit).map_err(unreadable)?,
            None => Arc::default(),
        };
        let mut rest = Self {
            site,
            version: version.clone(),
            files: BTreeMap::new(),
            binaries: Vec::new(),
            gone: Vec::new(),
        };
        for (path, id) in new.iter().filter(|(path, _)| path.starts_with(&prefix)) {
            if old.get(path) == Some(id) {
                continue;
            }
            match site.file(version, path) {
                Ok(Some(file)) => drop(rest.files.insert(path.clone(), file)),
                _ => rest.binaries.push(path.clone()),
            }
        }
        let lost = old.keys().filter(|path| path.starts_with(&prefix) && !new.contains_key(*path));
        rest.gone = lost.cloned().collect();
        Ok(rest)
    }

    /// How many of the added lines of code the snippets show.
    pub fn coverage(&self, chapter: &str, shown: &Shown) -> Coverage {
        let mut coverage = Coverage { chapter: chapter.to_owned(), added: 0, shown: 0, imports: 0 };
        for (path, file) in &self.files {
            for index in counted(path, file) {
                let is_shown = shown.has(path, index);
                coverage.added += 1;
                coverage.shown += usize::from(is_shown);
                coverage.imports += usize::from(!is_shown && file.places[index].import);
            }
        }
        coverage
    }

    /// The engine's sources by the number of lines that count, most first.
    pub fn main_files(&self) -> Vec<&str> {
        let mut files: Vec<(usize, &str)> = self
            .files
            .iter()
            .map(|(path, file)| (counted(path, file).count(), path.as_str()))
            .filter(|(lines, _)| *lines > 0)
            .collect();
        files.sort_by_key(|(lines, path)| (std::cmp::Reverse(*lines), *path));
        files.into_iter().map(|(_, path)| path).collect()
    }

    /// The section of Markdown at the chapter's end.
    pub fn section(&self, shown: &Shown, coverage: &Coverage) -> String {
        let mut folds = String::new();
        for (path, file) in &self.files {
            folds.push_str(&self.fold(path, file, &hunks(path, file, shown)));
        }
        for path in &self.binaries {
            let link = file_link(self.site.address(), &self.version.commit, path, None);
            folds.push_str(&format!("<p>{link} isn't text, and isn't printed.</p>\n"));
        }
        for path in &self.gone {
            let path = escape(path);
            folds.push_str(&format!("<p><span class=\"cb-file\">{path}</span> is deleted.</p>\n"));
        }
        let summary = self.summary(coverage, folds.is_empty());
        let folds = match folds.is_empty() {
            true => folds,
            false => format!("<div class=\"cb-rest\">\n{folds}</div>\n"),
        };
        format!(
            "\n\n## The rest of this stage\n\n<p class=\"cb-coverage\">{summary}</p>\n\n{folds}\n"
        )
    }

    fn summary(&self, coverage: &Coverage, complete: bool) -> String {
        let mut share = format!(
            "The text above shows {} of the {} of code that this stage adds to the engine",
            thousands(coverage.shown as i64),
            count(coverage.added, "line"),
        );
        share.push_str(&match coverage.imports {
            0 => ".".to_owned(),
            n => format!(
                ", and leaves out {}.",
                count(n, "<code class=\"nohighlight\">use</code> line")
            ),
        });
        match complete {
            true => share,
            false => format!(
                "{share} Everything else that changed stands below, file by file: tests, <code \
                 class=\"nohighlight\">use</code> lines and what needs no words."
            ),
        }
    }

    fn fold(&self, path: &str, file: &File, hunks: &[Range<usize>]) -> String {
        if hunks.is_empty() {
            return String::new();
        }
        let added = |range: &Range<usize>| {
            file.change.added[range.clone()].iter().filter(|added| **added).count()
        };
        let lines: usize = hunks.iter().map(added).sum();
        let note = match (file.new, lines) {
            (true, _) if self.version.previous.is_some() => {
                format!("{} of a new file", count(lines, "line"))
            }
            (_, 0) => "lines deleted".to_owned(),
            _ => format!("{} added", count(lines, "line")),
        };
        let mut out = format!(
            "<details><summary><span class=\"cb-file\">{}</span> <span \
             class=\"cb-change\">{note}</span></summary>\n",
            escape(path)
        );
        for range in hunks {
            let listing = Listing {
                file,
                path,
                version: &self.version,
                range: range.clone(),
                deleted: true,
                site: self.site.address(),
            };
            out.push_str(&listing.figure());
        }
        out.push_str("</details>\n");
        out
    }
}

/// Indices of the lines of code that the stage adds.
fn counted<'f>(path: &'f str, file: &'f File) -> impl Iterator<Item = usize> + 'f {
    let is_code =
        |index: usize| census::is_code(path, &file.source.lines[index].text, &file.places[index]);
    let added = (0..file.source.lines.len()).filter(|&index| file.change.added[index]);
    added.filter(move |&index| is_code(index))
}

/// Ranges of lines that hold everything of the change that isn't shown.
fn hunks(path: &str, file: &File, shown: &Shown) -> Vec<Range<usize>> {
    let len = file.source.lines.len();
    let missing = |index: usize| {
        file.change.added[index]
            && !shown.has(path, index)
            && !is_slight(&file.source.lines[index].text)
    };
    let mut wanted: BTreeSet<usize> = (0..len).filter(|&index| missing(index)).collect();
    for (&index, lines) in &file.change.deleted {
        // Lines deleted at a file's end belong to its last line.
        let at = index.min(len.saturating_sub(1));
        if lines.iter().any(|line| !is_slight(line)) && !shown.has_deleted(path, at) && len > 0 {
            wanted.insert(at);
        }
    }
    let mut hunks: Vec<Range<usize>> = Vec::new();
    for index in wanted {
        // What the text shows is no context: the reader has seen it.
        let near = |at: &usize| !(file.change.added[*at] && shown.has(path, *at));
        let before = (index.saturating_sub(CONTEXT)..index).rev().take_while(near).last();
        let after = (index + 1..(index + 1 + CONTEXT).min(len)).take_while(near).last();
        let range = before.unwrap_or(index)..after.unwrap_or(index) + 1;
        match hunks.last_mut() {
            Some(last) if last.end >= range.start => last.end = last.end.max(range.end),
            _ => hunks.push(range),
        }
    }
    hunks.into_iter().map(|range| trimmed(file, range)).collect()
}

/// The range without blank lines at its ends, and without closing brackets of earlier items.
fn trimmed(file: &File, range: Range<usize>) -> Range<usize> {
    let text = |index: &usize| file.source.lines[*index].text.as_str();
    let deleted = |index: &usize| file.change.deleted.contains_key(index);
    let start = range.clone().find(|index| deleted(index) || !is_slight(text(index)));
    let end = range.clone().rev().find(|index| deleted(index) || !text(index).trim().is_empty());
    start.unwrap_or(range.start)..end.map_or(range.end, |index| index + 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    const OLD: &str = "use a;\nfn one() {\n    1\n}\n";
    const NEW: &str = "\
use a;
use b;
// ANCHOR: one
fn one() {
    11
}
// ANCHOR_END: one

fn two() {
    2
}

fn three() {
    3
}

#[cfg(test)]
mod tests {
    fn t() {}
}
";
    const PATH: &str = "crates/engine/src/a.rs";

    #[test]
    fn what_counts_is_new_code() {
        let file = File::new(PATH, NEW, Some(OLD));
        let lines: Vec<&str> =
            counted(PATH, &file).map(|index| file.source.lines[index].text.trim()).collect();
        let (one, two, three) = (["11", "}"], ["fn two() {", "2", "}"], ["fn three() {", "3", "}"]);
        assert_eq!(lines, [&["use b;"][..], &one, &two, &three].concat());
        // Comments, anchors and tests aren't code.
        assert!(!lines.iter().any(|line| line.contains("//") || line.contains("test")));
        assert_eq!(counted("crates/engine/tests/a.rs", &file).count(), 0);
    }

    /// The promise of the section: for each set of snippets, text and rest are the whole change.
    #[test]
    fn shown_and_rest_are_the_whole_change() {
        for old in [Some(OLD), None, Some("fn gone() {}\nfn gone_too() {}\n")] {
            let file = File::new(PATH, NEW, old);
            let len = file.source.lines.len();
            for start in 0..len {
                for end in start + 1..=len {
                    let mut shown = Shown::default();
                    shown.add(PATH, start..end, false);
                    let hunks = hunks(PATH, &file, &shown);
                    for index in 0..len {
                        let text = &file.source.lines[index].text;
                        let printed = (start..end).contains(&index)
                            || hunks.iter().any(|h| h.contains(&index));
                        assert!(printed || !file.change.added[index] || is_slight(text), "{text}");
                    }
                    for (&index, lines) in &file.change.deleted {
                        let at = index.min(len - 1);
                        let printed = hunks.iter().any(|hunk| hunk.contains(&at));
                        assert!(printed || lines.iter().all(|line| is_slight(line)), "{lines:?}");
                    }
                }
            }
        }
    }

    #[test]
    fn a_whole_new_file_is_one_hunk() {
        let file = File::new(PATH, NEW, None);
        let hunks = hunks(PATH, &file, &Shown::default());
        assert_eq!((hunks.len(), hunks[0].clone()), (1, 0..file.source.lines.len()));
    }
}
