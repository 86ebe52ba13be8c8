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

pub fn template_dot(system: &System, sources: &SourceMap, id: TemplateId) -> String {
    dot::graph(&graph::of_template(system, sources, id))
}

pub fn template_svg(system: &System, sources: &SourceMap, id: TemplateId) -> String {
    svg::graph(&graph::of_template(system, sources, id))
}

pub fn claim_text(system: &System, name: &str, claim: &Claim, look: &Look) -> String {
    table::graph(&graph::of_claim(system, name, claim), look)
}

pub fn claim_dot(system: &System, name: &str, claim: &Claim) -> String {
    dot::graph(&graph::of_claim(system, name, claim))
}

pub fn claim_svg(system: &System, name: &str, claim: &Claim) -> String {
    svg::graph(&graph::of_claim(system, name, claim))
}

/// The claim in the format that other automata tools read.
pub fn claim_hoa(system: &System, name: &str, claim: &Claim) -> String {
    hoa::claim(system, name, claim)
}

pub fn diagram_text(diagram: &Diagram, look: &Look) -> String {
    table::graph(&graph::of_diagram(diagram), look)
}

pub fn diagram_dot(diagram: &Diagram) -> String {
    dot::graph(&graph::of_diagram(diagram))
}

pub fn diagram_svg(diagram: &Diagram) -> String {
    svg::graph(&graph::of_diagram(diagram))
}
