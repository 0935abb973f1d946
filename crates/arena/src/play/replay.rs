//! Proves a record: plays its games again, or where a clock took part, follows its moves.

use crate::digest::digest;
use crate::job::Job;
use crate::openings::Openings;
use crate::play::board::Board;
use crate::play::run::moves_file;
use crate::play::{pairs, start};
use crate::played::{Color, FIRST_HAS, Info, Pair, Played, Ply, Reason};
use crate::record::{MatchRecord, Summary};
use crate::stats::Pentanomial;
use crate::tally::Tally;
use anyhow::{Context, Result, bail};
use std::collections::BTreeMap;
use std::ops::ControlFlow;

/// Whether the figures of the record are those of its pairs: needs no engine.
pub fn check_figures(record: &MatchRecord) -> Result<()> {
    let mut pairs = Pentanomial::default();
    let mut games = [0; 3];
    for (index, entry) in record.pairs.iter().enumerate() {
        let points = entry.get(..2).and_then(half_points);
        let Some(points) = points.filter(|_| is_entry(entry)) else {
            bail!("pair {}: `{entry}` isn't an entry of a record", index + 1);
        };
        pairs.add(points.iter().sum());
        points.iter().for_each(|&half| games[half] += 1);
    }
    let result = &record.result;
    let found = [result.losses, result.draws, result.wins];
    if pairs != result.pentanomial || games != found || pairs.pairs() != result.pairs {
        bail!("its counts aren't those of its pairs; play it again with --fresh");
    }
    if !is_close(&Tally::figures(&pairs, games, &record.declared), result) {
        bail!("its figures aren't those of its counts; play it again with --fresh");
    }
    Ok(())
}

/// Whether the figures differ by no more than another machine's logarithm and rounding may do.
fn is_close(a: &Summary, b: &Summary) -> bool {
    let close = |a: f64, b: f64, off: f64| (a - b).abs() < off;
    let same = |a: Option<f64>, b: Option<f64>| match (a, b) {
        (Some(a), Some(b)) => close(a, b, 0.02),
        (a, b) => a == b,
    };
    let shares = |of: &Summary| [of.score, of.los, of.draw_ratio];
    let ratios = |of: &Summary| [of.llr, of.llr_bounds[0], of.llr_bounds[1]];
    let elo = |of: &Summary| [of.elo, of.elo_low, of.elo_high];
    shares(a).into_iter().zip(shares(b)).all(|(a, b)| close(a, b, 2e-4))
        && ratios(a).into_iter().zip(ratios(b)).all(|(a, b)| close(a, b, 0.02))
        && elo(a).into_iter().zip(elo(b)).all(|(a, b)| same(a, b))
}

fn half_points(letters: &str) -> Option<[usize; 2]> {
    let of = |letter| "LDW".find(letter);
    let mut letters = letters.chars();
    Some([of(letters.next()?)?, of(letters.next()?)?])
}

fn is_entry(entry: &str) -> bool {
    let digest = entry.get(2..).and_then(|rest| rest.strip_prefix(' ')).unwrap_or_default();
    digest.len() == 16 && digest.bytes().all(|b| b.is_ascii_hexdigit())
}

/// Plays the first `count` pairs again; each has to have the recorded results and moves. Hands each
/// one over as it ends. Gives the pairs in their order.
pub fn replay(
    job: &Job,
    record: &MatchRecord,
    count: usize,
    concurrency: usize,
    mut seen: impl FnMut(&Pair),
) -> Result<Vec<Pair>> {
    let openings = openings(job, record)?;
    start::inspect(job)?;
    let count = count.min(record.pairs.len());
    let mut played = BTreeMap::new();
    pairs::play(job, &openings, 0..count, concurrency, |pair| {
        compare(record, &pair)?;
        seen(&pair);
        played.insert(pair.index, pair);
        Ok(ControlFlow::Continue(()))
    })?;
    let pairs: Vec<Pair> = played.into_values().collect();
    if count == record.pairs.len() {
        compare_whole(record, &pairs)?;
    }
    Ok(pairs)
}

/// Whether what is recorded of the match as a whole is that of its games.
fn compare_whole(record: &MatchRecord, pairs: &[Pair]) -> Result<()> {
    let mut tally = Tally::default();
    pairs.iter().for_each(|pair| tally.add(pair));
    let (found, recorded) = (tally.summary(&record.declared), &record.result);
    let is_same = tally.digest() == record.digest
        && tally.verdict(&record.declared) == Some(record.verdict)
        && found.nodes == recorded.nodes
        && found.time_losses == recorded.time_losses
        && found.endings == recorded.endings
        && found.mean_plies == recorded.mean_plies
        && tally.clock(&record.declared) == record.clock;
    if !is_same {
        bail!(
            "its digest, nodes, clocks or endings aren't those of its games; play it again with --fresh"
        );
    }
    Ok(())
}

fn openings(job: &Job, record: &MatchRecord) -> Result<Openings> {
    let openings = Openings::load(&job.openings, record.declared.openings_start)?;
    if openings.digest(record.pairs.len()) != record.openings {
        bail!(
            "{} has other positions than those that were played; restore it, or play the match \
             again with --fresh",
            job.openings.display()
        );
    }
    Ok(openings)
}

fn compare(record: &MatchRecord, pair: &Pair) -> Result<()> {
    let (found, recorded) = (pair.entry(), &record.pairs[pair.index]);
    if found != *recorded {
        bail!("pair {}: played `{found}`, recorded `{recorded}`", pair.index + 1);
    }
    Ok(())
}

/// Follows the kept moves of a match on time by the rules; gives its pairs.
pub fn follow(job: &Job, record: &MatchRecord) -> Result<Vec<Pair>> {
    let path = moves_file(&job.record);
    let text = std::fs::read_to_string(&path)
        .with_context(|| format!("{}: can't be read; restore it with git", path.display()))?;
    if digest(&text) != record.digest {
        bail!("{} holds other moves than the record; restore both with git", path.display());
    }
    let openings = openings(job, record)?;
    let lines: Vec<&str> = text.lines().collect();
    if lines.len() != 2 * record.pairs.len() {
        bail!("{} has {} games, not two a pair", path.display(), lines.len());
    }
    let mut pairs = Vec::new();
    for (index, moves) in lines.chunks(2).enumerate() {
        let opening = openings.get(index)?;
        let failure = |game: usize| {
            let of = |i: &&crate::record::Incident| i.pair == index + 1 && i.game == game + 1;
            record.incidents.iter().find(of)
        };
        let game = |number: usize| {
            let first_has = FIRST_HAS[number];
            let failed = failure(number).map(|incident| {
                let loser_is_first = incident.loser == "first";
                let winner = if loser_is_first { first_has.other() } else { first_has };
                (Some(winner), incident.reason)
            });
            walk(opening, moves[number], failed)
                .with_context(|| format!("pair {}, game {}", index + 1, number + 1))
        };
        let pair = Pair { index, games: [game(0)?, game(1)?] };
        compare(record, &pair)?;
        pairs.push(pair);
    }
    Ok(pairs)
}

/// Who won, and why the game ended.
type Ending = (Option<Color>, Reason);

/// Plays the moves of a game. Its end is a failure that was recorded, or that of the rules.
fn walk(opening: &str, moves: &str, failed: Option<Ending>) -> Result<Played> {
    let mut board = Board::new(opening)?;
    let begins = board.turn();
    let mut plies = Vec::new();
    for text in moves.split_whitespace() {
        if !board.play(text) {
            bail!("move {} `{text}` isn't legal", plies.len() + 1);
        }
        plies.push(Ply { text: text.to_owned(), info: Info::default(), milliseconds: 0 });
    }
    let (winner, reason) = failed
        .or_else(|| board.ending())
        .context("the game stops where no rule ends it; restore it with git")?;
    Ok(Played { begins, plies, winner, reason, last_lines: Vec::new() })
}
