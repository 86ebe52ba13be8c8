//! Graphs in the language of Graphviz.

use trine_base::SourceMap;
use trine_system::System;

use crate::graph::{Graph, of_template};
use crate::look::wrapped;

/// One graph.
pub fn graph(graph: &Graph) -> String {
    let mut text = format!("digraph {} {{\n", quoted(&graph.title));
    text.push_str(&format!("  label={}; labelloc=t;\n{STYLE}", quoted(&graph.title)));
    body(graph, "", "  ", &mut text);
    text.push_str("}\n");
    text
}

/// All templates of a system, each in a box of its own.
pub fn system(system: &System, sources: &SourceMap) -> String {
    let mut text = format!("digraph {} {{\n{STYLE}", quoted(&system.name));
    for (number, template) in system.templates.ids().enumerate() {
        let graph = of_template(system, sources, template);
        let title = quoted(&graph.title);
        text.push_str(&format!("  subgraph cluster_{number} {{\n    label={title};\n"));
        body(&graph, &format!("t{number}_"), "    ", &mut text);
        text.push_str("  }\n");
    }
    text.push_str("}\n");
    text
}

const STYLE: &str = "  node [shape=box, style=rounded, fontname=\"monospace\", fontsize=11];\n  \
                     edge [fontname=\"monospace\", fontsize=10];\n";

fn body(graph: &Graph, prefix: &str, indent: &str, text: &mut String) {
    let id = |node: usize| quoted(&format!("{prefix}{}", graph.nodes[node].id));
    for (number, node) in graph.nodes.iter().enumerate() {
        let mut label = node.label();
        if !node.marks.is_empty() {
            label.push_str(&format!("\n{}", node.marks.join(", ")));
        }
        let mut more = String::new();
        if node.accepting || node.is_final {
            more.push_str(", peripheries=2");
        }
        if number == graph.entry {
            more.push_str(", penwidth=2");
        }
        text.push_str(&format!("{indent}{} [label={}{more}];\n", id(number), quoted(&label)));
    }
    for edge in &graph.edges {
        if edge.from >= graph.nodes.len() || edge.to >= graph.nodes.len() {
            continue;
        }
        let mut label = wrapped(&edge.text, 40).join("\n");
        if !edge.marks.is_empty() {
            label.push_str(&format!("\n[{}]", edge.marks.join(", ")));
        }
        let tip = edge.at.as_ref().map_or(String::new(), |at| format!(", tooltip={}", quoted(at)));
        let (from, to) = (id(edge.from), id(edge.to));
        text.push_str(&format!("{indent}{from} -> {to} [label={}{tip}];\n", quoted(&label)));
    }
}

/// A quoted string; line breaks become centred lines.
fn quoted(text: &str) -> String {
    let mut safe = String::from('"');
    for character in text.chars() {
        match character {
            '"' => safe.push_str("\\\""),
            '\\' => safe.push_str("\\\\"),
            '\n' => safe.push_str("\\n"),
            other => safe.push(other),
        }
    }
    safe.push('"');
    safe
}
