//! Static exchange evaluation against boards on which the captures are played out one by one.

use cb2026::eval::MATERIAL;
use cb2026::game::Game;
use cb2026::movegen::legal_moves;
use cb2026::moves::{Move, MoveKind};
use cb2026::position::Position;
use cb2026::random::Random;
use cb2026::score::Score;
use cb2026::search::see::{see, see_at_least};
use cb2026::types::{Color, Piece, PieceType, Square};

fn position(fen: &str) -> Position {
    *Game::from_fen(fen).unwrap().0.position()
}

fn find(position: &Position, text: &str) -> Move {
    legal_moves(position).into_iter().find(|mv| mv.to_string() == text).unwrap()
}

#[test]
fn exchanges_that_can_be_counted_by_hand() {
    let [pawn, knight, bishop, rook, queen, _] = MATERIAL;
    for (fen, mv, worth) in [
        // An undefended pawn; a defended one, by the rook; by the queen behind the rook.
        ("4k3/8/8/3p4/8/8/8/3RK3 w - - 0 1", "d1d5", pawn),
        ("4k3/8/4p3/3p4/8/8/8/3RK3 w - - 0 1", "d1d5", pawn - rook),
        ("4k3/8/4p3/3p4/8/8/3R4/3QK3 w - - 0 1", "d2d5", pawn - rook + pawn),
        // The pawn behind the bishop's diagonal recaptures, then the bishop behind it.
        ("4k3/8/4p3/3n4/2P5/1B6/8/4K3 w - - 0 1", "c4d5", knight),
        // A quiet move to an attacked square loses the piece.
        ("4k3/8/8/8/3p4/8/8/4KB2 w - - 0 1", "f1d3", 0),
        ("4k3/8/8/2p5/8/8/8/R3K3 w - - 0 1", "a1a4", 0),
        ("4k3/8/8/1p6/8/8/8/R3K3 w - - 0 1", "a1a4", -rook),
        // Captured en passant the pawn stands elsewhere.
        ("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "e5d6", pawn),
        ("4k3/2p5/8/3pP3/8/8/8/4K3 w - d6 0 1", "e5d6", 0),
        // A promotion wins what the pawn becomes, and risks it.
        ("1n5k/P7/8/8/8/8/8/4K3 w - - 0 1", "a7b8q", knight + queen - pawn),
        ("1n5k/P2b4/8/8/8/8/8/4K3 w - - 0 1", "a7a8q", queen - pawn),
        ("1r6/P1k5/8/8/8/8/8/4K3 w - - 0 1", "a7b8q", rook - pawn),
        ("8/P7/2b5/8/8/8/8/4K2k w - - 0 1", "a7a8q", -pawn),
        // The king recaptures only what isn't defended.
        ("8/8/3k4/3p4/8/8/8/3RK3 w - - 0 1", "d1d5", pawn - rook),
        ("8/8/3k4/3p4/8/8/3R4/3RK3 w - - 0 1", "d2d5", pawn),
        ("4k3/8/8/3b4/8/8/8/3RK3 w - - 0 1", "d1d5", bishop),
    ] {
        let position = position(fen);
        assert_eq!(see(&position, find(&position, mv)), worth, "{fen} {mv}");
    }
}

/// Who stands where, and nothing else.
#[derive(Clone)]
struct Board([Option<Piece>; 64]);

const KNIGHT: [(i32, i32); 8] =
    [(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)];
const RAYS: [(i32, i32); 8] =
    [(1, 0), (-1, 0), (0, 1), (0, -1), (1, 1), (1, -1), (-1, 1), (-1, -1)];

impl Board {
    fn of(position: &Position) -> Self {
        Self(std::array::from_fn(|index| position.piece_on(Square::from_index(index))))
    }

    fn step(from: usize, (file, rank): (i32, i32)) -> Option<usize> {
        let (file, rank) = (from as i32 % 8 + file, from as i32 / 8 + rank);
        let inside = (0..8).contains(&file) && (0..8).contains(&rank);
        inside.then_some((8 * rank + file) as usize)
    }

    /// The pieces of a colour that attack a square, the cheapest first.
    fn attackers(&self, to: usize, by: Color) -> Vec<usize> {
        let mut found = Vec::new();
        let is = |square: usize, kind| self.0[square] == Some(Piece::new(by, kind));
        found.extend(
            KNIGHT
                .into_iter()
                .filter_map(|step| Self::step(to, step))
                .filter(|&square| is(square, PieceType::Knight)),
        );
        let forward = if by == Color::White { 1 } else { -1 };
        for (index, ray) in RAYS.into_iter().enumerate() {
            let straight = if index < 4 { PieceType::Rook } else { PieceType::Bishop };
            let (mut square, mut distance) = (to, 0);
            while let Some(next) = Self::step(square, ray) {
                (square, distance) = (next, distance + 1);
                let Some(piece) = self.0[square] else { continue };
                let near = distance == 1;
                let pawn = near && index >= 4 && ray.1 == -forward;
                let attacks = is(square, straight)
                    || is(square, PieceType::Queen)
                    || (near && is(square, PieceType::King))
                    || (pawn && is(square, PieceType::Pawn));
                if piece.color == by && attacks {
                    found.push(square);
                }
                break;
            }
        }
        found.sort_by_key(|&square| (self.0[square].unwrap().kind.index(), square));
        found
    }

    /// What `side` wins by captures on the square. `choose` says which of its pieces it tries.
    fn swap(&self, to: usize, side: Color, choose: fn(Vec<usize>) -> Vec<usize>) -> Score {
        let standing = MATERIAL[self.0[to].unwrap().kind.index()];
        let mut best = 0;
        for from in choose(self.attackers(to, side)) {
            let mut next = self.clone();
            next.0[to] = next.0[from].take();
            let is_king = next.0[to].unwrap().kind == PieceType::King;
            if is_king && !next.attackers(to, !side).is_empty() {
                continue;
            }
            best = best.max(standing - next.swap(to, !side, choose));
        }
        best
    }
}

/// The worth of a move by playing it out.
fn played_out(position: &Position, mv: Move, choose: fn(Vec<usize>) -> Vec<usize>) -> Score {
    let mut board = Board::of(position);
    let us = position.side_to_move();
    let (from, to) = (mv.from().index(), mv.to().index());
    let mut won = board.0[to].map_or(0, |piece| MATERIAL[piece.kind.index()]);
    if mv.kind() == MoveKind::EnPassant {
        board.0[8 * (from / 8) + to % 8] = None;
        won = MATERIAL[0];
    }
    board.0[to] = board.0[from].take();
    if let Some(kind) = mv.promotion() {
        board.0[to] = Some(Piece::new(us, kind));
        won += MATERIAL[kind.index()] - MATERIAL[0];
    }
    won - board.swap(to, !us, choose)
}

/// Positions of games by chance.
fn positions() -> Vec<Position> {
    let mut random = Random::new(14);
    let mut positions = Vec::new();
    for _ in 0..150 {
        let mut position = *Game::default().position();
        for _ in 0..100 {
            let moves = legal_moves(&position);
            if moves.is_empty() {
                break;
            }
            position = position.make(moves[(random.draw() % moves.len() as u64) as usize]);
            positions.push(position);
        }
    }
    positions
}

#[test]
fn it_is_what_the_captures_come_to_when_they_are_played_out() {
    let (mut moves, mut losing, mut elsewhere) = (0, 0, 0);
    for position in positions() {
        for mv in legal_moves(&position) {
            if matches!(mv.kind(), MoveKind::Castling(_)) {
                assert_eq!(see(&position, mv), 0);
                continue;
            }
            let found = see(&position, mv);
            let cheapest = |all: Vec<usize>| all.into_iter().take(1).collect();
            let all = |all: Vec<usize>| all;
            assert_eq!(found, played_out(&position, mv, cheapest), "{mv}\n{position:?}");
            moves += 1;
            losing += u32::from(found < 0);
            // With every choice of pieces, a line that is opened or not can matter.
            elsewhere += u32::from(found != played_out(&position, mv, all));
            for threshold in [-900, -100, -1, 0, 1, 100, 320, found, found + 1] {
                let expected = found >= threshold;
                assert_eq!(see_at_least(&position, mv, threshold), expected, "{mv} {threshold}");
            }
        }
    }
    assert!(moves > 200_000 && losing > 10_000, "{moves} {losing}");
    assert!(1_000 * elsewhere < moves, "{elsewhere} of {moves} moves differ");
}
