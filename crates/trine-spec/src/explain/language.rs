//! The sequences of events that satisfy what was written: finite ones, and ones that go on for ever.

use trine_automata::finite::{DEFAULT_LIMIT, Dfa, Letter};
use trine_automata::ltl::finite_executions;
use trine_automata::omega::LetterBuchi;
use trine_automata::{AtomId, AtomSet, Formula, translate_within};
use trine_base::Id;

use crate::ast::{Body, ItemKind};
use crate::system::regular::{Words, automaton_words, query_words, regular_words};
use crate::system::temporal::{AtomKind, Atoms, buchi_words, sentence_formula, temporal};

/// How much work the automata of one property may be.
pub(super) const WORK_LIMIT: u64 = 5_000_000;
/// How many sequences are tried to find the shortest.
const TRIES: usize = 20_000;

/// Which sequences of its events satisfy a property, a query or a constraint.
pub struct Language {
    pub events: Vec<String>,
    /// Of executions that end or stop. A Büchi automaton does not speak of them.
    pub(super) finite: Option<Dfa>,
    /// Of executions that go on for ever, where they are not judged by their prefixes.
    pub(super) infinite: Option<Infinite>,
}

pub(super) struct Infinite {
    pub good: LetterBuchi,
    pub bad: Option<LetterBuchi>,
    /// What comes before the first event.
    start: Vec<Letter>,
}

/// A sequence that goes on for ever: what comes first, and what is repeated.
type Lasso = (Vec<Letter>, Vec<Letter>);

/// The sequences that satisfy an item; none where it is not about events alone, or too large.
pub fn language(item: &ItemKind) -> Option<Language> {
    match item {
        ItemKind::Property(property) => of_body(&property.body),
        ItemKind::Query(query) => query_words(query).ok().map(of_words),
        ItemKind::Constraint(constraint) => automaton_words(&constraint.automaton).map(of_words),
        ItemKind::Event(_) | ItemKind::Loop(_) => None,
    }
}

fn of_body(body: &Body) -> Option<Language> {
    match body {
        Body::Regular(regular) => regular_words(regular).ok().map(of_words),
        Body::Automaton(automaton) => automaton_words(automaton).map(of_words),
        Body::Buchi(automaton) => {
            let (events, good) = buchi_words(automaton)?;
            let bad = good.complement(WORK_LIMIT).ok();
            let infinite = Some(Infinite { good, bad, start: Vec::new() });
            Some(Language { events, finite: None, infinite })
        }
        Body::Ltl(formula) => {
            let mut atoms = Atoms::default();
            let meaning = temporal(formula, &mut atoms);
            of_formula(&meaning, &atoms)
        }
        Body::Sentence(sentence) => {
            let mut atoms = Atoms::default();
            let (meaning, _) = sentence_formula(sentence, &mut atoms).ok()?;
            of_formula(&meaning, &atoms)
        }
        Body::Invariant(_) | Body::Check(_) => None,
    }
}

fn of_words(words: Words) -> Language {
    Language { events: words.events, finite: Some(words.dfa), infinite: None }
}

fn of_formula(formula: &Formula, atoms: &Atoms) -> Option<Language> {
    let event = |atom: &AtomKind| match atom {
        AtomKind::Event(name) => Some(name.clone()),
        AtomKind::Predicate(_) => None,
    };
    let events: Vec<String> = atoms.all.iter().map(event).collect::<Option<_>>()?;
    let ids: Vec<AtomId> = (0..events.len()).map(AtomId::from_index).collect();
    let letters: Vec<Option<AtomId>> = ids.iter().copied().map(Some).collect();
    let finite = finite_executions(formula, &letters, DEFAULT_LIMIT.min(WORK_LIMIT)).ok()?;
    // One letter for each event, and one more for the first moment, at which nothing happens.
    let mut moments: Vec<AtomSet> = ids.iter().map(|id| [*id].into_iter().collect()).collect();
    moments.push(AtomSet::new());
    let quiet = Formula::all(ids.iter().map(|id| Formula::atom(*id).not()));
    let automaton = |formula: Formula| {
        let from_there = Formula::all([quiet.clone(), formula]);
        let automaton = translate_within(&from_there, WORK_LIMIT).ok()?;
        Some(LetterBuchi::from_buchi(&automaton, &moments))
    };
    let start = vec![Letter::from_index(events.len())];
    let infinite = automaton(formula.clone()).map(|good| {
        let bad = automaton(formula.clone().not());
        Infinite { good, bad, start }
    });
    Some(Language { events, finite: Some(finite), infinite })
}

impl Language {
    /// Whether an execution with these events, which ends or stops after them, satisfies it; none
    /// where it does not speak of such an execution, or one of them is none of its events.
    pub fn accepts(&self, word: &[&str]) -> Option<bool> {
        let word = self.letters(word)?;
        self.finite.as_ref().map(|finite| finite.accepts(&word))
    }

    /// The same of an execution that repeats the events of `cycle` for ever.
    pub fn accepts_for_ever(&self, prefix: &[&str], cycle: &[&str]) -> Option<bool> {
        let (prefix, cycle) = (self.letters(prefix)?, self.letters(cycle)?);
        if cycle.is_empty() {
            return None;
        }
        self.infinite.as_ref().map(|infinite| infinite.accepts(&prefix, &cycle))
    }

    fn letters(&self, word: &[&str]) -> Option<Vec<Letter>> {
        let letter = |name: &&str| self.events.iter().position(|known| known == name);
        word.iter().map(|name| letter(name).map(Letter::from_index)).collect()
    }

    /// Some of the shortest sequences that satisfy it, or that do not; finite ones come first.
    pub(super) fn examples(&self, accepted: bool, count: usize) -> Vec<String> {
        let words = match (&self.finite, accepted) {
            (None, _) => Vec::new(),
            (Some(finite), true) => finite.accepted_words(count),
            (Some(finite), false) => finite.rejected_words(count),
        };
        let mut examples: Vec<String> = words.iter().map(|word| self.spelled(word)).collect();
        if let Some(infinite) = &self.infinite {
            let missing = count - examples.len();
            for (prefix, cycle) in infinite.examples(self.events.len(), accepted, missing) {
                let cycle = self.spelled(&cycle);
                examples.push(match prefix.is_empty() {
                    true => format!("({cycle}) for ever"),
                    false => format!("{}, then ({cycle}) for ever", self.spelled(&prefix)),
                });
            }
        }
        examples
    }

    /// `a b a`, and `nothing` for the sequence without events.
    fn spelled(&self, word: &[Letter]) -> String {
        if word.is_empty() {
            return "nothing".to_string();
        }
        let name =
            |letter: &Letter| self.events.get(letter.index()).map_or("nothing", String::as_str);
        word.iter().map(name).collect::<Vec<_>>().join(" ")
    }

    pub(super) fn is_empty(&self) -> bool {
        self.finite.as_ref().is_none_or(Dfa::is_empty)
            && self.infinite.as_ref().is_none_or(|infinite| infinite.good.is_empty())
    }

    /// None is found where the sequences that do not satisfy it are not known.
    pub(super) fn is_universal(&self) -> bool {
        let never_bad =
            |infinite: &Infinite| infinite.bad.as_ref().is_some_and(|bad| bad.is_empty());
        self.finite.as_ref().is_none_or(Dfa::is_universal)
            && self.infinite.as_ref().is_none_or(never_bad)
    }

    /// Events that change nothing, where that can be seen.
    pub(super) fn irrelevant(&self) -> Vec<&str> {
        match (&self.finite, &self.infinite) {
            (Some(finite), None) => {
                let letters = finite.irrelevant_letters();
                letters.iter().map(|letter| self.events[letter.index()].as_str()).collect()
            }
            _ => Vec::new(),
        }
    }
}

impl Infinite {
    fn accepts(&self, prefix: &[Letter], cycle: &[Letter]) -> bool {
        let prefix: Vec<Letter> = self.start.iter().chain(prefix).copied().collect();
        self.good.accepts(&prefix, cycle)
    }

    /// By length; where the short ones are too many, any one.
    fn examples(&self, letters: usize, accepted: bool, count: usize) -> Vec<Lasso> {
        let mut found = Vec::new();
        let mut tries = TRIES;
        for length in 1.. {
            let words = letters.checked_pow(length as u32).unwrap_or(usize::MAX);
            tries = tries.saturating_sub(words.saturating_mul(length));
            if tries == 0 || found.len() >= count || letters == 0 {
                break;
            }
            for number in 0..words {
                let digit = |place: usize| number / letters.pow(place as u32) % letters;
                let word: Vec<Letter> =
                    (0..length).rev().map(digit).map(Letter::from_index).collect();
                for before in 0..length {
                    let (prefix, cycle) = word.split_at(before);
                    let fresh = is_shortest(prefix, cycle);
                    if found.len() < count && fresh && self.accepts(prefix, cycle) == accepted {
                        found.push((prefix.to_vec(), cycle.to_vec()));
                    }
                }
            }
        }
        if found.is_empty() && count > 0 {
            let automaton = if accepted { Some(&self.good) } else { self.bad.as_ref() };
            let example = automaton.and_then(LetterBuchi::example);
            let of_events = |letter: &Letter| letter.index() < letters;
            found.extend(example.and_then(|(prefix, cycle)| {
                let prefix = prefix.get(self.start.len()..)?.to_vec();
                let whole = prefix.iter().chain(&cycle).all(of_events);
                whole.then_some((prefix, cycle))
            }));
        }
        found
    }
}

/// Whether a sequence cannot be written shorter.
fn is_shortest(prefix: &[Letter], cycle: &[Letter]) -> bool {
    let rolls = prefix.last().is_some_and(|last| Some(last) == cycle.last());
    let period = |length: usize| cycle.iter().skip(length).eq(&cycle[..cycle.len() - length]);
    let repeats =
        (1..cycle.len()).any(|length| cycle.len().is_multiple_of(length) && period(length));
    !rolls && !repeats
}
