//! Colours Rust code, with the class names of highlight.js that mdBook's themes style.
//!
//! It works on a whole file, so that a comment or a string over many lines is right in each of them.
//! It knows words and tokens, no grammar.

use crate::html::escape;
use rustc_lexer::{FrontmatterAllowed, LiteralKind, TokenKind, tokenize};

/// A part of a line in one colour.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Piece {
    pub class: Option<&'static str>,
    pub text: String,
}

const KEYWORDS: [&str; 39] = [
    "as",
    "async",
    "await",
    "break",
    "const",
    "continue",
    "crate",
    "dyn",
    "else",
    "enum",
    "extern",
    "fn",
    "for",
    "if",
    "impl",
    "in",
    "let",
    "loop",
    "match",
    "mod",
    "move",
    "mut",
    "pub",
    "ref",
    "return",
    "self",
    "Self",
    "static",
    "struct",
    "super",
    "trait",
    "type",
    "union",
    "unsafe",
    "use",
    "where",
    "while",
    "yield",
    "macro_rules",
];

const PRIMITIVES: [&str; 17] = [
    "bool", "char", "f32", "f64", "i8", "i16", "i32", "i64", "i128", "isize", "str", "u8", "u16",
    "u32", "u64", "u128", "usize",
];

/// The pieces of each line of `lines`, which are a whole file of Rust.
pub fn rust(lines: &[&str]) -> Vec<Vec<Piece>> {
    let text = lines.join("\n");
    let mut out = vec![Vec::new()];
    let mut state = State::default();
    let tokens = split(&text);
    for (index, &(kind, word)) in tokens.iter().enumerate() {
        let class = state.class(kind, word, &tokens[index + 1..]);
        push(&mut out, class, word);
    }
    out.resize(lines.len().max(1), Vec::new());
    out.truncate(lines.len());
    out
}

/// The lines as they are.
pub fn plain(lines: &[&str]) -> Vec<Vec<Piece>> {
    let piece = |line: &&str| Piece { class: None, text: (*line).to_owned() };
    lines.iter().map(|line| vec![piece(line)]).collect()
}

/// The tokens of `text`, each with its own part of it.
pub fn split(text: &str) -> Vec<(TokenKind, &str)> {
    let mut at = 0;
    tokenize(text, FrontmatterAllowed::No)
        .map(|token| {
            let start = at;
            at += token.len as usize;
            (token.kind, &text[start..at])
        })
        .collect()
}

pub fn render(pieces: &[Piece]) -> String {
    pieces
        .iter()
        .map(|piece| match piece.class {
            Some(class) => format!("<span class=\"{class}\">{}</span>", escape(&piece.text)),
            None => escape(&piece.text),
        })
        .collect()
}

fn push(out: &mut Vec<Vec<Piece>>, class: Option<&'static str>, text: &str) {
    for (index, part) in text.split('\n').enumerate() {
        if index > 0 {
            out.push(Vec::new());
        }
        let line = out.last_mut().expect("a line was pushed at the start");
        match line.last_mut() {
            Some(last) if last.class == class => last.text.push_str(part),
            _ if part.is_empty() => {}
            _ => line.push(Piece { class, text: part.to_owned() }),
        }
    }
}

/// What went before, as far as a colour depends on it.
#[derive(Default)]
struct State {
    /// Brackets open in an attribute; the attribute ends when the last one closes.
    attribute: Option<usize>,
    after_fn: bool,
}

impl State {
    fn class(
        &mut self,
        kind: TokenKind,
        word: &str,
        rest: &[(TokenKind, &str)],
    ) -> Option<&'static str> {
        let next = rest.iter().map(|(kind, _)| *kind).find(|kind| *kind != TokenKind::Whitespace);
        if let TokenKind::LineComment { .. } | TokenKind::BlockComment { .. } = kind {
            return Some("hljs-comment");
        }
        if let Some(class) = self.attribute(kind, next) {
            return Some(class);
        }
        match kind {
            TokenKind::Literal { kind, .. } => Some(literal(kind)),
            TokenKind::Lifetime { .. } | TokenKind::RawLifetime => Some("hljs-symbol"),
            TokenKind::Ident | TokenKind::RawIdent => self.word(word, next, is_macro(rest)),
            _ => None,
        }
    }

    fn attribute(&mut self, kind: TokenKind, next: Option<TokenKind>) -> Option<&'static str> {
        match (self.attribute, kind) {
            (None, TokenKind::Pound)
                if matches!(next, Some(TokenKind::OpenBracket | TokenKind::Bang)) =>
            {
                self.attribute = Some(0);
            }
            (None, _) => return None,
            (Some(depth), TokenKind::OpenBracket) => self.attribute = Some(depth + 1),
            (Some(0 | 1), TokenKind::CloseBracket) => self.attribute = None,
            (Some(depth), TokenKind::CloseBracket) => self.attribute = Some(depth - 1),
            _ => {}
        }
        Some("hljs-meta")
    }

    fn word(
        &mut self,
        word: &str,
        next: Option<TokenKind>,
        is_macro: bool,
    ) -> Option<&'static str> {
        if std::mem::take(&mut self.after_fn) {
            return Some("hljs-title function_");
        }
        if KEYWORDS.contains(&word) {
            self.after_fn = word == "fn" && next == Some(TokenKind::Ident);
            return Some("hljs-keyword");
        }
        match word {
            "true" | "false" => Some("hljs-literal"),
            _ if is_macro => Some("hljs-built_in"),
            _ if PRIMITIVES.contains(&word) || is_type(word) => Some("hljs-type"),
            _ => None,
        }
    }
}

/// Whether the word before `rest` is a macro's name: a `!` follows at once, and not a `!=`.
fn is_macro(rest: &[(TokenKind, &str)]) -> bool {
    let kind = |index: usize| rest.get(index).map(|(kind, _)| *kind);
    kind(0) == Some(TokenKind::Bang) && kind(1) != Some(TokenKind::Eq)
}

/// Types, traits and variants begin with a capital letter and have a small one; constants haven't.
/// A capital letter alone is a type parameter.
fn is_type(word: &str) -> bool {
    let mut letters = word.chars();
    let capital = letters.next().is_some_and(char::is_uppercase);
    capital && (word.len() == 1 || letters.any(char::is_lowercase))
}

fn literal(kind: LiteralKind) -> &'static str {
    match kind {
        LiteralKind::Int { .. } | LiteralKind::Float { .. } => "hljs-number",
        _ => "hljs-string",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn html(text: &str) -> String {
        let lines: Vec<&str> = text.lines().collect();
        rust(&lines).iter().map(|line| render(line)).collect::<Vec<_>>().join("\n")
    }

    #[test]
    fn tokens_get_their_classes() {
        assert_eq!(
            html("pub fn key(&self) -> u64 { 0x1F }"),
            "<span class=\"hljs-keyword\">pub</span> <span class=\"hljs-keyword\">fn</span> \
             <span class=\"hljs-title function_\">key</span>(&amp;<span class=\"hljs-keyword\">self</span>) \
             -&gt; <span class=\"hljs-type\">u64</span> &#123; <span class=\"hljs-number\">0x1F</span> }"
        );
        assert!(
            html("#[derive(Clone)] x")
                .starts_with("<span class=\"hljs-meta\">#[derive(Clone)]</span>")
        );
        assert!(html("let a = b != c;").contains("b !="));
        assert!(html("println!(\"a\")").contains("hljs-built_in\">println<"));
        assert!(html("MAX_MOVES Position").starts_with("MAX_MOVES <span class=\"hljs-type\">"));
    }

    #[test]
    fn a_comment_over_lines_is_closed_in_each() {
        assert_eq!(
            html("/* a\n\n b */ x"),
            "<span class=\"hljs-comment\">/* a</span>\n\n<span class=\"hljs-comment\"> b */</span> x"
        );
    }

    #[test]
    fn no_text_is_lost() {
        let text = include_str!("highlight.rs");
        let lines: Vec<&str> = text.lines().collect();
        let pieces = rust(&lines);
        for (line, pieces) in lines.iter().zip(&pieces) {
            assert_eq!(*line, pieces.iter().map(|p| p.text.as_str()).collect::<String>());
        }
        assert_eq!(lines.len(), pieces.len());
    }
}
