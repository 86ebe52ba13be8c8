//! Trace files: a counterexample with all that is needed to replay it later.

use serde::{Deserialize, Serialize};
use trine_base::SourceMap;
use trine_property::ClaimStateId;
use trine_report::model::{ReportStep, ReportTrace};
use trine_system::interpret::{Move, Partner};
use trine_system::{EdgeId, Step};
use trine_verdict::{Finding, Trace, TraceMove, TraceStep};

use crate::{ProgramOptions, Request};

/// What `--trace-dir` writes and `replay` reads.
#[derive(Serialize, Deserialize, Debug)]
pub struct TraceFile {
    pub version: u32,
    pub property: String,
    pub files: Vec<String>,
    pub defines: Vec<(String, String)>,
    #[serde(default)]
    pub specs: Vec<String>,
    pub formulas: Vec<String>,
    #[serde(default)]
    pub program: ProgramOptions,
    pub fairness: bool,
    /// The texts it was found in, by name, with a digest of each.
    pub sources: Vec<SourceDigest>,
    /// The steps are those of the program itself, not of a system: each has its choice only.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub on_program: bool,
    pub steps: Vec<FileStep>,
    pub loop_from: Option<usize>,
    pub last_claim: Option<u32>,
}

/// A source file, by its digest.
#[derive(Serialize, Deserialize, Debug, PartialEq, Eq)]
pub struct SourceDigest {
    pub name: String,
    pub digest: String,
}

/// A step as the file has it.
#[derive(Serialize, Deserialize, Debug)]
pub struct FileStep {
    #[serde(flatten)]
    pub told: ReportStep,
    /// The process by number; none where the system rests.
    pub number: Option<u32>,
    /// Its edge; none for the removal of an ended process.
    pub edge: Option<u32>,
    /// No process steps; the next event of the step before is consumed.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub hears: bool,
    /// The receiver of a rendezvous: process and edge.
    pub partner: Option<(u32, u32)>,
    pub choice: u32,
    pub claim: Option<u32>,
}

impl TraceFile {
    /// A finding of a request as a file, with its steps in words.
    pub fn new(
        request: &Request,
        sources: &SourceMap,
        property: &str,
        finding: &Finding,
        told: &ReportTrace,
    ) -> TraceFile {
        let trace = &finding.trace;
        let steps = trace.steps.iter().zip(&told.steps).map(|(step, told)| {
            let claim = step.claim.map(|state| state.0);
            let told = told.clone();
            match &step.action {
                TraceMove::Stutter => FileStep {
                    told,
                    number: None,
                    edge: None,
                    hears: false,
                    partner: None,
                    choice: 0,
                    claim,
                },
                TraceMove::System(step) => FileStep {
                    told,
                    number: Some(step.process),
                    edge: match step.action {
                        Move::Edge(edge) => Some(edge.0),
                        Move::Reap | Move::ConsumeEvent => None,
                    },
                    hears: step.action == Move::ConsumeEvent,
                    partner: step.partner.map(|partner| (partner.process, partner.edge.0)),
                    choice: step.choice,
                    claim,
                },
            }
        });
        let on_program = finding.program.iter().flat_map(|execution| &execution.steps);
        let on_program = on_program.zip(&told.steps).map(|(step, told)| FileStep {
            told: told.clone(),
            number: Some(step.thread as u32),
            edge: None,
            hears: false,
            partner: None,
            choice: step.choice,
            claim: None,
        });
        TraceFile {
            version: 1,
            property: property.to_string(),
            files: request.files.clone(),
            defines: request.defines.clone(),
            specs: request.specs.clone(),
            formulas: request.formulas.clone(),
            program: request.program.clone(),
            fairness: request.explore.fairness,
            sources: digests(sources),
            on_program: finding.program.is_some(),
            steps: steps.chain(on_program).collect(),
            loop_from: trace.loop_from,
            last_claim: trace.last_claim.map(|state| state.0),
        }
    }

    /// The choices of an execution of the program.
    pub fn choices(&self) -> Vec<u32> {
        self.steps.iter().map(|step| step.choice).collect()
    }

    /// The request that its program is read for.
    pub fn request(&self) -> Request {
        Request {
            files: self.files.clone(),
            defines: self.defines.clone(),
            specs: self.specs.clone(),
            formulas: self.formulas.clone(),
            program: self.program.clone(),
            // The program is enough to repeat its own execution.
            elaborate: !self.on_program,
            ..Request::default()
        }
    }

    /// Its step at a position, where that is among the choices; else why a run cannot follow it.
    pub fn step(&self, position: usize, choices: &[Step]) -> Result<Step, String> {
        match self.steps.get(position).map(FileStep::action) {
            Some(TraceMove::System(step)) if choices.contains(&step) => Ok(step),
            Some(TraceMove::System(_)) => {
                Err(format!("step {position} of the trace is not possible"))
            }
            Some(TraceMove::Stutter) | None => Err("the trace ends here".to_string()),
        }
    }

    /// The execution of the system.
    pub fn trace(&self) -> Trace {
        let steps = self
            .steps
            .iter()
            .map(|step| TraceStep { action: step.action(), claim: step.claim.map(ClaimStateId) });
        Trace {
            steps: steps.collect(),
            loop_from: self.loop_from,
            last_claim: self.last_claim.map(ClaimStateId),
        }
    }
}

impl FileStep {
    fn action(&self) -> TraceMove {
        let Some(process) = self.number else { return TraceMove::Stutter };
        TraceMove::System(Step {
            process,
            action: match self.edge {
                Some(edge) => Move::Edge(EdgeId(edge)),
                None if self.hears => Move::ConsumeEvent,
                None => Move::Reap,
            },
            partner: self.partner.map(|(process, edge)| Partner { process, edge: EdgeId(edge) }),
            choice: self.choice,
        })
    }
}

/// A digest of every text of a run, to tell whether it changed (64-bit FNV-1a).
pub fn digests(sources: &SourceMap) -> Vec<SourceDigest> {
    let digest = |text: &str| {
        let fold = |hash: u64, byte: u8| (hash ^ u64::from(byte)).wrapping_mul(0x100_0000_01b3);
        format!("{:016x}", text.bytes().fold(0xcbf2_9ce4_8422_2325, fold))
    };
    let each = sources.files().map(|(_, source)| SourceDigest {
        name: source.name.clone(),
        digest: digest(&source.text),
    });
    each.collect()
}
