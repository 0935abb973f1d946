//! Tables of sizes in bytes, as the engine's `sizes` command gives them.

use super::{Declared, Kind};
use crate::measure::checks::check_rows;
use crate::measure::place::Place;
use crate::measure::reading::Reading;
use anyhow::{Context, Result};
use literate::results::{Cell, Column, Row};
use serde::Deserialize;
use std::collections::BTreeMap;

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Sizes {
    row: Vec<Item>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Item {
    key: String,
    label: String,
    /// The name that the engine gives it, where that isn't the key.
    name: Option<String>,
}

impl Declared for Sizes {
    fn checked(self) -> Result<Self> {
        check_rows(self.row.iter().map(|row| (row.key.as_str(), row.label.as_str())))?;
        Ok(self)
    }
}

impl Kind for Sizes {
    fn measure(&self, place: &Place) -> Result<Reading> {
        let output = place.ask(&["sizes", "--json"])?;
        self.read(&output)
    }
}

impl Sizes {
    fn read(&self, output: &str) -> Result<Reading> {
        let sizes: BTreeMap<String, i64> = serde_json::from_str(output)
            .context("`cb2026 sizes --json` doesn't print an object of names and bytes")?;
        let rows = self.row.iter().map(|item| {
            let name = item.name.as_ref().unwrap_or(&item.key);
            let bytes = sizes.get(name).with_context(|| {
                let known = sizes.keys().map(String::as_str).collect::<Vec<_>>().join(", ");
                format!("row `{}`: the engine knows no size `{name}`; it has {known}", item.key)
            })?;
            let cells = BTreeMap::from([("bytes".to_owned(), Cell::Whole(*bytes))]);
            Ok(Row { key: item.key.clone(), label: item.label.clone(), cells })
        });
        let columns = vec![Column { key: "bytes".to_owned(), label: "Bytes".to_owned() }];
        Ok(Reading { columns, rows: rows.collect::<Result<_>>()?, ..Reading::default() })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_pick_names_and_an_unknown_name_is_told() {
        let text = "[[row]]\nkey = \"pos\"\nlabel = \"A position\"\nname = \"Position\"\n";
        let sizes: Sizes = toml::from_str(text).unwrap();
        let reading = sizes.read("{\"Position\":152,\"Square\":1}").unwrap();
        assert_eq!(reading.rows[0].cells["bytes"], Cell::Whole(152));
        let error = sizes.read("{\"Square\":1}").unwrap_err().to_string();
        assert_eq!(error, "row `pos`: the engine knows no size `Position`; it has Square");
        assert!(sizes.read("152 bytes").is_err());
    }
}
