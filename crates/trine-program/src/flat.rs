//! Flat code: instructions with jumps, and the regions in which a handler takes errors.
//!
//! `finally` blocks, and the release of monitors, are copied to every way out of the block that they
//! belong to. A copy is not covered by the handlers of the blocks that it leaves.

mod goto;
mod live;
mod reach;

pub use self::live::{of_expr, operands, successors};
pub use self::reach::reached;

use std::collections::BTreeMap;

use trine_base::{IndexVec, Span, cannot_happen};

use self::goto::Place;
use crate::program::*;

/// A position in flat code.
pub type Pc = u32;

/// An instruction of flat code.
#[derive(Clone, Debug)]
pub enum Op {
    Set(VarId, Expr),
    Load(VarId, Access),
    Store(Access, Operand),
    New {
        into: VarId,
        class: ClassId,
    },
    NewArray {
        into: VarId,
        element: Type,
        of: ElementType,
        length: Operand,
    },
    Length(VarId, Operand),
    InstanceOf {
        into: VarId,
        value: Operand,
        class: ClassId,
    },
    Cast {
        value: Operand,
        class: ClassId,
    },
    Call {
        into: Option<VarId>,
        callee: Callee,
        arguments: Vec<Operand>,
    },
    /// Goes on with the next instruction where the operand is not 0.
    Branch {
        condition: Operand,
        otherwise: Pc,
    },
    Jump(Pc),
    Return(Option<Operand>),
    Throw(Operand),
    /// With what the error says.
    Assert(Operand, Option<Operand>),
    Await(Condition),
    AtomicBegin,
    AtomicEnd,
    Do {
        into: Option<VarId>,
        operation: Operation,
        arguments: Vec<Operand>,
    },
    Meet(Meeting),
    /// Gives back a monitor that is certainly held.
    Release(Operand),
    Unmodelled {
        into: Option<VarId>,
        what: String,
        arguments: Vec<Operand>,
    },
    Print(String),
    Assume(String),
    Label(String),
    /// Control reaches a statement whose line a specification names.
    Reached,
    /// The first or the last moment of the body.
    Enters(Option<VarId>),
    Exits(Option<VarId>),
    Allocate {
        into: VarId,
        storage: Storage,
        bytes: Operand,
        zeroed: bool,
        layout: Option<LayoutId>,
    },
    Free(Operand),
    EndLife(Operand),
    /// Copies the next of the values that are still to be copied, and comes back here until all are. `done` counts the
    /// bytes.
    Copy {
        to: Operand,
        from: Operand,
        bytes: Operand,
        done: VarId,
    },
    Fill {
        at: Operand,
        byte: Operand,
        bytes: Operand,
    },
}

/// The handler of some stretches of code.
#[derive(Clone, Debug)]
pub struct Region {
    pub stretches: Vec<(Pc, Pc)>,
    /// None: whatever is thrown.
    pub classes: Option<Vec<ClassId>>,
    pub into: VarId,
    pub target: Pc,
    /// How many atomic blocks of this body the handler is inside of.
    pub atomic: u32,
    /// How many blocks the handler is inside of.
    depth: usize,
}

impl Region {
    /// Whether an error of this instruction goes to the handler of the region.
    pub fn covers(&self, pc: Pc) -> bool {
        self.stretches.iter().any(|(from, to)| (*from..*to).contains(&pc))
    }
}

/// The flat code of a method.
#[derive(Clone, Debug)]
pub struct Code {
    pub ops: Vec<(Op, Option<Span>)>,
    /// The innermost first.
    pub regions: Vec<Region>,
    /// Those of the method, and more.
    pub vars: IndexVec<VarId, Var>,
    /// The variables whose value is still asked for, at each position, in order.
    pub live: Vec<Vec<VarId>>,
    /// Those whose value is asked for after the instruction or when it raises an error.
    pub during: Vec<Vec<VarId>>,
}

/// Flattens a body. `marked`: its first and last moments are to be seen.
///
/// `lines` are those whose first statements are to be seen.
pub fn flatten(method: &Method, body: &[Stmt], marked: bool, lines: &[Span]) -> Code {
    let mut flat = Flattener {
        ops: Vec::new(),
        regions: Vec::new(),
        vars: method.vars.clone(),
        receiver: method.parameters.first().copied().filter(|_| !method.is_static),
        class: method.class,
        scopes: Vec::new(),
        jumps: Vec::new(),
        gotos: Vec::new(),
        targets: BTreeMap::new(),
        opened: 0,
        lines: lines.iter().map(|line| (*line, None)).collect(),
    };
    if method.synchronized {
        let monitor = match method.parameters.first() {
            Some(receiver) if !method.is_static => Operand::Var(*receiver),
            _ => Operand::Class(method.class),
        };
        flat.synchronized(monitor, body, method.span, marked);
    } else {
        flat.body(body, method.span, marked);
    }
    flat.push(Op::Return(None), None);
    flat.patch_gotos();
    let Flattener { ops, mut regions, vars, .. } = flat;
    regions.iter_mut().for_each(|region| region.stretches.retain(|(from, to)| from < to));
    regions.sort_by_key(|region| std::cmp::Reverse(region.depth));
    let mut code = Code { ops, regions, vars, live: Vec::new(), during: Vec::new() };
    (code.live, code.during) = live::live(&code);
    code
}

struct Flattener<'p> {
    ops: Vec<(Op, Option<Span>)>,
    regions: Vec<Region>,
    vars: IndexVec<VarId, Var>,
    receiver: Option<VarId>,
    /// The class of the method.
    class: ClassId,
    scopes: Vec<Scope<'p>>,
    /// The jumps to the end of a block, or to the next round of a loop, that are still to be patched. They are kept
    /// apart from the scopes: a jump in a copied `finally` stays while the jump that it replaces is unwound.
    jumps: Vec<OpenJump>,
    /// The `goto`s, with their labels, and where the labels are.
    gotos: Vec<(LabelId, Place)>,
    targets: BTreeMap<LabelId, Place>,
    /// So many scopes were opened so far.
    opened: u32,
    /// Lines whose first statements are to be seen, with those that were found.
    lines: Vec<(Span, Option<&'p Stmt>)>,
}

/// What surrounds the place where code is being added.
#[derive(Clone)]
struct Scope<'p> {
    kind: ScopeKind<'p>,
    /// The regions that this scope keeps open, with the start of the present stretch.
    open: Vec<usize>,
    since: Pc,
    number: u32,
}

/// A jump whose target is not known yet.
struct OpenJump {
    at: Pc,
    block: BlockId,
    /// To the next round of a loop.
    again: bool,
}

#[derive(Clone)]
enum ScopeKind<'p> {
    /// Jumps out of it are patched when it ends.
    Block {
        id: BlockId,
        is_loop: bool,
    },
    Finally(&'p [Stmt]),
    Monitor(Operand),
    Atomic,
    /// The body of a `try` with handlers.
    Guarded,
    /// The body of a method whose last moment is to be seen, with the receiver.
    Marked(Option<VarId>),
}

impl<'p> Flattener<'p> {
    fn here(&self) -> Pc {
        self.ops.len() as Pc
    }

    fn push(&mut self, op: Op, span: Option<Span>) -> Pc {
        self.ops.push((op, span));
        self.here() - 1
    }

    fn fresh(&mut self, ty: Type) -> VarId {
        self.vars.push(Var { name: "_".to_string(), ty, temporary: true, span: None })
    }

    /// The statements of a method.
    fn body(&mut self, stmts: &'p [Stmt], span: Option<Span>, marked: bool) {
        if !marked {
            return self.block(stmts);
        }
        let receiver = self.receiver;
        self.push(Op::Enters(receiver), span);
        self.scope(ScopeKind::Marked(receiver), Vec::new());
        self.block(stmts);
        self.scopes.pop();
        self.push(Op::Exits(receiver), span);
    }

    fn block(&mut self, stmts: &'p [Stmt]) {
        for stmt in stmts {
            self.statement(stmt);
        }
    }

    /// Whether this is the first statement of a line that a specification names. (That of a `finally` comes
    /// more than once.)
    fn begins_line(&mut self, stmt: &'p Stmt) -> bool {
        let Some(span) = stmt.span else { return false };
        let mut begins = false;
        for (line, first) in &mut self.lines {
            if line.file == span.file && (line.start..line.end).contains(&span.start) {
                begins |= std::ptr::eq(*first.get_or_insert(stmt), stmt);
            }
        }
        begins
    }

    fn statement(&mut self, stmt: &'p Stmt) {
        let span = stmt.span;
        if self.begins_line(stmt) {
            self.push(Op::Reached, span);
        }
        let op = match &stmt.kind {
            StmtKind::Set(var, value) => Op::Set(*var, value.clone()),
            StmtKind::Load(var, access) => Op::Load(*var, *access),
            StmtKind::Store(access, value) => Op::Store(*access, *value),
            StmtKind::New { into, class } => Op::New { into: *into, class: *class },
            StmtKind::NewArray { into, element, of, length } => {
                Op::NewArray { into: *into, element: *element, of: *of, length: *length }
            }
            StmtKind::Length(var, array) => Op::Length(*var, *array),
            StmtKind::InstanceOf { into, value, class } => {
                Op::InstanceOf { into: *into, value: *value, class: *class }
            }
            StmtKind::Cast { value, class } => Op::Cast { value: *value, class: *class },
            StmtKind::Call { into, callee, arguments } => {
                Op::Call { into: *into, callee: callee.clone(), arguments: arguments.clone() }
            }
            StmtKind::Assert(condition) => Op::Assert(*condition, None),
            StmtKind::AssertSaying { condition, detail } => Op::Assert(*condition, Some(*detail)),
            StmtKind::Await(condition) => Op::Await(condition.clone()),
            StmtKind::Do { into, operation, arguments } => {
                Op::Do { into: *into, operation: *operation, arguments: arguments.clone() }
            }
            StmtKind::Unmodelled { into, what, arguments } => {
                Op::Unmodelled { into: *into, what: what.clone(), arguments: arguments.clone() }
            }
            StmtKind::Meet(meeting) => Op::Meet(meeting.clone()),
            StmtKind::Print(text) => Op::Print(text.clone()),
            StmtKind::Assume(text) => Op::Assume(text.clone()),
            StmtKind::Label(name) => Op::Label(name.clone()),
            StmtKind::Throw(value) => Op::Throw(*value),
            StmtKind::Allocate { .. }
            | StmtKind::Free(_)
            | StmtKind::EndLife(_)
            | StmtKind::CopyMemory { .. }
            | StmtKind::FillMemory { .. } => self.memory(&stmt.kind),
            StmtKind::Goto(label) => return self.go_to(*label, span),
            StmtKind::Target(label) => {
                let target = Place { pc: self.here(), inside: self.guards() };
                self.targets.insert(*label, target);
                return;
            }
            StmtKind::If { condition, then, otherwise } => {
                return self.conditional(*condition, then, otherwise, span);
            }
            StmtKind::Loop { id, body, update } => return self.repeat(*id, body, update),
            StmtKind::Block { id, body } => {
                self.enter_block(*id, false);
                self.block(body);
                return self.leave_block(*id);
            }
            StmtKind::Break(id) => return self.jump_out(*id, false, span),
            StmtKind::Continue(id) => return self.jump_out(*id, true, span),
            StmtKind::Return(value) => return self.give_back(*value, span),
            StmtKind::Try { body, handlers, finally } => {
                return self.guarded(body, handlers, finally, span);
            }
            StmtKind::Synchronized { monitor, body } => {
                return self.synchronized(*monitor, body, span, false);
            }
            StmtKind::Atomic(body) => {
                self.push(Op::AtomicBegin, span);
                self.scope(ScopeKind::Atomic, Vec::new());
                self.block(body);
                self.scopes.pop();
                Op::AtomicEnd
            }
        };
        self.push(op, span);
    }

    fn conditional(
        &mut self,
        condition: Operand,
        then: &'p [Stmt],
        otherwise: &'p [Stmt],
        span: Option<Span>,
    ) {
        let branch = self.push(Op::Branch { condition, otherwise: 0 }, span);
        self.block(then);
        if otherwise.is_empty() {
            return self.patch(branch, self.here());
        }
        let over = self.push(Op::Jump(0), span);
        self.patch(branch, self.here());
        self.block(otherwise);
        self.patch(over, self.here());
    }

    fn repeat(&mut self, id: BlockId, body: &'p [Stmt], update: &'p [Stmt]) {
        let start = self.here();
        self.enter_block(id, true);
        self.block(body);
        self.patch_jumps(id, true);
        self.block(update);
        self.push(Op::Jump(start), None);
        self.leave_block(id);
    }

    fn enter_block(&mut self, id: BlockId, is_loop: bool) {
        self.scope(ScopeKind::Block { id, is_loop }, Vec::new());
    }

    fn leave_block(&mut self, id: BlockId) {
        self.scopes.pop();
        self.patch_jumps(id, false);
    }

    /// The jumps to the next round, or to the end, of a block lead here.
    fn patch_jumps(&mut self, block: BlockId, again: bool) {
        let here = self.here();
        let meant = |jump: &OpenJump| jump.block == block && jump.again == again;
        let (now, later) = std::mem::take(&mut self.jumps).into_iter().partition(meant);
        self.jumps = later;
        let now: Vec<OpenJump> = now;
        for jump in now {
            self.patch(jump.at, here);
        }
    }

    fn patch(&mut self, at: Pc, target: Pc) {
        match &mut self.ops[at as usize].0 {
            Op::Branch { otherwise, .. } => *otherwise = target,
            Op::Jump(to) => *to = target,
            _ => {}
        }
    }

    fn scope(&mut self, kind: ScopeKind<'p>, open: Vec<usize>) {
        let since = self.here();
        self.opened += 1;
        self.scopes.push(Scope { kind, open, since, number: self.opened });
    }

    /// Ends the stretches of the innermost scope's regions here.
    fn close(&mut self) {
        let here = self.here();
        if let Some(scope) = self.scopes.pop() {
            for region in scope.open {
                self.regions[region].stretches.push((scope.since, here));
            }
        }
    }

    /// Adds what has to be done to leave all scopes from this one on, outside their regions.
    fn unwind(&mut self, down_to: usize, span: Option<Span>) {
        let all = self.scopes.clone();
        while self.scopes.len() > down_to {
            // This scope's handlers do not cover what follows.
            let Some(scope) = self.scopes.pop() else {
                cannot_happen!("{down_to} scopes are left, and there are not so many")
            };
            for region in &scope.open {
                let stretch = (scope.since, self.here());
                self.regions[*region].stretches.push(stretch);
            }
            match scope.kind {
                ScopeKind::Finally(stmts) => self.block(stmts),
                ScopeKind::Monitor(monitor) => {
                    self.push(Op::Release(monitor), span);
                }
                ScopeKind::Atomic => {
                    self.push(Op::AtomicEnd, span);
                }
                ScopeKind::Marked(receiver) => {
                    self.push(Op::Exits(receiver), span);
                }
                ScopeKind::Block { .. } | ScopeKind::Guarded => {}
            }
        }
        self.scopes.extend_from_slice(&all[down_to..]);
    }

    /// After the jump that ends an unwinding: the scopes that it left start new stretches.
    fn resume(&mut self, down_to: usize) {
        let here = self.here();
        for scope in &mut self.scopes[down_to..] {
            scope.since = here;
        }
    }

    fn jump_out(&mut self, wanted: BlockId, again: bool, span: Option<Span>) {
        let found = self
            .scopes
            .iter()
            .rposition(|scope| matches!(&scope.kind, ScopeKind::Block { id, .. } if *id == wanted));
        let Some(position) = found else {
            let what = "a jump out of a block that is not around it".to_string();
            let arguments = vec![Operand::Class(self.class)];
            self.push(Op::Unmodelled { into: None, what, arguments }, span);
            return;
        };
        let is_loop = matches!(self.scopes[position].kind, ScopeKind::Block { is_loop: true, .. });
        self.unwind(position + 1, span);
        let at = self.push(Op::Jump(0), span);
        self.resume(position + 1);
        self.jumps.push(OpenJump { at, block: wanted, again: again && is_loop });
    }

    fn give_back(&mut self, value: Option<Operand>, span: Option<Span>) {
        // What is copied on the way out may change the variable.
        let kept = match value {
            Some(Operand::Var(var)) if !self.scopes.is_empty() => {
                let copy = self.fresh(self.vars[var].ty);
                self.push(Op::Set(copy, Expr::Operand(Operand::Var(var))), span);
                Some(Operand::Var(copy))
            }
            other => other,
        };
        self.unwind(0, span);
        self.push(Op::Return(kept), span);
        self.resume(0);
    }

    fn region(&mut self, classes: Option<Vec<ClassId>>, into: VarId) -> usize {
        let inside = |scope: &&Scope<'_>| matches!(scope.kind, ScopeKind::Atomic);
        let atomic = self.scopes.iter().filter(inside).count() as u32;
        let depth = self.scopes.len();
        self.regions.push(Region {
            stretches: Vec::new(),
            classes,
            into,
            target: 0,
            atomic,
            depth,
        });
        self.regions.len() - 1
    }

    fn synchronized(
        &mut self,
        monitor: Operand,
        body: &'p [Stmt],
        span: Option<Span>,
        marked: bool,
    ) {
        let arguments = vec![monitor];
        self.push(Op::Do { into: None, operation: Operation::Enter, arguments }, span);
        // The variable may change inside; the monitor that was taken is given back. The copy is made after the
        // lock is taken: which object the variable holds is decided there, and known of both from then on.
        let held = match monitor {
            Operand::Var(var) => {
                let copy = self.fresh(self.vars[var].ty);
                self.push(Op::Set(copy, Expr::Operand(Operand::Var(var))), span);
                Operand::Var(copy)
            }
            other => other,
        };
        let thrown = self.fresh(Type::Reference);
        let region = self.region(None, thrown);
        self.scope(ScopeKind::Monitor(held), vec![region]);
        self.body(body, span, marked);
        self.close();
        self.push(Op::Release(held), span);
        let over = self.push(Op::Jump(0), span);
        self.regions[region].target = self.here();
        self.push(Op::Release(held), span);
        self.push(Op::Throw(Operand::Var(thrown)), span);
        self.patch(over, self.here());
    }

    fn guarded(
        &mut self,
        body: &'p [Stmt],
        handlers: &'p [Handler],
        finally: &'p [Stmt],
        span: Option<Span>,
    ) {
        let mut last = None;
        if !finally.is_empty() {
            let thrown = self.fresh(Type::Reference);
            let region = self.region(None, thrown);
            self.scope(ScopeKind::Finally(finally), vec![region]);
            last = Some((region, thrown));
        }
        let regions: Vec<usize> = handlers
            .iter()
            .map(|handler| self.region(Some(handler.classes.clone()), handler.into))
            .collect();
        self.scope(ScopeKind::Guarded, regions.clone());
        self.block(body);
        self.close();
        let mut over = vec![self.push(Op::Jump(0), span)];
        for (handler, region) in handlers.iter().zip(&regions) {
            self.regions[*region].target = self.here();
            self.block(&handler.body);
            over.push(self.push(Op::Jump(0), span));
        }
        for jump in over {
            self.patch(jump, self.here());
        }
        if let Some((region, thrown)) = last {
            self.close();
            self.block(finally);
            let over = self.push(Op::Jump(0), span);
            self.regions[region].target = self.here();
            self.block(finally);
            self.push(Op::Throw(Operand::Var(thrown)), span);
            self.patch(over, self.here());
        }
    }
}
