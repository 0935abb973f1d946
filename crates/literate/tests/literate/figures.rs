//! Pictures of searches and of matches: what they show, and what they refuse to show.

use crate::fixture::Fixture;
use literate::manifest::Manifest;

const PAGE: &str = "book/02-two.md";

const MATCHES: &str = "\
[[match]]
id = \"stage-02-vs-01\"
title = \"Two against one\"
first = \"stage-02-two\"
second = \"stage-01-one\"
limits = \"depth=2\"
pairs = 200

[[match]]
id = \"unplayed\"
title = \"Never\"
first = \"stage-02-two\"
second = \"random:1\"
limits = \"depth=2\"
pairs = 1
";

const TREES: &str = "
[[table]]
id = \"small\"
stage = \"stage-02-two\"
kind = \"trace\"
title = \"The small tree\"
fen = \"f\"
depth = 1

[[table]]
id = \"large\"
stage = \"stage-02-two\"
kind = \"trace\"
title = \"The large tree\"
fen = \"f\"
depth = 1

[[table]]
id = \"six-01\"
stage = \"stage-01-one\"
kind = \"bench\"
title = \"Six\"

[[table]]
id = \"six-02\"
stage = \"stage-02-two\"
kind = \"bench\"
title = \"Six\"
";

/// The fixture with two trees, a recorded match, and `text` in its second chapter.
fn with(text: &str) -> Fixture {
    let fixture = Fixture::new();
    let root = fixture.root();
    let manifest = Manifest::load(root).expect("the fixture is sound");
    let trees: Vec<&str> = manifest.stages.iter().map(|stage| stage.tree.as_str()).collect();
    let measure = std::fs::read_to_string(root.join("stages/measure.toml")).expect("it's there");
    fixture.write("stages/measure.toml", &format!("{measure}{TREES}"));
    fixture.write("stages/matches.toml", MATCHES);
    for (id, nodes) in [("small", 3), ("large", 9)] {
        let text = format!(
            r#"{{"id":"{id}","kind":"trace","title":"The {id} tree","stage":"stage-02-two",
            "engine_tree":"{}","declared":null,"tree":["root 1 -9 9 5 {nodes}",
            " e2e4 0 -9 9 -5 {}; cutoff by move 1"]}}"#,
            trees[1],
            nodes - 1
        );
        fixture.write(&format!("stages/results/{id}.json"), &text);
    }
    for (stage, (tag, nodes)) in [("stage-01-one", 1500), ("stage-02-two", 700)].iter().enumerate()
    {
        let id = format!("six-0{}", stage + 1);
        let text = format!(
            r#"{{"id":"{id}","kind":"bench","title":"Six","stage":"{tag}","engine_tree":"{}",
            "declared":null,"columns":[{{"key":"nodes","label":"Nodes"}}],"rows":[
            {{"key":"d1","label":"1","cells":{{"nodes":9}}}},
            {{"key":"d2","label":"2","cells":{{"nodes":{nodes}}}}}]}}"#,
            trees[stage]
        );
        fixture.write(&format!("stages/results/{id}.json"), &text);
    }
    std::fs::create_dir_all(root.join("stages/results/matches")).expect("the copy can be written");
    let record = format!(
        r#"{{"declared":{{"id":"stage-02-vs-01","title":"Another title","first":"stage-02-two",
        "second":"stage-01-one","limits":"depth=2","openings_start":0,"pairs":200,"min_pairs":0,
        "time_margin":10,"patience":60}},"first":{{"tree":"{}"}},"second":{{"tree":"{}"}},
        "openings":"0","verdict":"length","result":{{"pairs":200,"wins":250,"draws":50,"losses":100,
        "pentanomial":[10,40,50,60,40],"score":0.6875,"elo":137.0,"elo_low":117.4,
        "elo_high":157.5,"los":1.0,"llr":3.0,"llr_bounds":[-2.94,2.94],"draw_ratio":0.125,
        "mean_plies":80.0,"nodes":[1,2],"time_losses":[0,0],"endings":{{"mate":400}}}},
        "digest":"0","pairs":[]}}"#,
        trees[1], trees[0]
    );
    fixture.write("stages/results/matches/stage-02-vs-01.json", &record);
    if !text.is_empty() {
        fixture.change(PAGE, "A formula:", &format!("{text}\n\nA formula:"));
    }
    fixture
}

/// The second chapter, which is to have no fault.
#[track_caller]
fn page(text: &str) -> String {
    let outcome = with(text).run();
    assert_eq!(outcome.faults, []);
    outcome.pages[2].clone()
}

/// The only fault of a chapter that says `text` in its third line.
#[track_caller]
fn fault(text: &str) -> String {
    let fault = with(text).only_fault();
    fault.strip_prefix(&format!("{PAGE}:3: ")).unwrap_or_else(|| panic!("{fault}")).to_owned()
}

/// The figure that begins with `start`, as a sound tree of elements.
#[track_caller]
fn figure(page: &str, start: &str) -> String {
    let (_, rest) = page.split_once(start).unwrap_or_else(|| panic!("no {start}: {page}"));
    let (inner, _) = rest.split_once("</figure>").expect("figures are closed");
    let figure = format!("{start}{inner}</figure>");
    assert!(!figure.contains("\n\n"), "a blank line ends the HTML: {figure}");
    if let Err(error) = roxmltree::Document::parse(&figure) {
        panic!("{error}: {figure}");
    }
    figure
}

#[test]
fn trees_of_one_position_share_a_scale() {
    let page = page("{{tree small}}\n\n{{tree large}}");
    let small = figure(&page, "<figure class=\"cb-tree\" id=\"tree-small\">");
    let large = figure(&page, "<figure class=\"cb-tree\" id=\"tree-large\">");
    assert!(small.contains("The small tree: 3 nodes") && small.contains("stage 2</span>"));
    // 4 of the 10 shares.
    assert!(small.contains("M0.0 0.0h3994.0"), "{small}");
    assert!(!large.contains("cb-zoom"), "{large}");
}

#[test]
fn a_tree_of_another_position_has_a_scale_of_its_own() {
    let fixture = with("{{tree small}}");
    fixture.change("stages/measure.toml", "fen = \"f\"", "fen = \"g\"");
    assert!(!fixture.run().pages[2].contains("cb-zoom"));
}

#[test]
fn a_tree_that_cannot_be_drawn_is_a_fault() {
    assert_eq!(fault("{{tree lines}}"), "`lines` isn't a tree; show it with `{{table lines}}`");
    assert_eq!(fault("{{table small}}"), "`small` isn't a table; show it with `{{tree small}}`");
    assert_eq!(fault("{{plot small}}"), "`small` isn't a plot; show it with `{{tree small}}`");
    assert!(fault("{{plot lines}}").starts_with("`lines` can't be plotted: it has no counts by"));
    let fixture = with("{{tree small}}");
    fixture.change("stages/results/small.json", "-9 9 -5 2", "-9 9 -5 7");
    let fault = fixture.only_fault();
    assert!(fault.contains("8 nodes stand below") && fault.contains("--only small"), "{fault}");
}

#[test]
fn a_match_shows_its_declared_title_and_names_stages() {
    let page = page("{{match stage-02-vs-01}}\n\nIt's {{elo stage-02-vs-01}}.");
    let figure = figure(&page, "<figure class=\"cb-match\" id=\"match-stage-02-vs-01\">");
    for part in ["Two against one</figcaption>", "stage 2 against stage 1", "250 won, 50 drawn"] {
        assert!(figure.contains(part), "{part}: {figure}");
    }
    assert!(page.contains(">+137 ± 21 Elo (400 games)</span>."), "{page}");
}

#[test]
fn a_match_that_is_not_there_is_a_fault() {
    let unplayed = "match `unplayed` isn't recorded; run `cargo xtask match run unplayed`";
    assert_eq!(fault("{{match unplayed}}"), unplayed);
    assert_eq!(fault("Won {{elo unplayed}}."), unplayed);
    assert_eq!(
        fault("{{match stage-02-vs-10}}"),
        "stages/matches.toml declares no match `stage-02-vs-10`; perhaps `stage-02-vs-01` is meant"
    );
    assert!(fault("$x = {{elo stage-02-vs-01}}$").starts_with("an Elo figure stands inside a"));
}

#[test]
fn a_match_of_another_engine_or_declaration_is_a_fault() {
    // The head of the chapter and the text both want it.
    let both = |fixture: &Fixture, what: &str| {
        let faults = fixture.run().faults;
        let cure = "run `cargo xtask match run stage-02-vs-01`";
        assert_eq!(faults.len(), 2, "{faults:#?}");
        for fault in faults {
            assert!(fault.to_string().ends_with(&format!("{what}; {cure}")), "{fault}");
        }
    };
    let record = "stages/results/matches/stage-02-vs-01.json";
    let fixture = with("{{match stage-02-vs-01}}");
    fixture.change(record, "\"second\":{\"tree\":\"", "\"second\":{\"tree\":\"0");
    both(&fixture, "was played by another engine than stage-01-one's");
    let fixture = with("{{match stage-02-vs-01}}");
    fixture.change("stages/matches.toml", "depth=2", "depth=3");
    both(&fixture, "is of another declaration");
    let fixture = with("");
    fixture.change(record, "\"digest\"", "\"digset\"");
    let fault = fixture.only_fault();
    assert!(fault.contains("the record can't be used: ") && !fault.contains('\n'), "{fault}");
    let fixture = with("{{elo unplayed}}");
    fixture.change("stages/matches.toml", "pairs = 1\n", "pairs = 0\n");
    let fault = fixture.only_fault();
    assert!(fault.contains("pairs = 0 plays nothing"), "{fault}");
}

#[test]
fn the_ladder_leads_up_to_its_stage() {
    let page = page("{{ladder 2}}");
    let figure = figure(&page, "<figure class=\"cb-ladder\" id=\"ladder-2\">");
    for part in [
        "Stage 1: 0, the foot of the ladder. Stage 2: +137 ± 20. You are at stage 2.",
        "2 · Title two<tspan class=\"cb-you\"> ← you are here",
        "Elo of the stages, above stage 1",
        "400 games",
    ] {
        assert!(figure.contains(part), "{part}: {figure}");
    }
    assert_eq!(figure.matches("cb-here").count(), 1);
}

#[test]
fn a_ladder_without_rungs_is_a_fault() {
    assert!(
        fault("{{ladder 1}}").starts_with("stages/matches.toml declares no match `stage-01-vs-00`")
    );
    assert!(fault("{{ladder 9}}").starts_with("there's no stage `9`; use a number from 1 to 2"));
    let fixture = with("{{ladder 2}}");
    fixture.change("stages/results/matches/stage-02-vs-01.json", "\"elo\":137.0", "\"elo\":null");
    let fault = fixture.only_fault();
    assert!(fault.contains("`stage-02-vs-01` has no bounded Elo, so the ladder"), "{fault}");
    std::fs::remove_file(fixture.root().join("stages/results/matches/stage-02-vs-01.json"))
        .unwrap();
    let fault = fixture.only_fault();
    assert!(fault.ends_with(
        "match `stage-02-vs-01` isn't recorded; run `cargo xtask match run stage-02-vs-01`"
    ));
}

#[test]
fn the_scorecard_tells_what_the_stage_won() {
    let page = page("");
    for part in [
        "<dt>Against stage 1</dt><dd>+137 ± 21 Elo (400 games)</dd>",
        "<dt>Nodes, six positions, depth 2</dt><dd>1,500 → 700</dd>",
    ] {
        assert!(page.contains(part), "{part}: {page}");
    }
    // What isn't recorded yet is left out.
    let fixture = with("");
    std::fs::remove_file(fixture.root().join("stages/results/matches/stage-02-vs-01.json"))
        .unwrap();
    std::fs::remove_file(fixture.root().join("stages/results/six-02.json")).unwrap();
    let outcome = fixture.run();
    assert_eq!(outcome.faults, []);
    assert!(!outcome.pages[2].contains("Against stage 1"), "{}", outcome.pages[2]);
    assert!(!outcome.pages[2].contains("six positions"));
}

#[test]
fn the_ruler_adds_the_result_to_the_public_rating() {
    let fixture = with("{{ruler}}");
    let unrated =
        "no match is declared against a rated player; give a match of stages/matches.toml";
    assert!(fixture.only_fault().contains(unrated));
    fixture.change(
        "stages/matches.toml",
        "title = \"Two against one\"",
        "title = \"Two\"\nrating = 1500",
    );
    let outcome = fixture.run();
    assert_eq!(outcome.faults, []);
    let page = outcome.pages[2].clone();
    let figure = figure(&page, "<figure class=\"cb-table\" id=\"ruler\">");
    for part in [
        "<th scope=\"row\">Stage 2</th><td>Stage 1</td><td>1500</td>",
        "<td>+137 ± 21 Elo (400 games)</td><td>1637 (1617 to 1658)</td>",
    ] {
        assert!(figure.contains(part), "{part}: {figure}");
    }
}
