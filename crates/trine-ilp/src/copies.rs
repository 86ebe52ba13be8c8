//! The variables of a question: a copy of the networks for each stage, and the ways from one copy to the next.

use rustc_hash::FxHashSet;
use trine_verdict::{IlpEvent, IlpPart};

use crate::deadlock_rows;
use crate::problem::{Kind, Problem, SeveralEvents, Variable, Vertex};
use crate::process_state::ProcessState;
use crate::question::{Ending, Quiescence, Stage};
use crate::system_facts::SystemFacts;
use crate::unfold::Transition;

/// What can be part of a step that ends a stage.
#[derive(Default)]
struct Last {
    /// Transitions, by their network.
    found: FxHashSet<(u32, u32)>,
    /// The networks to which such a step may mean more than one thing.
    twice: FxHashSet<u32>,
    /// The events that such a step may have, where it has to be consumed.
    events: FxHashSet<IlpEvent>,
}

impl Problem<'_> {
    /// Makes the variables of all stages.
    pub(crate) fn copy(&mut self, facts: &SystemFacts<'_>) -> Result<(), SeveralEvents> {
        let mut variables = Vec::new();
        let last = self.question.stages.len() as u32 - 1;
        for (stage, asked) in self.question.stages.iter().enumerate() {
            let stage = stage as u32;
            let ending = self.ending(asked)?;
            let acts = self.acting(asked);
            for network in 0..self.count() {
                let claims = self.part(network) == IlpPart::Claim;
                let vertex = |state: u32| Vertex { stage, state };
                for (at, transition) in self.transitions(network).iter().enumerate() {
                    let (from, to) = (vertex(transition.from), transition.to);
                    let mut add = |kind: Kind, to: Option<Vertex>| {
                        variables.push(Variable { kind, network, from, to });
                    };
                    let at = at as u32;
                    if may_occur(asked, transition, claims, &asked.without) {
                        add(Kind::Step(at), Some(vertex(to)));
                    }
                    let (ends, twice) = match claims {
                        false => {
                            let ends = ending.found.contains(&(network, at));
                            (ends, ending.twice.contains(&network))
                        }
                        true => {
                            let observed = transition.trigger.map(IlpEvent::Observed);
                            (observed.is_some_and(|event| ending.events.contains(&event)), true)
                        }
                    };
                    if ends {
                        let behind = Vertex { stage: stage + 1, state: to };
                        add(Kind::End(at), (stage < last).then_some(behind));
                        if twice {
                            add(Kind::End(at), Some(vertex(to)));
                        }
                    }
                }
                // A network that takes part in every step that can end the stage cannot go on as it is.
                if acts.contains(&network) {
                    continue;
                }
                let rests = self.question.rest.filter(|_| stage == last);
                let stays =
                    rests.map(|rest| (rest, deadlock_rows::stays(self, facts, network, rest)));
                for state in 0..self.states(network) as u32 {
                    let stays = |wanted: Quiescence| match &stays {
                        Some((rest, stays)) if *rest == wanted => Some(stays[state as usize]),
                        _ => None,
                    };
                    let open = stays(Quiescence::Global).or(stays(Quiescence::Any)) == Some(false);
                    if open && !claims {
                        continue;
                    }
                    if stage == last && !self.may_end(facts, network, state) {
                        continue;
                    }
                    let to = (stage < last).then_some(Vertex { stage: stage + 1, state });
                    let from = vertex(state);
                    variables.push(Variable { kind: Kind::Connect, network, from, to });
                    if stays(Quiescence::WaitCycle) == Some(true) {
                        variables.push(Variable { kind: Kind::Stuck, network, from, to });
                    }
                }
            }
        }
        self.variables = variables;
        Ok(())
    }

    /// Whether a part may be in a state at the end of everything.
    fn may_end(&self, facts: &SystemFacts<'_>, network: u32, state: u32) -> bool {
        match (self.question.claim, self.part(network)) {
            (_, IlpPart::Claim) => {
                self.claim.as_ref().is_none_or(|claim| claim.may_end[state as usize])
            }
            (Some(Ending::AllEnded), IlpPart::Process(process)) => {
                let word = &self.networks.list[network as usize].states[state as usize];
                ProcessState::decode(word).has_ended(facts.system, facts, process)
            }
            _ => true,
        }
    }

    /// The networks that take part in every step that can end a stage: it is theirs, it is said to them, or
    /// only they could have caused it.
    fn acting(&self, asked: &Stage) -> FxHashSet<u32> {
        // For each label, which says it: none, one network, or more.
        let mut sayers: Vec<Option<u32>> = vec![None; self.networks.labels.len()];
        let mut several = vec![false; sayers.len()];
        for (network, one) in self.networks.list.iter().enumerate() {
            for label in one.transitions.iter().flat_map(|transition| &transition.parts) {
                let known = sayers[*label as usize].replace(network as u32);
                several[*label as usize] |= known.is_some_and(|known| known != network as u32);
            }
        }
        let all = self.networks.list.iter().flat_map(|one| &one.transitions);
        let observed: FxHashSet<u32> = all.filter_map(|transition| transition.trigger).collect();
        let known = self.claim.iter().flat_map(|claim| &claim.transitions);
        let known = known.filter_map(|transition| transition.trigger.map(IlpEvent::Observed));
        let known: FxHashSet<IlpEvent> = known.collect();
        let claim = self.networks.list.len() as u32;
        let mut found: Option<FxHashSet<u32>> = None;
        for (network, one) in self.networks.list.iter().enumerate() {
            for transition in &one.transitions {
                // What is said to a process that never observes it does not happen.
                if !ends(asked, transition)
                    || !transition.parts.iter().all(|label| observed.contains(label))
                {
                    continue;
                }
                let instrumented = self.claim.is_some() && !transition.events.is_empty();
                if instrumented && !transition.events.iter().all(|event| known.contains(event)) {
                    continue;
                }
                let told =
                    transition.parts.iter().map(|label| self.networks.labels[*label as usize].0);
                let told = told.chain(instrumented.then_some(claim));
                let mut here: FxHashSet<u32> = told.chain([network as u32]).collect();
                if let Some(label) = transition.trigger
                    && !several[label as usize]
                {
                    here.extend(sayers[label as usize]);
                }
                found = Some(match found {
                    Some(known) => known.intersection(&here).copied().collect(),
                    None => here,
                });
            }
        }
        found.unwrap_or_default()
    }

    /// The transitions that can be part of a step which ends a stage: those with one of the events or
    /// the label, and those that take part in the same step. Two of them with events are too many, unless the
    /// stage ends with a label.
    fn ending(&self, asked: &Stage) -> Result<Last, SeveralEvents> {
        let mut last = Last::default();
        if asked.ends.is_empty() && asked.at.is_none() {
            return Ok(last);
        }
        // Beyond what is not modelled nothing is asked, and with a label all events count.
        let open_events = asked.ends == [IlpEvent::Unmodelled] || asked.at.is_some();
        let mut says: Vec<Vec<(u32, u32)>> = vec![Vec::new(); self.networks.labels.len()];
        let mut observes: Vec<Vec<(u32, u32)>> = says.clone();
        // Those to look at, with the label by which the step came to them.
        let mut open: Vec<((u32, u32), Option<u32>)> = Vec::new();
        for network in 0..self.networks.list.len() as u32 {
            for (at, transition) in self.transitions(network).iter().enumerate() {
                let key = (network, at as u32);
                transition.parts.iter().for_each(|label| says[*label as usize].push(key));
                transition.trigger.iter().for_each(|label| observes[*label as usize].push(key));
                if ends(asked, transition) {
                    if transition.events.len() > 1 && !open_events {
                        return Err(SeveralEvents);
                    }
                    open.push((key, None));
                }
            }
        }
        let mut seen: FxHashSet<((u32, u32), Option<u32>)> = open.iter().copied().collect();
        while let Some((key, came)) = open.pop() {
            let transition = &self.transitions(key.0)[key.1 as usize];
            if came.is_some() && !transition.events.is_empty() && !open_events {
                return Err(SeveralEvents);
            }
            if asked.at.is_some() && !may_occur(asked, transition, false, &asked.ends_without) {
                continue;
            }
            last.found.insert(key);
            if transition.trigger.is_some() {
                let told = transition.parts.iter();
                last.twice.extend(told.map(|label| self.networks.labels[*label as usize].0));
            }
            if self.claim.is_some() {
                last.events.extend(&transition.events);
            }
            let mut visit = |label: u32, others: &[(u32, u32)]| {
                if came != Some(label) {
                    let next = others.iter().map(|other| (*other, Some(label)));
                    open.extend(next.filter(|next| seen.insert(*next)));
                }
            };
            transition.parts.iter().for_each(|label| visit(*label, &observes[*label as usize]));
            transition.trigger.iter().for_each(|label| visit(*label, &says[*label as usize]));
        }
        Ok(last)
    }
}

/// Whether the step of a transition can end a stage, as far as the transition tells.
fn ends(asked: &Stage, transition: &Transition) -> bool {
    match asked.at {
        Some(label) => transition.parts.contains(&label),
        None => transition.events.iter().any(|event| asked.ends.contains(event)),
    }
}

/// Whether a stage allows a transition, without these labels.
fn may_occur(asked: &Stage, transition: &Transition, claims: bool, without: &[u32]) -> bool {
    let allowed = |event: &IlpEvent| match event {
        IlpEvent::Observed(event) => {
            asked.allowed.as_ref().is_none_or(|allowed| allowed.contains(event))
        }
        IlpEvent::Unmodelled => false,
    };
    // What a claim observes are events.
    transition.events.iter().all(allowed)
        && (claims
            || !transition
                .parts
                .iter()
                .chain(&transition.trigger)
                .any(|label| without.contains(label)))
}
