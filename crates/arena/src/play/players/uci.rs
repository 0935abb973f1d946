//! An engine in a process of its own, spoken to in UCI.
//!
//! Whatever it does costs it a game at most: it is given up after a while without an answer, started
//! again for the next game, and never left running.

use crate::play::board::Board;
use crate::play::player::{Choice, Go, Player};
use crate::played::{Info, Reason, Score};
use anyhow::{Context, Result, bail};
use std::collections::VecDeque;
use std::io::{BufRead, BufReader, Read, Write};
use std::path::PathBuf;
use std::process::{Child, ChildStdin, Command, ExitStatus, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::thread;
use std::time::{Duration, Instant};

/// How many lines are kept for those who look into a failure.
const LAST_LINES: usize = 16;
/// How long an engine may take to start or to get ready for a game.
const READY: Duration = Duration::from_secs(20);
/// No line that is kept is longer.
const LINE_LENGTH: usize = 400;
/// How many lines may wait to be read, and how many bytes of one are read. An engine that writes more
/// has to wait, or is cut short: whatever it writes, the arena's memory is bounded.
const WAITING_LINES: usize = 1024;
const READ_LENGTH: u64 = 64 << 10;
/// How long an engine that has to go may take to do so.
const LEAVE: Duration = Duration::from_millis(200);

/// How an engine is started.
#[derive(Clone, Debug)]
pub struct Setup {
    pub program: PathBuf,
    /// Values of its UCI options.
    pub options: Vec<(String, String)>,
    /// Lines that only the project's own engine understands, such as `set pvs off`.
    pub commands: Vec<String>,
    /// Whether each game gets a new process.
    pub restart: bool,
    /// Whether it's the project's own engine, which is silent about settings that it takes.
    pub is_own: bool,
    /// Whether it plays by a clock of nodes: the times that it's told are nodes then.
    pub counts_nodes: bool,
}

/// The option that makes an engine count nodes as time: so many for a millisecond. With one, the
/// numbers of `go wtime …` are nodes.
const NODE_CLOCK: (&str, &str) = ("nodestime", "1");

impl Setup {
    /// A foreign engine with these options.
    pub fn foreign(program: PathBuf, options: Vec<(String, String)>) -> Self {
        let commands = Vec::new();
        Self { program, options, commands, restart: false, is_own: false, counts_nodes: false }
    }
}

/// An engine that may or may not be running.
pub struct Uci {
    setup: Setup,
    running: Option<Running>,
    last_lines: VecDeque<String>,
    /// What it calls itself.
    name: String,
}

/// A line of the engine and when it came.
struct Line {
    at: Instant,
    text: String,
    is_error: bool,
}

struct Running {
    child: Child,
    input: ChildStdin,
    lines: Receiver<Line>,
}

impl Drop for Running {
    fn drop(&mut self) {
        // Both fail only where the process has ended already.
        let _ = self.input.write_all(b"quit\n");
        let _ = end(&mut self.child, LEAVE);
    }
}

/// Waits for the process, and ends it if it doesn't end by itself.
fn end(child: &mut Child, patience: Duration) -> std::io::Result<ExitStatus> {
    let deadline = Instant::now() + patience;
    while Instant::now() < deadline && matches!(child.try_wait(), Ok(None)) {
        thread::sleep(Duration::from_millis(2));
    }
    // Fails only where the process has ended already.
    let _ = child.kill();
    child.wait()
}

impl Uci {
    /// Starts the engine and sees whether it takes its settings.
    pub fn start(setup: Setup) -> Result<Self> {
        let name = setup.program.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let mut engine = Self { setup, running: None, last_lines: VecDeque::new(), name };
        let program = engine.setup.program.display().to_string();
        engine.launch().with_context(|| format!("engine {program}"))?;
        Ok(engine)
    }

    pub fn name(&self) -> &str {
        &self.name
    }

    fn launch(&mut self) -> Result<()> {
        self.running = None;
        let mut child = Command::new(&self.setup.program)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .context("can't be run; check the path")?;
        let (sender, lines) = sync_channel(WAITING_LINES);
        let missing = "has no pipe";
        forward(child.stderr.take().context(missing)?, sender.clone(), true);
        forward(child.stdout.take().context(missing)?, sender, false);
        let input = child.stdin.take().context(missing)?;
        self.running = Some(Running { child, input, lines });
        let answer = self.handshake();
        if answer.is_err() {
            self.running = None;
        }
        answer
    }

    fn handshake(&mut self) -> Result<()> {
        let failed = |reason: Reason| anyhow::anyhow!("gave no `uciok` ({})", reason.words());
        self.send("uci").map_err(failed)?;
        let hello = self.until("uciok", READY).map_err(failed)?;
        if let Some(name) = hello.iter().find_map(|line| line.strip_prefix("id name ")) {
            self.name = name.trim().to_owned();
        }
        if self.setup.counts_nodes {
            let (option, value) = NODE_CLOCK;
            if !hello.iter().any(|line| names_option(line, option)) {
                bail!(
                    "has no option `{option}`, so it can't play by a clock of nodes; give nodes=N"
                );
            }
            self.send(&format!("setoption name {option} value {value}")).map_err(failed)?;
        }
        for (option, value) in self.setup.options.clone() {
            if !hello.iter().any(|line| names_option(line, &option)) {
                bail!("has no option `{option}`; `uci` lists those that it has");
            }
            self.send(&format!("setoption name {option} value {value}")).map_err(failed)?;
        }
        for command in self.setup.commands.clone() {
            self.send(&command).map_err(failed)?;
        }
        let failed = |reason: Reason| anyhow::anyhow!("gave no `readyok` ({})", reason.words());
        self.send("isready").map_err(failed)?;
        let answer = self.until("readyok", READY).map_err(failed)?;
        let refusal = answer.iter().find(|line| line.starts_with("info string"));
        match refusal.filter(|_| self.setup.is_own) {
            Some(line) => {
                bail!("doesn't take its settings: {}", line["info string".len()..].trim())
            }
            None => Ok(()),
        }
    }

    fn send(&mut self, line: &str) -> Result<(), Reason> {
        self.keep(format!("> {line}"));
        let running = self.running.as_mut().ok_or(Reason::Crash)?;
        let text = format!("{line}\n");
        // An engine that has gone is noticed when its answer is read.
        let _ = running.input.write_all(text.as_bytes()).and_then(|()| running.input.flush());
        Ok(())
    }

    /// Waits until the engine is ready. A `bestmove` that comes now answers nothing: it would pass for
    /// the next move, so it's a fault.
    fn settle(&mut self) -> Result<(), Reason> {
        self.send("isready")?;
        let lines = self.until("readyok", READY)?;
        let is_move = |line: &String| line.split_whitespace().next() == Some("bestmove");
        if lines.iter().any(is_move) { Err(Reason::SecondAnswer) } else { Ok(()) }
    }

    /// The lines up to the one that begins with `word`, which is the last one.
    fn until(&mut self, word: &str, patience: Duration) -> Result<Vec<String>, Reason> {
        let deadline = Instant::now() + patience;
        let mut lines = Vec::new();
        loop {
            let line = self.line(deadline)?;
            let is_last = line.text.split_whitespace().next() == Some(word);
            // A flood is no answer, and isn't kept.
            if lines.len() < WAITING_LINES || is_last {
                lines.push(line.text);
            }
            if is_last {
                return Ok(lines);
            }
        }
    }

    /// The next line of its standard output.
    fn line(&mut self, deadline: Instant) -> Result<Line, Reason> {
        loop {
            let left = deadline.saturating_duration_since(Instant::now());
            let running = self.running.as_mut().ok_or(Reason::Crash)?;
            match running.lines.recv_timeout(left) {
                // An engine that never stops writing hangs, too.
                Ok(line) if line.at > deadline => {
                    return Err(self.give_up(RecvTimeoutError::Timeout));
                }
                Ok(line) if line.is_error => self.keep(format!("! {}", line.text)),
                Ok(line) => {
                    self.keep(format!("< {}", line.text));
                    return Ok(line);
                }
                Err(error) => return Err(self.give_up(error)),
            }
        }
    }

    /// Ends the process, and says why it gave no line.
    fn give_up(&mut self, error: RecvTimeoutError) -> Reason {
        let reason = match error {
            RecvTimeoutError::Timeout => Reason::Hang,
            RecvTimeoutError::Disconnected => Reason::Crash,
        };
        if let Some(mut running) = self.running.take() {
            // One that hangs has shown that it doesn't listen, so it isn't waited for.
            let patience = if reason == Reason::Hang { Duration::ZERO } else { LEAVE };
            if let Ok(status) = end(&mut running.child, patience) {
                self.keep(format!("! ended: {status}"));
            }
        }
        reason
    }

    fn keep(&mut self, mut line: String) {
        if line.len() > LINE_LENGTH {
            let end = (0..=LINE_LENGTH).rev().find(|&end| line.is_char_boundary(end));
            line.truncate(end.unwrap_or(0));
            line.push('…');
        }
        if self.last_lines.len() == LAST_LINES {
            self.last_lines.pop_front();
        }
        self.last_lines.push_back(line);
    }
}

fn forward(stream: impl Read + Send + 'static, sender: SyncSender<Line>, is_error: bool) {
    thread::spawn(move || {
        let mut stream = BufReader::new(stream);
        let mut line = Vec::new();
        while matches!((&mut stream).take(READ_LENGTH).read_until(b'\n', &mut line), Ok(1..)) {
            let at = Instant::now();
            let text = String::from_utf8_lossy(&line).trim_end_matches(['\r', '\n']).to_owned();
            line.clear();
            if sender.send(Line { at, text, is_error }).is_err() {
                break;
            }
        }
    });
}

/// Whether the line is `option name NAME type …`.
fn names_option(line: &str, name: &str) -> bool {
    let rest = line.strip_prefix("option name ").unwrap_or_default();
    rest.split(" type ").next().is_some_and(|found| found.trim().eq_ignore_ascii_case(name))
}

impl Player for Uci {
    fn new_game(&mut self, _: u64) -> Result<(), Reason> {
        let is_due = self.setup.restart || self.running.is_none();
        if is_due && let Err(error) = self.launch() {
            self.keep(format!("! {error:#}"));
            return Err(Reason::Crash);
        }
        // What was said in the game before doesn't belong to a failure in this one.
        self.last_lines.clear();
        self.send("ucinewgame")?;
        self.settle()
    }

    fn choose(&mut self, board: &Board, go: &Go, patience: Duration) -> Result<Choice, Reason> {
        self.settle()?;
        self.send(&board.command())?;
        let start = Instant::now();
        self.send(&command(go))?;
        let mut info = Info::default();
        loop {
            let line = self.line(start + patience)?;
            let mut words = line.text.split_whitespace();
            match words.next() {
                Some("info") => read_info(&line.text, &mut info),
                Some("bestmove") => {
                    let text = words.next().unwrap_or_default().to_owned();
                    return Ok(Choice { text, info, time: line.at.duration_since(start) });
                }
                _ => {}
            }
        }
    }

    fn last_lines(&self) -> Vec<String> {
        self.last_lines.iter().cloned().collect()
    }
}

fn command(go: &Go) -> String {
    match go {
        Go::Depth(depth) => format!("go depth {depth}"),
        Go::Nodes(nodes) => format!("go nodes {nodes}"),
        Go::Clock { left: [white, black], increment: [winc, binc], moves_to_go } => {
            let go = format!("go wtime {white} btime {black} winc {winc} binc {binc}");
            if *moves_to_go > 0 { format!("{go} movestogo {moves_to_go}") } else { go }
        }
    }
}

/// Takes what an `info` line says of the search's main line.
fn read_info(line: &str, info: &mut Info) {
    let words: Vec<&str> = line.split_whitespace().collect();
    // Everything after these words is text, and may look like anything.
    let end = words.iter().position(|w| matches!(*w, "string" | "pv" | "refutation"));
    let words = &words[..end.unwrap_or(words.len())];
    let after = |name: &str| {
        let place = words.iter().position(|word| *word == name)?;
        Some(&words[place + 1..])
    };
    let number = |name: &str| after(name)?.first()?.parse::<u64>().ok();
    if let Some(nodes) = number("nodes") {
        info.nodes = Some(nodes);
    }
    if number("multipv").is_some_and(|rank| rank > 1) {
        return;
    }
    let score = match after("score") {
        Some([kind, value, ..]) => value.parse().ok().and_then(|value: i32| match *kind {
            "cp" => Some(Score::Centipawns(value)),
            "mate" => Some(Score::Mate(value)),
            _ => None,
        }),
        _ => None,
    };
    if score.is_some() {
        info.score = score;
        info.depth = number("depth").and_then(|depth| u32::try_from(depth).ok());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn info_lines_are_read() {
        let mut info = Info::default();
        read_info(
            "info depth 7 seldepth 9 score cp -31 nodes 4096 nps 1 pv e2e4 depth 3",
            &mut info,
        );
        let expected =
            Info { score: Some(Score::Centipawns(-31)), depth: Some(7), nodes: Some(4096) };
        assert_eq!(info, expected);
        read_info("info string score cp 99 nodes 1", &mut info);
        read_info("info depth 8 multipv 2 score cp 5", &mut info);
        read_info("info depth 8 currmove e2e4", &mut info);
        read_info("info score", &mut info);
        assert_eq!(info, expected);
        read_info("info depth 8 score mate -2 nodes 5000", &mut info);
        assert_eq!((info.score, info.nodes), (Some(Score::Mate(-2)), Some(5000)));
    }

    #[test]
    fn options_are_found_by_name() {
        assert!(names_option("option name Move Overhead type spin default 10", "move overhead"));
        assert!(!names_option("option name Hash type spin", "Has"));
        assert!(!names_option("id name Hash", "Hash"));
    }

    #[test]
    fn a_missing_program_is_told() {
        let setup = Setup::foreign(PathBuf::from("/nowhere/engine"), Vec::new());
        let error = format!("{:#}", Uci::start(setup).err().unwrap());
        assert!(
            error.starts_with("engine /nowhere/engine: can't be run; check the path"),
            "{error}"
        );
    }
}
