//! Plays a legal move from a fixed sequence: the weakest player, and the same one on every machine.

use crate::play::board::Board;
use crate::play::player::{Choice, Go, Player};
use crate::play::splitmix::SplitMix;
use crate::played::{Info, Reason};
use std::time::Duration;

pub struct RandomPlayer {
    seed: u64,
    random: SplitMix,
}

impl RandomPlayer {
    pub fn new(seed: u64) -> Self {
        Self { seed, random: SplitMix::new(seed) }
    }
}

impl Player for RandomPlayer {
    fn new_game(&mut self, number: u64) -> Result<(), Reason> {
        // Drawing once keeps neighbouring games from sharing parts of one sequence.
        let mut seeds =
            SplitMix::new(self.seed.wrapping_mul(0x0001_0000_0001).wrapping_add(number));
        self.random = SplitMix::new(seeds.draw());
        Ok(())
    }

    fn choose(&mut self, board: &Board, _: &Go, _: Duration) -> Result<Choice, Reason> {
        let moves = board.legal();
        // Without a legal move there's nothing to ask; the referee never does.
        let text = moves.get(self.random.below(moves.len())).cloned().unwrap_or_default();
        let info = Info { nodes: Some(0), ..Info::default() };
        Ok(Choice { text, info, time: Duration::ZERO })
    }

    fn last_lines(&self) -> Vec<String> {
        Vec::new()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::play::board;

    fn moves(seed: u64, number: u64) -> Vec<String> {
        let mut player = RandomPlayer::new(seed);
        player.new_game(number).unwrap();
        let mut board = Board::new(board::START).unwrap();
        (0..6)
            .map(|_| {
                let go = Go::Depth(1);
                let text = player.choose(&board, &go, Duration::ZERO).unwrap().text;
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
