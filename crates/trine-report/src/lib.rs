//! Turns finished results into text: for terminals, programs, editors and browsers.
//!
//! **Architecture invariant.** This crate has never heard of the session, of engines, of files or of
//! terminals. Every function takes data and returns a `String`; whether there is colour is an argument.
mod canvas;
pub mod columns;
mod fingerprint;
pub mod human;
pub mod json;
mod look;
pub mod model;
mod snippet;
pub mod trace;
pub mod words;

pub use fingerprint::fingerprint;
pub use look::Look;
pub use model::Report;
pub use trace::{DescribedTrace, describe_finding, describe_trace};
