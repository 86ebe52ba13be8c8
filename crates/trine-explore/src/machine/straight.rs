//! Straight lines inside atomic and d_step sequences: executed as one transition.
//!
//! A process that holds exclusive control and has one way to go on takes it at once, without a state in work for each
//! statement. Where there are several ways, a fault or a failed assertion, the line ends: the searches go on from there.

use trine_system::{EdgeId, FaultKind, Hold, Step, TemplateId};

use super::Report;
use super::compiled::{Compiled, CompiledState};
use super::eval::Eval;
use crate::compile::code::{EffectCode, LocationCode, SyncCode, TemplateCode};

/// So many steps are taken at once at most, so that a sequence without end is found by the search for cycles.
const LONGEST_LINE: u32 = 64;

/// How a process that holds control can go on.
enum Ways {
    None,
    One(EdgeId),
    /// Several, or one whose condition cannot be evaluated.
    Several,
}

impl Compiled<'_> {
    /// After a step: the process holds control as the edge says, and goes on while there is one way only.
    #[inline]
    pub(super) fn go_straight_on(
        &mut self,
        state: &mut CompiledState,
        process: u32,
        hold: Hold,
        report: &mut Report,
    ) -> Result<(), FaultKind> {
        state.exclusive = None;
        if hold == Hold::Release {
            return Ok(());
        }
        let template = self.shapes.get(state.shape).process(process).template;
        self.line(state, (process, template), hold, report)?;
        if let Some((template, edge)) = report.at.filter(|_| !report.wanted.is_empty()) {
            let program = self.program.clone();
            self.note_arrival(state, process, &program.templates[template].edges[edge], report);
        }
        Ok(())
    }

    fn line(
        &mut self,
        state: &mut CompiledState,
        (process, template): (u32, TemplateId),
        mut hold: Hold,
        report: &mut Report,
    ) -> Result<(), FaultKind> {
        let program = self.program.clone();
        let code = &program.templates[template];
        for _ in 0..LONGEST_LINE {
            if hold == Hold::Release {
                return Ok(());
            }
            let deterministic = hold == Hold::DStep;
            let moment = self.moment(state);
            let location = &code.locations[moment.location(process)];
            // What is to be reported ends the line, so that its trace ends there too.
            let told = !report.failed.is_empty() || !report.noted.is_empty() || report.limit;
            if !location.straight || told {
                break;
            }
            let eval = moment.eval(process, false);
            match ways(&eval, code, location, deterministic) {
                Ways::None if deterministic => return Err(FaultKind::DStep),
                Ways::None => return Ok(()),
                Ways::Several => break,
                Ways::One(id) => {
                    let edge = &code.edges[id];
                    self.visit(template, id);
                    report.at = Some((template, id));
                    report.line += 1;
                    if report.record {
                        report.merged.push(Step::edge(process, id));
                    }
                    self.effects(state, process, edge, &mut 0, report)?;
                    self.arrive(state, process, edge);
                    self.stepped(state, process, edge.hold);
                    hold = edge.hold;
                }
            }
        }
        self.hold(state, process, hold)
    }
}

/// The ways on from a location inside exclusive control. In a d_step the first one is taken, whatever the others are.
#[inline]
fn ways(
    eval: &Eval<'_>,
    code: &TemplateCode,
    location: &LocationCode,
    deterministic: bool,
) -> Ways {
    for group in &location.groups {
        for edges in [&group.edges, &group.otherwise] {
            let mut found = None;
            for id in edges {
                let edge = &code.edges[*id];
                let open = edge.guard.as_ref().is_none_or(|guard| eval.eval(guard) != 0);
                if edge.guard_can_fault && eval.fault().is_some() {
                    return Ways::Several;
                }
                if open && deterministic {
                    return Ways::One(*id);
                }
                if open && found.replace(*id).is_some() {
                    return Ways::Several;
                }
            }
            if let Some(id) = found {
                return Ways::One(id);
            }
        }
    }
    Ways::None
}

/// Whether the edges of a location only compute: nothing is synchronised, created, chosen or observed.
pub fn is_straight(template: &TemplateCode, location: &LocationCode) -> bool {
    let computes = |effect: &EffectCode| {
        matches!(
            effect,
            EffectCode::LocalByte(..)
                | EffectCode::GlobalByte(..)
                | EffectCode::Assign(..)
                | EffectCode::Nothing
                | EffectCode::Assert(_)
                | EffectCode::Print(_)
        )
    };
    let plain = |id: &EdgeId| {
        let edge = &template.edges[*id];
        matches!(edge.sync, SyncCode::None)
            && edge.choices == 1
            && !edge.spawns
            && edge.effects.iter().all(computes)
    };
    let mut edges =
        location.groups.iter().flat_map(|group| group.edges.iter().chain(&group.otherwise));
    template.provided.is_none() && !location.final_ && edges.all(plain)
}
