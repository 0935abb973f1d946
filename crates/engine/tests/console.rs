//! The console as a user meets it: lines in, lines out.

use cb2026::repl::Console;

/// What the console prints for these lines.
fn answers(input: impl AsRef<[u8]>) -> String {
    let mut output = Vec::new();
    Console::new(&mut output).run(input.as_ref()).unwrap();
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
