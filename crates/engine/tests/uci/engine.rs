//! An engine in this process, for tests that talk to it.

use cb2026::repl::Console;
use std::io::{self, BufReader, Read};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

/// An engine that is talked to line by line while it runs.
pub struct Engine {
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
    pub fn start() -> Self {
        Self::start_for_tuning(false)
    }

    pub fn start_for_tuning(tuning: bool) -> Self {
        let (input, lines) = channel();
        let output = Arc::new(Mutex::new(Vec::new()));
        let shared = Shared(Arc::clone(&output));
        let thread = std::thread::spawn(move || {
            Console::new(shared, tuning).run(BufReader::new(Pipe(lines, Vec::new()))).unwrap();
        });
        Self { input: Some(input), output, thread: Some(thread), read: 0 }
    }

    pub fn say(&self, text: &str) {
        self.input.as_ref().unwrap().send(format!("{text}\n").into_bytes()).unwrap();
    }

    /// Says a line, and gives what is answered up to the move.
    pub fn ask(&mut self, text: &str) -> Vec<String> {
        self.say(text);
        self.wait("bestmove")
    }

    /// Waits for a line that begins so; gives all lines up to it.
    pub fn wait(&mut self, start: &str) -> Vec<String> {
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
            assert!(begin.elapsed() < Duration::from_secs(20), "no {start:?} in {lines:?}");
            std::thread::sleep(Duration::from_millis(2));
        }
    }

    pub fn is_silent(&self) -> bool {
        std::thread::sleep(Duration::from_millis(60));
        !String::from_utf8_lossy(&self.output.lock().unwrap()[self.read..]).contains("bestmove")
    }

    /// Closes the input and waits for the end; gives what was still said.
    pub fn close(mut self) -> String {
        self.input = None;
        self.thread.take().unwrap().join().unwrap();
        String::from_utf8(self.output.lock().unwrap()[self.read..].to_vec()).unwrap()
    }
}
