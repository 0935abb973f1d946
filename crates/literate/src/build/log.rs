//! Catches what mdBook and KaTeX only log, so that the build can fail on it.
//!
//! Knows nothing of books: it turns the warnings and errors of one closure into strings.

use std::fmt::{self, Write};
use std::sync::{Arc, Mutex};
use tracing::field::{Field, Visit};
use tracing::{Event, Level, Subscriber};
use tracing_subscriber::layer::{Context, Layer, SubscriberExt};

/// Runs `work` and gives its answer, with each warning and error that it logged on this thread.
pub fn capture<T>(work: impl FnOnce() -> T) -> (T, Vec<String>) {
    let messages = Arc::new(Mutex::new(Vec::new()));
    let layer = Catcher { messages: Arc::clone(&messages) };
    let subscriber = tracing_subscriber::registry().with(layer);
    let answer = tracing::subscriber::with_default(subscriber, work);
    let caught = std::mem::take(&mut *messages.lock().expect("logging doesn't panic"));
    (answer, caught)
}

struct Catcher {
    messages: Arc<Mutex<Vec<String>>>,
}

impl<S: Subscriber> Layer<S> for Catcher {
    fn on_event(&self, event: &Event<'_>, _: Context<'_, S>) {
        // Levels are ordered by how much they let through, so an error is less than a warning.
        if *event.metadata().level() > Level::WARN {
            return;
        }
        let mut message = Message::default();
        event.record(&mut message);
        self.messages.lock().expect("logging doesn't panic").push(message.0);
    }
}

#[derive(Default)]
struct Message(String);

impl Visit for Message {
    fn record_debug(&mut self, field: &Field, value: &dyn fmt::Debug) {
        let separator = if self.0.is_empty() { "" } else { ", " };
        // Writing into a string can't fail.
        let _ = match field.name() {
            "message" => write!(self.0, "{separator}{value:?}"),
            name => write!(self.0, "{separator}{name}: {value:?}"),
        };
    }
}

#[cfg(test)]
mod tests {
    use super::capture;

    #[test]
    fn warnings_and_errors_are_caught_and_the_rest_is_not() {
        let (answer, caught) = capture(|| {
            tracing::info!("nothing to see");
            tracing::warn!("a warning about {}", "x");
            tracing::error!(reason = 7, "an error");
            42
        });
        assert_eq!(answer, 42);
        assert_eq!(caught, ["a warning about x", "an error, reason: 7"]);
    }
}
