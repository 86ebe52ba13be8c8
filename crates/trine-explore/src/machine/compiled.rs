//! The compiled system as a next-state interface (`Machine`).

use std::cell::Cell;
use std::rc::Rc;

use trine_base::{Id, IndexVec};
use trine_property::checks::data_race::races;
use trine_property::{Check, Race};
use trine_system::interpret::{Exclusive, Move};
use trine_system::{EdgeId, FaultKind, Interpreter, LocationId, Step, System, TemplateId};

use super::eval::Moment;
use super::{Machine, Planned, Report};
use crate::compile::Program;
use crate::compile::layout::{Segment, Shapes};
use crate::store::Cutter;
use crate::symmetry::{Actions, Stretch, Symmetry, lift};

/// A compiled system, the shapes its states have had so far, and which code was reached.
pub struct Compiled<'s> {
    /// For what is asked too rarely to be compiled.
    interpreter: Interpreter<'s>,
    pub program: Rc<Program>,
    pub shapes: Shapes,
    initial: Result<CompiledState, Vec<FaultKind>>,
    executed: IndexVec<TemplateId, Vec<bool>>,
    claim_faulted: Cell<bool>,
    /// What states can be replaced by.
    actions: Option<Actions>,
}

/// A state of the compiled system.
#[derive(Debug, Default)]
pub struct CompiledState {
    pub bytes: Vec<u8>,
    pub shape: u32,
    pub exclusive: Option<Exclusive>,
}

impl Clone for CompiledState {
    fn clone(&self) -> CompiledState {
        CompiledState { bytes: self.bytes.clone(), shape: self.shape, exclusive: self.exclusive }
    }

    // Copies are made for every step, into buffers that are used again.
    #[inline]
    fn clone_from(&mut self, other: &CompiledState) {
        self.bytes.clone_from(&other.bytes);
        self.shape = other.shape;
        self.exclusive = other.exclusive;
    }
}

impl<'s> Compiled<'s> {
    /// A machine for a system and the program that was compiled of it; without an initial state, its faults are
    /// kept.
    pub fn new(system: &'s System, program: Rc<Program>) -> Compiled<'s> {
        let executed =
            system.templates.iter().map(|template| vec![false; template.edges.len()]).collect();
        let mut machine = Compiled {
            interpreter: Interpreter::new(system),
            program,
            shapes: Shapes::default(),
            initial: Err(Vec::new()),
            executed,
            claim_faulted: Cell::new(false),
            actions: None,
        };
        let interpreter = Interpreter::new(system);
        let outcome = interpreter.initial();
        machine.initial = match outcome.state {
            Some(state) => Ok(machine.encode(&interpreter, &state)),
            None => Err(outcome.faults.iter().map(|fault| fault.kind).collect()),
        };
        machine
    }

    /// The machine with states replaced by others that differ only by an automorphism.
    pub fn with_symmetry(mut self, symmetry: Option<&Symmetry>) -> Self {
        if let (Some(symmetry), Ok(initial)) = (symmetry, &self.initial) {
            let shape = (initial.shape, self.shapes.get(initial.shape));
            let system = self.interpreter.system;
            let actions = Actions::new(system, &self.program.layout, shape, symmetry.clone());
            self.actions = Some(actions);
        }
        self
    }

    #[inline]
    pub(super) fn visit(&mut self, template: TemplateId, edge: EdgeId) {
        self.executed[template][edge.index()] = true;
    }
}

/// Whether some process can step once `timeout` is true.
fn timeout_lets_step(moment: &Moment<'_>) -> bool {
    (0..moment.shape.processes.len() as u32).any(|process| moment.can_step(process, true))
}

impl Machine for Compiled<'_> {
    type State = CompiledState;

    fn initial(&mut self) -> Result<CompiledState, Vec<FaultKind>> {
        self.initial.clone()
    }

    #[inline]
    fn pack(&self, state: &CompiledState, into: &mut Vec<u8>) -> usize {
        let bytes = self.program.layout.shape_bytes;
        into.extend_from_slice(&state.shape.to_le_bytes()[..bytes]);
        self.shapes.get(state.shape).pack(&state.bytes, into)
    }

    #[inline]
    fn unpack(&self, packed: &[u8], state: &mut CompiledState) {
        let bytes = self.program.layout.shape_bytes;
        let (number, rest) = packed.split_at(bytes);
        let mut shape = [0; 4];
        shape[..bytes].copy_from_slice(number);
        state.shape = u32::from_le_bytes(shape);
        state.exclusive = None;
        self.shapes.get(state.shape).unpack(rest, &mut state.bytes);
    }

    #[inline]
    fn processes(&self, state: &CompiledState) -> u32 {
        self.shapes.get(state.shape).processes.len() as u32
    }

    #[inline]
    fn exclusive(&self, state: &CompiledState) -> Option<Exclusive> {
        state.exclusive
    }

    #[inline]
    fn steps(&self, state: &CompiledState, process: u32, timeout: bool, found: &mut Vec<Planned>) {
        let moment = self.moment(state);
        if self.program.layout.instrumented && state.exclusive.is_none() {
            let next = moment.pending_event(0).filter(|next| next.process == process);
            let wait = moment.pending_event(1).is_some();
            let rests = || !timeout_lets_step(&moment);
            if let Some(next) = next.filter(|_| if wait { !timeout } else { timeout && rests() }) {
                let step = Step {
                    process: next.process,
                    action: Move::ConsumeEvent,
                    partner: None,
                    choice: 0,
                };
                found.push(Planned { step, fault: None });
            }
            if wait {
                return;
            }
        }
        moment.each_step(process, timeout, &mut |planned| {
            found.push(planned);
            true
        });
    }

    fn has_pending_events(&self, state: &CompiledState) -> bool {
        self.program.layout.instrumented && state.bytes[0] != 0
    }

    fn clear_events(&self, state: &mut CompiledState) {
        if self.program.layout.instrumented {
            state.bytes[0] = 0;
        }
    }

    fn fire(&mut self, state: &mut CompiledState, planned: &Planned, report: &mut Report) {
        if let Err(kind) = self.perform(state, planned, report) {
            report.fault = Some(kind);
        }
    }

    fn claim_moves(&self, state: &CompiledState, from: u32, found: &mut Vec<(u32, bool)>) {
        let Some(claim) = &self.program.claim else { return };
        let moment = self.moment(state);
        let timeout = claim.uses_timeout && !moment.some_process_can_step();
        let eval = moment.eval_for_nobody(timeout);
        let edges = &claim.states[from as usize];
        for otherwise in [false, true] {
            for edge in edges.iter().filter(|edge| edge.guard.is_none() == otherwise) {
                let open = match &edge.guard {
                    Some(guard) => match eval.value(guard) {
                        Ok(value) => value != 0,
                        Err(_) => {
                            self.claim_faulted.set(true);
                            false
                        }
                    },
                    None => true,
                };
                if open {
                    let failed = match &edge.assertion {
                        Some(assertion) => match eval.value(assertion) {
                            Ok(value) => value == 0,
                            Err(_) => {
                                self.claim_faulted.set(true);
                                false
                            }
                        },
                        None => false,
                    };
                    if !found.contains(&(edge.to, failed)) {
                        found.push((edge.to, failed));
                    }
                }
            }
            if !found.is_empty() {
                break;
            }
        }
    }

    fn claim_faulted(&self) -> bool {
        self.claim_faulted.get()
    }

    fn locations(&self, state: &CompiledState) -> Vec<(TemplateId, LocationId)> {
        let moment = self.moment(state);
        let processes = moment.shape.processes.iter().enumerate();
        let at = |process: usize| LocationId::from_index(moment.location(process as u32));
        processes.map(|(process, place)| (place.template, at(process))).collect()
    }

    fn template(&self, state: &CompiledState, process: u32) -> TemplateId {
        self.shapes.get(state.shape).process(process).template
    }

    fn is_invalid_end(&self, state: &CompiledState) -> bool {
        if self.interpreter.system.rules.threads {
            return Check::Deadlock.violated_at_rest(&self.interpreter, &self.decode(state));
        }
        let moment = self.moment(state);
        (0..self.processes(state)).any(|process| {
            let template = moment.shape.process(process).template;
            let location = self.program.location(moment.shape, process, moment.location(process));
            !self.program.templates[template].daemon && !location.final_ && !location.end
        })
    }

    fn is_waiting_forever(&self, state: &CompiledState) -> bool {
        Check::WaitForever.violated_at_rest(&self.interpreter, &self.decode(state))
    }

    fn circle(&self, state: &CompiledState) -> Vec<u32> {
        self.moment(state).circle()
    }

    fn races(&self, state: &CompiledState) -> Vec<Race> {
        let locations = self.locations(state);
        let may = |(later, two): (usize, &(TemplateId, LocationId))| {
            locations[..later].iter().any(|one| self.program.races.may_race(*one, *two))
        };
        if !locations.iter().enumerate().any(may) {
            return Vec::new();
        }
        races(&self.interpreter, &self.decode(state))
    }

    fn rests_at_accept(&self, state: &CompiledState) -> bool {
        let moment = self.moment(state);
        (0..self.processes(state)).any(|process| {
            self.program.location(moment.shape, process, moment.location(process)).accept
        })
    }

    fn rests_at_progress(&self, state: &CompiledState) -> bool {
        let moment = self.moment(state);
        (0..self.processes(state)).any(|process| {
            self.program.location(moment.shape, process, moment.location(process)).progress
        })
    }

    fn priority(&self, state: &CompiledState, process: u32) -> u8 {
        self.moment(state).priority(process)
    }

    fn uses_priorities(&self) -> bool {
        self.program.priorities
    }

    fn uses_timeout(&self) -> bool {
        self.program.uses_timeout || self.program.layout.instrumented
    }

    fn ample_process(&self, state: &CompiledState, unseen: bool) -> Option<u32> {
        let rules = self.program.independence.as_ref()?;
        self.moment(state).ample_process(rules, unseen)
    }

    fn cutter(&mut self, before: usize) -> Cutter {
        let parts = self.shapes.list_parts(&self.program.layout);
        let shape_bytes = self.program.layout.shape_bytes;
        Box::new(move |key, cuts| {
            let mut number = [0; 4];
            number[..shape_bytes].copy_from_slice(&key[before..before + shape_bytes]);
            let parts = parts.borrow();
            let mut at = before + shape_bytes;
            for part in parts[u32::from_le_bytes(number) as usize].iter() {
                at += match *part {
                    Segment::Plain { size, .. } => size as usize,
                    Segment::Channel { length, message, .. } => {
                        length.size() + length.read(key, at) as usize * message as usize
                    }
                };
                cuts.push(at);
            }
        })
    }

    fn was_executed(&self, template: TemplateId, edge: EdgeId) -> bool {
        let taken = |(template, edge): (TemplateId, EdgeId)| self.executed[template][edge.index()];
        let alike = self.actions.as_ref().map(|actions| actions.alike(template, edge));
        taken((template, edge)) || alike.is_some_and(|all| all.iter().copied().any(taken))
    }

    #[inline]
    fn is_symmetric(&self) -> bool {
        self.actions.is_some()
    }

    fn alike(&self) -> Option<u64> {
        self.actions.as_ref().map(|actions| actions.symmetry.processes())
    }

    fn canonicalize(&self, state: &mut CompiledState, applied: Option<&mut Vec<u16>>) {
        if let Some(actions) = &self.actions
            && state.shape == actions.shape
        {
            actions.canonicalize(&mut state.bytes, applied);
        }
    }

    fn may_pass(&self, state: &CompiledState) -> Option<u32> {
        let actions = self.actions.as_ref().filter(|actions| actions.shape == state.shape)?;
        actions.may_pass(&state.bytes)
    }

    fn lift(&self, stretches: &[Stretch], settle: bool) -> Option<Vec<Step>> {
        lift(&self.interpreter, &self.actions.as_ref()?.symmetry, stretches, settle)
    }
}
