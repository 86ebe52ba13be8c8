//! Reads declarations: types, objects, subprograms, tasks, packages.

use std::collections::BTreeSet;
use std::rc::Rc;

use tree_sitter::Node;
use trine_base::Span;

use super::definition::{interfaces, type_definition};
use super::expression::{arguments, expression, name};
use super::profile::{entry, indication, params, signature};
use super::statement::handled;
use super::tokens::{Source, Tokens};
use crate::parse::{child, children, leaves, parts, shorten};
use crate::syntax::*;

/// Bodies inside bodies are followed this far.
const DEEPEST: usize = 100;

/// The declarations of a declarative part, or of nothing.
pub fn declarative_part(source: Source<'_>, node: Option<Node<'_>>, depth: usize) -> Vec<Decl> {
    let items = node.map(children).unwrap_or_default();
    items.into_iter().flat_map(|item| declaration(source, item, depth)).collect()
}

/// What a node declares.
pub fn declaration(source: Source<'_>, node: Node<'_>, depth: usize) -> Vec<Decl> {
    let span = source.span(node);
    let kind = match depth > DEEPEST {
        true => Some(DeclKind::Unmodelled("nesting too deep".to_string())),
        false => read(source, node, depth + 1),
    };
    let what = || DeclKind::Unmodelled(shorten(source.words(node)));
    let mut found = vec![Decl { kind: kind.unwrap_or_else(what), span }];
    let object = matches!(found[0].kind, DeclKind::Object { .. } | DeclKind::Protected(_));
    if object && aspects(source, node).iter().any(|aspect| decides(&aspect.name.key)) {
        found.push(Decl { kind: what(), span });
    }
    if matches!(found[0].kind, DeclKind::Task { .. } | DeclKind::Protected(_)) {
        found.extend(scheduled(source, node, depth));
    }
    found
}

/// What a task or protected unit and its operations say by aspects or pragmas on when they run (RM C.3.1, D.1 to
/// D.3), as pragmas.
fn scheduled(source: Source<'_>, node: Node<'_>, depth: usize) -> Vec<Decl> {
    let mut found = Vec::new();
    let mut note = |aspects: Vec<Aspect>, span| {
        for aspect in aspects {
            let kind = DeclKind::Pragma { name: aspect.name, arguments: Vec::new() };
            found.push(Decl { kind, span });
        }
    };
    note(aspects(source, node), source.span(node));
    for item in children(node).into_iter().chain([node]).flat_map(definition_items) {
        match item.kind() {
            "pragma_g" => {
                let read = declaration(source, item, depth);
                let names = read.into_iter().filter_map(|decl| match decl.kind {
                    DeclKind::Pragma { name, .. } => Some(Aspect { name, value: None }),
                    _ => None,
                });
                note(names.collect(), source.span(item));
            }
            _ => note(aspects(source, item), source.span(item)),
        }
    }
    found.retain(
        |decl| matches!(&decl.kind, DeclKind::Pragma { name, .. } if is_for_scheduling(&name.key)),
    );
    found
}

/// What stands in the definition of a task or protected unit.
fn definition_items(unit: Node<'_>) -> Vec<Node<'_>> {
    let definition = child(unit, "task_definition").or_else(|| child(unit, "protected_definition"));
    definition.map(children).unwrap_or_default()
}

fn is_for_scheduling(name: &str) -> bool {
    matches!(
        name,
        "priority"
            | "interrupt_priority"
            | "relative_deadline"
            | "interrupt_handler"
            | "attach_handler"
    )
}

/// Aspects that say what an object holds or when barriers are evaluated, and are not modelled.
fn decides(aspect: &str) -> bool {
    matches!(aspect, "address" | "import" | "exclusive_functions")
}

fn read(source: Source<'_>, node: Node<'_>, depth: usize) -> Option<DeclKind> {
    let mut tokens = source.tokens(node);
    Some(match node.kind() {
        "object_declaration" => match children(node).first().map(|inner| (inner.kind(), *inner)) {
            Some(("single_task_declaration", inner)) => task(source, inner)?,
            Some(("single_protected_declaration", inner)) => protected(source, inner, depth)?,
            _ => object(&mut tokens)?,
        },
        "full_type_declaration" => match children(node).first().map(|inner| (inner.kind(), *inner))
        {
            Some(("task_type_declaration", inner)) => task(source, inner)?,
            Some(("protected_type_declaration", inner)) => protected(source, inner, depth)?,
            _ => type_declaration(&mut tokens, aspects(source, node))?,
        },
        "single_task_declaration" | "task_type_declaration" => task(source, node)?,
        "single_protected_declaration" | "protected_type_declaration" => {
            protected(source, node, depth)?
        }
        "component_declaration" => object(&mut tokens)?,
        "private_type_declaration"
        | "private_extension_declaration"
        | "incomplete_type_declaration" => {
            tokens.word("type");
            let name = tokens.name()?;
            let aspects = aspects(source, node);
            DeclKind::Type { name, discriminants: Vec::new(), def: TypeDef::Incomplete, aspects }
        }
        "subtype_declaration" => {
            tokens.word("subtype");
            let name = tokens.name()?;
            tokens.word("is");
            let of = indication(&mut tokens);
            DeclKind::Subtype { name, of, aspects: aspects(source, node) }
        }
        "number_declaration" => {
            let names = tokens.names();
            tokens.skip_to(&[":="]);
            tokens.sign(":=");
            DeclKind::Number { names, value: expression(&mut tokens) }
        }
        "exception_declaration" => DeclKind::Exception { names: tokens.names() },
        "object_renaming_declaration" | "exception_renaming_declaration" => {
            let new = tokens.name()?;
            tokens.skip_to(&["renames"]);
            tokens.word("renames");
            DeclKind::Renaming { name: new, of: name(&mut tokens) }
        }
        "subprogram_renaming_declaration" | "package_renaming_declaration" => {
            tokens.next();
            let new = tokens.name()?;
            tokens.skip_to(&["renames"]);
            tokens.word("renames");
            DeclKind::Renaming { name: new, of: name(&mut tokens) }
        }
        "subprogram_declaration" => match is_abstract(source, node) {
            true => DeclKind::AbstractSubprogram(promised(source, node)?),
            false => DeclKind::Subprogram(promised(source, node)?),
        },
        "abstract_subprogram_declaration" => DeclKind::AbstractSubprogram(promised(source, node)?),
        "null_procedure_declaration" => DeclKind::NullProcedure(promised(source, node)?),
        "expression_function_declaration" => {
            let mut signature = signature(&mut tokens)?;
            signature.aspects = aspects(source, node);
            tokens.word("is");
            let value = expression(&mut tokens);
            DeclKind::ExpressionFunction(signature, value, mentions(source, node))
        }
        "subprogram_body" => {
            let signature = promised(source, node)?;
            DeclKind::SubprogramBody(Rc::new(body(source, node, depth)), signature)
        }
        "task_body" => {
            let name = child(node, "identifier")?;
            DeclKind::TaskBody(source.ident(name), Rc::new(body(source, node, depth)))
        }
        "protected_body" => {
            let name = source.ident(child(node, "identifier")?);
            let inside = children(node).into_iter().filter(|item| item.kind() != "identifier");
            let items = inside.flat_map(|item| declaration(source, item, depth)).collect();
            DeclKind::ProtectedBody { name, items }
        }
        "entry_body" => entry_body(source, node, depth)?,
        "package_declaration" => {
            let name = last_name(source, node.child_by_field_name("name")?);
            let skipped = ["identifier", "selected_component", "aspect_specification"];
            let inside = children(node).into_iter().filter(|item| !skipped.contains(&item.kind()));
            let decls = inside.flat_map(|item| declaration(source, item, depth)).collect();
            DeclKind::Package { name, decls }
        }
        "package_body" => {
            let name = last_name(source, node.child_by_field_name("name")?);
            DeclKind::PackageBody { name, body: Rc::new(body(source, node, depth)) }
        }
        "generic_package_declaration" | "generic_subprogram_declaration" => {
            generic(source, node, depth)?
        }
        "generic_instantiation" => {
            tokens.next();
            let new = tokens.name()?;
            tokens.skip_to(&["new"]);
            tokens.word("new");
            let generic = name(&mut tokens);
            let (generic, actuals) = match generic.kind {
                ExprKind::Apply(generic, actuals) => (*generic, actuals),
                _ => (generic, arguments(&mut tokens)),
            };
            DeclKind::Instance { name: new, generic, actuals }
        }
        "body_stub" => {
            let stub = children(node).into_iter().next()?;
            let mut tokens = source.tokens(stub);
            let words = ["procedure", "function", "package", "task", "protected", "body"];
            while words.iter().any(|word| tokens.word(word)) {}
            DeclKind::Stub(tokens.name()?)
        }
        "subunit" => {
            let parent = source.words(node.child_by_field_name("parent_unit_name")?).to_lowercase();
            let inner = children(node).into_iter().last()?;
            let decl = declaration(source, inner, depth).pop()?;
            DeclKind::Subunit(parent, Box::new(decl))
        }
        "use_clause" => DeclKind::Use(super::unit_names(source, node)),
        "pragma_g" => {
            tokens.word("pragma");
            let name = tokens.name()?;
            let list = super::expression::arguments(&mut tokens);
            DeclKind::Pragma { name, arguments: list }
        }
        "attribute_definition_clause" | "at_clause" => {
            // Where an object is, or which values a type has, may change what happens.
            let words = source.words(node).to_lowercase();
            let matters = ["'address", "'small", " at "].iter().any(|word| words.contains(word));
            match matters {
                true => DeclKind::Unmodelled(shorten(source.words(node))),
                false => DeclKind::Nothing,
            }
        }
        "enumeration_representation_clause"
        | "record_representation_clause"
        | "aspect_specification" => DeclKind::Nothing,
        _ => return None,
    })
}

fn last_name(source: Source<'_>, node: Node<'_>) -> Ident {
    let names = leaves(node).into_iter().rev().find(|leaf| leaf.kind() == "identifier");
    source.ident(names.unwrap_or(node))
}

/// Every name that occurs under a node, as it is compared.
fn mentions(source: Source<'_>, node: Node<'_>) -> Rc<BTreeSet<String>> {
    let names = leaves(node).into_iter().filter(|leaf| leaf.kind() == "identifier");
    Rc::new(names.map(|leaf| source.words(leaf).to_lowercase()).collect())
}

/// The declarations, statements and handlers of a body.
pub fn body(source: Source<'_>, node: Node<'_>, depth: usize) -> Body {
    let decls = declarative_part(source, child(node, "non_empty_declarative_part"), depth);
    let stmts = child(node, "handled_sequence_of_statements");
    let span = source.span(node);
    let last = parts(node).into_iter().rev().find(|part| part.kind() == "end");
    let end = last.map_or(span, |last| Span::new(source.file, last.start_byte(), node.end_byte()));
    Body {
        decls,
        stmts: stmts.map(|stmts| handled(source, stmts, depth)).unwrap_or_default(),
        mentions: mentions(source, node),
        span,
        end,
    }
}

fn object(tokens: &mut Tokens) -> Option<DeclKind> {
    let names = tokens.names();
    if names.is_empty() || !tokens.sign(":") {
        return None;
    }
    tokens.word("aliased");
    let constant = tokens.word("constant");
    let ty = if tokens.is_word("array") {
        match type_definition(tokens) {
            TypeDef::Array { indices, element, unconstrained: false } => {
                ObjectType::Array { indices, element }
            }
            _ => return None,
        }
    } else if tokens.word("access") {
        tokens.word("all");
        tokens.word("constant");
        ObjectType::Access(indication(tokens))
    } else {
        ObjectType::Named(indication(tokens))
    };
    let init = tokens.sign(":=").then(|| expression(tokens));
    tokens.skip_to(&["volatile", "atomic"]);
    let volatile = !tokens.is_done();
    Some(DeclKind::Object { names, constant, ty, init, volatile })
}

/// The aspects of a declaration: they stand directly in it, or in the definition that it holds.
pub fn aspects(source: Source<'_>, node: Node<'_>) -> Vec<Aspect> {
    let own = child(node, "aspect_specification");
    let inner = || {
        let mut inside = children(node).into_iter();
        inside.find_map(|inner| child(inner, "aspect_specification"))
    };
    let Some(list) = own.or_else(inner) else { return Vec::new() };
    let mut tokens = source.tokens(list);
    tokens.word("with");
    let mut found = Vec::new();
    while let Some(mut name) = tokens.name() {
        if tokens.sign("'") && tokens.word("class") {
            name.key.push_str("'class");
        }
        let value = tokens.sign("=>").then(|| Rc::new(expression(&mut tokens)));
        found.push(Aspect { name, value });
        if !tokens.sign(",") {
            break;
        }
    }
    found
}

/// The header of a subprogram, with its aspects.
fn promised(source: Source<'_>, node: Node<'_>) -> Option<Signature> {
    let mut signature = signature(&mut source.tokens(node))?;
    signature.aspects = aspects(source, node);
    Some(signature)
}

/// Whether a declaration ends in `is abstract`.
fn is_abstract(source: Source<'_>, node: Node<'_>) -> bool {
    let mut tokens = source.tokens(node);
    tokens.skip_to(&["is"]);
    tokens.word("is") && tokens.word("abstract")
}

fn type_declaration(tokens: &mut Tokens, aspects: Vec<Aspect>) -> Option<DeclKind> {
    tokens.word("type");
    let name = tokens.name()?;
    let discriminants = params(tokens);
    tokens.word("is");
    Some(DeclKind::Type { name, discriminants, def: type_definition(tokens), aspects })
}

fn task(source: Source<'_>, node: Node<'_>) -> Option<DeclKind> {
    let mut tokens = source.tokens(node);
    tokens.word("task");
    let is_type = tokens.word("type");
    let name = tokens.name()?;
    let discriminants = params(&mut tokens);
    let interfaces = implemented(&mut tokens);
    let mut entries = Vec::new();
    if let Some(definition) = child(node, "task_definition") {
        for item in children(definition) {
            if item.kind() == "entry_declaration" {
                entries.extend(promised_entry(source, item));
            }
        }
    }
    Some(DeclKind::Task { name, is_type, discriminants, interfaces, entries })
}

/// `is new A and B with` of a task or protected type.
fn implemented(tokens: &mut Tokens) -> Vec<Indication> {
    tokens.skip_to(&["is", ";"]);
    match tokens.word("is") && tokens.word("new") {
        true => interfaces(tokens),
        false => Vec::new(),
    }
}

fn promised_entry(source: Source<'_>, node: Node<'_>) -> Option<EntrySpec> {
    let mut entry = entry(&mut source.tokens(node))?;
    entry.aspects = aspects(source, node);
    Some(entry)
}

fn protected(source: Source<'_>, node: Node<'_>, depth: usize) -> Option<DeclKind> {
    let mut tokens = source.tokens(node);
    tokens.word("protected");
    let is_type = tokens.word("type");
    let name = tokens.name()?;
    let discriminants = params(&mut tokens);
    let interfaces = implemented(&mut tokens);
    let mut found = Protected {
        name,
        is_type,
        discriminants,
        interfaces,
        operations: Vec::new(),
        entries: Vec::new(),
        data: Vec::new(),
    };
    for item in child(node, "protected_definition").map(children).unwrap_or_default() {
        match item.kind() {
            "entry_declaration" => found.entries.extend(promised_entry(source, item)),
            "subprogram_declaration" => found.operations.extend(promised(source, item)),
            "component_declaration" => found.data.extend(declaration(source, item, depth)),
            _ => {}
        }
    }
    Some(DeclKind::Protected(Rc::new(found)))
}

fn entry_body(source: Source<'_>, node: Node<'_>, depth: usize) -> Option<DeclKind> {
    let name = source.ident(child(node, "identifier")?);
    let index = child(node, "entry_index_specification")
        .and_then(|index| child(index, "identifier"))
        .map(|index| source.ident(index));
    let profile = node.child_by_field_name("parameter_profile");
    let params = profile.map(|profile| params(&mut source.tokens(profile))).unwrap_or_default();
    let mut barrier = source.tokens(child(node, "entry_barrier")?);
    barrier.word("when");
    let barrier = expression(&mut barrier);
    let body = body(source, node, depth);
    Some(DeclKind::EntryBody(Rc::new(EntryBody { name, index, params, barrier, body })))
}

fn generic(source: Source<'_>, node: Node<'_>, depth: usize) -> Option<DeclKind> {
    let mut formals = Vec::new();
    for item in child(node, "generic_formal_part").map(children).unwrap_or_default() {
        let mut tokens = source.tokens(item);
        let formal = match item.kind() {
            "formal_complete_type_declaration" => {
                tokens.word("type");
                tokens.name().map(GenericFormal::Type)
            }
            "formal_object_declaration" => {
                let mut names = tokens.names();
                tokens.sign(":");
                tokens.word("in");
                // A variable of the actual's is not followed.
                let is_variable = tokens.word("out");
                let ty = indication(&mut tokens);
                let default = tokens.sign(":=").then(|| expression(&mut tokens));
                let last = names.pop().filter(|_| !is_variable);
                if last.is_some() {
                    let each =
                        |name| GenericFormal::Object(vec![name], ty.clone(), default.clone());
                    formals.extend(names.into_iter().map(each));
                }
                last.map(|name| GenericFormal::Object(vec![name], ty, default))
            }
            "formal_subprogram_declaration" => signature(&mut tokens).map(|signature| {
                let default = tokens.word("is").then(|| name(&mut tokens));
                GenericFormal::Subprogram(signature, default)
            }),
            _ => None,
        };
        let other = || GenericFormal::Other(shorten(source.words(item)), source.span(item));
        formals.push(formal.unwrap_or_else(other));
    }
    let inner = children(node).into_iter().find(|item| item.kind() != "generic_formal_part")?;
    let decl = match inner.kind() {
        "procedure_specification" | "function_specification" => {
            let signature = signature(&mut source.tokens(inner))?;
            Decl { kind: DeclKind::Subprogram(signature), span: source.span(inner) }
        }
        _ => declaration(source, inner, depth).pop()?,
    };
    let name = match &decl.kind {
        DeclKind::Package { name, .. } => name.clone(),
        DeclKind::Subprogram(signature) => signature.name.clone(),
        _ => return None,
    };
    Some(DeclKind::Generic { name, formals, decl: Box::new(decl) })
}
