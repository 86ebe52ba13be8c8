//! The order in which library units are elaborated (RM 10.2).
//!
//! A unit comes after those that it names in its context, a child after its parent, a body after its declaration, and
//! after the bodies that `Elaborate` and `Elaborate_All` name. A body follows its declaration as soon as it can, which is
//! GNAT's choice, too. Where the rules leave the order open and it may matter, the one that is taken is a printed
//! assumption.

use super::lowering::Lowering;
use crate::syntax::*;

/// The full name of a unit.
pub fn unit_name(unit: &Unit) -> Option<String> {
    let name = match &unit.decl.kind {
        DeclKind::Package { name, .. }
        | DeclKind::PackageBody { name, .. }
        | DeclKind::Generic { name, .. }
        | DeclKind::Instance { name, .. } => &name.key,
        DeclKind::SubprogramBody(_, signature) | DeclKind::Subprogram(signature) => {
            &signature.name.key
        }
        _ => return None,
    };
    Some(format!("{}{name}", unit.parent))
}

fn is_body(unit: &Unit) -> bool {
    matches!(unit.decl.kind, DeclKind::PackageBody { .. })
}

/// What a unit comes after: the names of declarations, and of bodies.
fn needed(unit: &Unit) -> (Vec<String>, Vec<String>) {
    let mut declarations = Vec::new();
    let parent = unit.parent.trim_end_matches('.');
    let named = unit.withs.iter().map(|(name, _)| name.as_str());
    for name in named.chain((!parent.is_empty()).then_some(parent)) {
        // A unit is named together with those that it is a child of.
        let ends = name.char_indices().filter(|(_, sign)| *sign == '.').map(|(at, _)| at);
        declarations.extend(ends.chain([name.len()]).map(|end| name[..end].to_string()));
    }
    if is_body(unit) {
        declarations.extend(unit_name(unit));
    }
    let elaborated = unit.pragmas.iter().filter(|(name, _)| name.key.starts_with("elaborate"));
    let bodies = elaborated
        .flat_map(|(_, arguments)| arguments)
        .map(|argument| super::types::shown(&argument.value).to_lowercase())
        .collect();
    (declarations, bodies)
}

/// Units in an order in which each comes after those that it needs.
pub fn ordered(units: &[Unit]) -> Vec<usize> {
    let mut found: Vec<usize> = Vec::new();
    let mut open: Vec<usize> = Vec::new();
    fn visit(units: &[Unit], at: usize, found: &mut Vec<usize>, open: &mut Vec<usize>) {
        if found.contains(&at) || open.contains(&at) {
            return;
        }
        open.push(at);
        let (declarations, bodies) = needed(&units[at]);
        for (number, other) in units.iter().enumerate() {
            let Some(name) = unit_name(other) else { continue };
            let wanted = if is_body(other) { &bodies } else { &declarations };
            if number != at && wanted.contains(&name) {
                visit(units, number, found, open);
            }
        }
        open.pop();
        found.push(at);
        let own = unit_name(&units[at]);
        if !is_body(&units[at]) && own.is_some() {
            for number in 0..units.len() {
                if is_body(&units[number]) && unit_name(&units[number]) == own {
                    visit(units, number, found, open);
                }
            }
        }
    }
    for number in 0..units.len() {
        visit(units, number, &mut found, &mut open);
    }
    found
}

impl Lowering {
    /// Says which order was taken, where another is possible and units do something when they are elaborated.
    pub fn note_order(&mut self, units: &[Unit], order: &[usize], main: usize) {
        let acting: Vec<usize> = order
            .iter()
            .copied()
            .filter(|number| *number != main && acts(&units[*number].decl))
            .collect();
        let open = acting.windows(2).any(|pair| !comes_after(units, pair[1], pair[0]));
        if !open {
            return;
        }
        let told: Vec<String> = acting
            .iter()
            .filter_map(|number| {
                let kind = if is_body(&units[*number]) { " (body)" } else { "" };
                Some(format!("{}{kind}", unit_name(&units[*number])?))
            })
            .collect();
        let text = format!("library units are elaborated in this order: {}", told.join(", "));
        self.note("elaboration-order", text, None);
    }
}

/// Whether the rules put a unit after another one.
fn comes_after(units: &[Unit], at: usize, before: usize) -> bool {
    let mut seen = vec![false; units.len()];
    let mut open = vec![at];
    while let Some(at) = open.pop() {
        if at == before {
            return true;
        }
        if std::mem::replace(&mut seen[at], true) {
            continue;
        }
        let (declarations, bodies) = needed(&units[at]);
        for (number, other) in units.iter().enumerate() {
            let Some(name) = unit_name(other) else { continue };
            let wanted = if is_body(other) { &bodies } else { &declarations };
            if number != at && wanted.contains(&name) {
                open.push(number);
            }
        }
    }
    false
}

/// Whether the elaboration of a unit does something that others may notice.
fn acts(decl: &Decl) -> bool {
    let plain = |init: &Expr| match &init.kind {
        ExprKind::Int(_) | ExprKind::Real(_) | ExprKind::Text(_) | ExprKind::Null => true,
        ExprKind::Name(name) => name.key == "true" || name.key == "false",
        _ => false,
    };
    let (decls, stmts) = match &decl.kind {
        DeclKind::Package { decls, .. } => (decls.as_slice(), &[][..]),
        DeclKind::PackageBody { body, .. } => (body.decls.as_slice(), body.stmts.stmts.as_slice()),
        DeclKind::Instance { .. } => return true,
        _ => return false,
    };
    let declares = |decl: &Decl| match &decl.kind {
        DeclKind::Object { init, .. } => init.as_ref().is_some_and(|init| !plain(init)),
        DeclKind::Task { is_type, .. } => !is_type,
        DeclKind::Package { .. } | DeclKind::PackageBody { .. } => acts(decl),
        DeclKind::Instance { .. } => true,
        _ => false,
    };
    !stmts.is_empty() || decls.iter().any(declares)
}
