//! The two forms of a snippet: one that records its values, and one that asserts them. Their lines are the same.

use std::collections::BTreeMap;
use std::fmt::Write;

use super::jvm::{Ending, Recorded};
use super::{Part, Snippet};

/// What every snippet can use.
const FRAME: &str = "\
import java.util.*;
import java.util.function.*;
import java.util.stream.*;
import java.util.concurrent.*;
import java.util.concurrent.atomic.*;
import java.util.concurrent.locks.*;
public class Main {
    static String log = \"\";
    static int at(int n) { log += n; return n; }
    static <T> T told(String text, T value) { log += text; return value; }
    static boolean yes(String text) { log += text; return true; }
    static boolean no(String text) { log += text; return false; }
    static void seen(Object value) { }
    static void seen(String value) { }
    static String taken() { String text = log; log = \"\"; return text; }
";

/// The last line of a snippet as Trine is asked about it.
pub const LAST: &str = "assert false : \"END\";";

/// The form for the virtual machine.
pub fn recording(snippet: &Snippet) -> String {
    let mut number = 0;
    write(snippet, "recorder.Record.end();", &mut |expression| {
        number += 1;
        format!("recorder.Record.check({}, {expression});", number - 1)
    })
}

/// The form for Trine: what was recorded is asserted, what was not reached must not be.
pub fn asserting(snippet: &Snippet, recorded: &Recorded) -> String {
    let mut number = 0;
    write(snippet, LAST, &mut |expression| {
        number += 1;
        assertion(expression, recorded.values.get(&(number - 1)).map_or(&[], Vec::as_slice))
    })
}

/// The line on which the last assertion is.
pub fn last_line(text: &str) -> u32 {
    text.lines().position(|line| line.contains(": \"END\"")).map_or(0, |at| at as u32 + 1)
}

/// The snippet without the check of a line, and that check: its idea and what it asks.
pub fn without_check(snippet: &Snippet, line: u32) -> Option<(Snippet, (&'static str, String))> {
    let text = recording(snippet);
    let (_, check) =
        text.lines().nth((line as usize).checked_sub(1)?)?.split_once("recorder.Record.check(")?;
    let wanted: usize = check.split(',').next()?.trim().parse().ok()?;
    let (mut number, mut found) = (0, None);
    let less = with_only(snippet, &mut |idea, expression| {
        number += 1;
        if number - 1 == wanted {
            found = Some((idea, expression.to_string()));
        }
        number - 1 != wanted
    });
    Some((less, found?))
}

/// The snippet with those checks that are to be kept, by their idea and what they ask.
pub fn with_only(snippet: &Snippet, keep: &mut dyn FnMut(&'static str, &str) -> bool) -> Snippet {
    let mut less = snippet.clone();
    let (members, others): (Vec<_>, Vec<_>) = less.parts.iter_mut().partition(|part| part.member);
    for part in members.into_iter().chain(others) {
        let idea = part.idea;
        part.text = with_checks(&part.text, &mut |expression| match keep(idea, expression) {
            true => format!("check({expression});"),
            false => ";".to_string(),
        });
    }
    less
}

/// How many checks a snippet has.
pub fn checks(snippet: &Snippet) -> usize {
    let mut number = 0;
    write(snippet, "", &mut |_| {
        number += 1;
        String::new()
    });
    number
}

fn write(snippet: &Snippet, last: &str, check: &mut dyn FnMut(&str) -> String) -> String {
    let mut text = format!("package {};\n{FRAME}", snippet.name);
    let mut add = |part: &Part, text: &mut String| {
        for line in with_checks(&part.text, check).lines() {
            let _ = writeln!(text, "    {}{line}", if part.member { "" } else { "    " });
        }
    };
    for part in snippet.parts.iter().filter(|part| part.member) {
        add(part, &mut text);
    }
    text.push_str("    public static void main(String[] args) throws Throwable {\n");
    for part in snippet.parts.iter().filter(|part| !part.member) {
        add(part, &mut text);
    }
    let _ = write!(text, "        {last}\n    }}\n}}\n");
    text
}

/// The text with every `check(…);` replaced.
fn with_checks(text: &str, check: &mut dyn FnMut(&str) -> String) -> String {
    let mut written = String::new();
    let mut rest = text;
    while let Some(at) = rest.find("check(") {
        let (before, from) = (&rest[..at], &rest[at + "check(".len()..]);
        written.push_str(before);
        let Some(end) = closing(from) else { break };
        written.push_str(&check(&from[..end]));
        // Each has a line of its own, so that a difference has a place.
        written.push('\n');
        rest = from[end + 1..].strip_prefix(';').unwrap_or(&from[end + 1..]);
    }
    written + rest
}

/// Where the parenthesis closes that is open at the beginning.
fn closing(text: &str) -> Option<usize> {
    let mut depth = 0;
    let mut quote = None;
    let mut characters = text.char_indices();
    while let Some((at, character)) = characters.next() {
        match (quote, character) {
            (_, '\\') => {
                characters.next();
            }
            (Some(open), _) if open == character => quote = None,
            (Some(_), _) => {}
            (None, '"' | '\'') => quote = Some(character),
            (None, '(') => depth += 1,
            (None, ')') if depth == 0 => return Some(at),
            (None, ')') => depth -= 1,
            (None, _) => {}
        }
    }
    None
}

/// That an expression has the recorded value; where it had several, it is only evaluated.
fn assertion(expression: &str, values: &[(String, String)]) -> String {
    let Some(((kind, value), others)) = values.split_first() else {
        return format!("{{ seen({expression}); assert false : \"not reached\"; }}");
    };
    if others.iter().any(|other| (&other.0, &other.1) != (kind, value)) {
        return format!("seen({expression});");
    }
    let not_a_number = value == "NaN";
    let number = value.replace("Infinity", "1.0 / 0.0");
    match kind.as_str() {
        "boolean" if value == "true" => format!("assert {expression};"),
        "boolean" => format!("assert !({expression});"),
        "long" => format!("assert ({expression}) == {value}L;"),
        "float" if not_a_number => format!("assert Float.isNaN({expression});"),
        "double" if not_a_number => format!("assert Double.isNaN({expression});"),
        "float" if value.contains("Inf") => format!("assert ({expression}) == (float) ({number});"),
        "float" => format!("assert ({expression}) == {value}f;"),
        "double" => format!("assert ({expression}) == {number};"),
        "char" | "int" => format!("assert ({expression}) == {value};"),
        _ if value == "null" => format!("assert ({expression}) == null;"),
        "String" => format!("assert {value}.equals({expression});"),
        "Object" => format!("assert {value}.equals(String.valueOf((Object) ({expression})));"),
        "Character" => format!("assert Character.valueOf((char) {value}).equals({expression});"),
        "Integer" => format!("assert Integer.valueOf({value}).equals({expression});"),
        "Long" => format!("assert Long.valueOf({value}L).equals({expression});"),
        "Float" | "Double" if not_a_number || value.contains("Inf") => {
            format!("assert \"{value}\".equals(String.valueOf((Object) ({expression})));")
        }
        "Float" => format!("assert Float.valueOf({value}f).equals({expression});"),
        "Double" => format!("assert Double.valueOf({value}).equals({expression});"),
        "Boolean" => format!("assert Boolean.valueOf({value}).equals({expression});"),
        small => format!(
            "assert {small}.valueOf(({}) {value}).equals({expression});",
            small.to_lowercase()
        ),
    }
}

/// The values of a run, by the number of the check, and how it ended.
pub fn read(lines: &[String]) -> Recorded {
    let mut values: BTreeMap<usize, Vec<(String, String)>> = BTreeMap::new();
    let mut ending = Ending::Hangs;
    let mut end = false;
    for line in lines {
        let mut words = line.splitn(4, ' ');
        let first = words.next().unwrap_or_default();
        let mut word = || words.next().unwrap_or_default().to_string();
        match first {
            "VALUE" => {
                let at = word().parse().unwrap_or(usize::MAX);
                values.entry(at).or_default().push((word(), word()));
            }
            "END" => end = true,
            "OVER" if end => ending = Ending::End,
            "OVER" => ending = Ending::Returned,
            "DIED" => {
                let line = word().parse().unwrap_or(0);
                ending = Ending::Died { line, class: word(), message: word() };
            }
            "REFUSED" => ending = Ending::Refused(line["REFUSED ".len()..].to_string()),
            _ => ending = Ending::Hangs,
        }
    }
    Recorded { values, ending }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_forms_have_the_same_lines() {
        let text = "int x = 3;\nif (x > 2) { check(f(x, \")\") + 1); check(')' == x); }\ncheck(x);"
            .to_string();
        let part = Part { idea: "test", member: false, text };
        let snippet = Snippet { name: "s0".to_string(), parts: vec![part] };
        assert_eq!(checks(&snippet), 3);
        let lines = ["VALUE 0 String \"a b\"", "VALUE 2 int -3", "END", "OVER"].map(String::from);
        let recorded = read(&lines);
        assert_eq!(recorded.ending, Ending::End);
        let (one, other) = (recording(&snippet), asserting(&snippet, &recorded));
        assert_eq!(one.lines().count(), other.lines().count());
        assert!(one.contains("recorder.Record.check(1, ')' == x);"));
        assert!(other.contains("{ seen(')' == x); assert false : \"not reached\"; }"));
        assert!(other.contains("assert (x) == -3;"));
    }
}
