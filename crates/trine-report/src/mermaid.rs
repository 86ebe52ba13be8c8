//! An execution as the text of a Mermaid sequence diagram, for Markdown pages.

use crate::trace::{DescribedStep, DescribedTrace};

/// The diagram, without the fence around it.
pub fn render(trace: &DescribedTrace) -> String {
    let mut text = String::from("sequenceDiagram\n");
    for (process, name) in trace.processes.iter().enumerate() {
        text.push_str(&format!("    participant p{process} as {}\n", escaped(name)));
    }
    // A cycle of an execution that stops is only its last state, again and again.
    let cycle = trace.loop_from.filter(|_| trace.resting.is_empty());
    for (at, step) in trace.steps.iter().enumerate() {
        if cycle == Some(at) {
            text.push_str("    loop again and again\n");
        }
        render_step(trace, step, &mut text);
    }
    if cycle.is_some_and(|from| from < trace.steps.len()) {
        text.push_str("    end\n");
    }
    for at in &trace.resting {
        text.push_str(&format!("    Note over p{}: {}\n", at.process, escaped(&at.text)));
    }
    text
}

fn render_step(trace: &DescribedTrace, step: &DescribedStep, text: &mut String) {
    let Some(process) = step.process else {
        let last = trace.processes.len().saturating_sub(1);
        if !trace.processes.is_empty() {
            text.push_str(&format!("    Note over p0,p{last}: {}\n", escaped(&step.action)));
        }
        return;
    };
    let mut notes: Vec<String> = Vec::new();
    match &step.partner {
        Some(half) => {
            let action = escaped(&step.action);
            text.push_str(&format!("    p{process}->>p{}: {action}\n", half.process));
        }
        None => notes.push(step.action.clone()),
    }
    for change in &step.changes {
        notes.push(format!("{}: {} → {}", change.name, change.old, change.new));
    }
    notes.extend(step.printed.iter().map(|printed| format!("prints {printed:?}")));
    notes.extend(step.faults.iter().map(|fault| format!("✗ {fault}")));
    if !notes.is_empty() {
        let notes: Vec<String> = notes.iter().map(|note| escaped(note)).collect();
        text.push_str(&format!("    Note over p{process}: {}\n", notes.join("<br/>")));
    }
}

/// Text that Mermaid takes as it is: its own signs as entity codes, everything on one line.
fn escaped(text: &str) -> String {
    let mut safe = String::new();
    for character in text.chars() {
        match character {
            '#' => safe.push_str("#35;"),
            ';' => safe.push_str("#59;"),
            '<' => safe.push_str("#lt;"),
            '>' => safe.push_str("#gt;"),
            '%' => safe.push_str("#37;"),
            '"' => safe.push_str("#quot;"),
            control if control.is_control() => safe.push(' '),
            other => safe.push(other),
        }
    }
    safe
}
