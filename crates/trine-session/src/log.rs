//! Log replay: finds an execution that prints what a run of the program printed.
//!
//! The log becomes a claim whose states are places in it: what a step prints moves it on, and anything else
//! that is printed ends the pursuit. Line ends are not compared, for not every print says where its line ends;
//! parts of a text that the model does not know, written in braces, fit whatever stands on the line.

use std::collections::BTreeMap;

use trine_base::{Id, IndexVec};
use trine_property::{
    Claim, ClaimEdge, ClaimGuard, ClaimOrigin, ClaimState, ClaimStateId, EventInstrumentation,
    Level, Property, PropertyKind,
};
use trine_system::interpret::Move;
use trine_system::{BinaryOp, Edge, Effect, Expr, Print, Step, System, Width};
use trine_verdict::{EngineName, Reason, TraceMove, Verdict};

use crate::confirm::judge;
use crate::host::HostWatch;
use crate::{Host, Request};

/// What came of the search.
#[derive(Debug)]
pub enum Pursuit {
    /// These steps print the log; the text says how the execution goes on.
    Found(Vec<Step>, &'static str),
    /// No execution does.
    Impossible,
    Unknown(Option<Reason>),
}

/// How an execution goes on once it has printed the log.
#[derive(Clone, Copy, PartialEq, Eq)]
enum After {
    /// All processes end.
    Ends,
    /// Nothing more is printed.
    Silence,
    Anything,
}

/// Looks for an execution that prints a log: best one that ends, then one that prints nothing more, then
/// any.
pub fn pursue(request: &Request, system: &System, log: &str, host: &dyn Host) -> Pursuit {
    let log = log.replace("\r\n", "\n");
    let mut doubt = None;
    for (after, told) in [
        (After::Ends, "it ends"),
        (After::Silence, "it prints nothing more"),
        (After::Anything, "it goes on"),
    ] {
        let property = property(system, log.trim_end_matches('\n'), after);
        let one = std::slice::from_ref(&property);
        let watch = HostWatch(host);
        let mut outcomes =
            trine_explore::check(system, one, &request.explore, &request.budget, &watch);
        let Some(outcome) = outcomes.pop() else { continue };
        let result = judge(request, system, property.clone(), outcome, EngineName::Explore);
        match (result.verdict, result.findings.first()) {
            (Verdict::Violated, Some(finding)) => {
                let steps = finding.trace.steps.iter().filter_map(|step| match step.action {
                    TraceMove::System(step) if step.action != Move::ConsumeEvent => Some(step),
                    _ => None,
                });
                return Pursuit::Found(steps.collect(), told);
            }
            (Verdict::Holds, _) => {}
            _ => doubt = Some(result.reason),
        }
    }
    match doubt {
        Some(reason) => Pursuit::Unknown(reason),
        None => Pursuit::Impossible,
    }
}

/// A text with the values of its arguments, as it stands in the log.
type Said = (Print, Vec<i64>);

/// The property that executions which print the log violate.
fn property(system: &System, log: &str, after: After) -> Property {
    let mut prints: Vec<&Print> = Vec::new();
    for edge in system.templates.iter().flat_map(|template| &template.edges) {
        for effect in &edge.effects {
            if let Effect::Print(print) = effect
                && !prints.contains(&print)
            {
                prints.push(print);
            }
        }
    }
    let mut said: Vec<Said> = Vec::new();
    let mut places: BTreeMap<usize, ClaimStateId> = BTreeMap::from([(0, ClaimStateId(0))]);
    let mut states: IndexVec<ClaimStateId, ClaimState> = IndexVec::new();
    let mut order = vec![0];
    let stays = |at: ClaimStateId, guard: Expr| ClaimEdge {
        guard: ClaimGuard::When(guard),
        assertion: None,
        to: at,
    };
    while let Some(at) = order.get(states.len()).copied() {
        let here = ClaimStateId::from_index(states.len());
        let mut edges = vec![stays(here, Expr::Event(0))];
        for print in &prints {
            for (values, to) in fits(system, &print.format, log, at) {
                let one = ((*print).clone(), values);
                let known = said.iter().position(|other| *other == one);
                let event = known.unwrap_or_else(|| {
                    said.push(one);
                    said.len() - 1
                });
                let next = ClaimStateId::from_index(places.len());
                let to = *places.entry(to).or_insert_with(|| {
                    order.push(to);
                    next
                });
                edges.push(stays(to, Expr::Event(event as u32 + 1)));
            }
        }
        let mut state = ClaimState { edges, ..ClaimState::default() };
        state.accepting = at >= log.len() && after == After::Silence;
        state.final_ = at >= log.len() && after == After::Anything;
        states.push(state);
    }
    if after == After::Ends {
        let bad = states.push(ClaimState { final_: true, ..ClaimState::default() });
        let done = Expr::binary(BinaryOp::And, Expr::Event(0), Expr::Terminated);
        for (at, place) in places.iter().filter(|(at, _)| **at >= log.len()) {
            debug_assert!(*at >= log.len());
            states[*place].edges.push(stays(bad, done.clone()));
        }
    }
    let claim = Claim {
        states,
        initial: ClaimStateId(0),
        instrumentation: Some(instrumentation(system, &said)),
        infinite_only: false,
        stutter_invariant: true,
        origin: ClaimOrigin::Never,
        vacuous_if: Vec::new(),
    };
    let (name, kind) = ("log".to_string(), PropertyKind::Claim(claim));
    Property { name, kind, level: Level::Error, span: None }
}

/// Every print says which text of the log it is, or that it is none.
fn instrumentation(system: &System, said: &[Said]) -> EventInstrumentation {
    let mut events: Vec<String> =
        said.iter().map(|(print, _)| print.format.trim_end().to_string()).collect();
    events.push("something else is printed".to_string());
    let other = events.len() as u32;
    let mut edges = Vec::new();
    for (template, code) in system.templates.enumerate() {
        for (id, edge) in code.edges.enumerate() {
            if !edge.effects.iter().any(|effect| matches!(effect, Effect::Print(_))) {
                continue;
            }
            let mut effects = Vec::new();
            for effect in &edge.effects {
                if let Effect::Print(print) = effect {
                    effects.extend(emitted(print, said, other));
                }
                effects.push(effect.clone());
            }
            edges.push((template, Some(id), Edge { effects, ..edge.clone() }));
        }
    }
    EventInstrumentation { events, edges, ..EventInstrumentation::default() }
}

fn emitted(print: &Print, said: &[Said], other: u32) -> Vec<Effect> {
    let and = |one: Expr, two: Expr| Expr::binary(BinaryOp::And, one, two);
    let mut effects = Vec::new();
    let mut none = Expr::TRUE;
    for ((known, values), event) in said.iter().zip(1..) {
        if known != print {
            continue;
        }
        let arguments = print.arguments.iter().zip(values);
        let when = arguments.fold(Expr::TRUE, |when, (argument, value)| {
            let value = Box::new(Expr::Const(*value));
            let equal =
                Expr::Binary(BinaryOp::Equal, Width::W64, Box::new(argument.clone()), value);
            if when == Expr::TRUE { equal } else { and(when, equal) }
        });
        none = match when.clone() {
            Expr::Const(1) => Expr::Const(0),
            when if none == Expr::TRUE => when.negated(),
            when => and(none, when.negated()),
        };
        effects.push(Effect::Emit { event, when });
    }
    if none != Expr::Const(0) {
        effects.push(Effect::Emit { event: other, when: none });
    }
    effects
}

/// The ways in which a text can stand at a place of the log: the values of its arguments, and where the log
/// goes on.
fn fits(system: &System, format: &str, log: &str, at: usize) -> Vec<(Vec<i64>, usize)> {
    let mut open: Vec<(Vec<i64>, usize)> = vec![(Vec::new(), at)];
    let mut rest = format.trim_end_matches('\n');
    while !rest.is_empty() && !open.is_empty() {
        let (part, after) = next_part(rest);
        rest = after;
        let mut next = Vec::new();
        for (values, at) in open {
            let Some(here) = log.get(at..) else { continue };
            match part {
                FormatPart::Text(text) if here.starts_with(text) => {
                    next.push((values, at + text.len()))
                }
                FormatPart::Text(_) => {}
                FormatPart::Unknown => {
                    let line = here.find('\n').unwrap_or(here.len());
                    let ends = (0..=line).filter(|end| here.is_char_boundary(*end));
                    next.extend(ends.map(|end| (values.clone(), at + end)));
                }
                FormatPart::Value(kind) => {
                    if let Some((value, length)) = value(system, kind, here) {
                        let mut values = values;
                        values.push(value);
                        next.push((values, at + length));
                    }
                }
            }
        }
        open = next;
    }
    let mut found: Vec<(Vec<i64>, usize)> = Vec::new();
    for (values, at) in open {
        let line_ends = log.get(at..).is_some_and(|here| here.starts_with('\n'));
        if line_ends {
            found.push((values.clone(), at + 1));
        }
        // A print that says nothing would stay where it is for ever.
        found.push((values, at));
    }
    found.dedup();
    found
}

enum FormatPart<'f> {
    Text(&'f str),
    Value(char),
    Unknown,
}

/// The first part of a format that is not empty, and the rest.
fn next_part(format: &str) -> (FormatPart<'_>, &str) {
    if let Some(inside) = format.strip_prefix('{')
        && let Some((_, rest)) = inside.split_once('}')
    {
        return (FormatPart::Unknown, rest);
    }
    if let Some(inside) = format.strip_prefix('%') {
        let mut characters = inside.chars();
        return match characters.next() {
            Some('%') => (FormatPart::Text("%"), characters.as_str()),
            Some(kind) => (FormatPart::Value(kind), characters.as_str()),
            None => (FormatPart::Text("%"), ""),
        };
    }
    let first = format.chars().next().map_or(0, char::len_utf8);
    let end = format[first..].find(['{', '%']).map_or(format.len(), |at| first + at);
    (FormatPart::Text(&format[..end]), &format[end..])
}

/// The value that stands at the beginning of a text, and how long that is.
fn value(system: &System, kind: char, text: &str) -> Option<(i64, usize)> {
    let number = |radix: u32| {
        let sign = usize::from(text.starts_with('-'));
        let digits = text[sign..].chars().take_while(|digit| digit.is_digit(radix)).count();
        let value = i64::from_str_radix(text.get(..sign + digits)?, radix).ok()?;
        Some((value, sign + digits))
    };
    match kind {
        'd' | 'u' => number(10),
        'o' => number(8),
        'x' => number(16),
        'c' => text.chars().next().map(|letter| (i64::from(u32::from(letter)), letter.len_utf8())),
        'e' => {
            let values = system.enums.iter().flat_map(|known| &known.values);
            let fitting = values.filter(|(name, _)| text.starts_with(name.as_str()));
            fitting.max_by_key(|(name, _)| name.len()).map(|(name, value)| (*value, name.len()))
        }
        _ => None,
    }
}
