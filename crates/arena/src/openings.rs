//! The positions that games begin from: a file with one position a line, comments after `#`.
//!
//! Pair k of a match begins from line `start + k`. Whether a line is a legal position is seen by who
//! plays it.

use anyhow::{Context, Result, bail};
use sha2::{Digest, Sha256};
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
                "pair {} needs more openings than the {} that are left; lower `pairs` or the start",
                index + 1,
                self.lines.len()
            )
        })
    }

    /// A digest of the first `pairs` positions: those of a match of this length.
    pub fn digest(&self, pairs: usize) -> String {
        let mut hash = Sha256::new();
        for line in self.lines.iter().take(pairs) {
            hash.update(line);
            hash.update("\n");
        }
        hex(&hash.finalize())
    }
}

/// The bytes in hexadecimal.
pub fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// A FEN from a line of EPD, which has four fields and then operations, or from a FEN.
fn fen(line: &str) -> Result<String> {
    let fields: Vec<&str> = line.split_whitespace().collect();
    if fields.len() < 4 {
        bail!("`{line}` isn't a position; write it in EPD");
    }
    let is_number = |text: Option<&&str>| text.is_some_and(|text| text.parse::<u16>().is_ok());
    let clocks = if is_number(fields.get(4)) && is_number(fields.get(5)) {
        [fields[4], fields[5]]
    } else {
        ["0", "1"]
    };
    Ok([&fields[..4], &clocks[..]].concat().join(" "))
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
}
