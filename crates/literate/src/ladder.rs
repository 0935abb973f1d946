//! `{{ladder N}}`: how strong each stage up to one is, as the games of the ladder's tournament have it.
//!
//! The tournament is one condition for all its stages, and its ratings are fitted together. Stages
//! outside it stand apart: matches place them, and nothing is added up over a player whose limits
//! change from match to match. What isn't linked by games at all has a scale of its own.

mod picture;

use crate::fault::Problem;
use crate::html::{count, escape, thousands};
use crate::manifest::Stage;
use crate::matches::{limit, whole};
use crate::site::Site;
use arena::declare::{self, Ladder, Tournament};
use arena::limits::Limits;
use arena::tournament::{self, Pairing, Rating};
use std::fmt::Write;

/// A stage on the ladder.
struct Rung<'a> {
    stage: &'a Stage,
    rating: Rating,
    limits: Limits,
    nodes_a_game: u64,
    /// The matches that place it; none for a stage of the tournament.
    placed_by: Vec<&'a str>,
}

/// Stages that games link.
struct Scale<'a> {
    /// Where its ratings begin.
    zero: &'a Stage,
    /// The newest first, those of the tournament before the others.
    rungs: Vec<Rung<'a>>,
}

/// The recorded match of a stage against the one before: a match of its own, or else a pairing of the
/// ladder's tournament.
pub fn match_id(site: &Site, stage: &Stage, before: &Stage) -> Option<String> {
    let own = format!("stage-{:02}-vs-{:02}", stage.number, before.number);
    let pairing = || {
        let (_, tournament) = site.matches.ladder().ok()?;
        let sides = [stage, before].map(|stage| Some(stage.tag.as_str()));
        let mut pairings = tournament.pairings().into_iter();
        Some(pairings.find(|one| one.sides().map(|side| side.stage()) == sides)?.id)
    };
    [Some(own), pairing()].into_iter().flatten().find(|id| site.matches.has(id))
}

/// The figure, with the stages up to the one that `name` names.
pub fn html(site: &Site, name: &str) -> Result<String, Problem> {
    let here = site.manifest.get(name).ok_or_else(|| site.unknown_stage(name))?;
    let (ladder, tournament) = site.matches.ladder()?;
    let scales = scales(site, here, ladder, tournament)?;
    let mut out = format!(
        "<figure class=\"cb-ladder\" id=\"ladder-{}\">\n<figcaption class=\"cb-caption\">{}</figcaption>\n",
        here.number,
        title(&scales[0])
    );
    for (index, scale) in scales.iter().enumerate() {
        if index > 0 {
            let _ = writeln!(out, "<p class=\"cb-caption\">Apart from these: {}</p>", title(scale));
        }
        let id = format!("ladder-{}-{index}", here.number);
        out.push_str(&picture::svg(scale, here, &id));
        out.push_str(&table(scale));
    }
    out.push_str(&legend(&scales, tournament));
    Ok(out + "</figure>\n")
}

fn title(scale: &Scale) -> String {
    format!("Elo of the stages, above stage {}", scale.zero.number)
}

/// The scales with a stage up to `here` on them, that of the tournament first.
fn scales<'a>(
    site: &'a Site,
    here: &Stage,
    ladder: &'a Ladder,
    tournament: &Tournament,
) -> Result<Vec<Scale<'a>>, Problem> {
    let in_tournament = |tag: &str| tournament.players.iter().any(|side| side.stage() == Some(tag));
    let shown: Vec<&Stage> =
        site.manifest.stages.iter().filter(|stage| stage.number <= here.number).collect();
    let mut pairings = Vec::new();
    // A chapter before the tournament's first stage needs none of its games.
    if shown.iter().any(|stage| in_tournament(&stage.tag)) {
        pairings = played(site, tournament)?;
    }
    for id in &ladder.placed {
        let pairing = site.matches.pairing(id)?;
        let is_shown = |name: &str| shown.iter().any(|stage| stage.tag == name);
        if is_shown(&pairing.first) && is_shown(&pairing.second) {
            pairings.push(pairing);
        }
    }
    let mut scales = Vec::new();
    for group in tournament::groups(&pairings) {
        let mut known: Vec<&Stage> = shown.clone();
        known.retain(|stage| group.iter().any(|one| one.budget(&stage.tag).is_some()));
        let first = known.iter().find(|stage| in_tournament(&stage.tag)).or(known.first());
        let Some(&zero) = first else { continue };
        let ratings = site.matches.fit(&group, &zero.tag)?;
        let mut rungs = Vec::new();
        for stage in known {
            rungs.extend(rung(stage, &ratings, &group, ladder, in_tournament(&stage.tag)));
        }
        rungs.sort_by_key(|rung| (!rung.placed_by.is_empty(), -i64::from(rung.stage.number)));
        scales.push(Scale { zero, rungs });
    }
    scales.sort_by_key(|scale| (!in_tournament(&scale.zero.tag), scale.zero.number));
    match scales.iter().flat_map(|scale| &scale.rungs).any(|rung| rung.stage == here) {
        true => Ok(scales),
        false => Err(Problem::new(
            format!("stage {} isn't on the ladder", here.number),
            format!(
                "in {}, add it to the players of tournament `{}`, or a match of it to `placed`",
                declare::PATH,
                tournament.id
            ),
        )),
    }
}

/// The results of all the tournament's pairings.
fn played(site: &Site, tournament: &Tournament) -> Result<Vec<Pairing>, Problem> {
    let matches = tournament.pairings();
    let missing = matches.iter().filter(|pairing| !site.matches.has(&pairing.id)).count();
    if missing > 0 {
        let id = &tournament.id;
        return Err(Problem::new(
            format!("{missing} of {} pairings of tournament `{id}` aren't recorded", matches.len()),
            format!("run `cargo xtask match run {id}`"),
        ));
    }
    matches.iter().map(|pairing| site.matches.pairing(&pairing.id)).collect()
}

fn rung<'a>(
    stage: &'a Stage,
    ratings: &[Rating],
    group: &[Pairing],
    ladder: &'a Ladder,
    in_tournament: bool,
) -> Option<Rung<'a>> {
    let rating = ratings.iter().find(|rating| rating.player == stage.tag)?.clone();
    let games: Vec<(&str, (Limits, u64))> =
        group.iter().filter_map(|one| Some((one.id.as_str(), one.budget(&stage.tag)?))).collect();
    let (_, (limits, _)) = *games.first()?;
    let nodes: u64 = games.iter().map(|(_, (_, nodes))| nodes).sum();
    let nodes_a_game = nodes / rating.games.max(1);
    let placed = ladder.placed.iter().filter(|id| games.iter().any(|(game, _)| game == id));
    let placed_by = if in_tournament { Vec::new() } else { placed.map(String::as_str).collect() };
    Some(Rung { stage, rating, limits, nodes_a_game, placed_by })
}

fn table(scale: &Scale) -> String {
    let title = title(scale);
    let number = " class=\"cb-num\"";
    let heads = [
        ("Stage", ""),
        ("Elo", number),
        ("95\u{a0}% interval", number),
        ("Games", number),
        ("Limits", ""),
        ("Nodes a game", number),
        ("Placed by", ""),
    ];
    let heads = heads.map(|(head, class)| format!("<th scope=\"col\"{class}>{head}</th>")).concat();
    let mut out = format!(
        "<div class=\"cb-scroll\" role=\"region\" aria-label=\"{title}\" tabindex=\"0\"><table>\n\
         <thead><tr>{heads}</tr></thead>\n<tbody>\n"
    );
    for rung in &scale.rungs {
        let Rating { elo, low, high, games, .. } = rung.rating;
        let interval = match rung.stage == scale.zero {
            true => String::new(),
            false => format!("{} to {}", whole(low), whole(high)),
        };
        let placed_by = match rung.placed_by.is_empty() {
            true => "the tournament".to_owned(),
            false => rung.placed_by.join(", "),
        };
        let _ = writeln!(
            out,
            "<tr><th scope=\"row\">{}</th><td class=\"cb-num\">{}</td><td class=\"cb-num\">{interval}\
             </td><td class=\"cb-num\">{}</td><td>{}</td><td class=\"cb-num\">{}</td><td>{}</td></tr>",
            rung.stage.number,
            whole(elo),
            thousands(games as i64),
            escape(&limit(rung.limits)),
            thousands(rung.nodes_a_game as i64),
            escape(&placed_by),
        );
    }
    out + "</tbody>\n</table></div>\n"
}

fn legend(scales: &[Scale], tournament: &Tournament) -> String {
    let rungs = || scales.iter().flat_map(|scale| &scale.rungs);
    let mut out = String::from("<p class=\"cb-legend\"><span>");
    let has_tournament = rungs().any(|rung| rung.placed_by.is_empty());
    if has_tournament {
        let pairings = tournament.pairings().len();
        let games = count(2 * pairings * tournament.pairs, "game");
        let _ = write!(
            out,
            "One tournament of {}, each against each, {games} at {}, fitted together. ",
            count(tournament.players.len(), "player"),
            limit(tournament.limits)
        );
    }
    if rungs().any(|rung| !rung.placed_by.is_empty()) {
        let others = if has_tournament { "The other stages are" } else { "The stages are" };
        let _ = write!(out, "{others} placed by single matches, each under the limits given. ");
    }
    out.push_str(
        "Lines show 95&#160;% intervals, from a bootstrap over pairs of games.</span></p>\n",
    );
    if has_tournament && tournament.limits.is_deterministic() {
        let _ = writeln!(
            out,
            "<p class=\"cb-command\">Play the same games: <code class=\"nohighlight\">cargo xtask match \
             verify {}</code></p>",
            escape(&tournament.id)
        );
    }
    out
}
