//! The recorded results as the text uses them: lookups, what may be quoted, and how it's written.
//!
//! It reads `stages/results/` and the declarations, and keeps account of the cells that were quoted. It
//! measures nothing.

use crate::directive::Key;
use crate::fault::{Fault, Problem};
use crate::html::{MINUS, escape, thousands};
use crate::manifest::{Manifest, Stage};
use crate::results::{Cell, Measured};
use crate::source::suggest;
use crate::tree::Node;
use records::declared::{Entry, MAIN, PATH, parse};
use records::identity::{of_all, patched};
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};

/// All results of the book, read when they are asked for.
pub struct Results {
    root: PathBuf,
    declared: Result<Vec<Entry>, Fault>,
    stages: Vec<Stage>,
    loaded: Mutex<BTreeMap<String, Result<Arc<Measured>, Problem>>>,
    used: Mutex<BTreeSet<Key>>,
}

/// A cell with what its rendering needs.
struct Quoted {
    cell: Cell,
    decimals: usize,
    /// What it is, in words.
    title: String,
}

impl Results {
    pub fn open(root: &Path, manifest: &Manifest) -> Self {
        Self {
            root: root.to_owned(),
            declared: load(root),
            stages: manifest.stages.clone(),
            loaded: Mutex::default(),
            used: Mutex::default(),
        }
    }

    /// The result `id`, if it was measured on the stage that the manifest names.
    pub fn get(&self, id: &str) -> Result<Arc<Measured>, Problem> {
        let mut loaded = self.loaded.lock().expect("loading doesn't panic");
        loaded.entry(id.to_owned()).or_insert_with(|| self.load(id).map(Arc::new)).clone()
    }

    fn load(&self, id: &str) -> Result<Measured, Problem> {
        // Faulty declarations are a fault of their own, and hide what depends on them.
        let declared = self.declared.as_deref().map_err(|_| {
            Problem::new(format!("{PATH} can't be read, so `{id}` can't, too"), "correct the file")
        })?;
        let remedy = format!("run `cargo xtask measure --only {id}`");
        let Some(entry) = declared.iter().find(|entry| entry.id == id) else {
            let ids: Vec<&str> = declared.iter().map(|entry| entry.id.as_str()).collect();
            let what = format!("{PATH} declares no table or session `{id}`");
            return Err(Problem::new(what, suggest(id, &ids, "declared ids")));
        };
        let measured = match Measured::load(&self.root, entry) {
            Ok(Some(measured)) => measured,
            Ok(None) => {
                return Err(Problem::new(format!("`{id}` was never measured"), remedy));
            }
            Err(error) => {
                let what = format!("the result can't be used: {error:#}").replace('\n', " ");
                return Err(Problem::new(what, remedy));
            }
        };
        match self.stale(entry, &measured) {
            Some(why) => Err(Problem::new(format!("{} {why}", Measured::file(id)), remedy)),
            None => Ok(measured),
        }
    }

    /// Why a result doesn't belong to its declaration, if so.
    fn stale(&self, entry: &Entry, measured: &Measured) -> Option<String> {
        let stage = entry.stage.as_str();
        let known = self.stages.iter().find(|known| known.tag == stage);
        if known.is_none() && stage != MAIN {
            return Some(format!("is of an unknown stage `{stage}`"));
        }
        if measured.declared != entry.digest() {
            return Some(format!("was measured for another declaration than {PATH} has"));
        }
        // What main gives is compared by `measure --check`, which runs it.
        let known = known?;
        let upto = self.stages.iter().take_while(|stage| stage.number <= known.number);
        let engine = match &entry.patch {
            None if entry.is_of_all_stages() => of_all(upto.map(|stage| stage.tree.as_str())),
            None => known.tree.clone(),
            Some(name) => patched(&known.tree, &self.patch(name).ok()?),
        };
        (engine != measured.engine)
            .then(|| format!("was measured on another engine than {stage}'s"))
    }

    /// The text of an experiment's patch.
    pub fn patch(&self, name: &str) -> Result<String, Problem> {
        let file = records::experiment::file(name);
        std::fs::read_to_string(self.root.join(&file)).map_err(|error| {
            let known = records::experiment::names(&self.root);
            let known: Vec<&str> = known.iter().map(String::as_str).collect();
            Problem::new(format!("{file}: {error}"), suggest(name, &known, "experiments"))
        })
    }

    /// Whether a result of that id is declared and measured, in whatever state.
    pub fn has(&self, id: &str) -> bool {
        let declared = self.declared.as_deref().unwrap_or_default();
        declared.iter().any(|entry| entry.id == id) && self.root.join(Measured::file(id)).exists()
    }

    /// A traced search as its tree.
    pub fn tree(&self, measured: &Measured) -> Result<Node, Problem> {
        Node::from_lines(&measured.tree).map_err(|error| {
            let what = format!("{} can't be used: {error:#}", Measured::file(&measured.id));
            Problem::new(what, format!("run `cargo xtask measure --fresh --only {}`", measured.id))
        })
    }

    /// The nodes of the largest tree that was traced from the same position as `id`. A tree that can't
    /// be used is a fault where it's shown, and not here.
    pub fn largest_tree(&self, id: &str) -> usize {
        let declared = self.declared.as_deref().unwrap_or_default();
        let position = declared.iter().find(|entry| entry.id == id).and_then(Entry::traced);
        let same = declared.iter().filter(|e| position.is_some() && e.traced() == position);
        let trees = same.filter_map(|entry| {
            let measured = self.get(&entry.id).ok()?;
            self.tree(&measured).ok()
        });
        trees.map(|tree| tree.nodes).max().unwrap_or(0)
    }

    /// `{{n KEY}}`.
    pub fn number(&self, key: &Key, in_formula: bool) -> Result<String, Problem> {
        let quoted = self.quote(key)?;
        let text = written(&quoted.cell, quoted.decimals);
        Ok(as_html(&text, Some(&quoted.cell), &quoted.title, in_formula))
    }

    /// `{{diff A B}}`: B − A.
    pub fn difference(&self, a: &Key, b: &Key, in_formula: bool) -> Result<String, Problem> {
        let (left, right) = (self.quote(a)?, self.quote(b)?);
        let text = match (&left.cell, &right.cell) {
            (Cell::Whole(x), Cell::Whole(y)) => signed(&thousands(y - x)),
            (x, y) => {
                let decimals = left.decimals.max(right.decimals);
                signed(&decimal(value(y, b)? - value(x, a)?, decimals))
            }
        };
        Ok(as_html(&text, None, &format!("{b} less {a}"), in_formula))
    }

    /// `{{percent A B}}`: (B − A) / A.
    pub fn percent(&self, a: &Key, b: &Key, in_formula: bool) -> Result<String, Problem> {
        let (x, y) = (self.divisor(a)?, value(&self.quote(b)?.cell, b)?);
        let text = format!("{}\u{a0}%", signed(&decimal((y - x) / x * 100.0, 1)));
        Ok(as_html(&text, None, &format!("{b} against {a}"), in_formula))
    }

    /// `{{ratio A B}}`: A / B.
    pub fn ratio(&self, a: &Key, b: &Key, in_formula: bool) -> Result<String, Problem> {
        let (y, x) = (self.divisor(b)?, value(&self.quote(a)?.cell, a)?);
        Ok(as_html(&decimal(x / y, 1), None, &format!("{a} divided by {b}"), in_formula))
    }

    fn divisor(&self, key: &Key) -> Result<f64, Problem> {
        match value(&self.quote(key)?.cell, key)? {
            0.0 => Err(Problem::new(format!("`{key}` is zero, and can't divide"), "quote the two")),
            other => Ok(other),
        }
    }

    /// Looks a cell up, and notes that the text used it.
    fn quote(&self, key: &Key) -> Result<Quoted, Problem> {
        let measured = self.get(&key.id)?;
        let row = measured.rows.iter().find(|row| row.key == key.row).ok_or_else(|| {
            let keys: Vec<&str> = measured.rows.iter().map(|row| row.key.as_str()).collect();
            let what = format!("the table `{}` has no row `{}`", key.id, key.row);
            Problem::new(what, suggest(&key.row, &keys, "rows"))
        })?;
        let cell = row.cells.get(&key.column).ok_or_else(|| {
            let keys: Vec<&str> = row.cells.keys().map(String::as_str).collect();
            let what = format!("row `{}` of `{}` has no column `{}`", key.row, key.id, key.column);
            Problem::new(what, suggest(&key.column, &keys, "columns"))
        })?;
        self.check_quotable(key)?;
        self.used.lock().expect("counting doesn't panic").insert(key.clone());
        let column = measured.columns.iter().find(|column| column.key == key.column);
        let label = column.map_or(key.column.as_str(), |column| column.label.as_str());
        Ok(Quoted {
            cell: cell.clone(),
            decimals: decimals(&measured, &key.column),
            title: format!("{}: {}, {label}", measured.title, row.label),
        })
    }

    fn check_quotable(&self, key: &Key) -> Result<(), Problem> {
        let cell = format!("{}.{}", key.row, key.column);
        let declared = self.declared.as_deref().unwrap_or_default();
        let entry = declared.iter().find(|entry| entry.id == key.id);
        match entry.is_some_and(|entry| entry.quote.iter().any(|(known, _)| *known == cell)) {
            true => Ok(()),
            false => Err(Problem::new(
                format!("`{key}` isn't marked as quoted"),
                format!("add `{cell}` to `quote` of `{}` in {}", key.id, PATH),
            )),
        }
    }

    /// Forgets which cells were used, before the book is read anew.
    pub fn start_count(&self) {
        self.used.lock().expect("counting doesn't panic").clear();
    }

    /// Faults of the declarations as a whole: cells marked as quoted that no text used.
    pub fn unused(&self) -> Vec<Fault> {
        let declared = match &self.declared {
            Ok(declared) => declared,
            Err(fault) => return vec![fault.clone()],
        };
        let used = self.used.lock().expect("counting doesn't panic");
        let is_used = |id: &str, cell: &str| {
            used.iter().any(|key| key.id == id && format!("{}.{}", key.row, key.column) == cell)
        };
        let mut faults = Vec::new();
        for entry in declared {
            for (cell, line) in &entry.quote {
                if !is_used(&entry.id, cell) {
                    let what = format!("no text quotes `{}.{cell}`", entry.id);
                    let cure = "quote it in a chapter, or take it off the list";
                    faults.push(Fault::new(PATH, *line, what, cure));
                }
            }
        }
        faults
    }
}

/// All declarations. A missing file declares nothing.
fn load(root: &Path) -> Result<Vec<Entry>, Fault> {
    match std::fs::read_to_string(root.join(PATH)) {
        Ok(text) => parse(&text)
            .map_err(|mistake| Fault::new(PATH, mistake.line, mistake.what, "correct the entry")),
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => Ok(Vec::new()),
        Err(error) => Err(Fault::new(PATH, 0, format!("can't be read: {error}"), "restore it")),
    }
}

fn value(cell: &Cell, key: &Key) -> Result<f64, Problem> {
    match cell {
        // Counts stay far below 2^53, where this would lose digits.
        Cell::Whole(n) => Ok(*n as f64),
        Cell::Decimal(x) => Ok(*x),
        Cell::Text(text) => Err(Problem::new(
            format!("`{key}` is the text `{text}`, not a number"),
            "quote it with `{{n …}}`",
        )),
    }
}

/// Digits after the point that the column `key` is printed with.
pub fn decimals(measured: &Measured, key: &str) -> usize {
    let digits = |cell: &Cell| match cell {
        Cell::Decimal(x) => format!("{x}").split_once('.').map_or(0, |(_, digits)| digits.len()),
        _ => 0,
    };
    measured.rows.iter().filter_map(|row| row.cells.get(key)).map(digits).max().unwrap_or(0)
}

/// A cell as it stands in text and tables.
pub fn written(cell: &Cell, decimals: usize) -> String {
    match cell {
        Cell::Whole(n) => thousands(*n),
        Cell::Decimal(x) => decimal(*x, decimals),
        Cell::Text(text) => text.clone(),
    }
}

fn decimal(x: f64, decimals: usize) -> String {
    let digits = format!("{:.decimals$}", x.abs());
    let (whole, fraction) = digits.split_once('.').unwrap_or((&digits, ""));
    let whole = whole.parse().map_or_else(|_| whole.to_owned(), thousands);
    // What rounds to zero has no sign.
    let negative = x < 0.0 && digits.chars().any(|c| !matches!(c, '0' | '.'));
    let sign = if negative { MINUS.to_string() } else { String::new() };
    match fraction {
        "" => format!("{sign}{whole}"),
        _ => format!("{sign}{whole}.{fraction}"),
    }
}

fn signed(number: &str) -> String {
    let zero = number.chars().all(|c| matches!(c, '0' | '.'));
    match number.starts_with(MINUS) || zero {
        true => number.to_owned(),
        false => format!("+{number}"),
    }
}

fn as_html(text: &str, cell: Option<&Cell>, title: &str, in_formula: bool) -> String {
    if in_formula {
        // TeX sets a bare comma as punctuation, with a space behind it.
        return text.replace(',', "{,}").replace(MINUS, "-").replace("\u{a0}%", "\\,\\%");
    }
    let value = match cell {
        Some(Cell::Whole(n)) => n.to_string(),
        Some(Cell::Decimal(x)) => x.to_string(),
        _ => {
            return format!(
                "<span class=\"cb-number\" title=\"{}\">{}</span>",
                escape(title),
                escape(text)
            );
        }
    };
    let title = escape(title);
    format!("<data class=\"cb-number\" value=\"{value}\" title=\"{title}\">{text}</data>")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_written_alike_everywhere() {
        assert_eq!(written(&Cell::Decimal(12345.5), 2), "12,345.50");
        assert_eq!(written(&Cell::Decimal(-0.004), 2), "0.00");
        assert_eq!(written(&Cell::Decimal(-3.25), 1), "−3.2");
        assert_eq!(signed(&decimal(3.0, 1)), "+3.0");
        assert_eq!(signed("0.0"), "0.0");
    }

    #[test]
    fn formulas_get_tex() {
        assert_eq!(as_html("−1,234\u{a0}%", None, "", true), "-1{,}234\\,\\%");
    }
}
