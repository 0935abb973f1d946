//! The lines that have to wait for the end of a search.

use std::collections::VecDeque;

// ANCHOR: turn
/// How a line gets along with a search that runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Turn {
    /// It's answered at once, and the search goes on.
    AtOnce,
    /// It speaks to the search that the last `go` before it began, even if that `go` still waits.
    Signal,
    /// It begins a search, once those before it have ended.
    Go,
    /// It needs the state that a search uses, so it waits for the end of all searches before it.
    Wait,
}
// ANCHOR_END: turn

// ANCHOR: queue
/// Lines in the order in which they came.
#[derive(Default)]
pub(super) struct Queue {
    lines: VecDeque<(Turn, String)>,
}

impl Queue {
    pub fn is_empty(&self) -> bool {
        self.lines.is_empty()
    }

    pub fn push(&mut self, turn: Turn, line: String) {
        self.lines.push_back((turn, line));
    }

    /// Takes out the line whose turn it is.
    pub fn next(&mut self, searching: bool) -> Option<String> {
        let place = if searching { self.meanwhile()? } else { 0 };
        self.lines.remove(place).map(|(_, line)| line)
    }

    /// The place of a line that can be answered while a search runs.
    fn meanwhile(&self) -> Option<usize> {
        // What is answered at once never stays here, so it can only be what came last.
        if self.lines.back()?.0 == Turn::AtOnce {
            return Some(self.lines.len() - 1);
        }
        // A signal that comes after another `go` has to wait for that search.
        let place = self.lines.iter().position(|(turn, _)| *turn != Turn::Wait)?;
        (self.lines[place].0 == Turn::Signal).then_some(place)
    }
}
// ANCHOR_END: queue

#[cfg(test)]
mod tests {
    use super::*;

    fn queue(lines: &[(Turn, &str)]) -> Queue {
        let mut queue = Queue::default();
        lines.iter().for_each(|(turn, line)| queue.push(*turn, (*line).to_owned()));
        queue
    }

    #[test]
    fn lines_keep_their_order_while_nothing_is_searched() {
        use Turn::{AtOnce, Go, Signal, Wait};
        let mut queue = queue(&[(Go, "go"), (Signal, "stop"), (AtOnce, "isready"), (Wait, "fen")]);
        for line in ["go", "stop", "isready", "fen"] {
            assert_eq!(queue.next(false).as_deref(), Some(line));
        }
        assert_eq!(queue.next(false), None);
    }

    #[test]
    fn a_signal_stays_behind_a_go() {
        use Turn::{AtOnce, Go, Signal, Wait};
        let mut queue = queue(&[(Wait, "fen"), (Signal, "stop"), (Go, "go"), (Signal, "hit")]);
        assert_eq!(queue.next(true).as_deref(), Some("stop"));
        assert_eq!(queue.next(true), None);
        queue.push(AtOnce, "isready".to_owned());
        assert_eq!(queue.next(true).as_deref(), Some("isready"));
        assert_eq!(queue.next(true), None);
        assert_eq!(queue.next(false).as_deref(), Some("fen"));
        assert_eq!(queue.next(false).as_deref(), Some("go"));
        assert_eq!(queue.next(true).as_deref(), Some("hit"));
        assert!(queue.is_empty());
    }
}
