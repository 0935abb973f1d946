//! Plays a legal move from a fixed sequence: the weakest player, and the same one on every machine.

use crate::play::board::Board;
use crate::play::player::{Choice, Go, Player};
use crate::played::{Info, Reason};
use cb2026::random::Random;
use std::time::Duration;

pub struct Mover {
    seed: u64,
    random: Random,
}

impl Mover {
    pub fn new(seed: u64) -> Self {
        Self { seed, random: Random::new(seed) }
    }
}

impl Player for Mover {
    fn new_game(&mut self, number: u64) -> Result<(), Reason> {
        // Drawing once keeps neighbouring games from sharing parts of one sequence.
        let mut seeds = Random::new(self.seed.wrapping_mul(0x0001_0000_0001).wrapping_add(number));
        self.random = Random::new(seeds.draw());
        Ok(())
    }

    fn choose(&mut self, board: &Board, _: &Go, _: Duration) -> Result<Choice, Reason> {
        let moves = board.legal();
        let place = self.random.draw() % moves.len().max(1) as u64;
        // Without a legal move there's nothing to ask; the referee never does.
        let text = moves.get(place as usize).cloned().unwrap_or_default();
        Ok(Choice { text, info: Info::default(), time: Duration::ZERO })
    }

    fn last_lines(&self) -> Vec<String> {
        Vec::new()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn moves(seed: u64, number: u64) -> Vec<String> {
        let mut mover = Mover::new(seed);
        mover.new_game(number).unwrap();
        let mut board = Board::new(cb2026::fen::START).unwrap();
        (0..6)
            .map(|_| {
                let go = Go::Depth(1);
                let text = mover.choose(&board, &go, Duration::ZERO).unwrap().text;
                assert!(board.play(&text));
                text
            })
            .collect()
    }

    #[test]
    fn seed_and_number_give_the_game() {
        assert_eq!(moves(1, 5), moves(1, 5));
        assert_ne!(moves(1, 5), moves(1, 6));
        assert_ne!(moves(1, 5), moves(2, 5));
        // Frozen: records rest on it.
        assert_eq!(moves(1, 0).join(" "), "b2b3 g8h6 b3b4 f7f5 g1h3 f5f4");
    }
}
