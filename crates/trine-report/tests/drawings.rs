//! Templates and automata as tables, Graphviz text and SVG.

mod common;

use common::*;
use trine_property::PropertyKind;
use trine_report::{Look, dot, graph, svg, table};

#[test]
fn a_system_is_a_table_of_states_and_edges() {
    let fixture = Fixture::new("meeting.system", MEETING);
    golden("system.txt", &table::system(&fixture.system, &fixture.sources, &Look::default()));
}

#[test]
fn a_system_is_graphviz_text() {
    let fixture = Fixture::new("children.system", CHILDREN);
    let text = dot::system(&fixture.system, &fixture.sources);
    golden("system.dot", &text);
    assert_eq!(text.matches('{').count(), text.matches('}').count());
}

#[test]
fn a_claim_is_drawn() {
    let fixture = Fixture::new("meeting.system", MEETING);
    let property = recurrence_claim(&fixture.system);
    let PropertyKind::Claim(claim) = &property.kind else { panic!("a claim") };
    let graph = graph::of_claim(&fixture.system, &property.name, claim);
    golden("claim.txt", &table::graph(&graph, &Look::default()));
    golden("claim.dot", &dot::graph(&graph));
    golden("claim.svg", &svg::graph(&graph));
}

#[test]
fn a_system_is_drawn() {
    let fixture = Fixture::new("children.system", CHILDREN);
    golden("system.svg", &svg::system(&fixture.system, &fixture.sources));
}
