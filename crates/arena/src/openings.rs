//! The positions that games begin from: a file with one position a line, comments after `#`.
//!
//! Pair k of a match begins from line `start + k`. Whether a line is a legal position is seen when it's
//! played. Positions are only ever added at the end of the project's file, so that what was played from
//! it can be played again.

use crate::digest::digest;
use anyhow::{Context, Result, bail};
use std::path::Path;

/// The project's own openings, from the repository's root.
pub const PATH: &str = "stages/openings.epd";

/// The openings of one match, as FEN.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Openings {
    lines: Vec<String>,
}

impl Openings {
    /// Reads the file and leaves the first `start` positions out.
    pub fn load(path: &Path, start: usize) -> Result<Self> {
        let text = std::fs::read_to_string(path)
            .with_context(|| format!("{}: can't be read", path.display()))?;
        let openings = Self::parse(&text, start).with_context(|| path.display().to_string())?;
        if openings.lines.is_empty() {
            bail!(
                "{}: no position is left after the first {start}; lower the start",
                path.display()
            );
        }
        Ok(openings)
    }

    pub fn parse(text: &str, start: usize) -> Result<Self> {
        let mut lines = Vec::new();
        // Some editors begin a file with a mark of its byte order, which nobody sees.
        let text = text.trim_start_matches('\u{feff}');
        for (index, line) in text.lines().enumerate() {
            let line = line.trim();
            if !line.is_empty() && !line.starts_with('#') {
                lines.push(fen(line).with_context(|| format!("line {}", index + 1))?);
            }
        }
        Ok(Self { lines: lines.split_off(start.min(lines.len())) })
    }

    pub fn len(&self) -> usize {
        self.lines.len()
    }

    pub fn is_empty(&self) -> bool {
        self.lines.is_empty()
    }

    /// The FEN that pair `index` begins from.
    pub fn get(&self, index: usize) -> Result<&str> {
        self.lines.get(index).map(String::as_str).with_context(|| {
            format!(
                "pair {} needs more openings than the {} that are left; lower `pairs` or the start, or \
                 add positions with `cargo xtask match openings --lines N`",
                index + 1,
                self.lines.len()
            )
        })
    }

    /// A digest of the first `pairs` positions: those of a match of this length.
    pub fn digest(&self, pairs: usize) -> String {
        let lines: String = self.lines.iter().take(pairs).map(|line| format!("{line}\n")).collect();
        digest(lines)
    }
}

/// A FEN from a line of EPD, which has four fields and then operations, or from a FEN.
fn fen(line: &str) -> Result<String> {
    let mut rest = line;
    let mut fields = [""; 4];
    for field in &mut fields {
        (*field, rest) = word(rest);
    }
    if fields[3].is_empty() {
        bail!("`{line}` isn't a position; write it in EPD");
    }
    let mut clocks = ["0", "1"];
    let rest = rest.trim();
    if let [halfmoves, moves] = rest.split_whitespace().collect::<Vec<_>>()[..]
        && is_count(halfmoves)
        && is_count(moves)
    {
        clocks = [halfmoves, moves];
    } else {
        for operation in operations(rest)? {
            let (opcode, operand) = word(operation);
            let clock = match opcode {
                "hmvc" => &mut clocks[0],
                "fmvn" => &mut clocks[1],
                _ => continue,
            };
            *clock = operand.trim();
            if !is_count(clock) {
                bail!("operation `{operation}` has no whole number; write it like `{opcode} 4;`");
            }
        }
    }
    Ok(format!("{} {}", fields.join(" "), clocks.join(" ")))
}

/// The first word and what follows it.
fn word(text: &str) -> (&str, &str) {
    let text = text.trim_start();
    text.split_at(text.find(char::is_whitespace).unwrap_or(text.len()))
}

fn is_count(text: &str) -> bool {
    text.bytes().all(|byte| byte.is_ascii_digit()) && text.parse::<u16>().is_ok()
}

/// The operations of EPD, each a name that begins with a letter, operands and a semicolon.
fn operations(text: &str) -> Result<Vec<&str>> {
    let mut in_string = false;
    // A semicolon in a string ends nothing.
    let ends = |letter: char| {
        in_string ^= letter == '"';
        letter == ';' && !in_string
    };
    let mut parts: Vec<&str> = text.split(ends).map(str::trim).collect();
    let last = parts.pop().unwrap_or_default();
    let is_named = |part: &&str| part.starts_with(|letter: char| letter.is_ascii_alphabetic());
    if let Some(odd) = parts.iter().find(|part| !is_named(part)) {
        bail!("`{odd};` isn't an operation of EPD; write it like `hmvc 2;` or remove it");
    }
    if !last.is_empty() {
        bail!("`{last}` isn't an operation of EPD, which ends with a semicolon; remove it");
    }
    Ok(parts)
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str =
        "# head\n8/8/8/8/8/8/8/K1k5 w - - id \"x\";\n\nK7/8/8/8/8/8/8/2k5 b - - 3 9\n";

    #[test]
    fn lines_become_fens() {
        let openings = Openings::parse(TEXT, 0).unwrap();
        assert_eq!(openings.get(0).unwrap(), "8/8/8/8/8/8/8/K1k5 w - - 0 1");
        assert_eq!(openings.get(1).unwrap(), "K7/8/8/8/8/8/8/2k5 b - - 3 9");
        let error = openings.get(2).unwrap_err().to_string();
        assert!(error.contains("pair 3 needs more openings than the 2"), "{error}");
        assert_eq!(Openings::parse(TEXT, 1).unwrap().get(0).unwrap(), openings.get(1).unwrap());
        assert!(Openings::parse(TEXT, 9).unwrap().is_empty());
    }

    #[test]
    fn the_digest_covers_the_lines_that_are_used() {
        let openings = Openings::parse(TEXT, 0).unwrap();
        let other = Openings::parse(&TEXT.replace("3 9", "4 9"), 0).unwrap();
        assert_eq!(openings.digest(1), other.digest(1));
        assert_ne!(openings.digest(2), other.digest(2));
    }

    #[test]
    fn a_line_that_is_no_position_is_named() {
        let error = format!("{:#}", Openings::parse("# a\n8/8 w\n", 0).unwrap_err());
        assert_eq!(error, "line 2: `8/8 w` isn't a position; write it in EPD");
    }
    #[test]
    fn clocks_come_from_the_operations_or_from_the_fields_of_a_fen() {
        let read = |rest: &str| {
            let openings = Openings::parse(&format!("8/8/8/8/8/8/8/K1k5 w - - {rest}\n"), 0);
            openings.map(|openings| openings.get(0).unwrap()[25..].to_owned())
        };
        for (rest, clocks) in [
            ("", "0 1"),
            ("2 4", "2 4"),
            ("hmvc 2; fmvn 4;", "2 4"),
            ("fmvn 40; id \"a; b\"; hmvc 7;", "7 40"),
            ("bm Ka2; c0 \"7 9\";", "0 1"),
            ("noop;", "0 1"),
        ] {
            assert_eq!(read(rest).unwrap(), clocks, "{rest}");
        }
        for rest in
            ["7 9;", "7", "7 9 3", "hmvc 2", "hmvc x;", "hmvc;", "hmvc -1;", "fmvn 70000;", ";"]
        {
            let error = format!("{:#}", read(rest).unwrap_err());
            assert!(error.starts_with("line 1: ") && !error.contains('\n'), "{rest}: {error}");
        }
    }

    #[test]
    fn a_byte_order_mark_is_no_part_of_the_first_line() {
        let openings = Openings::parse(&format!("\u{feff}{TEXT}"), 0).unwrap();
        assert_eq!(openings, Openings::parse(TEXT, 0).unwrap());
        let openings = Openings::parse("\u{feff}8/8/8/8/8/8/8/K1k5 w - -", 0).unwrap();
        assert_eq!(openings.get(0).unwrap(), "8/8/8/8/8/8/8/K1k5 w - - 0 1");
    }
}
