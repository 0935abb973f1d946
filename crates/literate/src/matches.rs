//! The recorded matches as the text uses them: lookups, Elo in words, and the summary of a match.
//!
//! What a record is, is the arena's business. A record that isn't of the declared match, or of other
//! engines than the manifest's, is a problem here and never a number on a page. No Elo stands without
//! the limits it was won under, and a match that its test has ended shows a verdict, never a size.

use crate::fault::Problem;
use crate::html::{MINUS, count, escape, thousands};
use crate::manifest::Manifest;
use crate::source::suggest;
use arena::declare::{self, Declared, Ladder, Match, Tournament};
use arena::limits::{Control, Limits};
use arena::record::{MatchRecord, Summary};
use arena::side::Side;
use arena::tally::Verdict;
use arena::tournament::{self, Pairing, Rating};
use records::experiment;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Mutex;

/// Pairings, the anchor, and the ratings that fit them.
type Fitted = (Vec<Pairing>, String, Vec<Rating>);

/// All matches of the book, read when they are asked for.
pub struct Matches {
    root: PathBuf,
    declared: Result<Declared, Problem>,
    /// Engine trees of the stages, by tag.
    trees: BTreeMap<String, String>,
    /// What was fitted before, since each chapter shows the same games.
    fitted: Mutex<Vec<Fitted>>,
}

impl Matches {
    /// Without a file of declarations there are no matches.
    pub fn open(root: &Path, manifest: &Manifest) -> Self {
        let declared = match root.join(declare::PATH).exists() {
            true => declare::load_all(root).map_err(|error| {
                let what = format!("{error:#}").replace('\n', " ");
                Problem::new(what, format!("correct {}", declare::PATH))
            }),
            false => Ok(Declared::default()),
        };
        let trees = manifest.stages.iter().map(|s| (s.tag.clone(), s.tree.clone())).collect();
        Self { root: root.to_owned(), declared, trees, fitted: Mutex::default() }
    }

    /// Whether a match of that id is declared and recorded, in whatever state.
    pub fn has(&self, id: &str) -> bool {
        let declared = self.declared.as_ref();
        declared.is_ok_and(|all| all.matches.iter().any(|one| one.id == id))
            && self.root.join(MatchRecord::file(id)).exists()
    }

    /// The declared matches against players with a public rating, in their order.
    pub fn rated(&self) -> Result<Vec<(String, i32)>, Problem> {
        let all = &self.declared()?.matches;
        Ok(all.iter().filter_map(|one| Some((one.id.clone(), one.rating?))).collect())
    }

    fn declared(&self) -> Result<&Declared, Problem> {
        self.declared.as_ref().map_err(Problem::clone)
    }

    /// The book's ladder and its tournament.
    pub fn ladder(&self) -> Result<(&Ladder, &Tournament), Problem> {
        let declared = self.declared()?;
        let ladder = declared.ladder.as_ref();
        let both = ladder.and_then(|ladder| {
            let tournament = declared.tournaments.iter().find(|one| one.id == ladder.tournament);
            Some((ladder, tournament?))
        });
        both.ok_or_else(|| {
            let what = format!("{} declares no ladder", declare::PATH);
            Problem::new(what, "declare a `[[tournament]]`, and name it in `[ladder]`")
        })
    }

    /// The results of the match `id` for a rating.
    pub fn pairing(&self, id: &str) -> Result<Pairing, Problem> {
        Pairing::of(&self.get(id)?).map_err(|error| in_two(&format!("{error:#}")))
    }

    /// The ratings of the pairings' players above `anchor`.
    pub fn fit(&self, pairings: &[Pairing], anchor: &str) -> Result<Vec<Rating>, Problem> {
        let mut fitted = self.fitted.lock().expect("fitting doesn't panic");
        if let Some((.., ratings)) = fitted.iter().find(|(p, a, _)| p == pairings && a == anchor) {
            return Ok(ratings.clone());
        }
        let ratings =
            tournament::fit(pairings, anchor).map_err(|error| in_two(&error.to_string()))?;
        fitted.push((pairings.to_vec(), anchor.to_owned(), ratings.clone()));
        Ok(ratings)
    }

    /// The record `id`, if the declared match was played by the engines that the manifest names.
    pub fn get(&self, id: &str) -> Result<MatchRecord, Problem> {
        let all = &self.declared()?.matches;
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
        let other = record.stages().find(|(tag, patch, id)| {
            let tree = self.trees.get(*tag);
            tree.and_then(|tree| experiment::identity(&self.root, tree, *patch)).as_ref()
                != Some(&id.tree)
        });
        if let Some((tag, ..)) = other.filter(|_| declared.outdated.is_none()) {
            let what = format!("{file} was played by another engine than {tag}'s");
            return Err(Problem::new(what, remedy));
        }
        // Title and rating may have changed since.
        Ok(MatchRecord { declared: declared.clone(), ..record })
    }
}

/// A problem of a message that tells its cure after a semicolon.
pub fn in_two(message: &str) -> Problem {
    match message.rsplit_once("; ") {
        Some((what, cure)) => Problem::new(what, cure),
        None => Problem::new(message, format!("correct {}", declare::PATH)),
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
    let title = format!("{}: {}", record.declared.title, terms(record));
    Ok(format!(
        "<span class=\"cb-number cb-elo\" title=\"{}\">{}</span>",
        escape(&title),
        escape(&text(record)?)
    ))
}

/// A figure in a sentence: the limits are part of it where they differ.
fn text(record: &MatchRecord) -> Result<String, Problem> {
    let size = size(record)?;
    Ok(match record.declared.limits() {
        Ok([a, b]) if a == b => size,
        _ => format!("{}, {})", size.trim_end_matches(')'), terms(record)),
    })
}

/// As `+123 ± 20 Elo (400 games)`: the interval and the games are part of the figure.
pub fn size(record: &MatchRecord) -> Result<String, Problem> {
    let (id, result) = (&record.declared.id, &record.result);
    if record.verdict.is_early() {
        let path = declare::PATH;
        return Err(Problem::new(
            format!("match `{id}` was ended by its test, so its Elo is no size"),
            format!("take `sprt` out of its entry in {path}, and run `cargo xtask match run {id}`"),
        ));
    }
    Ok(format!("{} ({})", elo(result), count(result.games() as usize, "game")))
}

/// What the scorecard tells of a match: the size or the verdict, and what each side had for it.
pub fn scored(record: &MatchRecord) -> String {
    let games = count(record.result.games() as usize, "game");
    match record.verdict.is_early() {
        true => format!("{} after {games}, no size; {}", outcome(record), terms(record)),
        false => format!("{} in {games}; {}", elo(&record.result), terms(record)),
    }
}

/// As `depth 4 against depth 3, 1.94 times the nodes`: the limits of both sides, and what the first one
/// spent.
pub fn terms(record: &MatchRecord) -> String {
    let limits = limits(&record.declared);
    match record.result.nodes {
        [0, _] | [_, 0] => limits,
        [first, second] => {
            format!("{limits}, {:.2} times the nodes", first as f64 / second as f64)
        }
    }
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
    let (size, more) = headline(record);
    let mut out = format!(
        "<figure class=\"cb-match\" id=\"match-{id}\">\n<figcaption \
         class=\"cb-caption\">{}</figcaption>\n<p class=\"cb-result\"><strong>{}</strong> \
         <span>{}; {}</span></p>\n{}",
        escape(&declared.title),
        escape(&size),
        escape(&more),
        escape(&terms(record)),
        bar(&record.result, &id),
    );
    if let Some(reason) = &declared.outdated {
        out.push_str(&format!("<p class=\"cb-caption\">{}</p>\n", escape(&earlier(reason))));
    }
    out.push_str("<dl class=\"cb-facts\">\n");
    for (term, value) in facts(record, stage) {
        out.push_str(&format!("<div><dt>{term}</dt><dd>{}</dd></div>\n", escape(&value)));
    }
    out.push_str("</dl>\n");
    out.push_str(&again(record));
    out.push_str("</figure>\n");
    out
}

/// `{{matches ID ID… | TITLE}}`: a row each, without a blank line. What all share is said once.
pub fn table(title: &str, records: &[MatchRecord]) -> Result<String, Problem> {
    let shared = |record: &MatchRecord| {
        let games = count(record.result.games() as usize, "game");
        format!("{}, {games}", limits(&record.declared))
    };
    let common = shared(&records[0]);
    let is_common = records.iter().all(|record| shared(record) == common);
    let title = match is_common {
        true => {
            escape(&format!("{title}: {common}{}", if records.len() > 1 { " each" } else { "" }))
        }
        false => escape(title),
    };
    let mut heads = vec!["Match", "Won", "Drawn", "Lost", "Nodes", "Elo"];
    if !is_common {
        heads.insert(1, "Limits and games");
    }
    let heads: String = heads.iter().map(|head| format!("<th scope=\"col\">{head}</th>")).collect();
    let mut out = format!(
        "<figure class=\"cb-table\">\n<figcaption class=\"cb-caption\">{title}</figcaption>\n\
         <div class=\"cb-scroll\" role=\"region\" aria-label=\"{title}\" tabindex=\"0\"><table>\n\
         <thead><tr>{heads}</tr></thead>\n<tbody>\n"
    );
    for record in records {
        let (declared, result) = (&record.declared, &record.result);
        // Of a match that was ended by its test there's no size.
        size(record)?;
        let (id, name) = (escape(&declared.id), escape(&declared.title));
        let terms = match is_common {
            true => String::new(),
            false => format!("<td>{}</td>", escape(&shared(record))),
        };
        let [won, drawn, lost] =
            [result.wins, result.draws, result.losses].map(|n| thousands(n as i64));
        let nodes = match result.nodes {
            [0, _] | [_, 0] => String::new(),
            [first, second] => format!("× {:.2}", first as f64 / second as f64),
        };
        out.push_str(&format!("<tr id=\"match-{id}\"><th scope=\"row\">{name}</th>{terms}"));
        let elo = elo(result);
        for number in [&won, &drawn, &lost, &nodes, elo.trim_end_matches(" Elo")] {
            out.push_str(&format!("<td class=\"cb-num\">{}</td>", escape(number)));
        }
        out.push_str("</tr>\n");
    }
    let ids = records.iter().map(|record| code(&record.declared.id));
    let ids = ids.collect::<Vec<_>>().join(", ");
    let (words, verb) = match records.iter().all(MatchRecord::is_replayable) {
        true => ("Play the same games", "verify"),
        false => ("Play such games", "run"),
    };
    let command = code(&format!("cargo xtask match {verb} ID"));
    out.push_str(&format!(
        "</tbody>\n</table></div>\n<p class=\"cb-command\">{words}: {command}, with the ID {ids}</p>\n\
         </figure>\n"
    ));
    Ok(out)
}

/// What is said of games by the clock that an earlier build played.
pub fn earlier(reason: &str) -> String {
    format!("Played by an earlier build of the stage: {reason}.")
}

/// The size with its interval; of a match that was ended by its test the verdict.
fn headline(record: &MatchRecord) -> (String, String) {
    let result = &record.result;
    if record.verdict.is_early() {
        let games = count(result.games() as usize, "game");
        return (outcome(record).to_owned(), format!("ended early, after {games}: no size"));
    }
    match (result.elo, result.elo_low, result.elo_high) {
        (Some(elo), Some(low), Some(high)) => {
            let interval = format!("95\u{a0}% interval {} to {}", whole(low), whole(high));
            (format!("{} Elo", whole(elo)), interval)
        }
        _ => (elo(result), "95\u{a0}% bound".to_owned()),
    }
}

fn outcome(record: &MatchRecord) -> &'static str {
    match record.verdict {
        Verdict::H1 => "test passed",
        _ => "test failed",
    }
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
        ("Games", format!("{} from {}", games(result), count(result.pairs as usize, "opening"))),
        ("End of the match", verdict(record)),
    ];
    if !record.verdict.is_early() {
        facts.insert(2, ("Score", format!("{:.1} %", 100.0 * result.score)));
    }
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
        Side::Own { at, patch, settings } => {
            let patch = patch.iter().map(|patch| format!("the patch {patch}"));
            let set = settings.iter().map(|(name, value)| format!("{name}={value}"));
            let settings: Vec<String> = patch.chain(set).collect();
            match settings.is_empty() {
                true => stage(at),
                false => format!("{} with {}", stage(at), settings.join(", ")),
            }
        }
        Side::Random { .. } => "a random mover".to_owned(),
        Side::Foreign { .. } => side.short(),
    }
}

/// The limits of both sides, once where they are equal.
fn limits(declared: &Match) -> String {
    match declared.limits() {
        Ok([a, b]) if a == b => limit(a),
        Ok([a, b]) => format!("{} against {}", limit(a), limit(b)),
        Err(_) => String::new(),
    }
}

/// One side's limits in words.
pub fn limit(limits: Limits) -> String {
    match limits {
        Limits::Depth(depth) => format!("depth {depth}"),
        Limits::Nodes(nodes) => format!("{} nodes a move", thousands(nodes as i64)),
        Limits::Clock(control) => clock(control, |ms| format!("{}\u{a0}s", ms as f64 / 1000.0)),
        Limits::NodeClock(control) => {
            format!("a clock of {}", clock(control, |n| format!("{} nodes", thousands(n as i64))))
        }
    }
}

/// A clock in words, its amounts written by `amount`.
fn clock(control: Control, amount: impl Fn(u64) -> String) -> String {
    let base = amount(control.base);
    let base = match control.moves {
        0 => base,
        moves => format!("{moves} moves in {base}"),
    };
    match control.increment {
        0 => base,
        increment => format!("{base} + {} a move", amount(increment)),
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

fn code(text: &str) -> String {
    format!("<code class=\"nohighlight\">{}</code>", escape(text))
}

/// How the reader gets the same games.
fn again(record: &MatchRecord) -> String {
    let id = &record.declared.id;
    let (words, command) = match record.is_replayable() {
        true => ("Play the same games", format!("cargo xtask match verify {id}")),
        false => ("Play such games", format!("cargo xtask match run {id} --fresh")),
    };
    format!("<p class=\"cb-command\">{words}: {}</p>\n", code(&command))
}

#[cfg(test)]
pub(crate) mod tests;
