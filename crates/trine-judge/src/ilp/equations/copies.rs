//! The variables of a question: what can happen in each stage, and what ends it.

use std::collections::{BTreeSet, HashSet};

use trine_verdict::{IlpEvent, IlpLabel, IlpPart};

use super::{Equations, Numbered, Stays, Variable};
use crate::ilp::question::Stage;

/// What belongs to steps that end a stage.
#[derive(Default)]
struct Ending {
    /// Arrows, each with the position of its part.
    arrows: HashSet<(usize, usize)>,
    /// The parts that such a step may concern more than once.
    often: HashSet<usize>,
}

impl Equations<'_> {
    pub(super) fn copies(&mut self, stays: &Stays<'_>) -> Option<()> {
        let last = self.question.stages.len() as u32 - 1;
        for (stage, asked) in self.question.stages.iter().enumerate() {
            let stage = stage as u32;
            let ending = self.ending(asked)?;
            let takes_part = self.take_part(asked);
            let behind = |state: u32| (stage < last).then_some((stage + 1, state));
            for (part, net) in self.nets.iter().enumerate() {
                for at in 0..net.arrows.len() {
                    let (from, to) = net.ends[at];
                    let from = (stage, from);
                    let arrow_of = |to, ending| Variable {
                        part,
                        from,
                        to,
                        arrow: Some(at),
                        ending,
                        stuck: false,
                    };
                    if self.may_be(asked, net, at, &asked.unsaid) {
                        self.variables.push(arrow_of(Some((stage, to)), false));
                    }
                    if ending.arrows.contains(&(part, at)) {
                        self.variables.push(arrow_of(behind(to), true));
                        if ending.often.contains(&part) {
                            self.variables.push(arrow_of(Some((stage, to)), true));
                        }
                    }
                }
                if takes_part[part] {
                    continue;
                }
                for (at, word) in net.states.iter().enumerate() {
                    let (from, to) = ((stage, at as u32), behind(at as u32));
                    let rest =
                        |stuck| Variable { part, from, to, arrow: None, ending: false, stuck };
                    if stage < last || (stays.plainly)(net.part, word) {
                        self.variables.push(rest(false));
                    }
                    if stage == last && (stays.stuck)(net.part, word) {
                        self.variables.push(rest(true));
                    }
                }
            }
        }
        Some(())
    }

    /// Whether a stage allows an arrow that says none of this.
    fn may_be(
        &self,
        asked: &Stage,
        net: &Numbered<'_>,
        at: usize,
        unsaid: &[(IlpPart, IlpLabel)],
    ) -> bool {
        let may = |event: &IlpEvent| match (event, &asked.allowed) {
            (IlpEvent::Unmodelled, _) => false,
            (IlpEvent::Observed(event), Some(allowed)) => allowed.contains(event),
            (IlpEvent::Observed(_), None) => true,
        };
        let mut labels = net.says[at].iter().chain(&net.observes[at]);
        net.arrows[at].events.iter().all(may)
            && !labels.any(|label| unsaid.contains(&self.labels[*label]))
    }

    /// Whether an arrow belongs to a step that ends a stage, as far as it shows.
    fn is_end(&self, asked: &Stage, net: &Numbered<'_>, at: usize) -> bool {
        match &asked.says {
            Some(said) => net.says[at].iter().any(|label| self.labels[*label] == *said),
            None => net.arrows[at].events.iter().any(|event| asked.ends.contains(event)),
        }
    }

    /// For each part, whether it takes part in every step that can end a stage, so that it cannot rest
    /// then: the step is its own, or is said to it, or only it could have said what is consumed.
    fn take_part(&self, asked: &Stage) -> Vec<bool> {
        let mut sayers: Vec<BTreeSet<usize>> = vec![BTreeSet::new(); self.labels.len()];
        for (part, net) in self.nets.iter().enumerate() {
            net.says.iter().flatten().for_each(|label| {
                sayers[*label].insert(part);
            });
        }
        let observed: HashSet<usize> =
            self.nets.iter().flat_map(|net| &net.observes).flatten().copied().collect();
        let mut all: Option<BTreeSet<usize>> = None;
        for (own, net) in self.nets.iter().enumerate() {
            for at in 0..net.arrows.len() {
                // What is said to a process that never observes it does not happen.
                if !self.is_end(asked, net, at)
                    || !net.says[at].iter().all(|label| observed.contains(label))
                {
                    continue;
                }
                let told = net.says[at].iter().map(|label| self.labels[*label].0);
                let told: Vec<usize> = told.filter_map(|part| self.position(part)).collect();
                let mut here: BTreeSet<usize> = told.into_iter().chain([own]).collect();
                if let Some(label) = net.observes[at]
                    && sayers[label].len() == 1
                {
                    here.extend(&sayers[label]);
                }
                all = Some(match all {
                    Some(all) => all.intersection(&here).copied().collect(),
                    None => here,
                });
            }
        }
        let all = all.unwrap_or_default();
        (0..self.nets.len()).map(|part| all.contains(&part)).collect()
    }

    fn position(&self, part: IlpPart) -> Option<usize> {
        self.nets.iter().position(|net| net.part == part)
    }

    /// The arrows that can be part of a step that ends a stage; none where two of them have events and the
    /// order of these matters.
    fn ending(&self, asked: &Stage) -> Option<Ending> {
        // Behind what is not modelled, and where a step cuts a stage, all its events belong together.
        let together = asked.ends == [IlpEvent::Unmodelled] || asked.says.is_some();
        let mut doing: Vec<Vec<(usize, usize)>> = vec![Vec::new(); self.labels.len()];
        let mut suffering = doing.clone();
        let mut open: Vec<((usize, usize), Option<usize>)> = Vec::new();
        for (part, net) in self.nets.iter().enumerate() {
            for (at, arrow) in net.arrows.iter().enumerate() {
                net.says[at].iter().for_each(|label| doing[*label].push((part, at)));
                net.observes[at].iter().for_each(|label| suffering[*label].push((part, at)));
                if self.is_end(asked, net, at) {
                    if arrow.events.len() > 1 && !together {
                        return None;
                    }
                    open.push(((part, at), None));
                }
            }
        }
        let mut found = Ending::default();
        let mut seen: HashSet<((usize, usize), Option<usize>)> = HashSet::new();
        while let Some(((part, at), came)) = open.pop() {
            if !seen.insert(((part, at), came)) {
                continue;
            }
            let net = &self.nets[part];
            if came.is_some() && !net.arrows[at].events.is_empty() && !together {
                return None;
            }
            if asked.says.is_some() && !self.may_be(asked, net, at, &asked.unsaid_at_end) {
                continue;
            }
            found.arrows.insert((part, at));
            // A part that takes part may concern one that others concern, too, and so may several events.
            let told = net.says[at].iter().map(|label| self.labels[*label].0);
            let again = |to: &IlpPart| net.observes[at].is_some() || *to == IlpPart::Claim;
            found.often.extend(told.filter(again).filter_map(|to| self.position(to)));
            let partners = net.says[at].iter().map(|label| (*label, &suffering));
            let causes = net.observes[at].iter().map(|label| (*label, &doing));
            for (label, side) in partners.chain(causes) {
                if came != Some(label) {
                    open.extend(side[label].iter().map(|other| (*other, Some(label))));
                }
            }
        }
        Some(found)
    }
}
