//! Links and pictures of a chapter's Markdown, each with its line, and where they lead.
//!
//! Knows Markdown and paths, and nothing of the pages that mdBook makes.

use super::lines::Lines;
use super::markdown_options;
use super::pages::{attribute, tags};
use html5ever::tokenizer::TagKind;
use percent_encoding::percent_decode_str;
use pulldown_cmark::{BrokenLink, Event, LinkType, Parser, Tag, TagEnd};
use std::cell::RefCell;
use std::path::{Component, Path, PathBuf};

/// What an author wrote that leads somewhere.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reference {
    pub target: String,
    pub line: usize,
    pub picture: bool,
    /// A picture without an alternative text.
    pub silent: bool,
}

/// A `[text][label]` whose label is defined nowhere: mdBook prints its brackets.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Undefined {
    pub label: String,
    pub line: usize,
}

/// All links and pictures of `text`, those in raw HTML included.
pub fn references(text: &str) -> (Vec<Reference>, Vec<Undefined>) {
    let lines = Lines::of(text);
    let undefined = RefCell::new(Vec::new());
    let on_broken = |link: BrokenLink<'_>| {
        // A shortcut such as `[x]` may well be meant as it stands.
        if matches!(link.link_type, LinkType::Reference | LinkType::Collapsed) {
            let line = lines.at(link.span.start);
            undefined.borrow_mut().push(Undefined { label: link.reference.to_string(), line });
        }
        None
    };
    let mut found = Vec::new();
    // A tag may go on for several lines, and the parser gives raw HTML line by line.
    let (mut html, mut html_line) = (String::new(), 0);
    let mut in_picture = false;
    let parser = Parser::new_with_broken_link_callback(text, markdown_options(), Some(on_broken));
    for (event, range) in parser.into_offset_iter() {
        let line = lines.at(range.start);
        if let Event::Html(part) | Event::InlineHtml(part) = &event {
            if html.is_empty() {
                html_line = line;
            }
            html.push_str(part);
            continue;
        }
        found.extend(raw(&std::mem::take(&mut html), html_line));
        match event {
            Event::Start(Tag::Link { dest_url, link_type, .. }) => {
                let email = if link_type == LinkType::Email { "mailto:" } else { "" };
                let target = format!("{email}{dest_url}");
                found.push(Reference { target, line, picture: false, silent: false });
            }
            Event::Start(Tag::Image { dest_url, .. }) => {
                // The text that follows, up to the picture's end, takes this back.
                let target = dest_url.to_string();
                found.push(Reference { target, line, picture: true, silent: true });
                in_picture = true;
            }
            Event::End(TagEnd::Image) => in_picture = false,
            Event::Text(words) | Event::Code(words) if in_picture && !words.trim().is_empty() => {
                if let Some(picture) = found.last_mut() {
                    picture.silent = false;
                }
            }
            _ => {}
        }
    }
    found.extend(raw(&html, html_line));
    (found, undefined.into_inner())
}

fn raw(html: &str, line: usize) -> Vec<Reference> {
    let mut found = Vec::new();
    for (tag, offset) in tags(html) {
        if tag.kind == TagKind::EndTag {
            continue;
        }
        let line = line + offset;
        if let Some(target) = attribute(&tag, "href") {
            found.push(Reference { target, line, picture: false, silent: false });
        }
        if let Some(target) = attribute(&tag, "src") {
            let silent = attribute(&tag, "alt").unwrap_or_default().trim().is_empty();
            found.push(Reference { target, line, picture: true, silent });
        }
    }
    found
}

/// Where a target leads.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Place {
    /// Another site.
    Web,
    /// A file of the site, as its path from the site's root, and the id in it.
    Here { file: String, id: Option<String> },
    /// Nowhere that works in every copy of the book.
    Bad { what: String, cure: String },
}

/// Resolves `target`, written in the page or chapter at `page` (a path from the text's folder).
pub fn resolve(page: &Path, target: &str) -> Place {
    if let Some(scheme) = scheme(target) {
        return match scheme {
            "http" | "https" => Place::Web,
            _ => bad(format!("`{target}` isn't http or https"), "link to a web page or a chapter"),
        };
    }
    if target.starts_with('/') {
        let what = format!("`{target}` begins at the server's root");
        return bad(what, "write it relative to this chapter, so that it works in any folder");
    }
    let (path, id) = match target.split_once('#') {
        Some((path, id)) => (path, Some(decode(id))),
        None => (target, None),
    };
    let path = decode(path.split('?').next().unwrap_or_default());
    if path.is_empty() {
        if id.is_none() {
            return bad("a link without a target", "give it one");
        }
        return Place::Here { file: page_name(page), id };
    }
    let folder = page.parent().unwrap_or(Path::new(""));
    match normal(&folder.join(&path)) {
        Some(file) => Place::Here { file: page_name(&file), id },
        None => bad(
            format!("`{target}` leads out of the book"),
            "link to the file on the project's web page instead",
        ),
    }
}

fn bad(what: impl Into<String>, cure: impl Into<String>) -> Place {
    Place::Bad { what: what.into(), cure: cure.into() }
}

/// The `https` of `https://…`; none in `a/b:c`.
fn scheme(target: &str) -> Option<&str> {
    let (scheme, _) = target.split_once(':')?;
    let valid = scheme.starts_with(|c: char| c.is_ascii_alphabetic())
        && scheme.bytes().all(|b| b.is_ascii_alphanumeric() || b"+.-".contains(&b));
    valid.then_some(scheme)
}

fn decode(text: &str) -> String {
    percent_decode_str(text).decode_utf8_lossy().into_owned()
}

/// Without `.` and `..`, or `None` if it leaves the folder that it's relative to.
fn normal(path: &Path) -> Option<PathBuf> {
    let mut out = PathBuf::new();
    for component in path.components() {
        match component {
            Component::CurDir => {}
            Component::ParentDir => {
                if !out.pop() {
                    return None;
                }
            }
            Component::Normal(name) => out.push(name),
            _ => return None,
        }
    }
    Some(out)
}

/// The page that mdBook makes of a file: chapters become HTML, other files keep their name.
pub fn page_name(file: &Path) -> String {
    let page = match file.extension() {
        Some(extension) if extension == "md" => file.with_extension("html"),
        _ => file.to_owned(),
    };
    with_slashes(&page)
}

/// A path as it stands in a link.
pub fn with_slashes(path: &Path) -> String {
    let parts: Vec<_> = path.iter().map(|part| part.to_string_lossy()).collect();
    parts.join("/")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn here(file: &str, id: Option<&str>) -> Place {
        Place::Here { file: file.into(), id: id.map(str::to_owned) }
    }

    #[test]
    fn targets_resolve_from_the_folder_of_their_page() {
        let page = Path::new("part/one.md");
        assert_eq!(resolve(page, "two.md#a%20b"), here("part/two.html", Some("a b")));
        assert_eq!(resolve(page, "../x.svg"), here("x.svg", None));
        assert_eq!(resolve(page, "#top"), here("part/one.html", Some("top")));
        assert_eq!(resolve(page, "https://example.org/a#b"), Place::Web);
        for target in ["../../README.md", "/x.html", "//example.org", "ftp://x", "mailto:a@b", ""] {
            assert!(matches!(resolve(page, target), Place::Bad { .. }), "{target}");
        }
    }

    #[test]
    fn references_have_their_lines_and_code_has_none() {
        let text = "# A\n\n[a](b.md) `[x](y)`\n\n<div>\n<a\n href=\"c.html\">c</a>\n</div>\n\n![p](q.svg)\n";
        let (found, undefined) = references(text);
        let flat: Vec<_> = found.iter().map(|r| (r.target.as_str(), r.line, r.picture)).collect();
        assert_eq!(flat, [("b.md", 3, false), ("c.html", 7, false), ("q.svg", 10, true)]);
        assert!(undefined.is_empty());
    }

    #[test]
    fn an_undefined_label_is_found_and_a_lone_bracket_is_not() {
        let (_, undefined) = references("see [here][gone] and [x] and\n[empty][]\n");
        let flat: Vec<_> = undefined.iter().map(|u| (u.label.as_str(), u.line)).collect();
        assert_eq!(flat, [("gone", 1), ("empty", 2)]);
    }
}
