//! Expressions and places of the model.

use trine_system as sys;

use super::Lowering;
use super::data::{Leaf, Storage};
use crate::ast::*;
use crate::check::{Meaning, Special, Type, VarId};

impl<'a> Lowering<'a> {
    /// The value of an expression, as a process evaluates it, or no process.
    pub(super) fn expr_in(&mut self, expr: &Expr, process: Option<usize>) -> sys::Expr {
        let outer = std::mem::replace(&mut self.process, process);
        let found = self.expr(expr);
        self.process = outer;
        found
    }

    pub(super) fn expr(&mut self, expr: &Expr) -> sys::Expr {
        match &expr.kind {
            ExprKind::Number(value) => sys::Expr::Const(i64::from(*value)),
            ExprKind::Variable(variable) => self.variable(variable),
            ExprKind::Unary(operator, inner) => {
                let operator = match operator {
                    UnaryOp::Not => sys::UnaryOp::Not,
                    UnaryOp::Minus => sys::UnaryOp::Negate,
                    UnaryOp::Complement => sys::UnaryOp::Complement,
                };
                let inner = self.expr(inner);
                folded_unary(operator, inner)
            }
            ExprKind::Binary(operator, left, right) => {
                let (left, right) = (self.expr(left), self.expr(right));
                folded_binary(binary_operator(*operator), left, right)
            }
            ExprKind::Conditional(test, yes, no) => {
                let (test, yes, no) = (self.expr(test), self.expr(yes), self.expr(no));
                sys::Expr::Conditional(test.into(), yes.into(), no.into())
            }
            // The process was started by an effect before: its number is kept.
            ExprKind::Run(run) => {
                let position = self.runs.iter().position(|known| std::ptr::eq(*known, &**run));
                sys::Expr::Read(self.started(position.unwrap_or(0)))
            }
            ExprKind::Len(channel) => self.query(sys::ChannelQuery::Length, channel),
            ExprKind::Probe(probe, channel) => {
                let query = match probe {
                    Probe::Full => sys::ChannelQuery::Full,
                    Probe::NotFull => sys::ChannelQuery::NotFull,
                    Probe::Empty => sys::ChannelQuery::Empty,
                    Probe::NotEmpty => sys::ChannelQuery::NotEmpty,
                };
                self.query(query, channel)
            }
            ExprKind::Poll { channel, random, arguments } => {
                let patterns = self.patterns(arguments, true);
                let channel = Box::new(self.variable(channel));
                sys::Expr::Poll { channel, patterns, anywhere: *random }
            }
            ExprKind::Enabled(process) => sys::Expr::Enabled(Box::new(self.expr(process))),
            ExprKind::PcValue(process) => sys::Expr::PcValue(Box::new(self.expr(process))),
            ExprKind::GetPriority(process) => sys::Expr::Priority(Box::new(self.expr(process))),
            ExprKind::Timeout => sys::Expr::Timeout,
            ExprKind::NonProgress => sys::Expr::NonProgress,
            ExprKind::RemoteLabel { process, index, label } => {
                let Some(at) = self.process_named(&process.name) else {
                    return sys::Expr::Const(0);
                };
                let process = index.as_ref().map(|index| Box::new(self.expr(index)));
                let locations = self.label_locations(at, &label.name);
                sys::Expr::At { process, template: super::template_id(at), locations }
            }
            ExprKind::RemoteVariable { process, index, variable } => {
                let Some(at) = self.process_named(&process.name) else {
                    return sys::Expr::Const(0);
                };
                let process = index.as_ref().map(|index| Box::new(self.expr(index)));
                let template = super::template_id(at);
                match self.place(variable) {
                    Some(sys::Place { root: sys::Root::Local(local), index }) => {
                        let root = sys::Root::Remote { process, template, local };
                        sys::Expr::Read(sys::Place { root, index })
                    }
                    _ => sys::Expr::Const(0),
                }
            }
            ExprKind::Unmodelled(what) => {
                self.met_unmodelled.push(what.what.to_string());
                sys::Expr::Const(1)
            }
        }
    }

    fn query(&mut self, query: sys::ChannelQuery, channel: &VarRef) -> sys::Expr {
        sys::Expr::Channel(query, Box::new(self.variable(channel)))
    }

    /// The value of a variable, a constant or something predefined.
    pub(super) fn variable(&mut self, variable: &VarRef) -> sys::Expr {
        match self.checked.meanings[variable.id] {
            Some(Meaning::Constant(value, _)) => sys::Expr::Const(i64::from(value)),
            Some(Meaning::Special(special)) => match special {
                Special::Pid => sys::Expr::Myself,
                Special::ProcessCount => sys::Expr::ProcessCount,
                Special::Last => sys::Expr::Last,
                Special::Priority => sys::Expr::Priority(Box::new(sys::Expr::Myself)),
                Special::Scratch => sys::Expr::Const(0),
                Special::Stdin => {
                    self.met_unmodelled.push("STDIN".to_string());
                    sys::Expr::Const(0)
                }
            },
            _ => match self.place(variable) {
                Some(place) => sys::Expr::Read(place),
                None => sys::Expr::Const(0),
            },
        }
    }

    /// The cell that a variable with its indices and fields names.
    pub(super) fn place(&mut self, variable: &VarRef) -> Option<sys::Place> {
        let Some(Meaning::Variable(id)) = self.checked.meanings[variable.id] else { return None };
        let (fields, _) = self.walk(variable, id)?;
        let leaf = self.leaf(id, &fields)?;
        let indices: Vec<Option<sys::Expr>> = variable
            .path
            .iter()
            .map(|part| part.index.as_ref().map(|index| self.expr(index)))
            .collect();
        Some(place_of(&leaf, &indices))
    }

    fn leaf(&self, id: VarId, fields: &[usize]) -> Option<Leaf> {
        self.leaves.get(&id)?.iter().find(|leaf| leaf.fields == fields).cloned()
    }

    /// The fields on the way, and the type at its end.
    fn walk(&self, variable: &VarRef, id: VarId) -> Option<(Vec<usize>, Type)> {
        let mut ty = self.checked.variables[id].ty;
        let mut fields = Vec::new();
        for part in &variable.path[1..] {
            let Type::Record(record) = ty else { return None };
            let known = &self.checked.records[record].fields;
            let position = known.iter().position(|field| field.name == part.name.name)?;
            fields.push(position);
            ty = known[position].ty;
        }
        Some((fields, ty))
    }

    /// All cells of a variable in the order in which a message carries them: one for a scalar.
    pub(super) fn cells(&mut self, variable: &VarRef) -> Vec<sys::Place> {
        let Some(Meaning::Variable(id)) = self.checked.meanings[variable.id] else {
            return Vec::new();
        };
        let Some((fields, ty)) = self.walk(variable, id) else { return Vec::new() };
        let indices: Vec<Option<sys::Expr>> = variable
            .path
            .iter()
            .map(|part| part.index.as_ref().map(|index| self.expr(index)))
            .collect();
        let mut found = Vec::new();
        self.cells_below(id, ty, fields, indices, &mut found);
        found
    }

    fn cells_below(
        &self,
        id: VarId,
        ty: Type,
        fields: Vec<usize>,
        indices: Vec<Option<sys::Expr>>,
        out: &mut Vec<sys::Place>,
    ) {
        let Type::Record(record) = ty else {
            if let Some(leaf) = self.leaf(id, &fields) {
                out.push(place_of(&leaf, &indices));
            }
            return;
        };
        for (position, field) in self.checked.records[record].fields.iter().enumerate() {
            for cell in 0..field.array.unwrap_or(1) {
                let mut fields = fields.clone();
                fields.push(position);
                let mut indices = indices.clone();
                indices.push(field.array.map(|_| sys::Expr::Const(i64::from(cell))));
                self.cells_below(id, field.ty, fields, indices, out);
            }
        }
    }

    /// What a receive does with each field. A poll stores nothing: there a variable matches anything.
    pub(super) fn patterns(
        &mut self,
        arguments: &[ReceiveArgument],
        poll: bool,
    ) -> Vec<sys::Pattern> {
        let mut patterns = Vec::new();
        for argument in arguments {
            match argument {
                ReceiveArgument::Constant(number) => {
                    patterns.push(sys::Pattern::Match(sys::Expr::Const(i64::from(number.value))));
                }
                ReceiveArgument::Eval(value) => {
                    let value = self.expr(value);
                    patterns.push(sys::Pattern::Match(value));
                }
                ReceiveArgument::Variable(variable) => match self.checked.meanings[variable.id] {
                    Some(Meaning::Constant(value, _)) => {
                        let value = sys::Expr::Const(i64::from(value));
                        patterns.push(sys::Pattern::Match(value));
                    }
                    Some(Meaning::Variable(_)) => {
                        for place in self.cells(variable) {
                            patterns.push(match poll {
                                true => sys::Pattern::Ignore,
                                false => sys::Pattern::Bind(place),
                            });
                        }
                    }
                    _ => patterns.push(sys::Pattern::Ignore),
                },
            }
        }
        patterns
    }
}

fn place_of(leaf: &Leaf, indices: &[Option<sys::Expr>]) -> sys::Place {
    let place = match leaf.storage {
        Storage::Global(id) => sys::Place::global(id),
        Storage::Local(id) => sys::Place::local(id),
    };
    let mut dimensions: Vec<(sys::Expr, u32)> = Vec::new();
    for (position, length) in leaf.lengths.iter().enumerate() {
        let index = indices.get(position).cloned().flatten();
        match (index, length) {
            (Some(index), Some(length)) => dimensions.push((index, *length)),
            (None, Some(length)) => dimensions.push((sys::Expr::Const(0), *length)),
            // An index on a scalar must be 0.
            (Some(sys::Expr::Const(0)), None) | (None, None) => {}
            (Some(index), None) => dimensions.push((index, 1)),
        }
    }
    match dimensions.len() {
        0 => place,
        1 => place.at(dimensions.swap_remove(0).0),
        _ => {
            let mut sum = sys::Expr::Const(0);
            for (index, length) in dimensions {
                let inside = match index {
                    sys::Expr::Const(value) if (0..i64::from(length)).contains(&value) => {
                        sys::Expr::Const(value)
                    }
                    other => sys::Expr::Checked(Box::new(other), length),
                };
                let scaled = folded_binary(
                    sys::BinaryOp::Multiply,
                    sum,
                    sys::Expr::Const(i64::from(length)),
                );
                sum = folded_binary(sys::BinaryOp::Add, scaled, inside);
            }
            place.at(sum)
        }
    }
}

pub(super) fn folded_unary(operator: sys::UnaryOp, inner: sys::Expr) -> sys::Expr {
    if let sys::Expr::Const(value) = inner {
        return sys::Expr::Const(sys::value::unary(operator, sys::Width::W32, value));
    }
    sys::Expr::Unary(operator, sys::Width::W32, Box::new(inner))
}

pub(super) fn folded_binary(
    operator: sys::BinaryOp,
    left: sys::Expr,
    right: sys::Expr,
) -> sys::Expr {
    if let (sys::Expr::Const(left), sys::Expr::Const(right)) = (&left, &right)
        && let Ok(value) = sys::value::binary(operator, sys::Width::W32, *left, *right)
    {
        return sys::Expr::Const(value);
    }
    match (operator, &left, &right) {
        (sys::BinaryOp::Add, sys::Expr::Const(0), _) => right,
        (sys::BinaryOp::Add, _, sys::Expr::Const(0)) => left,
        (sys::BinaryOp::Multiply, sys::Expr::Const(0), _) => sys::Expr::Const(0),
        _ => sys::Expr::binary(operator, left, right),
    }
}

fn binary_operator(operator: BinaryOp) -> sys::BinaryOp {
    match operator {
        BinaryOp::Add => sys::BinaryOp::Add,
        BinaryOp::Subtract => sys::BinaryOp::Subtract,
        BinaryOp::Multiply => sys::BinaryOp::Multiply,
        BinaryOp::Divide => sys::BinaryOp::Divide,
        BinaryOp::Remainder => sys::BinaryOp::Remainder,
        BinaryOp::BitAnd => sys::BinaryOp::BitAnd,
        BinaryOp::BitOr => sys::BinaryOp::BitOr,
        BinaryOp::BitXor => sys::BinaryOp::BitXor,
        BinaryOp::ShiftLeft => sys::BinaryOp::ShiftLeft,
        BinaryOp::ShiftRight => sys::BinaryOp::ShiftRight,
        BinaryOp::Less => sys::BinaryOp::Less,
        BinaryOp::LessEqual => sys::BinaryOp::LessEqual,
        BinaryOp::Greater => sys::BinaryOp::Greater,
        BinaryOp::GreaterEqual => sys::BinaryOp::GreaterEqual,
        BinaryOp::Equal => sys::BinaryOp::Equal,
        BinaryOp::NotEqual => sys::BinaryOp::NotEqual,
        BinaryOp::And => sys::BinaryOp::And,
        BinaryOp::Or => sys::BinaryOp::Or,
    }
}
