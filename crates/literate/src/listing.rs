//! A run of a file's lines as a figure: caption, link, marks, colours.
//!
//! It renders what it is given, and decides only what the caption says of a change. Structure and
//! classes of the HTML are listed in `html.rs`.

use crate::diff::is_slight;
use crate::highlight::{Piece, render};
use crate::html::{count, escape};
use crate::version::{File, Language, Version};
use std::ops::Range;

/// What to show, and how.
pub struct Listing<'a> {
    pub file: &'a File,
    /// From the repository's root.
    pub path: &'a str,
    pub version: &'a Version,
    /// Indices of lines.
    pub range: Range<usize>,
    /// Offer the lines that were deleted here.
    pub deleted: bool,
    /// The repository's address on the web, without a slash at the end.
    pub site: Option<&'a str>,
}

impl Listing<'_> {
    /// The whole figure, without a blank line in it.
    pub fn figure(&self) -> String {
        let (added, new) = (self.added(), self.all_new());
        let class = if new { "cb-snippet cb-all-new" } else { "cb-snippet" };
        let language = match self.file.language {
            Language::Rust => "cb-rust",
            Language::Plain => "cb-plain",
        };
        let mut out = format!("<figure class=\"{class}\">\n{}", self.caption(added, new));
        out.push_str(&format!(
            "<pre class=\"cb-code\"><code class=\"nohighlight hljs {language}\">"
        ));
        out.push_str(&self.lines(new));
        out.push_str("</code></pre>\n</figure>\n");
        out
    }

    fn caption(&self, added: usize, new: bool) -> String {
        let first = self.file.source.lines.get(self.range.start).map_or(1, |line| line.number);
        let last = self.file.source.lines.get(self.range.end - 1).map_or(first, |l| l.number);
        let mut out = String::from("<figcaption class=\"cb-caption\">");
        out.push_str(&file_link(self.site, &self.version.commit, self.path, Some((first, last))));
        if let Some(item) = self.item() {
            out.push_str(&format!(" <span class=\"cb-item\">{}</span>", escape(&item)));
        }
        out.push_str(&format!(" <span class=\"cb-stage\">{}</span>", self.version.label));
        let change = self.change_in_words(added, new);
        if !change.is_empty() {
            out.push_str(&format!(" <span class=\"cb-change\">{change}</span>"));
        }
        if self.deleted && self.deleted_count() > 0 {
            out.push_str(
                " <label class=\"cb-toggle\"><input type=\"checkbox\"> show deleted lines</label>",
            );
        }
        out.push_str("</figcaption>\n");
        out
    }

    /// The items around the first line that says something and isn't a comment.
    fn item(&self) -> Option<String> {
        let places = &self.file.places[self.range.clone()];
        let lines = &self.file.source.lines[self.range.clone()];
        let (place, _) = places
            .iter()
            .zip(lines)
            .find(|(place, line)| !place.comment && !is_slight(&line.text))?;
        (!place.items.is_empty()).then(|| place.items.join(" › "))
    }

    /// Nothing where there's no earlier stage: all is new then, and it needn't be said.
    fn change_in_words(&self, added: usize, new: bool) -> String {
        let deleted = self.deleted_count();
        if self.version.previous.is_none() || added + deleted == 0 {
            return String::new();
        }
        let gone = match deleted {
            0 => String::new(),
            n => format!(", {n} deleted"),
        };
        match (new, added) {
            (true, _) => format!("new{gone}"),
            (false, 0) => format!("{} deleted", count(deleted, "line")),
            (false, _) => format!("{} added{gone}", count(added, "line")),
        }
    }

    fn lines(&self, new: bool) -> String {
        let dedent = self.dedent();
        let mut out = String::new();
        for (nth, index) in self.range.clone().enumerate() {
            if nth > 0 {
                out.push('\n');
            }
            if self.deleted {
                self.push_deleted(&mut out, index, dedent);
            }
            let code = render(&cut(&self.file.colours[index], dedent));
            let marked = self.file.change.added[index] && !new;
            out.push_str(&match marked {
                true => format!("<ins class=\"cb-line cb-added\">{code}</ins>"),
                false => format!("<span class=\"cb-line\">{code}</span>"),
            });
        }
        if self.deleted && self.range.end == self.file.source.lines.len() {
            let mut tail = String::new();
            self.push_deleted(&mut tail, self.range.end, dedent);
            if !tail.is_empty() {
                out.push('\n');
                out.push_str(&tail);
            }
        }
        out
    }

    fn push_deleted(&self, out: &mut String, index: usize, dedent: usize) {
        for line in self.file.change.deleted.get(&index).into_iter().flatten() {
            let line = line.get(dedent.min(indent(line))..).unwrap_or_default();
            out.push_str(&format!(
                "<del class=\"cb-deleted\" data-line=\"{}\"></del>",
                escape(line)
            ));
        }
    }

    /// Spaces that begin every line.
    fn dedent(&self) -> usize {
        let lines = &self.file.source.lines[self.range.clone()];
        let filled = lines.iter().filter(|line| !line.text.trim().is_empty());
        filled.map(|line| indent(&line.text)).min().unwrap_or(0)
    }

    fn added(&self) -> usize {
        self.file.change.added[self.range.clone()].iter().filter(|added| **added).count()
    }

    /// Whether every line that says something is new.
    fn all_new(&self) -> bool {
        self.range.clone().all(|index| {
            self.file.change.added[index] || is_slight(&self.file.source.lines[index].text)
        })
    }

    fn deleted_count(&self) -> usize {
        let end = match self.range.end == self.file.source.lines.len() {
            true => self.range.end + 1,
            false => self.range.end,
        };
        self.file.change.deleted.range(self.range.start..end).map(|(_, lines)| lines.len()).sum()
    }
}

/// The file's name, linked to its text on the web if the repository has an address.
pub fn file_link(
    site: Option<&str>,
    commit: &str,
    path: &str,
    lines: Option<(usize, usize)>,
) -> String {
    let shown = escape(path);
    let Some(site) = site else {
        return format!("<span class=\"cb-file\">{shown}</span>");
    };
    let fragment = lines.map(|(first, last)| format!("#L{first}-L{last}")).unwrap_or_default();
    let address = escape(&format!("{site}/blob/{commit}/{path}{fragment}"));
    format!("<a class=\"cb-file\" href=\"{address}\">{shown}</a>")
}

fn indent(line: &str) -> usize {
    line.len() - line.trim_start_matches(' ').len()
}

/// The pieces without their first `dedent` spaces.
fn cut(pieces: &[Piece], dedent: usize) -> Vec<Piece> {
    let mut left = dedent;
    let mut out = Vec::with_capacity(pieces.len());
    for piece in pieces {
        let drop = left.min(indent(&piece.text));
        left = if drop == piece.text.len() { left - drop } else { 0 };
        out.push(Piece { class: piece.class, text: piece.text[drop..].to_owned() });
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    fn version() -> Version {
        let previous = Some("0".repeat(40));
        Version { commit: "1".repeat(40), label: "stage 2".to_owned(), previous }
    }

    fn figure(text: &str, old: Option<&str>, range: Range<usize>, deleted: bool) -> String {
        let file = File::new("a/b.rs", text, old);
        let version = version();
        let site = Some("https://example.org/x");
        Listing { file: &file, path: "a/b.rs", version: &version, range, deleted, site }.figure()
    }

    const OLD: &str = "impl A {\n    fn a() {}\n    fn old() {}\n}\n";
    const NEW: &str =
        "impl A {\n    // ANCHOR: x\n    fn a() {}\n\n    fn new() {}\n    // ANCHOR_END: x\n}\n";

    #[test]
    fn a_listing_has_caption_link_marks_and_no_blank_line() {
        let html = figure(NEW, Some(OLD), 1..4, false);
        assert!(
            html.contains("/blob/1111111111111111111111111111111111111111/a/b.rs#L3-L5\""),
            "{html}"
        );
        assert!(html.contains("<span class=\"cb-item\">impl A</span>"), "{html}");
        assert!(html.contains("2 lines added, 1 deleted"), "{html}");
        assert!(
            html.contains("<ins class=\"cb-line cb-added\"><span class=\"hljs-keyword\">fn</span>")
        );
        assert!(!html.contains("cb-toggle") && !html.contains("cb-deleted"), "{html}");
        assert!(!html.contains("\n\n") && !html.contains("ANCHOR"), "{html}");
    }

    #[test]
    fn deleted_lines_are_no_text() {
        let html = figure(NEW, Some(OLD), 1..4, true);
        assert!(
            html.contains("<del class=\"cb-deleted\" data-line=\"fn old() &#123;}\"></del>"),
            "{html}"
        );
        assert!(html.contains("<input type=\"checkbox\">"), "{html}");
    }

    #[test]
    fn what_is_wholly_new_is_said_and_not_marked() {
        let html = figure(NEW, None, 0..5, false);
        assert!(html.contains("cb-all-new") && html.contains(">new</span>"), "{html}");
        assert!(!html.contains("<ins"), "{html}");
    }

    #[test]
    fn what_is_unchanged_says_nothing() {
        let html = figure(NEW, Some(NEW), 0..5, true);
        assert!(!html.contains("cb-change") && !html.contains("cb-toggle"), "{html}");
    }

    /// The text of the figure's `code` element must be the source, since the copy button takes it.
    #[test]
    fn copied_text_is_the_source() {
        let html = figure(NEW, Some(OLD), 1..4, true);
        let (_, code) = html.split_once("cb-rust\">").unwrap();
        let code = code.split_once("</code>").unwrap().0;
        let text = regex::Regex::new("<[^>]*>").unwrap().replace_all(code, "");
        assert_eq!(text.replace("&#123;", "{"), "fn a() {}\n\nfn new() {}");
    }
}
