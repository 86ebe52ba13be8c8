//! Chain compression: invisible steps are followed without storing the states between them.

use trine_system::Step;

use super::{Batch, Expander, Movers, Node};
use crate::machine::{Machine, Planned};

/// So many invisible steps are followed before a state is kept, so that cycles of them are found.
const LONGEST_CHAIN: usize = 128;

impl<M: Machine> Expander<'_, M> {
    /// Lets all processes go on that wait for an end that has come, where the moment is invisible.
    pub(super) fn pass_ends(
        &mut self,
        node: &mut Node<M::State>,
        movers: &mut Movers,
        trail: &mut Vec<Step>,
        out: &mut Batch,
    ) {
        let mut steps = std::mem::take(&mut self.steps);
        while let Some(process) = self.machine.may_pass(&node.state) {
            steps.clear();
            self.machine.steps(&node.state, process, false, &mut steps);
            let [planned] = steps[..] else { break };
            if !self.take(node, &planned, trail, out) {
                break;
            }
            *movers = self.movers(*movers, &planned.step);
            *trail = self.trail(trail, &planned.step);
        }
        self.steps = steps;
    }

    /// As long as one process's only step is all that has to be followed, takes it.
    pub(super) fn run_on(
        &mut self,
        node: &mut Node<M::State>,
        movers: &mut Movers,
        trail: &mut Vec<Step>,
        out: &mut Batch,
    ) {
        let mut steps = std::mem::take(&mut self.steps);
        for _ in 0..LONGEST_CHAIN {
            let Some(process) = self.machine.ample_process(&node.state, true) else { break };
            steps.clear();
            self.machine.steps(&node.state, process, false, &mut steps);
            let mut next = self.copy(node);
            let (alarms, length, before) = (out.alarms.len(), trail.len(), *movers);
            if !self.run_alone(&mut next, &mut steps, movers, trail, out) {
                // More than one way, or the end of the execution: the state before it is kept.
                out.alarms.truncate(alarms);
                trail.truncate(length);
                *movers = before;
                self.spare.push(next);
                break;
            }
            std::mem::swap(node, &mut next);
            self.spare.push(next);
        }
        self.steps = steps;
    }

    /// Takes the only step, and those of exclusive control after it. False where there is more than
    /// one way, or where the execution ends.
    fn run_alone(
        &mut self,
        node: &mut Node<M::State>,
        steps: &mut Vec<Planned>,
        movers: &mut Movers,
        trail: &mut Vec<Step>,
        out: &mut Batch,
    ) -> bool {
        for _ in 0..LONGEST_CHAIN {
            let [planned] = steps[..] else { return false };
            if !self.take(node, &planned, trail, out) {
                return false;
            }
            *movers = self.movers(*movers, &planned.step);
            if self.record {
                *trail = self.trail(trail, &planned.step);
            }
            let Some(exclusive) = self.machine.exclusive(&node.state) else { return true };
            steps.clear();
            self.machine.steps(&node.state, exclusive.process, false, steps);
            if exclusive.deterministic {
                steps.truncate(1);
            }
        }
        false
    }
}
