//! Lines of text with ink, written at columns.

use unicode_width::UnicodeWidthChar;

use crate::look::{Ink, Look};

/// A line of a canvas.
#[derive(Clone, Debug, Default)]
pub struct Row {
    /// One for each column; the right half of a wide character is empty.
    cells: Vec<(String, Ink)>,
}

impl Row {
    /// Writes over what is there.
    pub fn put(&mut self, column: usize, ink: Ink, text: &str) {
        let mut at = column;
        for character in text.chars().filter(|character| !character.is_control()) {
            match character.width().unwrap_or(0) {
                0 => {
                    if let Some((cell, _)) = at.checked_sub(1).and_then(|at| self.cells.get_mut(at))
                    {
                        cell.push(character);
                    }
                }
                width => {
                    self.reach(at + width);
                    self.cells[at] = (character.to_string(), ink);
                    for rest in &mut self.cells[at + 1..at + width] {
                        *rest = (String::new(), ink);
                    }
                    at += width;
                }
            }
        }
    }

    /// Fills columns with one character.
    pub fn fill(&mut self, from: usize, to: usize, ink: Ink, character: &str) {
        for column in from..to {
            self.put(column, ink, character);
        }
    }

    fn reach(&mut self, columns: usize) {
        while self.cells.len() < columns {
            self.cells.push((" ".to_string(), Ink::Plain));
        }
    }

    /// The line, without trailing space or line break.
    pub fn finish(&self, look: &Look) -> String {
        let blank = |(cell, _): &&(String, Ink)| cell == " ";
        let used = self.cells.len() - self.cells.iter().rev().take_while(blank).count();
        let mut line = String::new();
        let mut run = String::new();
        let mut ink = Ink::Plain;
        for (cell, cell_ink) in &self.cells[..used] {
            if *cell_ink != ink && cell != " " {
                line.push_str(&look.paint(ink, &run));
                run.clear();
                ink = *cell_ink;
            }
            run.push_str(cell);
        }
        line.push_str(&look.paint(ink, &run));
        line
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn writes_at_columns() {
        let mut row = Row::default();
        row.put(3, Ink::Plain, "bc");
        row.put(0, Ink::Strong, "日");
        row.put(6, Ink::Plain, "x ");
        assert_eq!(row.finish(&Look::default()), "日 bc x");
        let coloured = row.finish(&Look { colour: true, ..Look::default() });
        assert_eq!(coloured, "\u{1b}[1m日 \u{1b}[0mbc x");
    }
}
