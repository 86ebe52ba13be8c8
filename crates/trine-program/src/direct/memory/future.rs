//! Follows the code ahead of a thread with abstract values, and notes what it may do: a may-analysis, sensitive to the
//! flow, to the arguments of calls and to monitors that are held. Loops with known bounds are unrolled to some extent.

use std::collections::{BTreeMap, BTreeSet};

use rustc_hash::{FxHashMap, FxHashSet};

use super::value::{Abstract, evaluate};
use super::{Act, Future, Guard, Guarded, Loaded, Unstable, Where};
use crate::flat::{Code, Op, Pc};
use crate::interpret::{Call, Cell, Life, Machine, ObjectId, Phase, State, Value};
use crate::program::*;

/// So many different environments are kept apart at one instruction; after that they are joined.
const MOST_VARIANTS: usize = 12;

/// After so many instructions the future is not known.
const MOST_INSTRUCTIONS: usize = 20_000;

/// Calls are followed to this depth.
const MOST_CALLS: usize = 60;

/// What is known at an instruction.
#[derive(Clone, PartialEq, Eq, Hash)]
pub(super) struct Env {
    pub vars: Vec<Abstract>,
    /// In order.
    pub guards: Vec<Guard>,
}

impl Env {
    fn join(&mut self, other: &Env) -> bool {
        let before = self.clone();
        for (one, two) in self.vars.iter_mut().zip(&other.vars) {
            *one = one.join(*two);
        }
        self.guards.retain(|guard| other.guards.contains(guard));
        *self != before
    }

    /// Adds a guard that holds from here on.
    pub fn guard(&mut self, guard: Guard) {
        if let Err(at) = self.guards.binary_search(&guard) {
            self.guards.insert(at, guard);
        }
    }
}

/// How a call ends. None: it does not.
#[derive(Clone, Default)]
pub(super) struct Summary {
    returns: Option<(Abstract, Vec<Guard>)>,
    throws: bool,
}

/// What a call begins with.
type Context = (MethodId, Vec<Abstract>, Vec<Guard>, Abstract);

/// An analysis of what is ahead of one thread in a state.
pub struct Analysis<'a, 'p> {
    pub(super) machine: &'a Machine<'p>,
    pub(super) state: &'a State,
    unstable: &'a Unstable,
    /// What stands for the executing thread, and its thread-local globals; none where it is yet to be started.
    pub(super) current: Abstract,
    locals: Option<&'a [ObjectId]>,
    acts: FxHashSet<(Vec<Guard>, Act)>,
    globals: BTreeSet<GlobalId>,
    loads: Vec<Loaded>,
    /// The calls that were followed; those under way have none.
    calls: FxHashMap<Context, Option<Summary>>,
    depth: usize,
    instructions: usize,
}

/// All that a thread may still do in a state, where this memory may change.
pub fn future(machine: &Machine<'_>, state: &State, thread: usize, unstable: &Unstable) -> Future {
    let of = &state.threads[thread];
    let mut analysis = Analysis {
        machine,
        state,
        unstable,
        current: Abstract::of(of.object),
        locals: Some(&of.locals),
        acts: FxHashSet::default(),
        globals: BTreeSet::new(),
        loads: Vec::new(),
        calls: FxHashMap::default(),
        depth: 0,
        instructions: 0,
    };
    analysis.thread(thread);
    let mut acts: BTreeMap<Vec<Guard>, Vec<Act>> = BTreeMap::new();
    for (guards, act) in analysis.acts {
        acts.entry(guards).or_default().push(act);
    }
    let mut acts: Vec<Guarded> = acts.into_iter().collect();
    acts.iter_mut().for_each(|(_, acts)| acts.sort());
    if acts.iter().any(|(_, acts)| acts.contains(&Act::Everything)) {
        acts = vec![(Vec::new(), vec![Act::Everything])];
    }
    Future { acts, globals: analysis.globals.into_iter().collect(), loads: analysis.loads }
}

impl<'a> Analysis<'a, '_> {
    /// Follows all frames of a thread, the innermost first, and its end.
    fn thread(&mut self, thread: usize) {
        let thread = &self.state.threads[thread];
        let mut guards = Vec::new();
        let mut resumes = false;
        if let Phase::Waiting { on, monitor, .. } = thread.phase {
            let (on, lock) = (Abstract::of(on), Abstract::of(monitor));
            self.note_at(Act::Waits, on, 1, &guards);
            self.note_at(Act::Locks, lock, 1, &guards);
            guards.push(Guard::Holds(monitor));
            resumes = true;
        } else if thread.phase == Phase::Ended {
            return;
        }
        let mut summary = Summary { returns: Some((Abstract::Any, guards)), throws: false };
        let mut callee = None;
        for frame in thread.frames.iter().rev() {
            let Some(code) = self.machine.code(frame.method) else {
                return self.note(Act::Everything, &[]);
            };
            let vars: Vec<Abstract> = frame.vars.iter().map(|value| Abstract::of(*value)).collect();
            let mut body = Body::new(code, &frame.blocks);
            let throws = summary.throws;
            if let Some((result, guards)) = summary.returns {
                let mut env = Env { vars: vars.clone(), guards };
                let mut pc = frame.pc;
                match callee {
                    Some(Call::After(into)) => {
                        let ty = into.map(|into| code.vars[into].ty);
                        set(&mut env, into, ty.map_or(result, |ty| kept(result, ty)));
                    }
                    Some(_) => return self.note(Act::Everything, &[]),
                    None if resumes => {
                        let into = match &code.ops[pc as usize].0 {
                            Op::Do { into, .. } => *into,
                            _ => None,
                        };
                        set(&mut env, into, Abstract::Any);
                        pc += 1;
                    }
                    None => {}
                }
                body.arrive(pc, env);
            }
            if throws {
                let env = Env { vars, guards: Vec::new() };
                self.throw(&mut body, frame.pc.saturating_sub(1), &env);
            }
            summary = self.body(body);
            callee = Some(frame.call);
        }
        let guards = summary.returns.map_or(Vec::new(), |(_, guards)| guards);
        for local in &thread.locals {
            self.note(Act::Write(Where::block(*local)), &guards);
        }
    }

    pub(super) fn note(&mut self, act: Act, guards: &[Guard]) {
        self.acts.insert((guards.to_vec(), act));
    }

    /// Notes an act at so many bytes that a pointer points at. What is no pointer is an error, and no act.
    pub(super) fn note_at(
        &mut self,
        act: fn(Where) -> Act,
        pointer: Abstract,
        bytes: i64,
        guards: &[Guard],
    ) {
        if let Some(part) = part(pointer, bytes) {
            self.note(act(part), guards);
        }
    }

    pub(super) fn operand(&mut self, operand: Operand, env: &Env) -> Abstract {
        match operand {
            Operand::Var(var) => env.vars[var.0 as usize],
            Operand::Int(number) => Abstract::Is(Value::Int(number)),
            Operand::Float(bits) => Abstract::Is(Value::Float(bits)),
            Operand::Null => Abstract::Is(Value::Null),
            Operand::Function(method) => Abstract::Is(Value::Function(method)),
            Operand::Global(global) => self.address(global),
            Operand::String(_) | Operand::Class(_) => Abstract::Any,
        }
    }

    fn address(&mut self, global: GlobalId) -> Abstract {
        let globals = &self.machine.program.globals;
        if !globals[global].thread_local {
            self.globals.insert(global);
            return Abstract::Is(Value::Pointer(ObjectId(global.0), 0));
        }
        let before = globals.enumerate().filter(|(id, one)| *id < global && one.thread_local);
        let at = before.count();
        match self.locals {
            None => Abstract::Fresh,
            Some(own) => own.get(at).map_or(Abstract::Any, |b| Abstract::Is(Value::Pointer(*b, 0))),
        }
    }

    /// What is in memory there.
    fn load(&mut self, pointer: Abstract, unit: Unit) -> Abstract {
        let Abstract::Is(Value::Pointer(block, from)) = pointer else { return Abstract::Any };
        let to = from.saturating_add(unit.bytes.into());
        let cell = self.state.heap.get(block.0 as usize);
        let (known, value) = match cell.map(|cell| (cell, &**cell)) {
            Some((cell, Cell::Block(of)))
                if of.life == Life::Alive
                    && from >= 0
                    && to as u64 <= of.bytes
                    && !self.unstable.has(block, from, to) =>
            {
                (Some(cell.clone()), Abstract::of(of.read(from as u64, unit)))
            }
            _ => (None, Abstract::Any),
        };
        let load = Loaded { block, from, to, known };
        let same = |one: &Loaded| (one.block, one.from, one.to) == (block, from, to);
        if !self.loads.iter().any(same) {
            self.loads.push(load);
        }
        value
    }

    /// A call: what is known after it.
    pub(super) fn call(&mut self, method: MethodId, arguments: &[Abstract], env: &Env) -> Summary {
        let Some(code) = self.machine.code(method) else {
            return Summary { returns: Some((Abstract::Any, env.guards.clone())), throws: false };
        };
        let context = (method, arguments.to_vec(), env.guards.clone(), self.current);
        match self.calls.get(&context) {
            Some(Some(known)) => return known.clone(),
            Some(None) => {
                self.note(Act::Everything, &[]);
                return Summary::default();
            }
            None => {}
        }
        if self.depth >= MOST_CALLS {
            self.note(Act::Everything, &[]);
            return Summary::default();
        }
        self.calls.insert(context.clone(), None);
        let mut vars = vec![Abstract::Any; code.vars.len()];
        let parameters = &self.machine.program.methods[method].parameters;
        for (parameter, argument) in parameters.iter().zip(arguments) {
            let ty = code.vars[*parameter].ty;
            vars[parameter.0 as usize] = kept(*argument, ty);
        }
        let mut body = Body::new(code, &[]);
        body.arrive(0, Env { vars, guards: env.guards.clone() });
        self.depth += 1;
        let summary = self.body(body);
        self.depth -= 1;
        self.calls.insert(context, Some(summary.clone()));
        summary
    }

    /// What a thread does that is started here: it holds no monitors.
    pub(super) fn start(&mut self, method: MethodId, argument: Abstract, env: &Env) {
        let ended = |guard: &&Guard| matches!(guard, Guard::Ended(_));
        let guards = env.guards.iter().filter(ended).copied().collect();
        let (current, locals) = (self.current, self.locals);
        (self.current, self.locals) = (Abstract::Any, None);
        self.call(method, &[argument], &Env { vars: Vec::new(), guards });
        (self.current, self.locals) = (current, locals);
    }

    fn body(&mut self, mut body: Body<'a>) -> Summary {
        while let Some((pc, env)) = body.open.pop() {
            self.instructions += 1;
            if self.instructions > MOST_INSTRUCTIONS {
                self.note(Act::Everything, &[]);
                return Summary::default();
            }
            self.instruction(&mut body, pc, env);
        }
        body.summary
    }

    fn instruction(&mut self, body: &mut Body<'a>, pc: Pc, mut env: Env) {
        let op = &body.code.ops[pc as usize].0;
        match op {
            Op::Set(var, expr) => {
                let value = evaluate(expr, &mut |operand| self.operand(operand, &env));
                set(&mut env, Some(*var), kept(value, body.code.vars[*var].ty));
            }
            Op::Load(var, Access::Memory { pointer, unit, .. }) => {
                let pointer = self.operand(*pointer, &env);
                self.note_at(Act::Read, pointer, unit.bytes.into(), &env.guards);
                let value = self.load(pointer, *unit);
                set(&mut env, Some(*var), kept(value, body.code.vars[*var].ty));
            }
            Op::Store(Access::Memory { pointer, unit, .. }, _) => {
                let pointer = self.operand(*pointer, &env);
                self.note_at(Act::Write, pointer, unit.bytes.into(), &env.guards);
            }
            Op::Call { into, callee, arguments } => {
                return self.calls(body, pc, env, *into, callee, arguments);
            }
            Op::Branch { condition, otherwise } => {
                return self.branch(body, pc, env, *condition, *otherwise);
            }
            Op::Jump(target) => return body.arrive(*target, env),
            Op::Return(value) => {
                for (_, block) in body.blocks {
                    self.note(Act::Write(Where::block(*block)), &env.guards);
                }
                let value = value.map_or(Abstract::Any, |value| self.operand(value, &env));
                return body.returns(value, env.guards);
            }
            Op::Throw(_) => return self.throw(body, pc, &env),
            Op::Await(condition) => self.condition(condition, &env),
            Op::Do { into, operation, arguments } => {
                if !self.operation(*into, *operation, arguments, &mut env) {
                    return;
                }
            }
            Op::Release(monitor) => {
                let monitor = self.operand(*monitor, &env);
                self.give_back(monitor, &mut env);
            }
            Op::New { into, .. } | Op::Unmodelled { into: Some(into), .. } => {
                set(&mut env, Some(*into), Abstract::Any);
            }
            Op::Allocate { into, .. } => {
                for (_, block) in body.blocks.iter().filter(|(site, _)| *site == pc) {
                    self.note(Act::Write(Where::block(*block)), &env.guards);
                }
                set(&mut env, Some(*into), Abstract::Fresh);
            }
            Op::Free(pointer) | Op::EndLife(pointer) => {
                let pointer = self.operand(*pointer, &env);
                self.note_whole(pointer, &env.guards);
            }
            Op::Copy { to, from, bytes, done } => {
                let bytes = self.operand(*bytes, &env);
                for (pointer, act) in [(from, Act::Read as fn(Where) -> Act), (to, Act::Write)] {
                    let pointer = self.operand(*pointer, &env);
                    self.note_range(act, pointer, bytes, &env.guards);
                }
                set(&mut env, Some(*done), Abstract::Any);
            }
            Op::Fill { at, bytes, .. } => {
                let (at, bytes) = (self.operand(*at, &env), self.operand(*bytes, &env));
                self.note_range(Act::Write, at, bytes, &env.guards);
            }
            Op::Assert(..)
            | Op::AtomicBegin
            | Op::AtomicEnd
            | Op::Unmodelled { into: None, .. }
            | Op::Print(_)
            | Op::Assume(_)
            | Op::Label(_)
            | Op::Reached
            | Op::Enters(_)
            | Op::Exits(_) => {}
            // These are not of programs with memory.
            Op::Load(..)
            | Op::Store(..)
            | Op::NewArray { .. }
            | Op::Length(..)
            | Op::InstanceOf { .. }
            | Op::Cast { .. }
            | Op::Meet(_) => return self.note(Act::Everything, &[]),
        }
        body.arrive(pc + 1, env);
    }

    fn note_whole(&mut self, pointer: Abstract, guards: &[Guard]) {
        let whole = part(pointer, 1).map(|part| match part {
            Where::At(block, ..) => Where::block(block),
            Where::Anywhere => Where::Anywhere,
        });
        if let Some(whole) = whole {
            self.note(Act::Write(whole), guards);
        }
    }

    fn note_range(
        &mut self,
        act: fn(Where) -> Act,
        pointer: Abstract,
        bytes: Abstract,
        guards: &[Guard],
    ) {
        let part = match (part(pointer, 1), bytes) {
            (_, Abstract::Is(Value::Int(0))) => None,
            (Some(Where::At(block, from, _)), Abstract::Is(Value::Int(bytes))) if bytes > 0 => {
                Some(Where::At(block, from, from.saturating_add(bytes)))
            }
            (Some(Where::At(block, ..)), _) => Some(Where::block(block)),
            (part, _) => part,
        };
        if let Some(part) = part {
            self.note(act(part), guards);
        }
    }

    fn calls(
        &mut self,
        body: &mut Body<'a>,
        pc: Pc,
        env: Env,
        into: Option<VarId>,
        callee: &Callee,
        arguments: &[Operand],
    ) {
        let methods: Vec<MethodId> = match callee {
            Callee::Exact(method) => vec![*method],
            Callee::Pointer(function) => match self.operand(*function, &env) {
                Abstract::Is(Value::Function(method)) => vec![method],
                Abstract::Is(_) => return,
                _ => super::operations::addressed(self.machine),
            },
            Callee::Virtual { .. } => return self.note(Act::Everything, &[]),
        };
        let arguments: Vec<Abstract> =
            arguments.iter().map(|argument| self.operand(*argument, &env)).collect();
        for method in methods {
            let summary = self.call(method, &arguments, &env);
            if let Some((result, guards)) = summary.returns {
                let mut after = Env { vars: env.vars.clone(), guards };
                let ty = into.map(|into| body.code.vars[into].ty);
                set(&mut after, into, ty.map_or(result, |ty| kept(result, ty)));
                body.arrive(pc + 1, after);
            }
            if summary.throws {
                self.throw(body, pc, &env);
            }
        }
    }

    fn branch(&mut self, body: &mut Body<'a>, pc: Pc, env: Env, condition: Operand, otherwise: Pc) {
        let condition = self.operand(condition, &env);
        let truth = condition.truth();
        if truth != Some(true) {
            body.arrive(otherwise, env.clone());
        }
        if truth != Some(false) {
            let mut env = env;
            if let Abstract::Held(monitor) = condition {
                env.guard(Guard::Holds(monitor));
            }
            body.arrive(pc + 1, env);
        }
    }

    /// An error goes to its handlers, here or in a caller. Which monitors are held there is not followed.
    fn throw(&mut self, body: &mut Body<'a>, pc: Pc, env: &Env) {
        for region in body.code.regions.iter().filter(|region| region.covers(pc)) {
            let mut env = Env { vars: env.vars.clone(), guards: Vec::new() };
            set(&mut env, Some(region.into), Abstract::Any);
            body.arrive(region.target, env);
        }
        for (_, block) in body.blocks {
            self.note(Act::Write(Where::block(*block)), &[]);
        }
        body.summary.throws = true;
    }
}

/// A body whose instructions are followed.
struct Body<'a> {
    code: &'a Code,
    /// The blocks that end with it.
    blocks: &'a [(Pc, ObjectId)],
    /// By position: what is known there.
    seen: FxHashMap<Pc, Vec<Env>>,
    open: Vec<(Pc, Env)>,
    summary: Summary,
}

impl<'a> Body<'a> {
    fn new(code: &'a Code, blocks: &'a [(Pc, ObjectId)]) -> Body<'a> {
        let (seen, open) = (FxHashMap::default(), Vec::new());
        Body { code, blocks, seen, open, summary: Summary::default() }
    }

    /// Control comes to an instruction.
    fn arrive(&mut self, pc: Pc, mut env: Env) {
        let Some(live) = self.code.live.get(pc as usize) else { return };
        let mut vars = vec![Abstract::Any; env.vars.len()];
        for var in live {
            vars[var.0 as usize] = env.vars[var.0 as usize];
        }
        env.vars = vars;
        let seen = self.seen.entry(pc).or_default();
        if seen.contains(&env) {
            return;
        }
        if seen.len() < MOST_VARIANTS {
            seen.push(env.clone());
            return self.open.push((pc, env));
        }
        if let Some(last) = seen.last_mut()
            && last.join(&env)
        {
            let joined = last.clone();
            self.open.push((pc, joined));
        }
    }

    fn returns(&mut self, value: Abstract, guards: Vec<Guard>) {
        self.summary.returns = Some(match self.summary.returns.take() {
            None => (value, guards),
            Some((before, mut held)) => {
                held.retain(|guard| guards.contains(guard));
                (before.join(value), held)
            }
        });
    }
}

/// The part of memory that a pointer points at; none where it is no pointer to what is there now.
pub(super) fn part(pointer: Abstract, bytes: i64) -> Option<Where> {
    match pointer {
        Abstract::Is(Value::Pointer(block, at)) => {
            Some(Where::At(block, at, at.saturating_add(bytes)))
        }
        Abstract::Into(block) => Some(Where::block(block)),
        Abstract::Any | Abstract::Held(_) => Some(Where::Anywhere),
        Abstract::Is(_) | Abstract::Fresh => None,
    }
}

fn set(env: &mut Env, var: Option<VarId>, value: Abstract) {
    if let Some(var) = var {
        env.vars[var.0 as usize] = value;
    }
}

/// As a variable of a type keeps it.
fn kept(value: Abstract, ty: Type) -> Abstract {
    match value {
        Abstract::Is(value) => Abstract::Is(value.kept_as(ty)),
        other => other,
    }
}
