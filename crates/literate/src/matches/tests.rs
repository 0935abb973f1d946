use super::*;
use roxmltree::Document;

pub(crate) fn summary(wins: u64, draws: u64, losses: u64, elo: [Option<f64>; 3]) -> Summary {
    let games = wins + draws + losses;
    let json = serde_json::json!({
        "pairs": games / 2, "wins": wins, "draws": draws, "losses": losses,
        "pentanomial": [0, 0, games / 2, 0, 0],
        "score": (wins as f64 + draws as f64 / 2.0) / games as f64,
        "elo": elo[0], "elo_low": elo[1], "elo_high": elo[2], "los": 0.99, "llr": 3.0,
        "llr_bounds": [-2.94, 2.94], "draw_ratio": 0.1, "mean_plies": 80.0, "nodes": [1, 2],
        "time_losses": [0, 0], "endings": {"mate": games},
    });
    serde_json::from_value(json).unwrap()
}

fn record() -> MatchRecord {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    MatchRecord::load(&root, "negamax-random").unwrap().expect("chapter 4 shows this match")
}

#[test]
fn an_elo_never_stands_without_interval_and_games() {
    let close = summary(250, 50, 100, [Some(137.0), Some(117.4), Some(157.5)]);
    assert_eq!(text(&close), "+137 ± 21 Elo (400 games)");
    let loss = summary(100, 50, 250, [Some(-137.0), Some(-157.5), Some(-117.4)]);
    assert_eq!(text(&loss), "−137 ± 21 Elo (400 games)");
    let lopsided = summary(390, 5, 5, [Some(640.2), Some(560.0), Some(780.9)]);
    assert_eq!(text(&lopsided), "+640 Elo, +560 to +781 (400 games)");
    let endless = summary(200, 0, 0, [None, Some(570.03), None]);
    assert_eq!(text(&endless), "more than +570 Elo (200 games)");
    let even = summary(1, 0, 1, [Some(0.2), Some(-1200.0), Some(1200.0)]);
    assert_eq!(text(&even), "0 ± 1200 Elo (2 games)");
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
        "95\u{a0}% interval +570 to +∞",
        "<stage-04-negamax> against a random mover",
        "depth=2",
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
