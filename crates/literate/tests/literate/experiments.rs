//! `{{patch}}` on a page.

use crate::fixture::{Fixture, PAGES};

fn with(patch: &str, name: &str) -> Fixture {
    let fixture = Fixture::new();
    std::fs::create_dir_all(fixture.root().join("stages/experiments")).expect("it can be made");
    fixture.write("stages/experiments/no-check.diff", patch);
    let page = format!("book/{}", PAGES[1]);
    fixture.change(
        &page,
        "{{session hello}}",
        &format!("{{{{session hello}}}}\n\n{{{{patch {name}}}}}"),
    );
    fixture
}

const PATCH: &str =
    "Without the check.\n\ndiff --git a/x b/x\n--- a/x\n+++ b/x\n@@ -1 +1 @@\n-a\n+b\n";

#[test]
fn a_patch_is_shown_folded() {
    let report = with(PATCH, "no-check").run();
    assert!(report.faults.is_empty(), "{:#?}", report.faults);
    let page = &report.pages[1];
    assert!(page.contains("<summary>Experiment: Without the check.</summary>"), "{page}");
    assert!(page.contains("cargo xtask experiment no-check"), "{page}");
}

#[test]
fn a_patch_that_is_not_there_or_says_nothing_is_a_fault() {
    let fault = with(PATCH, "no-chek").only_fault();
    assert!(
        fault.contains("stages/experiments/no-chek.diff") && fault.contains("`no-check`"),
        "{fault}"
    );
    let fault = with(PATCH.trim_start_matches("Without the check.\n\n"), "no-check").only_fault();
    assert!(fault.contains("begins without a description; say above the patch"), "{fault}");
}
