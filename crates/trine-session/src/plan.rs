//! The plan of a check: stages that say which engine is asked about which properties, and what its answer is worth.

use std::fmt;

use trine_verdict::EngineName;

use crate::Engine;

/// The stages of a check, in order.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Plan {
    pub stages: Vec<Stage>,
}

/// One engine is asked about some properties.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Stage {
    pub engine: EngineName,
    pub asks: Asks,
    pub budget: Spends,
    pub worth: Worth,
}

/// The properties that a stage asks about.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Asks {
    /// All of them.
    All,
    /// Claims over events, unless the request has options of the search: those are for the search.
    EventClaims,
    /// Those that the engine can state as a claim over events.
    StatableAsClaims,
    /// Claims of any kind.
    Claims,
    /// Those that no stage has decided. A proof that the judge refused is a bug and stays one.
    Undecided,
    /// Built-in checks that came to a limit.
    ChecksAtALimit,
    /// Those that came to a limit.
    AtALimit,
}

/// What a stage may spend of the request's budget.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Spends {
    /// It runs in any case.
    Whole,
    /// It runs only where time is left.
    Rest,
}

/// What the answer of a stage is worth.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Worth {
    /// Its verdict counts beside that of earlier stages. A contradiction is a bug.
    Verdict,
    /// Only a proof counts.
    Proof,
    /// A violation counts, and a proof whose certificate the judge accepts.
    CertifiedProof,
}

impl Plan {
    /// The plan of a request for an engine.
    pub fn of(engine: Engine) -> Plan {
        use EngineName::{Explore, Flow, Ilp};
        let stage =
            |engine, asks| Stage { engine, asks, budget: Spends::Whole, worth: Worth::Verdict };
        let late = |engine, asks, worth| Stage { engine, asks, budget: Spends::Rest, worth };
        let stages = match engine {
            Engine::Explore => vec![stage(Explore, Asks::All)],
            Engine::Flow => vec![stage(Flow, Asks::All)],
            Engine::Ilp => vec![stage(Ilp, Asks::All)],
            Engine::All => vec![
                stage(Flow, Asks::StatableAsClaims),
                stage(Ilp, Asks::Claims),
                stage(Explore, Asks::All),
            ],
            Engine::Auto => vec![
                stage(Flow, Asks::EventClaims),
                stage(Explore, Asks::Undecided),
                late(Flow, Asks::ChecksAtALimit, Worth::Proof),
                late(Ilp, Asks::AtALimit, Worth::CertifiedProof),
            ],
        };
        Plan { stages }
    }
}

impl fmt::Display for Plan {
    /// A line for each stage.
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (number, stage) in self.stages.iter().enumerate() {
            writeln!(out, "{}. {stage}", number + 1)?;
        }
        Ok(())
    }
}

impl fmt::Display for Stage {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let asks = match self.asks {
            Asks::All => "all properties",
            Asks::EventClaims => "claims over events",
            Asks::StatableAsClaims => "what can be stated as a claim over events",
            Asks::Claims => "claims",
            Asks::Undecided => "what is undecided",
            Asks::ChecksAtALimit => "checks that came to a limit",
            Asks::AtALimit => "what came to a limit",
        };
        let budget = match self.budget {
            Spends::Whole => "",
            Spends::Rest => ", while time is left",
        };
        let worth = match self.worth {
            Worth::Verdict => "its verdict counts",
            Worth::Proof => "only a proof counts",
            Worth::CertifiedProof => "a violation or a certified proof counts",
        };
        write!(out, "{}: {asks}{budget}; {worth}", self.engine)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_engine_has_its_plan() {
        let table = [
            (Engine::Explore, "1. explore: all properties; its verdict counts\n"),
            (Engine::Flow, "1. flow: all properties; its verdict counts\n"),
            (Engine::Ilp, "1. ilp: all properties; its verdict counts\n"),
            (
                Engine::All,
                "1. flow: what can be stated as a claim over events; its verdict counts\n\
                 2. ilp: claims; its verdict counts\n\
                 3. explore: all properties; its verdict counts\n",
            ),
            (
                Engine::Auto,
                "1. flow: claims over events; its verdict counts\n\
                 2. explore: what is undecided; its verdict counts\n\
                 3. flow: checks that came to a limit, while time is left; only a proof counts\n\
                 4. ilp: what came to a limit, while time is left; a violation or a certified proof counts\n",
            ),
        ];
        for (engine, plan) in table {
            assert_eq!(Plan::of(engine).to_string(), plan, "{engine:?}");
        }
    }

    #[test]
    fn only_certified_answers_replace_a_limit() {
        for stage in Plan::of(Engine::Auto).stages {
            let replaces = matches!(stage.asks, Asks::AtALimit | Asks::ChecksAtALimit);
            assert_eq!(replaces, stage.worth != Worth::Verdict, "{stage}");
            assert_eq!(replaces, stage.budget == Spends::Rest, "{stage}");
        }
    }
}
