//! Which names of a body are used by bodies inside it.

use std::collections::BTreeSet;

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
            _ => {}
        }
    }
}

fn in_accept(accept: &Accept, found: &mut BTreeSet<String>) {
    if let Some(body) = &accept.body {
        in_handled(body, found);
    }
}

/// Whether some task of a declaration has a terminate alternative.
pub fn terminates(decl: &Decl) -> bool {
    match &decl.kind {
        DeclKind::SubprogramBody(body, _)
        | DeclKind::TaskBody(_, body)
        | DeclKind::PackageBody { body, .. } => body_terminates(body),
        DeclKind::Package { decls, .. } => decls.iter().any(terminates),
        DeclKind::Generic { decl, .. } | DeclKind::Subunit(_, decl) => terminates(decl),
        _ => false,
    }
}

fn body_terminates(body: &Body) -> bool {
    body.decls.iter().any(terminates)
        || stmts_terminate(&body.stmts.stmts)
        || body.stmts.handlers.iter().any(|handler| stmts_terminate(&handler.stmts))
}

fn stmts_terminate(stmts: &[Stmt]) -> bool {
    stmts.iter().any(|stmt| match &stmt.kind {
        StmtKind::Block { body, .. } => body_terminates(body),
        StmtKind::Loop { body, .. } => stmts_terminate(body),
        StmtKind::If(ways, otherwise) => {
            ways.iter().any(|(_, stmts)| stmts_terminate(stmts)) || stmts_terminate(otherwise)
        }
        StmtKind::Case(_, ways) => ways.iter().any(|(_, stmts)| stmts_terminate(stmts)),
        StmtKind::Accept(accept) => accept_terminates(accept),
        StmtKind::Select { alternatives, otherwise } => {
            alternatives.iter().any(|one| {
                stmts_terminate(&one.then)
                    || match &one.kind {
                        AlternativeKind::Terminate => true,
                        AlternativeKind::Accept(accept) => accept_terminates(accept),
                        AlternativeKind::Delay(_) => false,
                    }
            }) || stmts_terminate(otherwise.as_deref().unwrap_or_default())
        }
        StmtKind::CallOr { then, otherwise, .. } => {
            stmts_terminate(then) || stmts_terminate(otherwise)
        }
        _ => false,
    })
}

fn accept_terminates(accept: &Accept) -> bool {
    accept.body.as_ref().is_some_and(|body| stmts_terminate(&body.stmts))
}
