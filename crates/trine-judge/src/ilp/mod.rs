//! Checks proofs of the ilp engine: builds the networks and equations again, from the system and the query,
//! and redoes the arithmetic in whole numbers.
//!
//! What an edge does is asked of the reference interpreter, in states of which only the part is filled in
//! that the edge can see. The engine has an evaluation of its own; where the two build different networks,
//! the rows that a proof adds up are not the same, and it is refused.

mod equations;
mod meeting;
mod monitor;
mod nets;
mod opaque;
mod question;
mod relax;
mod rest;
mod step;

use trine_property::{Check, Property, PropertyKind};
use trine_system::System;
use trine_verdict::{IlpCertificate, Staging, UNMODELLED};

use crate::Certified;
use equations::{Equations, TIME, claim_net};
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
    let listening = property.system(system);
    if listening.requeues() {
        return Certified::Undecided;
    }
    let said = match opaque::without(&listening, proof) {
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
    let unmodelled = arrows.any(|arrow| arrow.events.contains(&UNMODELLED));
    let questions = match claim {
        Some(claim) => question::all(claim, proof.staging, unmodelled),
        None if proof.staging == Staging::Deadlock && rest::is_open(system) => {
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
    for (question, tree) in questions.iter().zip(&proof.trees) {
        let ended = question.claim == Some(true);
        let own = claim.map(|claim| claim_net(claim, ended)).unwrap_or_default();
        let Some(equations) = Equations::new(&nets, question, &stepper, claim.zip(Some(&own)))
        else {
            return Certified::Refused("stages cannot be told apart".to_string());
        };
        match equations.refuted(tree, go_on) {
            Ok(()) => {}
            Err(why) if why == TIME => return Certified::Undecided,
            Err(why) => return Certified::Refused(why),
        }
    }
    Certified::Confirmed
}
