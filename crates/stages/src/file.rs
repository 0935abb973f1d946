//! Writes files whole or not at all, so that an interruption leaves no half-written one.

use anyhow::{Context, Result};
use std::fs;
use std::io::Write;
use std::path::Path;
use tempfile::TempDir;

/// How unfinished files are named, so that a later run knows them for litter.
const PREFIX: &str = ".unfinished-";

/// Puts `text` into `path`: at each moment the file is the old one or the new one.
pub fn write(path: &Path, text: &str) -> Result<()> {
    write_bytes(path, text.as_bytes())
}

/// [`write`] for what may be no text.
pub fn write_bytes(path: &Path, bytes: &[u8]) -> Result<()> {
    let folder = path.parent().context("a file has a folder")?;
    let attempt = || -> Result<()> {
        fs::create_dir_all(folder)?;
        let mut builder = tempfile::Builder::new();
        builder.prefix(PREFIX);
        // The default lets only the owner read, which doesn't suit a file of a repository.
        #[cfg(unix)]
        builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
        let mut file = builder.tempfile_in(folder)?;
        file.write_all(bytes)?;
        file.as_file().sync_all()?;
        file.persist(path)?;
        Ok(())
    };
    attempt().with_context(|| format!("{}: can't be written", path.display()))
}

/// A folder in `home` that is removed at the end, or by [`sweep`] if there is no end.
pub fn unfinished_folder(home: &Path) -> Result<TempDir> {
    tempfile::Builder::new()
        .prefix(PREFIX)
        .tempdir_in(home)
        .with_context(|| format!("{}: can't be written to", home.display()))
}

/// Removes what interrupted runs left in the folder.
pub fn sweep(folder: &Path) -> Result<()> {
    let Ok(entries) = fs::read_dir(folder) else { return Ok(()) };
    for entry in entries {
        let entry = entry.with_context(|| format!("{}: can't be listed", folder.display()))?;
        if entry.file_name().to_string_lossy().starts_with(PREFIX) {
            let is_folder = entry.file_type().is_ok_and(|kind| kind.is_dir());
            let remove = if is_folder { fs::remove_dir_all } else { fs::remove_file };
            remove(entry.path())
                .with_context(|| format!("{}: can't be removed", entry.path().display()))?;
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(folder: &Path) -> Vec<String> {
        let entries = fs::read_dir(folder).unwrap();
        entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect()
    }

    #[test]
    fn a_file_is_replaced_whole_and_nothing_is_left_beside_it() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.json");
        write(&path, "old").unwrap();
        write(&path, "new").unwrap();
        assert_eq!(fs::read_to_string(&path).unwrap(), "new");
        assert_eq!(names(folder.path()), ["a.json"]);
    }

    #[test]
    fn a_failed_write_leaves_the_old_file_and_no_litter() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.json");
        // A folder can't be replaced by a file, so the last step fails.
        fs::create_dir(&path).unwrap();
        fs::write(path.join("inside"), "kept").unwrap();
        let error = crate::line::of(&write(&path, "new").unwrap_err());
        assert!(error.contains("a.json: can't be written"), "{error}");
        assert_eq!(names(folder.path()), ["a.json"]);
        assert_eq!(fs::read_to_string(path.join("inside")).unwrap(), "kept");
    }

    #[test]
    fn litter_of_an_interrupted_run_is_swept() {
        let folder = tempfile::tempdir().unwrap();
        fs::write(folder.path().join(".unfinished-Xy12"), "{\"id\"").unwrap();
        fs::create_dir_all(folder.path().join(".unfinished-Ab34/stage-01-x")).unwrap();
        fs::write(folder.path().join("a.json"), "kept").unwrap();
        sweep(folder.path()).unwrap();
        assert_eq!(names(folder.path()), ["a.json"]);
    }
}
