//! Ten thousand short searches of random positions, with random switches and parameters: whatever is
//! set, the search gives a legal move, a score within bounds and a line that can be played.

use cb2026::bench::POSITIONS;
use cb2026::fen;
use cb2026::game::Game;
use cb2026::movegen::legal_moves;
use cb2026::score::{DRAW, MATE, MAX_PLY, Score, is_mate};
use cb2026::search::limits::Limits;
use cb2026::search::params::{PARAMS, Param};
use cb2026::search::techniques::TECHNIQUES;
use cb2026::search::trace::Unwatched;
use cb2026::search::tt::TranspositionTable;
use cb2026::search::{Memory, RootResult, Settings, search_watched};
use fastrand::Rng;

const SEARCHES: usize = 10_000;

fn memory() -> Memory {
    Memory::new(TranspositionTable::new(1).unwrap())
}

/// A position that random moves lead to, with its history. Now and then the game is over.
fn random_game(rng: &mut Rng) -> Game {
    let (_, start) = POSITIONS[rng.usize(..POSITIONS.len())];
    let mut game = Game::from_fen(start).unwrap().0;
    for _ in 0..rng.usize(..120) {
        match rng.choice(&legal_moves(game.position())) {
            Some(&mv) => game.play(mv),
            None => break,
        }
    }
    game
}

/// Now and then an end of the range, where a formula goes wrong first.
fn random_value(param: &Param, rng: &mut Rng) -> i32 {
    match rng.u8(..8) {
        0 => param.min,
        1 => param.max,
        2..=4 => rng.i32(param.min..=param.max),
        _ => param.default,
    }
}

fn random_settings(rng: &mut Rng) -> Settings {
    let mut settings = Settings::default();
    for technique in TECHNIQUES {
        let is_on = technique.default != (rng.u8(..4) == 0);
        settings.techniques.set(technique.name, is_on).unwrap();
    }
    for param in PARAMS {
        settings.params.set(param.name, &random_value(param, rng).to_string()).unwrap();
    }
    settings
}

fn random_limits(rng: &mut Rng) -> Limits {
    let depth = if rng.bool() { rng.i32(1..6) } else { 100 };
    Limits { nodes: Some(rng.u64(..1_500)), ..Limits::depth(depth) }
}

fn check(game: &Game, limits: &Limits, result: &RootResult) {
    assert!(result.nodes <= limits.nodes.unwrap());
    assert!(result.depth <= limits.depth);
    assert!(result.score.abs() <= MATE, "{}", result.score);
    assert!(!is_mate(result.score) || MATE - result.score.abs() <= MAX_PLY as Score);
    let moves = legal_moves(game.position());
    if moves.is_empty() {
        let in_check = game.position().in_check(game.position().side_to_move());
        assert_eq!(result.score, if in_check { -MATE } else { DRAW });
    }
    assert_eq!(result.pv.is_empty(), moves.is_empty());
    let mut position = *game.position();
    for mv in &result.pv {
        assert!(legal_moves(&position).contains(mv), "{mv} in {:?}", result.pv);
        position = position.make(*mv);
    }
}

#[test]
fn no_setting_leads_a_search_astray() {
    let mut rng = Rng::with_seed(14);
    let (mut memory, mut over) = (memory(), 0);
    for number in 0..SEARCHES {
        // What an earlier search with other settings has left may only cost time.
        if number % 100 == 0 {
            memory.clear();
        }
        let game = random_game(&mut rng);
        let (settings, limits) = (random_settings(&mut rng), random_limits(&mut rng));
        let board = fen::write(game.position());
        let search = || search_watched(&game, &limits, &settings, &mut memory, &mut Unwatched);
        let result = std::panic::catch_unwind(std::panic::AssertUnwindSafe(search));
        let result =
            result.unwrap_or_else(|_| panic!("{number}: {board}\n{limits:?} {settings:?}"));
        check(&game, &limits, &result);
        over += usize::from(result.pv.is_empty());
    }
    assert!(over > 10, "only {over} games were over");
}
