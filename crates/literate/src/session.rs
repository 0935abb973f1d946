//! A recorded console session: what was typed, and what the engine answered.

use crate::html::escape;
use crate::results::Measured;
use crate::table::{command, provenance};

/// The session's figure, without a blank line. `stage` is how the caption names the stage.
///
/// mdBook's copy button takes the first `code` of the `pre`, so the inputs stand there, hidden. What the
/// reader sees is in elements that the button doesn't look at.
pub fn html(measured: &Measured, stage: &str) -> String {
    let inputs: Vec<String> =
        measured.session.iter().map(|exchange| unbroken(&escape(&exchange.input))).collect();
    let mut out = format!(
        "<figure class=\"cb-session\" id=\"session-{}\">\n<figcaption class=\"cb-caption\">{} \
         <span class=\"cb-stage\">{}</span></figcaption>\n<pre class=\"cb-console\"><code \
         class=\"nohighlight cb-copy\" hidden style=\"display:none\">{}</code>",
        escape(&measured.id),
        escape(&measured.title),
        escape(stage),
        inputs.join("\n"),
    );
    let mut lines = Vec::new();
    for exchange in &measured.session {
        lines.push(format!("<kbd class=\"cb-input\">{}</kbd>", escape(&exchange.input)));
        lines.extend(
            exchange
                .output
                .iter()
                .map(|o| format!("<samp class=\"cb-output\">{}</samp>", escape(o))),
        );
    }
    out.push_str(&lines.join("\n"));
    out.push_str("</pre>\n");
    out.push_str(&provenance(measured));
    out.push_str(&command(&measured.id));
    out.push_str("</figure>\n");
    out
}

/// An empty input must not leave a blank line, which would end the HTML.
fn unbroken(input: &str) -> String {
    match input.is_empty() {
        true => "&#8203;".to_owned(),
        false => input.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::results::Exchange;

    #[test]
    fn input_and_output_differ_and_only_input_is_copied() {
        let exchange = |input: &str, output: &[&str]| Exchange {
            input: input.into(),
            output: output.iter().map(|line| (*line).to_owned()).collect(),
        };
        let mut measured = crate::table::tests::sample();
        measured.session = vec![exchange("show", &["8 r n", "", "7 p p"]), exchange("quit", &[])];
        let html = html(&measured, "stage 1");
        let (_, copied) = html.split_once("display:none\">").unwrap();
        assert!(
            copied.starts_with("show\nquit</code><kbd class=\"cb-input\">show</kbd>\n"),
            "{html}"
        );
        assert!(html.contains("<samp class=\"cb-output\"></samp>"), "{html}");
        assert!(!html.contains("\n\n"), "{html}");
    }
}
