//! `{{ladder N}}`: how much stronger each stage is than the first of the ladder.
//!
//! Steps are the recorded matches between neighbouring stages. Their Elo adds up; their errors are
//! independent, so the intervals add in quadrature.

use crate::fault::Problem;
use crate::html::{count, escape};
use crate::manifest::Stage;
use crate::matches::whole;
use crate::site::Site;
use std::fmt::Write;

/// Height of a stage's row, in pixels: its name above its bar.
const ROW: f64 = 46.0;
/// Where the scale begins and ends, in percent of the picture's width.
const FROM: f64 = 3.0;
const TO: f64 = 84.0;

/// A stage on the ladder.
struct Rung<'a> {
    stage: &'a Stage,
    elo: f64,
    /// Half the width of the 95 % interval.
    error: f64,
    games: u64,
}

/// The id of the match of a stage against the one before.
pub fn match_id(stage: u32) -> Option<String> {
    Some(format!("stage-{stage:02}-vs-{:02}", stage.checked_sub(1)?))
}

/// The figure, with the stages up to the one that `name` names.
pub fn html(site: &Site, name: &str) -> Result<String, Problem> {
    let here = site.manifest.get(name).ok_or_else(|| site.unknown_stage(name))?;
    let rungs = climb(site, here)?;
    let id = format!("ladder-{}", here.number);
    let first = rungs[0].stage.number;
    let title = format!("Elo of the stages, above stage {first}");
    let games: u64 = rungs.iter().map(|rung| rung.games).sum();
    Ok(format!(
        "<figure class=\"cb-ladder\" id=\"{id}\">\n<figcaption \
         class=\"cb-caption\">{title}</figcaption>\n{}<p class=\"cb-legend\">Added up over the \
         matches between neighbouring stages, {}. Lines show 95&#160;% intervals, added in \
         quadrature.</p>\n</figure>\n",
        svg(&rungs, here, &id, &title),
        count(games as usize, "game"),
    ))
}

/// From the first stage that a chain of declared matches leads down to, up to `here`.
fn climb<'a>(site: &'a Site, here: &'a Stage) -> Result<Vec<Rung<'a>>, Problem> {
    let declared = |stage: &Stage| match_id(stage.number).filter(|id| site.matches.is_declared(id));
    let mut chain = vec![here];
    let mut stage = here;
    while declared(stage).is_some()
        && let Some(before) = site.manifest.previous(stage)
    {
        chain.push(before);
        stage = before;
    }
    if chain.len() == 1 {
        // Says what is missing, with the ids that are there.
        site.matches.get(&match_id(here.number).unwrap_or_default())?;
    }
    chain.reverse();
    let mut rungs = vec![Rung { stage: chain[0], elo: 0.0, error: 0.0, games: 0 }];
    for &stage in &chain[1..] {
        let id = match_id(stage.number).unwrap_or_default();
        let result = site.matches.get(&id)?.result;
        let (Some(elo), Some(low), Some(high)) = (result.elo, result.elo_low, result.elo_high)
        else {
            return Err(Problem::new(
                format!("match `{id}` has no bounded Elo, so the ladder can't add it up"),
                format!(
                    "play more games, or weaken one side: change it in {}",
                    arena::declare::PATH
                ),
            ));
        };
        let last = &rungs[rungs.len() - 1];
        let (elo, error) = (last.elo + elo, last.error.hypot((high - low) / 2.0));
        rungs.push(Rung { stage, elo, error, games: result.games() });
    }
    Ok(rungs)
}

fn svg(rungs: &[Rung], here: &Stage, id: &str, title: &str) -> String {
    let low = rungs.iter().map(|rung| rung.elo - rung.error).fold(0.0, f64::min);
    let high = rungs.iter().map(|rung| rung.elo + rung.error).fold(1.0, f64::max);
    let x = |elo: f64| FROM + (elo - low) / (high - low) * (TO - FROM);
    let height = ROW * rungs.len() as f64 + 4.0;
    let mut out = format!(
        "<svg class=\"cb-ladder-picture\" width=\"100%\" height=\"{height}\" role=\"img\" \
         aria-labelledby=\"{id}-title\" aria-describedby=\"{id}-desc\" font-size=\"13\"><title \
         id=\"{id}-title\">{title}</title><desc id=\"{id}-desc\">{}</desc><line class=\"cb-zero\" \
         x1=\"{zero:.2}%\" x2=\"{zero:.2}%\" y1=\"0\" y2=\"{height}\" stroke=\"#8d98a3\"/>",
        escape(&describe(rungs, here)),
        zero = x(0.0),
    );
    // The newest stands on top, as on a ladder.
    for (index, rung) in rungs.iter().rev().enumerate() {
        let top = ROW * index as f64;
        let is_here = rung.stage.number == here.number;
        let (start, end) = (x(rung.elo.min(0.0)), x(rung.elo.max(0.0)));
        let name = format!("{} · {}", rung.stage.number, rung.stage.title);
        let (class, mark) = if is_here { (" cb-here", " ← you are here") } else { ("", "") };
        let middle = top + 32.0;
        let _ = write!(
            out,
            "<g class=\"cb-rung{class}\"><text x=\"{FROM}%\" dx=\"6\" y=\"{:.0}\">{}<tspan \
             class=\"cb-you\">{mark}</tspan></text><rect x=\"{start:.2}%\" y=\"{}\" \
             width=\"{:.2}%\" height=\"12\" fill=\"#a9b6c3\"/>",
            top + 18.0,
            escape(&name),
            middle - 6.0,
            end - start,
        );
        if rung.games > 0 {
            let (left, right) = (x(rung.elo - rung.error), x(rung.elo + rung.error));
            let _ = write!(
                out,
                "<line class=\"cb-whisker\" x1=\"{left:.2}%\" x2=\"{right:.2}%\" y1=\"{middle}\" \
                 y2=\"{middle}\" stroke=\"#16191d\" stroke-width=\"1.5\"/>"
            );
            for end in [left, right] {
                let _ = write!(
                    out,
                    "<line class=\"cb-whisker\" x1=\"{end:.2}%\" x2=\"{end:.2}%\" y1=\"{}\" \
                     y2=\"{}\" stroke=\"#16191d\" stroke-width=\"1.5\"/>",
                    middle - 4.0,
                    middle + 4.0
                );
            }
            let _ = write!(
                out,
                "<text class=\"cb-value\" x=\"{right:.2}%\" dx=\"7\" y=\"{}\">{}</text>",
                middle + 4.5,
                whole(rung.elo)
            );
        } else {
            let _ = write!(
                out,
                "<text class=\"cb-value\" x=\"{:.2}%\" dx=\"7\" y=\"{}\">0</text>",
                x(0.0),
                middle + 4.5
            );
        }
        out.push_str("</g>");
    }
    out + "</svg>\n"
}

fn describe(rungs: &[Rung], here: &Stage) -> String {
    let rows: Vec<String> = rungs
        .iter()
        .map(|rung| match rung.games {
            0 => format!("Stage {}: 0, the foot of the ladder.", rung.stage.number),
            _ => format!(
                "Stage {}: {} ± {}.",
                rung.stage.number,
                whole(rung.elo),
                rung.error.round()
            ),
        })
        .collect();
    format!("{} You are at stage {}.", rows.join(" "), here.number)
}
