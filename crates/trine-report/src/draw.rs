//! What `show` shows: the code of a process, or a claim, as a table or a drawing.

use trine_base::SourceMap;
use trine_property::Claim;
use trine_system::{System, TemplateId};
use trine_verdict::Diagram;

use crate::look::Look;
use crate::{dot, graph, hoa, svg, table};

/// The states of a template, with the statements that lead from each to the next.
pub fn template_text(system: &System, sources: &SourceMap, id: TemplateId, look: &Look) -> String {
    table::graph(&graph::of_template(system, sources, id), look)
}

/// The code of a process for Graphviz.
pub fn template_dot(system: &System, sources: &SourceMap, id: TemplateId) -> String {
    dot::graph(&graph::of_template(system, sources, id))
}

/// The code of a process as a drawing.
pub fn template_svg(system: &System, sources: &SourceMap, id: TemplateId) -> String {
    svg::graph(&graph::of_template(system, sources, id))
}

/// A claim as a table of its states and edges.
pub fn claim_text(system: &System, name: &str, claim: &Claim, look: &Look) -> String {
    table::graph(&graph::of_claim(system, name, claim), look)
}

/// A claim for Graphviz.
pub fn claim_dot(system: &System, name: &str, claim: &Claim) -> String {
    dot::graph(&graph::of_claim(system, name, claim))
}

/// A claim as a drawing.
pub fn claim_svg(system: &System, name: &str, claim: &Claim) -> String {
    svg::graph(&graph::of_claim(system, name, claim))
}

/// The claim in the format that other automata tools read.
pub fn claim_hoa(system: &System, name: &str, claim: &Claim) -> String {
    hoa::claim(system, name, claim)
}

/// A diagram as a list of nodes with their arcs.
pub fn diagram_text(diagram: &Diagram, look: &Look) -> String {
    table::graph(&graph::of_diagram(diagram), look)
}

/// A diagram for Graphviz.
pub fn diagram_dot(diagram: &Diagram) -> String {
    dot::graph(&graph::of_diagram(diagram))
}

/// A diagram as a drawing.
pub fn diagram_svg(diagram: &Diagram) -> String {
    svg::graph(&graph::of_diagram(diagram))
}
