//! Checks that expressions mention only what exists.

use super::Checker;
use crate::{BinaryOp, Expr, Pattern, Place, Root, TemplateId, UnaryOp, Width};

impl Checker<'_> {
    /// Everything that an expression mentions exists, seen from inside a template or from nowhere.
    pub(super) fn expr(&mut self, expr: &Expr, at: Option<TemplateId>) {
        let mut mentioned = Vec::new();
        expr.visit(&mut |inner| mentioned.push(inner));
        for inner in mentioned {
            self.mention(inner, at);
        }
    }

    pub(super) fn mention(&mut self, expr: &Expr, at: Option<TemplateId>) {
        match expr {
            Expr::Read(place) => self.root(place, at),
            Expr::At { template, locations, .. } => match self.system.templates.get(*template) {
                Some(code) => {
                    for location in locations {
                        self.exists(*location, code.locations.len());
                    }
                }
                None => self.problem(format!("there is no {template}")),
            },
            Expr::Unary(UnaryOp::Float(_), Width::W32, _)
            | Expr::Binary(BinaryOp::Float(_), Width::W32, ..) => {
                self.problem("arithmetic in floating point is of 64 bits");
            }
            Expr::Monitor(_, of) => self.monitor(of),
            Expr::Waiting(entry, index) => self.entry(*entry, index.as_deref()),
            Expr::Poll { channel, patterns, .. } => {
                for pattern in patterns {
                    if let Pattern::Bind(place) = pattern {
                        self.root(place, at);
                    }
                }
                self.arity(channel, patterns.len(), at);
            }
            _ => {}
        }
    }

    /// A place that is written, with the expressions inside it.
    pub(super) fn written(&mut self, place: &Place, at: TemplateId) {
        self.root(place, Some(at));
        let mut inside = Vec::new();
        place.visit(&mut |inner| inside.push(inner));
        for inner in inside {
            self.mention(inner, Some(at));
        }
    }

    /// The variable of a place exists and can be seen from here.
    fn root(&mut self, place: &Place, at: Option<TemplateId>) {
        if matches!(place.root, Root::Local(_)) && at.is_none() {
            return self.problem("a local is mentioned outside of templates");
        }
        if self.variable_of(place, at).is_none() {
            let what = match &place.root {
                Root::Global(id) => id.to_string(),
                Root::Local(id) => id.to_string(),
                Root::Remote { template, local, .. } => format!("{local} in {template}"),
                Root::Field { pool, field, .. } => format!("field {field} in {pool}"),
            };
            self.problem(format!("there is no {what}"));
        }
    }

    pub(super) fn family(&mut self, name: &str, count: u32, index: Option<&Expr>) {
        match index {
            None => self.require(count <= 1, || format!("which of the {count} of {name}?")),
            Some(Expr::Const(index)) => {
                let inside = (0..i64::from(count)).contains(index);
                self.require(inside, || format!("there is no {name}[{index}]"));
            }
            Some(_) => {}
        }
    }
}
