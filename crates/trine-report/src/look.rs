//! How text for a terminal looks: its width, its colours, its numbers.

use anstyle::{AnsiColor, Style};
use unicode_width::{UnicodeWidthChar, UnicodeWidthStr};

/// What the reader's terminal can do and how much the reader wants.
#[derive(Clone, Copy, Debug)]
pub struct Look {
    pub colour: bool,
    /// Columns of the terminal.
    pub width: usize,
    /// Everything: all steps, all unreached code, the claim's states.
    pub verbose: bool,
    /// Only what is not as it should be.
    pub quiet: bool,
}

impl Default for Look {
    fn default() -> Look {
        Look { colour: false, width: 100, verbose: false, quiet: false }
    }
}

/// What a piece of text is, and so what colour it has.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Ink {
    #[default]
    Plain,
    Faint,
    Strong,
    Good,
    Bad,
    Doubt,
    /// A value that changed.
    Value,
    /// Which processes synchronise, and what goes on for ever.
    Line,
}

impl Ink {
    fn style(self) -> Style {
        let coloured = |colour: AnsiColor| colour.on_default();
        match self {
            Ink::Plain => Style::new(),
            Ink::Faint => Style::new().dimmed(),
            Ink::Strong => Style::new().bold(),
            Ink::Good => coloured(AnsiColor::Green).bold(),
            Ink::Bad => coloured(AnsiColor::Red).bold(),
            Ink::Doubt => coloured(AnsiColor::Yellow).bold(),
            Ink::Value => coloured(AnsiColor::Cyan),
            Ink::Line => coloured(AnsiColor::Blue),
        }
    }
}

impl Look {
    /// The text in a colour, where there is colour.
    pub fn paint(&self, ink: Ink, text: &str) -> String {
        if !self.colour || ink == Ink::Plain || text.is_empty() {
            return text.to_string();
        }
        let style = ink.style();
        format!("{style}{text}{style:#}")
    }
}

/// How many columns a text takes.
pub fn width(text: &str) -> usize {
    UnicodeWidthStr::width(text)
}

/// The text, filled up with spaces.
pub fn padded(text: &str, columns: usize) -> String {
    format!("{text}{}", " ".repeat(columns.saturating_sub(width(text))))
}

/// The text in lines of at most so many columns, broken at spaces where there are any. Line breaks
/// of its own and other control characters become spaces.
pub fn wrapped(text: &str, columns: usize) -> Vec<String> {
    let columns = columns.max(4);
    let mut lines = Vec::new();
    let mut line = String::new();
    for word in text.split(|character: char| character.is_whitespace() || character.is_control()) {
        if word.is_empty() {
            continue;
        }
        let gap = usize::from(!line.is_empty());
        if !line.is_empty() && width(&line) + gap + width(word) > columns {
            lines.push(std::mem::take(&mut line));
        }
        if !line.is_empty() {
            line.push(' ');
        }
        for character in word.chars() {
            if width(&line) + character.width().unwrap_or(0) > columns {
                lines.push(std::mem::take(&mut line));
            }
            line.push(character);
        }
    }
    if !line.is_empty() || lines.is_empty() {
        lines.push(line);
    }
    lines
}

/// The text, or as much of it as fits.
pub fn shortened(text: &str, columns: usize) -> String {
    if width(text) <= columns {
        return text.to_string();
    }
    let mut short = String::new();
    for character in text.chars() {
        if width(&short) + character.width().unwrap_or(0) + 1 > columns {
            break;
        }
        short.push(character);
    }
    format!("{}…", short.trim_end())
}

/// `1,234,567`.
pub fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (position, digit) in digits.chars().enumerate() {
        if position > 0 && (digits.len() - position).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// `1 state`, `2,000 states`.
pub fn counted(number: u64, one: &str, many: &str) -> String {
    format!("{} {}", grouped(number), if number == 1 { one } else { many })
}

/// `1.2 MB`.
pub fn bytes_in_words(bytes: u64) -> String {
    const UNITS: [&str; 4] = ["kB", "MB", "GB", "TB"];
    if bytes < 1000 {
        return counted(bytes, "byte", "bytes");
    }
    let mut value = bytes as f64 / 1000.0;
    let mut unit = 0;
    while value >= 999.95 && unit + 1 < UNITS.len() {
        value /= 1000.0;
        unit += 1;
    }
    format!("{value:.1} {}", UNITS[unit])
}

/// `0.03 s`, `12.4 s`, `3 min 5 s`.
pub fn seconds_in_words(seconds: f64) -> String {
    if seconds < 9.995 {
        format!("{seconds:.2} s")
    } else if seconds < 119.95 {
        format!("{seconds:.1} s")
    } else {
        let whole = seconds.round() as u64;
        format!("{} min {} s", grouped(whole / 60), whole % 60)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn wraps_at_spaces_and_cuts_only_what_cannot_be_wrapped() {
        assert_eq!(wrapped("a bc def", 5), ["a bc", "def"]);
        assert_eq!(wrapped("abcdefgh ij", 5), ["abcde", "fgh", "ij"]);
        assert_eq!(wrapped("abcdefghi", 4), ["abcd", "efgh", "i"]);
        assert_eq!(wrapped("", 5), [""]);
        assert_eq!(wrapped("a\n\tb", 5), ["a b"]);
    }

    #[test]
    fn numbers_read_easily() {
        assert_eq!(grouped(1_234_567), "1,234,567");
        assert_eq!(grouped(12), "12");
        assert_eq!(bytes_in_words(999), "999 bytes");
        assert_eq!(bytes_in_words(123_456), "123.5 kB");
        assert_eq!(bytes_in_words(999_999), "1.0 MB");
        assert_eq!(seconds_in_words(0.034), "0.03 s");
        assert_eq!(seconds_in_words(185.2), "3 min 5 s");
    }
}
