//! Graphs as drawings: SVG that stands alone or inside a page.

use trine_base::SourceMap;
use trine_system::System;

use crate::graph::{Graph, of_template};
use crate::layout::{LOOP, Placed, Point, Route, Shapes, place};
use crate::look::{width, wrapped};

/// The width of a character of the drawing's font, and the height of its lines.
pub const CHARACTER: f64 = 7.3;
/// The height of a line of text.
pub const LINE: f64 = 15.0;

/// One graph.
pub fn graph(graph: &Graph) -> String {
    standing_alone(&[drawing(graph)])
}

/// All templates of a system, one below the other.
pub fn system(system: &System, sources: &SourceMap) -> String {
    let graphs = system.templates.ids().map(|id| drawing(&of_template(system, sources, id)));
    standing_alone(&graphs.collect::<Vec<_>>())
}

/// A piece of SVG and its size.
struct Drawing {
    text: String,
    width: f64,
    height: f64,
}

fn standing_alone(drawings: &[Drawing]) -> String {
    let width = drawings.iter().map(|drawing| drawing.width).fold(60.0, f64::max);
    let height: f64 = drawings.iter().map(|drawing| drawing.height).sum::<f64>().max(40.0);
    let mut text = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width:.0}\" height=\"{height:.0}\" \
         viewBox=\"0 0 {width:.0} {height:.0}\">\n<style>\n{STYLE}</style>\n\
         <defs><marker id=\"tip\" viewBox=\"0 0 10 10\" refX=\"9\" refY=\"5\" markerWidth=\"7\" \
         markerHeight=\"7\" orient=\"auto-start-reverse\"><path class=\"tip\" \
         d=\"M0 0 L10 5 L0 10 z\"/></marker></defs>\n\
         <rect class=\"paper\" width=\"100%\" height=\"100%\"/>\n"
    );
    let mut y = 0.0;
    for drawing in drawings {
        text.push_str(&format!("<g transform=\"translate(0 {y:.0})\">\n{}</g>\n", drawing.text));
        y += drawing.height;
    }
    text.push_str("</svg>\n");
    text
}

const STYLE: &str = "\
text { font: 12px ui-monospace, Menlo, Consolas, 'DejaVu Sans Mono', monospace; fill: #1c1c1c }
.paper { fill: #ffffff }
.title { font-weight: bold; font-size: 14px }
.node { fill: #f4f6f8; stroke: #4a5560; stroke-width: 1.2 }
.entry { stroke-width: 2.4 }
.accepting, .inner { fill: #fff3d6; stroke: #4a5560; stroke-width: 1.2 }
.final { fill: #e3e7ea }
.marks { fill: #8a5a00; font-size: 11px }
.edge { fill: none; stroke: #6a7682; stroke-width: 1.2 }
.back { stroke: #2b6cb0 }
.tip { fill: #6a7682 }
.label { font-size: 12px }
@media (prefers-color-scheme: dark) {
  text { fill: #e6e6e6 } .paper { fill: #1b1d20 } .node { fill: #2a2e33; stroke: #9aa5b0 }
  .accepting, .inner { fill: #4a3c17; stroke: #9aa5b0 } .final { fill: #3a4046 }
  .edge { stroke: #8a96a2 } .back { stroke: #6fb1f0 } .tip { fill: #8a96a2 } .marks { fill: #e0b050 }
}
";

fn drawing(graph: &Graph) -> Drawing {
    let labels: Vec<Vec<String>> = graph.edges.iter().map(edge_label).collect();
    let size = |lines: &[String]| {
        let columns = lines.iter().map(|line| width(line)).max().unwrap_or(0);
        (columns as f64 * CHARACTER, lines.len() as f64 * LINE)
    };
    let nodes = graph.nodes.iter().map(|node| {
        let marks = node.marks.join(", ");
        let columns = width(&node.label()).max(width(&marks)) as f64;
        let lines = if marks.is_empty() { 1.0 } else { 2.0 };
        (columns * CHARACTER + 20.0, lines * LINE + 12.0)
    });
    let shapes = Shapes {
        nodes: nodes.collect(),
        edges: graph
            .edges
            .iter()
            .zip(&labels)
            .map(|(edge, label)| (edge.from, edge.to, size(label)))
            .collect(),
        entry: graph.entry,
    };
    let placed = place(&shapes);
    let title = wrapped(&graph.title, 90);
    let top = title.len() as f64 * 18.0 + 12.0;
    let title_width = title.iter().map(|line| width(line)).max().unwrap_or(0) as f64 * 8.6 + 32.0;
    let mut text = String::new();
    for (row, line) in title.iter().enumerate() {
        let y = 22.0 + row as f64 * 18.0;
        text.push_str(&format!(
            "<text class=\"title\" x=\"16\" y=\"{y:.0}\">{}</text>\n",
            escaped(line)
        ));
    }
    text.push_str(&format!("<g transform=\"translate(0 {top:.0})\">\n"));
    for ((route, edge), label) in placed.routes.iter().zip(&graph.edges).zip(&labels) {
        draw_edge(route, edge, label, &mut text);
    }
    draw_nodes(graph, &shapes, &placed, &mut text);
    text.push_str("</g>\n");
    Drawing { text, width: placed.width.max(title_width), height: placed.height + top }
}

/// At most three short lines.
fn edge_label(edge: &crate::graph::Arc) -> Vec<String> {
    let mut lines = wrapped(&edge.text, 34);
    if lines.len() > 3 {
        lines.truncate(3);
        if let Some(last) = lines.last_mut() {
            last.push_str(" …");
        }
    }
    if !edge.marks.is_empty() {
        lines.push(format!("[{}]", edge.marks.join(", ")));
    }
    lines
}

fn draw_edge(route: &Route, edge: &crate::graph::Arc, label: &[String], text: &mut String) {
    let [first, .., last] = route.points.as_slice() else { return };
    let class = if route.back { "edge back" } else { "edge" };
    let path = if route.to_itself {
        let reach = first.x + LOOP - 6.0;
        format!(
            "M{:.1} {:.1} C{reach:.1} {:.1} {reach:.1} {:.1} {:.1} {:.1}",
            first.x,
            first.y,
            first.y - 8.0,
            last.y + 8.0,
            last.x,
            last.y
        )
    } else {
        smooth(&route.points)
    };
    let tip = edge.at.as_deref().unwrap_or("");
    text.push_str(&format!(
        "<g><title>{}</title><path class=\"{class}\" d=\"{path}\" marker-end=\"url(#tip)\"/>",
        escaped(&format!("{} {}\n{tip}", edge.id, edge.text)),
    ));
    if let Some(at) = route.label {
        let top = at.y - label.len() as f64 * LINE / 2.0 + LINE * 0.75;
        for (row, line) in label.iter().enumerate() {
            let y = top + row as f64 * LINE;
            text.push_str(&format!(
                "<text class=\"label\" x=\"{:.1}\" y=\"{y:.1}\">{}</text>",
                at.x,
                escaped(line)
            ));
        }
    }
    text.push_str("</g>\n");
}

/// A curve through points on layers, vertical at each of them.
fn smooth(points: &[Point]) -> String {
    let mut path = format!("M{:.1} {:.1}", points[0].x, points[0].y);
    for pair in points.windows(2) {
        let [from, to] = [pair[0], pair[1]];
        if (from.x - to.x).abs() < 0.5 {
            path.push_str(&format!(" L{:.1} {:.1}", to.x, to.y));
        } else {
            let middle = (from.y + to.y) / 2.0;
            path.push_str(&format!(
                " C{:.1} {middle:.1} {:.1} {middle:.1} {:.1} {:.1}",
                from.x, to.x, to.x, to.y
            ));
        }
    }
    path
}

fn draw_nodes(graph: &Graph, shapes: &Shapes, placed: &Placed, text: &mut String) {
    for (number, node) in graph.nodes.iter().enumerate() {
        let (at, (wide, high)) = (placed.nodes[number], shapes.nodes[number]);
        let mut class = String::from("node");
        for (on, name) in [
            (number == graph.entry, "entry"),
            (node.accepting, "accepting"),
            (node.is_final, "final"),
        ] {
            if on {
                class.push(' ');
                class.push_str(name);
            }
        }
        let mut frame = |class: &str, inset: f64| {
            text.push_str(&format!(
                "<rect class=\"{class}\" x=\"{:.1}\" y=\"{:.1}\" width=\"{:.1}\" height=\"{:.1}\" \
                 rx=\"8\"/>\n",
                at.x - wide / 2.0 + inset,
                at.y - high / 2.0 + inset,
                wide - 2.0 * inset,
                high - 2.0 * inset
            ));
        };
        frame(&class, 0.0);
        if node.accepting {
            frame("inner", 3.0);
        }
        let marks = node.marks.join(", ");
        let first = if marks.is_empty() { at.y + 4.0 } else { at.y - 3.0 };
        text.push_str(&format!(
            "<text x=\"{:.1}\" y=\"{first:.1}\" text-anchor=\"middle\">{}</text>\n",
            at.x,
            escaped(&node.label())
        ));
        if !marks.is_empty() {
            let y = at.y + 12.0;
            text.push_str(&format!(
                "<text class=\"marks\" x=\"{:.1}\" y=\"{y:.1}\" text-anchor=\"middle\">{marks}</text>\n",
                at.x
            ));
        }
    }
}

/// Text inside XML; control characters, which XML cannot hold, become spaces.
pub fn escaped(text: &str) -> String {
    let mut safe = String::with_capacity(text.len());
    for character in text.chars() {
        match character {
            '&' => safe.push_str("&amp;"),
            '<' => safe.push_str("&lt;"),
            '>' => safe.push_str("&gt;"),
            '"' => safe.push_str("&quot;"),
            '\'' => safe.push_str("&#39;"),
            '\n' => safe.push('\n'),
            control if control.is_control() => safe.push(' '),
            other => safe.push(other),
        }
    }
    safe
}
