//! `{{ruler}}`: matches against players whose strength is public, as a table.
//!
//! A public rating holds within its list, on its machines and at its time control. So the sum in the
//! last column places a player near that list, and is no rating on it.

use crate::fault::Problem;
use crate::html::{MINUS, count, escape};
use crate::matches::{earlier, player, size, terms};
use crate::site::Site;
use arena::declare;
use arena::record::{MatchRecord, Summary};

/// A row a match, in the order of the declarations.
pub fn html(site: &Site) -> Result<String, Problem> {
    let rated = site.matches.rated()?;
    if rated.is_empty() {
        return Err(Problem::new(
            "no match is declared against a rated player",
            format!("give a match of {} a `rating`", declare::PATH),
        ));
    }
    let title = "Games by the clock against players with a public rating";
    let heads =
        ["Player", "Opponent", "Its rating", "Limits and nodes", "Result", "Rating plus result"];
    let heads = heads.map(|head| format!("<th scope=\"col\">{head}</th>")).concat();
    let mut out = format!(
        "<figure class=\"cb-table\" id=\"ruler\">\n<figcaption class=\"cb-caption\">{title}</figcaption>\n\
         <div class=\"cb-scroll\" role=\"region\" aria-label=\"{title}\" tabindex=\"0\"><table>\n\
         <thead><tr>{heads}</tr></thead>\n<tbody>\n"
    );
    let (mut places, mut reasons) = (Vec::new(), Vec::new());
    for (id, rating) in rated {
        let record = site.matches.get(&id)?;
        out.push_str(&row(site, &record, rating)?);
        reasons.extend(record.declared.outdated.as_deref().map(earlier));
        places
            .extend(record.provenance.map(|place| format!("{}, {}", place.processor, place.date)));
    }
    places.dedup();
    reasons.dedup();
    out.push_str("</tbody>\n</table></div>\n");
    if !places.is_empty() {
        let places = escape(&places.join("; "));
        out.push_str(&format!("<p class=\"cb-provenance\">Played on {places}.</p>\n"));
    }
    for reason in reasons {
        out.push_str(&format!("<p class=\"cb-caption\">{}</p>\n", escape(&reason)));
    }
    Ok(out + "</figure>\n")
}

fn row(site: &Site, record: &MatchRecord, rating: i32) -> Result<String, Problem> {
    let declared = &record.declared;
    let stage = |tag: &str| match site.manifest.get(tag) {
        Some(stage) => format!("Stage {}", stage.number),
        None => tag.to_owned(),
    };
    // The options of a foreign player stand in the declaration; here its name is enough.
    let [first, second] = declared.sides().map(|side| player(side, &stage));
    let second = second.split(';').next().unwrap_or_default();
    let cells = [
        second.to_owned(),
        rating.to_string(),
        terms(record),
        size(record)?,
        placed(&record.result, rating),
    ];
    let cells = cells.map(|cell| format!("<td>{}</td>", escape(&cell))).concat();
    Ok(format!("<tr><th scope=\"row\">{}</th>{cells}</tr>\n", escape(&first)))
}

/// The sum of the opponent's rating and the result, with its interval.
fn placed(result: &Summary, rating: i32) -> String {
    let sum =
        |elo: f64| (elo + f64::from(rating)).round().to_string().replace('-', &MINUS.to_string());
    match [result.elo, result.elo_low, result.elo_high].map(|elo| elo.map(sum)) {
        [Some(elo), Some(low), Some(high)] => format!("{elo} ({low} to {high})"),
        [_, Some(low), _] => format!("more than {low}"),
        [_, _, Some(high)] => format!("less than {high}"),
        _ => count(result.games() as usize, "game"),
    }
}
