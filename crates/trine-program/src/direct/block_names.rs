//! Names of memory: `account.lock`, `forks[2]`, `queue->count`.
//!
//! A global and a local variable that is a block have the names of the source; a block of the heap is named by the first
//! pointer that leads to it. What is inside of a block, its layout says.

use std::collections::BTreeMap;

use crate::flat::Op;
use crate::interpret::{Block, BlockKind, Cell, Machine, ObjectId, State, Value};
use crate::program::*;

/// Deeper nesting is not named.
const DEEPEST: usize = 12;

/// So many values of one block are shown.
const MOST_SHOWN: usize = 64;

/// The names of the blocks of a state.
#[derive(Default)]
pub struct BlockNames {
    names: BTreeMap<ObjectId, BlockName>,
}

#[derive(Clone)]
struct BlockName {
    text: String,
    /// The text names a pointer to the block, not the block itself.
    through: bool,
    /// Only library models refer to it.
    library: bool,
}

impl BlockNames {
    /// Names for all blocks that globals reach in this state; empty for languages without pointers.
    pub fn of(machine: &Machine<'_>, state: &State) -> BlockNames {
        let mut names = BlockNames::default();
        let program = machine.program;
        if program.pointer_bytes == 0 {
            return names;
        }
        // What the user's own code names goes by that name, whatever library models call it.
        for library in [false, true] {
            let mut open = Vec::new();
            for (id, global) in program.globals.enumerate() {
                if global.library == library {
                    names.add(ObjectId(id.0), global.name.clone(), false, library, &mut open);
                }
            }
            for thread in &state.threads {
                let own = program.globals.iter().filter(|global| global.thread_local);
                for (global, block) in own.zip(&thread.locals) {
                    if global.library == library {
                        names.add(*block, global.name.clone(), false, library, &mut open);
                    }
                }
                for frame in &thread.frames {
                    let class = program.methods[frame.method].class;
                    if program.classes[class].library == library {
                        names.add_frame(machine, frame, library, &mut open);
                    }
                }
            }
            let mut at = 0;
            while let Some(block) = open.get(at).copied() {
                at += 1;
                names.follow(machine, state, block, &mut open);
            }
        }
        names
    }

    fn add(
        &mut self,
        block: ObjectId,
        text: String,
        through: bool,
        library: bool,
        open: &mut Vec<ObjectId>,
    ) {
        self.names.entry(block).or_insert_with(|| {
            open.push(block);
            BlockName { text, through, library }
        });
    }

    fn add_frame(
        &mut self,
        machine: &Machine<'_>,
        frame: &crate::interpret::Frame,
        library: bool,
        open: &mut Vec<ObjectId>,
    ) {
        let method = &machine.program.methods[frame.method];
        let Some(code) = machine.code(frame.method) else { return };
        for (pc, block) in &frame.blocks {
            if let Some((Op::Allocate { into, .. }, _)) = code.ops.get(*pc as usize) {
                let name = code.vars[*into].name.clone();
                self.add(*block, name, false, library, open);
            }
        }
        for ((_, var), value) in method.vars.enumerate().zip(&frame.vars) {
            if let Value::Pointer(block, 0) = value
                && !var.temporary
            {
                self.add(*block, var.name.clone(), true, library, open);
            }
        }
    }

    /// Names the blocks that a block has pointers to.
    fn follow(
        &mut self,
        machine: &Machine<'_>,
        state: &State,
        block: ObjectId,
        open: &mut Vec<ObjectId>,
    ) {
        let Cell::Block(content) = state.cell(block) else { return };
        let library = self.names.get(&block).is_some_and(|name| name.library);
        for (at, _, value) in content.entries() {
            if let Value::Pointer(other, 0) = value
                && !self.names.contains_key(&other)
            {
                let text = self.name(machine, state, block, at);
                self.add(other, text, true, library, open);
            }
        }
    }

    /// The name of a place in a block.
    pub fn name(&self, machine: &Machine<'_>, state: &State, block: ObjectId, at: u64) -> String {
        let Cell::Block(content) = state.cell(block) else { return "an object".to_string() };
        let unnamed = || BlockName { text: "memory".to_string(), through: true, library: true };
        let name = self.names.get(&block).cloned().unwrap_or_else(unnamed);
        let path = match content.layout {
            Some(layout) => path(machine.program, content, layout, at),
            None if at == 0 => String::new(),
            None => format!("+{at}"),
        };
        match (name.through, path.strip_prefix('.')) {
            (true, Some(member)) => format!("{}->{member}", name.text),
            (true, None) if path.is_empty() => format!("*{}", name.text),
            _ => format!("{}{path}", name.text),
        }
    }

    /// The name of the pointer that stands for a thread.
    pub fn thread(&self, block: ObjectId) -> Option<String> {
        self.names.get(&block).map(|name| name.text.clone())
    }

    /// The values in blocks of the user, with their names.
    pub fn values(
        &self,
        machine: &Machine<'_>,
        state: &State,
        see: &mut dyn FnMut(String, Value, Type),
    ) {
        for (block, name) in &self.names {
            let Cell::Block(content) = state.cell(*block) else { continue };
            let constant = matches!(content.kind, BlockKind::Global(global)
                if machine.program.globals[global].constant);
            let Some(layout) = content.layout.filter(|_| !name.library && !constant) else {
                continue;
            };
            for (at, unit) in scalars(machine.program, content, layout) {
                see(self.name(machine, state, *block, at), content.read(at, unit), unit.ty);
            }
        }
    }
}

/// Whether a block has room for several of what its layout describes.
fn is_array(program: &Program, block: &Block, layout: LayoutId) -> bool {
    let one = program.layouts[layout].bytes;
    one > 0 && block.bytes > one
}

/// The way from the start of a block to an offset.
fn path(program: &Program, block: &Block, layout: LayoutId, at: u64) -> String {
    let mut text = String::new();
    let (mut layout, mut at) = (layout, at);
    if is_array(program, block, layout) {
        let one = program.layouts[layout].bytes;
        text.push_str(&format!("[{}]", at / one));
        at %= one;
    }
    for _ in 0..DEEPEST {
        match &program.layouts[layout].kind {
            LayoutKind::Array(element) => {
                let one = program.layouts[*element].bytes.max(1);
                text.push_str(&format!("[{}]", at / one));
                (layout, at) = (*element, at % one);
            }
            LayoutKind::Members(members) => {
                let holds = |(_, from, inner): &&(String, u64, LayoutId)| {
                    (*from..from + program.layouts[*inner].bytes).contains(&at)
                };
                let Some((name, from, inner)) = members.iter().find(holds) else { break };
                if !name.is_empty() {
                    text.push_str(&format!(".{name}"));
                }
                (layout, at) = (*inner, at - from);
            }
            LayoutKind::Scalar(_) | LayoutKind::Opaque => break,
        }
    }
    text
}

/// The numbers and pointers that a block holds, as its layout has them.
fn scalars(program: &Program, block: &Block, layout: LayoutId) -> Vec<(u64, Unit)> {
    let mut found = Vec::new();
    let mut open = Vec::new();
    let one = program.layouts[layout].bytes;
    let count = if is_array(program, block, layout) { block.bytes / one.max(1) } else { 1 };
    for number in (0..count.min(MOST_SHOWN as u64)).rev() {
        open.push((number * one, layout));
    }
    while let Some((at, layout)) = open.pop() {
        if found.len() >= MOST_SHOWN {
            break;
        }
        match &program.layouts[layout].kind {
            LayoutKind::Scalar(unit) => {
                if at + u64::from(unit.bytes) <= block.bytes {
                    found.push((at, *unit));
                }
            }
            LayoutKind::Array(element) => {
                let one = program.layouts[*element].bytes.max(1);
                let count = (program.layouts[layout].bytes / one).min(MOST_SHOWN as u64);
                open.extend((0..count).rev().map(|number| (at + number * one, *element)));
            }
            LayoutKind::Members(members) => {
                open.extend(members.iter().rev().map(|(_, from, inner)| (at + from, *inner)));
            }
            LayoutKind::Opaque => {}
        }
    }
    found
}
