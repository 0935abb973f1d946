//! The standing rule: switched off, a technique leaves exactly the engine that never had it.

use cb2026::bench;
use cb2026::search::Settings;
use cb2026::search::techniques::TECHNIQUES;

/// Nodes of the bench at depth 3 by the engine of each stage, measured at that stage.
const NODES: [(&str, u64); 8] = [
    ("4", 257_438),
    ("5", 49_427),
    ("6", 2_314_940),
    ("7", 2_305_731),
    ("8", 47_525),
    ("9", 32_091),
    ("10", 23_315),
    ("11", 20_646),
];

#[test]
fn without_later_techniques_the_engine_is_the_earlier_one() {
    for (place, (chapter, nodes)) in NODES.into_iter().enumerate() {
        let earlier = NODES[..=place].iter().map(|(chapter, _)| *chapter).collect::<Vec<_>>();
        let mut settings = Settings::default();
        for technique in TECHNIQUES {
            let known = earlier.contains(&technique.chapter);
            settings.techniques.set(technique.name, known && technique.default).unwrap();
        }
        let found = bench::run(3, 1..=10, &settings, false).nodes();
        assert_eq!(found, nodes, "with the techniques up to chapter {chapter}");
    }
}

#[test]
fn every_technique_has_a_chapter_in_the_list_and_a_name_of_its_own() {
    for (index, technique) in TECHNIQUES.iter().enumerate() {
        let place = NODES.iter().position(|(chapter, _)| *chapter == technique.chapter);
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
