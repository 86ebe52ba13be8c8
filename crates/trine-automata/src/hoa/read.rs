//! Reads automata in the HOA format whose acceptance is Büchi or generalised Büchi.

use std::collections::BTreeMap;

use trine_base::{Id, IndexVec};

use super::label::{Clause, Cursor, Expression, clauses, cubes};
use super::token::{HoaError, Token, tokens};
use crate::AtomId;
use crate::bits::Bits;
use crate::buchi::degeneralise::{Style, degeneralise};
use crate::buchi::generalised::{self, Generalised};
use crate::buchi::{Buchi, Edge, State, StateId, reduce};
use crate::guard::Cube;

/// More states than this are taken for a mistake in the text.
const STATE_LIMIT: usize = 10_000_000;
/// Implicit labels list one edge for each letter: at most this many propositions then.
const IMPLICIT_LIMIT: usize = 16;

/// Reads one automaton. `atom` gives each proposition's name its atom.
///
/// Acceptance may be on states or on edges, and any combination of `Inf` with `&` and `|`; what is
/// not already one mark on states is degeneralised. Other acceptance, alternation and several
/// automata in one text are refused.
pub fn read_hoa(text: &str, atom: &mut dyn FnMut(&str) -> AtomId) -> Result<Buchi, HoaError> {
    let tokens = tokens(text)?;
    let mut cursor = Cursor { tokens: &tokens, at: 0, end: text.len() };
    let header = read_header(&mut cursor, atom)?;
    let mut states: BTreeMap<usize, StateText> = BTreeMap::new();
    loop {
        match cursor.peek() {
            Some(Token::End) => break,
            Some(Token::Header(word)) if word == "State" => {
                cursor.next();
                let place = cursor.range();
                let (number, state) = read_state(&mut cursor, &header)?;
                if states.insert(number, state).is_some() {
                    let message = format!("state {number} is described twice");
                    return Err(HoaError::new(message, place));
                }
            }
            Some(Token::Abort) => {
                return Err(HoaError::new(
                    "the automaton was given up by its writer",
                    cursor.range(),
                ));
            }
            _ => return Err(cursor.unexpected("`State:` or `--END--`")),
        }
    }
    cursor.next();
    if cursor.peek().is_some() {
        return Err(HoaError::new("more follows the first automaton", cursor.range()));
    }
    Ok(assemble(&header, states))
}

struct Header {
    starts: Vec<usize>,
    atoms: Vec<AtomId>,
    aliases: BTreeMap<String, Expression>,
    sets: usize,
    clauses: Vec<Clause>,
    states: Option<usize>,
}

#[derive(Default)]
struct StateText {
    sets: Bits,
    edges: Vec<(Vec<Cube>, usize, Bits)>,
}

fn read_header(
    cursor: &mut Cursor<'_>,
    atom: &mut dyn FnMut(&str) -> AtomId,
) -> Result<Header, HoaError> {
    read_version(cursor)?;
    let mut header = Header {
        starts: vec![],
        atoms: vec![],
        aliases: BTreeMap::new(),
        sets: 0,
        clauses: vec![],
        states: None,
    };
    let (mut acceptance, mut propositions) = (false, false);
    loop {
        let place = cursor.range();
        let word = match cursor.next() {
            Some(Token::Body) => break,
            Some(Token::Header(word)) => word,
            _ => {
                cursor.at -= 1;
                return Err(cursor.unexpected("a header or `--BODY--`"));
            }
        };
        match word.as_str() {
            "States" => header.states = Some(state_number(cursor)?),
            "Start" => {
                header.starts.push(state_number(cursor)?);
                if cursor.peek() == Some(&Token::Sign('&')) {
                    return Err(HoaError::new(
                        "alternating automata cannot be read",
                        cursor.range(),
                    ));
                }
            }
            "AP" if propositions => {
                return Err(HoaError::new("the propositions are listed twice", place));
            }
            "AP" => {
                propositions = true;
                let count = cursor.number("the number of propositions")?;
                while let Some(Token::Text(name)) = cursor.peek() {
                    header.atoms.push(atom(name));
                    cursor.at += 1;
                }
                if header.atoms.len() != count {
                    let found = header.atoms.len();
                    let message = format!("{count} propositions are announced, {found} are named");
                    return Err(HoaError::new(message, place));
                }
            }
            "Alias" => {
                let Some(Token::Alias(name)) = cursor.next() else {
                    cursor.at -= 1;
                    return Err(cursor.unexpected("an alias such as `@a`"));
                };
                let label = read_label(cursor, &header)?;
                header.aliases.insert(name, label);
            }
            "Acceptance" => {
                acceptance = true;
                header.sets = cursor.number("the number of acceptance sets")?;
                header.clauses = read_acceptance(cursor, header.sets)?;
            }
            // By the format's rules only headers with a capital change what the automaton means.
            _ if word.starts_with(|first: char| first.is_ascii_uppercase()) => {
                return Err(HoaError::new(format!("the header `{word}:` is not known"), place));
            }
            _ => skip_header(cursor),
        }
    }
    if !acceptance {
        cursor.at -= 1;
        return Err(HoaError::new("the header has no `Acceptance:`", cursor.range()));
    }
    Ok(header)
}

/// Goes past `HOA: v1`, with which every text begins.
fn read_version(cursor: &mut Cursor<'_>) -> Result<(), HoaError> {
    match (cursor.next(), cursor.next()) {
        (Some(Token::Header(word)), Some(Token::Word(version))) if word == "HOA" => {
            if version != "v1" {
                let message = format!("version {version} of the format is not known, only v1");
                return Err(HoaError::new(message, cursor.tokens[1].1.clone()));
            }
            Ok(())
        }
        _ => {
            cursor.at = 0;
            Err(cursor.unexpected("`HOA: v1`"))
        }
    }
}

fn skip_header(cursor: &mut Cursor<'_>) {
    while !matches!(cursor.peek(), None | Some(Token::Header(_) | Token::Body)) {
        cursor.at += 1;
    }
}

fn state_number(cursor: &mut Cursor<'_>) -> Result<usize, HoaError> {
    let range = cursor.range();
    let number = cursor.number("the number of a state")?;
    if number > STATE_LIMIT {
        return Err(HoaError::new(format!("more than {STATE_LIMIT} states cannot be read"), range));
    }
    Ok(number)
}

fn read_acceptance(cursor: &mut Cursor<'_>, sets: usize) -> Result<Vec<Clause>, HoaError> {
    let range = cursor.range();
    let condition = cursor.expression(&|cursor| match cursor.peek() {
        Some(Token::Word(word)) if word == "Inf" => {
            cursor.at += 1;
            cursor.expect('(')?;
            let positive = !cursor.take('!');
            let range = cursor.range();
            let set = cursor.number("the number of an acceptance set")?;
            if set >= sets {
                return Err(HoaError::new(format!("there is no acceptance set {set}"), range));
            }
            cursor.expect(')')?;
            Ok(Expression::Infinite(set, positive))
        }
        Some(Token::Word(word)) if word == "Fin" => {
            let message = "acceptance with `Fin` cannot be read, only Büchi and generalised Büchi";
            Err(HoaError::new(message, cursor.range()))
        }
        _ => Err(cursor.unexpected("`Inf`")),
    })?;
    clauses(&condition).ok_or_else(|| {
        let message = "this acceptance cannot be read, only Büchi and generalised Büchi";
        HoaError::new(message, range)
    })
}

fn read_label(cursor: &mut Cursor<'_>, header: &Header) -> Result<Expression, HoaError> {
    cursor.expression(&|cursor| {
        let range = cursor.range();
        match cursor.peek() {
            Some(&Token::Number(number)) if number < header.atoms.len() => {
                cursor.at += 1;
                Ok(Expression::Atom(number))
            }
            Some(Token::Number(number)) => {
                Err(HoaError::new(format!("there is no proposition {number}"), range))
            }
            Some(Token::Alias(name)) => match header.aliases.get(name) {
                Some(label) => {
                    cursor.at += 1;
                    Ok(label.clone())
                }
                None => Err(HoaError::new(format!("the alias `@{name}` is not known"), range)),
            },
            _ => Err(cursor.unexpected("a proposition")),
        }
    })
}

fn read_guard(cursor: &mut Cursor<'_>, header: &Header) -> Result<Option<Vec<Cube>>, HoaError> {
    let range = cursor.range();
    if !cursor.take('[') {
        return Ok(None);
    }
    let label = read_label(cursor, header)?;
    cursor.expect(']')?;
    let cubes = cubes(&label, true, &header.atoms);
    cubes.map(Some).ok_or_else(|| HoaError::new("this label is too large", range))
}

fn read_sets(cursor: &mut Cursor<'_>, header: &Header) -> Result<Bits, HoaError> {
    let mut sets = Bits::new();
    if cursor.take('{') {
        while !cursor.take('}') {
            let range = cursor.range();
            let set = cursor.number("an acceptance set or `}`")?;
            if set >= header.sets {
                return Err(HoaError::new(format!("there is no acceptance set {set}"), range));
            }
            sets.insert(set);
        }
    }
    Ok(sets)
}

fn read_state(cursor: &mut Cursor<'_>, header: &Header) -> Result<(usize, StateText), HoaError> {
    let state_guard = read_guard(cursor, header)?;
    let number = state_number(cursor)?;
    if let Some(Token::Text(_)) = cursor.peek() {
        cursor.at += 1;
    }
    let mut state = StateText { sets: read_sets(cursor, header)?, edges: vec![] };
    let mut implicit = 0usize;
    while matches!(cursor.peek(), Some(Token::Sign('[') | Token::Number(_))) {
        let range = cursor.range();
        let guard = match (read_guard(cursor, header)?, &state_guard) {
            (Some(_), Some(_)) => {
                return Err(HoaError::new("the state has a label already", range));
            }
            (Some(guard), None) => guard,
            (None, Some(guard)) => guard.clone(),
            (None, None) => {
                implicit += 1;
                let letter = implicit - 1;
                if header.atoms.len() > IMPLICIT_LIMIT || letter >> header.atoms.len() != 0 {
                    let message = "there are more edges without label than letters";
                    return Err(HoaError::new(message, range));
                }
                letter_cube(letter, &header.atoms).into_iter().collect()
            }
        };
        let target = state_number(cursor)?;
        if cursor.peek() == Some(&Token::Sign('&')) {
            return Err(HoaError::new("alternating automata cannot be read", cursor.range()));
        }
        let sets = read_sets(cursor, header)?;
        state.edges.push((guard, target, sets));
    }
    Ok((number, state))
}

/// `None` where two propositions of one name, which are one atom, would differ.
fn letter_cube(letter: usize, atoms: &[AtomId]) -> Option<Cube> {
    let literals = atoms.iter().enumerate();
    literals
        .map(|(index, &atom)| Cube::literal(atom, letter >> index & 1 == 1))
        .try_fold(Cube::always(), |cube, literal| cube.and(&literal))
}

fn assemble(header: &Header, mut states: BTreeMap<usize, StateText>) -> Buchi {
    if header.starts.is_empty() || header.clauses.iter().any(Vec::is_empty) {
        return Buchi::empty();
    }
    // Only states that are named count, so that a large number costs nothing.
    let mut numbers: BTreeMap<usize, usize> = BTreeMap::new();
    let targets = states.values().flat_map(|state| state.edges.iter().map(|edge| edge.1));
    for number in states.keys().copied().chain(targets).chain(header.starts.iter().copied()) {
        numbers.insert(number, 0);
    }
    if let Some(count) = header.states
        && count <= numbers.len() + 1024
    {
        numbers.extend((0..count).map(|number| (number, 0)));
    }
    for (dense, number) in numbers.values_mut().enumerate() {
        *number = dense;
    }
    let mut initial = numbers[&header.starts[0]];
    let mut texts: Vec<StateText> = Vec::with_capacity(numbers.len() + 1);
    for number in numbers.keys() {
        texts.push(states.remove(number).unwrap_or_default());
    }
    for (_, target, _) in texts.iter_mut().flat_map(|state| &mut state.edges) {
        *target = numbers[target];
    }
    if header.starts.len() > 1 {
        initial = texts.len();
        let mut edges = Vec::new();
        for start in &header.starts {
            let state = &texts[numbers[start]];
            edges.extend(
                state.edges.iter().map(|(guard, target, _)| (guard.clone(), *target, Bits::new())),
            );
        }
        texts.push(StateText { sets: Bits::new(), edges });
    }
    let marks_of = |sets: &Bits| -> Bits {
        let met =
            |clause: &Clause| clause.iter().any(|&(set, positive)| sets.contains(set) == positive);
        (0..header.clauses.len()).filter(|&clause| met(&header.clauses[clause])).collect()
    };
    let on_states = texts.iter().all(|state| state.edges.iter().all(|edge| edge.2.is_empty()));
    if on_states && header.clauses.len() <= 1 {
        let states = texts.into_iter().map(|state| {
            let accepting = marks_of(&state.sets).len() == header.clauses.len();
            let edges = state.edges.into_iter().flat_map(|(guards, target, _)| {
                let target = StateId::from_index(target);
                guards.into_iter().map(move |guard| Edge { guard, target })
            });
            State { accepting, edges: edges.collect() }
        });
        let initial = StateId::from_index(initial);
        return Buchi { states: states.collect::<IndexVec<_, _>>(), initial };
    }
    let states = texts.iter().map(|state| {
        let edges = state.edges.iter().flat_map(|(guards, target, sets)| {
            let mut sets = sets.clone();
            sets.union_with(&state.sets);
            let marks = marks_of(&sets);
            guards.iter().map(move |guard| generalised::Edge {
                guard: guard.clone(),
                marks: marks.clone(),
                target: *target,
            })
        });
        edges.collect()
    });
    let automaton = Generalised { initial, marks: header.clauses.len(), states: states.collect() };
    let style = Style { reversed: false, enter_high: false };
    reduce::plain(&degeneralise(&automaton, style))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::hoa::write_hoa;
    use crate::ltl::Names;

    fn read(text: &str) -> Result<(Buchi, Names), String> {
        let mut names = Names::new();
        match read_hoa(text, &mut |name| names.atom(name)) {
            Ok(automaton) => Ok((automaton, names)),
            Err(error) => Err(format!("{}: {}", &text[error.range], error.message)),
        }
    }

    const GENERALISED: &str = r#"HOA: v1 /* a comment /* in a comment */ */
name: "GFa & GFb"
States: 1
Start: 0
AP: 2 "a" "b"
Alias: @both 0&1
acc-name: generalized-Buchi 2
Acceptance: 2 Inf(0)&Inf(1)
properties: trans-labels explicit-labels trans-acc
--BODY--
State: 0 "only"
[!0&!1] 0
[0&!1] 0 {0}
[!0&1] 0 {1}
[@both] 0 {0 1}
--END--
"#;

    #[test]
    fn generalised_acceptance_on_edges() {
        let (automaton, mut names) = read(GENERALISED).unwrap();
        let (a, b) = (names.atom("a"), names.atom("b"));
        let letter = |atoms: &[AtomId]| atoms.iter().copied().collect();
        assert!(automaton.accepts(&[], &[letter(&[a]), letter(&[b])]));
        assert!(automaton.accepts(&[], &[letter(&[a, b])]));
        assert!(!automaton.accepts(&[letter(&[b])], &[letter(&[a])]));
    }

    #[test]
    fn implicit_and_state_labels() {
        let implicit = "HOA: v1 Start: 0 AP: 1 \"p\" Acceptance: 1 Inf(0) --BODY-- \
                        State: 0 {0} 1 0 State: 1 1 0 --END--";
        let (automaton, mut names) = read(implicit).unwrap();
        let p: crate::AtomSet = [names.atom("p")].into_iter().collect();
        assert!(automaton.accepts(&[], std::slice::from_ref(&p)));
        assert!(!automaton.accepts(std::slice::from_ref(&p), &[crate::AtomSet::new()]));
        let labelled = "HOA: v1 Start: 0 Start: 1 AP: 1 \"p\" Acceptance: 1 Inf(0) --BODY-- \
                        State: [0] 0 {0} 0 State: [!0] 1 1 0 --END--";
        let (automaton, _) = read(labelled).unwrap();
        assert!(automaton.accepts(&[], std::slice::from_ref(&p)));
        assert!(automaton.accepts(&[crate::AtomSet::new()], std::slice::from_ref(&p)));
        assert!(!automaton.accepts(&[p], &[crate::AtomSet::new()]));
    }

    #[test]
    fn what_was_written_is_read_again() {
        let (automaton, names) = read(GENERALISED).unwrap();
        let text = write_hoa(&automaton, &|atom| names.name(atom));
        let (again, _) = read(&text).unwrap();
        assert_eq!(again, automaton);
    }

    #[test]
    fn refusals_say_what_and_where() {
        let refused = |text: &str, expected: &str| assert_eq!(read(text).unwrap_err(), expected);
        refused("", ": the end of the text stands where `HOA: v1` was expected");
        refused("HOA: v2", "v2: version v2 of the format is not known, only v1");
        refused(
            "HOA: v1 Acceptance: 2 Fin(0) & Inf(1) --BODY-- --END--",
            "Fin: acceptance with `Fin` cannot be read, only Büchi and generalised Büchi",
        );
        refused(
            "HOA: v1 Start: 0&1 Acceptance: 1 Inf(0) --BODY-- --END--",
            "&: alternating automata cannot be read",
        );
        refused(
            "HOA: v1 Acceptance: 1 Inf(0) --BODY-- State: 0 [3] 1 --END--",
            "3: there is no proposition 3",
        );
        refused("HOA: v1 AP: 2 \"p\" --BODY--", "AP:: 2 propositions are announced, 1 are named");
        refused("HOA: v1 --BODY-- --END--", "--BODY--: the header has no `Acceptance:`");
        refused("HOA: v1 é", "é: `é` has no place here");
        assert!(read("HOA: v1 Start: 0 States: 99999999999999999999999").is_err());
        assert!(read(&GENERALISED.replace("--END--", "--ABORT--")).is_err());
        assert!(read(&(GENERALISED.to_owned() + GENERALISED)).is_err());
    }
}
