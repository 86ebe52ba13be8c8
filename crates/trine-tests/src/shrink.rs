//! Makes a text as small as it can be while something stays true of it.
//!
//! Works on lines, as generated models have one statement per line: first whole stretches and
//! blocks go, then braces round what is worth keeping, then single words.

/// The smallest text found for which `fails` still holds, asking at most `limit` times.
///
/// The given text is returned as it is when `fails` does not hold for it.
pub fn shrink(text: &str, limit: usize, fails: impl FnMut(&str) -> bool) -> String {
    let mut search =
        Search { lines: text.lines().map(str::to_owned).collect(), left: limit, fails };
    if !search.holds(&search.lines.clone()) {
        return text.to_owned();
    }
    loop {
        let before = search.size();
        search.remove_stretches();
        search.remove_blocks();
        search.unwrap_blocks();
        search.simplify_words();
        if search.size() == before || search.left == 0 {
            return join(&search.lines);
        }
    }
}

struct Search<F> {
    lines: Vec<String>,
    left: usize,
    fails: F,
}

impl<F: FnMut(&str) -> bool> Search<F> {
    fn size(&self) -> usize {
        self.lines.iter().map(|line| line.trim().len() + 1).sum()
    }

    fn holds(&mut self, lines: &[String]) -> bool {
        if self.left == 0 {
            return false;
        }
        self.left -= 1;
        (self.fails)(&join(lines))
    }

    /// Takes `lines` instead of the present ones if they still fail.
    fn take(&mut self, lines: Vec<String>) -> bool {
        let better = self.holds(&lines);
        if better {
            self.lines = lines;
        }
        better
    }

    /// Delta debugging: ever shorter stretches of lines are left out.
    fn remove_stretches(&mut self) {
        let mut length = self.lines.len().div_ceil(2);
        while length > 0 {
            let mut at = 0;
            while at < self.lines.len() {
                let end = (at + length).min(self.lines.len());
                let mut rest = self.lines[..at].to_vec();
                rest.extend_from_slice(&self.lines[end..]);
                if !self.take(rest) {
                    at += length;
                }
            }
            if length == 1 {
                break;
            }
            length = length.div_ceil(2).min(length - 1);
        }
    }

    /// Leaves out everything from a line that opens a block to the line that closes it.
    fn remove_blocks(&mut self) {
        let mut at = 0;
        while at < self.lines.len() {
            let removed = block_end(&self.lines, at).is_some_and(|end| {
                let mut rest = self.lines[..at].to_vec();
                rest.extend_from_slice(&self.lines[end + 1..]);
                self.take(rest)
            });
            if !removed {
                at += 1;
            }
        }
    }

    /// Keeps the inside of a block and leaves out the lines around it.
    fn unwrap_blocks(&mut self) {
        let mut at = 0;
        while at < self.lines.len() {
            let unwrapped = block_end(&self.lines, at).is_some_and(|end| {
                let mut rest = self.lines[..at].to_vec();
                rest.extend_from_slice(&self.lines[at + 1..end]);
                rest.extend_from_slice(&self.lines[end + 1..]);
                let options: Vec<String> = rest
                    .iter()
                    .enumerate()
                    .map(|(index, line)| {
                        let inside = index >= at && index < end - 1;
                        let bare = line.trim_start().strip_prefix(":: ");
                        bare.filter(|_| inside).map_or_else(|| line.clone(), str::to_owned)
                    })
                    .collect();
                self.take(rest) || self.take(options)
            });
            if !unwrapped {
                at += 1;
            }
        }
    }

    /// Replaces the right side of assignments and whole conditions by constants.
    fn simplify_words(&mut self) {
        for at in 0..self.lines.len() {
            for simpler in simpler_lines(&self.lines[at]) {
                let mut lines = self.lines.clone();
                lines[at] = simpler;
                if self.take(lines) {
                    break;
                }
            }
        }
    }
}

/// The line on which a block closes that opens at the end of line `start`.
fn block_end(lines: &[String], start: usize) -> Option<usize> {
    let opens = |line: &str| {
        let line = line.trim();
        line.ends_with('{') || line == "if" || line == "do"
    };
    let closes = |line: &str| {
        let line = line.trim();
        line.starts_with('}') || line.starts_with("fi") || line.starts_with("od")
    };
    if !opens(&lines[start]) {
        return None;
    }
    let mut depth = 0usize;
    for (index, line) in lines.iter().enumerate().skip(start) {
        if closes(line) && index > start {
            depth = depth.saturating_sub(1);
            // `} unless {` closes one block and opens the next.
            if depth == 0 && !opens(line) {
                return Some(index);
            }
        }
        if opens(line) {
            depth += 1;
        }
    }
    None
}

/// Smaller lines to try in the place of one, the smallest first.
fn simpler_lines(line: &str) -> Vec<String> {
    let mut simpler = Vec::new();
    let trimmed = line.trim();
    let indent = &line[..line.len() - line.trim_start().len()];
    let (mark, statement) = match trimmed.strip_prefix(":: ") {
        Some(rest) => (":: ", rest),
        None => ("", trimmed),
    };
    if let Some((place, value)) = statement.split_once(" = ")
        && !value.trim_end_matches(';').chars().all(|c| c.is_ascii_digit())
        && !statement.contains(" of ")
    {
        for constant in ["0", "1"] {
            simpler.push(format!("{indent}{mark}{place} = {constant};"));
        }
    }
    if statement.starts_with('(') && statement.ends_with(");") {
        for condition in ["skip", "false"] {
            simpler.push(format!("{indent}{mark}{condition};"));
        }
    }
    for part in parenthesised(line) {
        for constant in ["0", "1"] {
            simpler.push(line.replacen(&part, constant, 1));
        }
    }
    simpler
}

/// The parenthesised pieces of a line, the longest first, without those of calls.
fn parenthesised(line: &str) -> Vec<String> {
    let mut open = Vec::new();
    let mut pieces = Vec::new();
    let mut previous = ' ';
    for (index, c) in line.char_indices() {
        match c {
            '(' => open.push((index, previous)),
            ')' => {
                if let Some((start, before)) = open.pop()
                    && !before.is_alphanumeric()
                    && before != '_'
                {
                    pieces.push(line[start..=index].to_owned());
                }
            }
            _ => {}
        }
        previous = c;
    }
    pieces.sort_by_key(|piece| std::cmp::Reverse(piece.len()));
    pieces.dedup();
    pieces
}

fn join(lines: &[String]) -> String {
    let mut text = lines.join("\n");
    text.push('\n');
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keeps_only_what_matters() {
        let text = "byte x;\nbyte y;\nactive proctype P() {\n\tatomic {\n\t\ty = 1;\n\t\tx = (y + 3);\n\
            \t};\n\tif\n\t\t:: y = 2;\n\t\t:: y = 3;\n\tfi;\n}\n";
        let fails = |candidate: &str| {
            candidate.matches('{').count() == candidate.matches('}').count()
                && candidate.contains("proctype")
                && candidate.contains("x = ")
        };
        assert_eq!(shrink(text, 10_000, fails), "active proctype P() {\n\t\tx = 0;\n}\n");
    }

    #[test]
    fn leaves_alone_what_does_not_fail() {
        assert_eq!(shrink("a\nb\n", 100, |_| false), "a\nb\n");
    }

    #[test]
    fn asks_no_more_often_than_it_may() {
        let mut asked = 0;
        shrink(&"line\n".repeat(1000), 50, |_| {
            asked += 1;
            true
        });
        assert!(asked <= 50);
    }
}
