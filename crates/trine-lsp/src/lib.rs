//! Trine for editors and for assistants: the language server protocol and the model context protocol, both over
//! standard input and output.
//!
//! **Architecture invariant.** This crate has never heard of engines or of command lines. It asks the session what
//! `trine check` asks, through a [`Host`](trine_session::Host) of its own that reads open documents before the disk.

mod answers;
mod host;
mod lsp;
mod mcp;

pub use lsp::serve as serve_editor;
pub use mcp::serve as serve_assistant;

/// Parsing recurses as deep as the user's nesting; this is room for all that the parsers accept.
const STACK: usize = 512 << 20;
