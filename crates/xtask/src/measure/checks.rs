//! Checks of what kinds of tables have in common: rows, depths, settings.

use anyhow::{Result, ensure};
use regex::Regex;
use std::collections::HashSet;

pub fn is_kebab(text: &str) -> bool {
    Regex::new("^[a-z][a-z0-9]*(-[a-z0-9]+)*$").is_ok_and(|shape| shape.is_match(text))
}

/// Whether the text can be a row's or a column's key: a number key is `ID.ROW.COLUMN`.
pub fn is_key(text: &str) -> bool {
    Regex::new("^[a-z0-9]+([-_][a-z0-9]+)*$").is_ok_and(|shape| shape.is_match(text))
}

/// Refuses rows that are doubled, unnamed, or not there at all.
pub fn check_rows<'a>(rows: impl IntoIterator<Item = (&'a str, &'a str)>) -> Result<()> {
    let mut known = HashSet::new();
    for (key, label) in rows {
        ensure!(is_key(key), "row key `{key}` isn't in kebab-case; write it like `start`");
        ensure!(!label.trim().is_empty(), "row `{key}` has an empty label; name it");
        ensure!(known.insert(key), "row `{key}` stands twice; rename one of them");
    }
    ensure!(!known.is_empty(), "there are no rows; add `[[table.row]]`");
    Ok(())
}

/// Refuses depths that are missing, out of order, or beyond what a table can wait for.
pub fn check_depths(depths: &[u32]) -> Result<()> {
    let cure = "list them like `depths = [1, 2, 3]`";
    ensure!(!depths.is_empty(), "there are no depths; {cure}");
    ensure!(depths.is_sorted_by(|a, b| a < b), "depths don't rise from one to the next; {cure}");
    ensure!(depths.iter().all(|depth| (1..=99).contains(depth)), "a depth isn't 1 to 99; {cure}");
    Ok(())
}

/// Refuses settings without a value.
pub fn check_settings<'a>(settings: impl IntoIterator<Item = &'a String>) -> Result<()> {
    for setting in settings {
        let complete = setting.split_once('=').is_some_and(|(n, v)| !n.is_empty() && !v.is_empty());
        ensure!(complete, "setting `{setting}` has no value; write it as `name=value`");
    }
    Ok(())
}
