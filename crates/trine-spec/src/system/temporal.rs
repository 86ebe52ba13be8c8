//! Properties of all executions: formulas, sentences, invariants and Büchi automata.

use trine_automata::finite::{DEFAULT_LIMIT, Letter, TooLarge};
use trine_automata::ltl::vacuous_if;
use trine_automata::omega::LetterBuchi;
use trine_automata::patterns::{self, Pattern, Scope, Subject};
use trine_automata::stutter::{Stuttering, silence};
use trine_automata::{AtomId, AtomSet, Formula, StateId, translate_within};
use trine_base::{Id, Span};
use trine_property::{Claim, ClaimOrigin};
use trine_system::Expr;

use super::compile::{Compiler, Violations, distinct};
use super::predicate;
use crate::ast::{self, Atom, Form, FormulaKind};

/// How much work the translation of one formula may be.
const WORK_LIMIT: u64 = 20_000_000;

/// The events and conditions of a formula, by the numbers of their atoms.
#[derive(Default)]
pub struct Atoms {
    pub all: Vec<AtomKind>,
}

/// What an atom of a formula stands for.
#[derive(Clone, PartialEq)]
pub enum AtomKind {
    Event(String),
    Predicate(ast::Predicate),
}

impl Atoms {
    /// The number of an atom; equal atoms have one.
    pub fn number(&mut self, atom: &Atom) -> AtomId {
        let kind = match atom {
            Atom::Event(event) => AtomKind::Event(event.name.clone()),
            Atom::Predicate(predicate) => AtomKind::Predicate(predicate.clone()),
        };
        let position = self.all.iter().position(|known| *known == kind).unwrap_or_else(|| {
            self.all.push(kind);
            self.all.len() - 1
        });
        AtomId::from_index(position)
    }

    fn is_event(&self, atom: AtomId) -> bool {
        matches!(self.all[atom.index()], AtomKind::Event(_))
    }

    /// The atoms that are events.
    pub fn events(&self) -> AtomSet {
        (0..self.all.len()).map(AtomId::from_index).filter(|atom| self.is_event(*atom)).collect()
    }
}

/// The claim that a formula of temporal logic compiles to.
pub fn formula(
    compiler: &mut Compiler<'_, '_>,
    body: &ast::Formula,
    span: Span,
) -> Option<Violations> {
    let mut atoms = Atoms::default();
    let formula = temporal(body, &mut atoms);
    let empty = vacuous_if(&formula);
    violations(compiler, &formula, &empty, &atoms, span)
}

/// The claim that a sentence compiles to, by the formula of its specification pattern.
pub fn sentence(
    compiler: &mut Compiler<'_, '_>,
    body: &ast::Sentence,
    span: Span,
) -> Option<Violations> {
    let mut atoms = Atoms::default();
    let Ok((formula, empty)) = sentence_formula(body, &mut atoms) else {
        compiler.too_large(span);
        return None;
    };
    violations(compiler, &formula, empty.as_slice(), &atoms, span)
}

/// The claim that an invariant compiles to: `always` of its condition.
pub fn invariant(
    compiler: &mut Compiler<'_, '_>,
    body: &ast::Predicate,
    span: Span,
) -> Option<Violations> {
    let mut atoms = Atoms::default();
    let atom = atoms.number(&Atom::Predicate(body.clone()));
    violations(compiler, &Formula::atom(atom).always(), &[], &atoms, span)
}

/// The claim that accepts what a formula forbids; the formula says nothing where one of the others
/// holds.
fn violations(
    compiler: &mut Compiler<'_, '_>,
    formula: &Formula,
    empty: &[Formula],
    atoms: &Atoms,
    span: Span,
) -> Option<Violations> {
    let mut events = Vec::new();
    let mut conditions = Vec::new();
    for atom in &atoms.all {
        conditions.push(match atom {
            AtomKind::Event(name) => {
                events.push(name.clone());
                Some(Expr::Event(events.len() as u32))
            }
            AtomKind::Predicate(written) => {
                let system = compiler.world.system;
                predicate::resolve(system, &written.expression, compiler.diagnostics)
            }
        });
    }
    let conditions: Vec<Expr> = conditions.into_iter().collect::<Option<_>>()?;
    let invariant = silence(formula, &atoms.events()) == Stuttering::Invariant;
    if !invariant {
        let message = "this formula can tell silent steps, so nothing is left out of the search";
        compiler.diagnostics.warning(message, span);
    }
    let origin = ClaimOrigin::Formula(compiler.one_line(span));
    let against = |formula: &Formula, stutter_invariant: bool| {
        let automaton = translate_within(&formula.clone().not(), WORK_LIMIT).ok()?;
        let claim = Claim::of_automaton(&automaton, &conditions, origin.clone());
        Some(Claim { stutter_invariant, ..claim })
    };
    let Some(claim) = against(formula, invariant) else {
        compiler.too_large(span);
        return None;
    };
    let empty = empty.iter().filter_map(|empty| {
        against(empty, silence(empty, &atoms.events()) == Stuttering::Invariant)
    });
    Some(Violations { claim: Claim { vacuous_if: empty.collect(), ..claim }, events })
}

/// A written formula, its atoms numbered.
pub fn temporal(formula: &ast::Formula, atoms: &mut Atoms) -> Formula {
    let mut pair =
        |left: &ast::Formula, right: &ast::Formula| (temporal(left, atoms), temporal(right, atoms));
    match &formula.kind {
        FormulaKind::True => Formula::constant(true),
        FormulaKind::False => Formula::constant(false),
        FormulaKind::Atom(atom) => Formula::atom(atoms.number(atom)),
        FormulaKind::Not(one) => temporal(one, atoms).not(),
        FormulaKind::Next(one) => temporal(one, atoms).next(),
        FormulaKind::Always(one) => temporal(one, atoms).always(),
        FormulaKind::Eventually(one) => temporal(one, atoms).eventually(),
        FormulaKind::Until(left, right) => {
            let (left, right) = pair(left, right);
            left.until(right)
        }
        FormulaKind::WeakUntil(left, right) => {
            let (left, right) = pair(left, right);
            left.weak_until(right)
        }
        FormulaKind::Release(left, right) => {
            let (left, right) = pair(left, right);
            left.release(right)
        }
        FormulaKind::And(parts) => Formula::all(parts.iter().map(|part| temporal(part, atoms))),
        FormulaKind::Or(parts) => Formula::any(parts.iter().map(|part| temporal(part, atoms))),
        FormulaKind::Implies(left, right) => {
            let (left, right) = pair(left, right);
            left.implies(right)
        }
        FormulaKind::Equivalent(left, right) => {
            let (left, right) = pair(left, right);
            left.equivalent(right)
        }
    }
}

/// A sentence as a formula, with the formula that makes it empty talk, if there is one.
pub fn sentence_formula(
    body: &ast::Sentence,
    atoms: &mut Atoms,
) -> Result<(Formula, Option<Formula>), TooLarge> {
    let mut subject = |written: &ast::Subject| {
        let numbers: Vec<AtomId> = written.any_of.iter().map(|atom| atoms.number(atom)).collect();
        let only_events = written.any_of.iter().all(|atom| matches!(atom, Atom::Event(_)));
        match only_events {
            true => Subject::events(numbers),
            false => Subject::state(Formula::any(numbers.into_iter().map(Formula::atom))),
        }
    };
    let pattern = pattern_of(&body.form).map(&mut |written: &&ast::Subject| subject(written));
    let scope = scope_of(&body.scope).map(&mut |written: &&ast::Subject| subject(written));
    let empty = match patterns::vacuous_if(&pattern, &scope) {
        Some((pattern, scope)) => Some(patterns::formula(&pattern, &scope)?),
        None => None,
    };
    Ok((patterns::formula(&pattern, &scope)?, empty))
}

/// The pattern of a form, with its subjects as they were written.
pub fn pattern_of(form: &Form) -> Pattern<&ast::Subject> {
    match form {
        Form::Absence(what) => Pattern::Absence(what),
        Form::Existence(what) => Pattern::Existence(what),
        Form::Universality(what) => Pattern::Universality(what),
        Form::Count(bound, count, what) => {
            let bound = match bound {
                ast::Bound::AtMost => patterns::Bound::AtMost,
                ast::Bound::AtLeast => patterns::Bound::AtLeast,
                ast::Bound::Exactly => patterns::Bound::Exactly,
            };
            Pattern::Count(bound, *count, what)
        }
        Form::Precedence { causes, effects } => match (causes.as_slice(), effects.as_slice()) {
            ([first, second], [effect, ..]) => {
                Pattern::PrecedenceOfTwo { causes: [first, second], effect }
            }
            ([cause, ..], [first, second]) => {
                Pattern::PrecedenceToTwo { cause, effects: [first, second] }
            }
            (causes, effects) => Pattern::Precedence { cause: &causes[0], effect: &effects[0] },
        },
        Form::Response { responses, without, stimuli } => {
            match (responses.as_slice(), stimuli.as_slice(), without) {
                ([first, second], [stimulus, ..], Some(without)) => {
                    Pattern::ConstrainedResponse { stimulus, responses: [first, second], without }
                }
                ([first, second], [stimulus, ..], None) => {
                    Pattern::ResponseOfTwo { stimulus, responses: [first, second] }
                }
                ([response, ..], [first, second], _) => {
                    Pattern::ResponseToTwo { stimuli: [first, second], response }
                }
                (responses, stimuli, _) => {
                    Pattern::Response { stimulus: &stimuli[0], response: &responses[0] }
                }
            }
        }
    }
}

/// The scope of a sentence, with its subjects.
pub fn scope_of(scope: &ast::Scope) -> Scope<&ast::Subject> {
    match scope {
        ast::Scope::Globally => Scope::Globally,
        ast::Scope::Before(end) => Scope::Before(end),
        ast::Scope::After(start) => Scope::After(start),
        ast::Scope::Between(start, end) => Scope::Between(start, end),
        ast::Scope::AfterUntil(start, end) => Scope::AfterUntil(start, end),
    }
}

/// The claim that accepts the infinite executions that a Büchi automaton does not.
pub fn buchi(
    compiler: &mut Compiler<'_, '_>,
    body: &ast::Automaton,
    span: Span,
) -> Option<Violations> {
    let (events, good) = buchi_words(body)?;
    // Silence is one more letter, outside of the alphabet.
    let inside = (0..events.len()).map(|letter| Some(Letter::from_index(letter)));
    let alphabet: Vec<Option<Letter>> = inside.chain([None]).collect();
    let Ok(bad) = good.in_alphabet(&alphabet).complement(DEFAULT_LIMIT) else {
        compiler.too_large(span);
        return None;
    };
    let atoms: Vec<Option<AtomId>> =
        (0..events.len()).map(|atom| Some(AtomId::from_index(atom))).chain([None]).collect();
    let observed: Vec<Expr> = (1..=events.len() as u32).map(Expr::Event).collect();
    let origin = ClaimOrigin::Formula(compiler.one_line(span));
    let mut claim = Claim::of_automaton(&bad.to_buchi(&atoms), &observed, origin);
    for state in claim.states.iter_mut() {
        // An execution that ends is no violation, whatever it did before.
        state.final_ = false;
    }
    let claim = Claim { infinite_only: true, stutter_invariant: true, ..claim };
    Some(Violations { claim, events })
}

/// A written Büchi automaton over its own events; none where it has no start, which was reported.
pub fn buchi_words(body: &ast::Automaton) -> Option<(Vec<String>, LetterBuchi)> {
    let events = distinct(body.mentions());
    let start = body.states.iter().position(|state| state.start)?;
    let mut automaton = LetterBuchi::new(events.len());
    // The initial state comes first.
    let swapped = |position: usize| match position {
        position if position == start => 0,
        0 => start,
        position => position,
    };
    for position in 0..body.states.len() {
        automaton.state(body.states[swapped(position)].accepting);
    }
    for (position, state) in body.states.iter().enumerate() {
        for transition in &state.transitions {
            let named = |other: &ast::State| other.name.name == transition.target.name;
            let target = body.states.iter().position(named)?;
            for event in &transition.events {
                let letter = events.iter().position(|known| *known == event.name)?;
                automaton.edge(
                    StateId::from_index(swapped(position)),
                    Letter::from_index(letter),
                    StateId::from_index(swapped(target)),
                );
            }
        }
    }
    automaton.stay_where_unlisted();
    Some((events, automaton))
}
