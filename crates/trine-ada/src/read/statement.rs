//! Reads statements, with the labels and handlers that belong to them.

use std::rc::Rc;

use tree_sitter::Node;

use super::declaration::body;
use super::expression::{choices, expression, name, range};
use super::profile::{is_profile, params};
use super::tokens::Source;
use crate::parse::{child, children, has_word, parts, shorten};
use crate::syntax::*;

/// Statements inside statements are followed this far.
const DEEPEST: usize = 150;

/// Statements with their handlers.
pub fn handled(source: Source<'_>, node: Node<'_>, depth: usize) -> Handled {
    let mut found = Handled::default();
    for item in children(node) {
        match item.kind() {
            "sequence_of_statements" => found.stmts = statements(source, item, depth),
            "exception_handler" => found.handlers.push(handler(source, item, depth)),
            _ => found.stmts.push(Stmt {
                kind: StmtKind::Unmodelled(shorten(source.words(item))),
                label: None,
                span: source.span(item),
            }),
        }
    }
    found
}

fn handler(source: Source<'_>, node: Node<'_>, depth: usize) -> Handler {
    let mut name_of = None;
    let mut choices = Vec::new();
    let mut stmts = Vec::new();
    for item in children(node) {
        match item.kind() {
            "choice_parameter_specification" => {
                name_of = source.tokens(item).name();
            }
            "exception_choice_list" => {
                for choice in children(item) {
                    let mut tokens = source.tokens(choice);
                    let others = tokens.is_word("others");
                    choices.push((!others).then(|| name(&mut tokens)));
                }
            }
            "sequence_of_statements" => stmts = statements(source, item, depth),
            _ => {}
        }
    }
    Handler { name: name_of, choices, stmts }
}

/// The statements of a sequence, each with the label before it.
pub fn statements(source: Source<'_>, node: Node<'_>, depth: usize) -> Vec<Stmt> {
    let mut found = Vec::new();
    let mut label = None;
    for item in children(node) {
        if item.kind() == "label" {
            label = item.child_by_field_name("statement_identifier").map(|name| source.ident(name));
            continue;
        }
        let kind = match depth > DEEPEST {
            true => None,
            false => statement(source, item, depth + 1),
        };
        let what = || StmtKind::Unmodelled(shorten(source.words(item)));
        found.push(Stmt {
            kind: kind.unwrap_or_else(what),
            label: label.take(),
            span: source.span(item),
        });
    }
    if let Some(label) = label {
        let span = label.span;
        found.push(Stmt { kind: StmtKind::Null, label: Some(label), span });
    }
    found
}

/// The statements of all sequences directly inside a node.
fn inside(source: Source<'_>, node: Node<'_>, depth: usize) -> Vec<Stmt> {
    let sequences =
        children(node).into_iter().filter(|item| item.kind() == "sequence_of_statements");
    sequences.flat_map(|item| statements(source, item, depth)).collect()
}

fn condition(source: Source<'_>, node: Node<'_>) -> Option<Expr> {
    let condition = node.child_by_field_name("condition")?;
    Some(expression(&mut source.tokens(condition)))
}

fn statement(source: Source<'_>, node: Node<'_>, depth: usize) -> Option<StmtKind> {
    let mut tokens = source.tokens(node);
    Some(match node.kind() {
        "null_statement" => StmtKind::Null,
        "assignment_statement" => {
            let into = name(&mut tokens);
            if !tokens.sign(":=") {
                return None;
            }
            StmtKind::Assign(into, expression(&mut tokens))
        }
        "procedure_call_statement" => StmtKind::Call(name(&mut tokens)),
        "if_statement" => conditional(source, node, depth)?,
        "case_statement" => case(source, node, depth)?,
        "loop_statement" => repeat(source, node, depth)?,
        "block_statement" => {
            let name = child(node, "loop_label")
                .and_then(|label| label.child_by_field_name("statement_identifier"))
                .map(|name| source.ident(name));
            StmtKind::Block { name, body: Rc::new(body(source, node, depth)) }
        }
        "exit_statement" => {
            let name = node.child_by_field_name("loop_name").map(|name| source.ident(name));
            StmtKind::Exit { name, when: condition(source, node) }
        }
        "simple_return_statement" => {
            tokens.word("return");
            let value = (!tokens.is_sign(";")).then(|| expression(&mut tokens));
            StmtKind::Return(value)
        }
        "raise_statement" => {
            tokens.word("raise");
            let what = (!tokens.is_sign(";")).then(|| name(&mut tokens));
            let message = tokens.word("with").then(|| expression(&mut tokens));
            StmtKind::Raise(what.map(|what| (what, message)))
        }
        "goto_statement" => StmtKind::Goto(source.ident(node.child_by_field_name("label_name")?)),
        "delay_relative_statement" | "delay_until_statement" => {
            tokens.word("delay");
            tokens.word("until");
            StmtKind::Delay(expression(&mut tokens))
        }
        "abort_statement" => {
            tokens.word("abort");
            let mut tasks = vec![name(&mut tokens)];
            while tokens.sign(",") {
                tasks.push(name(&mut tokens));
            }
            StmtKind::Abort(tasks)
        }
        "requeue_statement" => {
            tokens.word("requeue");
            let target = name(&mut tokens);
            StmtKind::Requeue { target, with_abort: tokens.word("with") }
        }
        "asynchronous_select" => asynchronous(source, node, depth)?,
        "accept_statement" => StmtKind::Accept(accept(source, node, depth)?),
        "selective_accept" => select(source, node, depth)?,
        "conditional_entry_call" | "timed_entry_call" => call_or(source, node, depth)?,
        "pragma_g" => {
            tokens.word("pragma");
            let name = tokens.name()?;
            let list = super::expression::arguments(&mut tokens);
            StmtKind::Pragma { name, arguments: list }
        }
        _ => return None,
    })
}

fn conditional(source: Source<'_>, node: Node<'_>, depth: usize) -> Option<StmtKind> {
    let mut ways = Vec::new();
    let then = node.child_by_field_name("statements");
    let then = then.map(|then| statements(source, then, depth)).unwrap_or_default();
    ways.push((condition(source, node)?, then));
    for item in children(node).into_iter().filter(|item| item.kind() == "elsif_statement_item") {
        ways.push((condition(source, item)?, inside(source, item, depth)));
    }
    let otherwise = node.child_by_field_name("else_statements");
    let otherwise = otherwise.map(|other| statements(source, other, depth)).unwrap_or_default();
    Some(StmtKind::If(ways, otherwise))
}

fn case(source: Source<'_>, node: Node<'_>, depth: usize) -> Option<StmtKind> {
    let value = expression(&mut source.tokens(child(node, "expression")?));
    let mut ways = Vec::new();
    for item in
        children(node).into_iter().filter(|item| item.kind() == "case_statement_alternative")
    {
        let list = child(item, "discrete_choice_list")?;
        ways.push((choices(&mut source.tokens(list)), inside(source, item, depth)));
    }
    Some(StmtKind::Case(value, ways))
}

fn repeat(source: Source<'_>, node: Node<'_>, depth: usize) -> Option<StmtKind> {
    let name = child(node, "loop_label")
        .and_then(|label| label.child_by_field_name("statement_identifier"))
        .map(|name| source.ident(name));
    let scheme = match child(node, "iteration_scheme") {
        None => Scheme::Forever,
        Some(scheme) if has_word(scheme, "while") => Scheme::While(condition(source, scheme)?),
        Some(scheme_node) => {
            let kinds = ["loop_parameter_specification", "iterator_specification"];
            let mut tokens = source.tokens(kinds.iter().find_map(|kind| child(scheme_node, kind))?);
            let var = tokens.name()?;
            let elements = tokens.word("of");
            if !elements && !tokens.word("in") {
                return None;
            }
            let reverse = tokens.word("reverse");
            let scheme = match elements {
                true => Scheme::Of { var, reverse, array: super::expression::name(&mut tokens) },
                false => Scheme::For { var, reverse, range: range(&mut tokens) },
            };
            // A filter (`when`) leaves out some of the values.
            if !tokens.is_done() || child(scheme_node, "iterator_filter").is_some() {
                return None;
            }
            scheme
        }
    };
    Some(StmtKind::Loop { name, scheme, body: inside(source, node, depth) })
}

fn accept(source: Source<'_>, node: Node<'_>, depth: usize) -> Option<Accept> {
    let mut tokens = source.tokens(node);
    tokens.word("accept");
    let entry = tokens.name()?;
    let mut index = None;
    if tokens.is_sign("(") && !is_profile(&tokens) {
        tokens.sign("(");
        index = Some(expression(&mut tokens));
        tokens.sign(")");
    }
    let params = params(&mut tokens);
    let body = child(node, "handled_sequence_of_statements");
    let body = body.map(|body| handled(source, body, depth));
    // The words up to the body are what a step shows.
    let end =
        parts(node).into_iter().find(|part| part.kind() == "do").map(|part| part.start_byte());
    let mut span = source.span(node);
    if let Some(end) = end.and_then(|end| source.text.get(node.start_byte()..end)) {
        span.end = span.start + end.trim_end().len() as u32;
    }
    Some(Accept { entry, index, params, body, span })
}

fn select(source: Source<'_>, node: Node<'_>, depth: usize) -> Option<StmtKind> {
    let mut alternatives = Vec::new();
    let mut otherwise = None;
    let mut guard = None;
    for item in children(node) {
        match item.kind() {
            "guard" => guard = condition(source, item),
            "select_alternative" => {
                let inner = children(item).into_iter().next()?;
                let span = source.span(inner);
                let kind = match inner.kind() {
                    "accept_alternative" => AlternativeKind::Accept(accept(
                        source,
                        child(inner, "accept_statement")?,
                        depth,
                    )?),
                    "delay_alternative" => {
                        let mut tokens = source.tokens(children(inner).into_iter().next()?);
                        tokens.word("delay");
                        tokens.word("until");
                        AlternativeKind::Delay(expression(&mut tokens))
                    }
                    "terminate_alternative" => AlternativeKind::Terminate,
                    _ => return None,
                };
                let then = inside(source, inner, depth);
                alternatives.push(Alternative { guard: guard.take(), kind, then, span });
            }
            "sequence_of_statements" => otherwise = Some(statements(source, item, depth)),
            _ => {}
        }
    }
    Some(StmtKind::Select { alternatives, otherwise })
}

fn call_or(source: Source<'_>, node: Node<'_>, depth: usize) -> Option<StmtKind> {
    let first = child(node, "entry_call_alternative")?;
    let call = name(&mut source.tokens(child(first, "procedure_call_statement")?));
    let then = inside(source, first, depth);
    let timed = node.kind() == "timed_entry_call";
    let otherwise = match timed {
        true => inside(source, child(node, "delay_alternative")?, depth),
        false => inside(source, node, depth),
    };
    Some(StmtKind::CallOr { call, then, timed, otherwise })
}

fn asynchronous(source: Source<'_>, node: Node<'_>, depth: usize) -> Option<StmtKind> {
    let first = child(node, "triggering_alternative")?;
    let statement = children(first).into_iter().next()?;
    let mut tokens = source.tokens(statement);
    let trigger = match statement.kind() {
        "procedure_call_statement" => Trigger::Call(name(&mut tokens)),
        _ => {
            tokens.word("delay");
            tokens.word("until");
            Trigger::Delay(expression(&mut tokens))
        }
    };
    let then = inside(source, first, depth);
    let abortable = statements(source, node.child_by_field_name("abortable_part")?, depth);
    Some(StmtKind::Async { trigger, then, abortable })
}
