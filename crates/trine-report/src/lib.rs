//! Turns finished results into text: for terminals, programs, editors and browsers.
//!
//! **Architecture invariant.** This crate has never heard of the session, of engines, of files or of
//! terminals. Every function takes data and returns a `String`; whether there is colour is an argument.
//!
//! | function | gives |
//! |---|---|
//! | [`build`] | the [`Report`] of a run: every trace told, every place named |
//! | [`human::render`], [`human::render_diagnostic`], [`human::execution`] | text for a terminal, as [`Look`] wants it |
//! | [`json::render`] | the stable JSON interface |
//! | [`sarif::render`] | SARIF 2.1.0 |
//! | [`html::render`] | one page to step through, which needs nothing else |
//! | [`junit::render`] | JUnit XML, a test case per property |
//! | [`markdown::render`] | a page for summaries of builds |
//! | [`github::render`] | annotations for GitHub Actions |
//! | [`mermaid::render`] | an execution as a Mermaid sequence diagram |
//! | [`draw`] | templates and claims as table, Graphviz text, SVG or HOA; [`table::system`], [`dot::system`] and [`svg::system`] take a whole system |
//! | [`explain`] | what a specification says: sentences, examples and automata |
//! | [`describe_trace`], [`describe_finding`], [`describe_run`] | an execution in words, step by step: [`DescribedTrace`] |
//! | [`slice`] | source text with the lines marked that a slice leaves out |
//! | [`suppress`] | which findings are accepted, by comments or by a baseline |
//! | [`fingerprint`] | what recognises a finding after unrelated edits |
//!
//! [`model`] holds the report itself: the JSON interface, key for key, with what only people need
//! beside it.

mod build;
mod canvas;
mod chart;
pub mod columns;
pub mod dot;
pub mod draw;
pub mod explain;
mod fingerprint;
pub mod github;
pub mod graph;
pub mod hoa;
pub mod html;
pub mod human;
pub mod json;
pub mod junit;
mod layout;
mod look;
pub mod markdown;
pub mod mermaid;
pub mod model;
pub mod sarif;
pub mod slice;
mod snippet;
pub mod suppress;
pub mod svg;
pub mod table;
pub mod trace;
pub mod words;

pub use build::build;
pub use fingerprint::fingerprint;
pub use look::Look;
pub use model::Report;
pub use trace::{DescribedTrace, describe_finding, describe_run, describe_trace};
