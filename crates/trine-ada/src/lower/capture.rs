//! Which names of a body are used by bodies inside it, and how those bodies reach its frame.

use std::collections::BTreeSet;

use trine_program as ir;
use trine_program::{Access, Operand};

use super::lowering::Lowering;
use crate::syntax::*;

/// Every name that occurs in a body inside this one.
pub fn captured(body: &Body) -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    in_body(body, &mut found);
    found
}

fn in_body(body: &Body, found: &mut BTreeSet<String>) {
    body.decls.iter().for_each(|decl| in_decl(decl, found));
    in_handled(&body.stmts, found);
}

fn in_decl(decl: &Decl, found: &mut BTreeSet<String>) {
    match &decl.kind {
        DeclKind::SubprogramBody(body, _) | DeclKind::TaskBody(_, body) => {
            found.extend(body.mentions.iter().cloned());
        }
        DeclKind::ExpressionFunction(_, _, mentions) => found.extend(mentions.iter().cloned()),
        DeclKind::EntryBody(entry) => found.extend(entry.body.mentions.iter().cloned()),
        DeclKind::ProtectedBody { items, .. } | DeclKind::Package { decls: items, .. } => {
            items.iter().for_each(|item| in_decl(item, found));
        }
        DeclKind::PackageBody { body, .. } => in_body(body, found),
        DeclKind::Generic { decl, .. } => in_decl(decl, found),
        // What a subunit or an instance uses is not seen here: everything may be.
        DeclKind::Stub(_) | DeclKind::Instance { .. } => {
            found.insert("*".to_string());
        }
        _ => {}
    }
}

fn in_handled(handled: &Handled, found: &mut BTreeSet<String>) {
    in_stmts(&handled.stmts, found);
    handled.handlers.iter().for_each(|handler| in_stmts(&handler.stmts, found));
}

fn in_stmts(stmts: &[Stmt], found: &mut BTreeSet<String>) {
    for stmt in stmts {
        match &stmt.kind {
            StmtKind::Block { body, .. } => in_body(body, found),
            StmtKind::Loop { body, .. } => in_stmts(body, found),
            StmtKind::If(ways, otherwise) => {
                ways.iter().for_each(|(_, stmts)| in_stmts(stmts, found));
                in_stmts(otherwise, found);
            }
            StmtKind::Case(_, ways) => ways.iter().for_each(|(_, stmts)| in_stmts(stmts, found)),
            StmtKind::Accept(accept) => in_accept(accept, found),
            StmtKind::Select { alternatives, otherwise } => {
                for alternative in alternatives {
                    if let AlternativeKind::Accept(accept) = &alternative.kind {
                        in_accept(accept, found);
                    }
                    in_stmts(&alternative.then, found);
                }
                in_stmts(otherwise.as_deref().unwrap_or_default(), found);
            }
            StmtKind::CallOr { then, otherwise, .. } => {
                in_stmts(then, found);
                in_stmts(otherwise, found);
            }
            StmtKind::Async { then, abortable, .. } => {
                in_stmts(then, found);
                in_stmts(abortable, found);
            }
            _ => {}
        }
    }
}

fn in_accept(accept: &Accept, found: &mut BTreeSet<String>) {
    if let Some(body) = &accept.body {
        in_handled(body, found);
    }
}

impl Lowering {
    /// The frame of a body around, or of this one.
    pub fn frame_of(&mut self, wanted: usize) -> Operand {
        let mut at = self.code.frame;
        let own = &self.frames[at];
        let Some(first) = own.var.or(own.outer) else { return self.out_of_reach() };
        let mut has_frame = own.var.is_some();
        let mut reference = Operand::Var(first);
        for _ in 0..100 {
            if has_frame && at == wanted {
                return reference;
            }
            let frame = &self.frames[at];
            if has_frame {
                let Some(field) = frame.outer_field else { break };
                reference = self.load(Access::Field(reference, field), ir::Type::Reference);
            }
            let Some(parent) = self.frames[at].parent else { break };
            at = parent;
            has_frame = self.frames[at].class.is_some();
        }
        self.out_of_reach()
    }

    /// The frame of a body that the present one gets no reference to.
    fn out_of_reach(&mut self) -> Operand {
        self.leave_out("a variable of a body that is out of reach is not modelled");
        Operand::Null
    }
}
