//! Drives an engine's process: one command and its output, or a console held open.
//!
//! An engine that hangs, dies or prints nonsense ends in an error that names the command; it never
//! blocks the measuring for good.

use anyhow::{Context, Result, anyhow, bail};
use std::io::{BufRead, BufReader, Read, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::thread;
use std::time::{Duration, Instant};

/// How long a measurement may take. A deep perft on a slow machine has to fit.
pub const PATIENCE: Duration = Duration::from_secs(30 * 60);
/// How long a console may think about one command.
const ANSWER: Duration = Duration::from_secs(120);

/// Ends the process when its owner gives up, so that no engine is left running.
struct Guard(Child);

impl Drop for Guard {
    fn drop(&mut self) {
        // Both fail only where the process has ended already.
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// What the engine prints for these arguments.
pub fn output(executable: &Path, arguments: &[&str], patience: Duration) -> Result<String> {
    let shown = || format!("`cb2026 {}`", arguments.join(" "));
    let child = Command::new(executable)
        .args(arguments)
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .with_context(|| format!("can't run {}", executable.display()))?;
    let mut child = Guard(child);
    let out = collect(child.0.stdout.take().context("the output is piped")?);
    let err = collect(child.0.stderr.take().context("the output is piped")?);
    let deadline = Instant::now() + patience;
    let text = out.recv_timeout(patience);
    let left = deadline.saturating_duration_since(Instant::now());
    let (Ok(text), Ok(reason)) = (text, err.recv_timeout(left)) else {
        bail!("{} gave no answer within {} seconds", shown(), patience.as_secs_f32());
    };
    let status = child.0.wait().context("the engine can't be waited for")?;
    if !status.success() {
        let reason = String::from_utf8_lossy(&reason);
        let reason = reason.lines().next().unwrap_or("it says nothing");
        bail!("{} failed ({status}): {reason}", shown());
    }
    String::from_utf8(text).with_context(|| format!("{} printed text that isn't UTF-8", shown()))
}

fn collect(mut stream: impl Read + Send + 'static) -> Receiver<Vec<u8>> {
    let (sender, receiver) = channel();
    thread::spawn(move || {
        let mut bytes = Vec::new();
        // What can't be read any more is cut short, and then fails to parse.
        let _ = stream.read_to_end(&mut bytes);
        let _ = sender.send(bytes);
    });
    receiver
}

/// An engine that waits for commands on its standard input.
pub struct Console {
    // Before the process, so that a dropped console closes the input first.
    input: Option<ChildStdin>,
    lines: Receiver<String>,
    /// How long one answer may take.
    patience: Duration,
    _process: Guard,
}

impl Console {
    pub fn start(executable: &Path) -> Result<Self> {
        Self::with_patience(executable, ANSWER)
    }

    pub fn with_patience(executable: &Path, patience: Duration) -> Result<Self> {
        // One pipe for both streams keeps an error line at its place among the answers.
        let (reader, writer) = std::io::pipe().context("can't make a pipe")?;
        let errors = writer.try_clone().context("can't make a pipe")?;
        let mut child = Command::new(executable)
            .stdin(Stdio::piped())
            .stdout(writer)
            .stderr(errors)
            .spawn()
            .with_context(|| format!("can't run {}", executable.display()))?;
        let input = child.stdin.take();
        let (sender, lines) = channel();
        thread::spawn(move || {
            for line in BufReader::new(reader).split(b'\n').map_while(Result::ok) {
                let line = String::from_utf8_lossy(&line).trim_end_matches('\r').to_owned();
                if sender.send(line).is_err() {
                    break;
                }
            }
        });
        Ok(Self { input, lines, patience, _process: Guard(child) })
    }

    /// Types `command`, and gives the lines that the engine answers before the next command.
    pub fn ask(&mut self, command: &str) -> Result<Vec<String>> {
        let word = command.split_whitespace().next().unwrap_or_default();
        self.send(command, command)?;
        if word == "quit" {
            self.input = None;
            return self.until_end(command);
        }
        let mut answer = Vec::new();
        // A search may run in a thread of its own, and then `isready` is answered before its move.
        if word == "go" {
            loop {
                let line = self.line(command)?;
                let is_last = line.starts_with("bestmove") || is_refusal(command, &line);
                answer.push(line);
                if is_last {
                    break;
                }
            }
        }
        // An engine answers commands in order, so what stands before this marker is the answer.
        self.send("isready", command)?;
        let mut markers = if word == "isready" { 2 } else { 1 };
        loop {
            let line = self.line(command)?;
            let is_marker = line == "readyok";
            markers -= usize::from(is_marker && markers > 0);
            if !is_marker || markers > 0 {
                answer.push(line);
            }
            if markers == 0 {
                return Ok(answer);
            }
        }
    }

    /// Types a line. Whether an engine that ends is noticed here or when its answer is read depends
    /// on who is quicker, so both name the command that was asked.
    fn send(&mut self, line: &str, command: &str) -> Result<()> {
        let input = self.input.as_mut().context("the engine has quit; `quit` ends a session")?;
        writeln!(input, "{line}").and_then(|()| input.flush()).map_err(|_| ended(command))
    }

    fn line(&self, command: &str) -> Result<String> {
        self.lines.recv_timeout(self.patience).map_err(|error| match error {
            RecvTimeoutError::Timeout => anyhow!(
                "the console gave no {} after `{command}` within {} seconds",
                if command.starts_with("go") { "`bestmove`" } else { "`readyok`" },
                self.patience.as_secs_f32()
            ),
            RecvTimeoutError::Disconnected => ended(command),
        })
    }

    fn until_end(&self, command: &str) -> Result<Vec<String>> {
        let mut answer = Vec::new();
        loop {
            match self.lines.recv_timeout(self.patience) {
                Ok(line) => answer.push(line),
                Err(RecvTimeoutError::Disconnected) => return Ok(answer),
                Err(RecvTimeoutError::Timeout) => bail!("the engine didn't end at `{command}`"),
            }
        }
    }
}

fn ended(command: &str) -> anyhow::Error {
    anyhow!("the engine ended at `{command}`")
}

/// Whether the engine answers `go` with this instead of a search. Of moves that `searchmoves` names
/// wrongly it complains, and searches all the same; with `follow on` it comments on what it finds.
fn is_refusal(command: &str, line: &str) -> bool {
    match line.strip_prefix("info string ") {
        Some(text) => !text.starts_with("depth ") && !command.contains("searchmoves"),
        None => !line.starts_with("info "),
    }
}
