//! `{{patch NAME}}`: the patch behind numbers of a changed engine, folded.

use crate::fault::Problem;
use crate::html::escape;
use records::experiment::{file, split};

/// The patch as a fold, without a blank line.
pub fn html(name: &str, patch: &str) -> Result<String, Problem> {
    let (about, changes) = split(patch);
    if about.is_empty() {
        let what = format!("{} begins without a description", file(name));
        return Err(Problem::new(what, "say above the patch, in one line, what it changes"));
    }
    let lines: Vec<String> = changes.lines().filter(|line| !is_of_git(line)).map(marked).collect();
    let about = about.split_whitespace().collect::<Vec<_>>().join(" ");
    Ok(format!(
        "<details class=\"cb-experiment\" id=\"experiment-{name}\"><summary>Experiment: {about}</summary>\n\
         <pre class=\"cb-code\"><code class=\"nohighlight hljs cb-plain\">{}</code></pre>\n\
         <p class=\"cb-command\">Try it: <code class=\"nohighlight\">cargo xtask experiment {name}</code></p>\n\
         </details>\n",
        lines.join("\n"),
        name = escape(name),
        about = escape(&about),
    ))
}

/// Lines for git alone.
fn is_of_git(line: &str) -> bool {
    ["diff --git ", "index ", "--- "].iter().any(|start| line.starts_with(start))
}

fn marked(line: &str) -> String {
    if let Some(path) = line.strip_prefix("+++ ") {
        let path = path.strip_prefix("b/").unwrap_or(path);
        return format!("<span class=\"cb-line cb-path\">{}</span>", escape(path));
    }
    let text = escape(line);
    match line.as_bytes().first() {
        Some(b'+') => format!("<ins class=\"cb-line\">{text}</ins>"),
        Some(b'-') => format!("<del class=\"cb-line\">{text}</del>"),
        Some(_) => format!("<span class=\"cb-line\">{text}</span>"),
        // An empty line would end the HTML.
        None => "<span class=\"cb-line\"> </span>".to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const PATCH: &str = "Without the <check>.\n\ndiff --git a/x.rs b/x.rs\nindex 1..2\n--- a/x.rs\n\
        +++ b/x.rs\n@@ -1,3 +1,3 @@\n a\n\n-b\n+c\n";

    #[test]
    fn a_patch_is_folded_below_its_description() {
        let html = html("no-check", PATCH).unwrap();
        assert!(
            html.contains("<summary>Experiment: Without the &lt;check&gt;.</summary>"),
            "{html}"
        );
        assert!(html.contains("cb-path\">x.rs</span>") && !html.contains("index 1"), "{html}");
        assert!(html.contains("<del class=\"cb-line\">-b</del>\n<ins class=\"cb-line\">+c</ins>"));
        assert!(
            html.contains("cargo xtask experiment no-check") && !html.contains("\n\n"),
            "{html}"
        );
    }

    #[test]
    fn a_patch_without_a_description_is_a_fault() {
        assert!(html("x", &PATCH[PATCH.find("diff").unwrap()..]).is_err());
    }
}
