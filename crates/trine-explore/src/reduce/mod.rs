//! Reductions of the search: partial-order reduction (ample sets), merging of local steps, dead variables.
//!
//! All of them depend on visibility: what the property can see, and what processes see of each other.

pub mod access;
pub mod bits;
pub mod entries;
pub mod footprint;
pub mod independence;
pub mod irrelevant_variables;
pub mod live;
pub mod merge;
pub mod threads;
pub mod visibility;
