//! What a specification says, in plain words: sentences, alphabets, automata and examples. No program
//! is needed for that.

use trine_automata::finite::{DEFAULT_LIMIT, Dfa, Letter};
use trine_automata::ltl::{finite_executions, vacuous_if};
use trine_automata::omega::LetterBuchi;
use trine_automata::{AtomId, Formula, translate_within};
use trine_base::Id;

use crate::ast::{self, Atom, Body, Form, ItemKind, Quantifier, Scope, Spec, Subject};
use crate::system::regular::{Bad, Words, automaton_words, query_words, regular_words};
use crate::system::temporal::{AtomKind, Atoms, buchi_words, sentence_formula, temporal};

/// Everything there is to say of one property or query.
pub struct Explained {
    pub name: String,
    /// What it says, as an English sentence.
    pub sentence: String,
    pub alphabet: Vec<String>,
    pub picture: Option<Picture>,
    /// Sequences of events that satisfy it, the shortest first; infinite ones end in a cycle.
    pub accepted: Vec<String>,
    pub rejected: Vec<String>,
    pub warnings: Vec<String>,
}

/// An automaton to be drawn.
pub struct Picture {
    pub title: String,
    pub states: Vec<(String, bool)>,
    pub start: usize,
    pub edges: Vec<(usize, String, usize)>,
}

const EXAMPLES: usize = 2;
const WORK_LIMIT: u64 = 5_000_000;

/// Explains the properties and queries of a specification, in order.
pub fn explain(spec: &Spec) -> Vec<Explained> {
    spec.items.iter().filter_map(|item| explain_item(&item.kind)).collect()
}

fn explain_item(item: &ItemKind) -> Option<Explained> {
    match item {
        ItemKind::Property(property) => {
            let mut told = body(&property.body);
            told.name = property.name.name.clone();
            Some(told)
        }
        ItemKind::Query(query) => {
            let intervals: Vec<String> = query.intervals.iter().map(interval).collect();
            let sentence = format!("No execution goes through {}.", intervals.join(", and then "));
            let mut told = match query_words(query) {
                Ok(words) => of_words(sentence, words),
                Err(_) => plain(sentence, Vec::new()),
            };
            told.name = query.name.name.clone();
            Some(told)
        }
        _ => None,
    }
}

fn body(body: &Body) -> Explained {
    match body {
        Body::Regular(regular) => {
            let regex = regular.regex.to_string();
            let sentence = match regular.quantifier {
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
            };
            match regular_words(regular) {
                Ok(words) => of_words(sentence, words),
                Err(_) => plain(sentence, names(&regular.events)),
            }
        }
        Body::Automaton(automaton) => {
            let sentence = if automaton.has_violation() {
                "No execution leads the automaton to its state `violation`."
            } else {
                "Every execution in which all processes end leaves the automaton in an accepting \
                 state."
            };
            match automaton_words(automaton) {
                Some(words) => of_words(sentence.to_string(), words),
                None => plain(sentence.to_string(), Vec::new()),
            }
        }
        Body::Buchi(automaton) => {
            let sentence = "Every execution that goes on for ever takes the automaton to accepting states again \
                 and again.";
            match buchi_words(automaton) {
                Some((events, good)) => of_buchi(sentence.to_string(), events, &good),
                None => plain(sentence.to_string(), Vec::new()),
            }
        }
        Body::Ltl(formula) => {
            let mut atoms = Atoms::default();
            let meaning = temporal(formula, &mut atoms);
            let text = formula.to_string();
            let mut told =
                of_formula(format!("Every execution satisfies {text}."), &meaning, &atoms);
            for empty in vacuous_if(&meaning) {
                if empty == Formula::constant(true) {
                    told.warnings
                        .push("it asks for nothing: its premise is never true".to_string());
                }
            }
            told
        }
        Body::Sentence(sentence) => {
            let mut atoms = Atoms::default();
            let said = sentence_words(sentence);
            match sentence_formula(sentence, &mut atoms) {
                Ok((meaning, _)) => of_formula(said, &meaning, &atoms),
                Err(_) => plain(said, Vec::new()),
            }
        }
        Body::Invariant(predicate) => {
            let text = predicate.to_string();
            plain(format!("In every state that can be reached, {text} holds."), Vec::new())
        }
        Body::Check(check) => plain(format!("The built-in check `{}`.", check.name), Vec::new()),
    }
}

fn plain(sentence: String, alphabet: Vec<String>) -> Explained {
    Explained {
        name: String::new(),
        sentence,
        alphabet,
        picture: None,
        accepted: Vec::new(),
        rejected: Vec::new(),
        warnings: Vec::new(),
    }
}

fn names(events: &[ast::Ident]) -> Vec<String> {
    events.iter().map(|event| event.name.clone()).collect()
}

fn of_words(sentence: String, words: Words) -> Explained {
    let Words { events, dfa, bad } = words;
    let mut told = of_dfa(sentence, events, &dfa);
    if matches!(bad, Bad::EverRejected) && !dfa.is_accepting(dfa.initial()) {
        told.warnings.push("no execution can satisfy it, not even an empty one".to_string());
    }
    told
}

fn of_dfa(sentence: String, events: Vec<String>, dfa: &Dfa) -> Explained {
    let dfa = dfa.renumbered();
    let show = |word: Vec<Letter>| spelled(&word, &events);
    let mut told = plain(sentence, events.clone());
    told.accepted = dfa.accepted_words(EXAMPLES).into_iter().map(show).collect();
    told.rejected = dfa.rejected_words(EXAMPLES).into_iter().map(show).collect();
    if dfa.is_universal() {
        told.warnings.push("every sequence of its events satisfies it".to_string());
    }
    if dfa.is_empty() {
        told.warnings.push("no sequence of its events satisfies it".to_string());
    }
    let unseen = dfa.irrelevant_letters();
    for letter in unseen.iter() {
        told.warnings.push(format!("`{}` makes no difference to it", events[letter.index()]));
    }
    let mut edges = Vec::new();
    for state in dfa.states() {
        for target in dfa.states() {
            let leads = |letter: &Letter| dfa.step(state, *letter) == target;
            let labels: Vec<&str> =
                dfa.letters().filter(leads).map(|letter| events[letter.index()].as_str()).collect();
            if !labels.is_empty() {
                edges.push((state.index(), labels.join(", "), target.index()));
            }
        }
    }
    let state =
        |state: trine_automata::StateId| (format!("q{}", state.index()), dfa.is_accepting(state));
    told.picture = Some(Picture {
        title: "what may happen".to_string(),
        states: dfa.states().map(state).collect(),
        start: dfa.initial().index(),
        edges,
    });
    told
}

/// `a b a`, and `nothing` for the sequence without events.
fn spelled(word: &[Letter], events: &[String]) -> String {
    if word.is_empty() {
        return "nothing".to_string();
    }
    let names: Vec<&str> = word.iter().map(|letter| events[letter.index()].as_str()).collect();
    names.join(" ")
}

fn of_buchi(sentence: String, events: Vec<String>, good: &LetterBuchi) -> Explained {
    let mut told = plain(sentence, events.clone());
    let show = |(prefix, cycle): (Vec<Letter>, Vec<Letter>)| {
        let cycle = spelled(&cycle, &events);
        match prefix.is_empty() {
            true => format!("({cycle}) for ever"),
            false => format!("{}, then ({cycle}) for ever", spelled(&prefix, &events)),
        }
    };
    told.accepted = good.example().into_iter().map(show).collect();
    if let Ok(bad) = good.complement(WORK_LIMIT) {
        told.rejected = bad.example().into_iter().map(show).collect();
        if bad.is_empty() {
            told.warnings.push("every infinite sequence of its events satisfies it".to_string());
        }
    }
    if good.is_empty() {
        told.warnings.push("no infinite sequence of its events satisfies it".to_string());
    }
    let state =
        |state: trine_automata::StateId| (format!("q{}", state.index()), good.is_accepting(state));
    let edge = |(from, letter, to): (trine_automata::StateId, Letter, trine_automata::StateId)| {
        (from.index(), events[letter.index()].clone(), to.index())
    };
    told.picture = Some(Picture {
        title: "what may go on for ever".to_string(),
        states: good.states().map(state).collect(),
        start: good.initial().index(),
        edges: good.edges().map(edge).collect(),
    });
    told
}

/// Examples are finite executions; of formulas with conditions on states there are none to show.
fn of_formula(sentence: String, formula: &Formula, atoms: &Atoms) -> Explained {
    let name = |atom: &AtomKind| match atom {
        AtomKind::Event(name) => Some(name.clone()),
        AtomKind::Predicate(_) => None,
    };
    let events: Option<Vec<String>> = atoms.all.iter().map(name).collect();
    if let Some(events) = events {
        let letters: Vec<Option<AtomId>> =
            (0..events.len()).map(|atom| Some(AtomId::from_index(atom))).collect();
        if let Ok(dfa) = finite_executions(formula, &letters, DEFAULT_LIMIT.min(WORK_LIMIT)) {
            let mut told = of_dfa(sentence, events, &dfa);
            if let Some(picture) = &mut told.picture {
                picture.title = "executions that end or stop".to_string();
            }
            return told;
        }
        return plain(sentence, events);
    }
    let alphabet = atoms.all.iter().filter_map(name).collect();
    let mut told = plain(sentence, alphabet);
    let label = |atom: &AtomKind| match atom {
        AtomKind::Event(name) => name.clone(),
        AtomKind::Predicate(predicate) => predicate.to_string(),
    };
    if let Ok(bad) = translate_within(&formula.clone().not(), WORK_LIMIT) {
        let mut edges = Vec::new();
        for (from, edge) in bad.edges() {
            let literals = edge.guard.literals().into_iter().map(|(atom, positive)| {
                let name = label(&atoms.all[atom.index()]);
                if positive { name } else { format!("!{name}") }
            });
            let text = literals.collect::<Vec<_>>().join(" && ");
            let text = if text.is_empty() { "true".to_string() } else { text };
            edges.push((from.index(), text, edge.target.index()));
        }
        let states =
            bad.states.enumerate().map(|(id, state)| (format!("q{}", id.index()), state.accepting));
        told.picture = Some(Picture {
            title: "what must not happen".to_string(),
            states: states.collect(),
            start: bad.initial.index(),
            edges,
        });
    }
    told
}

fn interval(interval: &ast::Interval) -> String {
    let list = |events: &[ast::Ident]| names(events).join(" and ");
    let first = if interval.first { "the first " } else { "" };
    let mut text = format!("a stretch that ends with {first}{}", interval.ends.name);
    if !interval.requires.is_empty() {
        text += &format!(", with {} before it", list(&interval.requires));
    }
    if !interval.forbids.is_empty() {
        text += &format!(", without {}", names(&interval.forbids).join(" or "));
    }
    text
}

/// A sentence of the language as one that a stranger understands.
fn sentence_words(sentence: &ast::Sentence) -> String {
    let of = subject_words;
    let said = match &sentence.form {
        Form::Absence(what) => format!("{} never happens", of(what)),
        Form::Existence(what) => format!("{} happens at least once", of(what)),
        Form::Universality(what) => format!("{} is the case all the time", of(what)),
        Form::Count(bound, count, what) => {
            let bound = bound.words().join(" ");
            let times = if *count == 1 { "once".to_string() } else { format!("{count} times") };
            format!("{} happens {bound} {times}", of(what))
        }
        Form::Precedence { causes, effects } => {
            let causes: Vec<String> = causes.iter().map(of).collect();
            let effects: Vec<String> = effects.iter().map(of).collect();
            format!(
                "{} does not happen before {} has",
                effects.join(" and then "),
                causes.join(" and then ")
            )
        }
        Form::Response { responses, without, stimuli } => {
            let responses: Vec<String> = responses.iter().map(of).collect();
            let stimuli: Vec<String> = stimuli.iter().map(of).collect();
            let without = without.as_ref().map_or(String::new(), |excluded| {
                format!(", without {} between these two", of(excluded))
            });
            format!(
                "whenever {} happens, {} happens afterwards{without}",
                stimuli.join(" and then "),
                responses.join(" and then ")
            )
        }
    };
    let scope = match &sentence.scope {
        Scope::Globally => "On every execution,".to_string(),
        Scope::Before(end) => format!("Before {} happens for the first time,", of(end)),
        Scope::After(start) => format!("After {} has happened,", of(start)),
        Scope::Between(start, end) => {
            format!("Between {} and the next {}, if that comes,", of(start), of(end))
        }
        Scope::AfterUntil(start, end) => {
            format!("After {} and until the next {}, should it come,", of(start), of(end))
        }
    };
    format!("{scope} {said}.")
}

fn subject_words(subject: &Subject) -> String {
    let atom = |atom: &Atom| match atom {
        Atom::Event(event) => event.name.clone(),
        Atom::Predicate(predicate) => predicate.to_string(),
    };
    subject.any_of.iter().map(atom).collect::<Vec<_>>().join(" or ")
}
