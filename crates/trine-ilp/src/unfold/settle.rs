//! Folds local steps into the step before: a process goes on at once as far as it can alone.

use trine_system::EdgeId;
use trine_system::interpret::Thread;
use trine_verdict::{IlpLabel, IlpPart, ProcessUse, Word};

use super::{LocalRun, MOST_WAYS, Trouble, Unfold};
use crate::eval::{Ask, Halt};
use crate::fire::{Fired, fire, may_be_quiet};
use crate::process_state::{Call, ProcessState};

impl Unfold<'_, '_> {
    /// Goes on through steps that no other process can see, prevent or cause. Where there are too many ways, it
    /// does not.
    pub(super) fn settle(
        &mut self,
        process: u32,
        process_state: ProcessState,
    ) -> Result<Vec<LocalRun>, Trouble> {
        let stay =
            || LocalRun { state: process_state.clone(), parts: Vec::new(), edges: Vec::new() };
        let mut found = Vec::new();
        let mut open: Vec<(LocalRun, Vec<Word>)> = vec![(stay(), Vec::new())];
        while let Some((way, mut path)) = open.pop() {
            let word = way.state.encode();
            let next = match path.contains(&word) {
                true => None,
                false => self.quiet(process, &way.state)?,
            };
            let Some(next) = next else {
                found.push(way);
                continue;
            };
            path.push(word);
            if path.len() > MOST_WAYS || open.len() + found.len() + next.len() > MOST_WAYS {
                return Ok(vec![stay()]);
            }
            for (edge, fired) in next.into_iter().rev() {
                let mut parts = way.parts.clone();
                parts.extend(fired.parts);
                let mut edges = way.edges.clone();
                edges.push((process, edge));
                open.push((LocalRun { state: fired.state, parts, edges }, path.clone()));
            }
        }
        Ok(found)
    }

    /// The steps of a state, if they are all of that kind and there are some.
    fn quiet(
        &mut self,
        process: u32,
        process_state: &ProcessState,
    ) -> Result<Option<Vec<(EdgeId, Fired)>>, Trouble> {
        let waits = matches!(process_state.call, Call::Queued { .. } | Call::Served { .. });
        let edges = self.facts.edges_from(process, process_state.location);
        if waits
            || process_state.thread == Thread::New
            || !edges.iter().all(|edge| may_be_quiet(self.facts, process, *edge))
        {
            return Ok(None);
        }
        let mut found = Vec::new();
        for edge in edges {
            let mut open: Vec<Vec<i64>> = vec![Vec::new()];
            while let Some(answers) = open.pop() {
                let fired =
                    fire(self.facts, &self.known, (process, process_state), *edge, None, &answers);
                match fired {
                    Ok(None) | Err(Halt::Fault) => {}
                    Ok(Some(fired)) => {
                        let answers = |(_, label): &(IlpPart, IlpLabel)| match label {
                            IlpLabel::Process(all) => {
                                all.iter().all(|one| matches!(one, ProcessUse::Answered { .. }))
                            }
                            _ => false,
                        };
                        if fired.unsure || !fired.parts.iter().all(answers) {
                            return Ok(None);
                        }
                        found.push((*edge, fired));
                    }
                    Err(Halt::Ask(Ask::Between(low, high))) if high - low < MOST_WAYS as i64 => {
                        open.extend((low..=high).rev().map(|value| {
                            let mut more = answers.clone();
                            more.push(value);
                            more
                        }));
                    }
                    Err(Halt::Ask(_) | Halt::Unsupported(_)) => return Ok(None),
                }
            }
        }
        Ok((!found.is_empty()).then_some(found))
    }
}
