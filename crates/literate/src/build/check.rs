//! Compares what authors wrote with the pages that came out of it.
//!
//! A fault is reported at the line of the chapter that causes it. What no line of a chapter explains
//! was generated, and is reported for the chapter as a whole.

use super::lines::Lines;
use super::links::{self, Place, Reference, resolve};
use super::{closest, files_below, formulas, one_line, pages};
use crate::fault::{Fault, Report};
use regex::Regex;
use std::collections::{HashMap, HashSet};
use std::path::{Path, PathBuf};

/// The rendered site.
struct Site {
    /// All its files, as paths from its root.
    files: HashSet<String>,
    /// Those that are pages of chapters.
    pages: HashMap<String, pages::Page>,
}

/// One chapter as its author wrote it.
struct Chapter {
    /// Path from the text's folder.
    path: PathBuf,
    /// Path from the repository's root, as faults name it.
    name: PathBuf,
    text: String,
    references: Vec<Reference>,
}

/// Checks all chapters of the book. Without a rendered site only what needs none is checked.
pub fn book(root: &Path, src: &Path, chapters: &[PathBuf], output: Option<&Path>, report: &Report) {
    let site = output.map(|folder| read_site(folder, chapters));
    let mut seen = HashSet::new();
    for path in chapters {
        let name = src.join(path);
        // A file that can't be read has failed the rendering already.
        let Ok(text) = std::fs::read_to_string(root.join(&name)) else { continue };
        let (references, undefined) = links::references(&text);
        let chapter = Chapter { path: path.clone(), name, text, references };
        for link in undefined {
            let what = format!("the link's label `[{}]` is defined nowhere", link.label);
            report.push(chapter.fault(link.line, what, "define it, or escape the brackets"));
        }
        chapter.check_formulas(report);
        chapter.check_references(site.as_ref(), report);
        if let Some(site) = &site {
            chapter.check_page(site, &mut seen, report);
        }
    }
    check_styles(root, src, report);
}

fn read_site(folder: &Path, chapters: &[PathBuf]) -> Site {
    let files: HashSet<String> =
        files_below(folder).iter().map(|path| links::with_slashes(path)).collect();
    let mut pages = HashMap::new();
    for name in chapters.iter().map(|path| links::page_name(path)) {
        if let Ok(html) = std::fs::read_to_string(folder.join(&name)) {
            pages.insert(name, pages::read(&html));
        }
    }
    Site { files, pages }
}

impl Chapter {
    fn fault(&self, line: usize, what: impl Into<String>, cure: impl Into<String>) -> Fault {
        Fault::new(&self.name, line, what, cure)
    }

    fn check_formulas(&self, report: &Report) {
        let (formulas, stray) = formulas::find(&self.text);
        for formula in formulas {
            if let Err(reason) = formulas::render(&formula.tex, formula.display) {
                let what = format!("the formula `{}` doesn't parse: {reason}", formula.tex.trim());
                report.push(self.fault(formula.line, one_line(&what), "mend the formula"));
            }
        }
        for line in stray {
            let cure = "write `\\$` for the sign; in a formula close each brace, put no space \
                        beside its signs, and in a table write \\vert for a bar";
            report.push(self.fault(line, "a dollar sign that belongs to no formula", cure));
        }
    }

    fn check_references(&self, site: Option<&Site>, report: &Report) {
        for reference in &self.references {
            let target = &reference.target;
            let fault = match resolve(&self.path, target) {
                Place::Web => None,
                Place::Bad { .. } if reference.picture && target.starts_with("data:") => None,
                Place::Bad { what, cure } => Some((what, cure)),
                Place::Here { file, id } => site
                    .and_then(|site| dead(site, &file, id.as_deref(), target, reference.picture)),
            };
            if let Some((what, cure)) = fault {
                report.push(self.fault(reference.line, what, cure));
            }
        }
    }

    /// What only the rendered page shows. `seen` holds what was reported for an earlier page.
    fn check_page(&self, site: &Site, seen: &mut HashSet<String>, report: &Report) {
        let Some(page) = site.pages.get(&links::page_name(&self.path)) else { return };
        // mdBook writes the names of pages for those of chapters, and changes nothing else.
        let written: Vec<String> =
            self.references.iter().map(|r| r.target.replacen(".md", ".html", 1)).collect();
        for (targets, picture) in [(&page.links, false), (&page.loads, true)] {
            for target in targets {
                let place = resolve(&self.path, target);
                let fault = match &place {
                    Place::Web if picture => Some((
                        format!("the page loads `{target}` from the network"),
                        "put the file into the book's folder".to_owned(),
                    )),
                    Place::Web => None,
                    // Reported already, with its line.
                    _ if written.contains(target) => None,
                    Place::Bad { .. } if target.starts_with("data:") => None,
                    Place::Bad { what, cure } => Some((format!("generated: {what}"), cure.clone())),
                    Place::Here { file, id } => dead(site, file, id.as_deref(), target, picture)
                        .map(|(what, cure)| (format!("generated: {what}"), cure)),
                };
                let Some((what, cure)) = fault else { continue };
                let line = self.line_of_reference(&place, target);
                // What comes from the theme stands on every page, and is told once.
                if line > 0 || seen.insert(what.clone()) {
                    report.push(self.fault(line, what, cure));
                }
            }
        }
        self.check_pictures(page, report);
        self.check_ids(page, report);
        if page.playgrounds > 0 {
            let line = self.line_of_text("mdbook-runnable");
            let cure = "set `runnable = false` in book.toml, and remove `mdbook-runnable`";
            report.push(self.fault(line, "a code block has a button that runs it", cure));
        }
    }

    fn check_pictures(&self, page: &pages::Page, report: &Report) {
        const WHAT: &str = "without an alternative text";
        let mut left: Vec<_> = self.references.iter().filter(|r| r.picture && r.silent).collect();
        for label in &page.silent {
            let place = resolve(&self.path, label);
            let written = left.iter().position(|r| resolve(&self.path, &r.target) == place);
            let line = match written {
                Some(index) => left.remove(index).line,
                None => self.line_of_text(label),
            };
            let what = match label.as_str() {
                "<svg" => format!("a drawing {WHAT}"),
                source => format!("the picture `{source}` {WHAT}"),
            };
            report.push(self.fault(line, what, "say in words what it shows"));
        }
    }

    fn check_ids(&self, page: &pages::Page, report: &Report) {
        for id in &page.doubled {
            let pattern = Regex::new(&format!("id=[\"']?{}\\b", regex::escape(id)));
            let second = pattern.ok().and_then(|p| p.find_iter(&self.text).nth(1));
            let line = second.map_or(0, |found| Lines::of(&self.text).at(found.start()));
            let what = format!("the page has two places with the id `{id}`");
            report.push(self.fault(line, what, "give one of them another id"));
        }
    }

    fn line_of_reference(&self, place: &Place, target: &str) -> usize {
        let written = self.references.iter().find(|r| resolve(&self.path, &r.target) == *place);
        written.map_or_else(|| self.line_of_text(target), |reference| reference.line)
    }

    /// The line that holds `needle`, if only one does.
    fn line_of_text(&self, needle: &str) -> usize {
        let mut lines = self.text.lines().enumerate().filter(|(_, line)| line.contains(needle));
        match (lines.next(), lines.next()) {
            (Some((index, _)), None) => index + 1,
            _ => 0,
        }
    }
}

/// Says what is wrong with a place of the site, and what to do, if anything is.
fn dead(
    site: &Site,
    file: &str,
    id: Option<&str>,
    target: &str,
    picture: bool,
) -> Option<(String, String)> {
    if !site.files.contains(file) {
        let kind = if picture { "picture" } else { "link" };
        let cure = match closest(file, site.files.iter().map(String::as_str)) {
            Some(close) => format!("did you mean `{}`?", source_name(close, site)),
            None if picture => "add the file to the book's folder".to_owned(),
            None => "link to a chapter that SUMMARY.md lists".to_owned(),
        };
        return Some((format!("dead {kind} `{target}`"), cure));
    }
    let id = id?;
    let page = site.pages.get(file)?;
    // The first page of the book is rendered twice, and both have the same ids.
    if page.ids.contains(id) {
        return None;
    }
    let cure = match closest(id, page.ids.iter().map(String::as_str)) {
        Some(close) => format!("did you mean `#{close}`?"),
        None => "link to one of its headings".to_owned(),
    };
    Some((format!("dead link `{target}`: that page has no heading `#{id}`"), cure))
}

/// A page's name as an author would write it.
fn source_name(file: &str, site: &Site) -> String {
    match file.strip_suffix(".html") {
        Some(stem) if site.pages.contains_key(file) => format!("{stem}.md"),
        _ => file.to_owned(),
    }
}

/// Style sheets must not fetch anything, or the book needs a network and tells who reads it.
fn check_styles(root: &Path, src: &Path, report: &Report) {
    let pattern = r#"(?:url\(\s*['"]?|@import\s+['"])((?:https?:)?//[^'")\s]+)"#;
    let pattern = Regex::new(pattern).expect("the pattern is valid");
    for file in files_below(&root.join(src)) {
        if file.extension().is_none_or(|extension| extension != "css") {
            continue;
        }
        let name = src.join(file);
        let Ok(text) = std::fs::read_to_string(root.join(&name)) else { continue };
        for found in pattern.captures_iter(&text) {
            let place = found.get(1).map_or(0, |target| target.start());
            let what = format!("the style sheet loads `{}` from the network", &found[1]);
            let cure = "put the file into the book's folder";
            report.push(Fault::new(&name, Lines::of(&text).at(place), what, cure));
        }
    }
}

/// A message that mdBook only logged, as a fault of the chapter that it names.
pub fn logged(root: &Path, src: &Path, chapters: &[PathBuf], message: &str) -> Fault {
    let what = one_line(message);
    const CURE: &str = "mend it; mdBook only warns of this";
    let named = chapters.iter().find(|path| {
        let path = path.display().to_string();
        message.contains(&format!("`{path}`")) || message.contains(&format!(" {path} "))
    });
    let Some(path) = named else { return Fault::new(super::settings::FILE, 0, what, CURE) };
    let name = src.join(path);
    let text = std::fs::read_to_string(root.join(&name)).unwrap_or_default();
    Fault::new(&name, line_of_message(&text, message), what, CURE)
}

/// The line of what a message of mdBook speaks of: a tag or a footnote.
fn line_of_message(text: &str, message: &str) -> usize {
    let pattern = Regex::new(r"`<(/?[a-zA-Z0-9]+)>`|footnote `([^`]+)`").expect("it's valid");
    let Some(found) = pattern.captures(message) else { return 0 };
    let needle = match (found.get(1), found.get(2)) {
        (Some(tag), _) => format!("<{}", tag.as_str()),
        (_, Some(note)) => format!("[^{}]:", note.as_str()),
        _ => return 0,
    };
    let last = text.lines().enumerate().filter(|(_, line)| line.contains(&needle)).last();
    last.map_or(0, |(index, _)| index + 1)
}
