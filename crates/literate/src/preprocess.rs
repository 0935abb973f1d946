//! The preprocessor: replaces every directive of every chapter, checks the chapter's words, and adds
//! what is generated around them.
//!
//! It works on Markdown and gives Markdown with HTML in it. It never stops at a fault: what can't be
//! rendered is left out, and the report says why.

use crate::coverage::{Rest, Shown};
use crate::directive::{self, Directive, Found};
use crate::fault::{Fault, Problem, Report};
use crate::manifest::{self, Stage};
use crate::results::Measured;
use crate::site::Site;
use crate::version::Version;
use crate::{
    board, clock, experiment, head, html, ladder, matches, plot, prose, ruler, session, snippet,
    table, tree,
};
use anyhow::Result;
use mdbook_preprocessor::book::Book;
use mdbook_preprocessor::{Preprocessor, PreprocessorContext};
use pulldown_cmark::{Event, HeadingLevel, Parser, Tag, TagEnd};
use std::collections::HashSet;
use std::ffi::OsStr;
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::Mutex;

/// Joins the chapters with code and numbers.
pub struct Literate {
    site: Mutex<Site>,
    report: Report,
}

impl Literate {
    /// Reads the manifest and the declarations below `root`. Faults of chapters go into `report`.
    pub fn new(root: &Path, report: Report) -> Result<Self> {
        let site = Site::open(root)?;
        for fault in site.missing_commits(root) {
            report.push(fault);
        }
        Ok(Self { site: Mutex::new(site), report })
    }

    /// The Markdown of one page, with all its directives replaced. `file` is its path from the
    /// repository's root.
    pub fn chapter(&self, file: &Path, text: &str) -> String {
        let site = self.site.lock().expect("rendering doesn't panic");
        Chapter::new(&site, &self.report, file).render(text)
    }
}

impl Preprocessor for Literate {
    fn name(&self) -> &str {
        "literate"
    }

    fn run(&self, context: &PreprocessorContext, mut book: Book) -> Result<Book> {
        let mut site = self.site.lock().expect("rendering doesn't panic");
        let settings = context.config.html_config();
        site.set_address(settings.and_then(|html| html.git_repository_url).as_deref());
        site.results.start_count();
        let folder = &context.config.book.src;
        let mut seen = HashSet::new();
        book.for_each_chapter_mut(|chapter| {
            if let Some(path) = &chapter.source_path {
                let file = folder.join(path);
                seen.extend(file.file_name().map(ToOwned::to_owned));
                chapter.content = Chapter::new(&site, &self.report, &file).render(&chapter.content);
            }
        });
        for stage in &site.manifest.stages {
            if !seen.contains(OsStr::new(&stage.chapter)) {
                let what = format!(
                    "`{}`, stage {}'s chapter, isn't in the book",
                    stage.chapter, stage.number
                );
                let cure = format!("list it there, or correct the entry in {}", manifest::PATH);
                self.report.push(Fault::new(folder.join("SUMMARY.md"), 0, what, cure));
            }
        }
        for fault in site.results.unused() {
            self.report.push(fault);
        }
        Ok(book)
    }

    fn supports_renderer(&self, renderer: &str) -> Result<bool> {
        Ok(renderer == "html")
    }
}

/// One chapter on its way to a page.
struct Chapter<'a> {
    site: &'a Site,
    report: &'a Report,
    file: PathBuf,
    stage: Option<&'a Stage>,
    home: Version,
    shown: Shown,
}

impl<'a> Chapter<'a> {
    fn new(site: &'a Site, report: &'a Report, file: &Path) -> Self {
        let name = file.file_name().and_then(|name| name.to_str()).unwrap_or_default();
        let stage = site.manifest.of_chapter(name);
        let home = site.home(stage);
        Self { site, report, file: file.to_owned(), stage, home, shown: Shown::default() }
    }

    fn render(mut self, text: &str) -> String {
        let found = directive::find(text);
        for (line, problem) in prose::check(text, &found, self.stage.is_some()) {
            self.fault(line, problem);
        }
        let mut edits: Vec<(Range<usize>, String)> = Vec::new();
        for found in &found {
            edits.push((found.range.clone(), self.replacement(found)));
        }
        let mut tail = String::new();
        if let Some(stage) = self.stage.filter(|_| !self.site.lacks(&self.home)) {
            match self.frame(stage) {
                Ok((head, rest)) => {
                    let behind = end_of_title(text);
                    edits.push((behind..behind, head));
                    tail = rest;
                }
                Err(problem) => self.fault(1, problem),
            }
        }
        apply(text, edits) + &tail
    }

    /// What is generated before and behind the text of a stage's chapter.
    fn frame(&self, stage: &Stage) -> Result<(String, String), Problem> {
        let rest = Rest::of(self.site, &self.home)?;
        let head = head::html(self.site, stage, &self.home, &rest.main_files())?;
        let coverage = rest.coverage(&stage.chapter, &self.shown);
        let tail = rest.section(&self.shown, &coverage);
        self.report.cover(coverage);
        Ok((head, tail))
    }

    fn fault(&self, line: usize, problem: Problem) {
        self.report.push(problem.at(&self.file, line));
    }

    /// The HTML of a directive; a mark where it can't be had.
    fn replacement(&mut self, found: &Found) -> String {
        let html = match &found.directive {
            Ok(directive) => self.html(directive, found.in_formula),
            Err(problem) => Err(problem.clone()),
        };
        let block = found.directive.as_ref().is_ok_and(Directive::is_block);
        match html {
            // The blank line ends the raw HTML, whatever follows.
            Ok(html) if block => format!("{}\n", html.trim_end_matches('\n')) + "\n",
            Ok(html) => html,
            Err(problem) => {
                self.fault(found.line, problem);
                String::from("…")
            }
        }
    }

    fn html(&mut self, directive: &Directive, in_formula: bool) -> Result<String, Problem> {
        let results = &self.site.results;
        match directive {
            Directive::Code(arguments) => {
                let Some(snippet) = snippet::render(self.site, &self.home, arguments)? else {
                    return Ok(String::from("…"));
                };
                if snippet.commit == self.home.commit {
                    self.shown.add(&snippet.path, snippet.lines, arguments.deleted);
                }
                Ok(snippet.html)
            }
            Directive::Number(key) => results.number(key, in_formula),
            Directive::Difference(a, b) => results.difference(a, b, in_formula),
            Directive::Percent(a, b) => results.percent(a, b, in_formula),
            Directive::Ratio(a, b) => results.ratio(a, b, in_formula),
            Directive::Table(id) => {
                let measured = results.get(id)?;
                match measured.rows.is_empty() {
                    true => Err(not_a(&measured, "table")),
                    false => Ok(table::html(&measured, &self.stage_name(&measured.stage))),
                }
            }
            Directive::Session(id) => {
                let measured = results.get(id)?;
                match measured.session.is_empty() {
                    true => Err(not_a(&measured, "session")),
                    false => Ok(session::html(&measured, &self.stage_name(&measured.stage))),
                }
            }
            Directive::Board(text) => board::parse(text)
                .map(|diagram| board::svg(&diagram))
                .map_err(|message| match message.split_once("; ") {
                    Some((what, cure)) => Problem::new(what, cure),
                    None => Problem::new(message, "correct the board"),
                }),
            Directive::Fact { .. } if in_formula => Err(Problem::new(
                "a fact stands inside a formula",
                "end the formula before it: its source is text",
            )),
            Directive::Fact { number, source } => Ok(fact(number, source)),
            Directive::Stages => Ok(head::stages(self.site)),
            Directive::Tree(id) => {
                let measured = results.get(id)?;
                if measured.tree.is_empty() {
                    return Err(not_a(&measured, "tree"));
                }
                let (tree, largest) = (results.tree(&measured)?, results.largest_tree(id));
                Ok(tree::html(&measured, &tree, largest, &self.stage_name(&measured.stage)))
            }
            Directive::Plot(id) => {
                let measured = results.get(id)?;
                if measured.rows.is_empty() {
                    return Err(not_a(&measured, "plot"));
                }
                plot::html(&measured, &self.stage_name(&measured.stage))
            }
            Directive::Match(id) => {
                let record = self.site.matches.get(id)?;
                Ok(matches::html(&record, |tag| self.stage_name(tag)))
            }
            Directive::Matches(ids, title) => {
                let records = ids.iter().map(|id| self.site.matches.get(id));
                let records = records.collect::<Result<Vec<_>, _>>()?;
                matches::table(title, &records)
            }
            Directive::Clock(id) => {
                clock::html(&self.site.matches.get(id)?, |tag| self.stage_name(tag))
            }
            Directive::Elo(id) => matches::inline(&self.site.matches.get(id)?, in_formula),
            Directive::Ladder(stage) => ladder::html(self.site, stage),
            Directive::Ruler => ruler::html(self.site),
            Directive::Patch(name) => experiment::html(name, &results.patch(name)?),
        }
    }

    fn stage_name(&self, stage: &str) -> String {
        match self.site.manifest.get(stage) {
            Some(stage) => format!("stage {}", stage.number),
            None => stage.to_owned(),
        }
    }
}

fn not_a(measured: &Measured, wanted: &str) -> Problem {
    let id = &measured.id;
    let other = match (measured.tree.is_empty(), measured.session.is_empty()) {
        (false, _) => "tree",
        (_, false) => "session",
        _ => "table",
    };
    Problem::new(format!("`{id}` isn't a {wanted}"), format!("show it with `{{{{{other} {id}}}}}`"))
}

/// The source stays Markdown, so that it may be a link.
fn fact(number: &str, source: &str) -> String {
    let number = html::escape(number);
    format!("<span class=\"cb-fact\">{number}<span class=\"cb-source\"> ({source})</span></span>")
}

/// The byte behind the chapter's title, or its start.
fn end_of_title(text: &str) -> usize {
    let mut in_title = false;
    for (event, range) in Parser::new_ext(text, directive::markdown()).into_offset_iter() {
        match event {
            Event::Start(Tag::Heading { level: HeadingLevel::H1, .. }) => in_title = true,
            Event::End(TagEnd::Heading(_)) if in_title => return range.end,
            _ => {}
        }
    }
    0
}

fn apply(text: &str, mut edits: Vec<(Range<usize>, String)>) -> String {
    edits.sort_by_key(|(range, _)| (range.start, range.end));
    let mut out = String::with_capacity(text.len() * 2);
    let mut at = 0;
    for (range, replacement) in edits {
        out.push_str(&text[at..range.start]);
        out.push_str(&replacement);
        at = range.end;
    }
    out.push_str(&text[at..]);
    out
}
