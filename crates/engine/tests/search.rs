//! The search against exhaustive reasoning with another program's rules, and against known mates.

use cb2026::eval::evaluate;
use cb2026::fen;
use cb2026::game::Game;
use cb2026::score::{self, DRAW, Depth, MATE, Score, is_mate, mated_in};
use cb2026::search::limits::Limits;
use cb2026::search::techniques::TECHNIQUES;
use cb2026::search::trace::{Events, Observer};
use cb2026::search::tree::{Trace, TreeNode};
use cb2026::search::{Memory, RootResult, Settings, search, search_watched};
use cozy_chess::{Board, Color, GameStatus, Piece};

/// Exact scores need a search that leaves nothing out.
mod common;
use common::settings_at;

fn search_fen(fen: &str, depth: Depth) -> RootResult {
    search(&Game::from_fen(fen).unwrap().0, &Limits::depth(depth), &settings_at(11.0))
}

fn watched(
    game: &Game,
    depth: Depth,
    settings: &Settings,
    observer: &mut impl Observer,
) -> RootResult {
    let (limits, memory) = (Limits::depth(depth), &mut Memory::default());
    search_watched(game, &limits, settings, memory, observer)
}

/// Plain minimax on cozy-chess's board: White picks the largest score, Black the smallest. Nothing
/// of the engine is in it but the evaluation of the leaves.
fn minimax(board: &Board, depth: Depth, ply: usize, line: &mut Vec<u64>, calm: bool) -> Score {
    let sign = if board.side_to_move() == Color::White { 1 } else { -1 };
    let mut moves = Vec::new();
    board.generate_moves(|set| {
        moves.extend(set);
        false
    });
    if moves.is_empty() {
        return if board.checkers().is_empty() { DRAW } else { sign * mated_in(ply) };
    }
    let repeated = line.contains(&board.hash());
    if ply > 0 && (repeated || board.halfmove_clock() >= 100 || bare(board)) {
        return DRAW;
    }
    if depth == 0 {
        return if calm { captures(board, ply) } else { sign * value(board) };
    }
    line.push(board.hash());
    let scores = moves.into_iter().map(|mv| {
        let mut child = board.clone();
        child.play(mv);
        minimax(&child, depth - 1, ply + 1, line, calm)
    });
    let best = if sign > 0 { scores.max() } else { scores.min() };
    line.pop();
    best.unwrap()
}

fn value(board: &Board) -> Score {
    evaluate(&fen::parse(&board.to_string()).unwrap().0)
}

/// The same beyond the depth: any capture or promotion to a queen, or none; in check, every move.
fn captures(board: &Board, ply: usize) -> Score {
    let sign = if board.side_to_move() == Color::White { 1 } else { -1 };
    let in_check = !board.checkers().is_empty();
    let mut moves = Vec::new();
    board.generate_moves(|set| {
        moves.extend(set);
        false
    });
    let is_mate = in_check && moves.is_empty();
    if bare(board) || (board.halfmove_clock() >= 100 && !is_mate) {
        return DRAW;
    }
    let mut best = if in_check { sign * mated_in(ply) } else { sign * value(board) };
    for mv in moves {
        let takes = board.color_on(mv.to) == Some(!board.side_to_move())
            || (board.piece_on(mv.from) == Some(Piece::Pawn) && mv.from.file() != mv.to.file());
        let small = mv.promotion.is_some_and(|piece| piece != Piece::Queen);
        if in_check || ((takes || mv.promotion.is_some()) && !small) {
            let mut child = board.clone();
            child.play(mv);
            let score = captures(&child, ply + 1);
            best = if sign > 0 { best.max(score) } else { best.min(score) };
        }
    }
    best
}

/// Whether nobody can mate: the positions below need no more than bare kings and one minor piece.
fn bare(board: &Board) -> bool {
    let minors = board.pieces(Piece::Knight) | board.pieces(Piece::Bishop);
    board.occupied().len() == 2 || (board.occupied().len() == 3 && !minors.is_empty())
}

#[test]
fn scores_are_those_of_exhaustive_reasoning_with_other_rules() {
    let positions = [
        ("8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", 4),
        ("4k3/8/8/8/8/8/4P3/R3K3 b - - 97 80", 4), // the fifty-move rule is near
        ("8/8/8/8/5q2/5k2/8/7K b - - 0 1", 4),
        ("7k/8/5K2/6Q1/8/8/8/8 w - - 0 1", 3),
        ("k7/8/1K6/8/8/8/8/7R w - - 98 70", 3), // mate on the hundredth half-move
        // The clock runs out while a check is answered below the depth.
        ("2r3k1/r4ppp/8/8/4Q3/8/5PPP/6K1 b - - 98 151", 1),
        ("2r3k1/r4ppp/8/8/4Q3/8/5PPP/6K1 b - - 97 151", 1),
        ("8/8/8/8/5k2/8/4p1K1/8 b - - 0 1", 5),
        ("8/8/8/3k4/8/3n4/4P3/4K3 w - - 0 1", 4), // the last man can be captured
        ("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", 3),
        ("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 2", 5),
        (fen::START, 2),
        ("3r2k1/5ppp/8/3q4/8/2N5/5PPP/3R2K1 w - - 0 1", 2), // captures on two squares
        ("6k1/P4ppp/8/8/8/8/1p3PPP/R5K1 b - - 0 1", 2),     // promotions with captures
    ];
    for (fen, depth) in positions {
        let board: Board = fen.parse().unwrap();
        assert_eq!(board.status(), GameStatus::Ongoing, "{fen}");
        let sign = if board.side_to_move() == Color::White { 1 } else { -1 };
        for calm in [false, true] {
            let expected = sign * minimax(&board, depth, 0, &mut Vec::new(), calm);
            let mut settings = settings_at(11.0);
            settings.techniques.set("quiescence", calm).unwrap();
            let found =
                search(&Game::from_fen(fen).unwrap().0, &Limits::depth(depth), &settings).score;
            assert_eq!(found, expected, "{fen}, depth {depth}, quiescence {calm}");
        }
    }
}

#[test]
fn known_mates_are_found_with_their_length() {
    let mates = [
        ("6k1/5ppp/8/8/8/8/8/4R1K1 w - - 0 1", 1, "mate 1", "e1e8"),
        ("7k/8/5K2/6Q1/8/8/8/8 b - - 0 1", 2, "mate -1", "h8h7"),
        ("kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1", 3, "mate 2", "a1a6"),
        ("k7/8/1K6/8/8/8/8/7R w - - 0 1", 1, "mate 1", "h1h8"),
    ];
    for (fen, depth, expected, best) in mates {
        let result = search_fen(fen, depth);
        assert_eq!(score::uci_text(result.score), expected, "{fen}");
        assert_eq!(result.pv[0].to_string(), best, "{fen}");
        // The line leads to the mate, no further.
        assert_eq!(result.pv.len(), (MATE - result.score.abs()) as usize, "{fen}");
    }
}

#[test]
fn the_line_is_legal_and_leads_to_the_score() {
    for (_, fen) in cb2026::bench::POSITIONS {
        let (mut game, _) = Game::from_fen(fen).unwrap();
        let root = game.position().side_to_move();
        let result = search(&game, &Limits::depth(2), &settings_at(11.0));
        for mv in &result.pv {
            assert_eq!(game.find_move(&mv.to_string()), Some(*mv), "{fen}");
            game.play(*mv);
        }
        if !is_mate(result.score) {
            let leaf = evaluate(game.position());
            let leaf = if game.position().side_to_move() == root { leaf } else { -leaf };
            assert_eq!(result.score, leaf, "{fen}");
        }
    }
}

/// The settings with these techniques off.
fn without(names: &[&str]) -> Settings {
    let mut settings = settings_at(11.0);
    for name in names {
        settings.techniques.set(name, false).unwrap();
    }
    settings
}

/// The settings with no other techniques than these.
fn only(names: &[&str]) -> Settings {
    let mut settings = settings_at(11.0);
    for technique in TECHNIQUES {
        settings.techniques.set(technique.name, names.contains(&technique.name)).unwrap();
    }
    settings
}

#[test]
fn without_techniques_the_tree_is_perfts() {
    let plain = only(&[]);
    let nodes = |depth| search(&Game::default(), &Limits::depth(depth), &plain).nodes;
    assert_eq!(nodes(1), 20);
    assert_eq!(nodes(3), 20 + 400 + 8_902);
}

#[test]
fn alpha_beta_finds_the_same_scores_with_fewer_nodes() {
    let (plain, pruned) = (only(&[]), only(&["alphabeta"]));
    let mut saved = 0;
    for (name, fen) in cb2026::bench::POSITIONS {
        let (game, _) = Game::from_fen(fen).unwrap();
        for depth in 1..=3 {
            let off = search(&game, &Limits::depth(depth), &plain);
            let on = search(&game, &Limits::depth(depth), &pruned);
            assert_eq!((off.score, &off.pv), (on.score, &on.pv), "{name}, depth {depth}");
            assert!(on.nodes <= off.nodes, "{name}, depth {depth}");
            saved += off.nodes - on.nodes;
        }
    }
    assert!(saved > 100_000, "only {saved} nodes saved");
}

#[test]
fn watching_changes_nothing() {
    // The endings' trees are small enough to be kept whole.
    for (name, fen) in cb2026::bench::POSITIONS.into_iter().skip(5) {
        let (game, _) = Game::from_fen(fen).unwrap();
        let unwatched = search(&game, &Limits::depth(3), &Settings::default());
        let (mut events, mut trace) = (Events::default(), Trace::default());
        let counted = watched(&game, 3, &Settings::default(), &mut events);
        let traced = watched(&game, 3, &Settings::default(), &mut trace);
        assert_eq!(unwatched, counted, "{name}");
        assert_eq!(unwatched, traced, "{name}");
        let root = trace.root().unwrap();
        assert!(root.count() as u64 <= unwatched.nodes, "{name}"); // the last depth's nodes alone
        assert_eq!(root.score, unwatched.score, "{name}");
        assert!(events.first_move_cutoffs <= events.cutoffs && events.cutoffs > 0, "{name}");
    }
}

/// Fail-soft: what the trace shows of a node outside its window is a bound of its true score.
#[test]
fn scores_outside_the_window_are_bounds() {
    fn check(node: &TreeNode, game: &Game) {
        let plain = only(&[]);
        let truth = search(game, &Limits::depth(node.depth.max(1)), &plain).score;
        let over = node.children.is_empty() || node.depth == 0;
        if !over && node.score <= node.window.alpha {
            assert!(truth <= node.score);
        } else if !over && node.score >= node.window.beta {
            assert!(truth >= node.score);
        } else if !over {
            assert_eq!(truth, node.score);
        }
        for child in &node.children {
            let mut game = game.clone();
            game.play(child.mv.unwrap());
            check(child, &game);
        }
    }
    // Pawns alone: no repetition and no mate, whose scores depend on the way to them.
    let (game, _) = Game::from_fen("8/pp3k2/2p2p2/3p2p1/P2P2P1/1PP1K2P/8/8 w - - 0 1").unwrap();
    let mut trace = Trace::default();
    watched(&game, 3, &only(&["alphabeta"]), &mut trace);
    check(trace.root().unwrap(), &game);
}

#[test]
fn a_finished_game_has_a_score_and_no_move() {
    let mated = search_fen("R5k1/5ppp/8/8/8/8/8/6K1 b - - 0 1", 3);
    assert_eq!((mated.score, mated.pv, mated.nodes), (-MATE, vec![], 0));
    let stalemate = search_fen("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", 3);
    assert_eq!((stalemate.score, stalemate.pv, stalemate.nodes), (DRAW, vec![], 0));
    // The clock has run out, but a move is still wanted.
    assert_eq!(search_fen("4k3/8/8/8/8/8/4P3/4K3 w - - 120 90", 2).pv.len(), 2);
}

#[test]
fn scores_are_written_in_moves_and_centipawns() {
    let texts = [
        (0, "cp 0"),
        (-31, "cp -31"),
        (MATE - 1, "mate 1"),
        (MATE - 2, "mate 1"),
        (MATE - 3, "mate 2"),
        (-MATE, "mate 0"),
        (2 - MATE, "mate -1"),
        (4 - MATE, "mate -2"),
    ];
    for (score, text) in texts {
        assert_eq!(score::uci_text(score), text, "{score}");
    }
    assert!(is_mate(mated_in(0)) && is_mate(-mated_in(100)) && !is_mate(20_000));
}

#[test]
fn no_exchange_is_judged_in_its_middle() {
    // The queen can take a pawn that another pawn protects: at depth 1 that looks like a gain.
    let fen = "4k3/2p5/3p4/8/8/8/3Q4/4K3 w - - 0 1";
    let (game, _) = Game::from_fen(fen).unwrap();
    let blind = search(&game, &Limits::depth(1), &without(&["quiescence", "deepening"]));
    let calm = search(&game, &Limits::depth(1), &Settings::default());
    assert_eq!(blind.pv[0].to_string(), "d2d6");
    assert_ne!(calm.pv[0].to_string(), "d2d6");
    assert!(calm.seldepth >= 2);
}

#[test]
fn a_king_in_check_does_not_stand_pat() {
    // After Rd8+ Rxd8 Rxd8 the king is mated: no evaluation on the way there counts.
    let result = search_fen("2r3k1/5ppp/8/8/8/8/3R1PPP/3R2K1 w - - 0 1", 1);
    assert_eq!(score::uci_text(result.score), "mate 2");
}
