//! Lines over depths or moves, and `{{plot ID}}`: a measured bench table as lines over the depth.
//!
//! Widths are shares of the page, heights and letters are pixels, so the picture fits any page and its text
//! stays readable. Lines differ by dashes and marks, not by colour alone.

use crate::fault::Problem;
use crate::html::{escape, thousands};
use crate::numbers::{decimals, written};
use crate::results::{Cell, Measured};
use crate::table::{command, provenance};
use std::fmt::Write;

const HEIGHT: f64 = 300.0;
/// The plotting area: pixels from the top, percent from the left.
const TOP: f64 = 22.0;
const BOTTOM: f64 = 268.0;
const LEFT: f64 = 12.0;
const RIGHT: f64 = 95.0;
/// More lines than this can't be told apart.
const MOST: usize = 10;
/// Beyond this ratio of the largest to the smallest value, equal steps mean equal factors.
const WIDE: f64 = 20.0;

pub struct Series {
    pub label: String,
    /// Place on the axis, value, and the value as it's written.
    pub points: Vec<(u32, f64, String)>,
}

/// What the lines run over.
pub struct Axis {
    pub title: &'static str,
    /// As in `20 at depth 1`.
    pub at: &'static str,
    /// Units between two numbers.
    pub step: usize,
    /// Whether values may stand by their factors, as counts do that grow.
    pub may_be_log: bool,
}

const DEPTHS: Axis = Axis { title: "Depth", at: "at depth", step: 1, may_be_log: true };

/// The figure, without a blank line.
pub fn html(measured: &Measured, stage: &str) -> Result<String, Problem> {
    let series = series(measured)?;
    let body = drawn(&series, &DEPTHS, &measured.id, &measured.title);
    let below = provenance(measured) + &command(&measured.id);
    Ok(figure(&measured.id, &measured.title, stage, &(body + &below)))
}

/// A figure around what is drawn, without a blank line.
pub fn figure(id: &str, title: &str, stage: &str, body: &str) -> String {
    format!(
        "<figure class=\"cb-plot\" id=\"plot-{}\">\n<figcaption \
         class=\"cb-caption\"><span>{}</span> <span \
         class=\"cb-stage\">{}</span></figcaption>\n{body}</figure>\n",
        escape(id),
        escape(title),
        escape(stage),
    )
}

/// The lines with their legend.
pub fn drawn(series: &[Series], axis: &Axis, id: &str, title: &str) -> String {
    let values = || series.iter().flat_map(|one| &one.points).map(|point| point.1);
    let (low, high) = (values().fold(f64::MAX, f64::min), values().fold(0.0, f64::max));
    let scale = Scale::new(low, high, axis.may_be_log);
    let id = format!("plot-{}", escape(id));
    legend(series, &scale) + &svg(series, &scale, axis, &id, &escape(title))
}

/// The depth of a key such as `d4`.
fn depth(key: &str) -> Option<u32> {
    key.strip_prefix('d')?.parse().ok()
}

/// Rows or columns are depths; the others are the lines.
fn series(measured: &Measured) -> Result<Vec<Series>, Problem> {
    let by_row = measured.rows.iter().all(|row| depth(&row.key).is_some());
    let by_column = measured.columns.iter().all(|column| depth(&column.key).is_some());
    let mut series: Vec<Series> = match (by_row, by_column) {
        _ if measured.rows.is_empty() => Vec::new(),
        (true, _) => measured.columns.iter().map(|column| down(measured, column)).collect(),
        (_, true) => measured.rows.iter().map(|row| across(measured, row)).collect(),
        _ => Vec::new(),
    };
    // A line needs two points. Columns of moves and rates have none.
    series.retain(|one| one.points.len() > 1);
    match series.len() {
        0 => Err(Problem::new(
            format!("`{}` can't be plotted: it has no counts by depth", measured.id),
            format!(
                "let its rows or columns be two depths or more, or show it with `{{{{table {}}}}}`",
                measured.id
            ),
        )),
        n if n > MOST => Err(Problem::new(
            format!(
                "`{}` would be a plot of {n} lines, and more than {MOST} can't be told apart",
                measured.id
            ),
            "plot a smaller table",
        )),
        _ => Ok(series),
    }
}

fn down(measured: &Measured, column: &crate::results::Column) -> Series {
    let points = measured.rows.iter().filter_map(|row| {
        point(depth(&row.key)?, row.cells.get(&column.key)?, decimals(measured, &column.key))
    });
    Series { label: column.label.clone(), points: points.collect() }
}

fn across(measured: &Measured, row: &crate::results::Row) -> Series {
    let points = measured.columns.iter().filter_map(|column| {
        point(depth(&column.key)?, row.cells.get(&column.key)?, decimals(measured, &column.key))
    });
    Series { label: row.label.clone(), points: points.collect() }
}

/// Counts only: a rate beside them would need a scale of its own.
fn point(depth: u32, cell: &Cell, decimals: usize) -> Option<(u32, f64, String)> {
    match cell {
        Cell::Whole(n) if *n > 0 => Some((depth, *n as f64, written(cell, decimals))),
        _ => None,
    }
}

/// Where a value stands.
struct Scale {
    low: f64,
    high: f64,
    is_log: bool,
}

impl Scale {
    fn new(low: f64, high: f64, may_be_log: bool) -> Self {
        let is_log = may_be_log && high / low > WIDE;
        match is_log {
            true => Self {
                low: 10f64.powf(low.log10().floor()),
                high: 10f64.powf(high.log10().ceil()),
                is_log,
            },
            false => {
                let step = Self::step(high);
                Self { low: 0.0, high: (high / step).ceil() * step, is_log }
            }
        }
    }

    /// A round number, four or five of which reach `high`.
    fn step(high: f64) -> f64 {
        let unit = 10f64.powf((high / 4.0).log10().floor()).max(1.0);
        [1.0, 2.0, 5.0, 10.0]
            .map(|n| n * unit)
            .into_iter()
            .find(|s| high / s <= 5.0)
            .unwrap_or(unit)
    }

    fn ticks(&self) -> Vec<f64> {
        match self.is_log {
            true => {
                let powers = self.low.log10().round() as i32..=self.high.log10().round() as i32;
                powers.map(|power| 10f64.powi(power)).collect()
            }
            false => {
                let step = Self::step(self.high);
                let count = (self.high / step).round() as u32;
                (0..=count).map(|n| f64::from(n) * step).collect()
            }
        }
    }

    fn y(&self, value: f64) -> f64 {
        let share = match self.is_log {
            true => (value / self.low).log10() / (self.high / self.low).log10(),
            false => (value - self.low) / (self.high - self.low),
        };
        BOTTOM - share * (BOTTOM - TOP)
    }
}

fn legend(series: &[Series], scale: &Scale) -> String {
    let mut out = String::from("<p class=\"cb-legend\">");
    for (index, one) in series.iter().enumerate() {
        let _ = write!(
            out,
            "<span><svg class=\"cb-series-{index}\" width=\"30\" height=\"12\" \
             aria-hidden=\"true\"><line x1=\"0\" x2=\"30\" y1=\"6\" y2=\"6\" \
             stroke=\"#0b5cad\"{}/>{}</svg>{}</span> ",
            dashes(index),
            mark(index, "15", 6.0),
            escape(&one.label)
        );
    }
    if scale.is_log {
        out.push_str("<span>each line of the grid is ten times the one below</span>");
    }
    out + "</p>\n"
}

fn dashes(index: usize) -> &'static str {
    ["", " stroke-dasharray=\"6 4\"", " stroke-dasharray=\"2 3\""][index % 3]
}

/// The mark of a point: a disc, a square, a diamond and so on. An inner picture is the way to move a
/// shape to a share of the width.
fn mark(index: usize, x: &str, y: f64) -> String {
    let shape = match index % 4 {
        0 => "<circle r=\"4\"/>",
        1 => "<rect x=\"-3.6\" y=\"-3.6\" width=\"7.2\" height=\"7.2\"/>",
        2 => "<path d=\"M0 -5L5 0L0 5L-5 0Z\"/>",
        _ => "<path d=\"M0 -5L5 4H-5Z\"/>",
    };
    format!("<svg x=\"{x}\" y=\"{y:.1}\" overflow=\"visible\" fill=\"#0b5cad\">{shape}</svg>")
}

fn svg(series: &[Series], scale: &Scale, axis: &Axis, id: &str, title: &str) -> String {
    let depths = || series.iter().flat_map(|one| &one.points).map(|point| point.0);
    let (first, last) = (depths().min().unwrap_or(1), depths().max().unwrap_or(2));
    let x = |depth: u32| {
        LEFT + f64::from(depth - first) / f64::from(last - first).max(1.0) * (RIGHT - LEFT)
    };
    let mut out = format!(
        "<svg class=\"cb-plot-picture\" width=\"100%\" height=\"{HEIGHT}\" role=\"img\" \
         aria-labelledby=\"{id}-title\" aria-describedby=\"{id}-desc\" font-size=\"12\"><title \
         id=\"{id}-title\">{title}</title><desc id=\"{id}-desc\">{}</desc><g class=\"cb-grid\" \
         stroke=\"#d7dce1\">",
        escape(&describe(series, axis))
    );
    for tick in scale.ticks() {
        let y = scale.y(tick);
        let _ = write!(out, "<line x1=\"0\" x2=\"100%\" y1=\"{y:.1}\" y2=\"{y:.1}\"/>");
    }
    out.push_str("</g><g class=\"cb-ticks\">");
    for tick in scale.ticks() {
        let (y, n) = (scale.y(tick) - 4.0, thousands(tick.round() as i64));
        let _ = write!(out, "<text x=\"0\" y=\"{y:.1}\">{n}</text>");
    }
    for depth in (first..=last).step_by(axis.step) {
        let _ = write!(
            out,
            "<text x=\"{:.2}%\" y=\"{}\" text-anchor=\"middle\">{depth}</text>",
            x(depth),
            HEIGHT - 14.0
        );
    }
    let _ = write!(out, "<text x=\"0\" y=\"{}\">{}</text></g>", HEIGHT - 14.0, axis.title);
    for (index, one) in series.iter().enumerate() {
        let _ = write!(out, "<g class=\"cb-series-{index}\">");
        for pair in one.points.windows(2) {
            let _ = write!(
                out,
                "<line x1=\"{:.2}%\" y1=\"{:.1}\" x2=\"{:.2}%\" y2=\"{:.1}\" stroke=\"#0b5cad\" \
                 stroke-width=\"2\"{}/>",
                x(pair[0].0),
                scale.y(pair[0].1),
                x(pair[1].0),
                scale.y(pair[1].1),
                dashes(index)
            );
        }
        for (depth, value, _) in &one.points {
            out.push_str(&mark(index, &format!("{:.2}%", x(*depth)), scale.y(*value)));
        }
        out.push_str("</g>");
    }
    out + "</svg>\n"
}

/// The lines in words.
fn describe(series: &[Series], axis: &Axis) -> String {
    let lines = series.iter().map(|one| {
        let point = |(place, _, text): &(u32, f64, String)| format!("{text} {} {place}", axis.at);
        let points: Vec<String> = one.points.iter().map(point).collect();
        format!("{}: {}.", one.label, points.join(", "))
    });
    lines.collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::table::tests::sample;
    use roxmltree::Document;

    fn grown() -> Measured {
        let mut measured = sample();
        measured.rows[2].cells.insert("nodes".into(), Cell::Whole(90_000_000));
        measured
    }

    #[test]
    fn a_plot_has_a_line_a_count_and_says_its_values() {
        let html = html(&grown(), "stage 2").unwrap();
        assert!(!html.contains("\n\n"), "{html}");
        let document = Document::parse(&html).unwrap_or_else(|error| panic!("{error}: {html}"));
        let desc = document.descendants().find(|node| node.has_tag_name("desc")).unwrap();
        assert_eq!(
            desc.text(),
            Some("Nodes: 20 at depth 1, 4,865,609 at depth 2, 90,000,000 at depth 3.")
        );
        let drawn = document
            .descendants()
            .filter(|n| n.attribute("class") == Some("cb-series-0") && n.has_tag_name("g"));
        let lines = drawn.flat_map(|g| g.children()).filter(|n| n.has_tag_name("line")).count();
        assert_eq!(lines, 2, "moves and rates have no line");
        assert!(html.contains("ten times the one below"));
        assert!(html.contains(">100,000,000</text>"), "{html}");
    }

    #[test]
    fn settings_are_lines_where_depths_are_columns() {
        let mut measured = grown();
        for (column, key) in measured.columns.iter_mut().zip(["d1", "d2", "d3"]) {
            column.key = key.into();
        }
        for (row, key) in measured.rows.iter_mut().zip(["off", "on", "half"]) {
            row.key = key.into();
            row.cells = [("d1", 30), ("d3", 60)].map(|(d, n)| (d.into(), Cell::Whole(n))).into();
        }
        let html = html(&measured, "stage 2").unwrap();
        assert!(
            html.contains("cb-series-2\">") && html.contains("The d2: 30 at depth 1"),
            "{html}"
        );
        assert!(!html.contains("ten times") && html.contains(">60</text>"), "{html}");
    }

    #[test]
    fn what_has_no_depths_is_refused() {
        let mut measured = grown();
        measured.rows[0].key = "start".into();
        let problem = html(&measured, "stage 2").unwrap_err();
        assert!(problem.what.contains("no counts by depth"), "{}", problem.what);
        let mut measured = grown();
        measured.rows.truncate(1);
        assert!(html(&measured, "stage 2").is_err(), "one point is no line");
    }
}
