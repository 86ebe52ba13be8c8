//! Labels, gotos and breaks: that each has a place to go, and that none crosses a d_step.

use std::collections::HashMap;

use trine_base::{Diagnostic, Span};

use super::{Checker, Place};
use crate::ast::*;

impl Checker<'_> {
    /// A label must not be the name of a variable that is known here.
    pub(super) fn label_names(&mut self, labels: &[Ident]) {
        for label in labels {
            if let Some(id) = self.find(&label.name)
                && self.out.variables[id].process.is_some()
            {
                let first = self.out.variables[id].span;
                let text = format!("`{}` is a variable already", label.name);
                let problem = Diagnostic::error(text, label.span);
                self.diagnostics.push(problem.related(first, "it is declared here"));
            }
        }
    }

    pub(super) fn check_labels(&mut self, body: &Block) {
        let mut found = Labels { labels: Vec::new(), gotos: Vec::new(), problems: Vec::new() };
        let mut inside = Inside { loops: 0, d_step: None, block: 0 };
        let mut blocks = 0;
        found.sequence(body, &mut inside, &mut blocks);
        let Labels { labels, gotos, problems } = found;
        for problem in problems {
            self.diagnostics.push(problem);
        }
        let mut by_name: HashMap<&str, Vec<&LabelEntry>> = HashMap::new();
        for known in &labels {
            let same = by_name.entry(&known.label.name).or_default();
            if let Some(first) = same.iter().find(|other| other.block == known.block) {
                let text = format!("label `{}` stands twice", known.label.name);
                let problem = Diagnostic::error(text, known.label.span);
                self.diagnostics.push(problem.related(first.label.span, "the first one is here"));
            }
            same.push(known);
        }
        for (target, d_step) in &gotos {
            match by_name.get(&*target.name) {
                None => {
                    let known = labels.iter().map(|known| known.label.name.clone()).collect();
                    self.undeclared("label", target, known);
                }
                Some(places) if !places.iter().any(|place| place.d_step == *d_step) => {
                    self.error("a jump cannot lead into or out of a d_step", target.span);
                }
                Some(_) => {}
            }
        }
        if self.place == Place::Process
            && let Some(process) = self.process
        {
            self.out.processes[process].labels =
                labels.into_iter().map(|known| known.label).collect();
        }
    }
}

struct Labels {
    labels: Vec<LabelEntry>,
    gotos: Vec<(Ident, Option<usize>)>,
    problems: Vec<Diagnostic>,
}

struct LabelEntry {
    label: Ident,
    d_step: Option<usize>,
    block: usize,
}

#[derive(Clone, Copy)]
struct Inside {
    /// Loops that a `break` could leave.
    loops: usize,
    /// The d_step around, by the number of its block.
    d_step: Option<usize>,
    block: usize,
}

impl Labels {
    fn sequence(&mut self, block: &Block, inside: &mut Inside, blocks: &mut usize) {
        for statement in &block.statements {
            self.statement(statement, *inside, blocks);
        }
    }

    fn statement(&mut self, statement: &Statement, inside: Inside, blocks: &mut usize) {
        let Inside { d_step, block, .. } = inside;
        for label in &statement.labels {
            self.labels.push(LabelEntry { label: label.clone(), d_step, block });
        }
        let mut deeper = |into: Inside| {
            *blocks += 1;
            Inside { block: *blocks, ..into }
        };
        match &statement.kind {
            StatementKind::If(options) => {
                for option in options {
                    self.sequence(option, &mut inside.clone(), blocks);
                }
            }
            StatementKind::Do(options) => {
                let mut looping = Inside { loops: inside.loops + 1, ..inside };
                for option in options {
                    self.sequence(option, &mut looping, blocks);
                }
            }
            StatementKind::For { body, .. } => {
                let mut looping = deeper(Inside { loops: inside.loops + 1, ..inside });
                self.sequence(body, &mut looping, blocks);
            }
            StatementKind::Atomic(body) => {
                self.head(body, "atomic", statement.span);
                let mut body_inside = deeper(inside);
                self.sequence(body, &mut body_inside, blocks);
            }
            StatementKind::Block(body) => {
                self.head(body, "the block", statement.span);
                let mut body_inside = deeper(inside);
                self.sequence(body, &mut body_inside, blocks);
            }
            StatementKind::Inline { body, .. } => {
                let mut body_inside = deeper(inside);
                self.sequence(body, &mut body_inside, blocks);
            }
            StatementKind::DStep(body) => {
                self.head(body, "d_step", statement.span);
                let mut body_inside = deeper(Inside { loops: 0, ..inside });
                if inside.d_step.is_none() {
                    body_inside.d_step = Some(body_inside.block);
                }
                self.sequence(body, &mut body_inside, blocks);
            }
            StatementKind::Unless { main, escape } => {
                self.unless_label(main, "`label: { … } unless …`");
                self.unless_label(escape, "a block round it, and no label on its first statement");
                self.statement(main, inside, blocks);
                self.statement(escape, inside, blocks);
            }
            StatementKind::Goto(target) => self.gotos.push((target.clone(), inside.d_step)),
            StatementKind::Break if inside.loops == 0 => {
                let problem = Diagnostic::error("there is no loop to break here", statement.span);
                self.problems.push(match inside.d_step {
                    Some(_) => problem.help("a break cannot leave a d_step"),
                    None => problem,
                });
            }
            _ => {}
        }
    }

    /// The first statement of a block is the block's own state: a label belongs before the block. A loop has a
    /// state of its own, to which it comes back, and a declaration in a block is a step.
    fn head(&mut self, body: &Block, what: &str, span: Span) {
        let first = body
            .statements
            .iter()
            .find(|statement| !matches!(statement.kind, StatementKind::Exclusive { .. }));
        let Some(first) = first else { return };
        let Some(label) = first.labels.first() else { return };
        if !is_loop(first) {
            let problem = Diagnostic::error("a label cannot stand first in a block", label.span)
                .related(span, format!("put the label before {what}"));
            self.problems.push(problem);
        } else if is_mark(&label.name) {
            let text = format!("`{}` marks the loop only when it comes round", label.name);
            let problem = Diagnostic::warning(text, label.span)
                .related(span, format!("put the label before {what}, too, to mark its beginning"));
            self.problems.push(problem);
        }
    }

    fn unless_label(&mut self, part: &Statement, instead: &str) {
        let is_block = matches!(
            part.kind,
            StatementKind::Block(_) | StatementKind::Atomic(_) | StatementKind::DStep(_)
        );
        if let Some(label) = part.labels.first()
            && !is_block
            && !is_loop(part)
        {
            let problem = Diagnostic::error("a label cannot stand here", label.span);
            self.problems.push(problem.help(format!("write {instead}")));
        }
    }
}

fn is_loop(statement: &Statement) -> bool {
    matches!(statement.kind, StatementKind::Do(_) | StatementKind::For { .. })
}

fn is_mark(name: &str) -> bool {
    ["end", "accept", "progress"].iter().any(|mark| name.starts_with(mark))
}
