//! When a formula says nothing: its implications, and what would make each of them empty talk.

use super::formula::{Formula, Operator};

/// For each implication that the formula asks for, now or always: the formula that its left side
/// never holds there. An execution on which one of these holds was asked nothing by that
/// implication; if one holds on all executions, that part of the formula is vacuous.
pub fn vacuous_if(formula: &Formula) -> Vec<Formula> {
    match formula.operator() {
        Operator::And(parts) => parts.iter().flat_map(vacuous_if).collect(),
        Operator::Implies(left, right) => {
            // `p -> (q -> r)` asks for something only when both p and q hold.
            let deeper = vacuous_if(right).into_iter().map(|inner| left.clone().implies(inner));
            std::iter::once(left.clone().not()).chain(deeper).collect()
        }
        Operator::Always(part) => vacuous_if(part).into_iter().map(Formula::always).collect(),
        _ => vec![],
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ltl::{Names, parse_with_names};

    fn check(text: &str, expected: &[&str]) {
        let mut names = Names::new();
        let formula = parse_with_names(text, &mut names).unwrap();
        let found = vacuous_if(&formula);
        let name = |atom| names.name(atom);
        let found: Vec<String> =
            found.iter().map(|formula| formula.display(&name).to_string()).collect();
        assert_eq!(found, expected, "{text}");
    }

    #[test]
    fn implications_have_triggers() {
        check("[](p -> <>q)", &["[]!p"]);
        check("[]!p", &[]);
        check("(p -> q) && [](q -> [](r -> s))", &["!p", "[]!q", "[](q -> []!r)"]);
        check("<>(p -> q)", &[]);
    }
}
