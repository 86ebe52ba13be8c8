//! The code of a process, a claim or an event trace as a graph: what drawings and tables show.

use trine_base::{Id, SourceMap, Span};
use trine_property::{Claim, ClaimGuard, ClaimOrigin, Direction, EventTrace, FieldPattern};
use trine_system::{Hold, System, TemplateId};
use trine_verdict::Diagram;

use crate::trace::claim_state_name;
use crate::words::Words;

/// A graph to be drawn.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct Graph {
    pub title: String,
    pub nodes: Vec<Node>,
    pub edges: Vec<Arc>,
    pub entry: usize,
}

/// A node of a graph.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct Node {
    /// `s3`, as the text form has it.
    pub id: String,
    /// The labels that the source puts here.
    pub names: Vec<String>,
    /// `end`, `progress`, `accept`, `final`.
    pub marks: Vec<&'static str>,
    /// Passing it for ever, or reaching it, is what the graph is about.
    pub accepting: bool,
    /// Nothing leaves it.
    pub is_final: bool,
}

/// An arc of a graph.
#[derive(Clone, Debug, PartialEq)]
pub struct Arc {
    /// `e3`, where it has a name.
    pub id: String,
    pub from: usize,
    pub to: usize,
    pub text: String,
    /// `atomic`, `d_step`, `rank 1`.
    pub marks: Vec<String>,
    pub at: Option<String>,
    pub line: Option<u32>,
}

impl Node {
    /// `s3 idle`.
    pub fn label(&self) -> String {
        let mut label = self.id.clone();
        for name in &self.names {
            label.push(' ');
            label.push_str(name);
        }
        label
    }
}

/// The control flow of one template.
pub fn of_template(system: &System, sources: &SourceMap, template: TemplateId) -> Graph {
    let Some(code) = system.templates.get(template) else { return Graph::default() };
    let words = Words::of(system, template);
    let nodes = code.locations.enumerate().map(|(id, location)| {
        let marks = [
            (location.final_, "final"),
            (location.end, "end"),
            (location.progress, "progress"),
            (location.accept, "accept"),
        ];
        Node {
            id: id.to_string(),
            names: location.names.clone(),
            marks: marks.iter().filter(|(on, _)| *on).map(|(_, mark)| *mark).collect(),
            accepting: location.accept,
            is_final: location.final_,
        }
    });
    let edges = code.edges.enumerate().map(|(id, edge)| {
        let mut marks = Vec::new();
        match edge.hold {
            Hold::Release => {}
            Hold::Atomic => marks.push("atomic".to_string()),
            Hold::DStep => marks.push("d_step".to_string()),
        }
        if edge.rank > 0 {
            marks.push(format!("rank {}", edge.rank));
        }
        let (at, line) = place(edge.span, sources);
        Arc {
            id: id.to_string(),
            from: edge.from.index(),
            to: edge.to.index(),
            text: words.edge(edge),
            marks,
            at,
            line,
        }
    });
    Graph {
        title: code.name.clone(),
        nodes: nodes.collect(),
        edges: edges.collect(),
        entry: code.entry.index(),
    }
}

/// A claim: the automaton of the executions that violate a property.
pub fn of_claim(system: &System, name: &str, claim: &Claim) -> Graph {
    let words = Words::of_claim(system, claim);
    let nodes = claim.states.enumerate().map(|(id, state)| {
        let marks =
            [(state.final_, "final"), (state.progress, "progress"), (state.accepting, "accept")];
        let name = claim_state_name(claim, id);
        Node {
            id: id.to_string(),
            names: if name == id.to_string() { Vec::new() } else { vec![name] },
            marks: marks.iter().filter(|(on, _)| *on).map(|(_, mark)| *mark).collect(),
            accepting: state.accepting || state.final_,
            is_final: state.final_,
        }
    });
    let mut edges = Vec::new();
    for (from, state) in claim.states.enumerate() {
        for edge in &state.edges {
            let mut text = match &edge.guard {
                ClaimGuard::When(guard) if *guard == trine_system::Expr::TRUE => "true".to_string(),
                ClaimGuard::When(guard) => words.expr(guard),
                ClaimGuard::Else => "else".to_string(),
            };
            if let Some(assertion) = &edge.assertion {
                text.push_str(&format!(" assert({})", words.expr(assertion)));
            }
            edges.push(Arc {
                id: String::new(),
                from: from.index(),
                to: edge.to.index(),
                text,
                marks: Vec::new(),
                at: None,
                line: None,
            });
        }
    }
    let title = match &claim.origin {
        ClaimOrigin::Never | ClaimOrigin::Everything => name.to_string(),
        ClaimOrigin::Formula(formula) => format!("{name}: executions that violate {formula}"),
    };
    Graph { title, nodes: nodes.collect(), edges, entry: claim.initial.index() }
}

/// An event trace: the automaton of the allowed (or, negated, the forbidden) channel events.
pub fn of_events(system: &System, name: &str, events: &EventTrace) -> Graph {
    let nodes = events.states.iter().enumerate().map(|(number, state)| {
        let marks = [(state.final_, "final"), (state.end, "end")];
        Node {
            id: format!("q{number}"),
            names: Vec::new(),
            marks: marks.iter().filter(|(on, _)| *on).map(|(_, mark)| *mark).collect(),
            accepting: events.negated && state.final_,
            is_final: state.final_,
        }
    });
    let mut edges = Vec::new();
    for (from, state) in events.states.iter().enumerate() {
        for edge in &state.edges {
            let channel = match system.globals.get(edge.event.channel) {
                Some(variable) => variable.cell_name(edge.event.cell),
                None => "?".to_string(),
            };
            let sign = match edge.event.direction {
                Direction::Send => '!',
                Direction::Receive => '?',
            };
            let fields = edge.event.fields.iter().map(|field| match field {
                FieldPattern::Any => "_".to_string(),
                FieldPattern::Equals(value) => value.to_string(),
            });
            let fields: Vec<String> = fields.collect();
            edges.push(Arc {
                id: String::new(),
                from,
                to: edge.to,
                text: format!("{channel}{sign}{}", fields.join(", ")),
                marks: Vec::new(),
                at: None,
                line: None,
            });
        }
    }
    Graph { title: name.to_string(), nodes: nodes.collect(), edges, entry: events.initial }
}

/// What an engine would have people look at.
pub fn of_diagram(diagram: &Diagram) -> Graph {
    let nodes = diagram.nodes.iter().enumerate().map(|(number, name)| Node {
        id: format!("n{number}"),
        names: vec![name.clone()],
        ..Node::default()
    });
    let edges = diagram.arcs.iter().map(|arc| Arc {
        id: String::new(),
        from: arc.from,
        to: arc.to,
        text: arc.text.clone(),
        marks: arc.mark.iter().map(ToString::to_string).collect(),
        at: None,
        line: None,
    });
    Graph { title: diagram.title.clone(), nodes: nodes.collect(), edges: edges.collect(), entry: 0 }
}

fn place(span: Option<Span>, sources: &SourceMap) -> (Option<String>, Option<u32>) {
    let known = span.filter(|span| span.file.index() < sources.files().count());
    (known.map(|span| sources.describe(span)), known.map(|span| sources.place(span).line))
}
