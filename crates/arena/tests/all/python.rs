//! Checks against programs that we didn't write: statistics and ratings in plain Python, PGN in
//! python-chess.

use crate::common::{Fixture, greedy};
use arena::limits::Limits;
use arena::openings::Openings;
use arena::play::pgn::{self, Event};
use arena::play::replay;
use arena::play::splitmix::SplitMix;
use arena::record::{FOLDER, MatchRecord};
use arena::sprt::{Model, Sprt};
use arena::stats::Pentanomial;
use arena::tournament::{self, Pairing};
use std::io::Write;
use std::path::PathBuf;
use std::process::{Command, Stdio};

fn script(name: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../scripts").join(name)
}

/// Whether Python is here, with these modules.
fn has_python(modules: &str) -> bool {
    let output = Command::new("python3").args(["-c", &format!("import {modules}")]).output();
    let is_here = output.is_ok_and(|output| output.status.success());
    if !is_here {
        eprintln!("not run: python3 with {modules} isn't here");
    }
    is_here
}

/// Counts of many shapes: balanced and not, short and long, with empty classes.
fn samples() -> Vec<[u64; 5]> {
    let mut random = SplitMix::new(7);
    let mut samples = vec![[3, 5, 20, 9, 4], [0, 0, 50, 0, 0], [0, 1, 0, 2, 0]];
    for scale in [3, 10, 60, 400, 3_000] {
        for _ in 0..3 {
            samples.push(std::array::from_fn(|_| random.draw() % scale));
        }
    }
    samples.retain(|counts| counts.iter().sum::<u64>() > 0);
    samples
}

#[test]
fn statistics_agree_with_an_independent_computation() {
    if !has_python("json") {
        return;
    }
    let models = [Model::Logistic, Model::Normalized, Model::Bayesian];
    let bounds = [(0.0, 5.0), (-1.75, 0.25), (-10.0, 30.0)];
    let (mut input, mut own) = (String::new(), Vec::new());
    for counts in samples() {
        let pairs = Pentanomial(counts);
        // As if each pair's points came from as many wins as can be.
        let [ll, ld, even, wd, ww] = counts;
        let games = [2 * ll + ld, ld + 2 * even + wd, 2 * ww + wd];
        let estimate = pairs.estimate().unwrap();
        for model in models {
            for (elo0, elo1) in bounds {
                let sprt = Sprt { elo0, elo1, model, ..Sprt::default() };
                own.push((
                    format!("{model:?} {counts:?} {elo0} {elo1}"),
                    [
                        sprt.llr(&pairs, games),
                        estimate.elo,
                        estimate.low,
                        estimate.high,
                        estimate.los,
                    ],
                ));
                let name = format!("{model:?}").to_lowercase();
                input += &serde_json::json!([name, counts, games, elo0, elo1]).to_string();
                input.push('\n');
            }
        }
    }
    let mut child = Command::new("python3")
        .arg(script("check-sprt.py"))
        .arg("--compute")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut stdin = child.stdin.take().unwrap();
    std::thread::spawn(move || stdin.write_all(input.as_bytes()));
    let output = child.wait_with_output().unwrap();
    assert!(output.status.success());
    let text = String::from_utf8(output.stdout).unwrap();
    let theirs: Vec<Vec<f64>> = text
        .lines()
        .map(|line| line.split(' ').map(|number| number.parse().unwrap()).collect())
        .collect();
    assert_eq!(theirs.len(), own.len());
    for ((what, own), theirs) in own.iter().zip(&theirs) {
        for (a, b) in own.iter().zip(theirs) {
            let is_same = a == b || (a - b).abs() <= 1e-6 * (1.0 + a.abs());
            assert!(is_same, "{what}: {own:?} here, {theirs:?} in Python");
        }
    }
}

#[test]
fn games_are_read_back_by_python_chess() {
    if !has_python("chess.pgn") {
        return;
    }
    let fixture = Fixture::new(&format!("{}pairs = 8\n", greedy()));
    let record = fixture.run(2).unwrap();
    let openings = Openings::load(&fixture.job.openings, 0).unwrap();
    let event = Event {
        title: "A \\ \"test\"".to_owned(),
        date: "2026.11.30".to_owned(),
        players: ["main".to_owned(), "random:1".to_owned()],
    };
    let mut text = String::new();
    replay::replay(&fixture.job, &record, 8, 1, |pair| {
        text += &pgn::pair(&event, openings.get(pair.index).unwrap(), pair).unwrap();
    })
    .unwrap();
    let path = fixture.path("games.pgn");
    std::fs::write(&path, &text).unwrap();
    let check = || Command::new("python3").arg(script("check-pgn.py")).arg(&path).output().unwrap();
    let output = check();
    let answer = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(output.status.success(), "{answer}{}", String::from_utf8_lossy(&output.stderr));
    assert!(answer.starts_with("16 games"), "{answer}");

    // A wrong move, a wrong result, a wrong count: each is found.
    let wrong_moves = text.replacen("1. ", "1. Qh8 ", 1).replacen("2. ", "2. Qh8 ", 1);
    let broken = [
        wrong_moves,
        text.replacen("[Result \"1-0\"]", "[Result \"0-1\"]", 1),
        text.replacen("[PlyCount \"", "[PlyCount \"9", 1),
    ];
    for broken in broken {
        assert_ne!(broken, text);
        std::fs::write(&path, broken).unwrap();
        assert!(!check().status.success());
    }
}

/// The recorded matches between whole stages at 10,000 nodes a move, those of a tournament among them.
fn recorded() -> Vec<Pairing> {
    let root = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../..");
    let files = std::fs::read_dir(root.join(FOLDER)).unwrap().map(|entry| entry.unwrap().path());
    let ids = files.filter(|path| path.extension().is_some_and(|ext| ext == "json"));
    let ids = ids.map(|path| path.file_stem().unwrap().to_str().unwrap().to_owned());
    let records = ids.map(|id| MatchRecord::load(&root, &id).unwrap().unwrap());
    let pairings = records.map(|record| Pairing {
        id: record.declared.id.clone(),
        first: record.declared.first.to_string(),
        second: record.declared.second.to_string(),
        limits: record.declared.limits().unwrap(),
        pairs: record.result.pentanomial,
        nodes: record.result.nodes,
    });
    let is_stage = |name: &str| name.starts_with("stage-") && !name.contains(':');
    pairings
        .filter(|one| one.limits.iter().all(|limits| limits.to_string() == "nodes=10000"))
        .filter(|one| is_stage(&one.first) && is_stage(&one.second))
        .collect()
}

/// A round robin of six whose pairings have all shapes, and one that lacks half of its pairings.
fn invented(step: usize) -> Vec<Pairing> {
    let mut random = SplitMix::new(11);
    let mut pairings = Vec::new();
    for first in 0..6 {
        for second in (0..first).step_by(step) {
            let pairs = Pentanomial(std::array::from_fn(|class| {
                20 + random.draw() % (60 + 40 * class as u64)
            }));
            let [first, second] = [first, second].map(|player| format!("p{player}"));
            let limits = [Limits::Nodes(1000); 2];
            pairings.push(Pairing {
                id: format!("{first}-{second}"),
                first,
                second,
                limits,
                pairs,
                nodes: [0; 2],
            });
        }
    }
    pairings
}

#[test]
fn ratings_agree_with_an_independent_computation() {
    if !has_python("json") {
        return;
    }
    let recorded = recorded();
    assert!(recorded.len() >= 4, "stages 7 to 11 have met at 10,000 nodes: {recorded:?}");
    for pairings in [recorded, invented(1), invented(2)] {
        let anchor = pairings[0].second.clone();
        let own = tournament::fit(&pairings, &anchor).unwrap();
        let input: Vec<_> = pairings
            .iter()
            .map(|one| serde_json::json!([one.first, one.second, one.pairs]))
            .collect();
        let input = serde_json::json!([anchor, input]).to_string() + "\n";
        let mut child = Command::new("python3")
            .arg(script("check-ladder.py"))
            .arg("--compute")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        child.stdin.take().unwrap().write_all(input.as_bytes()).unwrap();
        let output = child.wait_with_output().unwrap();
        assert!(output.status.success());
        let theirs: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
        assert_eq!(theirs.as_object().unwrap().len(), own.len());
        for rating in own {
            let [elo, error] = [0, 1].map(|place| theirs[&rating.player][place].as_f64().unwrap());
            assert!((rating.elo - elo).abs() <= 0.051, "{rating:?}: {elo} in Python");
            // A bootstrap and a formula for large samples: alike, not equal.
            let width = rating.high - rating.low;
            let other = 2.0 * 1.96 * error;
            assert!((width - other).abs() <= 0.1 * other + 0.1, "{rating:?}: ± {other} in Python");
        }
    }
}
