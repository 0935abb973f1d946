//! Experiments: patches in `stages/experiments`, each of which makes another engine of a stage.
//!
//! A patch begins with a description in plain words; from its first file on it's what `git diff` writes.
//! Which stage it belongs to say the tables that name it.

use crate::identity::patched;
use std::path::Path;

/// The folder of the patches, from the repository's root.
pub const FOLDER: &str = "stages/experiments";

/// The file of the experiment `name`, from the root.
pub fn file(name: &str) -> String {
    format!("{FOLDER}/{name}.diff")
}

/// The names of all patches, in order. A folder that isn't there has none.
pub fn names(root: &Path) -> Vec<String> {
    let entries = std::fs::read_dir(root.join(FOLDER)).into_iter().flatten().flatten();
    let name = |entry: std::fs::DirEntry| {
        let name = entry.file_name().to_string_lossy().into_owned();
        name.strip_suffix(".diff").map(str::to_owned)
    };
    let mut names: Vec<String> = entries.filter_map(name).collect();
    names.sort();
    names
}

/// The identity of a stage's engine, changed by the experiment `patch` if there's one. None if there's
/// no such experiment.
pub fn identity(root: &Path, tree: &str, patch: Option<&str>) -> Option<String> {
    let Some(patch) = patch else { return Some(tree.to_owned()) };
    let text = std::fs::read_to_string(root.join(file(patch))).ok()?;
    Some(patched(tree, &text))
}

/// What stands above the patch's first file, and the rest.
pub fn split(patch: &str) -> (&str, &str) {
    let start = patch.find("diff --git ").or_else(|| patch.find("--- ")).unwrap_or(0);
    (patch[..start].trim_end(), &patch[start..])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_description_stands_above_the_first_file() {
        let patch = "Without the check.\n\ndiff --git a/x b/x\n-a\n";
        assert_eq!(split(patch), ("Without the check.", "diff --git a/x b/x\n-a\n"));
        assert_eq!(split("--- a/x\n+++ b/x\n"), ("", "--- a/x\n+++ b/x\n"));
    }
}
