//! What the judge reads off a system by itself: which edges matter for a proof, which locations code can
//! reach, and where processes can end, rest or go round.

use std::cell::{OnceCell, RefCell};
use std::collections::{HashMap, HashSet};

use trine_system::interpret::Cell;
use trine_system::{
    BinaryOp, Edge, EdgeId, Effect, Expr, Guard, Interpreter, LocationId, MonitorRef, Place, Root,
    State, Sync, System, Template, UnaryOp,
};
use trine_verdict::Followed;

use super::calls::Calls;

/// What the judge knows of a system.
pub struct Facts<'s> {
    pub system: &'s System,
    pub interpreter: Interpreter<'s>,
    pub initial: State,
    /// Variables that a process assigns to: globals, and locals of templates.
    assigned: HashSet<(Option<u32>, u32)>,
    pub(super) calls: Calls,
    visible: Vec<(u32, EdgeId)>,
    seen: HashSet<(u32, EdgeId)>,
    /// Whether an edge is passed again and again only while others take visible ones, once asked.
    waiting: RefCell<HashMap<(u32, EdgeId), bool>>,
    /// By template: the locations at which a process has ended.
    over: Vec<OnceCell<HashSet<LocationId>>>,
    /// Whether some process cannot end; cannot rest anywhere; those that go round unseen.
    everybody: OnceCell<Everybody>,
}

/// What is true of processes wherever they are.
struct Everybody {
    never_end: HashSet<u32>,
    never_rest: HashSet<u32>,
    go_round: HashSet<u32>,
}

impl<'s> Facts<'s> {
    /// The facts of a system for a proof that follows these parts; none where it has what the judge does
    /// not check: processes and objects that are made on the way, and meetings without a buffer.
    pub fn new(system: &'s System, followed: &[Followed]) -> Option<Facts<'s>> {
        if system.channel_kinds.iter().any(|kind| kind.capacity == 0) {
            return None;
        }
        let interpreter = Interpreter::new(system);
        let initial = interpreter.initial().state?;
        let mut assigned = HashSet::new();
        for (template, code) in system.templates.enumerate() {
            for edge in &code.edges {
                if edge.effects.iter().any(|e| matches!(e, Effect::Run { .. } | Effect::New { .. }))
                {
                    return None;
                }
                edge.visit_writes(&mut |place| {
                    assigned.extend(match &place.root {
                        Root::Global(id) => Some((None, id.0)),
                        Root::Local(id) => Some((Some(template.0), id.0)),
                        Root::Remote { template, local, .. } => Some((Some(template.0), local.0)),
                        Root::Field { .. } => None,
                    });
                });
            }
        }
        let mut facts = Facts {
            system,
            interpreter,
            initial,
            assigned,
            calls: Calls::default(),
            visible: Vec::new(),
            seen: HashSet::new(),
            waiting: RefCell::default(),
            over: system.templates.iter().map(|_| OnceCell::new()).collect(),
            everybody: OnceCell::new(),
        };
        facts.calls = Calls::new(&facts);
        for process in facts.processes() {
            let edges = facts.template(process).edges.enumerate();
            let found: Vec<EdgeId> = edges
                .filter(|(_, edge)| facts.matters(process, edge, followed))
                .map(|(id, _)| id)
                .collect();
            if found.is_empty() {
                continue;
            }
            let reachable = facts.reach(process, facts.entry(process), |_| true);
            for id in found {
                facts.seen.insert((process, id));
                if reachable.contains(&facts.edge(process, id).from) {
                    facts.visible.push((process, id));
                }
            }
        }
        Some(facts)
    }

    /// The numbers of the processes.
    pub fn processes(&self) -> std::ops::Range<u32> {
        0..self.initial.processes.len() as u32
    }

    /// The code of a process.
    pub fn template(&self, process: u32) -> &'s Template {
        &self.system.templates[self.initial.processes[process as usize].template]
    }

    /// Where a process is in the initial state.
    pub fn entry(&self, process: u32) -> LocationId {
        self.initial.processes[process as usize].location
    }

    /// An edge in the code of a process.
    pub fn edge(&self, process: u32, edge: EdgeId) -> &'s Edge {
        &self.template(process).edges[edge]
    }

    /// The edges that leave a location.
    pub fn outgoing(&self, process: u32, at: LocationId) -> Vec<EdgeId> {
        let template = self.initial.processes[process as usize].template;
        self.interpreter.outgoing(template, at).to_vec()
    }

    /// Whether priorities decide which process may step.
    pub fn priorities(&self) -> bool {
        self.system.rules.priorities
    }

    /// Whether a certificate has to have a pair for a step of this edge.
    pub fn is_visible(&self, process: u32, edge: EdgeId) -> bool {
        self.seen.contains(&(process, edge))
    }

    /// The edges that matter and that code can reach.
    pub fn visible_edges(&self) -> Vec<(u32, EdgeId)> {
        self.visible.clone()
    }

    /// Whether the edge goes beyond what is modelled.
    pub fn leaves_out(&self, process: u32, edge: EdgeId) -> bool {
        self.edge(process, edge).ends_knowledge()
    }

    /// Whether a process can come to a location before anything of it was seen.
    pub fn is_first(&self, process: u32, at: LocationId) -> bool {
        let unseen = |id: EdgeId| !self.is_visible(process, id);
        self.reach(process, self.entry(process), unseen).contains(&at)
    }

    fn reach(
        &self,
        process: u32,
        from: LocationId,
        takes: impl Fn(EdgeId) -> bool,
    ) -> HashSet<LocationId> {
        let mut found = HashSet::from([from]);
        let mut work = vec![from];
        while let Some(at) = work.pop() {
            for id in self.outgoing(process, at) {
                let to = self.edge(process, id).to;
                if takes(id) && found.insert(to) {
                    work.push(to);
                }
            }
        }
        found
    }

    /// Whether a process has ended at a location.
    pub fn is_over(&self, process: u32, at: LocationId) -> bool {
        let template = self.initial.processes[process as usize].template;
        let over = self.over[template.0 as usize].get_or_init(|| {
            let code = self.template(process);
            let finals = code.locations.enumerate().filter(|(_, location)| location.final_);
            let mut over: HashSet<LocationId> = finals.map(|(at, _)| at).collect();
            for edge in code.edges.iter().filter(|edge| edge.sync == Some(Sync::End)) {
                over.extend(self.reach(process, edge.to, |_| true));
            }
            over
        });
        over.contains(&at)
    }

    fn everybody(&self) -> &Everybody {
        self.everybody.get_or_init(|| {
            let all =
                |wanted: &dyn Fn(u32) -> bool| self.processes().filter(|p| wanted(*p)).collect();
            Everybody {
                never_end: all(&|process| !self.can_end(process)),
                never_rest: all(&|process| !self.can_rest_somewhere(process)),
                go_round: all(&|process| self.goes_round_unseen(process)),
            }
        })
    }

    /// Whether all processes but these can end, wherever they are.
    pub fn others_can_end(&self, known: impl Fn(u32) -> bool) -> bool {
        self.everybody().never_end.iter().all(|process| known(*process))
    }

    /// Whether all processes but these can come to rest, wherever they are.
    pub fn others_can_rest(&self, known: impl Fn(u32) -> bool) -> bool {
        self.everybody().never_rest.iter().all(|process| known(*process))
    }

    /// Whether a process beside these can go round for ever without a visible step.
    pub fn another_goes_round(&self, known: impl Fn(u32) -> bool) -> bool {
        self.everybody().go_round.iter().any(|process| !known(*process))
    }

    fn can_end(&self, process: u32) -> bool {
        let template = self.template(process);
        template.locations.iter().any(|location| location.final_)
            || template.edges.iter().any(|edge| edge.sync == Some(Sync::End))
    }

    /// Whether a process may have to stay where it is.
    pub fn can_rest(&self, process: u32, at: LocationId) -> bool {
        let template = self.template(process);
        if template.provided.is_some() || template.locations[at].final_ {
            return true;
        }
        let free: Vec<&Guard> = self
            .outgoing(process, at)
            .into_iter()
            .map(|id| self.edge(process, id))
            .filter(|edge| !edge.sync.as_ref().is_some_and(Sync::may_block))
            .map(|edge| &edge.guard)
            .collect();
        let certain = |guard: &&Guard| match guard {
            Guard::Always | Guard::Else => true,
            Guard::When(Expr::Const(value)) => *value != 0,
            Guard::When(_) => false,
        };
        let paired = free.iter().any(|one| free.iter().any(|two| excludes(one, two)));
        !free.iter().any(certain) && !paired
    }

    fn can_rest_somewhere(&self, process: u32) -> bool {
        self.template(process).locations.enumerate().any(|(at, _)| self.can_rest(process, at))
    }

    /// See [`Facts::waits_for_seen`].
    pub fn waits(&self, process: u32, edge: EdgeId) -> bool {
        if let Some(known) = self.waiting.borrow().get(&(process, edge)) {
            return *known;
        }
        let found = self.waits_for_seen(process, edge);
        self.waiting.borrow_mut().insert((process, edge), found);
        found
    }

    /// Whether a process can go round without being seen.
    fn goes_round_unseen(&self, process: u32) -> bool {
        let unseen = |id: EdgeId| !self.is_visible(process, id) && !self.waits(process, id);
        let locations = self.template(process).locations.len();
        // What nothing leads to is on no round: it is taken away, again and again.
        let mut leading = vec![0usize; locations];
        let next = |at: LocationId| -> Vec<LocationId> {
            let unseen = self.outgoing(process, at).into_iter().filter(|id| unseen(*id));
            unseen.map(|id| self.edge(process, id).to).collect()
        };
        let all: Vec<LocationId> = self.template(process).locations.ids().collect();
        all.iter().flat_map(|at| next(*at)).for_each(|to| leading[to.0 as usize] += 1);
        let mut free: Vec<LocationId> =
            all.into_iter().filter(|at| leading[at.0 as usize] == 0).collect();
        let mut taken = 0;
        while let Some(at) = free.pop() {
            taken += 1;
            for to in next(at) {
                leading[to.0 as usize] -= 1;
                if leading[to.0 as usize] == 0 {
                    free.push(to);
                }
            }
        }
        taken < locations
    }

    /// Whether an edge says or changes something that a proof depends on.
    fn matters(&self, process: u32, edge: &Edge, followed: &[Followed]) -> bool {
        let speaks = edge.effects.iter().any(|effect| match effect {
            Effect::Emit { when, .. } => self.constant(process, when) != Some(0),
            effect => effect.ends_knowledge(),
        });
        speaks || followed.iter().any(|one| self.touches(process, edge, *one))
    }

    fn touches(&self, process: u32, edge: &Edge, followed: Followed) -> bool {
        let is =
            |monitor: &MonitorRef, number: u32| self.monitors(process, monitor).contains(&number);
        let may_be = |expr: &Expr, wanted: u32| {
            self.constant(process, expr).is_none_or(|known| known == i64::from(wanted))
        };
        let asks = |wanted: &dyn Fn(&Expr) -> bool| {
            let mut exprs: Vec<&Expr> = Vec::new();
            match &edge.guard {
                Guard::When(guard) => exprs.push(guard),
                Guard::Always => {}
                Guard::Else => {
                    for id in self.outgoing(process, edge.from) {
                        let sibling = self.edge(process, id);
                        if let Guard::When(guard) = &sibling.guard {
                            exprs.push(guard);
                        }
                    }
                }
            }
            for effect in &edge.effects {
                if let Effect::Emit { when, .. } = effect {
                    exprs.push(when);
                }
            }
            let mut found = false;
            exprs.iter().for_each(|expr| expr.visit(&mut |part| found |= wanted(part)));
            found
        };
        match followed {
            Followed::Call(caller) => {
                self.concerns_call(process, edge.sync.as_ref(), &asks, caller)
            }
            Followed::Task(_) => false,
            Followed::Variable(cell) => {
                let mut written = false;
                edge.visit_writes(&mut |place| written |= self.may_mean(process, place, cell));
                written
                    || asks(&|expr| match expr {
                        Expr::Read(place) => self.may_mean(process, place, cell),
                        _ => false,
                    })
            }
            Followed::Monitor(number) | Followed::Wait(number) => {
                let sync = edge.sync.as_ref();
                let of = match followed {
                    Followed::Monitor(_) => sync.and_then(Sync::locks),
                    _ => sync.and_then(Sync::waits),
                };
                of.is_some_and(|of| is(of, number))
                    || asks(&|expr| matches!(expr, Expr::Monitor(_, of) if is(of, number)))
            }
            Followed::Start(wanted) => {
                let acts = match &edge.sync {
                    Some(Sync::Start(target)) => may_be(target, wanted),
                    Some(Sync::Begin) => process == wanted,
                    _ => false,
                };
                acts || asks(&|expr| matches!(expr, Expr::Started(of) if may_be(of, wanted)))
            }
            Followed::Join(wanted) => {
                let acts = match &edge.sync {
                    Some(Sync::Start(target) | Sync::Join(target)) => may_be(target, wanted),
                    _ => process == wanted && self.ends(process, edge),
                };
                acts || asks(
                    &|expr| matches!(expr, Expr::Started(of) | Expr::Ended(of) if may_be(of, wanted)),
                )
            }
        }
    }

    /// Whether a process has ended after an edge.
    pub fn ends(&self, process: u32, edge: &Edge) -> bool {
        edge.sync == Some(Sync::End) || self.template(process).locations[edge.to].final_
    }

    /// Whether a place may be a cell.
    pub fn may_mean(&self, process: u32, place: &Place, cell: Cell) -> bool {
        let inside = |first: usize, cells: u32, at: usize| {
            let index = place.index.as_ref().map_or(Some(0), |index| self.constant(process, index));
            match index {
                Some(index) => {
                    index >= 0 && index < i64::from(cells) && at == first + index as usize
                }
                None => (first..first + cells as usize).contains(&at),
            }
        };
        match (&place.root, cell) {
            (Root::Global(id), Cell::Global(at)) => {
                let cells = self.system.globals[*id].cells();
                inside(self.interpreter.global_offset(*id), cells, at)
            }
            (Root::Local(id), Cell::Local(owner, at)) if owner == process => {
                let template = self.initial.processes[process as usize].template;
                let cells = self.system.templates[template].locals[*id].cells();
                inside(self.interpreter.local_offset(template, *id), cells, at)
            }
            (Root::Remote { template, local, .. }, Cell::Local(owner, at)) => {
                let cells = self.system.templates[*template].locals[*local].cells();
                self.initial.processes[owner as usize].template == *template
                    && inside(self.interpreter.local_offset(*template, *local), cells, at)
            }
            _ => false,
        }
    }

    /// The monitors that may be meant.
    pub fn monitors(&self, process: u32, monitor: &MonitorRef) -> std::ops::Range<u32> {
        let before = self.system.monitors.iter().take(monitor.monitor.0 as usize);
        let first: u32 = before.map(|monitor| monitor.count).sum();
        let count = self.system.monitors[monitor.monitor].count;
        match monitor.index.as_ref().map_or(Some(0), |index| self.constant(process, index)) {
            Some(index) if index >= 0 && index < i64::from(count) => {
                first + index as u32..first + index as u32 + 1
            }
            _ => first..first + count,
        }
    }

    /// The value of an expression that no step can change.
    pub fn constant(&self, process: u32, expr: &Expr) -> Option<i64> {
        self.value(Some(process), expr, &|_| None, &|_| None)
    }

    /// The value of an expression where only some cells, and some other parts, are known.
    pub fn value(
        &self,
        process: Option<u32>,
        expr: &Expr,
        cells: &dyn Fn(Cell) -> Option<i64>,
        parts: &dyn Fn(&Expr) -> Option<i64>,
    ) -> Option<i64> {
        let inner = |expr: &Expr| self.value(process, expr, cells, parts);
        Some(match expr {
            Expr::Const(value) => *value,
            Expr::Myself => i64::from(process?),
            Expr::Read(place) => {
                let index = place.index.as_ref().map_or(Some(0), |index| inner(index))?;
                let (cell, fixed) = self.cell(process, place, index)?;
                return fixed.or_else(|| cells(cell));
            }
            Expr::Unary(op, width, of) => trine_system::value::unary(*op, *width, inner(of)?),
            Expr::Binary(op @ (BinaryOp::And | BinaryOp::Or), _, left, right) => {
                let decides = |value: i64| (value != 0) == (*op == BinaryOp::Or);
                let sides = [inner(left), inner(right)];
                if sides.iter().flatten().any(|side| decides(*side)) {
                    return Some(i64::from(*op == BinaryOp::Or));
                }
                (sides[0].is_some() && sides[1].is_some())
                    .then(|| i64::from(*op == BinaryOp::And))?
            }
            Expr::Binary(op, width, left, right) => {
                trine_system::value::binary(*op, *width, inner(left)?, inner(right)?).ok()?
            }
            Expr::Conditional(condition, yes, no) => match inner(condition) {
                Some(0) => inner(no)?,
                Some(_) => inner(yes)?,
                None => inner(yes).filter(|yes| inner(no) == Some(*yes))?,
            },
            Expr::Checked(of, length) => {
                inner(of).filter(|value| (0..i64::from(*length)).contains(value))?
            }
            other => return parts(other),
        })
    }

    /// The cell of a place with this index, and its value if nothing ever assigns to the variable.
    pub fn cell(
        &self,
        process: Option<u32>,
        place: &Place,
        index: i64,
    ) -> Option<(Cell, Option<i64>)> {
        let at = usize::try_from(index).ok()?;
        match &place.root {
            Root::Global(id) => {
                if index >= i64::from(self.system.globals[*id].cells()) {
                    return None;
                }
                let at = self.interpreter.global_offset(*id) + at;
                let fixed = !self.assigned.contains(&(None, id.0));
                Some((Cell::Global(at), fixed.then(|| self.initial.globals[at])))
            }
            Root::Local(id) => {
                let process = process?;
                let own = &self.initial.processes[process as usize];
                if index >= i64::from(self.template(process).locals[*id].cells()) {
                    return None;
                }
                let at = self.interpreter.local_offset(own.template, *id) + at;
                let fixed = !self.assigned.contains(&(Some(own.template.0), id.0));
                Some((Cell::Local(process, at), fixed.then(|| own.locals[at])))
            }
            Root::Remote { .. } | Root::Field { .. } => None,
        }
    }
}

/// Whether one of two guards always holds.
fn excludes(one: &Guard, two: &Guard) -> bool {
    use BinaryOp::{Equal, Greater, GreaterEqual, Less, LessEqual, NotEqual};
    match (one, two) {
        (Guard::When(Expr::Unary(UnaryOp::Not, _, inner)), Guard::When(other)) => **inner == *other,
        (
            Guard::When(Expr::Binary(first, width, a, b)),
            Guard::When(Expr::Binary(second, other, c, d)),
        ) => {
            let opposite = [(Equal, NotEqual), (Less, GreaterEqual), (Greater, LessEqual)];
            width == other && a == c && b == d && opposite.contains(&(*first, *second))
        }
        _ => false,
    }
}
