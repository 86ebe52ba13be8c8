//! Names the cells of a state, for those that show states to people.

use crate::{Interpreter, State, Variable};

/// One cell of a state: its owner, its name, and its value as people write it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ShownCell {
    /// The process whose local it is; none for globals, records and channels.
    pub process: Option<u32>,
    /// `count`, `table[1].cell`, `node#2.next`; the messages of a channel go by the name of the variable
    /// that it was made for.
    pub name: String,
    pub value: String,
}

/// All cells of a state, in a fixed order: globals, records, messages of channels, then the locals of
/// each process. Variables that were made by a pass (their names start with `$`) are left out,
/// and so are those that only hold fresh channels.
pub fn cells(interpreter: &Interpreter<'_>, state: &State) -> Vec<ShownCell> {
    let system = interpreter.system;
    let mut shown = Vec::new();
    for (id, variable) in system.globals.enumerate() {
        let start = interpreter.global_offset(id);
        let values = &state.globals[start..start + variable.cells() as usize];
        variable_cells(interpreter, None, "", variable, values, &mut shown);
    }
    for (pool, records) in system.pools.iter().zip(&state.pools) {
        let size: usize = pool.fields.iter().map(|field| field.cells() as usize).sum();
        for (number, record) in records.chunks(size.max(1)).enumerate() {
            let mut start = 0;
            for field in &pool.fields {
                let end = start + field.cells() as usize;
                let prefix = format!("{}#{}.", pool.name, number + 1);
                variable_cells(interpreter, None, &prefix, field, &record[start..end], &mut shown);
                start = end;
            }
        }
    }
    for (number, channel) in state.channels.iter().enumerate() {
        let kind = &system.channel_kinds[channel.kind];
        if kind.capacity == 0 {
            continue;
        }
        let message = |message: &Vec<i64>| {
            let fields = kind.fields.iter().zip(message);
            let fields: Vec<String> =
                fields.map(|(ty, value)| interpreter.show_value(*ty, *value)).collect();
            format!("({})", fields.join(", "))
        };
        let messages: Vec<String> = channel.messages.iter().map(message).collect();
        let name = channel_name(interpreter, state, number);
        shown.push(ShownCell { process: channel.owner, name, value: messages.join(" ") });
    }
    for (number, process) in state.processes.iter().enumerate() {
        for (id, variable) in system.templates[process.template].locals.enumerate() {
            let start = interpreter.local_offset(process.template, id);
            let values = &process.locals[start..start + variable.cells() as usize];
            variable_cells(interpreter, Some(number as u32), "", variable, values, &mut shown);
        }
    }
    shown
}

/// The cells whose values differ between two states: name, before, after. A cell that is not there in
/// one of them has no value in it.
pub fn changes(
    interpreter: &Interpreter<'_>,
    before: &State,
    after: &State,
) -> Vec<(ShownCell, String)> {
    let old = cells(interpreter, before);
    let mut changed = Vec::new();
    for cell in cells(interpreter, after) {
        let same = |other: &&ShownCell| other.process == cell.process && other.name == cell.name;
        let value = old.iter().find(same).map_or(String::new(), |other| other.value.clone());
        if value != cell.value {
            let new = cell.value.clone();
            changed.push((ShownCell { value, ..cell }, new));
        }
    }
    changed
}

fn variable_cells(
    interpreter: &Interpreter<'_>,
    process: Option<u32>,
    prefix: &str,
    variable: &Variable,
    values: &[i64],
    shown: &mut Vec<ShownCell>,
) {
    let holds_channels = matches!(variable.init, crate::Init::Channels(_));
    if variable.name().starts_with('$') || holds_channels {
        return;
    }
    for (cell, value) in values.iter().enumerate() {
        shown.push(ShownCell {
            process,
            name: format!("{prefix}{}", variable.cell_name(cell as u32)),
            value: interpreter.show_cell(variable, *value),
        });
    }
}

/// The name of the variable that a channel was made for, or its number.
fn channel_name(interpreter: &Interpreter<'_>, state: &State, number: usize) -> String {
    let system = interpreter.system;
    let value = number as i64 + 1;
    let name = match state.channels[number].owner {
        None => {
            let globals = system.globals.enumerate();
            let globals = globals.map(|(id, global)| (interpreter.global_offset(id), global));
            maker(globals, &state.globals, value)
        }
        Some(owner) => state.processes.get(owner as usize).and_then(|process| {
            let of = process.template;
            let locals = system.templates[of].locals.enumerate();
            let locals = locals.map(|(id, local)| (interpreter.local_offset(of, id), local));
            maker(locals, &process.locals, value)
        }),
    };
    name.unwrap_or_else(|| format!("channel {value}"))
}

/// The cell that holds this channel, among variables that were given fresh ones.
fn maker<'v>(
    mut variables: impl Iterator<Item = (usize, &'v Variable)>,
    cells: &[i64],
    channel: i64,
) -> Option<String> {
    variables.find_map(|(start, variable)| {
        let range = start..start + variable.cells() as usize;
        let cell = cells.get(range)?.iter().position(|value| *value == channel)?;
        let holds = matches!(variable.init, crate::Init::Channels(_));
        holds.then(|| variable.cell_name(cell as u32))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_step_changed_is_shown_by_name() {
        let text = "
            enum colour { red = 1 }
            kind k[2](byte, enum colour)
            pool node[1] {
              value: bool
            }
            global q: channel = new k
            global table[2].cell: enum colour
            global p: ref node
            global $made: int
            template A() {
              local x: byte
              s0:
                s0 -> s1 send q(3, 1) do table.cell[1] := 1; x := 4; $made := 2; new node into p
              s1 final:
            }
            process a: A()";
        let mut diagnostics = trine_base::Diagnostics::new();
        let system = crate::text::parse(text, trine_base::FileId(0), &mut diagnostics);
        let system = system.expect("a system");
        let interpreter = Interpreter::new(&system);
        let before = interpreter.initial().state.expect("an initial state");
        let step = interpreter.steps(&before)[0];
        let after = interpreter.step(&before, &step).state.expect("no fault");
        let shown: Vec<String> = changes(&interpreter, &before, &after)
            .into_iter()
            .map(|(cell, new)| format!("{}: {} -> {new}", cell.name, cell.value))
            .collect();
        assert_eq!(
            shown,
            [
                "table[1].cell: 0 -> red",
                "p: null -> node#1",
                "node#1.value:  -> false",
                "q:  -> (3, red)",
                "x: 0 -> 4",
            ]
        );
    }
}
