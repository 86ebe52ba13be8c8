//! Checks proofs of the ilp engine: builds the networks and equations again, from the system and the query,
//! and redoes the arithmetic in whole numbers.
//!
//! What an edge does is asked of the reference interpreter, in states of which only the part is filled in
//! that the edge can see. The engine has an evaluation of its own; where the two build different networks,
//! the rows that a proof adds up are not the same, and it is refused.

mod control;
mod data_abstraction;
mod deadlock_rows;
mod equations;
mod meeting;
mod monitor;
mod nets;
mod question;
mod relax;
mod step;

use trine_property::{Check, Claim, Property, PropertyKind};
use trine_system::System;
use trine_verdict::{IlpCertificate, IlpEvent, IlpTree, Staging};

use crate::Certified;
use equations::{Equations, TIME, claim_net};
use nets::Nets;
use question::Question;
use step::Stepper;

/// Checks a proof that no execution violates a property, as long as it may go on.
pub fn certify_ilp(
    system: &System,
    property: &Property,
    proof: &IlpCertificate,
    go_on: &dyn Fn() -> bool,
) -> Certified {
    let claim = match &property.kind {
        PropertyKind::Claim(claim) => Some(claim),
        PropertyKind::Check(Check::Deadlock) => None,
        _ => return Certified::Undecided,
    };
    let instrumented = property.system(system);
    if instrumented.requeues() {
        return Certified::Undecided;
    }
    let instrumented = control::without_moments_in_control(&instrumented);
    let said = match data_abstraction::without(&instrumented, proof) {
        Ok(said) => said,
        Err(why) => return Certified::Refused(why),
    };
    let relaxed = match relax::relaxed(&said, proof) {
        Ok(relaxed) => relaxed,
        Err(why) => return Certified::Refused(why),
    };
    let alone = step::alone(&relaxed);
    let Some(stepper) = Stepper::new(&alone, &relaxed, &proof.ignored) else {
        return Certified::Undecided;
    };
    let Ok(nets) = nets::build(&stepper, proof, go_on) else { return Certified::Undecided };
    let mut arrows = nets.nets.values().flat_map(|net| &net.arrows);
    let unmodelled = arrows.any(|arrow| arrow.events.contains(&IlpEvent::Unmodelled));
    let questions = match claim {
        Some(claim) => {
            let rests = proof.staging == Staging::Endless && !claim.infinite_only;
            let asked = question::all(claim, proof.staging, unmodelled);
            asked.filter(|_| !rests || deadlock_rows::is_open(system))
        }
        None if proof.staging == Staging::Deadlock && deadlock_rows::is_open(system) => {
            Some(question::about_rest(system.rules.threads, unmodelled))
        }
        None => None,
    };
    let Some(questions) = questions else {
        return Certified::Refused("the proof does not fit the property".to_string());
    };
    if questions.len() != proof.trees.len() {
        return Certified::Refused("the proof does not answer all questions".to_string());
    }
    let case = Case { nets: &nets, stepper: &stepper, claim, go_on };
    for (question, tree) in questions.iter().zip(&proof.trees) {
        match case.refuted(question, tree, 0) {
            Ok(()) => {}
            Err(why) if why == TIME => return Certified::Undecided,
            Err(why) => return Certified::Refused(why),
        }
    }
    Certified::Confirmed
}

/// What the cases of a question have in common.
struct Case<'c, 's> {
    nets: &'c Nets,
    stepper: &'c Stepper<'s>,
    claim: Option<&'c Claim>,
    go_on: &'c dyn Fn() -> bool,
}

/// Stages are not cut more often, one after the other.
const MOST_CUTS: u32 = 64;

impl Case<'_, '_> {
    /// Whether a tree answers a question with no. Where it cuts a stage, it has to do so for both cases, which
    /// are made here.
    fn refuted(&self, question: &Question, tree: &IlpTree, cuts: u32) -> Result<(), String> {
        if let IlpTree::Divided { stage, part, label, last, none, some } = tree {
            let cases = question.cut(*stage, &(*part, label.clone()), *last);
            let Some([never, cut]) = cases.filter(|_| cuts < MOST_CUTS) else {
                return Err("a stage is cut that is not there, or too often".to_string());
            };
            self.refuted(&never, none, cuts + 1)?;
            return self.refuted(&cut, some, cuts + 1);
        }
        let ended = question.claim == Some(true);
        let own = self.claim.map(|claim| claim_net(claim, ended)).unwrap_or_default();
        let claim = self.claim.zip(Some(&own));
        match Equations::new(self.nets, question, self.stepper, claim) {
            Some(equations) => equations.refuted(tree, self.go_on),
            None => Err("stages cannot be told apart".to_string()),
        }
    }
}
