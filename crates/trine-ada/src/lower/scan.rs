//! What the statements of a program have in them, found before anything is lowered.

use std::collections::BTreeSet;

use crate::syntax::*;

/// The names of the entries in whose bodies or accept statements callers are requeued.
pub fn requeuing(units: &[Unit]) -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    let mut see = |stmt: &Stmt, entry: Option<&str>| {
        if let (StmtKind::Requeue { .. }, Some(entry)) = (&stmt.kind, entry) {
            found.insert(entry.to_string());
        }
    };
    units.iter().for_each(|unit| in_decl(&unit.decl, &mut see));
    found
}

/// Whether some task has a terminate alternative.
pub fn terminates(units: &[Unit]) -> bool {
    let mut found = false;
    let mut see = |stmt: &Stmt, _: Option<&str>| {
        if let StmtKind::Select { alternatives, .. } = &stmt.kind {
            found |= alternatives.iter().any(|one| matches!(one.kind, AlternativeKind::Terminate));
        }
    };
    units.iter().for_each(|unit| in_decl(&unit.decl, &mut see));
    found
}

/// Whether tasks are aborted, and whether statements are given up when something else happens.
pub fn aborting(units: &[Unit]) -> (bool, bool) {
    let mut found = (false, false);
    let mut see = |stmt: &Stmt, _: Option<&str>| {
        found.0 |= match &stmt.kind {
            StmtKind::Abort(_) => true,
            StmtKind::Call(call) => match &super::select::peeled(call).0.kind {
                ExprKind::Name(name) | ExprKind::Selected(_, name) => name.key == "abort_task",
                _ => false,
            },
            _ => false,
        };
        found.1 |= matches!(stmt.kind, StmtKind::Async { .. });
    };
    units.iter().for_each(|unit| in_decl(&unit.decl, &mut see));
    found
}

/// Whether there are protected objects.
pub fn has_protected(units: &[Unit]) -> bool {
    fn in_decls(decls: &[Decl]) -> bool {
        decls.iter().any(is_in)
    }
    fn is_in(decl: &Decl) -> bool {
        match &decl.kind {
            DeclKind::Protected(_) | DeclKind::ProtectedBody { .. } => true,
            DeclKind::SubprogramBody(body, _)
            | DeclKind::TaskBody(_, body)
            | DeclKind::PackageBody { body, .. } => {
                in_decls(&body.decls) || {
                    let mut found = false;
                    let mut see = |stmt: &Stmt, _: Option<&str>| {
                        if let StmtKind::Block { body, .. } = &stmt.kind {
                            found |= in_decls(&body.decls);
                        }
                    };
                    in_handled(&body.stmts, None, &mut see);
                    found
                }
            }
            DeclKind::Package { decls, .. } => in_decls(decls),
            DeclKind::Generic { decl, .. } | DeclKind::Subunit(_, decl) => is_in(decl),
            _ => false,
        }
    }
    units.iter().any(|unit| is_in(&unit.decl))
}

/// Shows the declarations of every block statement.
pub fn blocks(decl: &Decl, act: &mut dyn FnMut(&[Decl])) {
    let mut see = |stmt: &Stmt, _: Option<&str>| {
        if let StmtKind::Block { body, .. } = &stmt.kind {
            act(&body.decls);
        }
    };
    in_decl(decl, &mut see);
}

/// Shows every statement, with the entry that is served there.
type See<'s> = dyn FnMut(&Stmt, Option<&str>) + 's;

fn in_decl(decl: &Decl, see: &mut See<'_>) {
    match &decl.kind {
        DeclKind::SubprogramBody(body, _)
        | DeclKind::TaskBody(_, body)
        | DeclKind::PackageBody { body, .. } => in_body(body, None, see),
        DeclKind::EntryBody(entry) => in_body(&entry.body, Some(&entry.name.key), see),
        DeclKind::ProtectedBody { items, .. } | DeclKind::Package { decls: items, .. } => {
            items.iter().for_each(|item| in_decl(item, see));
        }
        DeclKind::Generic { decl, .. } | DeclKind::Subunit(_, decl) => in_decl(decl, see),
        _ => {}
    }
}

fn in_body(body: &Body, entry: Option<&str>, see: &mut See<'_>) {
    body.decls.iter().for_each(|decl| in_decl(decl, see));
    in_handled(&body.stmts, entry, see);
}

fn in_handled(handled: &Handled, entry: Option<&str>, see: &mut See<'_>) {
    in_stmts(&handled.stmts, entry, see);
    handled.handlers.iter().for_each(|handler| in_stmts(&handler.stmts, entry, see));
}

fn in_accept(accept: &Accept, see: &mut See<'_>) {
    if let Some(body) = &accept.body {
        in_handled(body, Some(&accept.entry.key), see);
    }
}

fn in_stmts(stmts: &[Stmt], entry: Option<&str>, see: &mut See<'_>) {
    for stmt in stmts {
        see(stmt, entry);
        match &stmt.kind {
            StmtKind::Block { body, .. } => in_body(body, entry, see),
            StmtKind::Loop { body, .. } => in_stmts(body, entry, see),
            StmtKind::If(ways, otherwise) => {
                ways.iter().for_each(|(_, stmts)| in_stmts(stmts, entry, see));
                in_stmts(otherwise, entry, see);
            }
            StmtKind::Case(_, ways) => {
                ways.iter().for_each(|(_, stmts)| in_stmts(stmts, entry, see));
            }
            StmtKind::Accept(accept) => in_accept(accept, see),
            StmtKind::Select { alternatives, otherwise } => {
                for alternative in alternatives {
                    if let AlternativeKind::Accept(accept) = &alternative.kind {
                        in_accept(accept, see);
                    }
                    in_stmts(&alternative.then, entry, see);
                }
                in_stmts(otherwise.as_deref().unwrap_or_default(), entry, see);
            }
            StmtKind::CallOr { then, otherwise, .. } => {
                in_stmts(then, entry, see);
                in_stmts(otherwise, entry, see);
            }
            StmtKind::Async { then, abortable, .. } => {
                in_stmts(then, entry, see);
                in_stmts(abortable, entry, see);
            }
            _ => {}
        }
    }
}

/// Whether some task type has interfaces.
pub fn tasks_implement(units: &[Unit]) -> bool {
    fn is_in(decl: &Decl, found: &mut bool) {
        match &decl.kind {
            DeclKind::Task { interfaces, .. } => *found |= !interfaces.is_empty(),
            DeclKind::SubprogramBody(body, _)
            | DeclKind::TaskBody(_, body)
            | DeclKind::PackageBody { body, .. } => {
                body.decls.iter().for_each(|decl| is_in(decl, found));
            }
            DeclKind::Package { decls, .. } => decls.iter().for_each(|decl| is_in(decl, found)),
            DeclKind::Generic { decl, .. } | DeclKind::Subunit(_, decl) => is_in(decl, found),
            _ => {}
        }
        blocks(decl, &mut |decls| decls.iter().for_each(|decl| is_in(decl, found)));
    }
    let mut found = false;
    units.iter().for_each(|unit| is_in(&unit.decl, &mut found));
    found
}
