//! Makes the opening positions: random moves from the start, kept where a search calls the game open.
//!
//! All numbers come from one fixed sequence, and each position is searched from a cleared state, so
//! that the same engine makes the same file on every machine and on any number of threads.

use super::board::Board;
use super::player::Go;
use super::players::inside::{Engine, Think};
use crate::limits::Limits;
use crate::played::Score;
use anyhow::{Result, bail};
use cb2026::fen;
use cb2026::random::Random;
use std::collections::HashSet;
use std::thread;

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
    /// The engine that judges them, for the head of the file.
    pub engine: String,
}

/// Random plies before a position. Both sides get to move first.
const PLIES: [usize; 2] = [8, 9];
/// How many candidates are judged at a time.
const BATCH: usize = 512;
/// Of so many candidates one has to be kept, or else the recipe makes nothing.
const HOPE: usize = 200;

struct Candidate {
    board: Board,
    epd: String,
    key: u64,
}

/// The text of the file. Tells how many positions there are now and then.
pub fn generate(
    recipe: &Recipe,
    concurrency: usize,
    mut tell: impl FnMut(usize),
) -> Result<String> {
    let go = match recipe.limits {
        Limits::Depth(depth) => Go::Depth(depth),
        Limits::Nodes(nodes) => Go::Nodes(nodes),
        limits => bail!("openings can't be judged by {limits}; give depth=N or nodes=N"),
    };
    let mut random = Random::new(recipe.seed);
    let (mut seen, mut lines) = (HashSet::new(), Vec::new());
    let mut judged = 0;
    while lines.len() < recipe.lines {
        let batch: Vec<Candidate> =
            std::iter::repeat_with(|| draw(&mut random)).flatten().take(BATCH).collect();
        let scores = judge(&batch, &go, concurrency)?;
        for (candidate, score) in batch.into_iter().zip(scores) {
            let is_open = score.is_some_and(|score| score.value().abs() <= recipe.bound);
            if is_open && lines.len() < recipe.lines && seen.insert(candidate.key) {
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
    let Recipe { seed, lines, limits, bound, engine } = recipe;
    format!(
        "# Opening positions for games: {lines} lines of EPD, no position twice.\n\
         #\n\
         # Each comes from {} or {} random legal moves from the start position, and is kept where a search\n\
         # ({limits}) sees neither side more than {bound} centipawns ahead and nobody is in check.\n\
         # Made by `cargo xtask match openings --lines {lines} --seed {seed} --limits {limits} --bound {bound}`\n\
         # with the engine tree {engine}.\n",
        PLIES[0], PLIES[1]
    )
}

/// The next candidate of the sequence, or `None` where the game has ended or is in check.
fn draw(random: &mut Random) -> Option<Candidate> {
    let plies = PLIES[(random.draw() % 2) as usize];
    let mut board = Board::new(fen::START).ok()?;
    for _ in 0..plies {
        let moves = board.legal();
        if moves.is_empty() {
            return None;
        }
        let text = &moves[(random.draw() % moves.len() as u64) as usize];
        board.play(text);
    }
    let text = fen::write(board.game().position());
    let epd = text.split(' ').take(4).collect::<Vec<_>>().join(" ");
    // The position as it will be read again: without history and clocks.
    let board = Board::new(&format!("{epd} 0 1")).ok()?;
    let position = board.game().position();
    if board.ending().is_some() || position.in_check(position.side_to_move()) {
        return None;
    }
    let key = position.keys().all;
    Some(Candidate { board, epd, key })
}

/// The score of each candidate, in their order.
fn judge(batch: &[Candidate], go: &Go, concurrency: usize) -> Result<Vec<Option<Score>>> {
    let engine = Engine::new(&[])?;
    let size = batch.len().div_ceil(concurrency.max(1));
    let scores = thread::scope(|scope| {
        let judge =
            |candidate: &Candidate| engine.clone().think(candidate.board.game(), go).info.score;
        let threads: Vec<_> = batch
            .chunks(size)
            .map(|part| scope.spawn(move || part.iter().map(judge).collect::<Vec<_>>()))
            .collect();
        threads.into_iter().map(|thread| thread.join()).collect::<Vec<_>>()
    });
    let mut all = Vec::with_capacity(batch.len());
    for part in scores {
        match part {
            Ok(part) => all.extend(part),
            Err(_) => bail!("the engine panicked while it judged openings"),
        }
    }
    Ok(all)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::openings::Openings;

    fn recipe(bound: i32) -> Recipe {
        Recipe { seed: 1, lines: 60, limits: Limits::Depth(1), bound, engine: "0123".to_owned() }
    }

    #[test]
    fn the_same_recipe_makes_the_same_file_on_any_number_of_threads() {
        let text = generate(&recipe(60), 1, |_| {}).unwrap();
        assert_eq!(generate(&recipe(60), 3, |_| {}).unwrap(), text);
        let openings = Openings::parse(&text, 0).unwrap();
        assert_eq!(openings.len(), 60);
        let mut seen = HashSet::new();
        for index in 0..60 {
            let board = Board::new(openings.get(index).unwrap()).unwrap();
            assert!(seen.insert(board.game().position().keys().all));
            let found = Engine::new(&[]).unwrap().think(board.game(), &Go::Depth(1));
            assert!(found.info.score.unwrap().value().abs() <= 60);
        }
    }

    #[test]
    fn a_bound_that_nothing_meets_ends_with_a_cure() {
        let error = generate(&recipe(-1), 2, |_| {}).unwrap_err().to_string();
        assert!(error.contains("raise the bound"), "{error}");
        let timed = Recipe { limits: Limits::MoveTime(1), ..recipe(60) };
        assert!(generate(&timed, 1, |_| {}).unwrap_err().to_string().contains("depth=N"));
    }
}
