//! Everything that a person reads comes out as lines. Here are those with measured numbers in them.

use literate::html::thousands;
use literate::results::Cell;

pub use stages::line::{exit, flatten, of, print, table};

/// What stands in a cell, as a person writes it: with a comma between thousands.
pub fn cell(cell: Option<&Cell>) -> String {
    match cell {
        None => "nothing".to_owned(),
        Some(Cell::Whole(number)) => thousands(*number),
        Some(Cell::Decimal(number)) => number.to_string(),
        Some(Cell::Text(text)) => format!("`{text}`"),
    }
}
