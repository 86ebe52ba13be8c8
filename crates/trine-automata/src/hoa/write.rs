//! Writes a Büchi automaton in the HOA format.

use std::collections::BTreeSet;
use std::fmt::Write;

use trine_base::Id;

use crate::AtomId;
use crate::buchi::Buchi;

/// The automaton as HOA text; its propositions are the atoms that occur in it, in their order.
pub fn write_hoa(automaton: &Buchi, name: &dyn Fn(AtomId) -> String) -> String {
    let atoms: BTreeSet<AtomId> = (automaton.edges())
        .flat_map(|(_, edge)| edge.guard.literals().into_iter().map(|(atom, _)| atom))
        .collect();
    let atoms: Vec<AtomId> = atoms.into_iter().collect();
    let mut out = String::from("HOA: v1\ntool: \"trine\"\n");
    let _ =
        writeln!(out, "States: {}\nStart: {}", automaton.states.len(), automaton.initial.index());
    let _ = write!(out, "AP: {}", atoms.len());
    for &atom in &atoms {
        let _ = write!(out, " {}", quoted(&name(atom)));
    }
    out.push_str("\nacc-name: Buchi\nAcceptance: 1 Inf(0)\n");
    out.push_str("properties: trans-labels explicit-labels state-acc\n--BODY--\n");
    for (id, state) in automaton.states.enumerate() {
        let mark = if state.accepting { " {0}" } else { "" };
        let _ = writeln!(out, "State: {}{mark}", id.index());
        for edge in &state.edges {
            let literals = edge.guard.literals().into_iter().map(|(atom, positive)| {
                let number = atoms.partition_point(|&other| other < atom);
                format!("{}{number}", if positive { "" } else { "!" })
            });
            let label = literals.collect::<Vec<_>>().join("&");
            let label = if label.is_empty() { "t" } else { &label };
            let _ = writeln!(out, "[{label}] {}", edge.target.index());
        }
    }
    out.push_str("--END--\n");
    out
}

fn quoted(text: &str) -> String {
    format!("\"{}\"", text.replace('\\', "\\\\").replace('"', "\\\""))
}
