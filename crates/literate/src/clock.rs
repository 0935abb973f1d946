//! `{{clock ID}}`: what the players of a match have left on their clocks, as lines over the moves.

use crate::fault::Problem;
use crate::matches::{player, terms};
use crate::plot::{Axis, Series, drawn, figure};
use arena::clock_use::STEP;
use arena::record::MatchRecord;

const MOVES: Axis = Axis { title: "Moves", at: "after move", step: STEP, may_be_log: false };

/// The figure, without a blank line. `stage` names a stage by its tag.
pub fn html(record: &MatchRecord, stage: impl Fn(&str) -> String) -> Result<String, Problem> {
    let id = &record.declared.id;
    let Some(clock) = &record.clock else {
        return Err(Problem::new(
            format!("no clock is recorded with match `{id}`"),
            format!("run `cargo xtask match run {id} --fresh`, if its limits are clocks"),
        ));
    };
    let sides = record.declared.sides().into_iter().zip([&clock.first, &clock.second]);
    let series: Vec<Series> = sides
        .map(|(side, left)| {
            let point = |(index, &left): (usize, &f64)| {
                ((index * STEP) as u32, left, format!("{left:.0} %"))
            };
            Series {
                label: player(side, &stage),
                points: left.iter().enumerate().map(point).collect(),
            }
        })
        .collect();
    let title = "Time left, in percent of what a game begins with: means over the games";
    let body = drawn(&series, &MOVES, id, title);
    Ok(figure(id, title, &terms(record), &body))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::matches::tests::record;
    use arena::clock_use::ClockUse;

    #[test]
    fn both_clocks_are_drawn_move_by_move() {
        let mut record = record();
        let error = html(&record, str::to_owned).unwrap_err();
        assert!(error.what.contains("no clock is recorded"), "{}", error.what);
        record.clock =
            Some(ClockUse { first: vec![101.0, 80.4, 60.0], second: vec![101.0, 50.0, 12.6] });
        let html = html(&record, str::to_owned).unwrap();
        assert!(!html.contains("\n\n"), "{html}");
        assert!(html.contains("101 % after move 0, 80 % after move 5, 60 % after move 10."));
        assert!(html.contains("13 % after move 10.") && html.contains(">Moves</text>"), "{html}");
    }
}
