//! What stands between a stage chapter's title and its text: the header line and the scorecard.

use crate::census::Census;
use crate::fault::Problem;
use crate::html::{escape, thousands};
use crate::listing::file_link;
use crate::manifest::Stage;
use crate::results::{Cell, Measured};
use crate::site::Site;
use crate::version::Version;
use crate::{ladder, matches};
use std::collections::BTreeMap;

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
    let gains = gains(site, stage)?;
    Ok(format!("\n\n{header}\n\n{}\n\n", scorecard(stage, &census, gains)))
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
fn scorecard(stage: &Stage, census: &Census, gains: Vec<Pair>) -> String {
    let lines = |n: usize| thousands(n as i64);
    let mut pairs = vec![("Lines of code added", lines(census.added))];
    if stage.number > 1 {
        pairs.push(("Lines of code removed", lines(census.removed)));
    }
    pairs.push(("Lines of code in all", lines(census.code)));
    let command =
        format!("<code class=\"nohighlight\">scripts/stages checkout {}</code>", stage.number);
    let mut pairs: Vec<Pair> = pairs.into_iter().map(|(term, n)| (term.to_owned(), n)).collect();
    pairs.extend(gains);
    pairs.push(("Check it out".to_owned(), command));
    let pairs: Vec<String> = pairs
        .iter()
        .map(|(term, value)| format!("<div><dt>{term}</dt><dd>{value}</dd></div>"))
        .collect();
    format!("<dl class=\"cb-scorecard\">\n{}\n</dl>", pairs.join("\n"))
}

/// A term of the scorecard, and what stands below it.
type Pair = (String, String);

/// What the stage won over the one before, as far as it's recorded.
fn gains(site: &Site, stage: &Stage) -> Result<Vec<Pair>, Problem> {
    let mut pairs = Vec::new();
    let Some(before) = site.manifest.previous(stage) else { return Ok(pairs) };
    if let Some(id) = ladder::match_id(site, stage, before) {
        let text = matches::scored(&site.matches.get(&id)?);
        pairs.push((format!("Against stage {}", before.number), escape(&text)));
    }
    let six = |stage: &Stage| format!("six-{:02}", stage.number);
    if site.results.has(&six(before)) && site.results.has(&six(stage)) {
        let (old, new) =
            (totals(&*site.results.get(&six(before))?), totals(&*site.results.get(&six(stage))?));
        // The deepest search that both were measured at.
        if let Some((depth, new, old)) =
            new.iter().rev().find_map(|(depth, n)| Some((depth, *n, *old.get(depth)?)))
        {
            let term = format!("Nodes, six positions, depth {depth}");
            pairs.push((term, format!("{} → {}", thousands(old), thousands(new))));
        }
    }
    Ok(pairs)
}

/// Nodes by depth of a bench whose rows or columns are depths.
fn totals(measured: &Measured) -> BTreeMap<u32, i64> {
    let depth = |key: &str| key.strip_prefix('d')?.parse().ok();
    let whole = |cell: &Cell| match cell {
        Cell::Whole(n) => Some(*n),
        _ => None,
    };
    let by_row = measured
        .rows
        .iter()
        .filter_map(|row| Some((depth(&row.key)?, whole(row.cells.get("nodes")?)?)));
    // The whole search stands last: after the single positions, or after what is switched off.
    let last = measured.rows.last().into_iter().flat_map(|row| &row.cells);
    let by_column = last.filter_map(|(key, cell)| Some((depth(key)?, whole(cell)?)));
    by_row.chain(by_column).collect()
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
