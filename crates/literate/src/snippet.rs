//! `{{code FILE ANCHOR}}`: a region of a file at a stage.
//!
//! It finds the file and the region, and says what is shown, for the coverage of the chapter.

use crate::directive::CodeArguments;
use crate::fault::Problem;
use crate::listing::Listing;
use crate::site::Site;
use crate::source::suggest;
use crate::version::Version;
use std::ops::Range;

/// A rendered snippet, and what of the history it shows.
#[derive(Debug)]
pub struct Snippet {
    pub html: String,
    pub commit: String,
    pub path: String,
    /// Indices of lines, anchors not counted.
    pub lines: Range<usize>,
}

/// Folders whose files are named from the repository's root.
const FROM_ROOT: [&str; 3] = ["crates/", "stages/", "scripts/"];
const SOURCES: &str = "crates/engine/src";

/// `None` where the stage's commit isn't here, which is reported as the manifest's fault.
pub fn render(
    site: &Site,
    home: &Version,
    arguments: &CodeArguments,
) -> Result<Option<Snippet>, Problem> {
    let version = match &arguments.stage {
        Some(name) => site.version(name)?,
        None => home.clone(),
    };
    if site.lacks(&version) {
        return Ok(None);
    }
    let path = full_path(&arguments.file);
    let file = site.file(&version, &path)?.ok_or_else(|| missing(site, &version, &path))?;
    let lines = file.source.region(&arguments.anchor).map_err(|problem| {
        let what = format!("{path} at {}: {}", version.label, problem.what);
        Problem::new(what, problem.cure)
    })?;
    let listing = Listing {
        file: &file,
        path: &path,
        version: &version,
        range: lines.clone(),
        deleted: arguments.deleted,
        site: site.address(),
    };
    let html = listing.figure();
    Ok(Some(Snippet { html, commit: version.commit.clone(), path, lines }))
}

fn full_path(file: &str) -> String {
    match FROM_ROOT.iter().any(|folder| file.starts_with(folder)) {
        true => file.to_owned(),
        false => format!("{SOURCES}/{file}"),
    }
}

fn missing(site: &Site, version: &Version, path: &str) -> Problem {
    let names = site.files_beside(version, path);
    // Names are compared without their folder, which would make all of them alike.
    let folder = path.rsplit_once('/').map_or(0, |(folder, _)| folder.len() + 1);
    let names: Vec<&str> = names.iter().filter_map(|name| name.get(folder..)).collect();
    let what = format!("there's no file {path} at {}", version.label);
    Problem::new(what, suggest(&path[folder..], &names, "files there"))
}
