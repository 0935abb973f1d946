//! Tables of speed: what a benchmark of the engine's package prints, with where and when it ran.

use super::{Declared, Kind};
use crate::measure::checks::check_rows;
use crate::measure::place::Place;
use crate::measure::provenance;
use crate::measure::reading::Reading;
use anyhow::{Context, Result, bail, ensure};
use literate::results::{Cell, Column, Row};
use serde::Deserialize;
use std::collections::BTreeMap;

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Speed {
    /// The benchmark's name: a file of the engine's `benches`.
    bench: String,
    columns: Vec<Column>,
    /// A processor to build for, as the compiler names it; unless given, what the checkout says.
    target_cpu: Option<String>,
    /// Digits after the point.
    #[serde(default = "two")]
    decimals: u32,
}

fn two() -> u32 {
    2
}

#[derive(Deserialize)]
struct Printed {
    rows: Vec<Row>,
}

impl Declared for Speed {
    fn checked(self) -> Result<Self> {
        ensure!(!self.columns.is_empty(), "there are no columns; list key and label of each");
        check_rows(self.columns.iter().map(|c| (c.key.as_str(), c.label.as_str())))
            .context("columns")?;
        ensure!(self.decimals <= 6, "decimals are {}; choose 0 to 6", self.decimals);
        let plain = |name: &str| {
            let fits = |c: char| c.is_ascii_alphanumeric() || "_-.".contains(c);
            name.starts_with(|c: char| c.is_ascii_alphanumeric()) && name.chars().all(fits)
        };
        if let Some(cpu) = &self.target_cpu {
            ensure!(plain(cpu), "target_cpu `{cpu}` isn't the name of a processor; try x86-64");
        }
        ensure!(
            plain(&self.bench),
            "bench `{}` isn't the name of a benchmark; give one of the engine's benches",
            self.bench
        );
        Ok(self)
    }
}

impl Kind for Speed {
    fn measure(&self, place: &Place) -> Result<Reading> {
        let (output, folder) = place.bench(&self.bench, self.target_cpu.as_deref())?;
        let rows = self.read(&output)?;
        let provenance = Some(provenance::here(&folder, self.target_cpu.as_deref()));
        Ok(Reading { columns: self.columns.clone(), rows, provenance, ..Reading::default() })
    }

    fn varies(&self, _column: &str) -> bool {
        true
    }

    fn is_timed(&self) -> bool {
        true
    }
}

impl Speed {
    fn read(&self, output: &str) -> Result<Vec<Row>> {
        let json = output.find('{').map(|at| &output[at..]).unwrap_or_default();
        let printed: Printed = serde_json::from_str(json.trim_end()).with_context(|| {
            format!("benchmark {} doesn't print `{{\"rows\": …}}` for --json", self.bench)
        })?;
        let mut rows = printed.rows;
        check_rows(rows.iter().map(|row| (row.key.as_str(), row.label.as_str())))
            .with_context(|| format!("benchmark {}", self.bench))?;
        for row in &mut rows {
            let mut cells = BTreeMap::new();
            for Column { key, .. } in &self.columns {
                match row.cells.remove(key) {
                    Some(cell) => cells.insert(key.clone(), self.rounded(cell)),
                    None => bail!("benchmark {}: row `{}` has no `{key}`", self.bench, row.key),
                };
            }
            row.cells = cells;
        }
        Ok(rows)
    }

    fn rounded(&self, cell: Cell) -> Cell {
        let scale = 10_f64.powi(self.decimals.cast_signed());
        match cell {
            Cell::Decimal(number) => Cell::Decimal((number * scale).round() / scale),
            other => other,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn speed() -> Speed {
        toml::from_str("bench = \"magics\"\ncolumns = [{ key = \"ratio\", label = \"Ratio\" }]")
            .unwrap()
    }

    #[test]
    fn cells_are_rounded_and_only_the_declared_ones_kept() {
        let printed = "warm-up\n{\"rows\":[{\"key\":\"rook\",\"label\":\"Rook\",\"cells\":{\"ratio\":4.3256,\"ns\":2}}]}\n";
        let rows = speed().read(printed).unwrap();
        assert_eq!(rows[0].cells, BTreeMap::from([("ratio".to_owned(), Cell::Decimal(4.33))]));
    }

    #[test]
    fn a_missing_column_or_no_json_is_told() {
        let missing = "{\"rows\":[{\"key\":\"rook\",\"label\":\"Rook\",\"cells\":{}}]}";
        let error = speed().read(missing).unwrap_err().to_string();
        assert_eq!(error, "benchmark magics: row `rook` has no `ratio`");
        assert!(speed().read("").is_err());
        assert!(speed().read("{\"rows\":[]}").is_err());
    }
}
