//! The report as JSON: a stable interface, the same bytes for the same results.

use serde_json::Value;

use crate::model::Report;

/// The report as JSON text, ending in a line break. Without timing, every `seconds` is null.
pub fn render(report: &Report, no_timing: bool) -> String {
    let mut value = serde_json::to_value(report).unwrap_or(Value::Null);
    settle_seconds(&mut value, no_timing);
    let mut text = pretty(&value);
    text.push('\n');
    text
}

/// Any value as text for people and diffs: what fits into a line stays on one line.
pub fn pretty(value: &Value) -> String {
    let mut text = String::new();
    write(value, 0, 0, &mut text);
    text
}

const WIDTH: usize = 120;

fn write(value: &Value, depth: usize, before: usize, text: &mut String) {
    if let Some(line) = on_one_line(value, WIDTH.saturating_sub(2 * depth + before)) {
        text.push_str(&line);
        return;
    }
    let indent = |text: &mut String, depth: usize| {
        text.push('\n');
        text.extend(std::iter::repeat_n("  ", depth));
    };
    match value {
        Value::Array(items) => {
            text.push('[');
            for (position, item) in items.iter().enumerate() {
                text.push_str(if position == 0 { "" } else { "," });
                indent(text, depth + 1);
                write(item, depth + 1, 1, text);
            }
            indent(text, depth);
            text.push(']');
        }
        Value::Object(items) => {
            text.push('{');
            for (position, (key, item)) in items.iter().enumerate() {
                text.push_str(if position == 0 { "" } else { "," });
                indent(text, depth + 1);
                let key = Value::String(key.clone()).to_string();
                text.push_str(&key);
                text.push_str(": ");
                write(item, depth + 1, key.len() + 3, text);
            }
            indent(text, depth);
            text.push('}');
        }
        scalar => text.push_str(&scalar.to_string()),
    }
}

/// The value on one line, unless that would take more than `room` bytes.
fn on_one_line(value: &Value, room: usize) -> Option<String> {
    let (open, close, items): (char, char, Vec<(Option<&String>, &Value)>) = match value {
        Value::Array(items) => ('[', ']', items.iter().map(|item| (None, item)).collect()),
        Value::Object(items) => {
            ('{', '}', items.iter().map(|(key, item)| (Some(key), item)).collect())
        }
        scalar => return Some(scalar.to_string()),
    };
    if items.len() * 3 > room {
        return None;
    }
    let mut line = String::from(open);
    for (position, (key, item)) in items.into_iter().enumerate() {
        line.push_str(if position == 0 { "" } else { ", " });
        if let Some(key) = key {
            line.push_str(&Value::String(key.clone()).to_string());
            line.push_str(": ");
        }
        line.push_str(&on_one_line(item, room.checked_sub(line.len())?)?);
        if line.len() >= room {
            return None;
        }
    }
    line.push(close);
    Some(line)
}

/// Rounds every `seconds` to tenths of milliseconds, or forgets it.
fn settle_seconds(value: &mut Value, forget: bool) {
    match value {
        Value::Array(items) => items.iter_mut().for_each(|item| settle_seconds(item, forget)),
        Value::Object(items) => {
            for (key, item) in items.iter_mut() {
                match item.as_f64() {
                    Some(_) if key == "seconds" && forget => *item = Value::Null,
                    Some(seconds) if key == "seconds" => {
                        *item = Value::from((seconds * 1e4).round() / 1e4);
                    }
                    _ => settle_seconds(item, forget),
                }
            }
        }
        _ => {}
    }
}
