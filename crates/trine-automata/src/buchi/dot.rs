//! Draws automata, as text for Graphviz.

use std::fmt::Write;

use super::automaton::{Buchi, StateId};
use crate::AtomId;

/// The automaton as a Graphviz graph: accepting states have a double border, edges between the
/// same two states are one arrow.
pub fn to_dot(automaton: &Buchi, name: &dyn Fn(AtomId) -> String) -> String {
    let mut out = String::from("digraph automaton {\n  rankdir=LR;\n");
    out.push_str("  node [shape=circle];\n  start [shape=point, label=\"\"];\n");
    for (id, state) in automaton.states.enumerate() {
        let shape = if state.accepting { " [shape=doublecircle]" } else { "" };
        let _ = writeln!(out, "  {id}{shape};");
    }
    let _ = writeln!(out, "  start -> {};", automaton.initial);
    for (id, state) in automaton.states.enumerate() {
        let mut targets: Vec<StateId> = state.edges.iter().map(|edge| edge.target).collect();
        targets.sort_unstable();
        targets.dedup();
        for target in targets {
            let guards: Vec<String> = (state.edges.iter())
                .filter(|edge| edge.target == target)
                .map(|edge| edge.guard.display(name).to_string())
                .collect();
            let guards = if guards.len() > 1 {
                let wrap = |guard: &String| {
                    if guard.contains("&&") { format!("({guard})") } else { guard.clone() }
                };
                guards.iter().map(wrap).collect::<Vec<_>>().join(" || ")
            } else {
                guards.concat()
            };
            let _ = writeln!(out, "  {id} -> {target} [label=\"{}\"];", escape(&guards));
        }
    }
    out.push_str("}\n");
    out
}

fn escape(text: &str) -> String {
    text.replace('\\', "\\\\").replace('"', "\\\"").replace('\n', "\\n")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ltl::{Names, parse_with_names, translate};

    #[test]
    fn a_drawing() {
        let mut names = Names::new();
        let formula = parse_with_names("<>[](p && !q)", &mut names).unwrap();
        let automaton = translate(&formula);
        let expected = "\
digraph automaton {
  rankdir=LR;
  node [shape=circle];
  start [shape=point, label=\"\"];
  q0;
  q1 [shape=doublecircle];
  start -> q0;
  q0 -> q0 [label=\"true\"];
  q0 -> q1 [label=\"p && !q\"];
  q1 -> q1 [label=\"p && !q\"];
}
";
        assert_eq!(to_dot(&automaton, &|atom| names.name(atom)), expected);
    }
}
