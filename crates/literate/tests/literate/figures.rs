//! Pictures of searches and of matches: what they show, and what they refuse to show.

use crate::fixture::Fixture;
use literate::manifest::Manifest;

const PAGE: &str = "book/02-two.md";

const RECORD: &str = "stages/results/matches/stage-02-vs-01.json";

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
        let cells = format!(
            r#""tree":["root 1 -9 9 5 {nodes}", " e2e4 0 -9 9 -5 {}; cutoff by move 1"]"#,
            nodes - 1
        );
        fixture.result(id, trees[1], &cells);
    }
    for (id, engine, nodes) in [("six-01", trees[0], 1500), ("six-02", trees[1], 700)] {
        let cells = format!(
            r#""columns":[{{"key":"nodes","label":"Nodes"}}],"rows":[
            {{"key":"d1","label":"1","cells":{{"nodes":9}}}},
            {{"key":"d2","label":"2","cells":{{"nodes":{nodes}}}}}]"#
        );
        fixture.result(id, engine, &cells);
    }
    std::fs::create_dir_all(root.join("stages/results/matches")).expect("the copy can be written");
    let record = record("stage-02-vs-01", ["stage-02-two", "stage-01-one"], [trees[1], trees[0]]);
    fixture.write("stages/results/matches/stage-02-vs-01.json", &record);
    if !text.is_empty() {
        fixture.change(PAGE, "A formula:", &format!("{text}\n\nA formula:"));
    }
    fixture
}

/// A record of 200 pairs under `depth=2`, won by the first player.
fn record(id: &str, players: [&str; 2], trees: [&str; 2]) -> String {
    format!(
        r#"{{"declared":{{"id":"{id}","title":"Another title","first":"{}",
        "second":"{}","limits":"depth=2","openings_start":0,"pairs":200,"min_pairs":0,
        "time_margin":10,"patience":60}},"first":{{"tree":"{}"}},"second":{{"tree":"{}"}},
        "openings":"0","verdict":"length","result":{{"pairs":200,"wins":250,"draws":50,"losses":100,
        "pentanomial":[10,20,40,70,60],"score":0.6875,"elo":137.0,"elo_low":117.4,
        "elo_high":157.5,"los":1.0,"llr":3.0,"llr_bounds":[-2.94,2.94],"draw_ratio":0.125,
        "mean_plies":80.0,"nodes":[3000000,2000000],"time_losses":[0,0],"endings":{{"mate":400}}}},
        "digest":"0","pairs":[]}}"#,
        players[0], players[1], trees[0], trees[1]
    )
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
    let result = std::fs::read_to_string(fixture.root().join("stages/results/small.json")).unwrap();
    let cells = &result[result.find("\"tree\"").unwrap()..];
    let engine = &result[result.find(":\"").unwrap() + 2..][..40];
    fixture.result("small", engine, cells.strip_suffix('}').unwrap());
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
    for part in [
        "Two against one</figcaption>",
        "<strong>+137 Elo</strong> <span>95\u{a0}% interval +117 to +158; depth 2, 1.50 times the nodes<",
        "stage 2 against stage 1",
        "250 won, 50 drawn",
    ] {
        assert!(figure.contains(part), "{part}: {figure}");
    }
    assert_eq!(figure.matches("+117").count(), 1, "the interval stands once: {figure}");
    assert_eq!(figure.matches("depth 2").count(), 1, "the limits stand once: {figure}");
    let inline =
        "title=\"Two against one: depth 2, 1.50 times the nodes\">+137 ± 21 Elo (400 games)<";
    assert!(page.contains(inline), "{page}");
}

#[test]
fn unequal_limits_are_part_of_the_figure() {
    let fixture = with("{{match stage-02-vs-01}}\n\nIt's {{elo stage-02-vs-01}}.");
    let (declared, own) =
        ("limits = \"depth=2\"", "first_limits = \"depth=3\"\nsecond_limits = \"nodes=4000\"");
    fixture.change("stages/matches.toml", declared, own);
    let (declared, own) =
        ("\"limits\":\"depth=2\"", r#""first_limits":"depth=3","second_limits":"nodes=4000""#);
    fixture.change(RECORD, declared, own);
    let outcome = fixture.run();
    assert_eq!(outcome.faults, []);
    let terms = "depth 3 against 4,000 nodes a move, 1.50 times the nodes";
    for part in [
        format!("<span>95\u{a0}% interval +117 to +158; {terms}</span>"),
        format!(">+137 ± 21 Elo (400 games, {terms})</span>."),
        format!("<dd>+137 ± 21 Elo in 400 games; {terms}</dd>"),
    ] {
        assert!(outcome.pages[2].contains(&part), "{part}: {}", outcome.pages[2]);
    }
}

#[test]
fn a_match_that_its_test_has_ended_shows_no_size() {
    let ended = |text: &str| {
        let fixture = with(text);
        fixture.change(RECORD, "\"verdict\":\"length\"", "\"verdict\":\"h1\"");
        fixture
    };
    let outcome = ended("{{match stage-02-vs-01}}").run();
    assert_eq!(outcome.faults, []);
    let figure =
        figure(&outcome.pages[2], "<figure class=\"cb-match\" id=\"match-stage-02-vs-01\">");
    for part in [
        "<strong>test passed</strong> <span>ended early, after 400 games: no size; depth 2, 1.50",
        "the test for 0 against +5 Elo passes",
    ] {
        assert!(figure.contains(part), "{part}: {figure}");
    }
    assert!(!figure.contains("137") && !figure.contains("68.8"), "{figure}");
    let scorecard = "<dd>test passed after 400 games, no size; depth 2, 1.50 times the nodes</dd>";
    assert!(outcome.pages[2].contains(scorecard), "{}", outcome.pages[2]);
    assert_eq!(
        ended("It's {{elo stage-02-vs-01}}.").only_fault(),
        "book/02-two.md:3: match `stage-02-vs-01` was ended by its test, so its Elo is no size; take \
         `sprt` out of its entry in stages/matches.toml, and run `cargo xtask match run stage-02-vs-01`"
    );
    let fixture = ended("{{ruler}}");
    fixture.change("stages/matches.toml", "title = \"Two", "rating = 1500\ntitle = \"Two");
    assert!(fixture.only_fault().contains("so its Elo is no size"));
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
    let fixture = with("{{match stage-02-vs-01}}");
    fixture.change(RECORD, "\"second\":{\"tree\":\"", "\"second\":{\"tree\":\"0");
    both(&fixture, "was played by another engine than stage-01-one's");
    let fixture = with("{{match stage-02-vs-01}}");
    fixture.change("stages/matches.toml", "depth=2", "depth=3");
    both(&fixture, "is of another declaration");
    let fixture = with("");
    fixture.change(RECORD, "\"digest\"", "\"digset\"");
    let fault = fixture.only_fault();
    assert!(fault.contains("the record can't be used: ") && !fault.contains('\n'), "{fault}");
    let fixture = with("{{elo unplayed}}");
    fixture.change("stages/matches.toml", "pairs = 1\n", "pairs = 0\n");
    let fault = fixture.only_fault();
    assert!(fault.contains("pairs = 0 plays nothing"), "{fault}");
}

/// The fixture with four stages, of which the last three have played a tournament and the first one
/// plays under `first_limits` against the second.
fn with_ladder(text: &str, first_limits: &str) -> Fixture {
    let fixture = with(text);
    let root = fixture.root();
    let manifest = std::fs::read_to_string(root.join("stages/stages.toml")).expect("it's there");
    let (_, two) = manifest.split_at(manifest.rfind("[[stage]]").expect("stage two is there"));
    let more = [("3", "three"), ("4", "four")].map(|(number, name)| {
        let stage = two.replace("number = 2", &format!("number = {number}"));
        stage.replace("stage-02-two", &format!("stage-0{number}-{name}")).replace("Title two", name)
    });
    fixture.write("stages/stages.toml", &format!("{manifest}{}", more.concat()));
    let tournament = "[[tournament]]\nid = \"t\"\ntitle = \"T\"\nlimits = \"depth=2\"\npairs = 200\n\
                      players = [\"stage-02-two\", \"stage-03-three\", \"stage-04-four\"]\n\
                      [ladder]\ntournament = \"t\"\nplaced = [\"stage-02-vs-01\"]\n";
    fixture.write("stages/matches.toml", &format!("{MATCHES}{tournament}"));
    let trees: Vec<String> = Manifest::load(root)
        .expect("it's sound")
        .stages
        .into_iter()
        .map(|stage| stage.tree)
        .collect();
    let tags = ["stage-01-one", "stage-02-two", "stage-03-three", "stage-04-four"];
    for (a, b) in [(2, 1), (3, 1), (3, 2)] {
        let id = format!("t-0{}-0{}", a + 1, b + 1);
        let record = record(&id, [tags[a], tags[b]], [&trees[a], &trees[b]]);
        fixture.write(&format!("stages/results/matches/{id}.json"), &record);
    }
    let declared = format!("first_limits = \"{first_limits}\"\nsecond_limits = \"depth=1\"");
    fixture.change("stages/matches.toml", "limits = \"depth=2\"", &declared);
    let recorded = format!(r#""first_limits":"{first_limits}","second_limits":"depth=1""#);
    fixture.change(RECORD, "\"limits\":\"depth=2\"", &recorded);
    fixture
}

#[test]
fn the_ladder_is_the_tournament_and_shows_the_placed_apart() {
    let fixture = with_ladder("{{ladder 4}}", "depth=2");
    let outcome = fixture.run();
    assert_eq!(outcome.faults, []);
    let figure = figure(&outcome.pages[2], "<figure class=\"cb-ladder\" id=\"ladder-4\">");
    // 4 beats 3 and 2, and 3 beats 2, each by 137: the best ratings are 0, 46 and 183 or so.
    let (_, table) = figure.split_once("<tbody>").expect("there's a table");
    let rows: Vec<&str> = table.lines().filter(|line| line.starts_with("<tr>")).collect();
    assert_eq!(rows.len(), 4, "{table}");
    for (row, parts) in rows.iter().zip([
        [">4</th>", ">800</td><td>depth 2</td>", ">7,500</td><td>the tournament<"],
        [">3</th>", ">800</td><td>depth 2</td>", ">6,250</td><td>the tournament<"],
        [">2</th><td class=\"cb-num\">0</td>", "\"></td>", ">5,833</td><td>the tournament<"],
        [
            ">1</th><td class=\"cb-num\">−137</td>",
            ">400</td><td>depth 1</td>",
            ">5,000</td><td>stage-02-vs-01<",
        ],
    ]) {
        for part in parts {
            assert!(row.contains(part), "{part}: {row}");
        }
    }
    for part in [
        "Elo of the stages, above stage 2</figcaption>",
        "4 · four<tspan class=\"cb-you\"> ← you are here",
        "One tournament of 3 players, each against each, 1,200 games at depth 2, fitted together.",
        "The other stages are placed by single matches, each under the limits given.",
        "placed by single matches:</text>",
        "Stage 2: 0, where the scale begins. Stage 1: −137, from ",
        "cargo xtask match verify t</code>",
    ] {
        assert!(figure.contains(part), "{part}: {figure}");
    }
    assert_eq!(figure.matches("cb-here").count(), 1);
    assert_eq!(figure.matches("<svg").count(), 1);
}

#[test]
fn before_the_tournament_the_ladder_begins_with_its_lowest_stage() {
    // Its games aren't needed then, recorded or not.
    let fixture = with_ladder("{{ladder 2}}", "depth=2");
    std::fs::remove_file(fixture.root().join("stages/results/matches/t-04-03.json")).unwrap();
    fixture.change(
        "stages/matches.toml",
        "\"stage-02-two\", \"stage-03-three\"",
        "\"stage-03-three\"",
    );
    let outcome = fixture.run();
    assert_eq!(outcome.faults, []);
    let figure = figure(&outcome.pages[2], "<figure class=\"cb-ladder\" id=\"ladder-2\">");
    for part in
        ["above stage 1</figcaption>", "The stages are placed by single matches", ">+137</td>"]
    {
        assert!(figure.contains(part), "{part}: {figure}");
    }
    assert!(!figure.contains("One tournament") && !figure.contains("placed by single matches:"));
}

#[test]
fn what_no_game_links_has_a_scale_of_its_own() {
    let fixture = with_ladder("{{ladder 4}}", "depth=2");
    let both = "\"stage-02-two\", \"stage-03-three\"";
    fixture.change("stages/matches.toml", both, "\"stage-03-three\"");
    let outcome = fixture.run();
    assert_eq!(outcome.faults, []);
    let figure = figure(&outcome.pages[2], "<figure class=\"cb-ladder\" id=\"ladder-4\">");
    for part in [
        "above stage 3</figcaption>",
        "<p class=\"cb-caption\">Apart from these: Elo of the stages, above stage 1</p>",
    ] {
        assert!(figure.contains(part), "{part}: {figure}");
    }
    assert_eq!(figure.matches("<svg").count(), 2);
}

#[test]
fn a_ladder_with_a_player_under_two_limits_is_refused() {
    let fault = with_ladder("{{ladder 4}}", "depth=3").only_fault();
    assert_eq!(
        fault,
        "book/02-two.md:3: stage-02-two plays under depth=2 in match `t-03-02` and under depth=3 in match \
         `stage-02-vs-01`, so their Elo can't be put together; give it one limit in both"
    );
}

#[test]
fn a_ladder_that_cannot_be_drawn_is_a_fault() {
    assert!(fault("{{ladder 9}}").starts_with("there's no stage `9`; use a number from 1 to 2"));
    assert!(
        fault("{{ladder 2}}").starts_with("stages/matches.toml declares no ladder; declare a `[[")
    );
    let alone = with_ladder("{{ladder 1}}", "depth=2").only_fault();
    assert!(
        alone.contains("stage 1 isn't on the ladder; in stages/matches.toml, add it"),
        "{alone}"
    );
    let unplayed = with_ladder("{{ladder 4}}", "depth=2");
    std::fs::remove_file(unplayed.root().join("stages/results/matches/t-04-02.json")).unwrap();
    let missing =
        "1 of 3 pairings of tournament `t` aren't recorded; run `cargo xtask match run t`";
    assert!(unplayed.only_fault().ends_with(missing));
    let ended = with_ladder("{{ladder 4}}", "depth=2");
    ended.change(RECORD, "\"verdict\":\"length\"", "\"verdict\":\"h0\"");
    assert!(
        ended.only_fault().contains("`stage-02-vs-01` was ended by its test, so its result is no")
    );
}

#[test]
fn the_scorecard_tells_what_the_stage_won() {
    let page = page("");
    for part in [
        "<dt>Against stage 1</dt><dd>+137 ± 21 Elo in 400 games; depth 2, 1.50 times the nodes</dd>",
        "<dt>Nodes, six positions, depth 2</dt><dd>1,500 → 700</dd>",
    ] {
        assert!(page.contains(part), "{part}: {page}");
    }
    // What isn't recorded yet is left out.
    let fixture = with("");
    std::fs::remove_file(fixture.root().join(RECORD)).unwrap();
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
        "<td>depth 2, 1.50 times the nodes</td><td>+137 ± 21 Elo (400 games)</td><td>1637 (1617 to 1658)</td>",
    ] {
        assert!(figure.contains(part), "{part}: {figure}");
    }
}
