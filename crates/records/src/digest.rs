//! Digests as short as an object id of git.

use sha2::{Digest, Sha256};
use toml::Value;

/// So many hexadecimal digits a digest has.
pub const LENGTH: usize = 40;

/// Gathers texts one after the other.
pub struct Gatherer(Sha256);

impl Gatherer {
    pub fn new() -> Self {
        Self(Sha256::new())
    }

    /// The length goes first, so that no two lists of texts give the same bytes.
    pub fn add(&mut self, text: &str) {
        self.0.update(text.len().to_le_bytes());
        self.0.update(text);
    }

    /// The value with its keys in alphabetical order.
    pub fn add_value(&mut self, value: &Value) {
        match value {
            Value::Table(table) => {
                let mut entries: Vec<_> = table.iter().collect();
                entries.sort_by_key(|(key, _)| *key);
                self.add("table");
                self.add(&entries.len().to_string());
                for (key, value) in entries {
                    self.add(key);
                    self.add_value(value);
                }
            }
            Value::Array(items) => {
                self.add("array");
                self.add(&items.len().to_string());
                items.iter().for_each(|item| self.add_value(item));
            }
            plain => self.add(&plain.to_string()),
        }
    }

    pub fn finish(self) -> String {
        let mut digits: String = self.0.finalize().iter().map(|b| format!("{b:02x}")).collect();
        digits.truncate(LENGTH);
        digits
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_order_of_keys_is_left_out_and_that_of_items_is_not() {
        let digest = |text: &str| {
            let mut gatherer = Gatherer::new();
            gatherer.add_value(&Value::Table(text.parse().unwrap()));
            gatherer.finish()
        };
        assert_eq!(digest("a = 1\nb = [1, 2]"), digest("b = [1, 2]\na = 1"));
        assert_ne!(digest("a = 1\nb = [1, 2]"), digest("a = 1\nb = [2, 1]"));
        assert_ne!(digest("a = 1"), digest("a = \"1\""));
    }
}
