//! The text of one source file without its anchors, and where each anchor's region lies.
//!
//! It knows the marker lines and nothing of the language between them.

use crate::fault::Problem;
use regex::Regex;
use std::ops::Range;
use std::sync::LazyLock;

static MARKER: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"^\s*(?://|#)\s*ANCHOR(_END)?:\s*(\S+)\s*$").expect("the pattern is constant")
});

/// A file, line by line, marker lines left out.
#[derive(Debug, Default)]
pub struct Source {
    pub lines: Vec<Line>,
    regions: Vec<Region>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    /// In the file as it is stored, counted from 1.
    pub number: usize,
    pub text: String,
}

#[derive(Debug)]
struct Region {
    name: String,
    /// Line of the opening marker; 0 where only an end was found.
    opened: usize,
    start: usize,
    /// `None` if it's never closed.
    end: Option<usize>,
}

impl Source {
    pub fn parse(text: &str) -> Self {
        let mut source = Self::default();
        for (index, line) in text.lines().enumerate() {
            match MARKER.captures(line) {
                Some(marker) => source.mark(&marker[2], marker.get(1).is_some(), index + 1),
                None => source.lines.push(Line { number: index + 1, text: line.to_owned() }),
            }
        }
        source
    }

    fn mark(&mut self, name: &str, closes: bool, number: usize) {
        let here = self.lines.len();
        if !closes {
            let (name, start) = (name.to_owned(), here);
            self.regions.push(Region { name, opened: number, start, end: None });
            return;
        }
        match self.regions.iter_mut().rev().find(|r| r.name == name && r.end.is_none()) {
            Some(region) => region.end = Some(here),
            None => self.regions.push(Region {
                name: name.to_owned(),
                opened: 0,
                start: here,
                end: Some(here),
            }),
        }
    }

    /// The lines, as indices into `lines`, that the anchor `name` encloses.
    pub fn region(&self, name: &str) -> Result<Range<usize>, Problem> {
        let named: Vec<&Region> = self.regions.iter().filter(|r| r.name == name).collect();
        match named[..] {
            [] => Err(self.missing(name)),
            [Region { opened: 0, .. }] => Err(Problem::new(
                format!("the anchor `{name}` is closed but never opened"),
                format!("open it with `// ANCHOR: {name}`"),
            )),
            [Region { opened, end: None, .. }] => Err(Problem::new(
                format!("the anchor `{name}`, opened in line {opened}, is never closed"),
                format!("close it with `// ANCHOR_END: {name}`"),
            )),
            [Region { start, end: Some(end), opened, .. }] if start == end => Err(Problem::new(
                format!("the anchor `{name}` in line {opened} encloses nothing"),
                "put its end behind some code",
            )),
            [Region { start, end: Some(end), .. }] => Ok(*start..*end),
            [first, second, ..] => Err(Problem::new(
                format!(
                    "the anchor `{name}` stands there twice, in lines {} and {}",
                    first.opened, second.opened
                ),
                "rename one of them",
            )),
        }
    }

    fn missing(&self, name: &str) -> Problem {
        let mut names: Vec<&str> = self.regions.iter().map(|r| r.name.as_str()).collect();
        names.dedup();
        Problem::new(format!("there's no anchor `{name}`"), suggest(name, &names, "anchors"))
    }
}

/// A cure that names the near misses, or what exists.
pub fn suggest(name: &str, names: &[&str], of: &str) -> String {
    let near = similar::get_close_matches(name, names, 3, 0.6);
    match (near.is_empty(), names.is_empty()) {
        (false, _) => format!("perhaps `{}` is meant", near.join("` or `")),
        (true, false) if names.len() <= 12 => format!("the {of} are {}", names.join(", ")),
        (true, false) => format!("the {of} are {} and more", names[..12].join(", ")),
        (true, true) => format!("there are no {of} yet; add it"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = "\
// ANCHOR: outer
one
    // ANCHOR: inner
    two
    // ANCHOR_END: inner
three
// ANCHOR_END: outer
# ANCHOR: twice
four
# ANCHOR_END: twice
# ANCHOR: twice
# ANCHOR_END: twice
// ANCHOR_END: unopened
// ANCHOR: unclosed
five
";

    #[test]
    fn regions_nest_and_markers_are_gone() {
        let source = Source::parse(TEXT);
        let text: Vec<&str> = source.lines.iter().map(|line| line.text.trim()).collect();
        assert_eq!(text, ["one", "two", "three", "four", "five"]);
        assert_eq!(source.region("outer").unwrap(), 0..3);
        assert_eq!(source.region("inner").unwrap(), 1..2);
        assert_eq!(source.lines[1].number, 4);
    }

    #[test]
    fn bad_anchors_are_told_apart() {
        let source = Source::parse(TEXT);
        let what = |name: &str| source.region(name).unwrap_err().what;
        assert!(what("twice").contains("twice, in lines 8 and 11"));
        assert!(what("unopened").contains("never opened"));
        assert!(what("unclosed").contains("opened in line 14, is never closed"));
        assert_eq!(source.region("iner").unwrap_err().cure, "perhaps `inner` is meant");
    }
}
