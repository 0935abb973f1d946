use super::*;
use roxmltree::Document;

pub fn record() -> MatchRecord {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    MatchRecord::load(&root, "negamax-random").unwrap().expect("chapter 4 shows this match")
}

#[test]
fn an_elo_never_stands_without_interval_and_games() {
    let of = |games: u64, [elo, elo_low, elo_high]: [Option<f64>; 3]| {
        let mut record = record();
        let result = Summary { wins: games, elo, elo_low, elo_high, ..record.result };
        record.result = result;
        size(&record).unwrap()
    };
    let close = of(400, [Some(137.0), Some(117.4), Some(157.5)]);
    assert_eq!(close, "+137 ± 21 Elo (400 games)");
    let loss = of(400, [Some(-137.0), Some(-157.5), Some(-117.4)]);
    assert_eq!(loss, "−137 ± 21 Elo (400 games)");
    let lopsided = of(400, [Some(640.2), Some(560.0), Some(780.9)]);
    assert_eq!(lopsided, "+640 Elo, +560 to +781 (400 games)");
    let endless = of(200, [None, Some(570.03), None]);
    assert_eq!(endless, "more than +570 Elo (200 games)");
    let even = of(1, [Some(0.2), Some(-1200.0), Some(1200.0)]);
    assert_eq!(even, "0 ± 1200 Elo (1 game)");
}

#[test]
fn terms_name_limits_and_what_was_spent() {
    let with = |first: &str, second: &str, nodes: [u64; 2]| {
        let mut record = record();
        record.declared.first_limits = Limits::parse(first).ok();
        record.declared.second_limits = Limits::parse(second).ok();
        record.result.nodes = nodes;
        terms(&record)
    };
    let equal = with("nodes=10000", "nodes=10000", [1030, 1000]);
    assert_eq!(equal, "10,000 nodes a move, 1.03 times the nodes");
    let unequal = with("depth=4", "depth=3", [816, 420]);
    assert_eq!(unequal, "depth 4 against depth 3, 1.94 times the nodes");
    assert_eq!(with("clock=1+0.01", "clock=1+0.01", [5, 0]), "1\u{a0}s + 0.01\u{a0}s a move");
}

#[test]
fn a_real_record_makes_a_whole_figure() {
    let record = record();
    let html = html(&record, |tag| format!("<{tag}>"));
    assert!(!html.contains("\n\n"), "{html}");
    let document = Document::parse(&html).unwrap_or_else(|error| panic!("{error}: {html}"));
    let text: String = document.descendants().filter_map(|n| n.text()).collect();
    for part in [
        "more than +570 Elo",
        "95\u{a0}% bound; depth 2",
        "<stage-04-negamax> against a random mover",
        "200: 200 won, 0 drawn, 0 lost from 100 openings",
        "all games are played",
        "cargo xtask match verify negamax-random",
    ] {
        assert!(text.contains(part), "{part}: {text}");
    }
    let bars = document.descendants().filter(|node| node.has_tag_name("rect"));
    let widths: Vec<_> = bars.filter_map(|node| node.attribute("width")).collect();
    assert_eq!(widths, ["100.00%"], "what nobody did has no bar");
}

#[test]
fn games_on_the_clock_name_their_machine_and_failures_are_told() {
    let mut record = record();
    record.provenance = Some(arena::record::Provenance {
        processor: "Some CPU".into(),
        date: "2026-11-30".into(),
        settings: String::new(),
        concurrency: 1,
    });
    record.verdict = Verdict::H1;
    record.incidents.push(arena::record::Incident {
        pair: 1,
        game: 1,
        loser: "second".into(),
        reason: serde_json::from_value("mate".into()).unwrap(),
        last_lines: Vec::new(),
    });
    let html = html(&record, str::to_owned);
    for part in [
        "Some CPU, 2026-11-30",
        "match run negamax-random --fresh",
        "the test for 0 against +5 Elo passes (LLR ",
        "in −2.94 to 2.94",
        "1 game lost by a failure",
    ] {
        assert!(html.contains(part), "{part}: {html}");
    }
}

#[test]
fn inline_is_refused_in_a_formula() {
    let record = record();
    assert!(inline(&record, true).is_err());
    let html = inline(&record, false).unwrap();
    assert!(html.ends_with(">more than +570 Elo (200 games)</span>"), "{html}");
}

#[test]
fn several_matches_make_a_table_that_says_once_what_they_share() {
    let record = record();
    let mut longer = record.clone();
    longer.result.wins += 2;
    let html = table("Games", &[record.clone(), record.clone()]).unwrap();
    let document = Document::parse(&html).unwrap_or_else(|error| panic!("{error}: {html}"));
    let text: String = document.descendants().filter_map(|n| n.text()).collect();
    assert!(text.contains("Games: depth 2, 200 games each"), "{text}");
    assert!(!html.contains("\n\n") && !text.contains("Limits"), "{html}");
    let html = table("Games", &[record, longer]).unwrap();
    assert!(html.contains("<th scope=\"col\">Limits and games</th>"), "{html}");
    assert!(html.contains("depth 2, 202 games</td>"), "{html}");
}
