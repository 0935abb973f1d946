//! Small pieces of HTML, and the one list of what the generated HTML looks like.
//!
//! The theme styles these classes; nothing else in the generated HTML is promised. All of them begin
//! with `cb-`. A block is a run of lines without a blank one, since Markdown ends raw HTML at a
//! blank line.
//!
//! # A snippet
//! ```html
//! <figure class="cb-snippet">                     plus cb-all-new where every line is new
//!   <figcaption class="cb-caption">
//!     <a class="cb-file" href="…/blob/COMMIT/crates/engine/src/position.rs#L10-L20">crates/engine/src/position.rs</a>
//!     <span class="cb-item">impl Position</span>  if it lies inside an item; several are joined by ` › `
//!     <span class="cb-stage">stage 3</span>       or `main`
//!     <span class="cb-change">new</span>          or `4 lines added`, `4 lines added, 2 deleted`; absent if nothing changed
//!     <label class="cb-toggle"><input type="checkbox"> show deleted lines</label>   only on request
//!   </figcaption>
//!   <pre class="cb-code"><code class="nohighlight hljs cb-rust"><span class="cb-line">…</span>
//! <ins class="cb-line cb-added">…</ins>
//! <del class="cb-deleted" data-line="the old line"></del><span class="cb-line">…</span></code></pre>
//! </figure>
//! ```
//! `cb-rust` is `cb-plain` for other languages. Newlines stand between the elements, so `.cb-line`
//! may be `inline` or `inline-block` (with `min-width: 100%` for a band), but never `block`: the copy
//! button takes `innerText`. The theme draws the `+` of `.cb-added` with `::before`. A deleted line
//! has no text in the page, so nothing can copy it. The theme hides it, and shows it by
//! `.cb-snippet:has(.cb-toggle input:checked) .cb-deleted { display: inline }` with
//! `.cb-deleted::before { content: "−" attr(data-line) "\A"; white-space: pre }`.
//! In a snippet whose lines are all new (`cb-all-new`) no line is marked: the caption says it.
//!
//! # A table
//! ```html
//! <figure class="cb-table" id="table-perft">
//!   <figcaption class="cb-caption">Title <span class="cb-stage">stage 3</span></figcaption>
//!   <div class="cb-scroll" role="region" aria-label="Title" tabindex="0"><table>
//!     <thead><tr><th scope="col">Position</th><th scope="col" class="cb-num">1</th></tr></thead>
//!     <tbody><tr><th scope="row">Start</th><td class="cb-num">20</td><td class="cb-text">e2e4</td></tr></tbody>
//!   </table></div>
//!   <p class="cb-provenance">…</p>                only where numbers depend on a machine or a day
//!   <p class="cb-command">Measure again: <code class="nohighlight">cargo xtask measure …</code></p>
//! </figure>
//! ```
//! `{{stages}}` has the same shape, with the class `cb-stages` added and no command.
//!
//! # A session
//! ```html
//! <figure class="cb-session" id="session-board">
//!   <figcaption class="cb-caption">Title <span class="cb-stage">stage 1</span></figcaption>
//!   <pre class="cb-console"><code class="nohighlight cb-copy" hidden style="display:none">the inputs, for the copy button</code><kbd class="cb-input">show</kbd>
//! <samp class="cb-output">8 r n b q k b n r</samp>
//! …</pre>
//!   <p class="cb-command">…</p>
//! </figure>
//! ```
//! The prompt before `.cb-input` is the theme's `::before`. The copy button finds the hidden `code`.
//!
//! # The head of a stage's chapter, straight after its H1
//! ```html
//! <p class="cb-header">Stage 3 · tag <span class="cb-tag">stage-03-moves</span> · code in <a class="cb-file" href="…">crates/engine/src/movegen.rs</a>, …</p>
//! <dl class="cb-scorecard"><div><dt>Lines of code added</dt><dd>1,234</dd></div> …
//!   <div><dt>Check it out</dt><dd><code class="nohighlight">scripts/stages checkout 3</code></dd></div></dl>
//! ```
//!
//! # The rest of a stage, at the chapter's end below an H2
//! ```html
//! <p class="cb-coverage">…</p>
//! <div class="cb-rest">
//! <details><summary><span class="cb-file">crates/engine/src/fen.rs</span> <span class="cb-change">40 lines added</span></summary>
//! <figure class="cb-snippet">…</figure> one a hunk
//! </details> …
//! </div>
//! ```
//!
//! # An experiment
//! ```html
//! <details class="cb-experiment" id="experiment-NAME"><summary>Experiment: what it changes</summary>
//! <pre class="cb-code"><code class="nohighlight hljs cb-plain"><span class="cb-line cb-path">crates/…</span>
//! <del class="cb-line">-old</del>
//! <ins class="cb-line">+new</ins></code></pre>
//! <p class="cb-command">Try it: …</p>
//! </details>
//! ```
//! The signs of a patch are text here: a patch is copied whole.
//!
//! # Inline
//! ```html
//! <data class="cb-number" value="4865609" title="perft, start, depth 5 · stage-03-moves">4,865,609</data>
//! <span class="cb-fact">1,234<span class="cb-source"> (source)</span></span>
//! <span class="cb-number cb-elo" title="…">+123 ± 20 Elo (400 games)</span>
//! ```
//!
//! # Pictures
//! Each is a figure with a caption, an SVG that is as wide as the page and keeps the size of its letters,
//! a `p.cb-legend` where signs have to be told, and the command.
//! ```html
//! <figure class="cb-tree" id="tree-ID">    path.cb-node .cb-open .cb-quiet .cb-pv, path.cb-cut
//!                                          .cb-again, g.cb-labels
//! <figure class="cb-plot" id="plot-ID">    g.cb-grid .cb-ticks, .cb-series-0 to 7
//! <figure class="cb-ladder" id="ladder-N"> g.cb-rung (one of them cb-here), .cb-whisker .cb-value
//!                                          .cb-parting, div.cb-scroll with the table, p.cb-caption
//!                                          above a second picture
//! <figure class="cb-match" id="match-ID">  p.cb-result, svg.cb-score, dl.cb-facts
//! ```
//! A board is one `<figure class="cb-board">`, described in `board.rs`.

/// Text for an element or a quoted attribute.
///
/// Dollar signs and double braces become references as well: the book's other preprocessors read the
/// page after this one, and would take them for a formula or a directive.
pub fn escape(text: &str) -> String {
    let mut out = String::with_capacity(text.len() + text.len() / 8);
    for c in text.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '$' => out.push_str("&#36;"),
            '{' => out.push_str("&#123;"),
            _ => out.push(c),
        }
    }
    out
}

/// `1 line`, `2 lines`.
pub fn count(n: usize, noun: &str) -> String {
    let plural = if n == 1 { "" } else { "s" };
    format!("{} {noun}{plural}", thousands(n as i64))
}

/// A whole number with a comma before each group of three digits.
pub fn thousands(n: i64) -> String {
    let digits = n.unsigned_abs().to_string();
    let mut out = String::new();
    if n < 0 {
        out.push(MINUS);
    }
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            out.push(',');
        }
        out.push(digit);
    }
    out
}

/// The minus sign of printed numbers, as wide as a plus.
pub const MINUS: char = '−';

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_grouped_by_three() {
        assert_eq!(thousands(0), "0");
        assert_eq!(thousands(999), "999");
        assert_eq!(thousands(1_000), "1,000");
        assert_eq!(thousands(-4_865_609), "−4,865,609");
        assert_eq!(thousands(i64::MIN), "−9,223,372,036,854,775,808");
    }

    #[test]
    fn nothing_that_other_tools_read_survives() {
        assert_eq!(
            escape("a<b> & \"$x\" {{n}}"),
            "a&lt;b&gt; &amp; &quot;&#36;x&quot; &#123;&#123;n}}"
        );
    }
}
