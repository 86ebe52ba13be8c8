//! Backs every verdict: replays violations on the reference interpreter, searches small proofs again.
//!
//! **Architecture invariant.** The judge links no engine and is simpler than any of them; the
//! interpreter is all it shares with them. What it does not confirm is not shown as `violated`.

mod claim_run;
mod complete_trace;
mod flow;
mod guide;
mod ilp;
mod replay;
mod search;
mod shorten;
mod state_encoding;
mod watch_events;

pub use complete_trace::{Outline, OutlinePart, complete_trace};
pub use flow::{Certified, certify, unmet};
pub use guide::{Guided, guide, guide_among, guide_to_rest};
pub use ilp::certify_ilp;
pub use replay::{Replayed, replay};
pub use search::{SearchAgain, search_again};
pub use shorten::shorten;
