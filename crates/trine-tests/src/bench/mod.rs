//! Measurements that print ratios against a peer in the same run.

mod command;
mod explore;
mod plot;
mod storage;

pub use explore::explore;
pub use storage::storage;
