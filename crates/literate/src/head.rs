//! What stands between a stage chapter's title and its text: the header line and the scorecard.

use crate::census::Census;
use crate::fault::Problem;
use crate::html::{escape, thousands};
use crate::listing::file_link;
use crate::manifest::Stage;
use crate::site::Site;
use crate::version::Version;

/// Files named in the header line; a stage's other files are counted.
const NAMED: usize = 4;

/// The HTML of both, without a blank line inside either.
pub fn html(
    site: &Site,
    stage: &Stage,
    version: &Version,
    files: &[&str],
) -> Result<String, Problem> {
    let census = Census::take(&site.repo, &version.commit, version.previous.as_deref())
        .map_err(|error| site.unreadable(&error))?;
    let header = header(site, stage, version, files);
    Ok(format!("\n\n{header}\n\n{}\n\n", scorecard(stage, &census)))
}

fn header(site: &Site, stage: &Stage, version: &Version, files: &[&str]) -> String {
    let mut out = format!(
        "<p class=\"cb-header\">Stage {} · tag <span class=\"cb-tag\">{}</span>",
        stage.number,
        escape(&stage.tag)
    );
    let links: Vec<String> = files
        .iter()
        .take(NAMED)
        .map(|path| file_link(site.address(), &version.commit, path, None))
        .collect();
    if !links.is_empty() {
        out.push_str(&format!(" · code in {}", links.join(", ")));
    }
    if files.len() > NAMED {
        out.push_str(&format!(" and {} more", files.len() - NAMED));
    }
    out.push_str("</p>");
    out
}

/// A list of terms, so that further measures are further pairs.
fn scorecard(stage: &Stage, census: &Census) -> String {
    let lines = |n: usize| thousands(n as i64);
    let mut pairs = vec![("Lines of code added", lines(census.added))];
    if stage.number > 1 {
        pairs.push(("Lines of code removed", lines(census.removed)));
    }
    pairs.push(("Lines of code in all", lines(census.code)));
    let command =
        format!("<code class=\"nohighlight\">scripts/stages checkout {}</code>", stage.number);
    pairs.push(("Check it out", command));
    let pairs: Vec<String> = pairs
        .iter()
        .map(|(term, value)| format!("<div><dt>{term}</dt><dd>{value}</dd></div>"))
        .collect();
    format!("<dl class=\"cb-scorecard\">\n{}\n</dl>", pairs.join("\n"))
}

/// `{{stages}}`: all stages with their chapters.
pub fn stages(site: &Site) -> String {
    let mut out = String::from(
        "<figure class=\"cb-table cb-stages\">\n<div class=\"cb-scroll\" role=\"region\" \
         aria-label=\"Stages\" tabindex=\"0\"><table>\n<thead><tr><th scope=\"col\" \
         class=\"cb-num\">Stage</th><th scope=\"col\">Title</th><th scope=\"col\">Tag</th>\
         <th scope=\"col\">Milestone</th></tr></thead>\n<tbody>\n",
    );
    for stage in &site.manifest.stages {
        out.push_str(&format!(
            "<tr><td class=\"cb-num\">{}</td><th scope=\"row\"><a href=\"{}\">{}</a></th><td \
             class=\"cb-text\">{}</td><td class=\"cb-text\">{}</td></tr>\n",
            stage.number,
            escape(&stage.chapter),
            escape(&stage.title),
            escape(&stage.tag),
            escape(&stage.milestone),
        ));
    }
    out.push_str("</tbody>\n</table></div>\n</figure>\n");
    out
}
