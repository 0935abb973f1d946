//! Where the text shows what was measured: page and line of each number, table, session and picture.

use crate::directive::{self, Directive, Key};
use std::fmt;
use std::path::{Path, PathBuf};

/// Every use of a result in the book.
#[derive(Debug, Default)]
pub struct Uses(Vec<Use>);

#[derive(Debug)]
struct Use {
    place: Place,
    shown: Shown,
}

/// As `book/11-pvs.md:123`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Place {
    pub file: PathBuf,
    pub line: usize,
}

#[derive(Debug)]
enum Shown {
    Cell(Key),
    /// All of the result.
    Whole(String),
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}", self.file.display(), self.line)
    }
}

impl Uses {
    /// Reads the pages in `book/`. What can't be read is a fault of the book's own build.
    pub fn read(root: &Path) -> Self {
        let files = std::fs::read_dir(root.join("book")).into_iter().flatten().flatten();
        let mut names: Vec<PathBuf> = files.map(|file| file.file_name().into()).collect();
        names.sort();
        let mut uses = Vec::new();
        for name in names.iter().filter(|name| name.extension().is_some_and(|end| end == "md")) {
            let file = Path::new("book").join(name);
            let text = std::fs::read_to_string(root.join(&file)).unwrap_or_default();
            uses.extend(of_page(&file, &text));
        }
        Self(uses)
    }

    /// Where a cell is quoted, or else where the result is shown that it's in.
    pub fn of_cell(&self, id: &str, row: &str, column: &str) -> Vec<&Place> {
        let key = Key { id: id.to_owned(), row: row.to_owned(), column: column.to_owned() };
        let quoted = self.places(|shown| matches!(shown, Shown::Cell(known) if *known == key));
        if quoted.is_empty() { self.of_result(id) } else { quoted }
    }

    /// Where a result is shown as a whole.
    pub fn of_result(&self, id: &str) -> Vec<&Place> {
        self.places(|shown| matches!(shown, Shown::Whole(known) if known == id))
    }

    fn places(&self, fits: impl Fn(&Shown) -> bool) -> Vec<&Place> {
        let mut places: Vec<&Place> =
            self.0.iter().filter(|one| fits(&one.shown)).map(|one| &one.place).collect();
        places.dedup();
        places
    }
}

fn of_page(file: &Path, text: &str) -> Vec<Use> {
    let mut uses = Vec::new();
    for found in directive::find(text) {
        let shown = match found.directive {
            Ok(Directive::Number(key)) => vec![Shown::Cell(key)],
            Ok(Directive::Difference(a, b) | Directive::Percent(a, b) | Directive::Ratio(a, b)) => {
                vec![Shown::Cell(a), Shown::Cell(b)]
            }
            Ok(
                Directive::Table(id)
                | Directive::Session(id)
                | Directive::Tree(id)
                | Directive::Plot(id),
            ) => vec![Shown::Whole(id)],
            _ => Vec::new(),
        };
        let place = Place { file: file.to_owned(), line: found.line };
        uses.extend(shown.into_iter().map(|shown| Use { place: place.clone(), shown }));
    }
    uses
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cell_is_found_where_it_is_quoted_and_else_where_its_table_stands() {
        let text = "# X\n\n{{n a.x.nodes}} and {{percent a.x.nodes a.y.nodes}}.\n\n{{table a}}\n";
        let uses = Uses(of_page(Path::new("book/x.md"), text));
        let lines = |row: &str| -> Vec<usize> {
            uses.of_cell("a", row, "nodes").iter().map(|place| place.line).collect()
        };
        assert_eq!((lines("x"), lines("y"), lines("z")), (vec![3], vec![3], vec![5]));
        assert_eq!(uses.of_result("a")[0].to_string(), "book/x.md:5");
        assert!(uses.of_cell("b", "x", "nodes").is_empty());
    }
}
