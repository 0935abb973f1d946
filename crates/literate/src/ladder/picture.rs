//! The picture of one scale of the ladder: a bar and an interval for each stage.
//!
//! Where a stage stands is decided elsewhere; here it's drawn, and described for those who don't see it.

use super::{Rung, Scale, title};
use crate::html::escape;
use crate::manifest::Stage;
use crate::matches::{limit, whole};
use std::fmt::Write;

/// Height of a stage's row, in pixels: its name above its bar.
const ROW: f64 = 46.0;
/// Height of the line that parts the tournament from the others.
const PARTING: f64 = 30.0;
/// Where the scale begins and ends, in percent of the picture's width.
const FROM: f64 = 3.0;
const TO: f64 = 84.0;

pub fn svg(scale: &Scale, here: &Stage, id: &str) -> String {
    let ratings = || scale.rungs.iter().map(|rung| &rung.rating);
    let low = ratings().map(|rating| rating.low).fold(0.0, f64::min);
    let high = ratings().map(|rating| rating.high).fold(1.0, f64::max);
    let x = |elo: f64| FROM + (elo - low) / (high - low) * (TO - FROM);
    let first_placed = scale.rungs.iter().position(|rung| !rung.placed_by.is_empty());
    let parting = first_placed.filter(|index| *index > 0);
    let height = ROW * scale.rungs.len() as f64 + parting.map_or(4.0, |_| 4.0 + PARTING);
    let mut out = format!(
        "<svg class=\"cb-ladder-picture\" width=\"100%\" height=\"{height}\" role=\"img\" \
         aria-labelledby=\"{id}-title\" aria-describedby=\"{id}-desc\" font-size=\"13\"><title \
         id=\"{id}-title\">{}</title><desc id=\"{id}-desc\">{}</desc><line class=\"cb-zero\" \
         x1=\"{zero:.2}%\" x2=\"{zero:.2}%\" y1=\"0\" y2=\"{height}\" stroke=\"#8d98a3\"/>",
        title(scale),
        escape(&describe(scale, here)),
        zero = x(0.0),
    );
    let mut top = 0.0;
    for (index, rung) in scale.rungs.iter().enumerate() {
        if parting == Some(index) {
            let _ = write!(
                out,
                "<text class=\"cb-parting\" x=\"{FROM}%\" dx=\"6\" y=\"{}\">placed by single \
                 matches:</text>",
                top + 22.0
            );
            top += PARTING;
        }
        out.push_str(&row(rung, here, top, &x));
        top += ROW;
    }
    out + "</svg>\n"
}

fn row(rung: &Rung, here: &Stage, top: f64, x: &impl Fn(f64) -> f64) -> String {
    let rating = &rung.rating;
    let (class, mark) = match rung.stage == here {
        true => (" cb-here", " ← you are here"),
        false => ("", ""),
    };
    let name = format!("{} · {}", rung.stage.number, rung.stage.title);
    let (start, end) = (x(rating.elo.min(0.0)), x(rating.elo.max(0.0)));
    let [left, right] = [rating.low, rating.high].map(x);
    let middle = top + 32.0;
    let mut out = format!(
        "<g class=\"cb-rung{class}\"><text x=\"{FROM}%\" dx=\"6\" y=\"{:.0}\">{}<tspan \
         class=\"cb-you\">{mark}</tspan></text><rect x=\"{start:.2}%\" y=\"{}\" width=\"{:.2}%\" \
         height=\"12\" fill=\"#a9b6c3\"/>",
        top + 18.0,
        escape(&name),
        middle - 6.0,
        end - start,
    );
    let mut whisker = |x1: f64, x2: f64, reach: f64| {
        let _ = write!(
            out,
            "<line class=\"cb-whisker\" x1=\"{x1:.2}%\" x2=\"{x2:.2}%\" y1=\"{}\" y2=\"{}\" \
             stroke=\"#16191d\" stroke-width=\"1.5\"/>",
            middle - reach,
            middle + reach
        );
    };
    if rating.low < rating.high {
        whisker(left, right, 0.0);
        whisker(left, left, 4.0);
        whisker(right, right, 4.0);
    }
    let _ = write!(
        out,
        "<text class=\"cb-value\" x=\"{:.2}%\" dx=\"7\" y=\"{}\">{}</text></g>",
        right.max(end),
        middle + 4.5,
        whole(rating.elo)
    );
    out
}

fn describe(scale: &Scale, here: &Stage) -> String {
    let mut out = String::new();
    for rung in &scale.rungs {
        let number = rung.stage.number;
        let _ = match rung.stage == scale.zero {
            true => write!(out, "Stage {number}: 0, where the scale begins. "),
            false => write!(
                out,
                "Stage {number}: {}, from {} to {}, under {}. ",
                whole(rung.rating.elo),
                whole(rung.rating.low),
                whole(rung.rating.high),
                limit(rung.limits)
            ),
        };
    }
    match scale.rungs.iter().any(|rung| rung.stage == here) {
        true => format!("{out}You are at stage {}.", here.number),
        false => out.trim_end().to_owned(),
    }
}
