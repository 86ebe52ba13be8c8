//! Graphs as tables for a terminal: each state with the edges that leave it.

use trine_base::SourceMap;
use trine_system::{Init, System};

use crate::graph::{Graph, of_template};
use crate::look::{Ink, Look, padded, width, wrapped};

/// A whole system: its data, then each template.
pub fn system(system: &System, sources: &SourceMap, look: &Look) -> String {
    let mut parts = vec![data(system, look)];
    for template in system.templates.ids() {
        parts.push(graph(&of_template(system, sources, template), look));
    }
    parts.retain(|part| !part.is_empty());
    parts.join("\n")
}

/// Where edges lead of which there is nothing more to say, by their marks.
fn targets(graph: &Graph, edges: &[&crate::graph::Arc], look: &Look) -> String {
    let mut groups: Vec<(&[String], Vec<&str>)> = Vec::new();
    for edge in edges {
        let to = graph.nodes.get(edge.to).map_or("?", |node| node.id.as_str());
        match groups.iter_mut().find(|(marks, _)| *marks == edge.marks) {
            Some((_, all)) => all.push(to),
            None => groups.push((&edge.marks, vec![to])),
        }
    }
    let mut text = String::new();
    for (marks, all) in groups {
        let marks = match marks.is_empty() {
            true => String::new(),
            false => format!("  [{}]", marks.join(", ")),
        };
        let all = format!("{}{marks}", all.join(", "));
        for (row, part) in wrapped(&all, look.width.max(60) - 6).into_iter().enumerate() {
            let lead = if row == 0 { "    → " } else { "      " };
            text.push_str(&look.paint(Ink::Faint, lead));
            text.push_str(&part);
            text.push('\n');
        }
    }
    text
}

/// One graph.
pub fn graph(graph: &Graph, look: &Look) -> String {
    let mut text = format!("{}\n", look.paint(Ink::Strong, &graph.title));
    let lines = graph.edges.iter().filter_map(|edge| edge.line);
    let line_width = lines.map(|line| line.to_string().len() + 1).max().unwrap_or(0);
    let target = graph.nodes.iter().map(|node| width(&node.id)).max().unwrap_or(2);
    let names = graph.edges.iter().map(|edge| width(&edge.id)).max().unwrap_or(0);
    let before = 4 + names + usize::from(names > 0) * 2 + target + 3 + line_width + 2;
    let room = look.width.max(60).saturating_sub(before).max(20);
    let mut leaving: Vec<Vec<&crate::graph::Arc>> = vec![Vec::new(); graph.nodes.len()];
    for edge in &graph.edges {
        if let Some(edges) = leaving.get_mut(edge.from) {
            edges.push(edge);
        }
    }
    for (number, (node, edges)) in graph.nodes.iter().zip(&leaving).enumerate() {
        let start = if number == graph.entry { "→ " } else { "  " };
        let marks = match node.marks.is_empty() {
            true => String::new(),
            false => format!("  ({})", node.marks.join(", ")),
        };
        text.push_str(start);
        text.push_str(&look.paint(Ink::Strong, &node.label()));
        text.push_str(&look.paint(Ink::Faint, &marks));
        text.push('\n');
        if edges.iter().all(|edge| edge.text.is_empty() && edge.id.is_empty()) {
            text.push_str(&targets(graph, edges, look));
            continue;
        }
        for edge in edges {
            let to = graph.nodes.get(edge.to).map_or("?", |node| node.id.as_str());
            let line = edge.line.map_or(String::new(), |line| format!(":{line}"));
            let mut what = edge.text.clone();
            if !edge.marks.is_empty() {
                what.push_str(&format!("  [{}]", edge.marks.join(", ")));
            }
            for (row, part) in wrapped(&what, room).into_iter().enumerate() {
                let lead = if row > 0 {
                    " ".repeat(before)
                } else {
                    let id = if names > 0 {
                        format!("{}  ", padded(&edge.id, names))
                    } else {
                        String::new()
                    };
                    let gap = line_width - line.len();
                    format!("    {id}→ {} {}{line}  ", padded(to, target), " ".repeat(gap))
                };
                text.push_str(&look.paint(Ink::Faint, &lead));
                text.push_str(&part);
                text.push('\n');
            }
        }
    }
    text
}

/// Globals, channels and processes.
fn data(system: &System, look: &Look) -> String {
    let mut text = String::new();
    let mut section = |title: &str, lines: Vec<String>| {
        if !lines.is_empty() {
            text.push_str(&format!("{}\n", look.paint(Ink::Strong, title)));
            text.extend(lines.iter().map(|line| format!("  {line}\n")));
        }
    };
    let globals = system.globals.iter().map(|variable| {
        let made = match &variable.init {
            Init::Channels(kind) => system.channel_kinds.get(*kind).map(|kind| kind.capacity),
            _ => None,
        };
        let name: Vec<String> = variable
            .path
            .iter()
            .map(|part| match part.length {
                Some(length) => format!("{}[{length}]", part.name),
                None => part.name.clone(),
            })
            .collect();
        let name = name.join(".");
        match made {
            Some(0) => format!("{name}: rendezvous channel"),
            Some(capacity) => format!("{name}: channel of {capacity}"),
            None => name,
        }
    });
    section("Global variables", globals.collect());
    let processes = system.processes.iter().map(|process| {
        let code = system.templates.get(process.template).map_or("?", |code| code.name.as_str());
        if code == process.name { code.to_string() } else { format!("{}: {code}", process.name) }
    });
    section("Processes at the start", processes.collect());
    text
}
