//! The steps of the product: the system's, expanded to the end of exclusive control, with the claim
//! and the event traces beside it.
//!
//! Only states in which no process holds exclusive control are states of the search. A step that takes
//! control is followed to where control is given up, through all the ways in which it can go on; a
//! cycle in there leads nowhere, and is noted. The claim looks at the states of the search and waits in
//! between.

mod batch;
mod chains;
mod trace_position;

use rustc_hash::FxHashMap;
use smallvec::SmallVec;
use trine_property::{Check, Claim, EventTrace};
use trine_system::interpret::Move;
use trine_system::{FaultKind, Step};

pub use self::batch::{Alarm, Batch, Entry, Movers};
pub use self::trace_position::TracePosition;
use crate::machine::{Machine, Planned, Report};

/// A state of the product, in work.
#[derive(Clone, Default)]
pub struct Node<S> {
    pub state: S,
    pub claim: u32,
    /// Where each event trace stands.
    pub events: SmallVec<[TracePosition; 2]>,
}

/// The observers.
#[derive(Clone, Default)]
pub struct Observers<'a> {
    pub claim: Option<&'a Claim>,
    pub events: Vec<&'a EventTrace>,
}

/// A moment inside exclusive control.
struct Moment<S> {
    node: Node<S>,
    /// Steps since the last remembered moment.
    unremembered: u32,
    /// The last remembered moment before it.
    after: Option<u32>,
    movers: Movers,
    trail: Vec<Step>,
}

/// The successor function of the product of system and claim.
pub struct Expander<'a, M: Machine> {
    pub machine: M,
    observers: Observers<'a>,
    /// Where the claim goes from the state looked at.
    moves: Vec<(u32, bool)>,
    /// Follow steps that no other process can see without stopping at the states between.
    pub compress: bool,
    /// Where the system rests, the claim goes on.
    pub rests: bool,
    pub record: bool,
    pub track_movers: bool,
    /// Some step met what the model leaves out; some ended at a bound of the model.
    pub unmodelled: bool,
    pub bounded: bool,
    /// Some execution can hold exclusive control for ever.
    pub endless: bool,
    pub transitions: u64,
    report: Report,
    steps: Vec<Planned>,
    open: Vec<Moment<M::State>>,
    /// The remembered moments of one expansion, by number, and which leads to which.
    seen: FxHashMap<Vec<u8>, u32>,
    arcs: Vec<(u32, u32)>,
    spare: Vec<Node<M::State>>,
    claim_bytes: usize,
}

/// After so many steps inside exclusive control, moments are remembered, to find cycles.
const REMEMBER_EVERY: u32 = 64;

impl<'a, M: Machine> Expander<'a, M> {
    /// An expander that merges nothing and records nothing; the search sets what it needs.
    pub fn new(machine: M, observers: Observers<'a>) -> Expander<'a, M> {
        let report = Report { watch_events: !observers.events.is_empty(), ..Report::default() };
        let claim_bytes = match observers.claim {
            None => 0,
            Some(claim) if claim.states.len() <= 256 => 1,
            Some(_) => 4,
        };
        Expander {
            machine,
            observers,
            moves: Vec::new(),
            compress: false,
            rests: true,
            record: false,
            track_movers: false,
            unmodelled: false,
            bounded: false,
            endless: false,
            transitions: 0,
            report,
            steps: Vec::new(),
            open: Vec::new(),
            seen: FxHashMap::default(),
            arcs: Vec::new(),
            spare: Vec::new(),
            claim_bytes,
        }
    }

    /// Says where the key of a state falls into parts.
    pub fn cutter(&mut self) -> crate::store::Cutter {
        let before = self.claim_bytes + 2 * self.observers.events.len();
        self.machine.cutter(before)
    }

    /// Has steps looked at for what violates these checks.
    pub fn watch_for(&mut self, checks: Vec<Check>) {
        self.report.wanted = checks;
    }

    /// The claim that runs in step with the system, if there is one.
    pub fn claim(&self) -> Option<&'a Claim> {
        self.observers.claim
    }

    /// The event traces that run in step with the system.
    pub fn events(&self) -> &[&'a EventTrace] {
        &self.observers.events
    }

    /// The initial state, packed, or the faults of its making.
    pub fn initial(&mut self, out: &mut Batch) -> Result<(), Vec<FaultKind>> {
        let mut state = self.machine.initial()?;
        let claim = self.observers.claim.map_or(0, |claim| claim.initial.0);
        let events = self.observers.events.iter();
        let events = events.map(|events| TracePosition::at(events.initial)).collect();
        let mut renamed = Vec::new();
        self.machine.canonicalize(&mut state, self.record.then_some(&mut renamed));
        let trail = (Vec::new(), renamed);
        self.emit(&Node { state, claim, events }, claim, Movers::default(), trail, out);
        Ok(())
    }

    /// Reads a packed node back: the claim's state first, then the event traces, then the system's state.
    pub fn unpack(&self, packed: &[u8], node: &mut Node<M::State>) {
        let mut rest = packed;
        node.claim = match self.claim_bytes {
            0 => 0,
            size => {
                let (claim, more) = rest.split_at(size);
                rest = more;
                let mut number = [0; 4];
                number[..size].copy_from_slice(claim);
                u32::from_le_bytes(number)
            }
        };
        node.events.clear();
        for _ in &self.observers.events {
            node.events.push(TracePosition::from_bytes([rest[0], rest[1]]));
            rest = &rest[2..];
        }
        self.machine.unpack(rest, &mut node.state);
    }

    /// Looks at a state before its steps are asked for: the claim makes its move. False where it
    /// cannot, and nothing that happens from here on matters.
    pub fn look(&mut self, node: &Node<M::State>, out: &mut Batch) -> bool {
        let Some(claim) = self.observers.claim else { return true };
        self.moves.clear();
        self.machine.claim_moves(&node.state, node.claim, &mut self.moves);
        for (to, failed) in &self.moves {
            let target = &claim.states.as_slice()[*to as usize];
            if *failed || target.final_ {
                out.alarms.push((Alarm::Claim(*to), Vec::new()));
            }
        }
        !self.moves.is_empty()
    }

    /// All that one process can do from a state that was looked at. False if it can do nothing.
    pub fn expand(
        &mut self,
        node: &Node<M::State>,
        process: u32,
        timeout: bool,
        out: &mut Batch,
    ) -> bool {
        let mut steps = std::mem::take(&mut self.steps);
        steps.clear();
        self.machine.steps(&node.state, process, timeout, &mut steps);
        for planned in &steps {
            let mut next = self.copy(node);
            if self.take(&mut next, planned, &[], out) {
                let movers = self.movers(Movers::default(), &planned.step);
                let trail = self.trail(&[], &planned.step);
                if self.machine.exclusive(&next.state).is_some() {
                    let unremembered = 1 + self.report.line;
                    self.follow(
                        Moment { node: next, unremembered, after: None, movers, trail },
                        out,
                    );
                } else {
                    self.arrive(next, movers, trail, out);
                }
            } else {
                self.spare.push(next);
            }
        }
        let any = !steps.is_empty();
        self.steps = steps;
        any
    }

    /// The system cannot step: it stays, and the claim goes on.
    pub fn rest(&mut self, node: &Node<M::State>, out: &mut Batch) {
        for position in 0..if self.rests { self.moves.len() } else { 0 } {
            let to = self.moves[position].0;
            self.emit(node, to, Movers::default(), (Vec::new(), Vec::new()), out);
        }
    }

    /// Everything that can happen in a packed state. Returns whether the system rests there.
    pub fn enumerate(&mut self, packed: &[u8], out: &mut Batch) -> bool {
        let mut node = self.spare.pop().unwrap_or_default();
        self.unpack(packed, &mut node);
        let mut any = false;
        if self.look(&node, out) {
            for timeout in [false, true] {
                let count = self.machine.processes(&node.state);
                let least = self.least_priority(&node, timeout);
                for process in (0..count).rev() {
                    if least == 0 || self.machine.priority(&node.state, process) >= least {
                        any |= self.expand(&node, process, timeout, out);
                    }
                }
                if any || !self.machine.uses_timeout() {
                    break;
                }
            }
            if !any && self.observers.claim.is_some() {
                self.rest(&node, out);
            }
        } else {
            any = true;
        }
        self.spare.push(node);
        !any
    }

    /// The priority that a process must have to step; 0 where priorities do not matter.
    pub fn least_priority(&mut self, node: &Node<M::State>, timeout: bool) -> u8 {
        if !self.machine.uses_priorities() {
            return 0;
        }
        let mut steps = std::mem::take(&mut self.steps);
        let highest = (0..self.machine.processes(&node.state))
            .filter(|process| {
                steps.clear();
                self.machine.steps(&node.state, *process, timeout, &mut steps);
                !steps.is_empty()
            })
            .map(|process| self.machine.priority(&node.state, process))
            .max();
        self.steps = steps;
        highest.unwrap_or(0)
    }

    /// The processes that can step in a state, and how many processes there are.
    pub fn able(&mut self, node: &Node<M::State>) -> (Movers, u32) {
        let count = self.machine.processes(&node.state);
        let mut able = Movers::default();
        let mut quiet = self.copy(node);
        self.machine.clear_events(&mut quiet.state);
        let node = &quiet;
        for timeout in [false, true] {
            let least = self.least_priority(node, timeout);
            let mut steps = std::mem::take(&mut self.steps);
            steps.clear();
            for process in 0..count {
                if least == 0 || self.machine.priority(&node.state, process) >= least {
                    self.machine.steps(&node.state, process, timeout, &mut steps);
                }
            }
            for planned in &steps {
                able = with_movers(able, &planned.step);
            }
            let any = !steps.is_empty();
            self.steps = steps;
            if any || !self.machine.uses_timeout() {
                break;
            }
        }
        (able, count)
    }

    /// Follows a process that holds exclusive control to where it gives it up.
    fn follow(&mut self, first: Moment<M::State>, out: &mut Batch) {
        self.seen.clear();
        self.arcs.clear();
        self.open.push(first);
        let mut met_again = false;
        let mut steps = Vec::new();
        while let Some(mut moment) = self.open.pop() {
            let Some(exclusive) = self.machine.exclusive(&moment.node.state) else {
                self.arrive(moment.node, moment.movers, moment.trail, out);
                continue;
            };
            steps.clear();
            self.machine.steps(&moment.node.state, exclusive.process, false, &mut steps);
            if exclusive.deterministic {
                steps.truncate(1);
            }
            if steps.len() > 1 || moment.unremembered >= REMEMBER_EVERY {
                let known = self.seen.len();
                let number = self.number(&moment.node);
                self.arcs.extend(moment.after.map(|after| (after, number)));
                if (number as usize) < known {
                    met_again = true;
                    self.spare.push(moment.node);
                    continue;
                }
                moment.after = Some(number);
                moment.unremembered = 0;
            }
            // Those listed first are to be followed first.
            for (position, planned) in steps.iter().enumerate().rev() {
                let mut next = if position == 0 {
                    std::mem::take(&mut moment.node)
                } else {
                    self.copy(&moment.node)
                };
                if self.take(&mut next, planned, &moment.trail, out) {
                    let next = Moment {
                        node: next,
                        unremembered: moment.unremembered + 1 + self.report.line,
                        after: moment.after,
                        movers: self.movers(moment.movers, &planned.step),
                        trail: self.trail(&moment.trail, &planned.step),
                    };
                    self.open.push(next);
                } else {
                    self.spare.push(next);
                }
            }
        }
        self.endless |= met_again && !self.endless && has_cycle(self.seen.len(), &self.arcs);
    }

    /// The number of a moment inside exclusive control; a new one if it was not met before in this
    /// expansion.
    fn number(&mut self, node: &Node<M::State>) -> u32 {
        let mut bytes = Vec::new();
        for at in &node.events {
            bytes.extend_from_slice(&at.bytes());
        }
        if let Some(exclusive) = self.machine.exclusive(&node.state) {
            bytes.extend_from_slice(&exclusive.process.to_le_bytes());
            bytes.push(u8::from(exclusive.deterministic));
        }
        self.machine.pack(&node.state, &mut bytes);
        let next = self.seen.len() as u32;
        *self.seen.entry(bytes).or_insert(next)
    }

    /// Takes one step in place. False where the execution ends with it.
    fn take(
        &mut self,
        node: &mut Node<M::State>,
        planned: &Planned,
        trail: &[Step],
        out: &mut Batch,
    ) -> bool {
        let step = &planned.step;
        let mut report = std::mem::take(&mut self.report);
        report.clear();
        report.record = self.record;
        self.transitions += 1;
        let template = self.machine.template(&node.state, step.process);
        self.machine.fire(&mut node.state, planned, &mut report);
        let (template, action) = match report.at {
            Some((template, edge)) => (template, Move::Edge(edge)),
            None => (template, step.action),
        };
        let line = &report.merged[..report.merged.len().min(report.line as usize)];
        for kind in &report.failed {
            self.alarm(Alarm::Fault(*kind, template, action), trail, (step, line), out);
        }
        for check in &report.noted {
            self.alarm(Alarm::Check(*check, template, action), trail, (step, line), out);
        }
        if let Some(kind) = report.fault {
            self.alarm(Alarm::Fault(kind, template, action), trail, (step, line), out);
        }
        self.unmodelled |= report.unmodelled;
        self.bounded |= report.limit;
        let goes_on = report.goes_on();
        if goes_on && !report.events.is_empty() {
            self.watch(node, &report, step, trail, out);
        }
        self.report = report;
        goes_on
    }

    /// Moves the event traces on.
    fn watch(
        &self,
        node: &mut Node<M::State>,
        report: &Report,
        step: &Step,
        trail: &[Step],
        out: &mut Batch,
    ) {
        for event in &report.events {
            for (number, trace) in self.observers.events.iter().enumerate() {
                let Some(at) = node.events[number].state() else { continue };
                if !trace.watches(event.channel, event.cell, event.direction) {
                    continue;
                }
                let next =
                    trace.follow(at, event.channel, event.cell, event.direction, &event.message);
                let violated = match next {
                    Some(next) => trace.negated && trace.states[next].final_,
                    None => !trace.negated,
                };
                if violated {
                    self.alarm(Alarm::Events(number), trail, (step, &[]), out);
                }
                node.events[number] = match next {
                    Some(next) if !violated => TracePosition::at(next),
                    _ => TracePosition::LEFT,
                };
            }
        }
    }

    /// Something is met at the end of a step, or of the straight line that was taken with it.
    fn alarm(&self, alarm: Alarm, trail: &[Step], (step, line): (&Step, &[Step]), out: &mut Batch) {
        let mut steps = Vec::new();
        if self.record {
            steps.extend_from_slice(trail);
            steps.push(*step);
            steps.extend_from_slice(line);
        }
        out.alarms.push((alarm, steps));
    }

    /// A state of the search is reached.
    fn arrive(
        &mut self,
        mut node: Node<M::State>,
        mut movers: Movers,
        mut trail: Vec<Step>,
        out: &mut Batch,
    ) {
        if self.compress && !self.machine.has_pending_events(&node.state) {
            self.run_on(&mut node, &mut movers, &mut trail, out);
        }
        let mut renamed = Vec::new();
        if self.machine.is_symmetric() {
            self.pass_ends(&mut node, &mut movers, &mut trail, out);
            self.machine.canonicalize(&mut node.state, self.record.then_some(&mut renamed));
        }
        let trail = (trail, renamed);
        match self.observers.claim {
            None => self.emit(&node, 0, movers, trail, out),
            Some(_) => {
                for position in 0..self.moves.len() {
                    let to = self.moves[position].0;
                    self.emit(&node, to, movers, trail.clone(), out);
                }
            }
        }
        self.spare.push(node);
    }

    fn emit(
        &self,
        node: &Node<M::State>,
        claim: u32,
        movers: Movers,
        (trail, renamed): (Vec<Step>, Vec<u16>),
        out: &mut Batch,
    ) {
        let start = out.bytes.len();
        out.bytes.extend_from_slice(&claim.to_le_bytes()[..self.claim_bytes]);
        for at in &node.events {
            out.bytes.extend_from_slice(&at.bytes());
        }
        let hidden = self.machine.pack(&node.state, &mut out.bytes);
        let length = (out.bytes.len() - start) as u32;
        out.entries.push(Entry { start, length, hidden: hidden as u32 });
        if self.track_movers {
            out.movers.push(movers);
        }
        if self.record {
            out.recorded.push(trail);
            out.renamed.push(renamed);
        }
    }

    #[inline]
    fn copy(&mut self, node: &Node<M::State>) -> Node<M::State> {
        let mut copy = self.spare.pop().unwrap_or_default();
        copy.state.clone_from(&node.state);
        copy.claim = node.claim;
        if !node.events.is_empty() || !copy.events.is_empty() {
            copy.events.clone_from(&node.events);
        }
        copy
    }

    #[inline]
    fn movers(&self, movers: Movers, step: &Step) -> Movers {
        if self.track_movers { with_movers(movers, step) } else { movers }
    }

    /// The steps so far with one more, when they are recorded.
    #[inline]
    fn trail(&self, trail: &[Step], step: &Step) -> Vec<Step> {
        if !self.record {
            return Vec::new();
        }
        let mut longer = trail.to_vec();
        longer.push(*step);
        longer.extend_from_slice(&self.report.merged);
        longer
    }
}

/// Whether a graph of so many nodes has a cycle: one is left when all that nothing leads to are gone.
fn has_cycle(nodes: usize, arcs: &[(u32, u32)]) -> bool {
    let mut entering = vec![0u32; nodes];
    let mut leaving: Vec<Vec<u32>> = vec![Vec::new(); nodes];
    for (from, to) in arcs {
        entering[*to as usize] += 1;
        leaving[*from as usize].push(*to);
    }
    let mut free: Vec<u32> = (0..nodes as u32).filter(|at| entering[*at as usize] == 0).collect();
    let mut gone = 0;
    while let Some(node) = free.pop() {
        gone += 1;
        for to in &leaving[node as usize] {
            entering[*to as usize] -= 1;
            if entering[*to as usize] == 0 {
                free.push(*to);
            }
        }
    }
    gone < nodes
}

/// A set of processes with those that take a step.
fn with_movers(mut movers: Movers, step: &Step) -> Movers {
    if step.action == Move::ConsumeEvent {
        return movers;
    }
    let partner = step.partner.map(|partner| partner.process);
    for process in std::iter::once(step.process).chain(partner) {
        movers[process as usize / 64 % 4] |= 1 << (process % 64);
    }
    movers
}
