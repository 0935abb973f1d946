//! From a byte of a text to the number of its line.

/// Where each line of a text begins.
pub struct Lines(Vec<usize>);

impl Lines {
    pub fn of(text: &str) -> Self {
        let ends = text.bytes().enumerate().filter(|(_, byte)| *byte == b'\n');
        Self(std::iter::once(0).chain(ends.map(|(index, _)| index + 1)).collect())
    }

    /// The number of the line, from 1, that the byte at `offset` lies in.
    pub fn at(&self, offset: usize) -> usize {
        self.0.partition_point(|start| *start <= offset)
    }
}

#[cfg(test)]
mod tests {
    use super::Lines;

    #[test]
    fn a_line_end_belongs_to_its_line() {
        let lines = Lines::of("ab\n\nc");
        let numbers: Vec<_> = (0..5).map(|offset| lines.at(offset)).collect();
        assert_eq!(numbers, [1, 1, 1, 2, 3]);
    }
}
