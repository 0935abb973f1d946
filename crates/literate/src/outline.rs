//! What each line of a Rust file belongs to: the items around it, tests, `use` declarations.
//!
//! It follows brackets and a few keywords, which is enough for captions and for counting lines. It
//! isn't a parser, and it never fails: code that doesn't compile gives an outline that's merely odd.

use crate::highlight::split;
use rustc_lexer::TokenKind;

/// One line's place in the file.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Place {
    /// The items that enclose the line's first token, outermost first: `impl Position`, `fn make`.
    pub items: Vec<String>,
    /// In an item below `#[cfg(test)]`, its attribute included.
    pub test: bool,
    /// In a `use` declaration.
    pub import: bool,
    /// Nothing but a comment.
    pub comment: bool,
}

/// The place of each of `lines`, which are a whole file of Rust.
pub fn outline(lines: &[&str]) -> Vec<Place> {
    let text = lines.join("\n");
    let mut walk = Walk { places: vec![Place::default(); lines.len()], ..Walk::default() };
    let tokens = split(&text);
    for (index, &(kind, word)) in tokens.iter().enumerate() {
        walk.step(kind, word, &tokens[index + 1..]);
    }
    walk.places
}

#[derive(Default)]
struct Walk {
    places: Vec<Place>,
    line: usize,
    /// Whether a token was seen in this line.
    begun: bool,
    /// One entry an open brace: the item that it belongs to, if any.
    open: Vec<Option<String>>,
    /// Round and square brackets that are open: a `;` inside them ends nothing.
    nested: usize,
    /// The item whose brace is awaited.
    pending: Option<String>,
    /// A `#[cfg(test)]` item: its first line, and the braces open around it.
    test: Option<(usize, usize)>,
    import: Option<usize>,
}

impl Walk {
    fn step(&mut self, kind: TokenKind, word: &str, rest: &[(TokenKind, &str)]) {
        let first_line = self.line;
        let comment =
            matches!(kind, TokenKind::LineComment { .. } | TokenKind::BlockComment { .. });
        if kind != TokenKind::Whitespace {
            self.begin_line(comment);
        }
        if !comment {
            self.follow(kind, word, rest);
        }
        for _ in 0..word.matches('\n').count() {
            self.line += 1;
            self.begun = false;
            if kind != TokenKind::Whitespace {
                self.begin_line(comment);
            }
        }
        debug_assert!(self.line >= first_line);
    }

    fn begin_line(&mut self, comment: bool) {
        let Some(place) = self.places.get_mut(self.line) else { return };
        if self.begun {
            place.comment &= comment;
            return;
        }
        self.begun = true;
        place.comment = comment;
        place.items = self.open.iter().flatten().cloned().collect();
    }

    fn follow(&mut self, kind: TokenKind, word: &str, rest: &[(TokenKind, &str)]) {
        match kind {
            TokenKind::Pound if is_cfg_test(rest) && self.test.is_none() => {
                self.test = Some((self.line, self.open.len()));
            }
            TokenKind::Ident => self.keyword(word, rest),
            TokenKind::OpenParen | TokenKind::OpenBracket => self.nested += 1,
            TokenKind::CloseParen | TokenKind::CloseBracket => {
                self.nested = self.nested.saturating_sub(1);
            }
            TokenKind::OpenBrace => self.open.push(self.pending.take()),
            TokenKind::CloseBrace => {
                self.open.pop();
                self.end_item();
            }
            TokenKind::Semi if self.nested == 0 => {
                self.pending = None;
                if let Some(start) = self.import.take() {
                    self.mark(start, |place| place.import = true);
                }
                self.end_item();
            }
            _ => {}
        }
    }

    fn keyword(&mut self, word: &str, rest: &[(TokenKind, &str)]) {
        if word == "use" && self.pending.is_none() && self.nested == 0 {
            self.import = Some(self.line);
        } else if self.pending.is_none() && self.import.is_none() {
            self.pending = match word {
                "fn" | "mod" | "trait" | "struct" | "enum" | "union" => named(word, rest),
                "impl" => Some(implementation(rest)),
                "macro_rules" => Some("macro_rules!".to_owned()),
                _ => None,
            };
        }
    }

    /// Ends a test item if the token just read closes it.
    fn end_item(&mut self) {
        if let Some((start, depth)) = self.test
            && self.open.len() == depth
            && self.nested == 0
            && self.import.is_none()
        {
            self.mark(start, |place| place.test = true);
            self.test = None;
        }
    }

    fn mark(&mut self, start: usize, change: impl Fn(&mut Place)) {
        let end = (self.line + 1).min(self.places.len());
        self.places[start.min(end)..end].iter_mut().for_each(change);
    }
}

fn is_cfg_test(rest: &[(TokenKind, &str)]) -> bool {
    let mut words = rest.iter().filter(|(kind, _)| *kind != TokenKind::Whitespace);
    ["[", "cfg", "(", "test", ")", "]"]
        .iter()
        .all(|want| words.next().is_some_and(|(_, word)| word == want))
}

/// `fn name`; nothing for a function pointer's type, whose `fn` no name follows.
fn named(keyword: &str, rest: &[(TokenKind, &str)]) -> Option<String> {
    let (kind, name) = rest.iter().find(|(kind, _)| *kind != TokenKind::Whitespace)?;
    matches!(kind, TokenKind::Ident | TokenKind::RawIdent).then(|| format!("{keyword} {name}"))
}

/// `impl Trait for Type`, without the parameters in between and without bounds.
fn implementation(rest: &[(TokenKind, &str)]) -> String {
    let mut text = String::from("impl");
    let mut words = rest.iter().peekable();
    if words.peek().is_some_and(|(kind, _)| *kind == TokenKind::Lt) {
        let mut depth = 0;
        for (kind, _) in words.by_ref() {
            match kind {
                TokenKind::Lt => depth += 1,
                TokenKind::Gt => depth -= 1,
                _ => {}
            }
            if depth == 0 {
                break;
            }
        }
    }
    for (kind, word) in words {
        match kind {
            TokenKind::OpenBrace => break,
            TokenKind::Ident if *word == "where" => break,
            TokenKind::LineComment { .. } | TokenKind::BlockComment { .. } => {}
            TokenKind::Whitespace => text.push(' '),
            _ => text.push_str(word),
        }
    }
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = "\
//! Head.
use std::fmt;
use std::{
    io,
};
impl<const N: usize> fmt::Display for Board<N>
where
    X: Y,
{
    fn fmt(&self, f: fn(u8) -> u8, g: [u8; 2]) -> impl Sized {
        match a { _ => { /* x */ } }
        let s = \"}\";
    }
}
#[cfg(test)]
mod tests {
    use super::*;
    fn one() {}
}
struct After;
#[cfg(test)]
mod more;
struct Last;
";

    fn places() -> Vec<Place> {
        outline(&TEXT.lines().collect::<Vec<_>>())
    }

    #[test]
    fn the_items_around_a_line_are_known() {
        let places = places();
        assert!(places[5].items.is_empty());
        assert_eq!(places[9].items, ["impl fmt::Display for Board<N>"]);
        assert_eq!(places[10].items, ["impl fmt::Display for Board<N>", "fn fmt"]);
        assert_eq!(places[12].items.len(), 2);
        assert!(places[19].items.is_empty());
    }

    #[test]
    fn tests_imports_and_comments_are_marked() {
        let places = places();
        let lines = |pick: fn(&Place) -> bool| -> Vec<usize> {
            (1..).zip(&places).filter(|(_, place)| pick(place)).map(|(line, _)| line).collect()
        };
        assert_eq!(lines(|place| place.test), [15, 16, 17, 18, 19, 21, 22]);
        assert_eq!(lines(|place| place.import), [2, 3, 4, 5, 17]);
        assert_eq!(lines(|place| place.comment), [1]);
    }
}
