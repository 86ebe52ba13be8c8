//! Verdicts, traces, statistics and budgets: plain data that engines hand to the judge and to reports.
//!
//! **Architecture invariant.** There are no algorithms here.

mod budget;
mod certificate;
mod diagram;
mod execution;
mod finding;
mod ilp;
mod ilp_label;
mod path;
mod result;
mod stats;
mod trace;

pub use budget::{Budget, Progress, Watch};
pub use certificate::{Depth, FlowCertificate, Followed, LARGE, MANY, Region, UNKNOWN};
pub use diagram::{Diagram, DiagramArc};
pub use execution::{ProgramExecution, ProgramStep, RestingThread};
pub use finding::{EngineOutcome, Finding, PathLine, Reason, Verdict};
pub use ilp::{IlpCertificate, IlpPart, IlpRow, IlpTree, IlpVariable, Staging, Word};
pub use ilp_label::{CellUse, ChannelUse, IlpCall, IlpEvent, IlpLabel, MonitorUse, ProcessUse};
pub use path::{Node, Path, PathEnd, PathStep};
pub use result::{Checked, EngineName, EngineRun, PropertyResult};
pub use stats::{Coverage, LeftOut, Stats, Unreached};
pub use trace::{Trace, TraceMove, TraceStep};
