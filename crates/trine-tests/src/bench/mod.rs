//! Measurements that print ratios against a peer in the same run.

mod ada;
mod c;
mod command;
mod explore;
mod flow;
mod ilp;
mod ilp_models;
mod java;
mod ltl;
mod paper;
mod plot;
mod program;
mod reduction;
mod storage;

pub use ada::ada;
pub use c::c;
pub use explore::explore;
pub use flow::flow;
pub use ilp::ilp;
pub use java::java;
pub use ltl::ltl;
pub use program::program;
pub use reduction::reduction;
pub use storage::storage;
