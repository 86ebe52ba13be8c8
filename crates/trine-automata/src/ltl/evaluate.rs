//! What a formula means, directly: its truth on a word that ends in a cycle.

use rustc_hash::FxHashMap;

use super::formula::{Formula, Operator};
use crate::word::Lasso;

/// Does the formula hold at the beginning of the word? This is the definition that the automata
/// are tested against: slow and plain.
pub fn holds(formula: &Formula, word: &Lasso) -> bool {
    let mut known = FxHashMap::default();
    evaluate(formula, word, &mut known)[0]
}

/// The truth of a formula at each position of the word.
fn evaluate(
    formula: &Formula,
    word: &Lasso,
    known: &mut FxHashMap<Formula, Vec<bool>>,
) -> Vec<bool> {
    if let Some(values) = known.get(formula) {
        return values.clone();
    }
    let positions = 0..word.positions();
    let mut of = |part: &Formula| evaluate(part, word, known);
    let each = |value: &dyn Fn(usize) -> bool| positions.clone().map(value).collect::<Vec<bool>>();
    let values = match formula.operator() {
        Operator::True => each(&|_| true),
        Operator::False => each(&|_| false),
        Operator::Atom(atom) => each(&|position| word.letter(position).contains(*atom)),
        Operator::Not(part) => {
            let part = of(part);
            each(&|position| !part[position])
        }
        Operator::And(parts) => {
            let parts: Vec<_> = parts.iter().map(of).collect();
            each(&|position| parts.iter().all(|part| part[position]))
        }
        Operator::Or(parts) => {
            let parts: Vec<_> = parts.iter().map(of).collect();
            each(&|position| parts.iter().any(|part| part[position]))
        }
        Operator::Implies(left, right) => {
            let (left, right) = (of(left), of(right));
            each(&|position| !left[position] || right[position])
        }
        Operator::Equivalent(left, right) => {
            let (left, right) = (of(left), of(right));
            each(&|position| left[position] == right[position])
        }
        Operator::Next(part) => {
            let part = of(part);
            each(&|position| part[word.after(position)])
        }
        Operator::Until(left, right) => {
            let (left, right) = (of(left), of(right));
            repeat(word, false, &|position, next| right[position] || (left[position] && next))
        }
        Operator::WeakUntil(left, right) => {
            let (left, right) = (of(left), of(right));
            repeat(word, true, &|position, next| right[position] || (left[position] && next))
        }
        Operator::Release(left, right) => {
            let (left, right) = (of(left), of(right));
            repeat(word, true, &|position, next| right[position] && (left[position] || next))
        }
        Operator::Eventually(part) => {
            let part = of(part);
            repeat(word, false, &|position, next| part[position] || next)
        }
        Operator::Always(part) => {
            let part = of(part);
            repeat(word, true, &|position, next| part[position] && next)
        }
    };
    known.insert(formula.clone(), values.clone());
    values
}

/// Solves `value(i) = step(i, value(i + 1))` from the given start: false for the least solution,
/// true for the greatest. Going backwards twice is enough for what the cycle brings to itself.
fn repeat(word: &Lasso, start: bool, step: &dyn Fn(usize, bool) -> bool) -> Vec<bool> {
    let mut values = vec![start; word.positions()];
    for _ in 0..2 {
        for position in (0..values.len()).rev() {
            values[position] = step(position, values[word.after(position)]);
        }
    }
    values
}
