//! The standing rule: switched off, a technique leaves exactly the engine that never had it, and
//! switched on, it changes what is searched.

use cb2026::bench;
use cb2026::score::Depth;
use cb2026::search::Settings;
use cb2026::search::techniques::TECHNIQUES;

/// The nodes of each stage's bench, measured at that stage, at a depth where its techniques act.
const NODES: [(&str, Depth, u64); 11] = [
    ("4", 3, 257_438),
    ("5", 3, 49_427),
    ("6", 3, 2_314_940),
    ("7", 3, 2_305_731),
    ("8", 5, 2_374_885),
    ("9", 6, 7_737_048),
    ("10", 6, 4_392_106),
    ("11", 6, 2_874_698),
    ("12", 6, 1_089_251),
    ("13", 6, 180_476),
    ("14", 6, 41_107),
];

/// The techniques up to a stage, each as it is by default.
fn stage(place: usize) -> Settings {
    let mut settings = Settings::default();
    for technique in TECHNIQUES {
        let known = NODES[..=place].iter().any(|(chapter, ..)| *chapter == technique.chapter);
        settings.techniques.set(technique.name, known && technique.default).unwrap();
    }
    settings
}

#[test]
fn without_later_techniques_the_engine_is_the_earlier_one() {
    for (place, (chapter, depth, nodes)) in NODES.into_iter().enumerate() {
        let found = bench::run(depth, 1..=10, &stage(place), false).nodes();
        assert_eq!(found, nodes, "with the techniques up to chapter {chapter}");
    }
}

#[test]
fn every_technique_changes_the_tree_at_its_stage() {
    for technique in TECHNIQUES {
        let place = NODES.iter().position(|(chapter, ..)| *chapter == technique.chapter).unwrap();
        let (with, mut without) = (stage(place), stage(place));
        without.techniques.set(technique.name, !technique.default).unwrap();
        let nodes = |depth, settings| bench::run(depth, 1..=10, settings, false).nodes();
        // The first depth that shows it is enough: without a technique, deeper ones take long.
        let changes =
            (1..=NODES[place].1).any(|depth| nodes(depth, &with) != nodes(depth, &without));
        assert!(changes, "nothing notices {}", technique.name);
    }
}

#[test]
fn every_technique_has_a_chapter_in_the_list_and_a_name_of_its_own() {
    for (index, technique) in TECHNIQUES.iter().enumerate() {
        let place = NODES.iter().position(|(chapter, ..)| *chapter == technique.chapter);
        assert!(place.is_some_and(|place| place > 0), "{}", technique.name);
        assert!(TECHNIQUES[..index].iter().all(|other| other.name != technique.name));
        let settings = Settings::default();
        assert_eq!((technique.get)(&settings.techniques), technique.default);
        let mut switched = settings;
        switched.techniques.set(technique.name, !technique.default).unwrap();
        assert_eq!((technique.get)(&switched.techniques), !technique.default);
        assert_ne!(switched.techniques, settings.techniques);
    }
}
