//! From what was read to a program: names are resolved, tasks become threads, rendezvous meetings.

mod abort;
mod activate;
mod aggregate;
mod array;
mod attribute;
mod body;
mod call;
mod capture;
mod choose;
mod constant;
mod constraint;
mod contract;
mod controlled;
mod create;
mod declare;
mod elaboration;
mod expression;
mod fit;
mod identification;
mod instance;
mod library;
mod name;
mod operator;
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
