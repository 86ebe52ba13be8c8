//! What a specification says, in plain words: sentences, alphabets, automata and examples. No program
//! is needed for that.

mod language;
mod picture;
mod query;
mod sentence;

use trine_automata::ltl::vacuous_if;
use trine_automata::{Formula, translate_within};

use crate::ast::{self, Body, ItemKind, Quantifier, Spec};
use crate::system::temporal::{AtomKind, Atoms, sentence_formula, temporal};

use language::WORK_LIMIT;
pub use language::{Language, language};
pub use picture::Picture;

/// Everything there is to say of one property, query or constraint.
pub struct Explained {
    pub name: String,
    /// What it says, as an English sentence.
    pub sentence: String,
    /// Its events, and its conditions in quotes.
    pub alphabet: Vec<String>,
    pub picture: Option<Picture>,
    /// Sequences of events that satisfy it, the shortest first; infinite ones end in a cycle.
    pub accepted: Vec<String>,
    pub rejected: Vec<String>,
    /// For a pattern, queries that describe its violations, where there are some.
    pub queries: Vec<String>,
    pub warnings: Vec<String>,
}

/// How many sequences of each kind are shown.
const EXAMPLES: usize = 2;

/// Explains the properties, queries and constraints of a specification, in order.
pub fn explain(spec: &Spec) -> Vec<Explained> {
    spec.items.iter().filter_map(|item| explain_item(&item.kind)).collect()
}

fn explain_item(item: &ItemKind) -> Option<Explained> {
    let (name, sentence) = match item {
        ItemKind::Property(property) => (&property.name, said(&property.body)),
        ItemKind::Query(query) => {
            let intervals: Vec<String> = query.intervals.iter().map(sentence::interval).collect();
            let said = format!("No execution begins with {}.", intervals.join(", and then "));
            (&query.name, said)
        }
        ItemKind::Constraint(constraint) => {
            let said = match constraint.automaton.has_violation() {
                true => "Only executions count that never lead the automaton to `violation`.",
                false => {
                    "Only executions count that the automaton can still accept, and those that \
                     end only where it does."
                }
            };
            (&constraint.name, said.to_string())
        }
        ItemKind::Event(_) | ItemKind::Loop(_) => return None,
    };
    let mut told = Explained {
        name: name.name.clone(),
        sentence,
        alphabet: Vec::new(),
        picture: None,
        accepted: Vec::new(),
        rejected: Vec::new(),
        queries: query::of(item),
        warnings: Vec::new(),
    };
    let formula = formula_of(item);
    match language(item) {
        Some(language) => {
            told.picture = Some(picture::of_language(&language, formula.as_ref()));
            told.accepted = language.examples(true, EXAMPLES);
            told.rejected = language.examples(false, EXAMPLES);
            told.warnings = warnings(&language);
            told.alphabet = language.events;
        }
        None => {
            told.alphabet = mentioned(item, formula.as_ref());
            if matches!(item, ItemKind::Query(_)) || is_regular(item) {
                told.warnings.push("its automaton is too large to be drawn".to_string());
            }
            told.picture = formula.as_ref().and_then(picture::of_violations);
        }
    }
    if formula.as_ref().is_some_and(|(meaning, _)| asks_nothing(meaning)) {
        told.warnings.push("it asks for nothing: its premise is never true".to_string());
    }
    Some(told)
}

fn is_regular(item: &ItemKind) -> bool {
    matches!(item, ItemKind::Property(property) if matches!(property.body, Body::Regular(_)))
}

fn warnings(language: &Language) -> Vec<String> {
    let mut warnings = Vec::new();
    if language.is_universal() {
        warnings.push("every sequence of its events satisfies it".to_string());
    } else if language.is_empty() {
        warnings.push("no sequence of its events satisfies it".to_string());
    } else {
        for event in language.irrelevant() {
            warnings.push(format!("`{event}` makes no difference to it"));
        }
    }
    warnings
}

/// Whether one of a formula's implications has a premise that no execution makes true.
fn asks_nothing(formula: &Formula) -> bool {
    vacuous_if(formula).into_iter().any(|empty| {
        let otherwise = translate_within(&empty.not(), WORK_LIMIT);
        otherwise.is_ok_and(|automaton| automaton.is_empty())
    })
}

/// What a formula or a pattern means, with its atoms.
fn formula_of(item: &ItemKind) -> Option<(Formula, Atoms)> {
    let ItemKind::Property(property) = item else { return None };
    let mut atoms = Atoms::default();
    let meaning = match &property.body {
        Body::Ltl(formula) => temporal(formula, &mut atoms),
        Body::Sentence(sentence) => sentence_formula(sentence, &mut atoms).ok()?.0,
        _ => return None,
    };
    Some((meaning, atoms))
}

/// What is spoken of where there is no alphabet: events, and conditions in their quotes.
fn mentioned(item: &ItemKind, formula: Option<&(Formula, Atoms)>) -> Vec<String> {
    match (item, formula) {
        (_, Some((_, atoms))) => atoms.all.iter().map(atom_name).collect(),
        (ItemKind::Property(property), _) => match &property.body {
            Body::Invariant(predicate) => vec![predicate.to_string()],
            body => {
                let mut found: Vec<String> = Vec::new();
                for event in body.mentions() {
                    if !found.contains(&event.name) {
                        found.push(event.name.clone());
                    }
                }
                found
            }
        },
        _ => Vec::new(),
    }
}

fn atom_name(atom: &AtomKind) -> String {
    match atom {
        AtomKind::Event(name) => name.clone(),
        AtomKind::Predicate(predicate) => predicate.to_string(),
    }
}

fn said(body: &Body) -> String {
    match body {
        Body::Regular(regular) => {
            let regex = &regular.regex;
            match regular.quantifier {
                Quantifier::AllPaths => format!(
                    "On every execution in which all processes end, the events form a word of {regex}."
                ),
                Quantifier::NoPath => format!(
                    "On no execution in which all processes end do the events form a word of {regex}."
                ),
                Quantifier::EveryPrefix => format!(
                    "At every moment of every execution, the events so far can be continued to a \
                     word of {regex}."
                ),
            }
        }
        Body::Automaton(automaton) if automaton.has_violation() => {
            "No execution leads the automaton to its state `violation`.".to_string()
        }
        Body::Automaton(_) => "Every execution in which all processes end leaves the automaton in \
             an accepting state."
            .to_string(),
        Body::Buchi(_) => "Every execution that goes on for ever takes the automaton to accepting \
             states again and again."
            .to_string(),
        Body::Ltl(formula) => format!("Every execution satisfies {formula}."),
        Body::Sentence(sentence) => sentence::sentence_words(sentence),
        Body::Invariant(predicate) => {
            format!("In every state that can be reached, {predicate} holds.")
        }
        Body::Check(check) => format!("The built-in check `{}` finds nothing.", check.name),
    }
}

fn names(events: &[ast::Ident]) -> Vec<String> {
    events.iter().map(|event| event.name.clone()).collect()
}
