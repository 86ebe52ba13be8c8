//! What the flow engine works with, drawn in words: its graph for a property, what may happen in
//! parallel, and its constraints.

use trine_flow::{Analysis, Constraint};
use trine_property::{Claim, Property, PropertyKind};
use trine_system::{LocationId, System};
use trine_verdict::{Diagram, DiagramArc, Node};

use crate::flow::{self, Constraints};
use crate::{Host, Request};

/// The graph of an analysis for a property, with the constraints of the request. An error says why there
/// is none.
pub fn flow_graph(
    request: &Request,
    system: &System,
    property: &Property,
    host: &dyn Host,
) -> Result<Diagram, String> {
    let Some(asked) = flow::as_claim(system, property) else {
        return Err("flow answers properties of events".to_string());
    };
    let PropertyKind::Claim(claim) = &asked.kind else { return Ok(Diagram::default()) };
    let instrumented = asked.system(system);
    let analysis = Analysis::new(&instrumented, claim)?;
    let names = match &request.constraints {
        Constraints::None => Vec::new(),
        Constraints::All => analysis.all().into_iter().map(|one| analysis.name(one)).collect(),
        Constraints::Named(names) => names.clone(),
        Constraints::Auto => flow::flow(request, system, property, host)?.constraints,
    };
    let mut chosen = analysis.needed();
    for one in flow::named(&analysis, &names)? {
        if !chosen.contains(&one) {
            chosen.push(one);
        }
    }
    let (nodes, follows) = analysis.steps(&chosen);
    let mut title = format!("trace flow graph of {}", property.name);
    if !chosen.is_empty() {
        let names: Vec<String> = chosen.iter().map(|one| analysis.name(*one)).collect();
        title.push_str(&format!(", with {}", names.join(", ")));
    }
    let first = ["start".to_string()];
    let steps = nodes.iter().map(|node| in_words(&instrumented, node));
    let arcs = follows.into_iter().map(|one| DiagramArc {
        from: one.before.map_or(0, |before| before + 1),
        to: one.next + 1,
        text: String::new(),
        mark: one.across.then_some("in parallel"),
    });
    Ok(Diagram { title, nodes: first.into_iter().chain(steps).collect(), arcs: arcs.collect() })
}

/// Where processes can be at the same time.
pub fn parallel(system: &System) -> Result<Diagram, String> {
    let everything = Claim::of_everything(false);
    let analysis = Analysis::new(system, &everything)?;
    let pairs = analysis.parallel_locations();
    let place = |(process, at): (u32, LocationId)| {
        let name = &system.processes[process as usize].name;
        format!("{name} at {at}")
    };
    let position = |wanted: &(u32, LocationId)| pairs.iter().position(|(one, _)| one == wanted);
    let mut arcs = Vec::new();
    for (from, (one, others)) in pairs.iter().enumerate() {
        for other in others.iter().filter(|other| other.0 > one.0) {
            if let Some(to) = position(other) {
                arcs.push(DiagramArc { from, to, text: String::new(), mark: None });
            }
        }
    }
    let title = "where processes can be at the same time".to_string();
    Ok(Diagram { title, nodes: pairs.iter().map(|(one, _)| place(*one)).collect(), arcs })
}

/// A generated constraint as an automaton.
pub fn constraint(system: &System, name: &str) -> Result<Diagram, String> {
    let everything = Claim::of_everything(false);
    let analysis = Analysis::new(system, &everything)?;
    let found: Vec<Constraint> = flow::named(&analysis, &[name.to_string()])?;
    let automaton = found.first().and_then(|one| analysis.automaton(*one));
    let Some(automaton) = automaton else {
        return Err(format!("the constraint `{name}` has too many states to be drawn"));
    };
    let arcs = automaton.steps.iter().map(|(from, node, to)| DiagramArc {
        from: *from,
        to: *to,
        text: in_words(system, node),
        mark: None,
    });
    let mut arcs: Vec<DiagramArc> = arcs.collect();
    arcs.sort_by(|one, two| (one.from, one.to, &one.text).cmp(&(two.from, two.to, &two.text)));
    arcs.dedup();
    Ok(Diagram { title: format!("constraint {name}"), nodes: automaton.states, arcs })
}

fn in_words(system: &System, node: &Node) -> String {
    let part = |(process, id)| {
        let declared = &system.processes[process as usize];
        let edge = &system.templates[declared.template].edges[id];
        let label = edge.labels.iter().find(|label| label.action != "at");
        let action = match label {
            Some(label) => {
                let name = label.name.as_ref().map(|name| format!(" {name}")).unwrap_or_default();
                let on = label.object.as_ref().map(|object| format!(" on {object}"));
                format!("{}{name}{}", label.action, on.unwrap_or_default())
            }
            None => flow::action(system, (process, id)),
        };
        format!("{action} in {}", declared.name)
    };
    node.parts().map(part).collect::<Vec<_>>().join(" with ")
}
