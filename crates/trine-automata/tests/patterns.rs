//! Every pattern in every scope, said in temporal logic and as an automaton: on all short
//! executions the two agree, and then on all executions; and the sizes of both are recorded.

use trine_automata::finite::{DEFAULT_LIMIT, Letter, LetterSet, without_intervals};
use trine_automata::ltl::{execution_word, finite_executions, holds, holds_on_events};
use trine_automata::patterns::{
    Bound, Pattern, Scope, Subject, automaton, formula, queries, vacuous_if,
};
use trine_automata::stutter::{Stuttering, silence};
use trine_automata::{AtomId, Formula, translate};

/// A subject by name: one letter per event, `a`, `b`, and so on; several letters are alternatives.
type Names = &'static str;

/// The eleven patterns and the relatives of bounded existence; P, S, T and Z are given names.
fn patterns(p: Names, s: Names, t: Names, z: Names) -> Vec<(&'static str, Pattern<Names>)> {
    vec![
        ("absence", Pattern::Absence(p)),
        ("existence", Pattern::Existence(p)),
        ("bounded existence", Pattern::Count(Bound::AtMost, 2, p)),
        ("at least", Pattern::Count(Bound::AtLeast, 2, p)),
        ("exactly", Pattern::Count(Bound::Exactly, 2, p)),
        ("universality", Pattern::Universality(p)),
        ("precedence", Pattern::Precedence { cause: s, effect: p }),
        ("response", Pattern::Response { stimulus: p, response: s }),
        ("precedence 2-1", Pattern::PrecedenceOfTwo { causes: [s, t], effect: p }),
        ("precedence 1-2", Pattern::PrecedenceToTwo { cause: p, effects: [s, t] }),
        ("response 2-1", Pattern::ResponseToTwo { stimuli: [s, t], response: p }),
        ("response 1-2", Pattern::ResponseOfTwo { stimulus: p, responses: [s, t] }),
        (
            "constrained chain",
            Pattern::ConstrainedResponse { stimulus: p, responses: [s, t], without: z },
        ),
    ]
}

fn scopes(q: Names, r: Names) -> Vec<(&'static str, Scope<Names>)> {
    vec![
        ("globally", Scope::Globally),
        ("before", Scope::Before(r)),
        ("after", Scope::After(q)),
        ("between", Scope::Between(q, r)),
        ("after-until", Scope::AfterUntil(q, r)),
    ]
}

/// One sentence with its alphabet: the events it mentions, and one that it does not.
struct Case {
    name: String,
    events: Vec<char>,
    pattern: Pattern<Names>,
    scope: Scope<Names>,
}

impl Case {
    fn all(
        patterns: Vec<(&'static str, Pattern<Names>)>,
        scopes: Vec<(&'static str, Scope<Names>)>,
    ) -> Vec<Case> {
        let mut cases = Vec::new();
        for (pattern_name, pattern) in &patterns {
            for (scope_name, scope) in &scopes {
                let mut events = Vec::new();
                let mut mention = |names: &Names| events.extend(names.chars());
                pattern.map(&mut mention);
                scope.map(&mut mention);
                events.sort_unstable();
                events.dedup();
                let (pattern, scope) = (pattern.clone(), scope.clone());
                let name = format!("{pattern_name}, {scope_name}");
                cases.push(Case { name, events, pattern, scope });
            }
        }
        cases
    }

    /// The universality of an event allows silence and nothing else but the events of the scope:
    /// `p` then stands for what is not allowed.
    fn is_universality(&self) -> bool {
        matches!(self.pattern, Pattern::Universality(_))
    }

    fn atom(&self, event: char) -> AtomId {
        AtomId(self.events.iter().position(|&known| known == event).unwrap() as u32)
    }

    /// The mentioned events in their order, then silence.
    fn letters(&self) -> Vec<Option<AtomId>> {
        let atoms = self.events.iter().map(|&event| Some(self.atom(event)));
        atoms.chain([None]).collect()
    }

    fn formula(&self) -> Formula {
        let mut subject =
            |names: &Names| Subject::events(names.chars().map(|event| self.atom(event)));
        let scope = self.scope.map(&mut subject);
        let pattern = match &self.pattern {
            Pattern::Universality(not) => {
                Pattern::Universality(Subject::state(subject(not).formula().clone().not()))
            }
            pattern => pattern.map(&mut subject),
        };
        formula(&pattern, &scope).unwrap()
    }

    fn automaton(&self) -> trine_automata::finite::Dfa {
        let count = self.events.len() + 1;
        let set = |names: &Names| -> LetterSet {
            names.chars().map(|event| Letter(self.atom(event).0)).collect()
        };
        let scope = self.scope.map(&mut |names| set(names));
        let universality = self.is_universality();
        let pattern = self.pattern.map(&mut |names| {
            if universality { LetterSet::all(count).minus(&set(names)) } else { set(names) }
        });
        automaton(&pattern, &scope, count, DEFAULT_LIMIT).unwrap()
    }

    /// Compares formula and automaton, word by word up to a length, then on all words.
    fn check(&self, length: usize) {
        let (formula, dfa, letters) = (self.formula(), self.automaton(), self.letters());
        let mut words: Vec<Vec<Letter>> = vec![vec![]];
        for round in 0..=length {
            for word in &words {
                let steps: Vec<Option<AtomId>> =
                    word.iter().map(|letter| letters[letter.0 as usize]).collect();
                let truth = holds_on_events(&formula, &steps);
                assert_eq!(dfa.accepts(word), truth, "{}: {word:?}: {formula:?}", self.name);
            }
            if round < length {
                let longer = words.iter().flat_map(|word| {
                    dfa.letters().map(move |letter| [word.as_slice(), &[letter]].concat())
                });
                words = longer.collect();
            }
        }
        let from_formula = finite_executions(&formula, &letters, DEFAULT_LIMIT).unwrap();
        assert_eq!(from_formula, dfa, "{}: {formula:?}", self.name);
        let events = letters.iter().flatten().copied().collect();
        if letters.len() <= 5 {
            assert_eq!(silence(&formula, &events), Stuttering::Invariant, "{}", self.name);
        }
        // Silence never matters.
        let silent = Letter(self.events.len() as u32);
        assert!(dfa.irrelevant_letters().contains(silent), "{}", self.name);
    }
}

#[test]
fn formulas_and_automata_agree() {
    for case in Case::all(patterns("p", "s", "t", "z"), scopes("q", "r")) {
        case.check(if case.events.len() < 4 { 7 } else { 6 });
    }
}

/// Subjects that share events with each other and with the scope: which moment counts, and whether
/// two things may happen at one moment, must then be the same in both.
#[test]
fn they_agree_where_subjects_overlap() {
    for (p, s, t, z) in [
        ("a", "a", "a", "a"),
        ("ab", "bc", "ac", "c"),
        ("a", "b", "b", "a"),
        ("ab", "a", "b", "b"),
        ("b", "ab", "a", "c"),
    ] {
        for (q, r) in [("a", "b"), ("b", "a"), ("ab", "b"), ("a", "a"), ("c", "ac")] {
            for case in Case::all(patterns(p, s, t, z), scopes(q, r)) {
                case.check(4);
            }
        }
    }
}

/// The executions that begin as a query says are those that violate the sentence.
#[test]
fn queries_agree_where_there_are_some() {
    let mut known = Vec::new();
    for case in Case::all(patterns("p", "s", "t", "z"), scopes("q", "r")) {
        let set = |names: &Names| -> LetterSet {
            names.chars().map(|event| Letter(case.atom(event).0)).collect()
        };
        let pattern = case.pattern.map(&mut |names| set(names));
        let scope = case.scope.map(&mut |names| set(names));
        let Some(queries) = queries(&pattern, &scope) else { continue };
        let without = without_intervals(&queries, case.events.len() + 1, DEFAULT_LIMIT).unwrap();
        assert_eq!(without, case.automaton(), "{}", case.name);
        known.push(case.name);
    }
    // What must not happen can be asked for in every scope, what must happen only in one that ends.
    let of = |scope: &str| known.iter().filter(|name| name.ends_with(scope)).count();
    assert_eq!(
        ["globally", "before", "after", "between", "after-until"].map(of),
        [5, 11, 5, 11, 5]
    );
}

#[test]
fn queries_say_nothing_where_subjects_overlap() {
    let set = |letters: &[u32]| letters.iter().map(|letter| Letter(*letter)).collect::<LetterSet>();
    let absence = Pattern::Absence(set(&[0]));
    assert_eq!(queries(&absence, &Scope::After(set(&[0, 1]))), None);
}

#[test]
fn sizes_are_as_recorded() {
    let recorded = include_str!("pattern_sizes.txt");
    let mut found = String::from(
        "# States of the smallest automaton over finite executions, and of the Büchi automata of\n\
         # the formula and of its negation.\n",
    );
    for case in Case::all(patterns("p", "s", "t", "z"), scopes("q", "r")) {
        let formula = case.formula();
        let finite = case.automaton().state_count();
        let yes = translate(&formula).states.len();
        let no = translate(&formula.not()).states.len();
        found += &format!("{finite:2} {yes:2} {no:2}  {}\n", case.name);
    }
    assert_eq!(found, recorded, "\n{found}");
}

/// What makes a sentence empty talk makes it true, and something else can make it true or false.
#[test]
fn empty_talk_is_true() {
    let mut with_trigger = 0;
    for case in Case::all(patterns("p", "s", "t", "z"), scopes("q", "r")) {
        let Some((pattern, scope)) = vacuous_if(&case.pattern, &case.scope) else { continue };
        with_trigger += 1;
        let trigger = Case { name: case.name.clone(), events: case.events.clone(), pattern, scope };
        let (sentence, empty) = (case.automaton(), trigger.automaton());
        assert_eq!(empty.not_in(&sentence, DEFAULT_LIMIT), Ok(None), "{}", case.name);
        let serious = sentence.minus(&empty, DEFAULT_LIMIT).unwrap();
        assert!(!serious.is_empty() && !sentence.is_universal(), "{}", case.name);
    }
    assert_eq!(with_trigger, 6 * 4 + 7 * 5);
}

/// A condition on states happens when it becomes true, however long it stays so.
#[test]
fn conditions_are_counted_by_their_beginnings() {
    let atom = AtomId(0);
    let condition = Subject::state(Formula::atom(atom));
    for bits in 0u32..1 << 9 {
        let moments: Vec<bool> = (0..9).map(|bit| bits >> bit & 1 == 1).collect();
        let begins = |at: usize| moments[at] && (at == 0 || !moments[at - 1]);
        let beginnings = (0..9).filter(|&at| begins(at)).count() as u32;
        let letter = |&holds: &bool| holds.then_some(atom).into_iter().collect();
        let word = execution_word(moments.iter().map(letter).collect(), letter(&moments[8]));
        for count in 0..4 {
            for (bound, expected) in [
                (Bound::AtMost, beginnings <= count),
                (Bound::AtLeast, beginnings >= count),
                (Bound::Exactly, beginnings == count),
            ] {
                let pattern = Pattern::Count(bound, count, condition.clone());
                let formula = formula(&pattern, &Scope::Globally).unwrap();
                assert!(!formula.has_next());
                assert_eq!(holds(&formula, &word), expected, "{bound:?} {count}: {moments:?}");
            }
        }
    }
}

#[test]
fn nobody_counts_too_far() {
    let events = Subject::events([AtomId(0)]);
    for bound in [Bound::AtMost, Bound::AtLeast, Bound::Exactly] {
        let pattern = Pattern::Count(bound, u32::MAX, events.clone());
        assert!(formula(&pattern, &Scope::Globally).is_err());
        let letters = pattern.map(&mut |_| LetterSet::of(Letter(0)));
        assert!(automaton(&letters, &Scope::Globally, 2, 1_000_000).is_err());
    }
}
