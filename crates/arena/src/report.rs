//! What a person reads of a match: its figures as lines of text.

use crate::contest::Match;
use crate::record::MatchRecord;
use crate::result::Summary;
use crate::result::Verdict;

/// The record, a line a fact.
pub fn lines(record: &MatchRecord) -> Vec<String> {
    let declared = &record.declared;
    let mut lines = vec![
        format!("{}: {}", declared.id, declared.title),
        players(declared),
        format!("{}: {}", verdict(record.verdict), length(&record.result)),
    ];
    lines.extend(figures(&record.result));
    lines.extend(incidents(record));
    match &record.provenance {
        Some(provenance) => lines.push(format!(
            "played on time on {} on {}, {} games at a time, {}; can't be played again move for move",
            provenance.date, provenance.processor, provenance.concurrency, provenance.settings
        )),
        None => lines.push(format!("moves {:.16}", record.digest)),
    }
    lines
}

/// A match that isn't recorded, a line a fact.
pub fn trial(record: &MatchRecord) -> Vec<String> {
    let mut lines = vec![format!("{}: {}", verdict(record.verdict), length(&record.result))];
    lines.extend(figures(&record.result));
    lines.extend(incidents(record));
    lines
}

fn incidents(record: &MatchRecord) -> impl Iterator<Item = String> {
    record.incidents.iter().map(|incident| {
        format!(
            "pair {}, game {}: the {} player lost by {}",
            incident.pair,
            incident.game,
            incident.loser,
            incident.reason.words()
        )
    })
}

/// Who plays whom, and how long they think.
pub fn players(declared: &Match) -> String {
    let [first, second] = declared.sides().map(|side| side.short());
    match declared.limits() {
        Ok([a, b]) if a == b => format!("{first} against {second}, {a}"),
        Ok([a, b]) => format!("{first} ({a}) against {second} ({b})"),
        Err(_) => format!("{first} against {second}"),
    }
}

pub fn verdict(verdict: Verdict) -> &'static str {
    match verdict {
        Verdict::H0 => "H0 accepted",
        Verdict::H1 => "H1 accepted",
        Verdict::Interval => "interval narrow enough",
        Verdict::Length => "full length",
    }
}

fn length(result: &Summary) -> String {
    format!("{} games in {} pairs", result.games(), result.pairs)
}

fn figures(result: &Summary) -> Vec<String> {
    let [lower, upper] = result.llr_bounds;
    let endings: Vec<String> = result
        .endings
        .iter()
        .map(|(reason, count)| format!("{} {count}", reason.words()))
        .collect();
    vec![
        format!(
            "won {}, drawn {}, lost {}; pairs {:?}",
            result.wins, result.draws, result.losses, result.pentanomial.0
        ),
        format!("Elo {}, likelihood of superiority {:.1} %", result.elo_text(), result.los * 100.0),
        format!("LLR {:.2} ({lower:.2}, {upper:.2})", result.llr),
        format!(
            "draws {:.1} %, {} plies a game, nodes {} and {}, losses on time {} and {}",
            result.draw_ratio * 100.0,
            result.mean_plies,
            result.nodes[0],
            result.nodes[1],
            result.time_losses[0],
            result.time_losses[1]
        ),
        format!("endings: {}", endings.join(", ")),
    ]
}

/// One line on a match that goes on.
pub fn running(result: &Summary) -> String {
    let [lower, upper] = result.llr_bounds;
    format!(
        "+{} ={} -{}  Elo {}  LLR {:.2} ({lower:.2}, {upper:.2})",
        result.wins,
        result.draws,
        result.losses,
        result.elo_text(),
        result.llr
    )
}
