//! Turns finished results into text: for terminals, programs, editors and browsers.
//!
//! **Architecture invariant.** This crate has never heard of the session, of engines, of files or of
//! terminals. Every function takes data and returns a `String`; whether there is colour is an argument.
mod build;
mod canvas;
mod chart;
pub mod columns;
pub mod dot;
mod fingerprint;
pub mod graph;
pub mod html;
pub mod human;
pub mod json;
mod layout;
mod look;
pub mod mermaid;
pub mod model;
pub mod sarif;
mod snippet;
pub mod svg;
pub mod table;
pub mod trace;
pub mod words;

pub use build::build;
pub use fingerprint::fingerprint;
pub use look::Look;
pub use model::Report;
pub use trace::{DescribedTrace, describe_finding, describe_run, describe_trace};
