//! Reads Promela, the whole language of SPIN 6.5.2, without calling a preprocessor.
//!
//! **Architecture invariant.** This crate has never heard of engines, files or terminals: the text of
//! included files comes from a function that the caller gives.

pub mod ast;
mod keyword;
mod lex;
mod names;
mod parse;
mod preprocess;
mod semicolons;

use names::Names;
use trine_base::{Diagnostics, SourceMap};

pub fn syntax(
    name: &str,
    text: &str,
    defines: &[(String, String)],
    sources: &mut SourceMap,
    read: &mut preprocess::Reader<'_>,
) -> (ast::Model, Diagnostics) {
    let mut names = Names::new();
    let mut diagnostics = Diagnostics::new();
    let main = sources.add(name, text);
    let tokens = preprocess::preprocess(main, defines, &mut names, sources, read, &mut diagnostics);
    let model = parse::parse(&tokens, &names, &mut diagnostics);
    (model, diagnostics)
}
