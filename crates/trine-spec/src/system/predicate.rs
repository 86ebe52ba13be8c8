//! Conditions on states, in the words of the system.

use trine_base::{Diagnostic, Diagnostics, nearest};
use trine_system::{
    BinaryOp, Expr, FloatUnary, LocationId, Place, Root, System, TemplateId, UnaryOp, Variable,
    Width,
};

use super::cells;
use super::names::{enumerated, known_as, local_named, same};
use crate::ast::{
    BinaryOperator, Expression, ExpressionKind, ExpressionPath, ExpressionSegment, Ident,
    UnaryOperator,
};

/// The expression that a written condition stands for; what it mentions and is not there is an error.
pub fn resolve(
    system: &System,
    written: &Expression,
    diagnostics: &mut Diagnostics,
) -> Option<Expr> {
    Resolver { system, diagnostics }.expression(written)
}

struct Resolver<'a> {
    system: &'a System,
    diagnostics: &'a mut Diagnostics,
}

impl Resolver<'_> {
    fn expression(&mut self, written: &Expression) -> Option<Expr> {
        let held = self.held(written)?;
        Some(cells::unboxed(self.system, held))
    }

    /// As it is held in the state, where it is a variable.
    fn held(&mut self, written: &Expression) -> Option<Expr> {
        Some(match &written.kind {
            ExpressionKind::Number(number) => Expr::Const(*number),
            ExpressionKind::Boolean(value) => Expr::Const(i64::from(*value)),
            ExpressionKind::Null => Expr::Const(0),
            ExpressionKind::Path(path) => self.path(path)?,
            ExpressionKind::At(process, label) => self.at(process, label)?,
            ExpressionKind::Unary(operator, inner) => {
                let inner = self.expression(inner)?;
                match operator {
                    UnaryOperator::Not => inner.negated(),
                    UnaryOperator::Minus => {
                        let op = match cells::is_float(self.system, &inner) {
                            true => UnaryOp::Float(FloatUnary::Negate),
                            false => UnaryOp::Negate,
                        };
                        Expr::Unary(op, Width::W64, Box::new(inner))
                    }
                }
            }
            ExpressionKind::Binary(operator, left, right) => {
                let references = self.is_reference(left) || self.is_reference(right);
                let (left, right) = (self.held(left), self.held(right));
                cells::operated(self.system, operation(*operator), left?, right?, references)
            }
        })
    }

    /// Whether it is null or the name of an object.
    fn is_reference(&self, written: &Expression) -> bool {
        match &written.kind {
            ExpressionKind::Null => true,
            ExpressionKind::Path(path) => self.named_value(path).is_some(),
            _ => false,
        }
    }

    /// The value that a path is the name of.
    fn named_value(&self, path: &ExpressionPath) -> Option<i64> {
        match path.segments.as_slice() {
            [only] if only.indices.is_empty() && self.global(&[only]).is_none() => {
                enumerated(self.system, &only.name)
            }
            _ => None,
        }
    }

    /// A variable, a local of a process, or a name of an enumeration.
    fn path(&mut self, path: &ExpressionPath) -> Option<Expr> {
        if let Some(value) = self.named_value(path) {
            return Some(Expr::Const(value));
        }
        let segments: Vec<&ExpressionSegment> = path.segments.iter().collect();
        if let Some(found) = self.dotted(&segments) {
            return Some(Expr::Read(found));
        }
        if let Some((root, variable)) = self.global(&segments) {
            let index = self.cell(&variable, &segments, path)?;
            return Some(Expr::Read(Place { root, index }));
        }
        if let Some((first, rest)) = segments.split_first()
            && !rest.is_empty()
            && let Some((template, process)) = self.process(first)
        {
            let name: Vec<&str> = rest.iter().map(|segment| segment.name.as_str()).collect();
            if let Some(local) = local_named(self.system, template, &name.join(".")) {
                let variable = self.system.templates[template].locals[local].clone();
                let index = self.cell(&variable, rest, path)?;
                let process = process.map(Box::new);
                let root = Root::Remote { process, template, local };
                return Some(Expr::Read(Place { root, index }));
            }
        }
        self.unknown(path);
        None
    }

    /// A field of an object, whose name is a path itself: by all of it, or by its end where only one
    /// has it.
    fn dotted(&mut self, segments: &[&ExpressionSegment]) -> Option<Place> {
        let mut written = String::new();
        for (position, segment) in segments.iter().enumerate() {
            if position > 0 {
                written.push('.');
            }
            written += &segment.name;
            for index in &segment.indices {
                let ExpressionKind::Number(number) = &index.kind else { return None };
                written += &format!("[{number}]");
            }
        }
        self.field(&written).or_else(|| self.field(&known_as(self.system, &written)?))
    }

    /// The field, or the cell of an array, of this name.
    fn field(&self, written: &str) -> Option<Place> {
        // The last index may be that of a cell.
        let cell = written.strip_suffix(']').and_then(|text| text.rsplit_once('['));
        let mut found = Vec::new();
        for (id, variable) in self.system.globals.enumerate() {
            let [part] = variable.path.as_slice() else { continue };
            let whole = |text: &str| same(self.system, &part.name, text);
            let is = |text: &str| {
                let skipped = part.name.len().checked_sub(text.len());
                let ends = |at: usize| {
                    part.name[..at].ends_with('.') && same(self.system, &part.name[at..], text)
                };
                whole(text) || skipped.is_some_and(|at| part.name.is_char_boundary(at) && ends(at))
            };
            let full = whole(written);
            match (part.length, cell) {
                (None, _) if part.name.contains(['.', '[']) && is(written) => {
                    found.push((full, Place::global(id)));
                }
                (Some(length), Some((name, index)))
                    if part.name.contains(['.', '@']) && is(name) =>
                {
                    let index = index.parse().ok().filter(|index| *index < i64::from(length))?;
                    found.push((whole(name), Place::global(id).at(Expr::Const(index))));
                }
                _ => {}
            }
        }
        let exact = found.iter().position(|(full, _)| *full);
        match (exact, found.len()) {
            (Some(position), _) => Some(found.swap_remove(position).1),
            (None, 1) => found.pop().map(|(_, place)| place),
            _ => None,
        }
    }

    fn global(&self, segments: &[&ExpressionSegment]) -> Option<(Root, Variable)> {
        let names: Vec<&str> = segments.iter().map(|segment| segment.name.as_str()).collect();
        let name = names.join(".");
        let mut globals = self.system.globals.enumerate();
        let (id, variable) =
            globals.find(|(_, variable)| same(self.system, &variable.name(), &name))?;
        Some((Root::Global(id), variable.clone()))
    }

    /// The template that a segment names, and the number of the process where it says which.
    fn process(&mut self, segment: &ExpressionSegment) -> Option<(TemplateId, Option<Expr>)> {
        let system = self.system;
        if let [index] = segment.indices.as_slice() {
            let full = match &index.kind {
                ExpressionKind::Number(number) => format!("{}[{number}]", segment.name),
                _ => String::new(),
            };
            let mut processes = system.processes.iter();
            let declared = processes.position(|process| same(system, &process.name, &full));
            if let Some(position) = declared {
                let number = Expr::Const(position as i64);
                return Some((system.processes[position].template, Some(number)));
            }
            let mut templates = system.templates.enumerate();
            let (id, _) =
                templates.find(|(_, template)| same(system, &template.name, &segment.name))?;
            return Some((id, Some(self.expression(index)?)));
        }
        let mut processes = system.processes.iter();
        if let Some(at) = processes.position(|process| same(system, &process.name, &segment.name)) {
            return Some((system.processes[at].template, Some(Expr::Const(at as i64))));
        }
        let mut templates = system.templates.enumerate();
        let (id, _) =
            templates.find(|(_, template)| same(system, &template.name, &segment.name))?;
        Some((id, None))
    }

    /// Which cell of a variable the indices mean.
    fn cell(
        &mut self,
        variable: &Variable,
        segments: &[&ExpressionSegment],
        path: &ExpressionPath,
    ) -> Option<Option<Box<Expr>>> {
        let mut cell: Option<Expr> = None;
        for (part, segment) in variable.path.iter().zip(segments) {
            match (part.length, segment.indices.as_slice()) {
                (None, []) => {}
                (Some(length), [index]) => {
                    let index = self.expression(index)?;
                    let index = Expr::Checked(Box::new(index), length);
                    cell = Some(match cell {
                        None => index,
                        Some(outer) => {
                            let length = Expr::Const(i64::from(length));
                            let start = Expr::binary(BinaryOp::Multiply, outer, length);
                            Expr::binary(BinaryOp::Add, start, index)
                        }
                    });
                }
                (Some(_), _) => {
                    let message = format!("`{}` is an array: say which of it", part.name);
                    self.diagnostics.error(message, path.place.0);
                    return None;
                }
                (None, _) => {
                    let message = format!("`{}` is not an array", part.name);
                    self.diagnostics.error(message, path.place.0);
                    return None;
                }
            }
        }
        Some(cell.map(Box::new))
    }

    fn at(&mut self, process: &ExpressionPath, label: &Ident) -> Option<Expr> {
        let found = match process.segments.as_slice() {
            [only] => self.process(only),
            _ => None,
        };
        let Some((template, number)) = found else {
            let names = self.system.templates.iter().map(|template| template.name.as_str());
            let written = process.segments.first().map_or("", |segment| segment.name.as_str());
            let mut problem =
                Diagnostic::error(format!("there is no process `{written}`"), process.place.0);
            if let Some(near) = nearest(written, names) {
                problem = problem.help(format!("did you mean `{near}`?"));
            }
            self.diagnostics.push(problem);
            return None;
        };
        let code = &self.system.templates[template];
        let named = code.locations.enumerate().filter(|(_, at)| at.names.contains(&label.name));
        let locations: Vec<LocationId> = named.map(|(id, _)| id).collect();
        if locations.is_empty() {
            let message = format!("`{}` has no label `{}`", code.name, label.name);
            let names = code.locations.iter().flat_map(|at| &at.names).map(String::as_str);
            let mut problem = Diagnostic::error(message, label.place.0);
            if let Some(near) = nearest(&label.name, names) {
                problem = problem.help(format!("did you mean `{near}`?"));
            }
            self.diagnostics.push(problem);
            return None;
        }
        Some(Expr::At { process: number.map(Box::new), template, locations })
    }

    fn unknown(&mut self, path: &ExpressionPath) {
        let names: Vec<&str> = path.segments.iter().map(|segment| segment.name.as_str()).collect();
        let written = names.join(".");
        let globals = self.system.globals.iter().map(Variable::name);
        let locals = self.system.templates.iter().flat_map(|template| {
            template.locals.iter().map(|local| format!("{}.{}", template.name, local.name()))
        });
        let values = self.system.enums.iter().flat_map(|decl| &decl.values);
        let known: Vec<String> =
            globals.chain(locals).chain(values.map(|(name, _)| name.clone())).collect();
        let mut problem =
            Diagnostic::error(format!("there is no variable `{written}`"), path.place.0);
        if let Some(near) = nearest(&written, known.iter().map(String::as_str)) {
            problem = problem.help(format!("did you mean `{near}`?"));
        }
        self.diagnostics.push(problem);
    }
}

fn operation(operator: BinaryOperator) -> BinaryOp {
    match operator {
        BinaryOperator::Or => BinaryOp::Or,
        BinaryOperator::And => BinaryOp::And,
        BinaryOperator::Equal => BinaryOp::Equal,
        BinaryOperator::NotEqual => BinaryOp::NotEqual,
        BinaryOperator::Less => BinaryOp::Less,
        BinaryOperator::LessEqual => BinaryOp::LessEqual,
        BinaryOperator::Greater => BinaryOp::Greater,
        BinaryOperator::GreaterEqual => BinaryOp::GreaterEqual,
        BinaryOperator::Add => BinaryOp::Add,
        BinaryOperator::Subtract => BinaryOp::Subtract,
        BinaryOperator::Multiply => BinaryOp::Multiply,
        BinaryOperator::Divide => BinaryOp::Divide,
        BinaryOperator::Remainder => BinaryOp::Remainder,
    }
}
