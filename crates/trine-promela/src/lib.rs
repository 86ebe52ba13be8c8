//! Reads Promela, the whole language of SPIN 6.5.2, without calling a preprocessor.
//!
//! **Architecture invariant.** This crate has never heard of engines, files or terminals: the text of
//! included files comes from a function that the caller gives.

pub mod ast;
pub mod check;
mod keyword;
mod lex;
mod names;
mod parse;
mod preprocess;
mod semicolons;
mod stack;

use names::Names;
use trine_base::{Diagnostics, SourceMap};

pub fn syntax(
    name: &str,
    text: &str,
    defines: &[(String, String)],
    sources: &mut SourceMap,
    read: &mut preprocess::Reader<'_>,
) -> (ast::Model, check::Checked, Diagnostics) {
    let mut names = Names::new();
    let mut diagnostics = Diagnostics::new();
    let main = sources.add(name, text);
    let tokens = preprocess::preprocess(main, defines, &mut names, sources, read, &mut diagnostics);
    stack::on_large_stack(move || {
        let model = parse::parse(&tokens, &names, &mut diagnostics);
        let checked = check::check(&model, &[], &mut diagnostics);
        (model, checked, diagnostics)
    })
}

#[cfg(test)]
fn check_text(text: &str) -> (SourceMap, Diagnostics) {
    let mut sources = SourceMap::new();
    let mut read = |path: &str| Err(format!("no {path}"));
    let (_, _, diagnostics) = syntax("test.pml", text, &[], &mut sources, &mut read);
    (sources, diagnostics)
}
