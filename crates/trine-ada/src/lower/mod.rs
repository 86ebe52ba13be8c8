//! From what was read to a program: names are resolved, tasks become threads, rendezvous meetings.

mod abort;
mod activate;
mod attribute;
mod body;
mod call;
mod capture;
mod constant;
mod controlled;
mod create;
mod declare;
mod elaboration;
mod expression;
mod identification;
mod name;
mod protected;
mod requeue;
mod scan;
mod select;
mod service;
mod statement;
mod task;
mod types;
mod units;
mod world;

pub use self::units::{Lowered, lower};
pub use self::world::Note;
