//! Proves a record: plays its games again, or where a clock took part, follows its moves.

use crate::job::Job;
use crate::openings::{Openings, hex};
use crate::play::board::Board;
use crate::play::crew;
use crate::play::run::moves_file;
use crate::played::{Info, Pair, Played, Ply, Reason};
use crate::record::MatchRecord;
use crate::stats::Pentanomial;
use anyhow::{Context, Result, bail};
use sha2::{Digest, Sha256};
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
    let llr = record.declared.test().llr(&pairs, games);
    let elo = pairs.estimate().map_or(0.0, |estimate| estimate.elo);
    let is_other = |a: f64, b: f64| (a - b).abs() > 0.02;
    if is_other(llr, result.llr) || result.elo.is_some_and(|recorded| is_other(recorded, elo)) {
        bail!("its Elo or its LLR isn't that of its counts; play it again with --fresh");
    }
    Ok(())
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
/// one over. Gives the number of pairs that were played.
pub fn replay(
    job: &Job,
    record: &MatchRecord,
    count: usize,
    concurrency: usize,
    mut seen: impl FnMut(&Pair),
) -> Result<usize> {
    let openings = openings(job, record)?;
    crew::inspect(job)?;
    let count = count.min(record.pairs.len());
    crew::play_pairs(job, &openings, 0..count, concurrency, |pair| {
        compare(record, &pair)?;
        seen(&pair);
        Ok(ControlFlow::Continue(()))
    })?;
    Ok(count)
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
    if hex(&Sha256::digest(&text)) != record.digest {
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
            let failed = failure(number).map(|incident| {
                let loser_is_first = incident.loser == "first";
                let first_has = crate::played::FIRST_HAS[number];
                let winner = if loser_is_first { first_has.other() } else { first_has };
                (Some(winner), incident.reason)
            });
            walk(opening, moves[number], failed)
                .with_context(|| format!("pair {}, game {}", index + 1, number + 1))
        };
        let pair = Pair { index, games: [game(0)?, game(1)?] };
        // An adjudicated game stops where the rules don't, so only its moves are compared.
        let is_adjudicated = !record.declared.adjudicate.is_off();
        if is_adjudicated {
            let digest = |entry: &str| entry[2..].to_owned();
            if digest(&pair.entry()) != digest(&record.pairs[index]) {
                bail!("pair {}: its moves aren't those of its entry", index + 1);
            }
        } else {
            compare(record, &pair)?;
        }
        pairs.push(pair);
    }
    Ok(pairs)
}

fn walk(
    opening: &str,
    moves: &str,
    failed: Option<(Option<crate::played::Color>, Reason)>,
) -> Result<Played> {
    let mut board = Board::new(opening)?;
    let begins = board.turn();
    let mut plies = Vec::new();
    for text in moves.split_whitespace() {
        if !board.play(text) {
            bail!("move {} `{text}` isn't legal", plies.len() + 1);
        }
        plies.push(Ply { text: text.to_owned(), info: Info::default(), milliseconds: 0 });
    }
    let (winner, reason) =
        failed.or_else(|| board.ending()).unwrap_or((None, Reason::AdjudicatedDraw));
    Ok(Played { begins, plies, winner, reason, last_lines: Vec::new() })
}
