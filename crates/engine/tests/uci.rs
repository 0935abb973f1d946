//! The protocol as programs speak it, well and badly.

use cb2026::repl::Console;
use std::io::{self, BufReader, Read};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

/// An engine that is talked to line by line while it runs.
struct Engine {
    input: Option<Sender<Vec<u8>>>,
    output: Arc<Mutex<Vec<u8>>>,
    thread: Option<std::thread::JoinHandle<()>>,
    read: usize,
}

/// Hands the lines of a channel to a reader.
struct Pipe(Receiver<Vec<u8>>, Vec<u8>);

impl Read for Pipe {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if self.1.is_empty() {
            self.1 = self.0.recv().unwrap_or_default();
        }
        let count = buffer.len().min(self.1.len());
        buffer[..count].copy_from_slice(&self.1[..count]);
        self.1.drain(..count);
        Ok(count)
    }
}

struct Shared(Arc<Mutex<Vec<u8>>>);

impl io::Write for Shared {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.lock().unwrap().extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl Engine {
    fn start() -> Self {
        let (input, lines) = channel();
        let output = Arc::new(Mutex::new(Vec::new()));
        let shared = Shared(Arc::clone(&output));
        let thread = std::thread::spawn(move || {
            Console::new(shared).run(BufReader::new(Pipe(lines, Vec::new()))).unwrap();
        });
        Self { input: Some(input), output, thread: Some(thread), read: 0 }
    }

    fn say(&self, text: &str) {
        self.input.as_ref().unwrap().send(format!("{text}\n").into_bytes()).unwrap();
    }

    /// Waits for a line that begins so; gives all lines up to it.
    fn wait(&mut self, start: &str) -> Vec<String> {
        let begin = Instant::now();
        loop {
            let output = String::from_utf8(self.output.lock().unwrap().clone()).unwrap();
            let lines: Vec<_> = output[self.read..].split_inclusive('\n').collect();
            if let Some(place) = lines.iter().position(|line| line.starts_with(start)) {
                let seen: Vec<_> =
                    lines[..=place].iter().map(|line| line.trim().to_owned()).collect();
                self.read += lines[..=place].iter().map(|line| line.len()).sum::<usize>();
                return seen;
            }
            assert!(begin.elapsed() < Duration::from_secs(20), "no {start:?} in {output:?}");
            std::thread::sleep(Duration::from_millis(2));
        }
    }

    fn is_silent(&self) -> bool {
        std::thread::sleep(Duration::from_millis(60));
        !String::from_utf8_lossy(&self.output.lock().unwrap()[self.read..]).contains("bestmove")
    }

    /// Closes the input and waits for the end; gives what was still said.
    fn close(mut self) -> String {
        self.input = None;
        self.thread.take().unwrap().join().unwrap();
        String::from_utf8(self.output.lock().unwrap()[self.read..].to_vec()).unwrap()
    }
}

#[test]
fn a_program_that_speaks_uci_is_answered() {
    let mut engine = Engine::start();
    engine.say("uci");
    let lines = engine.wait("uciok");
    assert!(lines[0].starts_with("id name cb2026 "), "{lines:?}");
    assert!(lines.iter().any(|line| line.starts_with("option name Move Overhead type spin")));
    assert!(
        lines.iter().any(|line| line == "option name Hash type spin default 16 min 1 max 33554432")
    );
    assert!(lines.iter().any(|line| line == "option name Clear Hash type button"));
    assert!(lines.iter().any(|line| line == "option name alphabeta type check default true"));
    engine.say("isready\nucinewgame\nposition startpos moves e2e4\ngo depth 3");
    let lines = engine.wait("bestmove");
    let infos: Vec<_> = lines.iter().filter(|line| line.starts_with("info depth")).collect();
    assert_eq!(infos.len(), 3, "{lines:?}");
    for word in [" seldepth ", " score cp ", " nodes ", " nps ", " hashfull ", " time ", " pv "] {
        assert!(infos[2].contains(word), "{lines:?}");
    }
    let best = lines.last().unwrap().split(' ').nth(1).unwrap();
    assert!(infos[2].contains(&format!(" pv {best}")), "{lines:?}");
    assert_eq!(engine.close(), "");
}

#[test]
fn every_go_gets_one_bestmove() {
    let mut engine = Engine::start();
    let bounded = [
        "go depth 2",
        "go nodes 1",
        "go nodes 777",
        "go movetime 5",
        "go mate 1",
        "go wtime 100",
        "go wtime 1 btime 1",
        "go wtime -50 btime -50 winc 0",
        "go btime 100 wtime 200 binc 1 winc 1 movestogo 1",
        "go movestogo 0 wtime 50",
        "go depth 1 searchmoves a2a3 h2h4",
        "go searchmoves e2e4 depth 1",
        "go depth x nodes 5",
        "go nonsense depth 1 more nonsense",
        "go depth 99999 nodes 50",
        "go depth -3 nodes 50",
    ];
    for go in bounded {
        engine.say(&format!("position startpos\n{go}"));
        let lines = engine.wait("bestmove");
        assert!(lines.iter().any(|line| line.starts_with("info depth")), "{go}: {lines:?}");
        assert_ne!(lines.last().unwrap(), "bestmove 0000", "{go}");
    }
    assert_eq!(engine.close(), "");
}

#[test]
fn an_endless_search_waits_for_stop() {
    for go in ["go infinite", "go", "go ponder wtime 50 btime 50", "go infinite depth 1"] {
        let mut engine = Engine::start();
        engine.say(&format!("position startpos\n{go}"));
        assert!(engine.is_silent(), "{go}");
        engine.say("isready");
        engine.wait("readyok");
        engine.say("stop");
        engine.wait("bestmove");
        engine.say("stop");
        assert_eq!(engine.close(), "", "{go}");
    }
}

#[test]
fn an_endless_search_waits_even_where_nothing_is_left_to_search() {
    for fen in ["7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", "R5k1/5ppp/8/8/8/8/8/6K1 b - - 0 1"] {
        let mut engine = Engine::start();
        engine.say(&format!("position fen {fen}\ngo infinite"));
        assert!(engine.is_silent());
        engine.say("stop");
        let lines = engine.wait("bestmove");
        assert_eq!(lines.last().unwrap(), "bestmove 0000");
        assert!(lines.iter().any(|line| line.contains(" score ")), "{lines:?}");
        assert_eq!(engine.close(), "");
    }
}

#[test]
fn ponderhit_starts_the_clock() {
    let mut engine = Engine::start();
    engine.say("position startpos moves e2e4\ngo ponder wtime 300 btime 300");
    assert!(engine.is_silent());
    engine.say("ponderhit");
    engine.wait("bestmove");
    assert_eq!(engine.close(), "");
}

#[test]
fn ponderhit_does_not_end_an_analysis() {
    for go in ["go infinite", "go", "go ponder infinite"] {
        let mut engine = Engine::start();
        engine.say(&format!("{go}\nponderhit"));
        assert!(engine.is_silent(), "{go}");
        engine.say("stop");
        engine.wait("bestmove");
        assert_eq!(engine.close(), "");
    }
}

#[test]
fn the_clock_that_counts_is_that_of_the_side_to_move() {
    for (moves, go) in
        [("", "go wtime 40 btime 600000"), ("moves e2e4", "go wtime 600000 btime 40")]
    {
        let mut engine = Engine::start();
        let begin = Instant::now();
        engine.say(&format!("position startpos {moves}\n{go}"));
        engine.wait("bestmove");
        // With the other clock a move would take more than twenty seconds.
        assert!(begin.elapsed() < Duration::from_secs(5), "{go}");
        assert_eq!(engine.close(), "");
    }
}

#[test]
fn a_limit_does_not_leak_into_the_next_search() {
    let mut engine = Engine::start();
    engine.say("go nodes 10\ngo depth 3");
    engine.wait("bestmove");
    let lines = engine.wait("bestmove");
    assert!(lines.iter().any(|line| line.starts_with("info depth 3 ")), "{lines:?}");
    engine.say("go searchmoves a2a3 depth 2\ngo depth 2");
    assert_eq!(engine.wait("bestmove").last().unwrap(), "bestmove a2a3");
    assert_ne!(engine.wait("bestmove").last().unwrap(), "bestmove a2a3");
    assert_eq!(engine.close(), "");
}

#[test]
fn what_comes_during_a_search_waits_for_its_end() {
    let mut engine = Engine::start();
    engine.say("go depth 3\nposition startpos moves d2d4\nfen\nucinewgame\nfen");
    let lines = engine.wait("rnbqkbnr/pppppppp/8/8/3P4/");
    assert!(lines.iter().any(|line| line.starts_with("bestmove")), "{lines:?}");
    engine.wait("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP");
    // A search without an end is ended by what can't wait for it.
    engine.say("go infinite\nucinewgame\nisready");
    engine.wait("bestmove");
    assert!(!engine.close().contains("bestmove"));
}

#[test]
fn the_end_of_input_ends_a_search() {
    let engine = Engine::start();
    engine.say("go infinite");
    assert_eq!(engine.close().matches("bestmove").count(), 1);
    let engine = Engine::start();
    engine.say("go depth 3");
    let output = engine.close();
    assert!(output.contains("info depth 3 ") && output.contains("bestmove"), "{output}");
    let engine = Engine::start();
    engine.say("go infinite\nquit");
    assert!(!engine.close().contains("bestmove"));
}

#[test]
fn options_are_set_or_refused_in_one_line() {
    let mut engine = Engine::start();
    engine.say("setoption name Move Overhead value 30\nsetoption name move overhead value 0");
    engine.say("setoption name alphabeta value false\nsetoption name ALPHABETA value true");
    engine.say("isready");
    assert_eq!(engine.wait("readyok"), ["readyok"]);
    for bad in [
        "setoption",
        "setoption name",
        "setoption name Move Overhead value -1",
        "setoption name Move Overhead value x",
        "setoption name Move Overhead",
        "setoption name alphabeta value maybe",
        "setoption name Nothing value 1",
    ] {
        engine.say(&format!("{bad}\nisready"));
        let lines = engine.wait("readyok");
        assert_eq!(lines.len(), 2, "{bad}: {lines:?}");
        assert!(lines[0].starts_with("info string setoption: "), "{bad}: {lines:?}");
    }
    assert_eq!(engine.close(), "");
}

#[test]
fn unknown_words_and_long_lists_do_no_harm() {
    let mut engine = Engine::start();
    engine.say("joho debug on\r\nposition startpos\r\ngo depth 1\r");
    engine.wait("bestmove");
    let shuffle = "g1f3 g8f6 f3g1 f6g8 ".repeat(1_500);
    engine.say(&format!("position startpos moves {shuffle}\ngo depth 2"));
    engine.wait("bestmove");
    engine.say("stop\nponderhit\ndebug on\nregister later");
    assert_eq!(engine.close(), "");
}

#[test]
fn a_mate_in_so_many_moves_is_found() {
    let mut engine = Engine::start();
    engine.say("position fen 4r2k/6pp/8/3Q2N1/8/8/6PP/6K1 w - - 0 1\ngo mate 4");
    let lines = engine.wait("bestmove");
    assert!(lines.iter().any(|line| line.contains(" score mate 4 ")), "{lines:?}");
    assert_eq!(lines.last().unwrap(), "bestmove g5f7");
}

/// The nodes of a search to depth 5 from here.
fn nodes(engine: &mut Engine) -> String {
    engine.say("go depth 5");
    let lines = engine.wait("bestmove");
    let info = lines.iter().rev().find(|line| line.starts_with("info depth 5")).unwrap();
    info.split(' ').skip_while(|word| *word != "nodes").nth(1).unwrap().to_owned()
}

#[test]
fn the_table_lives_until_it_is_cleared() {
    let mut engine = Engine::start();
    let fresh = nodes(&mut engine);
    let warm = nodes(&mut engine);
    assert!(warm.parse::<u64>().unwrap() < fresh.parse().unwrap(), "{warm} and {fresh}");
    for line in ["ucinewgame", "setoption name Clear Hash", "setoption name clear hash value"] {
        engine.say(line);
        assert_eq!(nodes(&mut engine), fresh, "{line}");
    }
    engine.say("setoption name Hash value 2");
    assert_ne!(nodes(&mut engine), warm);
}

#[test]
fn a_table_that_can_not_be_is_refused_and_the_old_one_stays() {
    let (mut asked, mut other) = (Engine::start(), Engine::start());
    // The last size can be written, and no machine has it.
    for size in ["0", "-1", "x", "", "33554433", "33554432"] {
        asked.say(&format!("setoption name Hash value {size}\nisready"));
        let lines = asked.wait("readyok");
        assert!(lines[0].starts_with("info string setoption: Hash: "), "{size}: {lines:?}");
        assert_eq!(nodes(&mut asked), nodes(&mut other), "{size}");
    }
    asked.say("setoption name Hash value 1\nisready");
    assert_eq!(asked.wait("readyok"), ["readyok"]);
}
