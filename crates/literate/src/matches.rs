//! The recorded matches as the text uses them: lookups, Elo in words, and the summary of a match.
//!
//! What a record is, is the arena's business. A record that isn't of the declared match, or of other
//! engines than the manifest's, is a problem here and never a number on a page.

use crate::fault::Problem;
use crate::html::{MINUS, count, escape, thousands};
use crate::manifest::Manifest;
use crate::source::suggest;
use arena::declare::{self, Match};
use arena::record::{MatchRecord, Summary};
use arena::side::Side;
use arena::tally::Verdict;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// All matches of the book, read when they are asked for.
pub struct Matches {
    root: PathBuf,
    declared: Result<Vec<Match>, Problem>,
    /// Engine trees of the stages, by tag.
    trees: BTreeMap<String, String>,
}

impl Matches {
    /// Without a file of declarations there are no matches.
    pub fn open(root: &Path, manifest: &Manifest) -> Self {
        let declared = match root.join(declare::PATH).exists() {
            true => declare::load(root).map_err(|error| {
                let what = format!("{error:#}").replace('\n', " ");
                Problem::new(what, format!("correct {}", declare::PATH))
            }),
            false => Ok(Vec::new()),
        };
        let trees = manifest.stages.iter().map(|s| (s.tag.clone(), s.tree.clone())).collect();
        Self { root: root.to_owned(), declared, trees }
    }

    /// Whether a match of that id is declared and recorded, in whatever state.
    pub fn has(&self, id: &str) -> bool {
        self.is_declared(id) && self.root.join(MatchRecord::file(id)).exists()
    }

    pub fn is_declared(&self, id: &str) -> bool {
        self.declared.as_ref().is_ok_and(|all| all.iter().any(|one| one.id == id))
    }

    /// The declared matches against players with a public rating, in their order.
    pub fn rated(&self) -> Result<Vec<(String, i32)>, Problem> {
        let all = self.declared.as_ref().map_err(Problem::clone)?;
        Ok(all.iter().filter_map(|one| Some((one.id.clone(), one.rating?))).collect())
    }

    /// The record `id`, if the declared match was played by the engines that the manifest names.
    pub fn get(&self, id: &str) -> Result<MatchRecord, Problem> {
        let all = self.declared.as_ref().map_err(Problem::clone)?;
        let Some(declared) = all.iter().find(|one| one.id == id) else {
            let ids: Vec<&str> = all.iter().map(|one| one.id.as_str()).collect();
            let what = format!("{} declares no match `{id}`", declare::PATH);
            return Err(Problem::new(what, suggest(id, &ids, "declared ids")));
        };
        let remedy = format!("run `cargo xtask match run {id}`");
        let record = match MatchRecord::load(&self.root, id) {
            Ok(Some(record)) => record,
            Ok(None) => return Err(Problem::new(format!("match `{id}` isn't recorded"), remedy)),
            Err(error) => {
                let what = format!("the record can't be used: {error:#}").replace('\n', " ");
                return Err(Problem::new(what, remedy));
            }
        };
        let file = MatchRecord::file(id);
        if record.declared.untitled() != declared.untitled() {
            return Err(Problem::new(format!("{file} is of another declaration"), remedy));
        }
        for (side, identity) in declared.sides().into_iter().zip([&record.first, &record.second]) {
            let Some(tag) = side.stage() else { continue };
            if self.trees.get(tag) != Some(&identity.tree) {
                let what = format!("{file} was played by another engine than {tag}'s");
                return Err(Problem::new(what, remedy));
            }
        }
        // Title and rating may have changed since.
        Ok(MatchRecord { declared: declared.clone(), ..record })
    }
}

/// `{{elo ID}}`.
pub fn inline(record: &MatchRecord, in_formula: bool) -> Result<String, Problem> {
    if in_formula {
        return Err(Problem::new(
            "an Elo figure stands inside a formula",
            "end the formula before it: its interval is text",
        ));
    }
    let declared = &record.declared;
    let title = format!("{}: 95 % interval {}", declared.title, interval(&record.result));
    Ok(format!(
        "<span class=\"cb-number cb-elo\" title=\"{}\">{}</span>",
        escape(&title),
        escape(&text(&record.result))
    ))
}

/// As `+123 ± 20 Elo (400 games)`: the interval and the games are part of the figure.
pub fn text(result: &Summary) -> String {
    format!("{} ({})", elo(result), count(result.games() as usize, "game"))
}

fn elo(result: &Summary) -> String {
    match (result.elo, result.elo_low, result.elo_high) {
        (Some(elo), Some(low), Some(high)) => {
            let (below, above) = (elo - low, high - elo);
            // Far from an even score the interval is lopsided, and one ± would be wrong.
            match (below - above).abs() <= 1.0_f64.max(0.1 * below) {
                true => format!("{} ± {} Elo", whole(elo), above.max(below).round()),
                false => format!("{} Elo, {} to {}", whole(elo), whole(low), whole(high)),
            }
        }
        (_, Some(low), _) => format!("more than {} Elo", whole(low)),
        (_, _, Some(high)) => format!("less than {} Elo", whole(high)),
        _ => "an unbounded Elo".to_owned(),
    }
}

fn interval(result: &Summary) -> String {
    let end = |elo: Option<f64>, missing: &str| elo.map_or_else(|| missing.to_owned(), whole);
    format!("{} to {}", end(result.elo_low, "−∞"), end(result.elo_high, "+∞"))
}

/// Signed, without decimals: more digits than the interval bears out would be noise.
pub fn whole(elo: f64) -> String {
    let rounded = elo.round();
    let sign = match () {
        () if rounded < 0.0 => MINUS.to_string(),
        () if rounded > 0.0 => "+".to_owned(),
        () => String::new(),
    };
    format!("{sign}{}", thousands(rounded.abs() as i64))
}

/// `{{match ID}}`: the figure, without a blank line. `stage` names a stage by its tag.
pub fn html(record: &MatchRecord, stage: impl Fn(&str) -> String) -> String {
    let declared = &record.declared;
    let id = escape(&declared.id);
    let mut out = format!(
        "<figure class=\"cb-match\" id=\"match-{id}\">\n<figcaption \
         class=\"cb-caption\">{}</figcaption>\n<p class=\"cb-result\"><strong>{}</strong> \
         <span>95&#160;% interval {}</span></p>\n{}",
        escape(&declared.title),
        escape(&elo(&record.result)),
        interval(&record.result),
        bar(&record.result, &id),
    );
    out.push_str("<dl class=\"cb-facts\">\n");
    for (term, value) in facts(record, stage) {
        out.push_str(&format!("<div><dt>{term}</dt><dd>{}</dd></div>\n", escape(&value)));
    }
    out.push_str("</dl>\n");
    out.push_str(&again(record));
    out.push_str("</figure>\n");
    out
}

/// Wins, draws and losses as one bar, with their counts in it or beside it.
fn bar(result: &Summary, id: &str) -> String {
    let games = result.games().max(1) as f64;
    let parts = [
        (result.wins, "cb-won", "won", "#0b5cad"),
        (result.draws, "cb-drawn", "drawn", "#a9b6c3"),
        (result.losses, "cb-lost", "lost", "#fff"),
    ];
    let words: Vec<String> =
        parts.iter().map(|(n, _, word, _)| format!("{} {word}", thousands(*n as i64))).collect();
    let words = words.join(", ");
    let mut out = format!(
        "<svg class=\"cb-score\" width=\"100%\" height=\"16\" role=\"img\" \
         aria-labelledby=\"score-{id}\"><title id=\"score-{id}\">{words}</title>"
    );
    let mut x = 0.0;
    for (n, class, _, fill) in parts.iter().filter(|(n, ..)| *n > 0) {
        let share = 100.0 * *n as f64 / games;
        out.push_str(&format!(
            "<rect class=\"{class}\" x=\"{x:.2}%\" y=\"1\" width=\"{share:.2}%\" height=\"14\" \
             fill=\"{fill}\" stroke=\"#5b6672\"/>"
        ));
        x += share;
    }
    out + "</svg>\n"
}

fn facts(record: &MatchRecord, stage: impl Fn(&str) -> String) -> Vec<(&'static str, String)> {
    let (declared, result) = (&record.declared, &record.result);
    let [first, second] = declared.sides().map(|side| player(side, &stage));
    let mut facts = vec![
        ("Players", format!("{first} against {second}")),
        ("Limits", limits(declared)),
        ("Games", format!("{} from {}", games(result), count(result.pairs as usize, "opening"))),
        ("Score", format!("{:.1} %", 100.0 * result.score)),
        ("End of the match", verdict(record)),
    ];
    if !record.incidents.is_empty() {
        let lost = count(record.incidents.len(), "game");
        facts.push(("Failures", format!("{lost} lost by a failure of the program")));
    }
    if let Some(provenance) = &record.provenance {
        facts.push(("Played on", format!("{}, {}", provenance.processor, provenance.date)));
    }
    facts
}

fn games(result: &Summary) -> String {
    let n = |n: u64| thousands(n as i64);
    format!(
        "{}: {} won, {} drawn, {} lost",
        n(result.games()),
        n(result.wins),
        n(result.draws),
        n(result.losses)
    )
}

pub(crate) fn player(side: &Side, stage: &impl Fn(&str) -> String) -> String {
    match side {
        Side::Own { at, settings } => {
            let settings: Vec<String> =
                settings.iter().map(|(name, value)| format!("{name}={value}")).collect();
            match settings.is_empty() {
                true => stage(at),
                false => format!("{} with {}", stage(at), settings.join(", ")),
            }
        }
        Side::Random { .. } => "a random mover".to_owned(),
        Side::Foreign { .. } => side.short(),
    }
}

pub(crate) fn limits(declared: &Match) -> String {
    match declared.limits() {
        Ok([a, b]) if a == b => a.to_string(),
        Ok([a, b]) => format!("{a} against {b}"),
        Err(_) => String::new(),
    }
}

fn verdict(record: &MatchRecord) -> String {
    let test = record.declared.test();
    let [low, high] = record.result.llr_bounds;
    let llr = format!("LLR {:.2} in {low:.2} to {high:.2}", record.result.llr).replace('-', "−");
    let (elo0, elo1) = (whole(test.elo0), whole(test.elo1));
    match record.verdict {
        Verdict::H1 => format!("the test for {elo0} against {elo1} Elo passes ({llr})"),
        Verdict::H0 => format!("the test for {elo0} against {elo1} Elo fails ({llr})"),
        Verdict::Interval => "the interval is narrow enough".to_owned(),
        Verdict::Length => "all games are played".to_owned(),
    }
}

/// How the reader gets the same games.
fn again(record: &MatchRecord) -> String {
    let id = escape(&record.declared.id);
    let (words, command) = match record.is_replayable() {
        true => ("Play the same games", format!("cargo xtask match verify {id}")),
        false => ("Play such games", format!("cargo xtask match run {id} --fresh")),
    };
    format!("<p class=\"cb-command\">{words}: <code class=\"nohighlight\">{command}</code></p>\n")
}

#[cfg(test)]
mod tests;
