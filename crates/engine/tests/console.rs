//! The console as a user meets it: lines in, lines out.

use cb2026::repl::Console;
use std::io::Cursor;

/// What the console prints for these lines.
fn answers(input: impl AsRef<[u8]>) -> String {
    let mut output = Vec::new();
    Console::new(&mut output).run(Cursor::new(input.as_ref().to_vec())).unwrap();
    String::from_utf8(output).unwrap()
}

#[test]
fn a_refused_fen_leaves_the_position_as_it_was() {
    let fen = "4k3/8/8/8/8/8/8/4K3 w - - 0 1";
    let output = answers(format!("fen {fen}\nfen 8/8 w\nfen\n"));
    assert_eq!(
        output,
        format!("info string FEN: placement: 2 ranks, not 8; position kept\n{fen}\n")
    );
}

#[test]
fn show_draws_the_board() {
    let output = answers("show\n");
    assert!(output.starts_with("8  r n b q k b n r\n7  p p p p p p p p\n6  . . ."), "{output}");
    assert!(output.ends_with(
        "   a b c d e f g h\nrnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1\n"
    ));
}

#[test]
fn odd_input_gets_one_line_or_none() {
    for line in ["nonsense", "\u{1f600}", "FEN", "fenx", "show\0"] {
        let output = answers(format!("{line}\nisready\n"));
        assert_eq!(output.lines().count(), 2, "{line:?}: {output}");
        assert!(output.starts_with("info string unknown command"), "{line:?}: {output}");
    }
    assert_eq!(answers("\n   \n\t\r\n"), "");
    assert_eq!(answers(b"\xff\xfe\nisready\n").lines().count(), 2);
    assert_eq!(answers("  isready  \r\nisready"), "readyok\nreadyok\n");
    assert_eq!(answers("quit\nisready\n"), "");
    assert_eq!(answers("x".repeat(1 << 20)).lines().count(), 1);
}

#[test]
fn attacks_are_those_of_the_piece_on_the_square() {
    let board = "fen 4k3/8/8/8/4p3/8/8/R3K3 w Q - 0 1\n";
    let knight = answers("attacks g1\n");
    assert_eq!(knight.matches('x').count(), 3, "{knight}");
    let rook = answers(format!("{board}attacks a1\n"));
    assert!(rook.ends_with("x . . . . . . .\n. x x x x . . .\n"), "{rook}");
    let pawn = answers(format!("{board}attacks e4\n"));
    assert_eq!(pawn.lines().nth(5), Some(". . . x . x . ."), "{pawn}");
    assert!(answers("attacks e4\n").contains("no piece stands on e4"));
    assert!(answers("attacks\n").contains("isn't a square"));
    assert!(answers("attacks e9\n").contains("isn't a square"));
}

#[test]
fn moves_and_counts_are_listed_by_name() {
    let board = "fen 8/P6k/8/8/8/8/8/K7 w - - 0 1\n";
    assert_eq!(
        answers(format!("{board}moves\n")),
        "7 moves: a1a2 a1b1 a1b2 a7a8b a7a8n a7a8q a7a8r\n"
    );
    assert_eq!(answers("perft 3\n"), "8902 nodes\n");
    let divided = answers("divide 2\n");
    assert!(divided.starts_with("a2a3: 20\na2a4: 20\n"), "{divided}");
    assert!(divided.ends_with("h2h4: 20\n400 nodes\n"), "{divided}");
    assert_eq!(answers("perft 0\ndivide 0\n"), "1 nodes\n1 nodes\n");
    for line in ["perft", "perft x", "perft -1", "perft 21", "divide 99999999999"] {
        assert!(answers(format!("{line}\n")).contains("isn't a depth from 0 to 20"), "{line}");
    }
}

#[test]
fn an_illegal_move_refuses_the_whole_line() {
    let output = answers("position startpos moves e2e4 e2e4 d2d4\nfen\n");
    let (complaint, fen) = output.split_once('\n').unwrap();
    assert!(
        complaint.starts_with("info string position: \"e2e4\" isn't legal in rnbq"),
        "{output}"
    );
    assert_eq!(fen, "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1\n");
}

#[test]
fn a_refused_position_leaves_the_game_as_it_was() {
    for bad in [
        "position",
        "position nowhere",
        "position fen 8/8 w",
        "position moves e2e4",
        "position startposmoves e2e4",
        "position fen",
    ] {
        let output = answers(format!("position startpos moves d2d4\n{bad}\nfen\n"));
        assert_eq!(output.lines().count(), 2, "{bad}: {output}");
        assert!(output.contains("position kept\nrnbqkbnr/pppppppp/8/8/3P4/"), "{bad}: {output}");
    }
}

#[test]
fn castling_and_promotion_are_written_as_uci_wants() {
    let board = "position fen r3k3/6P1/8/8/8/8/8/4K2R w Kq - 0 1 moves";
    let output = answers(format!("{board} e1g1 e8c8 g7g8q\nfen\n"));
    assert_eq!(output, "2kr2Q1/8/8/8/8/8/8/5RK1 b - - 0 2\n");
    assert!(answers(format!("{board} e1h1\n")).contains("isn't legal"));
}

#[test]
fn the_evaluation_is_explained() {
    let output = answers("eval\n");
    assert_eq!(output.lines().count(), 4);
    assert!(output.ends_with("0 centipawns for White, who moves\n"), "{output}");
}

#[test]
fn the_bench_runs_from_the_console() {
    assert!(answers("bench 1\n").ends_with(" nps\n"));
    for text in ["0", "x", "129", "-1"] {
        let output = answers(format!("bench {text}\n"));
        assert!(output.starts_with("info string bench: "), "{output}");
    }
}

#[test]
fn techniques_are_listed_and_switched() {
    let output = answers("set\nset alphabeta off\nset\n");
    let lines: Vec<_> = output.lines().collect();
    assert!(lines[0].starts_with("alphabeta     on "), "{output}");
    assert!(lines[lines.len() / 2].starts_with("alphabeta     off "), "{output}");
    for line in ["set nothing on", "set alphabeta", "set alphabeta maybe", "param x 1", "param x"] {
        let output = answers(format!("{line}\n"));
        assert!(output.starts_with("info string "), "{line}: {output}");
        assert_eq!(output.lines().count(), 1, "{line}: {output}");
    }
    assert!(answers("set nothing on\n").contains("there are alphabeta, quiescence, deepening"));
}

#[test]
fn parameters_are_listed_and_set_within_their_range() {
    let output = answers("param\nparam aspiration_delta 40\nparam\n");
    let lines: Vec<_> = output.lines().collect();
    assert!(lines[0].starts_with("aspiration_delta                25  1..=1000  "), "{output}");
    assert!(lines[lines.len() / 2].starts_with("aspiration_delta                40 "), "{output}");
    for value in ["0", "1001", "x", "-1", "2.5"] {
        let output = answers(format!("param aspiration_delta {value}\n"));
        assert!(output.starts_with("info string param: aspiration_delta: "), "{output}");
    }
}

#[test]
fn a_search_is_followed_if_asked_for() {
    let fen = "fen 3q1rk1/pp1bppb1/3p1np1/2r1n1Bp/3NP2P/1BN2P2/PPPQ2P1/2KR3R w - - 2 14";
    let followed = answers(format!("{fen}\nfollow on\ngo depth 6\n"));
    assert!(followed.contains("info string depth "), "{followed}");
    assert!(followed.contains(" takes over\n"), "{followed}");
    let silent = answers(format!("{fen}\nfollow on\nfollow off\ngo depth 6\n"));
    assert!(!silent.contains("info string"), "{silent}");
    assert!(answers("follow maybe\n").starts_with("info string follow: "));
    assert!(answers("follow\n").starts_with("info string follow: "));
}

#[test]
fn ab_compares_a_technique_with_its_absence() {
    let output = answers("set quiescence off\nset deepening off\nab alphabeta 3\n");
    let lines: Vec<_> = output.lines().collect();
    assert_eq!(lines.len(), 4, "{output}");
    assert!(lines[1].starts_with("off          9322"), "{output}");
    assert!(lines[3].ends_with("of the nodes: same score, same move"), "{output}");
    for line in ["ab", "ab alphabeta", "ab nothing 3", "ab alphabeta 0", "ab alphabeta x"] {
        assert!(answers(format!("{line}\n")).starts_with("info string ab: "), "{line}");
    }
}

#[test]
fn a_trace_shows_every_node() {
    let output = answers("fen 8/8/8/8/8/5k2/4p3/4K3 b - - 0 1\ntrace 1\n");
    assert!(output.starts_with("root [−∞, ∞] "), "{output}");
    assert_eq!(output.lines().filter(|line| line.starts_with("  f3")).count(), 6, "{output}");
    assert!(answers("trace 4\n").contains("nodes more\n"));
    for line in ["trace", "trace 0", "trace 7", "trace x"] {
        assert!(answers(format!("{line}\n")).starts_with("info string trace: "), "{line}");
    }
}
