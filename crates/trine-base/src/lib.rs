//! The words every room speaks: typed ids, source text, spans, diagnostics, graph components.
//!
//! **Architecture invariant.** This crate has never heard of disks or terminals: it stores text that
//! the host read, and describes problems that the host prints.

mod cannot_happen;
pub mod components;
mod diagnostic;
mod id;
mod source;
mod stack;
mod suggest;

pub use diagnostic::{Diagnostic, Diagnostics, Severity};
pub use id::{Id, IndexVec};
pub use source::{FileId, LineColumn, Source, SourceMap, Span};
pub use stack::on_large_stack;
pub use suggest::nearest;
