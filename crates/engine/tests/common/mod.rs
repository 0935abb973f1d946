//! What several test files need.

use cb2026::search::Settings;
use cb2026::search::techniques::TECHNIQUES;

/// The search as it was at a chapter: what came later is off. Tests of a technique need it where later
/// ones hide what they look for.
pub fn settings_at(chapter: f64) -> Settings {
    let mut settings = Settings::default();
    for technique in TECHNIQUES {
        let is_known = technique.chapter.parse::<f64>().unwrap() <= chapter;
        settings.techniques.set(technique.name, technique.default && is_known).unwrap();
    }
    settings
}
