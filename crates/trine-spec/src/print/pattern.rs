//! Writes event patterns, paths and values.

use std::fmt::{self, Display, Formatter, Result, Write};

use crate::ast::{
    FileLine, Index, LabelPattern, Operand, Path, Pattern, PatternKind, Segment, SegmentName, Value,
};
use crate::lex::is_word;
use crate::words::{ITEMS, JOINTS};

impl Display for Pattern {
    fn fmt(&self, out: &mut Formatter<'_>) -> Result {
        match &self.kind {
            PatternKind::Label(label) => label.fmt(out),
            PatternKind::Or(parts) => {
                for (index, part) in parts.iter().enumerate() {
                    out.write_str(if index > 0 { " or " } else { "" })?;
                    nested(part, !matches!(part.kind, PatternKind::Label(_)), out)?;
                }
                Ok(())
            }
            PatternKind::Except(from, others) => {
                let is_except = |pattern: &Pattern| matches!(pattern.kind, PatternKind::Except(..));
                nested(from, is_except(from), out)?;
                for other in others {
                    out.write_str(" except ")?;
                    nested(other, is_except(other), out)?;
                }
                Ok(())
            }
        }
    }
}

fn nested(pattern: &Pattern, parentheses: bool, out: &mut Formatter<'_>) -> Result {
    if parentheses { write!(out, "({pattern})") } else { pattern.fmt(out) }
}

impl Display for LabelPattern {
    fn fmt(&self, out: &mut Formatter<'_>) -> Result {
        out.write_str(self.action.word())?;
        match &self.operand {
            Operand::None => {}
            Operand::Name(name) => write!(out, " {name}")?,
            Operand::Call(name, values) => {
                out.write_char(' ')?;
                if let Some(name) = name {
                    name.fmt(out)?;
                }
                let values: Vec<String> = values.iter().map(Value::to_string).collect();
                write!(out, "({})", values.join(", "))?;
            }
            Operand::Equals(name, value) => write!(out, " {name} = {value}")?,
            Operand::Text(text) => write!(out, " {}", Quoted(text))?,
            Operand::Line(at) => write!(out, " {at}")?,
        }
        if let Some(object) = &self.object {
            write!(out, " on {object}")?;
        }
        if let Some(process) = &self.process {
            write!(out, " in {process}")?;
        }
        Ok(())
    }
}

impl Display for Path {
    fn fmt(&self, out: &mut Formatter<'_>) -> Result {
        for (index, Segment { name, indices }) in self.segments.iter().enumerate() {
            out.write_str(if index > 0 { "." } else { "" })?;
            match name {
                SegmentName::Any => out.write_char('*')?,
                SegmentName::Named(name) => {
                    let words = [&ITEMS[..], &JOINTS[..]];
                    // Such words are plain only behind a dot.
                    let taken = index == 0 && words.iter().any(|words| words.contains(&&**name));
                    if is_word(name) && !taken {
                        out.write_str(name)?;
                    } else {
                        Quoted(name).fmt(out)?;
                    }
                }
            }
            for index in indices {
                match index {
                    Index::Any => out.write_str("[*]")?,
                    Index::Number(number) => write!(out, "[{number}]")?,
                    Index::Named(name) => write!(out, "[{name}]")?,
                }
            }
        }
        Ok(())
    }
}

impl Display for Value {
    fn fmt(&self, out: &mut Formatter<'_>) -> Result {
        match self {
            Value::Any => out.write_char('*'),
            Value::Number(number) => number.fmt(out),
            Value::Boolean(value) => value.fmt(out),
            Value::Null => out.write_str("null"),
            Value::Text(text) => Quoted(text).fmt(out),
            Value::Name(path) => match &path.segments[..] {
                // A single word is never in quotes here: that would be a text.
                [Segment { name: SegmentName::Named(name), indices }] if indices.is_empty() => {
                    out.write_str(name)
                }
                _ => path.fmt(out),
            },
        }
    }
}

impl Display for FileLine {
    fn fmt(&self, out: &mut Formatter<'_>) -> Result {
        let plain = |c: char| c.is_alphanumeric() || "_./-+#$@~".contains(c);
        let in_one_piece =
            !self.file.is_empty() && self.file.chars().all(plain) && !self.file.contains("//");
        if in_one_piece {
            write!(out, "{}:{}", self.file, self.line)
        } else {
            write!(out, "{}:{}", Quoted(&self.file), self.line)
        }
    }
}

/// A text as it stands in quotes.
struct Quoted<'t>(&'t str);

impl Display for Quoted<'_> {
    fn fmt(&self, out: &mut Formatter<'_>) -> fmt::Result {
        out.write_char('"')?;
        for c in self.0.chars() {
            match c {
                '"' => out.write_str("\\\"")?,
                '\\' => out.write_str("\\\\")?,
                '\n' => out.write_str("\\n")?,
                '\r' => out.write_str("\\r")?,
                '\t' => out.write_str("\\t")?,
                c => out.write_char(c)?,
            }
        }
        out.write_char('"')
    }
}
