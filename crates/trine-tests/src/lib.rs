//! What Trine is measured against: SPIN as an oracle, its recorded answers, generated models,
//! mutated inputs and benchmark models. Not shipped.

pub mod ada;
pub mod ada_models;
pub mod ada_mutants;
pub mod ada_rules;
pub mod ada_snippets;
pub mod agreement;
pub mod bench;
pub mod bench_models;
pub mod c;
pub mod c_snippets;
pub mod campaign;
pub mod damaged;
pub mod differential;
pub mod direct;
pub mod elaboration_mutants;
pub mod flow;
pub mod flow_models;
pub mod generate;
pub mod gnat;
pub mod host;
pub mod ilp;
pub mod java;
pub mod java_snippets;
pub mod loops;
pub mod mutate;
pub mod oracle;
pub mod parallel;
pub mod programs;
pub mod rng;
pub mod same_verdicts;
pub mod shrink;
pub mod spin;
pub mod tricky;
pub mod trine;
