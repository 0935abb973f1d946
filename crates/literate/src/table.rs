//! A measured table as HTML and as plain text.
//!
//! Both show the same cells in the same order and the same writing, so a snapshot of the text freezes
//! what the page shows.

use crate::html::{count, escape};
use crate::numbers::{decimals, written};
use crate::results::{Cell, Measured, Row};

/// The table's figure, without a blank line. `stage` is how the caption names the stage.
pub fn html(measured: &Measured, stage: &str) -> String {
    let title = escape(&measured.title);
    let mut out = format!(
        "<figure class=\"cb-table\" id=\"table-{}\">\n<figcaption class=\"cb-caption\">{title} \
         <span class=\"cb-stage\">{}</span></figcaption>\n<div class=\"cb-scroll\" role=\"region\" \
         aria-label=\"{title}\" tabindex=\"0\"><table>\n",
        escape(&measured.id),
        escape(stage),
    );
    out.push_str(&head(measured));
    out.push_str("<tbody>\n");
    for row in &measured.rows {
        out.push_str(&body_row(measured, row));
    }
    out.push_str("</tbody>\n</table></div>\n");
    out.push_str(&provenance(measured));
    out.push_str(&command(&measured.id));
    out.push_str("</figure>\n");
    out
}

fn head(measured: &Measured) -> String {
    let mut out = format!("<thead><tr><th scope=\"col\">{}</th>", escape(&measured.corner));
    for column in &measured.columns {
        let class = class(measured, &column.key);
        let label = escape(&column.label);
        out.push_str(&format!("<th scope=\"col\" class=\"{class}\">{label}</th>"));
    }
    out.push_str("</tr></thead>\n");
    out
}

fn body_row(measured: &Measured, row: &Row) -> String {
    let mut out = format!("<tr><th scope=\"row\">{}</th>", escape(&row.label));
    for column in &measured.columns {
        let class = class(measured, &column.key);
        let text = row.cells.get(&column.key).map_or_else(String::new, |cell| {
            escape(&written(cell, decimals(measured, &column.key)))
        });
        out.push_str(&format!("<td class=\"{class}\">{text}</td>"));
    }
    out.push_str("</tr>\n");
    out
}

/// A column of numbers stands to the right, one with any text to the left.
fn class(measured: &Measured, column: &str) -> &'static str {
    match is_text(measured, column) {
        true => "cb-text",
        false => "cb-num",
    }
}

fn is_text(measured: &Measured, column: &str) -> bool {
    let mut cells = measured.rows.iter().filter_map(|row| row.cells.get(column));
    cells.any(|cell| matches!(cell, Cell::Text(_)))
}

pub(crate) fn provenance(measured: &Measured) -> String {
    let Some(provenance) = &measured.provenance else { return String::new() };
    let parts = [&provenance.processor, &provenance.settings, &provenance.date];
    let parts: Vec<String> =
        parts.iter().filter(|part| !part.is_empty()).map(|part| escape(part)).collect();
    format!("<p class=\"cb-provenance\">Measured on {}.</p>\n", parts.join(", "))
}

/// How the reader gets the same again.
pub(crate) fn command(id: &str) -> String {
    format!(
        "<p class=\"cb-command\">Measure again: <code class=\"nohighlight\">cargo xtask measure \
         --fresh --only {}</code></p>\n",
        escape(id)
    )
}

/// The table as text in aligned columns, for snapshots.
pub fn plain(measured: &Measured) -> String {
    let mut lines = vec![vec![measured.corner.clone()]];
    lines[0].extend(measured.columns.iter().map(|column| column.label.clone()));
    for row in &measured.rows {
        let mut line = vec![row.label.clone()];
        line.extend(measured.columns.iter().map(|column| {
            let places = decimals(measured, &column.key);
            row.cells.get(&column.key).map_or_else(String::new, |cell| written(cell, places))
        }));
        lines.push(line);
    }
    let left: Vec<bool> = std::iter::once(true)
        .chain(measured.columns.iter().map(|column| is_text(measured, &column.key)))
        .collect();
    let width =
        |column: usize| lines.iter().map(|line| line[column].chars().count()).max().unwrap_or(0);
    let widths: Vec<usize> = (0..left.len()).map(width).collect();
    let mut out =
        format!("{}, {}, {}\n", measured.title, measured.stage, count(measured.rows.len(), "row"));
    for line in &lines {
        let cells = line.iter().enumerate().map(|(column, cell)| match left[column] {
            true => format!("{cell:<width$}", width = widths[column]),
            false => format!("{cell:>width$}", width = widths[column]),
        });
        out.push_str(cells.collect::<Vec<_>>().join("  ").trim_end());
        out.push('\n');
    }
    out
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;
    use crate::results::{Column, Provenance};

    pub(crate) fn sample() -> Measured {
        let column = |key: &str, label: &str| Column { key: key.into(), label: label.into() };
        let row = |key: &str, cells: &[(&str, Cell)]| Row {
            key: key.into(),
            label: format!("The {key}"),
            cells: cells.iter().map(|(key, cell)| ((*key).to_owned(), cell.clone())).collect(),
        };
        Measured {
            id: "growth".into(),
            title: "Nodes & growth".into(),
            stage: "stage-02-two".into(),
            corner: "Depth".into(),
            columns: vec![
                column("nodes", "Nodes"),
                column("growth", "Growth"),
                column("move", "Move"),
            ],
            rows: vec![
                row("d1", &[("nodes", Cell::Whole(20)), ("move", Cell::Text("e2e4".into()))]),
                row("d2", &[("nodes", Cell::Whole(4_865_609)), ("growth", Cell::Decimal(20.0))]),
                row("d3", &[("growth", Cell::Decimal(21.25))]),
            ],
            ..Measured::default()
        }
    }

    #[test]
    fn plain_text_is_aligned() {
        let wanted = "\
Nodes & growth, stage-02-two, 3 rows
Depth       Nodes  Growth  Move
The d1         20          e2e4
The d2  4,865,609   20.00
The d3              21.25
";
        assert_eq!(plain(&sample()), wanted);
    }

    #[test]
    fn html_has_caption_headings_alignment_and_command() {
        let html = html(&sample(), "stage 2");
        assert!(
            html.contains("<figcaption class=\"cb-caption\">Nodes &amp; growth <span"),
            "{html}"
        );
        assert!(html.contains("<td class=\"cb-num\">4,865,609</td><td class=\"cb-num\">20.00</td><td class=\"cb-text\"></td>"), "{html}");
        assert!(html.contains("--fresh --only growth</code>"), "{html}");
        assert!(!html.contains("cb-provenance") && !html.contains("\n\n"), "{html}");
        let mut timed = sample();
        timed.provenance = Some(Provenance {
            processor: "Some CPU".into(),
            date: "2026-11-30".into(),
            settings: "rustc 1.95".into(),
        });
        assert!(
            super::html(&timed, "stage 2")
                .contains("Measured on Some CPU, rustc 1.95, 2026-11-30.")
        );
    }
}
