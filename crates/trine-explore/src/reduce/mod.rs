//! What can be left out of a search without anybody noticing.
//!
//! Everything here depends on what the property can see, and on what processes see of each other.

pub mod access;
pub mod bits;
pub mod entries;
pub mod footprint;
pub mod independence;
pub mod live;
pub mod merge;
pub mod sight;
pub mod threads;
pub mod unread;
