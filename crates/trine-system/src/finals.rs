//! What variables hold when no process can step any more, over all executions.

use std::collections::{BTreeSet, HashSet};

use crate::{Interpreter, System, show};

/// The values that were found, and whether they are all.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Finals {
    /// The names of the cells, in the order of the values.
    pub names: Vec<String>,
    pub values: BTreeSet<Vec<String>>,
    /// False where the search stopped at its limit, or met what the model leaves out.
    pub complete: bool,
}

/// Collects what the named cells hold in states without a way on. A name means the cell whose name it
/// is, or ends with it after a dot; one that nothing has is an error.
pub fn finals(system: &System, wanted: &[String], limit: usize) -> Result<Finals, String> {
    let interpreter = Interpreter::new(system);
    let first = interpreter.initial();
    let mut found = Finals { complete: true, ..Finals::default() };
    let Some(first) = first.state else { return Ok(found) };
    let cells = show::cells(&interpreter, &first);
    let globals: Vec<&str> =
        cells.iter().filter(|cell| cell.process.is_none()).map(|cell| cell.name.as_str()).collect();
    for name in wanted {
        let ends = |cell: &&&str| {
            **cell == name
                || cell.strip_suffix(name.as_str()).is_some_and(|path| path.ends_with('.'))
        };
        match globals.iter().filter(ends).collect::<Vec<_>>().as_slice() {
            [cell] => found.names.push(cell.to_string()),
            [] => {
                let known = globals.join(", ");
                return Err(format!("there is no variable `{name}`; there are: {known}"));
            }
            several => {
                let several: Vec<&str> = several.iter().map(|cell| **cell).collect();
                return Err(format!("`{name}` can be any of {}", several.join(", ")));
            }
        }
    }
    let mut known = HashSet::new();
    known.insert(interpreter.key(&first));
    let mut waiting = vec![first];
    while let Some(state) = waiting.pop() {
        let steps = interpreter.steps(&state);
        if steps.is_empty() {
            let cells = show::cells(&interpreter, &state);
            let value = |name: &String| {
                let held = cells.iter().find(|cell| cell.process.is_none() && cell.name == *name);
                held.map(|cell| cell.value.clone()).unwrap_or_default()
            };
            found.values.insert(found.names.iter().map(value).collect());
        }
        for step in steps {
            let outcome = interpreter.step(&state, &step);
            found.complete &= outcome.unmodelled.is_empty() && outcome.limit.is_none();
            if let Some(next) = outcome.state
                && known.insert(interpreter.key(&next))
            {
                waiting.push(next);
            }
        }
        if known.len() > limit {
            found.complete = false;
            break;
        }
    }
    Ok(found)
}
