//! Reads the control graph of each proctype from the table that SPIN's verifier prints.

/// One edge of a proctype's control graph, as SPIN numbers its places.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ControlEdge {
    pub proctype: String,
    pub from: u32,
    /// 0 is the place after the end.
    pub to: u32,
    /// The edge ends inside an atomic sequence.
    pub into_atomic: bool,
    /// The edge is a whole d_step.
    pub d_step: bool,
    /// Marks on the place it leaves: accept, end, progress.
    pub accept: bool,
    pub end: bool,
    pub progress: bool,
    /// The statement as SPIN prints it.
    pub statement: String,
}

/// Reads the output of `pan -d`.
pub fn read(text: &str) -> Vec<ControlEdge> {
    let mut proctype = String::new();
    let mut edges = Vec::new();
    for line in text.lines() {
        let line = line.trim();
        for keyword in ["proctype ", "claim ", "init"] {
            if let Some(name) = line.strip_prefix(keyword)
                && !line.contains("=>")
            {
                proctype = if name.is_empty() { ":init:".into() } else { name.trim().into() };
            }
        }
        edges.extend(read_edge(line, &proctype));
    }
    edges
}

fn read_edge(line: &str, proctype: &str) -> Option<ControlEdge> {
    let (head, statement) = line.split_once(" => ")?;
    let mut words = head.strip_prefix("state")?.split_whitespace();
    let from = words.next()?.parse().ok()?;
    let (_, rest) = head.split_once("-> state")?;
    let to = rest.split_whitespace().next()?.parse().ok()?;
    let marks = rest.rsplit_once('[').map(|(_, marks)| marks)?;
    let flags: Vec<char> = marks.chars().take(5).collect();
    let at = |index: usize, mark: char| flags.get(index) == Some(&mark);
    Some(ControlEdge {
        proctype: proctype.to_owned(),
        from,
        to,
        into_atomic: at(0, 'A'),
        d_step: at(0, 'D'),
        accept: at(1, 'a'),
        end: at(2, 'e'),
        progress: at(3, 'p'),
        statement: statement.to_owned(),
    })
}

#[cfg(test)]
mod tests {
    #[test]
    fn reads_an_edge() {
        let table = "proctype P\n\
            \tstate   7 -(tr   6)-> state   5  [id   0 tp   2] [A---G] m.pml:6 => x = (x+1)\n\
            \tstate   8 -(tr   8)-> state   0  [id   7 tp 3500] [--e-L] m.pml:7 => -end-\n";
        let edges = super::read(table);
        assert_eq!(edges.len(), 2);
        assert!(edges[0].into_atomic && edges[1].end && edges[0].proctype == "P");
        assert_eq!((edges[0].from, edges[0].to, edges[1].to), (7, 5, 0));
        assert_eq!(edges[0].statement, "x = (x+1)");
    }
}
