//! The identity of an engine: a digest of what can change one of its numbers.
//!
//! Two engines with one identity give the same numbers, so a result that was measured with one of
//! them belongs to the other, too. What no number depends on is left out: comments, anchors, the
//! layout of lines, tests, benchmarks, and the versions of the libraries that parse a command line.
//! Where a difference can't be ruled out the identity differs: the price is a measurement.

use crate::digest::Gatherer;
use crate::experiment;
use anyhow::{Context, Result};
use rustc_lexer::{FrontmatterAllowed, TokenKind, tokenize};
use std::collections::BTreeMap;
use toml::Value;

pub use crate::digest::LENGTH;

const MANIFEST: &str = "Cargo.toml";

/// Whether a file of the engine's folder, named from there, can change a number.
pub fn is_part(path: &str) -> bool {
    path == MANIFEST || path == "build.rs" || path.starts_with("src/")
}

/// The identity of the engine made of these files: paths from the engine's folder, and their texts.
/// Files that are no part of it may be among them.
pub fn identity(files: &BTreeMap<String, String>) -> Result<String> {
    let mut digest = Gatherer::new();
    for (path, text) in files.iter().filter(|(path, _)| is_part(path)) {
        digest.add(path);
        // A checkout may have given the lines another end.
        let text = text.replace("\r\n", "\n");
        match path.as_str() {
            MANIFEST => digest.add_value(&built_from(&text)?),
            path if path.ends_with(".rs") => {
                let tokens = without_tests(tokens(&text));
                digest.add(&tokens.len().to_string());
                for Token { text, is_joint } in tokens {
                    digest.add(if is_joint { "joint" } else { "" });
                    digest.add(text);
                }
            }
            _ => digest.add(&text),
        }
    }
    Ok(digest.finish())
}

/// The identity of several engines together, in their order.
pub fn of_all<'i>(identities: impl IntoIterator<Item = &'i str>) -> String {
    let mut digest = Gatherer::new();
    identities.into_iter().for_each(|identity| digest.add(identity));
    digest.finish()
}

/// The identity of the engine that a patch makes of the one named `base`. What stands above the
/// patch's first file is its description.
pub fn patched(base: &str, patch: &str) -> String {
    let patch = patch.replace("\r\n", "\n");
    let mut digest = Gatherer::new();
    digest.add(base);
    digest.add(experiment::split(&patch).1);
    digest.finish()
}

/// What the manifest says of how the engine is built.
fn built_from(manifest: &str) -> Result<Value> {
    let mut manifest: toml::Table = manifest.parse().with_context(|| {
        format!("the engine's {MANIFEST} isn't valid; correct it, or run `cargo check`")
    })?;
    let tools = ["dev-dependencies", "test", "bench", "example", "lints", "badges"];
    manifest.retain(|key, _| !tools.contains(&key));
    if let Some(Value::Table(package)) = manifest.get_mut("package") {
        let words = ["description", "license", "publish", "rust-version", "version", "authors"];
        package.retain(|key, _| !words.contains(&key));
    }
    Ok(Value::Table(manifest))
}

/// What the compiler sees of a piece of the source.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Token<'t> {
    text: &'t str,
    /// Whether it's an operator's character right behind another one: `&&` isn't `& &`.
    is_joint: bool,
}

/// The tokens of a file. Comments count only where a command line may print them.
fn tokens(text: &str) -> Vec<Token<'_>> {
    let mut found: Vec<Token> = Vec::new();
    let (mut at, mut behind_operator) = (0, false);
    let prints_comments = text.contains("clap");
    for token in tokenize(text, FrontmatterAllowed::No) {
        let piece = &text[at..at + token.len as usize];
        at += token.len as usize;
        let is_doc = match token.kind {
            TokenKind::Whitespace => false,
            TokenKind::LineComment { doc_style } | TokenKind::BlockComment { doc_style, .. } => {
                prints_comments && doc_style.is_some()
            }
            _ => true,
        };
        if !is_doc {
            behind_operator = false;
            continue;
        }
        // A line that is broken gets a comma behind its last part.
        if matches!(piece, ")" | "]" | "}" | ">") && found.last().is_some_and(|t| t.text == ",") {
            found.pop();
        }
        let is_operator = piece.len() == 1 && "&|<>=+-*/%^!.:".contains(piece);
        let text = piece.trim_end();
        found.push(Token { text, is_joint: is_operator && behind_operator });
        behind_operator = is_operator;
    }
    found
}

/// Leaves out each item that only a test build has.
fn without_tests(tokens: Vec<Token>) -> Vec<Token> {
    const MARK: [&str; 7] = ["#", "[", "cfg", "(", "test", ")", "]"];
    let mut kept = Vec::new();
    let mut rest = &tokens[..];
    while let Some(first) = rest.first() {
        let is_marked = rest.len() > MARK.len()
            && rest.iter().zip(MARK).all(|(token, wanted)| token.text == wanted);
        let skipped = if is_marked { MARK.len() + item(&rest[MARK.len()..]) } else { 0 };
        if skipped == 0 {
            kept.push(*first);
        }
        rest = &rest[skipped.max(1)..];
    }
    kept
}

/// How many tokens the item takes that begins here: up to its closing brace, its semicolon, or both.
fn item(tokens: &[Token]) -> usize {
    let mut depth = 0_usize;
    for (index, token) in tokens.iter().enumerate() {
        match token.text {
            "(" | "[" | "{" => depth += 1,
            ")" | "]" => depth = depth.saturating_sub(1),
            "}" => {
                depth = depth.saturating_sub(1);
                if depth == 0 {
                    let semicolon = tokens.get(index + 1).is_some_and(|next| next.text == ";");
                    return index + 1 + usize::from(semicolon);
                }
            }
            ";" if depth == 0 => return index + 1,
            _ => {}
        }
    }
    tokens.len()
}

#[cfg(test)]
mod tests {
    use super::*;

    const SEARCH: &str = "\
//! The search.
// ANCHOR: margin
/// In centipawns.
const MARGIN: i32 = 30;
// ANCHOR_END: margin

pub fn cut(score: i32, beta: i32) -> bool {
    trace(\"cut\", score);
    score - MARGIN >= beta && beta > 0
}
";
    const MAIN: &str = "\
use clap::Parser;
#[derive(Parser)]
struct Arguments {
    /// Search to this depth
    depth: u32,
}
";
    const MANIFEST: &str = "\
[package]
name = \"cb2026\"
version = \"0.1.0\"
edition = \"2024\"

[dependencies]
arrayvec = \"0.7\"

[dev-dependencies]
fastrand = \"2\"
";

    fn files() -> BTreeMap<String, String> {
        let files = [
            ("Cargo.toml", MANIFEST),
            ("build.rs", "fn main() {}\n"),
            ("src/main.rs", MAIN),
            ("src/search.rs", SEARCH),
            ("tests/search.rs", "#[test] fn cuts() {}\n"),
            ("benches/search.rs", "fn main() {}\n"),
        ];
        files.into_iter().map(|(path, text)| (path.to_owned(), text.to_owned())).collect()
    }

    fn changed(path: &str, old: &str, new: &str) -> BTreeMap<String, String> {
        let mut files = files();
        let text = files.get_mut(path).unwrap_or_else(|| panic!("there's no {path}"));
        assert!(text.contains(old), "{path} has no `{old}`");
        *text = text.replacen(old, new, 1);
        files
    }

    fn is_same(files: &BTreeMap<String, String>) -> bool {
        identity(files).unwrap() == identity(&self::files()).unwrap()
    }

    #[test]
    fn it_looks_like_an_object_id() {
        let id = identity(&files()).unwrap();
        assert_eq!(id.len(), LENGTH);
        assert!(id.bytes().all(|byte| byte.is_ascii_hexdigit()));
    }

    #[test]
    fn what_no_number_depends_on_changes_nothing() {
        for (path, old, new) in [
            ("src/search.rs", "The search.", "The search, cut short."),
            ("src/search.rs", "In centipawns.", "In hundredths of a pawn."),
            ("src/search.rs", "// ANCHOR: margin\n", ""),
            ("src/search.rs", "= 30;", "= 30; // tuned by 2,000 games"),
            ("src/search.rs", "= 30;", "= /* tuned */ 30;"),
            ("src/search.rs", ">= beta &&", ">= beta\n        &&"),
            ("src/search.rs", "(\"cut\", score)", "(\n        \"cut\",\n        score,\n    )"),
            (
                "src/search.rs",
                "cut(score: i32, beta: i32)",
                "cut(\n    score: i32,\n    beta: i32,\n)",
            ),
            (
                "src/search.rs",
                "\n}\n",
                "\n}\n\n#[cfg(test)]\nmod tests {\n    #[test]\n    fn f() {}\n}\n",
            ),
            ("src/search.rs", "pub fn", "#[cfg(test)]\nuse x::{y, z};\n\npub fn"),
            ("src/main.rs", "use clap", "// The arguments.\nuse clap"),
            ("tests/search.rs", "cuts", "cuts_off"),
            ("benches/search.rs", "{}", "{ loop {} }"),
            ("Cargo.toml", "fastrand = \"2\"", "fastrand = \"3\"\ncozy-chess = \"=0.3.4\""),
            ("Cargo.toml", "version = \"0.1.0\"", "version.workspace = true"),
            ("Cargo.toml", "arrayvec = \"0.7\"", "arrayvec = \"0.7\" # lists of moves"),
        ] {
            assert!(is_same(&changed(path, old, new)), "{path}: `{old}` → `{new}`");
        }
        let mut other = files();
        other.insert("README.md".to_owned(), "# Engine\n".to_owned());
        other.remove("tests/search.rs");
        assert!(is_same(&other));
        let mut dos = files();
        dos.values_mut().for_each(|text| *text = text.replace('\n', "\r\n"));
        assert!(is_same(&dos));
    }

    #[test]
    fn what_can_change_a_number_changes_the_identity() {
        for (path, old, new) in [
            ("src/search.rs", "30", "31"),
            ("src/search.rs", "\"cut\"", "\"Cut\""),
            ("src/search.rs", ">=", ">"),
            ("src/search.rs", "&&", "& &"),
            ("src/search.rs", "\"cut\", score", "score, \"cut\""),
            ("src/search.rs", "const MARGIN", "#[cfg(not(test))]\nconst MARGIN"),
            ("src/search.rs", "const MARGIN", "#[cfg(test)]\nconst MARGIN"),
            ("src/main.rs", "Search to this depth", "How deep to search"),
            ("build.rs", "{}", "{ println!(\"cargo::rerun-if-changed=build.rs\") }"),
            ("Cargo.toml", "arrayvec = \"0.7\"", "arrayvec = \"0.8\""),
            ("Cargo.toml", "edition = \"2024\"", "edition = \"2021\""),
        ] {
            assert!(!is_same(&changed(path, old, new)), "{path}: `{old}` → `{new}`");
        }
        let mut moved = files();
        let text = moved.remove("src/search.rs").unwrap();
        moved.insert("src/node.rs".to_owned(), text);
        assert!(!is_same(&moved));
        let mut data = files();
        data.insert("src/openings.txt".to_owned(), "e2e4\n".to_owned());
        assert!(!is_same(&data));
    }

    #[test]
    fn a_patch_makes_another_engine_and_its_description_does_not() {
        let patch = "Without the check.\n\ndiff --git a/x b/x\n--- a/x\n+++ b/x\n-a\n+b\n";
        let id = patched("base", patch);
        assert_ne!(id, patched("other", patch));
        assert_ne!(id, patched("base", &patch.replace("+b", "+c")));
        assert_eq!(id, patched("base", &patch.replace("Without", "Leaving out")));
        assert_eq!(id.len(), LENGTH);
    }

    #[test]
    fn a_manifest_that_is_no_toml_is_told() {
        let error = identity(&changed("Cargo.toml", "[package]", "[package")).unwrap_err();
        assert!(error.to_string().contains("isn't valid; correct it"), "{error}");
    }
}
