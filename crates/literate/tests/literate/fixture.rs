//! A tiny repository: two stages of an engine, a manifest, results, and a book of three pages.
//!
//! It is made once. Each test gets a copy, breaks it, and reads the report.

use literate::fault::{Coverage, Fault, Report};
use literate::preprocess::Literate;
use mdbook_preprocessor::book::{Book, BookItem, Chapter};
use mdbook_preprocessor::config::Config;
use mdbook_preprocessor::{Preprocessor, PreprocessorContext};
use records::declared::{PATH, parse};
use records::results::Measured;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;
use tempfile::TempDir;

pub const PAGES: [&str; 3] = ["preface.md", "01-one.md", "02-two.md"];

pub const BOOK: &str = "\
[book]
title = \"Fixture\"
src = \"book\"

[build]
build-dir = \"out\"

[output.html]
git-repository-url = \"https://example.org/cb/\"
";

const PREFACE: &str = "\
# Preface

{{stages}}

As {{fact 2,300 | [the list](https://example.org)}} says. Braces: \\{{n}} and `{{n}}`.

{{code main.rs main}}
";

const ONE: &str = "\
# One

Text.

{{code board.rs board}}

{{session hello}}

## What it costs

{{n lines.one.code}} lines.

## Try it

{{board 8/8/8/8/8/8/8/K1k5 w - - 0 1 | alt=Two kings stand on the first rank.}}

## Pitfalls

## Exercises

## Further reading

Shannon, 1950, pp. 256–275, 1712.01815.
";

pub const TWO: &str = "\
# Two

A formula: $x = {{n lines.two.code}}$.

{{code board.rs board deleted}}

{{code board.rs board stage=1}}

{{code moves.rs moves}}

## What it saves

{{table lines}}

From {{n lines.one.code}} to {{n lines.two.code}}: {{diff lines.one.code lines.two.code}},
{{percent lines.one.code lines.two.code}}, {{ratio lines.two.code lines.one.code}} times.

## Try it

## Pitfalls

## Exercises

**1. A.** Why?

<details><summary>Answer</summary>

Since {{n lines.two.share}}.

</details>

## Further reading
";

const BOARD_ONE: &str = "\
//! The board.

use std::fmt;

/// A board.
pub struct Board(u64);

impl Board {
    // ANCHOR: board
    pub fn empty() -> Self {
        Self(0)
    }

    pub fn old(&self) -> u64 {
        self.0
    }
    // ANCHOR_END: board
}
";

const BOARD_TWO: &str = "\
//! The board.

use std::fmt;
use std::io;

/// A board.
pub struct Board(u64);

impl Board {
    // ANCHOR: board
    pub fn empty() -> Self {
        Self(1)
    }

    pub fn set(&mut self) {
        self.0 |= 1;
    }
    // ANCHOR_END: board
}

#[cfg(test)]
mod tests {
    #[test]
    fn a_test() {}
}
";

const MOVES: &str = "\
//! The moves.

// ANCHOR: moves
/// Counts `$x`.
pub fn moves() -> usize {
    20
}
// ANCHOR_END: moves

pub fn unshown() -> usize {
    21
}

// ANCHOR: twice
const A: u8 = 1;
// ANCHOR_END: twice
// ANCHOR: twice
const B: u8 = 2;
// ANCHOR_END: twice
// ANCHOR: unclosed
const C: u8 = 3;
";

const MAIN: &str = "// ANCHOR: main\nfn main() {}\n// ANCHOR_END: main\n";

const MEASURE: &str = "\
[[table]]
id = \"lines\"
stage = \"stage-02-two\"
kind = \"lines\"
title = \"Lines of code\"
quote = [
  \"one.code\",
  \"two.code\",
  \"two.share\",
]

[[table]]
id = \"hello\"
stage = \"stage-01-one\"
kind = \"session\"
title = \"Hello\"
commands = [\"hello\"]

[[table]]
id = \"unmeasured\"
stage = \"stage-02-two\"
kind = \"lines\"
title = \"Later\"
";

pub struct Fixture {
    folder: TempDir,
}

/// What a run over the book gave.
pub struct Outcome {
    pub faults: Vec<Fault>,
    pub coverage: Vec<Coverage>,
    /// Pages in the order of [`PAGES`].
    pub pages: Vec<String>,
}

impl Fixture {
    pub fn new() -> Self {
        static ORIGINAL: OnceLock<TempDir> = OnceLock::new();
        let original = ORIGINAL.get_or_init(|| make().expect("the fixture can be made"));
        let folder = TempDir::new().expect("there's room for a copy");
        copy(original.path(), folder.path()).expect("the fixture can be copied");
        Self { folder }
    }

    pub fn root(&self) -> &Path {
        self.folder.path()
    }

    pub fn write(&self, file: &str, text: &str) {
        fs::write(self.root().join(file), text).expect("the copy can be written");
    }

    /// Records a result of what is declared; `cells` is the rest of its file.
    pub fn result(&self, id: &str, engine: &str, cells: &str) {
        write_result(self.root(), id, engine, cells).expect("the copy can be written");
    }

    /// Replaces `old`, which must be there, in a file.
    pub fn change(&self, file: &str, old: &str, new: &str) -> &Self {
        let text = fs::read_to_string(self.root().join(file)).expect("the file is there");
        assert!(text.contains(old), "{file} lacks `{old}`");
        self.write(file, &text.replacen(old, new, 1));
        self
    }

    /// Puts the history of a clone of depth 1 in the place of the whole one.
    pub fn make_shallow(&self) {
        let whole = self.root().join("whole");
        fs::rename(self.root().join(".git"), &whole).expect("it's there");
        let address = format!("file://{}", whole.display());
        let bare = ["clone", "--quiet", "--bare", "--depth=1", &address, ".git"];
        git(self.root(), &bare);
        git(self.root(), &["config", "core.bare", "false"]);
    }

    pub fn run(&self) -> Outcome {
        let report = Report::default();
        let literate = Literate::new(self.root(), report.clone()).expect("the ground is sound");
        let config: Config = BOOK.parse().expect("the settings are valid");
        let context = PreprocessorContext::new(self.root().to_owned(), config, "html".to_owned());
        let mut book = Book::new();
        for page in PAGES {
            let text = fs::read_to_string(self.root().join("book").join(page)).expect("it's there");
            book.push_item(BookItem::Chapter(Chapter::new(page, text, page, Vec::new())));
        }
        let book = literate.run(&context, book).expect("faults are reported, not returned");
        let pages = book.iter().map(|item| match item {
            BookItem::Chapter(chapter) => chapter.content.clone(),
            _ => String::new(),
        });
        Outcome { pages: pages.collect(), faults: report.faults(), coverage: report.coverage() }
    }

    /// The only fault of a run, as one line.
    #[track_caller]
    pub fn only_fault(&self) -> String {
        let faults = self.run().faults;
        assert_eq!(faults.len(), 1, "{faults:#?}");
        faults[0].to_string()
    }
}

fn make() -> std::io::Result<TempDir> {
    let folder = TempDir::new()?;
    let root = folder.path();
    for part in ["crates/engine/src", "stages/results", "book"] {
        fs::create_dir_all(root.join(part))?;
    }
    git(root, &["init", "--quiet", "--initial-branch=main"]);
    let sources = root.join("crates/engine/src");
    fs::write(sources.join("board.rs"), BOARD_ONE)?;
    fs::write(sources.join("gone.rs"), "//! Gone later.\n")?;
    fs::write(sources.join("main.rs"), MAIN)?;
    let one = commit(root);
    fs::write(sources.join("board.rs"), BOARD_TWO)?;
    fs::write(sources.join("moves.rs"), MOVES)?;
    fs::remove_file(sources.join("gone.rs"))?;
    fs::write(root.join("crates/engine/data.bin"), [0xff, 0xfe, 0])?;
    let two = commit(root);

    let mut manifest = String::new();
    for (number, name, (commit, tree)) in [(1, "one", &one), (2, "two", &two)] {
        manifest.push_str(&format!(
            "[[stage]]\nnumber = {number}\ntag = \"stage-0{number}-{name}\"\ntitle = \"Title {name}\"\n\
             chapter = \"0{number}-{name}.md\"\ncommit = \"{commit}\"\ntree = \"{tree}\"\n\
             milestone = \"M1\"\n\n"
        ));
    }
    fs::write(root.join("stages/stages.toml"), manifest)?;
    fs::write(root.join("stages/measure.toml"), MEASURE)?;
    let lines = r#""columns":[{"key":"code","label":"Code"},{"key":"share","label":"Share"}],
        "rows":[{"key":"one","label":"One","cells":{"code":1000}},
        {"key":"two","label":"Two","cells":{"code":1234,"share":12.5}}]"#;
    write_result(root, "lines", &two.1, lines)?;
    let hello = r#""session":[{"input":"hello","output":["hi","","you"]}]"#;
    write_result(root, "hello", &one.1, hello)?;
    for (page, text) in PAGES.iter().zip([PREFACE, ONE, TWO]) {
        fs::write(root.join("book").join(page), text)?;
    }
    fs::write(root.join("book.toml"), BOOK)?;
    let summary = "# Summary\n\n[Preface](preface.md)\n\n- [One](01-one.md)\n- [Two](02-two.md)\n";
    fs::write(root.join("book/SUMMARY.md"), summary)?;
    Ok(folder)
}

/// Commits everything: the ids of the commit and of the engine's tree.
fn commit(root: &Path) -> (String, String) {
    git(root, &["add", "--all"]);
    let identity =
        ["-c", "user.name=A", "-c", "user.email=a@example.org", "-c", "commit.gpgsign=false"];
    git(root, &[&identity[..], &["commit", "--quiet", "--message=stage"]].concat());
    (git(root, &["rev-parse", "HEAD"]), git(root, &["rev-parse", "HEAD:crates/engine"]))
}

fn git(root: &Path, arguments: &[&str]) -> String {
    let output = literate::git::command(root).args(arguments).output().expect("git runs");
    assert!(output.status.success(), "git {arguments:?}: {output:?}");
    String::from_utf8(output.stdout).expect("ids are ASCII").trim().to_owned()
}

fn copy(from: &Path, to: &Path) -> std::io::Result<()> {
    for entry in fs::read_dir(from)? {
        let entry = entry?;
        let target: PathBuf = to.join(entry.file_name());
        if entry.file_type()?.is_dir() {
            fs::create_dir_all(&target)?;
            copy(&entry.path(), &target)?;
        } else {
            fs::copy(entry.path(), &target)?;
        }
    }
    Ok(())
}

fn write_result(root: &Path, id: &str, engine: &str, cells: &str) -> std::io::Result<()> {
    let entries = parse(&fs::read_to_string(root.join(PATH))?).expect("the declarations are sound");
    let entry = entries.iter().find(|entry| entry.id == id).expect("it's declared");
    let digest = entry.digest();
    let text = format!("{{\"engine\":\"{engine}\",\"declared\":\"{digest}\",{cells}}}");
    fs::write(root.join(Measured::file(id)), text)
}
