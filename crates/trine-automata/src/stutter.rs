//! Stutter invariance: can a formula tell how often a letter is repeated, or whether silent steps were taken?
//!
//! Partial-order reduction and the removal of silent steps keep only properties that cannot.

use rustc_hash::FxHashMap;

use crate::bits::Bits;
use crate::buchi::letters::Letters;
use crate::buchi::{Buchi, StateId};
use crate::guard::AtomSet;
use crate::ltl::{AtomId, Formula, simplify, translate_within};
use trine_base::components::components;

/// Whether an automaton is stutter invariant.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Stuttering {
    /// Repeating letters never changes the formula's truth.
    Invariant,
    /// Two words that differ only in repetitions are told apart.
    Sensitive,
    /// The question was too large to be decided; reductions must assume the worst.
    Unknown,
}

/// How many nodes and edges the decision may look at.
const WORK_LIMIT: u64 = 3_000_000;
const ATOM_LIMIT: usize = 8;

/// Is the formula's truth independent of how often letters are repeated?
///
/// Without `X` it always is. Otherwise the automata of the formula and of its negation, each
/// allowed to repeat the letter it has just read finitely often, are run side by side: a word that
/// both accept is a repetition of one word that satisfies the formula and of one that does not
/// (Michaud and Duret-Lutz, "Practical Stutter-Invariance Checks for ω-Regular Languages", 2015).
pub fn stuttering(formula: &Formula) -> Stuttering {
    if !formula.has_next() {
        return Stuttering::Invariant;
    }
    let formula = simplify(formula);
    if !formula.has_next() {
        return Stuttering::Invariant;
    }
    decide(&formula, |letters| Repetitions {
        first: vec![true; letters.len()],
        later: vec![true; letters.len()],
        states: (0..letters.len()).collect(),
        silent: vec![true; letters.len()],
    })
}

/// Is the formula's truth independent of silent steps, which have no event and leave the state as
/// it was?
///
/// The atoms of `events` are events, the others conditions on states. No event happens at the
/// first moment, and at most one at each later one. Without events this is the same question as
/// [`stuttering`]; with them even a formula without `X` can tell: `p U q` of two events is false as
/// soon as a silent step comes before q.
pub fn silence(formula: &Formula, events: &AtomSet) -> Stuttering {
    if formula.atoms().iter().all(|&atom| !events.contains(atom)) {
        return stuttering(formula);
    }
    decide(&simplify(formula), |letters| {
        let count = |letter: &AtomSet| letter.iter().filter(|&atom| events.contains(atom)).count();
        let silent: Vec<bool> = letters.iter().map(|letter| count(letter) == 0).collect();
        let state = |letter: &AtomSet| {
            let quiet: AtomSet = letter.iter().filter(|&atom| !events.contains(atom)).collect();
            letters.iter().position(|other| *other == quiet).unwrap_or(letters.len())
        };
        Repetitions {
            first: silent.clone(),
            later: letters.iter().map(|letter| count(letter) <= 1).collect(),
            states: letters.iter().map(state).collect(),
            silent,
        }
    })
}

/// Which letters a word may have, and which of them may be left out: silent ones in the same state
/// as the letter before.
struct Repetitions {
    first: Vec<bool>,
    later: Vec<bool>,
    /// Equal numbers mean equal states.
    states: Vec<usize>,
    silent: Vec<bool>,
}

impl Repetitions {
    fn allows(&self, last: Option<usize>, letter: usize) -> bool {
        if last.is_some() { self.later[letter] } else { self.first[letter] }
    }

    fn may_skip(&self, last: Option<usize>, letter: usize) -> bool {
        let same = |last: usize| self.states[last] == self.states[letter];
        self.silent[letter] && last.is_some_and(same)
    }
}

fn decide(formula: &Formula, repetitions: impl Fn(&[AtomSet]) -> Repetitions) -> Stuttering {
    let atoms: Vec<AtomId> = formula.atoms().into_iter().collect();
    if atoms.len() > ATOM_LIMIT {
        return Stuttering::Unknown;
    }
    let letters = Letters::over(atoms).sets;
    let negation = formula.clone().not();
    let (Ok(yes), Ok(no)) =
        (translate_within(formula, WORK_LIMIT), translate_within(&negation, WORK_LIMIT))
    else {
        return Stuttering::Unknown;
    };
    match common_repetition(&yes, &no, &letters, &repetitions(&letters)) {
        Some(true) => Stuttering::Sensitive,
        Some(false) => Stuttering::Invariant,
        None => Stuttering::Unknown,
    }
}

/// Where the two automata are, and the letter that both have read last.
type Node = (StateId, StateId, Option<usize>);

/// Is there a word that, freed of some repetitions, each of the two accepts? `None` past the limit.
fn common_repetition(
    one: &Buchi,
    two: &Buchi,
    letters: &[AtomSet],
    repetitions: &Repetitions,
) -> Option<bool> {
    // Where an automaton can go on a letter: a step, which counts, or staying, which does not.
    let moves = |automaton: &Buchi, state: StateId, letter: usize, last: Option<usize>, mark| {
        let state_data = &automaton.states[state];
        let taken = state_data.edges.iter().filter(|edge| edge.guard.allows(&letters[letter]));
        let counts: Bits = state_data.accepting.then_some(mark).into_iter().collect();
        let mut moves: Vec<(StateId, Bits)> =
            taken.map(|edge| (edge.target, counts.clone())).collect();
        if repetitions.may_skip(last, letter) {
            moves.push((state, Bits::new()));
        }
        moves
    };
    let mut numbers: FxHashMap<Node, usize> = FxHashMap::default();
    let mut nodes: Vec<Node> = vec![(one.initial, two.initial, None)];
    numbers.insert(nodes[0], 0);
    let mut edges: Vec<Vec<(usize, Bits)>> = Vec::new();
    let mut work = 0;
    while let Some(&(left, right, last)) = nodes.get(edges.len()) {
        let mut out = Vec::new();
        for letter in (0..letters.len()).filter(|&letter| repetitions.allows(last, letter)) {
            let rights = moves(two, right, letter, last, 1);
            for (left, left_marks) in moves(one, left, letter, last, 0) {
                for (right, right_marks) in &rights {
                    let node = (left, *right, Some(letter));
                    let number = *numbers.entry(node).or_insert_with(|| {
                        nodes.push(node);
                        nodes.len() - 1
                    });
                    let mut marks = left_marks.clone();
                    marks.union_with(right_marks);
                    out.push((number, marks));
                }
            }
        }
        out.sort();
        out.dedup();
        work += 1 + out.len() as u64;
        if work > WORK_LIMIT {
            return None;
        }
        edges.push(out);
    }
    let successors: Vec<Vec<usize>> =
        edges.iter().map(|out| out.iter().map(|(target, _)| *target).collect()).collect();
    let components = components(&successors);
    let accepting = components.members.iter().enumerate().any(|(component, members)| {
        let mut seen = Bits::new();
        for &node in members {
            for (target, marks) in &edges[node] {
                if components.of[*target] == component {
                    seen.union_with(marks);
                }
            }
        }
        seen.len() == 2
    });
    Some(accepting)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ltl::{Names, parse_with_names};

    fn check(text: &str, expected: Stuttering) {
        let formula = parse_with_names(text, &mut Names::new()).unwrap();
        assert_eq!(stuttering(&formula), expected, "{text}");
        assert_eq!(stuttering(&formula.not()), expected, "!({text})");
    }

    #[test]
    fn next_is_usually_but_not_always_seen() {
        check("[](p -> <>q)", Stuttering::Invariant);
        check("X p", Stuttering::Sensitive);
        check("[](p -> X q)", Stuttering::Sensitive);
        check("[]<>X p", Stuttering::Invariant);
        check("p && X !p", Stuttering::Sensitive);
        // A rising edge of p comes some day: said with X, but not about repetitions.
        check("<>(!p && X p)", Stuttering::Invariant);
        check("<>(p && X(p U (!p && <>q)))", Stuttering::Invariant);
        check("p -> X(p -> X p)", Stuttering::Sensitive);
        check("X X (p || !p)", Stuttering::Invariant);
    }

    #[test]
    fn silent_steps_are_usually_not_seen() {
        let check = |text: &str, events: &str, expected: Stuttering| {
            let mut names = Names::new();
            let formula = parse_with_names(text, &mut names).unwrap();
            let events: AtomSet = events.split_whitespace().map(|name| names.atom(name)).collect();
            assert_eq!(silence(&formula, &events), expected, "{text}");
            assert_eq!(silence(&formula.not(), &events), expected, "!({text})");
        };
        check("[](p -> <>q)", "p q", Stuttering::Invariant);
        check("!p W q", "p q", Stuttering::Invariant);
        check("[](p -> (p U q))", "p q", Stuttering::Sensitive);
        check("[](p -> (x U q))", "p q", Stuttering::Invariant);
        // After a q in a state with x, a silent step starts the wait again.
        check("[](x -> (x U q))", "q", Stuttering::Sensitive);
        // Nothing happens at the first moment: this is false whatever follows.
        check("p U q", "p q", Stuttering::Invariant);
        check("X p", "p", Stuttering::Sensitive);
        check("X p", "", Stuttering::Sensitive);
        // Two events, however far apart.
        check("<>(p && X <>p)", "p", Stuttering::Invariant);
        check("<>(x && X <>x)", "p", Stuttering::Sensitive);
        check("[](p -> X q)", "p", Stuttering::Sensitive);
        check("[](p -> x)", "p", Stuttering::Invariant);
        check("[]p", "p", Stuttering::Invariant);
        check("<>[]!p", "p", Stuttering::Invariant);
    }
}
