//! Tables of the engine's bench: nodes, scores and lines by setting, by position or by depth.

use super::perft::depth_column;
use super::{Declared, Kind};
use crate::measure::checks::{check_depths, check_rows, check_settings};
use crate::measure::place::Place;
use crate::measure::reading::Reading;
use anyhow::{Context, Result, anyhow, bail, ensure};
use literate::results::{Cell, Column, Row};
use regex::Regex;
use serde::Deserialize;
use std::collections::BTreeMap;

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Bench {
    /// The engine's own depth unless given.
    depths: Option<Vec<u32>>,
    /// As the engine's `--positions` takes it: `2-7`. Without it all of them are searched.
    positions: Option<String>,
    #[serde(default = "nodes")]
    columns: Vec<Measure>,
    /// A row a position or a depth, instead of rows of settings.
    rows: Option<By>,
    #[serde(default)]
    row: Vec<Setting>,
    /// Settings of all rows: `pvs=off`.
    #[serde(default)]
    set: Vec<String>,
    #[serde(default)]
    param: Vec<String>,
}

fn nodes() -> Vec<Measure> {
    vec![Measure::Nodes]
}

#[derive(Clone, Copy, Debug, Deserialize, PartialEq, Eq)]
#[serde(rename_all = "snake_case")]
enum By {
    Positions,
    Depths,
}

/// What a column shows.
#[derive(Clone, Copy, Debug, Deserialize, PartialEq, Eq)]
#[serde(try_from = "String")]
enum Measure {
    Nodes,
    /// Nodes divided by those of the depth before.
    Growth,
    /// Percent of all positions' nodes.
    Share,
    Score,
    BestMove,
    Line,
    Seldepth,
    /// Thousandths of the transposition table that are filled; of several positions the mean.
    Hashfull,
    /// The effective branching factor: how much a ply multiplies the nodes, as the mean of the last
    /// two plies. Odd and even plies grow differently, so one alone would tell too much or little.
    Branching,
    /// A row of [`EVENTS`].
    Event(&'static Event),
    /// A row of [`RATES`].
    Rate(&'static Rate),
}

/// The measures that are neither counts of events nor rates of them, with the heads of their columns.
const MEASURES: [(Measure, &str, &str); 9] = [
    (Measure::Nodes, "nodes", "Nodes"),
    (Measure::Growth, "growth", "Growth"),
    (Measure::Share, "share", "Share in %"),
    (Measure::Score, "score", "Score"),
    (Measure::BestMove, "best_move", "Best move"),
    (Measure::Line, "line", "Line"),
    (Measure::Seldepth, "seldepth", "Selective depth"),
    (Measure::Hashfull, "hashfull", "Filled in ‰"),
    (Measure::Branching, "branching", "Branching factor"),
];

/// An event that the engine's bench counts.
#[derive(Debug, PartialEq, Eq)]
struct Event {
    /// As the bench calls it, and the column.
    name: &'static str,
    label: &'static str,
}

const fn event(name: &'static str, label: &'static str) -> Event {
    Event { name, label }
}

static EVENTS: [Event; 25] = [
    event("leaves", "Leaves"),
    event("cutoffs", "Cutoffs"),
    event("first_move_cutoffs", "By the first move"),
    event("stand_pats", "Stand-pats"),
    event("quiescence_nodes", "Quiescence nodes"),
    event("quiescence_cutoffs", "Quiescence cutoffs"),
    event("quiescence_first_move_cutoffs", "Quiescence, by the first move"),
    event("tt_probes", "Table probes"),
    event("tt_hits", "Table hits"),
    event("tt_cutoffs", "Table cutoffs"),
    event("pvs_researches", "Re-searches"),
    event("fail_lows", "Fail lows"),
    event("fail_highs", "Fail highs"),
    event("null_moves", "Null moves"),
    event("null_cutoffs", "Null move cutoffs"),
    event("reductions", "Reduced"),
    event("reduction_researches", "Searched deeper"),
    event("late_moves", "Late moves left out"),
    event("reverse_futility", "Far above beta"),
    event("razors", "Razors tried"),
    event("razor_cutoffs", "Far below alpha"),
    event("futility", "Quiet moves too little"),
    event("see_pruning", "Losing moves left out"),
    event("delta", "Captures too little"),
    event("quiescence_see", "Losing captures left out"),
];

/// How many in a hundred of one event are another one, too.
#[derive(Debug, PartialEq, Eq)]
struct Rate {
    name: &'static str,
    label: &'static str,
    part: &'static str,
    /// All nodes where it's none.
    whole: Option<&'static str>,
}

static RATES: [Rate; 6] = [
    // Of the cutoffs at full-width nodes.
    Rate {
        name: "first_move_rate",
        label: "By the first move in %",
        part: "first_move_cutoffs",
        whole: Some("cutoffs"),
    },
    // Standing pat is no move, and isn't among the cutoffs of the quiescence search.
    Rate {
        name: "quiescence_first_move_rate",
        label: "Quiescence, by the first move in %",
        part: "quiescence_first_move_cutoffs",
        whole: Some("quiescence_cutoffs"),
    },
    // The nodes where the quiescence search begins are among those that it visits.
    Rate {
        name: "quiescence_share",
        label: "Quiescence in %",
        part: "quiescence_nodes",
        whole: None,
    },
    Rate {
        name: "tt_hit_rate",
        label: "Table hits in %",
        part: "tt_hits",
        whole: Some("tt_probes"),
    },
    Rate {
        name: "null_cutoff_rate",
        label: "Null moves that cut off in %",
        part: "null_cutoffs",
        whole: Some("null_moves"),
    },
    Rate {
        name: "reduction_research_rate",
        label: "Searched deeper in %",
        part: "reduction_researches",
        whole: Some("reductions"),
    },
];

impl TryFrom<String> for Measure {
    type Error = String;

    fn try_from(name: String) -> Result<Self, String> {
        let plain = MEASURES.iter().find(|row| row.1 == name).map(|row| row.0);
        let event = || EVENTS.iter().find(|event| event.name == name).map(Self::Event);
        let rate = || RATES.iter().find(|rate| rate.name == name).map(Self::Rate);
        plain.or_else(event).or_else(rate).ok_or_else(|| {
            let known = MEASURES.iter().map(|row| row.1).chain(EVENTS.iter().map(|one| one.name));
            let known: Vec<_> = known.chain(RATES.iter().map(|one| one.name)).collect();
            format!("there is no column `{name}`; use one of {}", known.join(", "))
        })
    }
}

impl Measure {
    fn column(self) -> Column {
        let (key, label) = match self {
            Self::Event(event) => (event.name, event.label),
            Self::Rate(rate) => (rate.name, rate.label),
            plain => {
                let row = MEASURES.iter().find(|row| row.0 == plain);
                row.map(|row| (row.1, row.2)).expect("each of the others has a row")
            }
        };
        Column { key: key.to_owned(), label: label.to_owned() }
    }

    /// Whether it has a meaning only for one position at a time.
    fn is_of_one(self) -> bool {
        matches!(self, Self::Score | Self::BestMove | Self::Line | Self::Seldepth)
    }

    /// Whether two engines that search the same nodes with the same results agree on it.
    fn is_of_nodes(self) -> bool {
        use Measure::{BestMove, Branching, Growth, Line, Nodes, Score, Share};
        matches!(self, BestMove | Branching | Growth | Line | Nodes | Score | Share)
    }
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Setting {
    key: String,
    label: String,
    #[serde(default)]
    set: Vec<String>,
    #[serde(default)]
    param: Vec<String>,
    /// The deepest search of this row, where the table's depths take too long for it.
    max_depth: Option<u32>,
}

/// What the engine's `bench --json` prints. It may say more than is read here.
#[derive(Deserialize)]
struct Output {
    nodes: i64,
    positions: Vec<Searched>,
}

#[derive(Deserialize)]
struct Searched {
    index: u32,
    name: String,
    nodes: i64,
    seldepth: Option<i64>,
    hashfull: Option<i64>,
    #[serde(default)]
    score: serde_json::Value,
    best_move: Option<String>,
    line: Option<String>,
    /// Counts by name. The first search counts nothing but nodes.
    #[serde(default)]
    events: BTreeMap<String, i64>,
}

impl Declared for Bench {
    fn checked(self) -> Result<Self> {
        match (&self.depths, self.rows) {
            (Some(depths), _) => check_depths(depths)?,
            (None, Some(By::Depths)) => bail!("there are no depths; list them"),
            (None, _) => {}
        }
        if let Some(positions) = &self.positions {
            let shape = Regex::new(r"^\d+(-\d+)?(,\d+(-\d+)?)*$").context("a fixed pattern")?;
            ensure!(
                shape.is_match(positions),
                "positions `{positions}` is no range; write it like `2-7`"
            );
        }
        let rows = self.row.iter().map(|row| (row.key.as_str(), row.label.as_str()));
        match self.rows {
            None => check_rows(rows).context("add `[[table.row]]`, or `rows = \"positions\"`")?,
            Some(_) if !self.row.is_empty() => {
                bail!("`rows` and `[[table.row]]` exclude each other; remove one of them")
            }
            Some(_) => {}
        }
        let own = self.row.iter().flat_map(|row| row.set.iter().chain(&row.param));
        check_settings(self.set.iter().chain(&self.param).chain(own))?;
        self.check_columns()?;
        Ok(self)
    }
}

impl Kind for Bench {
    fn measure(&self, place: &Place) -> Result<Reading> {
        let rows = match self.rows {
            None => self.by_setting(place)?,
            Some(By::Positions) => self.by_position(place)?,
            Some(By::Depths) => self.by_depth(place)?,
        };
        let columns = if self.across() {
            self.depths.iter().flatten().map(|depth| depth_column(*depth)).collect()
        } else {
            self.columns.iter().map(|measure| measure.column()).collect()
        };
        Ok(Reading { columns, rows, ..Reading::default() })
    }

    /// Counts of events tell how the engine works, and two that agree on all nodes may differ there.
    fn is_proven_by_bench(&self) -> bool {
        self.columns.iter().all(|column| column.is_of_nodes())
    }
}

impl Bench {
    fn check_columns(&self) -> Result<()> {
        ensure!(!self.columns.is_empty(), "there are no columns; list at least `nodes`");
        for column in &self.columns {
            let key = column.column().key;
            match column {
                Measure::Growth if self.rows != Some(By::Depths) => {
                    bail!("column `growth` needs `rows = \"depths\"`; change the rows or remove it")
                }
                Measure::Branching if self.rows.is_some() || self.first_depth() < 3 => bail!(
                    "column `branching` needs `[[table.row]]` and depths from 3; change them or \
                     remove it"
                ),
                Measure::Share if self.rows != Some(By::Positions) || self.across() => bail!(
                    "column `share` needs `rows = \"positions\"` and one depth; change them or remove it"
                ),
                _ => {}
            }
            let doubled = self.columns.iter().filter(|other| *other == column).count() > 1;
            ensure!(!doubled, "column `{key}` stands twice; remove one of them");
        }
        ensure!(
            !self.across() || self.columns.len() == 1,
            "several depths make a column each, so only one measure fits; leave one in `columns`"
        );
        Ok(())
    }

    /// The depths that are searched; `None` is the engine's own.
    fn searches(&self) -> Vec<Option<u32>> {
        match &self.depths {
            Some(depths) => depths.iter().map(|depth| Some(*depth)).collect(),
            None => vec![None],
        }
    }

    fn first_depth(&self) -> u32 {
        self.depths.iter().flatten().copied().next().unwrap_or_default()
    }

    /// Whether the depths are the columns.
    fn across(&self) -> bool {
        self.rows != Some(By::Depths) && self.searches().len() > 1
    }

    fn by_setting(&self, place: &Place) -> Result<Vec<Row>> {
        let mut rows = Vec::new();
        for setting in &self.row {
            let mut row = empty(&setting.key, &setting.label);
            let deepest = setting.max_depth.unwrap_or(u32::MAX);
            let fits = |depth: &Option<u32>| depth.is_none_or(|depth| depth <= deepest);
            for depth in self.searches().into_iter().filter(fits) {
                let output = self.search(place, depth, Some(setting))?;
                for (key, measure) in self.keys(depth) {
                    let cell = match measure {
                        Measure::Branching => {
                            let before = depth.map(|depth| depth - 2);
                            let before = self.search(place, before, Some(setting))?.nodes;
                            let growth = output.nodes as f64 / before.max(1) as f64;
                            Some(Cell::Decimal(rounded(growth.sqrt(), 100.0)))
                        }
                        _ => output.total(measure)?,
                    };
                    row.cells.extend(cell.map(|cell| (key, cell)));
                }
            }
            rows.push(row);
        }
        Ok(rows)
    }

    fn by_position(&self, place: &Place) -> Result<Vec<Row>> {
        let mut rows: Vec<Row> = Vec::new();
        let mut total = empty("total", "Total");
        for depth in self.searches() {
            let output = self.search(place, depth, None)?;
            for (key, measure) in self.keys(depth) {
                for (index, position) in output.positions.iter().enumerate() {
                    if rows.len() == index {
                        rows.push(empty(&format!("p{}", position.index), &position.name));
                    }
                    let cell = position.cell(measure, output.nodes)?;
                    rows[index].cells.extend(cell.map(|cell| (key.clone(), cell)));
                }
                if !measure.is_of_one() {
                    let sum = match measure {
                        Measure::Share => Some(Cell::Decimal(100.0)),
                        _ => output.total(measure)?,
                    };
                    total.cells.extend(sum.map(|cell| (key, cell)));
                }
            }
        }
        if !total.cells.is_empty() {
            rows.push(total);
        }
        Ok(rows)
    }

    fn by_depth(&self, place: &Place) -> Result<Vec<Row>> {
        let mut rows = Vec::new();
        let mut before: Option<(u32, i64)> = None;
        for &depth in self.depths.iter().flatten() {
            let output = self.search(place, Some(depth), None)?;
            let mut row = empty(&format!("d{depth}"), &depth.to_string());
            for &measure in &self.columns {
                let cell = match (measure, before) {
                    (Measure::Growth, Some((last, nodes))) if last + 1 == depth && nodes > 0 => {
                        Some(Cell::Decimal(rounded(output.nodes as f64 / nodes as f64, 100.0)))
                    }
                    (Measure::Growth, _) => None,
                    _ => output.total(measure)?,
                };
                row.cells.extend(cell.map(|cell| (measure.column().key, cell)));
            }
            before = Some((depth, output.nodes));
            rows.push(row);
        }
        Ok(rows)
    }

    /// The columns that a search to `depth` fills.
    fn keys(&self, depth: Option<u32>) -> Vec<(String, Measure)> {
        let across = depth.filter(|_| self.across());
        let key = |measure: Measure| match across {
            Some(depth) => depth_column(depth).key,
            None => measure.column().key,
        };
        self.columns.iter().map(|&measure| (key(measure), measure)).collect()
    }

    fn search(&self, place: &Place, depth: Option<u32>, row: Option<&Setting>) -> Result<Output> {
        let mut arguments = vec!["bench".to_owned(), "--json".to_owned()];
        arguments.extend(depth.iter().flat_map(|d| ["--depth".to_owned(), d.to_string()]));
        if let Some(positions) = &self.positions {
            arguments.extend(["--positions".to_owned(), positions.clone()]);
        }
        let (sets, params) = row.map_or((&[][..], &[][..]), |row| (&row.set, &row.param));
        for (option, values) in [("--set", &self.set[..]), ("--set", sets)]
            .into_iter()
            .chain([("--param", &self.param[..]), ("--param", params)])
        {
            for value in values {
                arguments.extend([option.to_owned(), value.clone()]);
            }
        }
        let shown = depth.map_or_else(String::new, |depth| format!(" depth {depth}"));
        place.tell(&format!("{}{shown}", row.map_or("bench", |row| &row.key)));
        let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
        let text = place.ask(&arguments)?;
        let output: Output = serde_json::from_str(&text)
            .with_context(|| format!("`cb2026 {}` prints no bench", arguments.join(" ")))?;
        let sum: i64 = output.positions.iter().map(|position| position.nodes).sum();
        ensure!(
            sum == output.nodes,
            "`cb2026 {}`: the positions' nodes add up to {sum}, not to {}",
            arguments.join(" "),
            output.nodes
        );
        Ok(output)
    }
}

fn empty(key: &str, label: &str) -> Row {
    Row { key: key.to_owned(), label: label.to_owned(), cells: BTreeMap::new() }
}

fn rounded(number: f64, scale: f64) -> f64 {
    (number * scale).round() / scale
}

/// `part` as a percentage with one decimal; nothing has no shares.
fn percent(part: i64, whole: i64) -> Option<Cell> {
    (whole > 0).then(|| Cell::Decimal(rounded(100.0 * part as f64 / whole as f64, 10.0)))
}

impl Output {
    fn sum(&self, event: &str) -> Result<i64> {
        self.positions.iter().map(|position| position.event(event)).sum()
    }

    /// A measure of all positions together; `None` where it's a share of nothing.
    fn total(&self, measure: Measure) -> Result<Option<Cell>> {
        match (measure, self.positions.as_slice()) {
            (Measure::Event(event), _) => Ok(Some(Cell::Whole(self.sum(event.name)?))),
            (Measure::Rate(rate), _) => {
                let whole = rate.whole.map_or(Ok(self.nodes), |event| self.sum(event))?;
                Ok(percent(self.sum(rate.part)?, whole))
            }
            (Measure::Nodes, _) => Ok(Some(Cell::Whole(self.nodes))),
            (Measure::Hashfull, positions) => {
                let filled: Option<Vec<i64>> = positions.iter().map(|one| one.hashfull).collect();
                let filled = filled.context("this engine has no transposition table yet")?;
                let mean = filled.iter().sum::<i64>() as f64 / filled.len().max(1) as f64;
                Ok(Some(Cell::Decimal(rounded(mean, 10.0))))
            }
            (_, [one]) => one.cell(measure, self.nodes),
            _ => bail!(
                "column `{}` shows one position, but {} are searched; narrow `positions`",
                measure.column().key,
                self.positions.len()
            ),
        }
    }
}

impl Searched {
    fn event(&self, name: &str) -> Result<i64> {
        self.events.get(name).copied().with_context(|| {
            format!(
                "position {}: this engine counts no `{name}`; leave the column out, or measure a \
                 later stage",
                self.index
            )
        })
    }

    fn cell(&self, measure: Measure, total: i64) -> Result<Option<Cell>> {
        let missing = || anyhow!("position {}: no {}", self.index, measure.column().key);
        Ok(Some(match measure {
            Measure::Event(event) => Cell::Whole(self.event(event.name)?),
            Measure::Rate(rate) => {
                let whole = rate.whole.map_or(Ok(self.nodes), |event| self.event(event))?;
                return Ok(percent(self.event(rate.part)?, whole));
            }
            Measure::Hashfull => Cell::Whole(self.hashfull.ok_or_else(missing)?),
            Measure::Nodes => Cell::Whole(self.nodes),
            Measure::Share => {
                Cell::Decimal(rounded(100.0 * self.nodes as f64 / total.max(1) as f64, 10.0))
            }
            Measure::Seldepth => Cell::Whole(self.seldepth.ok_or_else(missing)?),
            Measure::BestMove => Cell::Text(self.best_move.clone().ok_or_else(missing)?),
            Measure::Line => Cell::Text(self.line.clone().ok_or_else(missing)?),
            Measure::Score => match &self.score {
                serde_json::Value::Number(score) => {
                    Cell::Whole(score.as_i64().ok_or_else(missing)?)
                }
                serde_json::Value::String(score) => Cell::Text(score.clone()),
                _ => return Err(missing()),
            },
            _ => bail!("column `{}` compares searches, not positions", measure.column().key),
        }))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fault(text: &str) -> String {
        let bench: Bench = toml::from_str(text).unwrap();
        crate::line::of(&bench.checked().unwrap_err())
    }

    fn named(column: &str) -> Measure {
        Measure::try_from(column.to_owned()).unwrap()
    }

    #[test]
    fn every_column_is_found_by_its_name_and_no_name_stands_for_two() {
        let events = EVENTS.iter().map(Measure::Event);
        let all: Vec<_> = MEASURES
            .iter()
            .map(|row| row.0)
            .chain(events)
            .chain(RATES.iter().map(Measure::Rate))
            .collect();
        for measure in all {
            assert_eq!(named(&measure.column().key), measure);
        }
        let counted = |name: &str| EVENTS.iter().any(|event| event.name == name);
        assert!(RATES.iter().all(|rate| counted(rate.part) && rate.whole.is_none_or(counted)));
        let refused = Measure::try_from("cutofs".to_owned()).unwrap_err();
        assert!(
            refused.starts_with("there is no column `cutofs`; use one of nodes, "),
            "{refused}"
        );
    }

    #[test]
    fn what_does_not_fit_together_is_refused() {
        let cases = [
            ("rows = \"depths\"", "no depths"),
            ("depths = [2, 1]\nrows = \"depths\"", "don't rise"),
            ("depths = [1]", "no rows"),
            ("depths = [1]\nrows = \"depths\"\npositions = \"all\"", "no range"),
            ("depths = [1]\nrows = \"depths\"\nset = [\"pvs\"]", "no value"),
            ("depths = [1]\nrows = \"positions\"\ncolumns = [\"growth\"]", "needs `rows"),
            ("depths = [1]\nrows = \"depths\"\ncolumns = [\"share\"]", "needs `rows"),
            ("depths = [4]\nrows = \"depths\"\ncolumns = [\"branching\"]", "needs `[[table.row]]"),
            ("depths = [1, 2]\nrows = \"positions\"\ncolumns = [\"nodes\", \"score\"]", "several"),
            ("depths = [1]\nrows = \"depths\"\ncolumns = [\"nodes\", \"nodes\"]", "twice"),
            ("depths = [1]\nrows = \"depths\"\ncolumns = []", "no columns"),
        ];
        for (text, part) in cases {
            assert!(fault(text).contains(part), "{text}: {}", fault(text));
        }
    }

    #[test]
    fn a_column_of_one_position_refuses_a_sum() {
        let output: Output = serde_json::from_str(
            r#"{"nodes":3,"positions":[
                {"index":1,"name":"a","nodes":1,"score":5,"best_move":"e2e4"},
                {"index":2,"name":"b","nodes":2,"score":"mate 1"}]}"#,
        )
        .unwrap();
        assert_eq!(output.total(Measure::Nodes).unwrap(), Some(Cell::Whole(3)));
        let error = output.total(Measure::Score).unwrap_err().to_string();
        assert_eq!(
            error,
            "column `score` shows one position, but 2 are searched; narrow `positions`"
        );
        let second = &output.positions[1];
        let cell = |measure| second.cell(measure, 3).unwrap();
        assert_eq!(cell(Measure::Score), Some(Cell::Text("mate 1".to_owned())));
        assert_eq!(cell(Measure::Share), Some(Cell::Decimal(66.7)));
        assert!(second.cell(Measure::BestMove, 3).is_err());
    }

    #[test]
    fn events_add_up_and_rates_are_made_of_the_sums() {
        let output: Output = serde_json::from_str(
            r#"{"nodes":30,"positions":[
                {"index":1,"name":"a","nodes":10,
                 "events":{"cutoffs":4,"first_move_cutoffs":3,"quiescence_nodes":5,
                 "quiescence_cutoffs":6,"quiescence_first_move_cutoffs":2}},
                {"index":2,"name":"b","nodes":20,
                 "events":{"cutoffs":0,"first_move_cutoffs":0,"quiescence_nodes":5,
                 "quiescence_cutoffs":2,"quiescence_first_move_cutoffs":2}}]}"#,
        )
        .unwrap();
        let total = |measure| output.total(measure).unwrap();
        assert_eq!(total(named("cutoffs")), Some(Cell::Whole(4)));
        assert_eq!(total(named("first_move_rate")), Some(Cell::Decimal(75.0)));
        assert_eq!(total(named("quiescence_first_move_rate")), Some(Cell::Decimal(50.0)));
        assert_eq!(total(named("quiescence_share")), Some(Cell::Decimal(33.3)));
        let second = &output.positions[1];
        assert_eq!(second.cell(named("quiescence_share"), 30).unwrap(), Some(Cell::Decimal(25.0)));
        assert_eq!(second.cell(named("first_move_rate"), 30).unwrap(), None, "nothing was cut off");
        let rate = second.cell(named("quiescence_first_move_rate"), 30).unwrap();
        assert_eq!(rate, Some(Cell::Decimal(100.0)));
        let error = output.total(named("leaves")).unwrap_err().to_string();
        assert!(error.starts_with("position 1: this engine counts no `leaves`; "), "{error}");
    }

    #[test]
    fn the_table_is_told_by_its_hits_and_its_fill() {
        let output: Output = serde_json::from_str(
            r#"{"nodes":30,"positions":[
                {"index":1,"name":"a","nodes":10,"hashfull":4,
                 "events":{"tt_probes":8,"tt_hits":1}},
                {"index":2,"name":"b","nodes":20,"hashfull":5,
                 "events":{"tt_probes":8,"tt_hits":3}}]}"#,
        )
        .unwrap();
        let total = |measure| output.total(measure).unwrap();
        assert_eq!(total(named("tt_hit_rate")), Some(Cell::Decimal(25.0)));
        assert_eq!(total(Measure::Hashfull), Some(Cell::Decimal(4.5)));
        let first = &output.positions[0];
        assert_eq!(first.cell(named("tt_hit_rate"), 30).unwrap(), Some(Cell::Decimal(12.5)));
        assert_eq!(first.cell(Measure::Hashfull, 30).unwrap(), Some(Cell::Whole(4)));
        let older: Output =
            serde_json::from_str(r#"{"nodes":1,"positions":[{"index":1,"name":"a","nodes":1}]}"#)
                .unwrap();
        assert!(older.total(Measure::Hashfull).is_err());
    }
}
