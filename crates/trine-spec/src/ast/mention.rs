//! Finds the events that a piece of a specification mentions, in the order of the text.

use super::{
    Atom, Automaton, Body, Form, Formula, FormulaKind, Ident, Query, Regex, RegexKind, Scope,
    Sentence, Subject,
};

impl Body {
    /// Every mention, those of `events a, b` included.
    pub fn mentions(&self) -> Vec<&Ident> {
        let mut found = Vec::new();
        match self {
            Body::Regular(regular) => {
                found.extend(&regular.events);
                regular.regex.mentions(&mut found);
            }
            Body::Automaton(automaton) | Body::Buchi(automaton) => found = automaton.mentions(),
            Body::Ltl(formula) => formula.mentions(&mut found),
            Body::Sentence(sentence) => sentence.mentions(&mut found),
            Body::Invariant(_) | Body::Check(_) => {}
        }
        found
    }
}

impl Automaton {
    /// Every event of its transitions.
    pub fn mentions(&self) -> Vec<&Ident> {
        let transitions = self.states.iter().flat_map(|state| &state.transitions);
        transitions.flat_map(|transition| &transition.events).collect()
    }
}

impl Query {
    /// Every event of its intervals.
    pub fn mentions(&self) -> Vec<&Ident> {
        let mut found = Vec::new();
        for interval in &self.intervals {
            found.push(&interval.ends);
            found.extend(interval.requires.iter().chain(&interval.forbids));
        }
        found
    }
}

impl Regex {
    /// Adds every event of the expression.
    pub fn mentions<'a>(&'a self, found: &mut Vec<&'a Ident>) {
        match &self.kind {
            RegexKind::Empty | RegexKind::Any => {}
            RegexKind::Event(event) => found.push(event),
            RegexKind::OneOf(events) | RegexKind::NoneOf(events) => found.extend(events),
            RegexKind::Sequence(parts) | RegexKind::Choice(parts) => {
                parts.iter().for_each(|part| part.mentions(found));
            }
            RegexKind::Repeat(inner, _) => inner.mentions(found),
        }
    }
}

impl Formula {
    /// Adds every event of the formula.
    pub fn mentions<'a>(&'a self, found: &mut Vec<&'a Ident>) {
        self.visit(&mut |formula| {
            if let FormulaKind::Atom(Atom::Event(event)) = &formula.kind {
                found.push(event);
            }
        });
    }

    /// Shows the formula and all its parts, from the outside in and from left to right.
    pub fn visit<'a>(&'a self, see: &mut dyn FnMut(&'a Formula)) {
        see(self);
        match &self.kind {
            FormulaKind::True | FormulaKind::False | FormulaKind::Atom(_) => {}
            FormulaKind::Not(inner)
            | FormulaKind::Next(inner)
            | FormulaKind::Always(inner)
            | FormulaKind::Eventually(inner) => inner.visit(see),
            FormulaKind::Until(left, right)
            | FormulaKind::WeakUntil(left, right)
            | FormulaKind::Release(left, right)
            | FormulaKind::Implies(left, right)
            | FormulaKind::Equivalent(left, right) => {
                left.visit(see);
                right.visit(see);
            }
            FormulaKind::And(parts) | FormulaKind::Or(parts) => {
                parts.iter().for_each(|part| part.visit(see));
            }
        }
    }
}

impl Sentence {
    /// Adds every event of the sentence.
    pub fn mentions<'a>(&'a self, found: &mut Vec<&'a Ident>) {
        for subject in self.subjects() {
            for atom in &subject.any_of {
                if let Atom::Event(event) = atom {
                    found.push(event);
                }
            }
        }
    }

    /// All of them, those of the scope last.
    pub fn subjects(&self) -> Vec<&Subject> {
        let mut subjects: Vec<&Subject> = match &self.form {
            Form::Absence(subject)
            | Form::Existence(subject)
            | Form::Universality(subject)
            | Form::Count(_, _, subject) => vec![subject],
            Form::Precedence { causes, effects } => causes.iter().chain(effects).collect(),
            Form::Response { responses, without, stimuli } => {
                responses.iter().chain(without).chain(stimuli).collect()
            }
        };
        match &self.scope {
            Scope::Globally => {}
            Scope::Before(subject) | Scope::After(subject) => subjects.push(subject),
            Scope::Between(from, to) | Scope::AfterUntil(from, to) => subjects.extend([from, to]),
        }
        subjects
    }
}
