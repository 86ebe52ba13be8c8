//! What a specification says, for people: sentences, alphabets, automata and examples.

use trine_spec::{Explained, Picture};

use crate::graph::{Arc, Graph, Node};
use crate::look::{Ink, Look, wrapped};
use crate::{dot, svg, table};

/// Everything there is to say of each, one below the other.
pub fn text(explained: &[Explained], look: &Look) -> String {
    let parts: Vec<String> = explained.iter().map(|one| one_text(one, look)).collect();
    parts.join("\n")
}

/// The automata as Graphviz text, one after the other.
pub fn dot(explained: &[Explained]) -> String {
    let drawn: Vec<String> = graphs(explained).iter().map(dot::graph).collect();
    drawn.join("\n")
}

/// The automata as drawings, one after the other.
pub fn svg(explained: &[Explained]) -> String {
    let drawn: Vec<String> = graphs(explained).iter().map(svg::graph).collect();
    drawn.join("\n")
}

fn graphs(explained: &[Explained]) -> Vec<Graph> {
    let drawn = |one: &Explained| one.picture.as_ref().map(|picture| graph(&one.name, picture));
    explained.iter().filter_map(drawn).collect()
}

fn one_text(one: &Explained, look: &Look) -> String {
    let mut text = format!("{}\n", look.paint(Ink::Strong, &one.name));
    for line in wrapped(&one.sentence, look.width.max(60) - 2) {
        text += &format!("  {line}\n");
    }
    let mut row = |title: &str, lines: &[String]| {
        let room = look.width.max(60) - 18;
        let lines = lines.iter().flat_map(|line| wrapped(line, room));
        for (number, line) in lines.enumerate() {
            let title = if number == 0 { title } else { "" };
            text += &format!("  {}{line}\n", look.paint(Ink::Faint, &format!("{title:<16}")));
        }
    };
    if !one.alphabet.is_empty() {
        row("speaks of", &[one.alphabet.join(", ")]);
    }
    row("satisfied by", &one.accepted);
    row("violated by", &one.rejected);
    row("as a query", &one.queries);
    row("warning", &one.warnings);
    if let Some(picture) = &one.picture {
        let drawn = table::graph(&graph("", picture), look);
        text.extend(drawn.lines().map(|line| format!("  {line}\n")));
    }
    text
}

fn graph(name: &str, picture: &Picture) -> Graph {
    let nodes = picture.states.iter().map(|(name, accepting)| Node {
        id: name.clone(),
        names: Vec::new(),
        marks: if *accepting { vec!["accept"] } else { Vec::new() },
        accepting: *accepting,
        is_final: false,
    });
    let edges = picture.edges.iter().map(|(from, text, to)| Arc {
        id: String::new(),
        from: *from,
        to: *to,
        text: text.clone(),
        marks: Vec::new(),
        at: None,
        line: None,
    });
    let title = match name.is_empty() {
        true => picture.title.clone(),
        false => format!("{name}: {}", picture.title),
    };
    Graph { title, nodes: nodes.collect(), edges: edges.collect(), entry: picture.start }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn explained(text: &str) -> Vec<Explained> {
        let mut sources = trine_base::SourceMap::new();
        let file = sources.add("a.trine", text);
        let mut diagnostics = trine_base::Diagnostics::new();
        let specs = trine_spec::read(&[(file, text)], &[], &mut diagnostics);
        assert!(!diagnostics.has_errors(), "{:?}", diagnostics.items);
        trine_spec::explain(&specs[0])
    }

    #[test]
    fn a_property_is_told_in_full() {
        let spec = "event up = call up\nevent down = call down\n\
                    property even { every prefix satisfies (up; down)* }\n\
                    property calm { invariant \"x > 0\" }";
        let look = Look { colour: false, ..Look::default() };
        let told = text(&explained(spec), &look);
        let expected = "\
even
  At every moment of every execution, the events so far can be continued to a word of (up; down)*.
  speaks of       up, down
  satisfied by    nothing
                  up
  violated by     down
                  up up
  what may happen
  → q0  (accept)
      → q1   up
      → q2   down
    q1  (accept)
      → q0   down
      → q2   up
    q2
      → q2   up, down

calm
  In every state that can be reached, \"x > 0\" holds.
  speaks of       \"x > 0\"
";
        assert_eq!(told, expected, "{told}");
        assert!(svg(&explained(spec)).contains("even: what may happen"));
        assert_eq!(dot(&explained(spec)).matches("digraph").count(), 1);
    }
}
