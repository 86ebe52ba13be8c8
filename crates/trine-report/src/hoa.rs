//! Claims in the Hanoi Omega-Automata format, for other tools.
//!
//! The atomic propositions are the conditions that the claim looks at, as text, and the events that
//! it observes, by name; at most one of these is consumed at a moment. Reaching a final
//! state, and a failed assertion, are acceptance for ever after.

use trine_property::{Claim, ClaimGuard};
use trine_system::{BinaryOp, Expr, System, UnaryOp};

use crate::trace::claim_state_name;
use crate::words::Words;

/// The automaton, ended by a line break.
pub fn claim(system: &System, name: &str, claim: &Claim) -> String {
    let mut atoms = Atoms { words: Words::of_claim(system, claim), names: Vec::new() };
    let sink = claim.states.len();
    let mut sink_used = false;
    let mut body = String::new();
    for (id, state) in claim.states.enumerate() {
        let accepting = if state.accepting || state.final_ { " {0}" } else { "" };
        let label = quoted(&claim_state_name(claim, id));
        body.push_str(&format!("State: {} {label}{accepting}\n", id.0));
        if state.final_ {
            body.push_str(&format!("[t] {}\n", id.0));
            continue;
        }
        let guards: Vec<String> = state
            .edges
            .iter()
            .filter_map(|edge| match &edge.guard {
                ClaimGuard::When(guard) => Some(atoms.label(guard)),
                ClaimGuard::Else => None,
            })
            .collect();
        let otherwise = match guards.is_empty() {
            true => "t".to_string(),
            false => format!("!({})", guards.join(" | ")),
        };
        for edge in &state.edges {
            let guard = match &edge.guard {
                ClaimGuard::When(guard) => atoms.label(guard),
                ClaimGuard::Else => otherwise.clone(),
            };
            body.push_str(&format!("[{guard}] {}\n", edge.to.0));
            if let Some(assertion) = &edge.assertion {
                let assertion = atoms.label(assertion);
                body.push_str(&format!("[({guard}) & !({assertion})] {sink}\n"));
                sink_used = true;
            }
        }
    }
    if sink_used {
        body.push_str(&format!("State: {sink} \"failed\" {{0}}\n[t] {sink}\n"));
    }
    let names: String = atoms.names.iter().map(|name| format!(" {}", quoted(name))).collect();
    format!(
        "HOA: v1\nname: {}\nStates: {}\nStart: {}\nAP: {}{names}\nacc-name: Buchi\n\
         Acceptance: 1 Inf(0)\nproperties: trans-labels explicit-labels state-acc\n--BODY--\n\
         {body}--END--\n",
        quoted(name),
        sink + usize::from(sink_used),
        claim.initial.0,
        atoms.names.len()
    )
}

struct Atoms<'s> {
    words: Words<'s>,
    names: Vec<String>,
}

impl Atoms<'_> {
    /// A condition as a formula over atoms; what is not a connective is an atom.
    fn label(&mut self, expr: &Expr) -> String {
        match expr {
            Expr::Const(0) => "f".to_string(),
            Expr::Const(_) => "t".to_string(),
            Expr::Unary(UnaryOp::Not, _, inner) => format!("!{}", self.inside(inner)),
            Expr::Binary(BinaryOp::And, _, left, right) => {
                format!("{} & {}", self.inside(left), self.inside(right))
            }
            Expr::Binary(BinaryOp::Or, _, left, right) => {
                format!("{} | {}", self.inside(left), self.inside(right))
            }
            Expr::Binary(BinaryOp::NotEqual, width, left, right) => {
                let equal = Expr::Binary(BinaryOp::Equal, *width, left.clone(), right.clone());
                format!("!{}", self.inside(&equal))
            }
            // Silence is that no event is consumed, and no atom of its own.
            Expr::Event(0) if !self.words.events.is_empty() => {
                let events = 1..=self.words.events.len() as u32;
                let unmatched = events.map(|event| format!("!{}", self.label(&Expr::Event(event))));
                unmatched.collect::<Vec<_>>().join(" & ")
            }
            other => {
                let name = self.words.expr(other);
                let known = self.names.iter().position(|known| *known == name);
                let number = known.unwrap_or_else(|| {
                    self.names.push(name);
                    self.names.len() - 1
                });
                number.to_string()
            }
        }
    }

    fn inside(&mut self, expr: &Expr) -> String {
        let label = self.label(expr);
        if label.contains(['&', '|']) { format!("({label})") } else { label }
    }
}

fn quoted(text: &str) -> String {
    format!("\"{}\"", text.replace('\\', "\\\\").replace('"', "\\\""))
}
