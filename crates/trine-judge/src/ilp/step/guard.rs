//! Whether the guard of an edge lets it be taken, in a state of which only a part is filled in.

use std::collections::BTreeSet;

use trine_system::interpret::{Context, State, Touch};
use trine_system::{Effect, Guard, Sync};

use super::super::relax::{Reader, conjuncts, is_plain};
use super::{Attempt, Stepper, Try};

/// A guard that holds, or may hold.
pub(super) struct Passage {
    /// It depends on what is not followed.
    pub unsure: bool,
    /// What guards of siblings read.
    pub before: Vec<Touch>,
}

impl Stepper<'_> {
    /// Tests the guard of an edge. Where it does not hold, or asks for a cell that was not told, that is the attempt.
    pub(super) fn passage(
        &self,
        asked: &Try<'_>,
        state: &State,
        told: &BTreeSet<usize>,
    ) -> Result<Passage, Attempt> {
        let Try { process, edge, received, .. } = *asked;
        let written = self.original(process, edge);
        let context = Context::new(&self.interpreter, state, Some(process));
        let mut unsure = false;
        let mut before: Vec<Touch> = Vec::new();
        match &written.guard {
            Guard::Always => {}
            Guard::When(guard) => {
                let mut parts = Vec::new();
                conjuncts(guard, &mut parts);
                unsure |= !parts.iter().all(|part| is_plain(part, Reader::Process(process)));
                let touched = self.interpreter.guard_touches(state, process, edge);
                if let Some(cell) = self.unknown(&touched, told) {
                    return Err(Attempt::Asks(cell));
                }
                let here = &self.system.templates[self.template(process)].edges[edge];
                if let Guard::When(guard) = &here.guard
                    && !matches!(context.holds(guard), Ok(true))
                {
                    return Err(Attempt::Ways(Vec::new()));
                }
            }
            Guard::Else if received.is_some() => {}
            Guard::Else => {
                for other in self.edges(process, written.from) {
                    let sibling = self.original(process, other);
                    if sibling.rank != written.rank || sibling.guard == Guard::Else {
                        continue;
                    }
                    let open = match &sibling.guard {
                        Guard::When(guard) if is_plain(guard, Reader::Process(process)) => {
                            let touched = self.interpreter.guard_touches(state, process, other);
                            if let Some(cell) = self.unknown(&touched, told) {
                                return Err(Attempt::Asks(cell));
                            }
                            before.extend(touched);
                            matches!(context.holds(guard), Ok(true))
                        }
                        Guard::When(_) => {
                            unsure = true;
                            false
                        }
                        _ => true,
                    };
                    let blocks = sibling.sync.as_ref().is_some_and(Sync::may_block);
                    let runs = sibling.effects.iter().any(|one| matches!(one, Effect::Run { .. }));
                    if open && !blocks && !runs {
                        return Err(Attempt::Ways(Vec::new()));
                    }
                    unsure |= open;
                }
            }
        }
        Ok(Passage { unsure, before })
    }
}
