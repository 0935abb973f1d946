//! What measuring a table gave, before it's known which table it was.

use literate::results::{Column, Exchange, Provenance, Row};

#[derive(Debug, Default, PartialEq)]
pub struct Reading {
    pub columns: Vec<Column>,
    pub rows: Vec<Row>,
    pub session: Vec<Exchange>,
    /// A traced search, a line a node.
    pub tree: Vec<String>,
    pub provenance: Option<Provenance>,
}
