//! Properties of finite executions: regular expressions, automata and queries, as claims that follow
//! a deterministic automaton.

use trine_automata::StateId;
use trine_automata::finite::{
    DEFAULT_LIMIT, Dfa, DfaBuilder, Interval, Letter, LetterSet, Regex, TooLarge, without_intervals,
};
use trine_base::{Id, IndexVec, Span};
use trine_property::{Claim, ClaimEdge, ClaimGuard, ClaimOrigin, ClaimState, ClaimStateId};
use trine_system::{BinaryOp, Expr};

use super::compile::{Compiler, Violations, distinct};
use crate::ast::{self, Quantifier, RegexKind, Repetition};

/// What violates a property over words of events.
#[derive(Clone, Copy)]
pub enum Bad {
    /// To end where the automaton does not accept.
    EndRejected,
    /// To come, at any time, to where the automaton does not accept.
    EverRejected,
}

/// The words of events that a body speaks of, and what violates it.
pub struct Words {
    pub events: Vec<String>,
    pub dfa: Dfa,
    pub bad: Bad,
}

/// The claim that a regular expression compiles to; none where it is too large.
pub fn regular(
    compiler: &mut Compiler<'_, '_>,
    body: &ast::Regular,
    span: Span,
) -> Option<Violations> {
    match regular_words(body) {
        Ok(words) => Some(claim_of(compiler, words, span)),
        Err(TooLarge) => {
            compiler.too_large(span);
            None
        }
    }
}

/// The claim that an automaton compiles to.
pub fn automaton(
    compiler: &mut Compiler<'_, '_>,
    body: &ast::Automaton,
    span: Span,
) -> Option<Violations> {
    let words = automaton_words(body)?;
    Some(claim_of(compiler, words, span))
}

/// The claim that a query compiles to; none where it is too large.
pub fn query(compiler: &mut Compiler<'_, '_>, body: &ast::Query, span: Span) -> Option<Violations> {
    match query_words(body) {
        Ok(words) => Some(claim_of(compiler, words, span)),
        Err(TooLarge) => {
            compiler.too_large(span);
            None
        }
    }
}

/// The words of a quantified regular expression.
pub fn regular_words(body: &ast::Regular) -> Result<Words, TooLarge> {
    let mut mentioned = Vec::new();
    body.regex.mentions(&mut mentioned);
    let events = distinct(body.events.iter().chain(mentioned));
    let dfa = expression(&body.regex, &events).to_dfa(events.len(), DEFAULT_LIMIT)?;
    Ok(match body.quantifier {
        Quantifier::AllPaths => Words { events, dfa, bad: Bad::EndRejected },
        Quantifier::NoPath => {
            Words { events, dfa: dfa.complement().minimise(), bad: Bad::EndRejected }
        }
        Quantifier::EveryPrefix => {
            Words { events, dfa: dfa.prefixes().minimise(), bad: Bad::EverRejected }
        }
    })
}

fn expression(regex: &ast::Regex, events: &[String]) -> Regex {
    let letter = |event: &ast::Ident| {
        let position = events.iter().position(|known| *known == event.name);
        Letter::from_index(position.unwrap_or(0))
    };
    let set = |names: &[ast::Ident]| names.iter().map(letter).collect::<LetterSet>();
    let part = |inner: &ast::Regex| expression(inner, events);
    match &regex.kind {
        RegexKind::Empty => Regex::Epsilon,
        RegexKind::Event(event) => Regex::letter(letter(event)),
        RegexKind::Any => Regex::Any,
        RegexKind::OneOf(names) => Regex::OneOf(set(names)),
        RegexKind::NoneOf(names) => Regex::NoneOf(set(names)),
        RegexKind::Sequence(parts) => Regex::Sequence(parts.iter().map(part).collect()),
        RegexKind::Choice(parts) => Regex::Choice(parts.iter().map(part).collect()),
        RegexKind::Repeat(inner, repetition) => {
            let inner = part(inner);
            match repetition {
                Repetition::Star => inner.star(),
                Repetition::Plus => inner.plus(),
                Repetition::Optional => inner.optional(),
                Repetition::Exactly(count) => inner.repeat(*count, Some(*count)),
                Repetition::Between(least, most) => inner.repeat(*least, Some(*most)),
            }
        }
    }
}

/// The words of a written automaton; none where it has no start, which was reported before.
pub fn automaton_words(body: &ast::Automaton) -> Option<Words> {
    let events = distinct(body.mentions());
    let violation = body.has_violation();
    let mut builder = DfaBuilder::new(events.len());
    let mut names: Vec<&str> = Vec::new();
    let mut start = None;
    for state in &body.states {
        let is_bad = state.name.name == ast::VIOLATION;
        let id = builder.state(if violation { !is_bad } else { state.accepting });
        names.push(&state.name.name);
        if state.start {
            start = Some(id);
        }
    }
    if violation && !names.contains(&ast::VIOLATION) {
        builder.state(false);
        names.push(ast::VIOLATION);
    }
    let number =
        |name: &str| names.iter().position(|known| *known == name).map(StateId::from_index);
    for (position, state) in body.states.iter().enumerate() {
        for transition in &state.transitions {
            let target = number(&transition.target.name)?;
            for event in &transition.events {
                let letter = events.iter().position(|known| *known == event.name)?;
                let from = StateId::from_index(position);
                builder.edge(from, Letter::from_index(letter), target);
            }
        }
    }
    let dfa = builder.finish_staying(start?).minimise();
    let bad = if violation { Bad::EverRejected } else { Bad::EndRejected };
    Some(Words { events, dfa, bad })
}

/// The words of which no prefix matches a query.
pub fn query_words(query: &ast::Query) -> Result<Words, TooLarge> {
    let events = distinct(query.mentions());
    let letters = events.len();
    let letter = |event: &ast::Ident| {
        let position = events.iter().position(|known| *known == event.name);
        Letter::from_index(position.unwrap_or(0))
    };
    let intervals = query.intervals.iter().map(|interval| {
        let ends = letter(&interval.ends);
        let mut forbids: LetterSet = interval.forbids.iter().map(letter).collect();
        if interval.first {
            forbids.insert(ends);
        }
        let requires = interval.requires.iter().map(letter).collect();
        Interval { ends: LetterSet::of(ends), requires, forbids }
    });
    let dfa = without_intervals(&[intervals.collect()], letters, DEFAULT_LIMIT)?;
    Ok(Words { events, dfa, bad: Bad::EverRejected })
}

/// The intervals of a query, over events that are numbered by their positions from 1 on.
pub fn intervals(query: &ast::Query, events: &[String]) -> Vec<trine_property::Interval> {
    let number = |event: &ast::Ident| {
        let position = events.iter().position(|known| *known == event.name);
        position.map_or(0, |position| position as u32 + 1)
    };
    let interval = |written: &ast::Interval| {
        let mut forbids: Vec<u32> = written.forbids.iter().map(number).collect();
        forbids.extend(written.first.then(|| number(&written.ends)));
        forbids.sort_unstable();
        forbids.dedup();
        let requires = written.requires.iter().map(number).collect();
        trine_property::Interval { ends: number(&written.ends), requires, forbids }
    };
    query.intervals.iter().map(interval).collect()
}

/// The claim that follows an automaton and accepts what is bad.
fn claim_of(compiler: &Compiler<'_, '_>, words: Words, span: Span) -> Violations {
    let Words { events, dfa, bad } = words;
    let dfa = dfa.renumbered();
    let violated = ClaimStateId::from_index(dfa.state_count());
    let mut states: IndexVec<ClaimStateId, ClaimState> = IndexVec::new();
    for state in dfa.states() {
        // What is consumed to get to each state; silence stays.
        let mut observed: Vec<(ClaimStateId, Vec<u32>)> =
            vec![(ClaimStateId::from_index(state.index()), vec![0])];
        for letter in dfa.letters() {
            let to = dfa.step(state, letter);
            let to = match bad {
                Bad::EverRejected if !dfa.is_accepting(to) => violated,
                _ => ClaimStateId::from_index(to.index()),
            };
            let event = letter.index() as u32 + 1;
            match observed.iter_mut().find(|(known, _)| *known == to) {
                Some((_, events)) => events.push(event),
                None => observed.push((to, vec![event])),
            }
        }
        let mut edges: Vec<ClaimEdge> = Vec::new();
        if matches!(bad, Bad::EndRejected) && !dfa.is_accepting(state) {
            let ended = Expr::binary(BinaryOp::And, Expr::Event(0), Expr::Terminated);
            edges.push(edge(ended, violated));
        }
        edges.extend(observed.into_iter().map(|(to, events)| edge(any_of(&events), to)));
        states.push(ClaimState { edges, ..ClaimState::default() });
    }
    states.push(ClaimState { final_: true, ..ClaimState::default() });
    let initial = match bad {
        Bad::EverRejected if !dfa.is_accepting(dfa.initial()) => violated,
        _ => ClaimStateId::from_index(dfa.initial().index()),
    };
    let claim = Claim {
        states,
        initial,
        instrumentation: None,
        infinite_only: false,
        stutter_invariant: true,
        origin: ClaimOrigin::Formula(compiler.one_line(span)),
        vacuous_if: match bad {
            Bad::EndRejected => vec![nothing_ends(compiler.one_line(span))],
            Bad::EverRejected => Vec::new(),
        },
    };
    Violations { claim, events }
}

/// Violated by any execution in which all processes end.
fn nothing_ends(text: String) -> Claim {
    let wait = vec![
        edge(Expr::binary(BinaryOp::And, Expr::Event(0), Expr::Terminated), ClaimStateId(1)),
        edge(Expr::TRUE, ClaimStateId(0)),
    ];
    let states = [
        ClaimState { edges: wait, ..ClaimState::default() },
        ClaimState { final_: true, ..ClaimState::default() },
    ];
    Claim {
        states: states.into_iter().collect(),
        initial: ClaimStateId(0),
        instrumentation: None,
        infinite_only: false,
        stutter_invariant: true,
        origin: ClaimOrigin::Formula(text),
        vacuous_if: Vec::new(),
    }
}

pub(super) fn edge(guard: Expr, to: ClaimStateId) -> ClaimEdge {
    ClaimEdge { guard: ClaimGuard::When(guard), assertion: None, to }
}

/// One of these is consumed; 0 is silence.
pub(super) fn any_of(events: &[u32]) -> Expr {
    let either = |left: Expr, right: Expr| Expr::binary(BinaryOp::Or, left, right);
    events.iter().map(|event| Expr::Event(*event)).reduce(either).unwrap_or(Expr::Const(0))
}
