//! The console as a user meets it: lines in, lines out.

use cb2026::repl::Console;
use std::io::Cursor;

/// What the console prints for these lines.
fn answers(input: impl AsRef<[u8]>) -> String {
    let mut output = Vec::new();
    Console::new(&mut output, false).run(Cursor::new(input.as_ref().to_vec())).unwrap();
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
fn what_help_lists_is_understood() {
    let help = answers("help\n");
    assert!(help.lines().count() > 4, "{help}");
    for line in help.lines() {
        let command = line.split(' ').next().unwrap();
        let output = answers(format!("{command} x\n"));
        assert!(!output.contains("unknown command"), "{command}: {output}");
    }
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
fn a_byte_order_mark_is_no_part_of_the_first_line() {
    let mark = "\u{feff}";
    for line in ["isready", "  isready", "isready\r"] {
        assert_eq!(answers(format!("{mark}{line}\n")), "readyok\n", "{line:?}");
    }
    assert_eq!(answers(format!("{mark}\nisready\n")), "readyok\n");
    assert_eq!(answers(mark), "");
}

#[test]
fn lines_that_are_not_utf8_do_no_harm() {
    for line in [&b"\xff\xfe"[..], b"fen \xc3\x28", b"\xef\xbb", b"isready \xff", b"\0\x80\xff"] {
        let output = answers([line, b"\nfen\nisready\n"].concat());
        let kept = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1\nreadyok\n";
        assert!(output.ends_with(kept), "{line:?}: {output}");
        assert_eq!(output.lines().count(), 3, "{line:?}: {output}");
    }
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
}

#[test]
fn moves_are_understood_as_other_programs_write_them() {
    let castling = "r3k2r/8/8/8/8/8/8/R3K2R";
    for (side, text, board) in [
        ("w", "e1h1", "r3k2r/8/8/8/8/8/8/R4RK1"),
        ("w", "e1a1", "r3k2r/8/8/8/8/8/8/2KR3R"),
        ("b", "e8h8", "r4rk1/8/8/8/8/8/8/R3K2R"),
        ("b", "e8a8", "2kr3r/8/8/8/8/8/8/R3K2R"),
    ] {
        let output =
            answers(format!("position fen {castling} {side} KQkq - 0 1 moves {text}\nfen\n"));
        assert!(output.starts_with(board), "{text}: {output}");
    }
    let pawn = "n6k/1P6/8/8/8/8/8/K7";
    for (text, board) in [
        ("b7b8Q", "nQ5k"),
        ("b7b8R", "nR5k"),
        ("b7b8B", "nB5k"),
        ("b7b8N", "nN5k"),
        ("b7a8Q", "Q6k"),
    ] {
        let output = answers(format!("position fen {pawn} w - - 0 1 moves {text}\nfen\n"));
        assert!(output.starts_with(board), "{text}: {output}");
    }
}

#[test]
fn a_king_takes_no_rook_where_it_can_not_castle() {
    for (fen, text) in [
        ("4k3/8/8/8/8/8/8/4K2R w - - 0 1", "e1h1"),  // no right
        ("4kr2/8/8/8/8/8/8/4K2R w K - 0 1", "e1h1"), // the king would pass a check
        ("4k3/8/8/8/8/8/8/4KB1R w K - 0 1", "e1h1"), // a bishop in between
        ("4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", "e1e8"),
        ("4k3/8/8/8/8/8/8/4K2R w K - 0 1", "e1h8"),
        ("4k3/P7/8/8/8/8/8/4K3 w - - 0 1", "a7a8K"),
        ("4k3/P7/8/8/8/8/8/4K3 w - - 0 1", "a7a8"),
    ] {
        let output = answers(format!("position fen {fen} moves {text}\n"));
        assert!(output.contains("isn't legal"), "{fen}, {text}: {output}");
    }
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
    let output = answers(
        "set quiescence off\nset deepening off\nset lmp off\nset lmr off\nab alphabeta 3\n",
    );
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

#[test]
fn parameters_are_listed_and_set_within_their_range() {
    let output = answers("param\nparam aspiration_delta 40\nparam\n");
    let lines: Vec<_> = output.lines().collect();
    let (before, after) = lines.split_at(lines.len() / 2);
    let starts = |lines: &[&str], start: &str| lines.iter().any(|line| line.starts_with(start));
    assert!(starts(before, "time_moves_ahead                25  1..=200  "), "{output}");
    assert!(starts(before, "aspiration_delta                25  1..=1000  "), "{output}");
    assert!(starts(after, "aspiration_delta                40 "), "{output}");
    for value in ["0", "1001", "x", "-1", "2.5"] {
        let output = answers(format!("param aspiration_delta {value}\n"));
        assert!(output.starts_with("info string param: aspiration_delta: "), "{output}");
    }
}
