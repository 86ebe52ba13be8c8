//! Diagrams: graphs that an engine would have people look at, in words.

/// A graph in words.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Diagram {
    pub title: String,
    /// The first one is where it starts.
    pub nodes: Vec<String>,
    pub arcs: Vec<DiagramArc>,
}

/// An arc of a diagram.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct DiagramArc {
    pub from: usize,
    pub to: usize,
    pub text: String,
    /// What kind of arc it is, where there are several.
    pub mark: Option<&'static str>,
}
