//! Random models with loops inside loops and marks on them, and what the marks leave of their infinite
//! executions, found out from the lines of the text alone.

use std::collections::HashMap;

use trine_base::SourceMap;
use trine_base::components::components;
use trine_system::interpret::Move;
use trine_system::{Interpreter, State, System};

use crate::rng::Rng;

/// A loop of a process, by its lines, and the loop around it.
#[derive(Clone, Copy, Debug)]
pub struct Loop {
    pub process: u32,
    pub first: u32,
    pub last: u32,
    pub around: Option<usize>,
    pub mark: Option<bool>,
}

/// A model, its loops, and the marks as a specification has them.
pub struct Marked {
    pub model: String,
    pub loops: Vec<Loop>,
    pub marks: String,
}

/// A model of two processes. What is counted is `a = 1 - a` of either.
pub fn generate(seed: u64) -> Marked {
    let mut rng = Rng::new(seed);
    let mut lines: Vec<String> = vec!["byte a; bool f, g;".to_string()];
    let mut loops = Vec::new();
    for process in 0..2 {
        lines.push(format!("active proctype P{process}() {{"));
        for _ in 0..rng.between(1, 2) {
            lines.push(format!("  {};", statement(&mut rng)));
            repeat(&mut rng, &mut lines, &mut loops, process, None);
        }
        lines.push("  skip".to_string());
        lines.push("}".to_string());
    }
    let mut marks = String::new();
    for one in &mut loops {
        one.mark = match rng.below(5) {
            0 | 1 => Some(true),
            2 if rng.chance(60) => Some(false),
            _ => None,
        };
        if let Some(finite) = one.mark {
            let word = if finite { "finite" } else { "infinite" };
            marks.push_str(&format!("loop m.pml:{} is {word}\n", one.first));
        }
    }
    Marked { model: lines.join("\n") + "\n", loops, marks }
}

fn statement(rng: &mut Rng) -> &'static str {
    const ALL: [&str; 5] = ["a = 1 - a", "f = !f", "g = !g", "f = true", "skip"];
    ALL[rng.below(ALL.len())]
}

fn repeat(
    rng: &mut Rng,
    lines: &mut Vec<String>,
    loops: &mut Vec<Loop>,
    process: u32,
    around: Option<usize>,
) {
    lines.push("  do".to_string());
    let number = loops.len();
    let first = lines.len() as u32;
    loops.push(Loop { process, first, last: first, around, mark: None });
    for _ in 0..rng.between(1, 2) {
        let guard = *rng.pick(&["", "f -> ", "!f -> ", "g -> "]);
        lines.push(format!("  :: {guard}{}", statement(rng)));
        if around.is_none() && rng.chance(60) {
            lines[first as usize..].last_mut().expect("an option").push(';');
            repeat(rng, lines, loops, process, Some(number));
            // The loop inside is followed by nothing.
            if let Some(end) = lines.last_mut() {
                *end = "  od".to_string();
            }
        }
    }
    // A loop that cannot be left is no part of the one around it.
    if around.is_some() || rng.chance(70) {
        let guard = *rng.pick(&["f", "g", "!g", "true"]);
        lines.push(format!("  :: {guard} -> break"));
    }
    lines.push("  od;".to_string());
    loops[number].last = lines.len() as u32;
}

/// Whether an infinite execution that keeps to the marks counts only finitely often. None where there are
/// too many states.
pub fn starves(system: &System, sources: &SourceMap, marked: &Marked) -> Option<bool> {
    let graph = Graph::new(system, sources)?;
    let choices = |process: u32| {
        let own = marked.loops.iter().enumerate().filter(move |(_, one)| one.process == process);
        let allowed = own.filter(|(at, _)| may_go_on(marked, *at)).map(|(at, _)| Some(at));
        [None].into_iter().chain(allowed).collect::<Vec<_>>()
    };
    for first in choices(0) {
        for second in choices(1) {
            if (first.is_some() || second.is_some()) && graph.stays(marked, [first, second]) {
                return Some(true);
            }
        }
    }
    Some(false)
}

/// Whether a process may stay in a loop for ever, and in no loop inside it.
fn may_go_on(marked: &Marked, at: usize) -> bool {
    let only = marked.loops.iter().any(|one| one.mark == Some(false));
    let own = marked.loops[at].mark;
    let around = marked.loops[at].around.and_then(|around| marked.loops[around].mark);
    own != Some(true) && around != Some(true) && (!only || own == Some(false))
}

/// A step: where it leads, whose it is, its line, and whether it counts.
type Arc = (usize, u32, u32, bool);

struct Graph {
    arcs: Vec<Vec<Arc>>,
}

impl Graph {
    fn new(system: &System, sources: &SourceMap) -> Option<Graph> {
        let interpreter = Interpreter::new(system);
        let mut states: Vec<State> = vec![interpreter.initial().state?];
        let mut numbers: HashMap<State, usize> = HashMap::from([(states[0].clone(), 0)]);
        let mut arcs = Vec::new();
        while arcs.len() < states.len() {
            let state = states[arcs.len()].clone();
            let mut next = Vec::new();
            for step in interpreter.steps(&state) {
                let Some(after) = interpreter.step(&state, &step).state else { continue };
                let number = states.len();
                let to = *numbers.entry(after.clone()).or_insert(number);
                if to == number {
                    states.push(after);
                }
                let Move::Edge(edge) = step.action else { continue };
                let template = state.processes[step.process as usize].template;
                let edge = &system.templates[template].edges[edge];
                let line = edge.span.map_or(0, |span| sources.place(span).line);
                next.push((to, template.0, line, edge.text.starts_with("a = ")));
            }
            arcs.push(next);
            if states.len() > 5_000 {
                return None;
            }
        }
        Some(Graph { arcs })
    }

    /// Whether an execution ends in a cycle in which nothing counts, and each process stays in the loop
    /// that is chosen for it, or does nothing.
    fn stays(&self, marked: &Marked, chosen: [Option<usize>; 2]) -> bool {
        let inside = |one: usize, line: u32| {
            let one = &marked.loops[one];
            one.first < line && line < one.last
        };
        let allowed = |(_, process, line, counts): &Arc| {
            !counts && chosen[*process as usize].is_some_and(|one| inside(one, *line))
        };
        let own = |(_, process, line, _): &Arc, one: usize| {
            let nested =
                marked.loops.iter().enumerate().filter(|(_, other)| other.around == Some(one));
            marked.loops[one].process == *process
                && !nested.into_iter().any(|(other, _)| inside(other, *line))
        };
        let kept: Vec<Vec<usize>> = self
            .arcs
            .iter()
            .map(|arcs| arcs.iter().filter(|arc| allowed(arc)).map(|arc| arc.0).collect())
            .collect();
        let found = components(&kept);
        found.members.iter().any(|members| {
            let stays = |from: usize, arc: &Arc| allowed(arc) && found.of[from] == found.of[arc.0];
            chosen.iter().flatten().all(|one| {
                members.iter().any(|&from| {
                    self.arcs[from].iter().any(|arc| stays(from, arc) && own(arc, *one))
                })
            })
        })
    }
}
