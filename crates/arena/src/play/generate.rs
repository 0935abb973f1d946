//! Makes the opening positions: random moves from the start, kept where an engine calls the game open.
//!
//! All numbers come from one fixed sequence, and each position is judged from a cleared state, so that
//! the same engine makes the same file on every machine and on any number of threads. More positions of
//! one recipe begin with those that fewer have.

use super::board::{Board, START};
use super::player::{Go, Player};
use super::players::uci::{Setup, Uci};
use super::splitmix::SplitMix;
use crate::limits::Limits;
use crate::played::Score;
use anyhow::{Context, Result, anyhow, bail};
use std::collections::HashSet;
use std::thread;
use std::time::Duration;

/// What the openings are made by.
#[derive(Clone, Debug)]
pub struct Recipe {
    pub seed: u64,
    /// How many positions are made.
    pub lines: usize,
    /// Of the search that judges them.
    pub limits: Limits,
    /// The most centipawns that either side may be ahead.
    pub bound: i32,
    /// The player that judges them, for the head of the file.
    pub judge: String,
}

/// Random plies before a position. Both sides get to move first.
const PLIES: [usize; 2] = [8, 9];
/// How many candidates are judged at a time.
const BATCH: usize = 512;
/// Of so many candidates one has to be kept, or else the recipe makes nothing.
const HOPE: usize = 200;
/// How long a judgement may take.
const PATIENCE: Duration = Duration::from_secs(60);

struct Candidate {
    board: Board,
    epd: String,
}

/// The text of the file. Tells how many positions there are now and then.
pub fn generate(
    recipe: &Recipe,
    judge: &Setup,
    concurrency: usize,
    mut tell: impl FnMut(usize),
) -> Result<String> {
    let go = match recipe.limits {
        Limits::Depth(depth) => Go::Depth(depth),
        Limits::Nodes(nodes) => Go::Nodes(nodes),
        limits => bail!("openings can't be judged by {limits}; give depth=N or nodes=N"),
    };
    let starts = std::iter::repeat_with(|| Uci::start(judge.clone()));
    let mut judges = starts.take(concurrency.max(1)).collect::<Result<Vec<_>>>()?;
    let mut random = SplitMix::new(recipe.seed);
    let (mut seen, mut lines) = (HashSet::new(), Vec::new());
    let mut judged = 0;
    while lines.len() < recipe.lines {
        let batch: Vec<Candidate> =
            std::iter::repeat_with(|| draw(&mut random)).flatten().take(BATCH).collect();
        let scores = judge_all(&batch, &go, &mut judges)?;
        for (candidate, score) in batch.into_iter().zip(scores) {
            let is_open = score.is_some_and(|score| score.value().abs() <= recipe.bound);
            if is_open && lines.len() < recipe.lines && seen.insert(candidate.epd.clone()) {
                lines.push(candidate.epd);
            }
        }
        judged += BATCH;
        if lines.len() * HOPE < judged && judged >= 4 * BATCH {
            bail!("of {judged} positions only {} are open; raise the bound", lines.len());
        }
        tell(lines.len());
    }
    Ok(head(recipe) + &lines.join("\n") + "\n")
}

fn head(recipe: &Recipe) -> String {
    let Recipe { seed, lines, limits, bound, judge } = recipe;
    format!(
        "# Opening positions for games: {lines} lines of EPD, no position twice.\n\
         #\n\
         # Each comes from {} or {} random legal moves from the start position, and is kept where a search\n\
         # ({limits}) sees neither side more than {bound} centipawns ahead and neither side is in check.\n\
         # Made by `cargo xtask match openings --lines {lines} --seed {seed} --limits {limits} --bound {bound}\n\
         # --judge {judge}`.\n",
        PLIES[0], PLIES[1]
    )
}

/// The next candidate of the sequence, or `None` where the game has ended or is in check.
fn draw(random: &mut SplitMix) -> Option<Candidate> {
    let plies = PLIES[random.below(PLIES.len())];
    let mut board = Board::new(START).ok()?;
    for _ in 0..plies {
        let moves = board.legal();
        if moves.is_empty() {
            return None;
        }
        board.play(&moves[random.below(moves.len())]);
    }
    let epd = board.epd();
    // The position as it will be read again: without history and clocks.
    let board = Board::new(&format!("{epd} 0 1")).ok()?;
    if board.ending().is_some() || !board.position().checkers().is_empty() {
        return None;
    }
    Some(Candidate { board, epd })
}

/// The score of each candidate, in their order: a part of them for each judge.
fn judge_all(batch: &[Candidate], go: &Go, judges: &mut [Uci]) -> Result<Vec<Option<Score>>> {
    let size = batch.len().div_ceil(judges.len());
    thread::scope(|scope| {
        let parts = batch.chunks(size).zip(judges);
        let threads: Vec<_> = parts
            .map(|(part, judge)| {
                scope.spawn(move || {
                    part.iter().map(|one| judge_one(one, go, judge)).collect::<Result<Vec<_>>>()
                })
            })
            .collect();
        let mut all = Vec::with_capacity(batch.len());
        for thread in threads {
            let part = thread.join().map_err(|_| anyhow!("a thread that judges openings panicked"));
            all.extend(part??);
        }
        Ok(all)
    })
}

fn judge_one(candidate: &Candidate, go: &Go, judge: &mut Uci) -> Result<Option<Score>> {
    let mut search = || {
        judge.new_game(0)?;
        judge.choose(&candidate.board, go, PATIENCE)
    };
    let choice = search()
        .map_err(|reason| anyhow!("{}", reason.words()))
        .with_context(|| format!("{} can't judge {}", judge.name(), candidate.epd))?;
    Ok(choice.info.score)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn candidates_are_legal_positions_without_a_check() {
        let mut random = SplitMix::new(3);
        let drawn: Vec<_> = std::iter::repeat_with(|| draw(&mut random)).take(300).collect();
        let kept: Vec<&Candidate> = drawn.iter().flatten().collect();
        assert!((200..300).contains(&kept.len()), "{}", kept.len());
        for candidate in kept {
            assert_eq!(candidate.board.epd(), candidate.epd);
            assert!(candidate.board.position().checkers().is_empty());
        }
    }
}
