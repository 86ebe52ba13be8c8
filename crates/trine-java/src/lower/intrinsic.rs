//! What library models ask of the model itself: the static methods of `trine.Trine`.

use tree_sitter::Node;
use trine_program::*;

use super::name::Found;
use super::operator::binary_op;
use super::{Body, Val};
use crate::parse::{children, first_child};
use crate::types::Ty;

/// Makes a question about an object or thread.
type Query = fn(Operand) -> Condition;

/// Name, operation, and the type of its result.
fn operation(name: &str) -> Option<(Operation, Ty)> {
    Some(match name {
        "enter" => (Operation::Enter, Ty::Void),
        "exit" => (Operation::Exit, Ty::Void),
        "tryEnter" => (Operation::TryEnter, Ty::Bool),
        "holdCount" => (Operation::HoldCount, Ty::Int),
        "wait" => (Operation::Wait, Ty::Void),
        "timedWait" => (Operation::TimedWait, Ty::Bool),
        "waitDeaf" => (Operation::WaitDeaf, Ty::Void),
        "notify" => (Operation::Notify, Ty::Void),
        "notifyAll" => (Operation::NotifyAll, Ty::Void),
        "start" => (Operation::Start, Ty::Void),
        "join" => (Operation::Join, Ty::Void),
        "timedJoin" => (Operation::TimedJoin, Ty::Void),
        "isAlive" => (Operation::IsAlive, Ty::Bool),
        "isContended" => (Operation::IsContended, Ty::Bool),
        "currentThread" => (Operation::CurrentThread, Ty::Null),
        "interrupt" => (Operation::Interrupt, Ty::Void),
        "interrupted" => (Operation::Interrupted, Ty::Bool),
        "sleep" => (Operation::Sleep, Ty::Void),
        "yield" => (Operation::Yield, Ty::Void),
        "choose" => (Operation::Choose, Ty::Int),
        "input" => (Operation::Input, Ty::Int),
        "moment" => (Operation::Moment, Ty::Long),
        _ => return None,
    })
}

/// Name, operation on text, and the type of its result; none is text.
fn text_operation(name: &str) -> Option<(TextOp, Option<Ty>)> {
    Some(match name {
        "length" => (TextOp::Length, Some(Ty::Int)),
        "unitAt" => (TextOp::At, Some(Ty::Char)),
        "same" => (TextOp::Same, Some(Ty::Bool)),
        "compare" => (TextOp::Compare, Some(Ty::Int)),
        "compareFolded" => (TextOp::CompareFolded, Some(Ty::Int)),
        "hash" => (TextOp::Hash, Some(Ty::Int)),
        "find" => (TextOp::Find, Some(Ty::Int)),
        "findLast" => (TextOp::FindLast, Some(Ty::Int)),
        "isNumber" => (TextOp::IsNumber, Some(Ty::Bool)),
        "parse" => (TextOp::Number, Some(Ty::Long)),
        "isKnown" => (TextOp::IsKnown, Some(Ty::Bool)),
        "isFollowed" => (TextOp::IsFollowed, Some(Ty::Bool)),
        "note" => (TextOp::Note, Some(Ty::Bool)),
        "isNoted" => (TextOp::IsNoted, Some(Ty::Bool)),
        "isInstance" => (TextOp::IsInstance, Some(Ty::Bool)),
        "classOf" => (TextOp::ClassOf, Some(Ty::Null)),
        "className" => (TextOp::ClassName, None),
        "fullClassName" => (TextOp::FullClassName, None),
        "labelled" => (TextOp::Labelled, None),
        "join" => (TextOp::Join, None),
        "ofNumber" => (TextOp::OfNumber, None),
        "ofDouble" => (TextOp::OfDouble, None),
        "ofSingle" => (TextOp::OfSingle, None),
        "ofUnit" => (TextOp::OfUnit, None),
        "part" => (TextOp::Part, None),
        "trim" => (TextOp::Trim, None),
        "lower" => (TextOp::Lower, None),
        "upper" => (TextOp::Upper, None),
        "replace" => (TextOp::Replace, None),
        _ => return None,
    })
}

impl<'t> Body<'_, 't> {
    /// Models, and programs that import it, can name the intrinsics.
    pub fn is_intrinsic_class(&self, text: &str) -> bool {
        let unit = &self.world.units[self.unit];
        match text {
            "trine.Trine" => true,
            "Trine" => {
                unit.imports.iter().any(|import| import.path == "trine.Trine") || unit.library
            }
            _ => false,
        }
    }

    /// A call of a method of `trine.Trine`, which only library models make.
    pub fn intrinsic(&mut self, name: &str, list: Node<'t>, expected: Option<&Ty>) -> Val {
        let nodes = children(list);
        match (name, nodes.as_slice()) {
            ("await", [condition]) => {
                let condition = self.await_condition(*condition);
                self.emit(StmtKind::Await(condition));
                Val::void()
            }
            ("atomic", [lambda]) => self.atomic(*lambda),
            ("unmodelled", [text, ..]) => {
                let what = match self.expression(*text, None).constant() {
                    Some(Operand::String(id)) => self.world.program.strings[id].clone(),
                    _ => "something that the model leaves out".to_string(),
                };
                // Executions that come here prove nothing: this is no call that changes nothing.
                let reached = Val::operand(Operand::Class(self.class), self.world.object());
                self.unmodelled(what, &[reached], expected.or(Some(&Ty::Void)))
            }
            ("assume", [text]) => {
                if let Some(Operand::String(id)) = self.expression(*text, None).constant() {
                    let text = self.world.program.strings[id].clone();
                    self.emit(StmtKind::Assume(text));
                }
                Val::void()
            }
            ("opaque", []) => {
                let ty = expected.cloned().filter(|ty| *ty != Ty::Void);
                let ty = ty.unwrap_or_else(|| self.world.object());
                Val::new(Expr::Opaque(ty.stored()), ty)
            }
            ("hasOwnTexts", []) => {
                let own = self.world.has_own_texts();
                Val::bool(own)
            }
            ("number", [value]) => {
                let value = self.expression(*value, None);
                let ty = expected.filter(|ty| ty.is_primitive()).cloned();
                let ty = self.world.unboxed(&value.ty).or(ty).unwrap_or(Ty::Int);
                let value = Val::new(value.expr, self.world.boxed(&ty));
                self.unbox(value, Some(&ty))
            }
            ("squareRoot", [value]) => {
                let value = self.expression(*value, Some(&Ty::Double));
                let value = self.convert(value, &Ty::Double);
                Val::new(Expr::float_of(FloatUnary::SquareRoot, value.expr), Ty::Double)
            }
            _ => self.intrinsic_operation(name, &nodes, expected),
        }
    }

    /// An operation on text, threads, monitors, time or inputs, after its arguments.
    fn intrinsic_operation(
        &mut self,
        name: &str,
        nodes: &[Node<'t>],
        expected: Option<&Ty>,
    ) -> Val {
        let mut arguments = Vec::new();
        let mut floating = false;
        for (at, node) in nodes.iter().enumerate() {
            let value = self.expression(*node, None);
            let value = self.settle(value, &nodes[at + 1..]);
            floating |= value.ty.is_floating();
            arguments.push(self.operand(&value));
        }
        if let Some((op, ty)) =
            text_operation(name).filter(|_| !(name == "join" && nodes.len() == 1))
        {
            return self.of_text(op, arguments, ty);
        }
        let known = if name == "exit" && nodes.is_empty() {
            Some((Operation::ExitProgram, Ty::Void))
        } else {
            operation(name)
        };
        let Some((operation, mut ty)) = known else {
            return self.unmodelled(format!("Trine.{name}"), &[], expected);
        };
        if operation == Operation::CurrentThread {
            let thread = self.world.by_name.get("java.lang.Thread").copied();
            ty = thread.map_or_else(|| self.world.object(), Ty::class);
        }
        if operation == Operation::Choose && floating {
            ty = Ty::Double;
        }
        if operation == Operation::Input
            && let Some(expected) = expected.filter(|ty| ty.is_integral() || **ty == Ty::Bool)
        {
            ty = expected.clone();
        }
        let into = (ty != Ty::Void).then(|| self.temp(&ty));
        self.emit(StmtKind::Do { into, operation, arguments });
        match into {
            Some(var) => Val::operand(Operand::Var(var), ty),
            None => Val::void(),
        }
    }

    /// What comes of text that is known.
    pub fn of_text(&mut self, op: TextOp, arguments: Vec<Operand>, ty: Option<Ty>) -> Val {
        let ty = ty.unwrap_or_else(|| self.world.string_ty());
        let into = self.temp(&ty);
        self.set(into, Expr::Text(op, arguments));
        Val::operand(Operand::Var(into), ty)
    }

    /// The body of the lambda, in place, as one step.
    fn atomic(&mut self, lambda: Node<'t>) -> Val {
        let Some(inner) = lambda.child_by_field_name("body") else { return self.odd(lambda) };
        let body = self.collect(|body| {
            if inner.kind() == "block" {
                body.statement(inner);
            } else {
                body.effect(inner);
            }
        });
        self.emit(StmtKind::Atomic(body));
        Val::void()
    }

    /// A condition whose last reads happen at the moment when it is decided. What leads to the
    /// places that it reads is evaluated before.
    fn await_condition(&mut self, node: Node<'t>) -> Condition {
        if !self.dive() {
            self.surface();
            self.unmodelled("a condition that is nested too deeply", &[], Some(&Ty::Void));
            return Condition::Operand(Operand::Int(0));
        }
        let condition = self.within(node, |body| body.condition_part(node).0);
        self.surface();
        condition
    }

    fn condition_part(&mut self, node: Node<'t>) -> (Condition, Ty) {
        match node.kind() {
            "parenthesized_expression" => match first_child(node) {
                Some(inner) => self.condition_part(inner),
                None => self.evaluated_before(node),
            },
            "unary_expression" => {
                let Some(inner) = node.child_by_field_name("operand") else {
                    return self.evaluated_before(node);
                };
                let sign = self.operator(node);
                let (inner, ty) = self.condition_part(inner);
                let (op, ty) = match sign {
                    "!" => (UnaryOp::Not, Ty::Bool),
                    "-" => (UnaryOp::Negate, ty.promoted()),
                    "~" => (UnaryOp::Complement, ty.promoted()),
                    _ => return (inner, ty),
                };
                (Condition::Unary(op, ty.width(), Box::new(inner)), ty)
            }
            "binary_expression" => self.binary_condition(node),
            "identifier" => match self.find(self.text(node)) {
                Some(Found::Field(access, ty, field)) => self.place_condition(access, ty, field),
                _ => self.evaluated_before(node),
            },
            "field_access" => {
                let is_length = node
                    .child_by_field_name("field")
                    .is_some_and(|field| self.text(field) == "length");
                if is_length && let Some(object) = node.child_by_field_name("object") {
                    let before = self.out.len();
                    if self.as_type(object).is_none() {
                        let value = self.expression(object, None);
                        if matches!(value.ty, Ty::Array(_)) {
                            let operand = self.operand(&value);
                            return (Condition::Length(operand), Ty::Int);
                        }
                        self.out.truncate(before);
                    }
                }
                match self.field_place(node) {
                    Ok(Found::Field(access, ty, field)) => self.place_condition(access, ty, field),
                    Ok(found) => {
                        let value = self.value_of(found);
                        (Condition::Operand(self.operand(&value)), value.ty)
                    }
                    Err(value) => (Condition::Operand(self.operand(&value)), value.ty),
                }
            }
            "array_access" => match self.element_place(node, &[]) {
                Ok((access, ty)) => (Condition::Load(access), ty),
                Err(value) => (Condition::Operand(self.operand(&value)), value.ty),
            },
            "method_invocation" => self.query(node),
            _ => self.evaluated_before(node),
        }
    }

    fn place_condition(&mut self, access: Access, ty: Ty, field: FieldId) -> (Condition, Ty) {
        match super::field_constant(self.world, field) {
            Some(constant) => (Condition::Operand(constant), ty),
            None => (Condition::Load(access), ty),
        }
    }

    fn evaluated_before(&mut self, node: Node<'t>) -> (Condition, Ty) {
        let value = self.expression(node, None);
        (Condition::Operand(self.operand(&value)), value.ty)
    }

    fn binary_condition(&mut self, node: Node<'t>) -> (Condition, Ty) {
        let (Some(left), Some(right)) =
            (node.child_by_field_name("left"), node.child_by_field_name("right"))
        else {
            return self.evaluated_before(node);
        };
        let op = match self.operator(node) {
            "&&" => BinaryOp::And,
            "||" => BinaryOp::Or,
            sign => match binary_op(sign) {
                Some(op) => op,
                None => return self.evaluated_before(node),
            },
        };
        if !self.dive() {
            self.surface();
            return self.evaluated_before(node);
        }
        let (left, left_ty) = self.condition_part(left);
        let (right, right_ty) = self.condition_part(right);
        self.surface();
        let ty = crate::types::binary_promotion(&left_ty, &right_ty);
        let width = ty.width();
        let result = match op {
            BinaryOp::And
            | BinaryOp::Or
            | BinaryOp::Equal
            | BinaryOp::NotEqual
            | BinaryOp::Less
            | BinaryOp::LessEqual
            | BinaryOp::Greater
            | BinaryOp::GreaterEqual => Ty::Bool,
            _ if left_ty == Ty::Bool => Ty::Bool,
            _ => ty,
        };
        (Condition::Binary(op, width, Box::new(left), Box::new(right)), result)
    }

    /// `Trine.mine(o)` and the other questions to the model.
    fn query(&mut self, node: Node<'t>) -> (Condition, Ty) {
        let name = node.child_by_field_name("name").map_or("", |name| self.text(name));
        let object = node.child_by_field_name("object").map_or("", |object| self.text(object));
        let argument = node.child_by_field_name("arguments").and_then(first_child);
        if let Some(argument) = argument
            && self.is_intrinsic_class(object)
        {
            let make: Option<(Query, Ty)> = match name {
                "mine" => Some((Condition::Mine, Ty::Int)),
                "held" => Some((Condition::Held, Ty::Bool)),
                "waiting" => Some((Condition::Waiting, Ty::Int)),
                "started" => Some((Condition::Started, Ty::Bool)),
                "ended" => Some((Condition::Ended, Ty::Bool)),
                _ => None,
            };
            if let Some((make, ty)) = make {
                let value = self.expression(argument, None);
                let operand = self.operand(&value);
                return (make(operand), ty);
            }
        }
        self.evaluated_before(node)
    }
}
