//! Matches are the same ones, however they are played.

use crate::common::{Fixture, OPENINGS, fake, greedy, read};
use arena::contest::Match;
use arena::play::replay;
use arena::tally::Verdict;
use std::fs;

/// Eight pairs that the first player mostly wins.
fn plain() -> String {
    format!("{}pairs = 8\n", greedy())
}

#[test]
fn a_record_does_not_depend_on_concurrency() {
    // The test decides before the last pair, so that games that run beside it have to be dropped.
    let lines = format!("{}sprt = {{ elo1 = 200, alpha = 0.2, beta = 0.2 }}", plain());
    let (one, three) = (Fixture::new(&lines), Fixture::new(&lines));
    let record = one.run(1).unwrap();
    assert_eq!(three.run(3).unwrap(), record);
    assert_eq!(one.read("a.json"), three.read("a.json"));
    assert_eq!(record.verdict, Verdict::H1);
    assert!(record.pairs.len() < 8 && record.result.wins > record.result.losses);
    assert!(record.is_replayable());
}

#[test]
fn an_engine_that_is_started_anew_for_each_game_plays_the_same() {
    let lines = format!(
        "first = \"{}\"\nsecond = \"random:3\"\nlimits = \"depth=1\"\npairs = 3",
        fake("good", 0)
    );
    let record = Fixture::new(&lines).run(1).unwrap();
    let restarting = Fixture::new(&format!("{lines}\nrestart = true"));
    assert_eq!(restarting.run(2).unwrap().digest, record.digest);
}

#[test]
fn last_lines_do_not_depend_on_concurrency() {
    let lines = format!(
        "first = \"{}\"\nsecond = \"random:3\"\nlimits = \"depth=1\"\npairs = 4\npatience = 1",
        fake("illegal", 0)
    );
    let record = Fixture::new(&lines).run(1).unwrap();
    assert_eq!(record.incidents.len(), 8);
    assert_eq!(Fixture::new(&lines).run(3).unwrap(), record);
}

#[test]
fn an_opening_that_is_not_legal_is_told_before_the_first_game() {
    let fixture = Fixture::new(&plain());
    let mut lines: Vec<&str> = OPENINGS.lines().collect();
    lines[8] = "8/8/8/8/8/8/8/8 w - - 0 1";
    fs::write(&fixture.job.openings, lines.join("\n")).unwrap();
    let error = format!("{:#}", fixture.run(1).unwrap_err());
    assert!(error.contains("openings.epd: correct the line"), "{error}");
    assert!(error.contains("8/8/8/8/8/8/8/8") && !fixture.job.journal.exists(), "{error}");
}

#[test]
fn an_interrupted_match_goes_on_to_the_same_record() {
    let (whole, broken) = (Fixture::new(&plain()), Fixture::new(&plain()));
    let record = whole.run(2).unwrap();

    broken.run(1).unwrap();
    fs::remove_file(&broken.job.record).unwrap();
    // As if the process had been killed while it wrote the fourth pair, the second one missing.
    let journal = broken.read("a.jsonl");
    let mut lines: Vec<&str> = journal.lines().collect();
    lines.truncate(5);
    lines[4] = &lines[4][..40];
    lines.remove(2);
    fs::write(&broken.job.journal, lines.join("\n")).unwrap();
    assert_eq!(broken.run(2).unwrap(), record);
    assert_eq!(broken.read("a.json"), whole.read("a.json"));
}

#[test]
fn a_longer_match_uses_the_games_of_a_shorter_one() {
    let mut fixture = Fixture::new(&plain().replace("pairs = 8", "pairs = 2"));
    fixture.run(1).unwrap();
    // A mark in the journal shows whether its pairs are used or played again.
    let journal = fixture.read("a.jsonl").replace("\"mate\"", "\"stalemate\"");
    fs::write(&fixture.job.journal, journal).unwrap();
    fixture.job.declared = Match { pairs: 3, ..fixture.job.declared };
    let record = fixture.run(1).unwrap();
    assert!(record.result.endings.contains_key(&arena::played::Reason::Stalemate));
    assert_eq!(record.pairs.len(), 3);
}

#[test]
fn a_record_is_played_again_move_for_move() {
    let fixture = Fixture::new(&plain());
    let mut record = fixture.run(2).unwrap();
    let mut seen = 0;
    let count = replay::replay(&fixture.job, &record, 3, 2, |_| seen += 1).unwrap().len();
    assert_eq!((count, seen), (3, 3));
    replay::check_figures(&record).unwrap();

    let entry = record.pairs[1].clone();
    let flipped = if entry.ends_with('0') { "1" } else { "0" };
    record.pairs[1].replace_range(entry.len() - 1.., flipped);
    let error = replay::replay(&fixture.job, &record, 3, 1, |_| {}).unwrap_err().to_string();
    assert!(error.starts_with("pair 2: played `"), "{error}");
    // Pairs after those that are asked for aren't looked at.
    replay::replay(&fixture.job, &record, 1, 1, |_| {}).unwrap();
}

#[test]
fn a_record_with_other_figures_or_openings_is_found_out() {
    let fixture = Fixture::new(&plain());
    let record = fixture.run(2).unwrap();

    let mut other = record.clone();
    other.result.wins += 1;
    assert!(replay::check_figures(&other).unwrap_err().to_string().contains("counts"));
    let mut other = record.clone();
    other.result.llr += 0.1;
    assert!(replay::check_figures(&other).unwrap_err().to_string().contains("its figures"));
    let mut other = record.clone();
    other.pairs[0] = "WX 0123456789abcdef".to_owned();
    assert!(replay::check_figures(&other).unwrap_err().to_string().contains("pair 1"));

    fs::write(&fixture.job.openings, OPENINGS.replace("8/3p4/3P4", "8/8/3p4/3P4")).unwrap();
    assert!(replay::replay(&fixture.job, &record, 1, 1, |_| {}).is_err());
    let swapped: Vec<&str> = OPENINGS.lines().rev().collect();
    fs::write(&fixture.job.openings, swapped.join("\n")).unwrap();
    let error = replay::replay(&fixture.job, &record, 1, 1, |_| {}).unwrap_err().to_string();
    assert!(error.contains("other positions"), "{error}");
}

#[test]
fn an_engine_that_plays_otherwise_the_second_time_is_found_out() {
    let fixture = Fixture::new(&format!(
        "first = \"{}\"\nsecond = \"random\"\nlimits = \"depth=1\"\npairs = 1",
        fake("forgetful", 0)
    ));
    let record = fixture.run(1).unwrap();
    assert!(replay::replay(&fixture.job, &record, 1, 1, |_| {}).is_err());
}

#[test]
fn a_match_on_time_keeps_its_moves() {
    let fixture = Fixture::new(
        "first = \"random:1\"\nsecond = \"random:2\"\nlimits = \"clock=5+0.1\"\npairs = 2",
    );
    let record = fixture.run(2).unwrap();
    assert!(!record.is_replayable());
    let pairs = replay::follow(&fixture.job, &record).unwrap();
    assert_eq!(pairs.iter().map(|pair| pair.entry()).collect::<Vec<_>>(), record.pairs);

    let moves = fixture.path("a.moves");
    let text = read(&moves);
    fs::write(&moves, text.replacen(' ', "  ", 1)).unwrap();
    let error = replay::follow(&fixture.job, &record).unwrap_err().to_string();
    assert!(error.contains("other moves than the record"), "{error}");
}

#[test]
fn too_few_openings_are_told_before_the_first_game() {
    let error = |lines: &str| format!("{:#}", Fixture::new(lines).run(1).unwrap_err());
    let text = error(&plain().replace("pairs = 8", "pairs = 9"));
    assert!(text.contains("pair 9 needs more openings than the 8 that are left"), "{text}");
    let text = error(&format!("{}openings_start = 8", plain()));
    assert!(text.contains("no position is left after the first 8"), "{text}");
    let fixture = Fixture::new(&plain());
    fs::write(&fixture.job.openings, "8/8/8/8/8/8/8/8 w - -\n".repeat(8)).unwrap();
    let text = format!("{:#}", fixture.run(2).unwrap_err());
    assert!(text.contains("isn't legal: the board is invalid"), "{text}");
}

#[test]
fn a_match_by_a_clock_of_nodes_is_played_again_move_for_move() {
    let player = fake("greedy", 0);
    let fixture = Fixture::new(&format!(
        "first = \"{player}\"\nsecond = \"{}\"\nlimits = \"nodeclock=5000+30\"\npairs = 3",
        fake("good", 0)
    ));
    let record = fixture.run(2).unwrap();
    assert!(record.is_replayable() && record.provenance.is_none());
    assert_eq!(record.result.time_losses, [0, 0]);
    assert!(record.result.nodes.iter().all(|&nodes| nodes > 0), "{:?}", record.result);
    assert_eq!(replay::replay(&fixture.job, &record, 3, 2, |_| {}).unwrap().len(), 3);
    // What each side is charged is what stands in its moves: the first costs a twentieth of all.
    let journal = fixture.read("a.jsonl");
    assert!(journal.contains("/12/1/251/"), "{journal:.600}");
}
