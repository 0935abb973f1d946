//! What a rendered page holds: its ids, what it refers to, its pictures.
//!
//! Knows HTML, and nothing of Markdown or of where a page comes from.

use html5ever::tendril::StrTendril;
use html5ever::tokenizer::states::RawKind;
use html5ever::tokenizer::{
    BufferQueue, Tag, TagKind, Token, TokenSink, TokenSinkResult, Tokenizer, TokenizerOpts,
};
use std::cell::RefCell;
use std::collections::HashSet;

/// The facts of one page that the checks need.
#[derive(Debug, Default)]
pub struct Page {
    pub ids: HashSet<String>,
    /// Ids that stand there more than once.
    pub doubled: Vec<String>,
    /// Targets of links in the text.
    pub links: Vec<String>,
    /// Files that the page loads: pictures, scripts, style sheets.
    pub loads: Vec<String>,
    /// Pictures without an alternative text, as what a reader of the source would look for.
    pub silent: Vec<String>,
    /// Code blocks that mdBook offers to run.
    pub playgrounds: usize,
}

/// Reads a page. Links count only inside `<main>`, where the chapter's text is.
pub fn read(html: &str) -> Page {
    let mut page = Page::default();
    let mut open: Vec<Open> = Vec::new();
    for (tag, _) in tags(html) {
        let name = &*tag.name;
        if tag.kind == TagKind::EndTag {
            if let Some(depth) = open.iter().rposition(|element| element.name == name) {
                for element in open.drain(depth..) {
                    page.silent.extend(element.silent());
                }
            }
            continue;
        }
        let inside = open.iter().any(|element| element.name == "main") || name == "main";
        note_references(&mut page, &tag, inside);
        if name == "img" && inside && attribute(&tag, "alt").unwrap_or_default().trim().is_empty() {
            page.silent.push(attribute(&tag, "src").unwrap_or_default());
        }
        if name == "title"
            && let Some(picture) = open.last_mut()
        {
            picture.named = true;
        }
        if !tag.self_closing && !is_void(name) {
            let hidden = open.last().is_some_and(|outer| outer.hidden || outer.is_picture());
            open.push(Open::new(&tag, inside, hidden));
        }
    }
    page
}

fn note_references(page: &mut Page, tag: &Tag, inside: bool) {
    if let Some(id) = attribute(tag, "id")
        && !page.ids.insert(id.clone())
    {
        page.doubled.push(id);
    }
    if attribute(tag, "class").is_some_and(|c| c.split(' ').any(|class| class == "playground")) {
        page.playgrounds += 1;
    }
    match &*tag.name {
        "a" if inside => page.links.extend(attribute(tag, "href")),
        "link" if loaded(tag) => page.loads.extend(attribute(tag, "href")),
        "object" => page.loads.extend(attribute(tag, "data")),
        "image" | "use" => page.loads.extend(attribute(tag, "href")),
        _ => page.loads.extend(attribute(tag, "src")),
    }
}

/// Whether a browser fetches what this `<link>` names.
fn loaded(tag: &Tag) -> bool {
    let relation = attribute(tag, "rel").unwrap_or_default();
    relation.split(' ').any(|word| matches!(word, "stylesheet" | "icon" | "preload" | "manifest"))
}

/// An element whose end hasn't come yet.
struct Open {
    name: String,
    /// Has an alternative text, or is out of sight for who would need one.
    named: bool,
    /// Lies in something that is out of sight, or in a picture with a text of its own.
    hidden: bool,
    inside: bool,
    label: String,
}

impl Open {
    fn new(tag: &Tag, inside: bool, hidden: bool) -> Self {
        let class = attribute(tag, "class").unwrap_or_default();
        // mdBook's own icons stand beside the words that they illustrate.
        let icon = class.contains("fa-svg") || class.contains("blockquote-tag-title");
        let out_of_sight = attribute(tag, "aria-hidden").is_some_and(|value| value == "true");
        let named = ["aria-label", "aria-labelledby"]
            .iter()
            .any(|name| attribute(tag, name).is_some_and(|text| !text.trim().is_empty()));
        let picture = attribute(tag, "role").is_some_and(|role| role == "img");
        Self {
            name: tag.name.to_string(),
            named: named || out_of_sight,
            hidden: hidden || out_of_sight || icon || (picture && named),
            inside,
            label: format!("<{}", tag.name),
        }
    }

    fn is_picture(&self) -> bool {
        self.name == "svg"
    }

    fn silent(self) -> Option<String> {
        (self.is_picture() && self.inside && !self.named && !self.hidden).then_some(self.label)
    }
}

fn is_void(name: &str) -> bool {
    matches!(
        name,
        "area"
            | "base"
            | "br"
            | "col"
            | "embed"
            | "hr"
            | "img"
            | "input"
            | "link"
            | "meta"
            | "source"
            | "track"
            | "wbr"
    )
}

/// The value of a tag's attribute.
pub fn attribute(tag: &Tag, name: &str) -> Option<String> {
    tag.attrs.iter().find(|a| &*a.name.local == name).map(|a| a.value.to_string())
}

/// All tags of a text in order, each with the number of line ends before its end.
pub fn tags(html: &str) -> Vec<(Tag, usize)> {
    let queue = BufferQueue::default();
    queue.push_back(StrTendril::from(html));
    let tokenizer = Tokenizer::new(Tags::default(), TokenizerOpts::default());
    let _ = tokenizer.feed(&queue);
    tokenizer.end();
    tokenizer.sink.0.take()
}

#[derive(Default)]
struct Tags(RefCell<Vec<(Tag, usize)>>);

impl TokenSink for Tags {
    type Handle = ();

    fn process_token(&self, token: Token, line: u64) -> TokenSinkResult<()> {
        let Token::TagToken(tag) = token else { return TokenSinkResult::Continue };
        let raw = match (&*tag.name, tag.kind) {
            ("script", TagKind::StartTag) => Some(RawKind::ScriptData),
            ("style", TagKind::StartTag) => Some(RawKind::Rawtext),
            _ => None,
        };
        let line = usize::try_from(line).unwrap_or(usize::MAX).saturating_sub(1);
        self.0.borrow_mut().push((tag, line));
        raw.map_or(TokenSinkResult::Continue, TokenSinkResult::RawData)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pictures_need_a_text() {
        let silent = |body: &str| read(&format!("<main>{body}</main>")).silent;
        assert_eq!(silent("<img src=a.png><img src=b.png alt=''>"), ["a.png", "b.png"]);
        assert_eq!(silent("<svg><path d='M0 0'/></svg>"), ["<svg"]);
        for spoken in [
            "<img src=a.png alt='A rook'>",
            "<svg aria-label='A board'><path/></svg>",
            "<svg><title>A board</title><path/></svg>",
            "<svg aria-hidden=true></svg>",
            "<div role=img aria-label='A board'><svg></svg></div>",
            "<span class=fa-svg><svg></svg></span>",
            "<svg><title>A board</title><svg></svg></svg>",
        ] {
            assert!(silent(spoken).is_empty(), "{spoken}");
        }
    }

    #[test]
    fn links_count_in_the_text_and_loads_everywhere() {
        let page = read(
            "<link rel=stylesheet href=x.css><link rel=next href=y.html><a href=menu.html>m</a>\
             <main><a id=a href=b.html>b</a><p id=a></p><script src=s.js>'<a href=no>'</script>\
             <pre class='x playground'></pre></main>",
        );
        assert_eq!(page.links, ["b.html"]);
        assert_eq!(page.loads, ["x.css", "s.js"]);
        assert_eq!(page.doubled, ["a"]);
        assert_eq!(page.playgrounds, 1);
    }
}
