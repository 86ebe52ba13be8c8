//! Templates and automata as tables, Graphviz text and SVG.

mod common;

use common::*;
use trine_property::PropertyKind;
use trine_report::{Look, dot, draw, graph, svg, table};

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

#[test]
fn a_claim_is_read_back_by_the_automata_room() {
    let fixture = Fixture::new("meeting.system", MEETING);
    let property = recurrence_claim(&fixture.system);
    let PropertyKind::Claim(claim) = &property.kind else { panic!("a claim") };
    let text = draw::claim_hoa(&fixture.system, &property.name, claim);
    golden("claim.hoa", &text);
    let mut atoms: Vec<String> = Vec::new();
    let mut atom = |name: &str| {
        atoms.push(name.to_string());
        trine_automata::AtomId(atoms.len() as u32 - 1)
    };
    trine_automata::hoa::read_hoa(&text, &mut atom).expect("HOA");
    assert_eq!(atoms, ["x == 1"]);
}

#[test]
fn final_states_failed_assertions_and_else_are_said_in_hoa() {
    let fixture = Fixture::new("meeting.system", MEETING);
    let property = recurrence_claim(&fixture.system);
    let PropertyKind::Claim(mut claim) = property.kind else { panic!("a claim") };
    let [first, second] = [0, 1].map(trine_property::ClaimStateId);
    let x = trine_system::Expr::global(trine_system::GlobalId(0));
    claim.states[first].edges[0].guard = trine_property::ClaimGuard::Else;
    claim.states[first].edges[1].assertion = Some(x);
    claim.states[second].final_ = true;
    let text = draw::claim_hoa(&fixture.system, "mixed", &claim);
    let body: Vec<&str> = text.lines().skip_while(|line| *line != "--BODY--").skip(1).collect();
    assert_eq!(
        body,
        [
            "State: 0 \"T0_init\"",
            "[!(!0)] 0",
            "[!0] 1",
            "[(!0) & !(1)] 2",
            "State: 1 \"accept_S1\" {0}",
            "[t] 1",
            "State: 2 \"failed\" {0}",
            "[t] 2",
            "--END--"
        ]
    );
    let mut count = 0;
    let mut atom = |_: &str| {
        count += 1;
        trine_automata::AtomId(count - 1)
    };
    trine_automata::hoa::read_hoa(&text, &mut atom).expect("HOA");
}
