//! What a check has proven already, so that it isn't proven again.
//!
//! The engine's numbers are functions of its input. So a result that was measured again and was the same
//! stays proven while engine, declaration and result are what they were. The notes lie in `target/`: a
//! cold checkout proves everything anew.

use super::place::Places;
use literate::results::Measured;
use records::identity::of_all;
use std::fs;
use std::path::PathBuf;

const FOLDER: &str = "target/proven";

/// What a note says of a result, which isn't captioned otherwise by it.
fn note(recorded: &Measured) -> String {
    let cells = serde_json::to_string(recorded).unwrap_or_default();
    of_all([recorded.engine.as_str(), &recorded.declared, &cells])
}

fn file(places: &Places, id: &str) -> PathBuf {
    places.repo.root().join(FOLDER).join(id)
}

pub fn is_proven(places: &Places, recorded: &Measured) -> bool {
    fs::read_to_string(file(places, &recorded.id)).is_ok_and(|noted| noted == note(recorded))
}

/// A note that can't be written costs a measurement, and is no fault.
pub fn remember(places: &Places, recorded: &Measured) {
    let path = file(places, &recorded.id);
    if let Some(folder) = path.parent() {
        let _ = fs::create_dir_all(folder).and_then(|()| fs::write(&path, note(recorded)));
    }
}
