//! Everything that a person reads comes out as lines: errors of one line, tables of aligned columns.

use anyhow::{Error, Result};
use std::process::ExitCode;

/// An error and all its causes as one line.
pub fn of(error: &Error) -> String {
    let text: Vec<String> = error.chain().map(|cause| flatten(&cause.to_string())).collect();
    // A cause that repeats what its context has said already adds nothing.
    let mut parts: Vec<String> = Vec::new();
    for part in text {
        if !parts.iter().any(|known| known.contains(&part)) {
            parts.push(part);
        }
    }
    parts.join(": ")
}

/// How a command ends: well, with faults that it has printed already, or with an error to print.
pub fn exit(outcome: Result<bool>) -> ExitCode {
    match outcome {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(error) => {
            eprintln!("error: {}", of(&error));
            ExitCode::FAILURE
        }
    }
}

/// Joins the lines of a foreign message, such as git's or a parser's.
pub fn flatten(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Rows with their columns aligned, two spaces between them and none at the end of a line.
pub fn table(rows: &[Vec<String>]) -> String {
    let columns = rows.iter().map(Vec::len).max().unwrap_or(0);
    let width = |column: usize| {
        rows.iter().filter_map(|row| row.get(column)).map(|cell| cell.chars().count()).max()
    };
    let widths: Vec<usize> = (0..columns).map(|column| width(column).unwrap_or(0)).collect();
    let mut text = String::new();
    for row in rows {
        let mut line = String::new();
        for (cell, &width) in row.iter().zip(&widths) {
            line.push_str(&format!("{cell:width$}  "));
        }
        text.push_str(line.trim_end());
        text.push('\n');
    }
    text
}

/// Prints to standard output. A reader that has gone (`… | head`) is no fault.
pub fn print(text: &str) {
    write(text.as_bytes());
}

/// Prints what may be no text, as [`print`] does.
pub fn write(bytes: &[u8]) {
    use std::io::Write;
    let mut out = std::io::stdout().lock();
    // Nothing can be told to a reader that has gone, so the error is dropped.
    let _ = out.write_all(bytes).and_then(|()| out.flush());
}

/// Prints one line to standard output, as [`print`] does.
#[macro_export]
macro_rules! say {
    ($($part:tt)*) => { $crate::line::print(&format!("{}\n", format_args!($($part)*))) };
}

#[cfg(test)]
mod tests {
    use super::*;
    use anyhow::anyhow;

    #[test]
    fn an_error_with_causes_is_one_line_that_says_nothing_twice() {
        let error = anyhow!("git: bad\n  object").context("stage 3").context("git: bad object x");
        assert_eq!(of(&error), "git: bad object x: stage 3");
    }

    #[test]
    fn columns_are_aligned() {
        let rows = [vec!["a".to_owned(), "bc".to_owned()], vec!["def".to_owned(), String::new()]];
        assert_eq!(table(&rows), "a    bc\ndef\n");
    }
}
