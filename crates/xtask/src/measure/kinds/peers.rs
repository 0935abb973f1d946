//! Tables of engines side by side: the nodes that each needs for a depth, and how fast it is.
//!
//! The stage's engine and the others search the six positions in turns. The arena's program drives
//! them; here they are named, and the numbers become a table.

use super::{Declared, Kind};
use crate::cargo;
use crate::measure::checks::check_rows;
use crate::measure::place::Place;
use crate::measure::process::{PATIENCE, output};
use crate::measure::provenance;
use crate::measure::reading::Reading;
use anyhow::{Context, Result, bail, ensure};
use arena::opponents::Opponents;
use arena::side::Side;
use literate::results::{Cell, Column, Row};
use serde::Deserialize;
use std::collections::BTreeMap;
use std::path::Path;
use std::process::Command;

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Peers {
    /// In plies.
    depth: u32,
    /// Of which the median counts.
    #[serde(default = "three")]
    rounds: u32,
    row: Vec<Peer>,
}

fn three() -> u32 {
    3
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Peer {
    key: String,
    label: String,
    /// As matches name it, `opponent:NAME;Option=value`; the stage's own engine unless given.
    player: Option<String>,
}

/// What the arena tells of one engine.
#[derive(Deserialize)]
struct Effort {
    nodes: f64,
    seconds: f64,
}

impl Declared for Peers {
    fn checked(self) -> Result<Self> {
        check_rows(self.row.iter().map(|row| (row.key.as_str(), row.label.as_str())))?;
        ensure!((1..=30).contains(&self.depth), "depth {} isn't from 1 to 30", self.depth);
        ensure!((1..=99).contains(&self.rounds), "rounds {} aren't from 1 to 99", self.rounds);
        let own = self.row.iter().filter(|row| row.player.is_none()).count();
        ensure!(own == 1, "{own} rows have no `player`; leave it out for the stage's engine alone");
        for player in self.row.iter().filter_map(|row| row.player.as_deref()) {
            let is_program = matches!(Side::parse(player), Ok(Side::Foreign { .. }));
            ensure!(is_program, "player `{player}`: write it as `opponent:NAME`");
        }
        Ok(self)
    }
}

impl Kind for Peers {
    fn measure(&self, place: &Place) -> Result<Reading> {
        let (root, engine) = (place.repo().root(), place.program()?);
        let own = format!("uci:{}", engine.display());
        let opponents = Opponents::load(root)?;
        let players = self.row.iter().map(|row| match &row.player {
            None => Ok(own.clone()),
            Some(player) => Ok(opponents.resolve(&Side::parse(player)?)?.to_string()),
        });
        let players = players.collect::<Result<Vec<_>>>()?;
        let positions = six_positions(&engine)?;
        place.tell("engines search in turns");
        let output = Command::new(cargo::arena(root)?)
            .current_dir(root)
            .args(["peers", "--depth", &self.depth.to_string()])
            .args(["--rounds", &self.rounds.to_string()])
            .args(positions.iter().flat_map(|fen| ["--position", fen]))
            .args(players)
            .output()
            .context("the arena can't be run")?;
        if !output.status.success() {
            bail!("{}", String::from_utf8_lossy(&output.stderr).trim());
        }
        let column =
            |key: &str, label: &str| Column { key: key.to_owned(), label: label.to_owned() };
        let columns = vec![
            column("nodes", "Nodes (millions)"),
            column("speed", "Nodes a second (millions)"),
            column("times", "Times as fast as this stage"),
        ];
        let rows = self.read(&String::from_utf8_lossy(&output.stdout))?;
        let provenance = Some(provenance::here(root, None));
        Ok(Reading { columns, rows, provenance, ..Reading::default() })
    }

    fn varies(&self, _column: &str) -> bool {
        true
    }

    fn is_timed(&self) -> bool {
        true
    }
}

impl Peers {
    fn read(&self, output: &str) -> Result<Vec<Row>> {
        let efforts: Vec<Effort> = serde_json::from_str(output)
            .context("`arena peers` doesn't print a list of efforts")?;
        ensure!(
            efforts.len() == self.row.len(),
            "`arena peers` tells of {} engines",
            efforts.len()
        );
        let own = self.row.iter().position(|row| row.player.is_none()).context("no own engine")?;
        let unit = efforts[own].seconds;
        let rows = self.row.iter().zip(&efforts).map(|(row, effort)| {
            let millions = effort.nodes / 1e6;
            let cells = [
                ("nodes", two_decimals(millions)),
                ("speed", two_decimals(millions / effort.seconds)),
                ("times", three_digits(unit / effort.seconds)),
            ];
            let cells = cells.map(|(key, cell)| (key.to_owned(), cell));
            Row { key: row.key.clone(), label: row.label.clone(), cells: BTreeMap::from(cells) }
        });
        Ok(rows.collect())
    }
}

/// The positions of most tables, as the stage's engine has them.
fn six_positions(engine: &Path) -> Result<Vec<String>> {
    #[derive(Deserialize)]
    struct Bench {
        positions: Vec<Position>,
    }
    #[derive(Deserialize)]
    struct Position {
        fen: String,
    }
    let text =
        output(engine, &["bench", "--json", "--depth", "1", "--positions", "2-7"], PATIENCE)?;
    let bench: Bench =
        serde_json::from_str(&text).context("`cb2026 bench --json` prints no bench")?;
    Ok(bench.positions.into_iter().map(|position| position.fen).collect())
}

fn two_decimals(number: f64) -> Cell {
    Cell::Decimal((number * 100.0).round() / 100.0)
}

/// A ratio of times has no more than three digits to tell.
fn three_digits(number: f64) -> Cell {
    Cell::Decimal(format!("{number:.2e}").parse().unwrap_or(number))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn peers(rows: &str) -> Result<Peers> {
        let text = format!("depth = 9\n{rows}");
        toml::from_str::<Peers>(&text).unwrap().checked()
    }

    const OWN: &str = "[[row]]\nkey = \"own\"\nlabel = \"Stage\"\n";
    const OTHER: &str = "[[row]]\nkey = \"other\"\nlabel = \"X\"\nplayer = \"uci:x;Hash=1\"\n";

    #[test]
    fn speed_is_told_beside_the_own_one() {
        let peers = peers(&format!("{OTHER}{OWN}")).unwrap();
        let printed = r#"[{"nodes":3000000,"seconds":2.0},{"nodes":8000000,"seconds":4.0}]"#;
        let rows = peers.read(printed).unwrap();
        let cell = |row: usize, key: &str| rows[row].cells[key].clone();
        assert_eq!(cell(0, "speed"), Cell::Decimal(1.5));
        assert_eq!(cell(0, "times"), Cell::Decimal(2.0));
        assert_eq!((cell(1, "nodes"), cell(1, "times")), (Cell::Decimal(8.0), Cell::Decimal(1.0)));
        assert_eq!(three_digits(874.31), Cell::Decimal(874.0));
        assert_eq!(two_decimals(0.0933), Cell::Decimal(0.09));
        assert!(peers.read("[]").unwrap_err().to_string().contains("tells of 0 engines"));
        assert!(peers.read("{}").is_err());
    }

    #[test]
    fn bad_declarations_are_told() {
        let error = |rows: &str| peers(rows).unwrap_err().to_string();
        assert!(error(OTHER).contains("0 rows have no `player`"));
        assert!(error(&format!("{OWN}{}", OWN.replace("own", "two"))).contains("2 rows"));
        let path = OTHER.replace("uci:x", "x");
        assert!(error(&format!("{OWN}{path}")).contains("write it as `opponent:NAME`"));
        assert!(error(&format!("rounds = 0\n{OWN}")).contains("aren't from 1 to 99"));
    }
}
