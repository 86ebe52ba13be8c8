//! The searches: which states to visit, in which order, and what to look for.

pub mod breadth_first;
pub mod depth_first;
pub mod fair;
pub mod goals;
pub mod infinite;
pub mod nested;
pub mod non_progress;
pub mod walker;
