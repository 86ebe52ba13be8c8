//! From the text of a model to its system and properties.

use trine_base::{Diagnostics, FileId, SourceMap, Span};
use trine_property::Property;
use trine_system::System;

use crate::check::check;
use crate::lower::lower;
use crate::names::Names;
use crate::parse::{parse, parse_formula};
use crate::preprocess::{Reader, preprocess};

/// Parsing recurses as deep as the nesting of the model.
const STACK: usize = 256 << 20;

/// Reads a model. Included files are asked of `read`, by paths relative to the including file.
pub fn load(request: LoadRequest, sources: &mut SourceMap, read: &mut Reader<'_>) -> Loaded {
    let mut diagnostics = Diagnostics::new();
    let mut names = Names::new();
    if u32::try_from(request.text.len()).is_err() {
        let main = sources.add(request.name, "");
        diagnostics.error("this file is too large", Span::new(main, 0, 0));
        return Loaded { diagnostics, ..Loaded::default() };
    }
    let main = sources.add(request.name.as_str(), request.text.as_str());
    let defines = &request.defines;
    let tokens = preprocess(main, defines, &mut names, sources, read, &mut diagnostics);
    let mut formulas = Vec::new();
    for (position, text) in request.formulas.iter().enumerate() {
        let name = match request.formulas.len() {
            1 => "formula".to_string(),
            _ => format!("formula_{position}"),
        };
        let file = sources.add(format!("<{name}>"), text.as_str());
        formulas.push((name, formula_tokens(file, defines, &mut names, sources, &mut diagnostics)));
    }
    let sources = &*sources;
    trine_base::on_large_stack(STACK, move || {
        let mut model = parse(&tokens, &names, &mut diagnostics);
        drop(tokens);
        let mut read_formulas = Vec::new();
        for (name, tokens) in formulas {
            let formula = parse_formula(&tokens, &names, &mut model, &mut diagnostics);
            read_formulas.extend(formula.map(|formula| (name, formula)));
        }
        let parts: Vec<_> = read_formulas.iter().map(|(_, formula)| formula.clone()).collect();
        let checked = check(&model, &parts, &mut diagnostics);
        let unmodelled = checked.unmodelled.iter().map(|one| (one.span, one.what.into())).collect();
        if diagnostics.has_errors() {
            return Loaded { diagnostics, unmodelled, ..Loaded::default() };
        }
        let name = &sources.get(main).name;
        let lowered = lower(&model, &checked, &read_formulas, name, sources, &mut diagnostics);
        if diagnostics.has_errors() {
            return Loaded { diagnostics, unmodelled, ..Loaded::default() };
        }
        Loaded {
            system: Some(lowered.system),
            claims: lowered.claims,
            events: lowered.events,
            diagnostics,
            unmodelled,
        }
    })
}

/// What to read.
#[derive(Clone, Debug, Default)]
pub struct LoadRequest {
    /// The name of the main file, from which the paths of included ones start.
    pub name: String,
    pub text: String,
    /// Macros with their values, as `-D` gives them.
    pub defines: Vec<(String, String)>,
    /// Formulas that every execution must satisfy, beside those in the text.
    pub formulas: Vec<String>,
}

/// What was read.
#[derive(Debug, Default)]
pub struct Loaded {
    /// None where there are errors.
    pub system: Option<System>,
    /// Never claims, `ltl` blocks and further formulas, in this order of the text.
    pub claims: Vec<Property>,
    /// The trace or notrace assertion.
    pub events: Option<Property>,
    pub diagnostics: Diagnostics,
    /// Where something stands that has no meaning here, and what it is.
    pub unmodelled: Vec<(Span, String)>,
}

fn formula_tokens(
    file: FileId,
    defines: &[(String, String)],
    names: &mut Names,
    sources: &mut SourceMap,
    diagnostics: &mut Diagnostics,
) -> Vec<crate::lex::Token> {
    let mut read = |path: &str| Err(format!("a formula cannot include {path}"));
    preprocess(file, defines, names, sources, &mut read, diagnostics)
}
