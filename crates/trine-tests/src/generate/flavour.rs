//! Which constructs a generated model may use.

use crate::rng::Rng;

/// What a model claims beside its assertions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PropertyKind {
    None,
    Never,
    Ltl,
    Trace,
    NoTrace,
}

/// The constructs of one model.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Flavour {
    pub rendezvous: bool,
    pub buffered: bool,
    pub channel_parameters: bool,
    pub local_channels: bool,
    pub unless: bool,
    pub atomic: bool,
    pub d_step: bool,
    pub dynamic: bool,
    pub provided: bool,
    pub priorities: bool,
    pub timeout: bool,
    pub else_: bool,
    pub enabled: bool,
    pub last: bool,
    pub pc_value: bool,
    pub remote: bool,
    pub records: bool,
    pub mtypes: bool,
    pub unsigned: bool,
    pub inlines: bool,
    pub late_declarations: bool,
    pub labels: bool,
    pub exclusive: bool,
    /// Receives that store two fields in one place.
    pub twice: bool,
    /// Errors other than assertions and deadlocks may happen: indices, divisions, dead channels.
    pub errors: bool,
    /// What counts is every single state: nothing that makes the search order matter.
    pub steps_matter: bool,
    pub property: PropertyKind,
}

impl Flavour {
    /// A random mixture.
    pub fn draw(rng: &mut Rng) -> Self {
        let enabled = rng.chance(8);
        let priorities = !enabled && rng.chance(8);
        // SPIN takes neither of the two with rendezvous.
        let rendezvous = !enabled && !priorities && rng.chance(45);
        let dynamic = rng.chance(30);
        // SPIN rejects else beside channel operations in models with xr or xs.
        let exclusive = rng.chance(8);
        let property = rng.weighted(&[
            (65, PropertyKind::None),
            (12, PropertyKind::Never),
            (12, PropertyKind::Ltl),
            (7, PropertyKind::Trace),
            (4, PropertyKind::NoTrace),
        ]);
        let traces = matches!(property, PropertyKind::Trace | PropertyKind::NoTrace);
        let mut flavour = Self {
            rendezvous,
            buffered: rng.chance(45) || traces,
            channel_parameters: dynamic && rng.chance(50),
            local_channels: rng.chance(10),
            unless: rng.chance(30),
            atomic: rng.chance(55),
            // SPIN runs a d_step in the middle of a rendezvous.
            d_step: rng.chance(30) && !rendezvous,
            dynamic,
            provided: rng.chance(8),
            priorities,
            timeout: rng.chance(20),
            // A process that looks with enabled() at one that stands before an else gets an answer
            // that depends on what it tried before.
            else_: !enabled && !exclusive && rng.chance(85),
            enabled,
            last: rng.chance(9),
            pc_value: rng.chance(12),
            remote: !dynamic && rng.chance(20),
            records: rng.chance(18),
            mtypes: rng.chance(30),
            unsigned: rng.chance(40),
            inlines: rng.chance(15),
            late_declarations: rng.chance(20),
            labels: rng.chance(50),
            exclusive,
            twice: rng.chance(8) && !traces,
            errors: rng.chance(6),
            steps_matter: rng.chance(70),
            property,
        };
        // References to places need labels.
        flavour.labels |= flavour.remote;
        flavour
    }

    /// The model has a never claim or a formula.
    pub fn claims(&self) -> bool {
        matches!(self.property, PropertyKind::Never | PropertyKind::Ltl)
    }

    /// The number of processes may be asked for: SPIN counts a claim among them.
    pub fn counts_processes(&self) -> bool {
        self.dynamic && !self.claims()
    }

    /// The model has an event automaton.
    pub fn traces(&self) -> bool {
        matches!(self.property, PropertyKind::Trace | PropertyKind::NoTrace)
    }
}
