//! Checks against programs that we didn't write: statistics in plain Python, PGN in python-chess.

use crate::common::Fixture;
use arena::openings::Openings;
use arena::play::pgn::{self, Event};
use arena::play::replay;
use arena::sprt::{Model, Sprt};
use arena::stats::Pentanomial;
use cb2026::random::Random;
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
    let mut random = Random::new(7);
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
    let fixture =
        Fixture::new("first = \"main\"\nsecond = \"random:1\"\nlimits = \"depth=1\"\npairs = 8\n");
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
