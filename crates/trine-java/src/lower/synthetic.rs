//! The methods that Java itself writes for enums and records.

use tree_sitter::Node;
use trine_program::*;

use super::{Body, Val};
use crate::parse::children;
use crate::types::Ty;
use crate::world::ClassKind;

impl<'t> Body<'_, 't> {
    /// Writes the body of a method that Java adds; false where it has none.
    pub fn synthetic(&mut self, method: MethodId) -> bool {
        let name = self.world.program.methods[method].name.clone();
        match (self.world.classes[self.class].kind, name.as_str()) {
            (ClassKind::Enum, "values") => self.enum_values(),
            (ClassKind::Enum, "valueOf") => self.enum_value_of(),
            (ClassKind::Record, "equals") => self.record_equals(),
            (ClassKind::Record, _) => {
                let components = &self.world.classes[self.class].record_components;
                let Some((_, ty, field)) = components.iter().find(|(known, ..)| *known == name)
                else {
                    return false;
                };
                let (ty, field) = (ty.clone(), *field);
                let Some(this) = self.this else {
                    trine_base::cannot_happen!("the accessor of a record has no object");
                };
                let value = self.load(Access::Field(Operand::Var(this), field), ty, None);
                let value = self.operand(&value);
                self.emit(StmtKind::Return(Some(value)));
            }
            _ => return false,
        }
        true
    }

    /// A fresh array with all constants: the caller may write to it.
    fn enum_values(&mut self) {
        let constants = self.world.classes[self.class].enum_constants.clone();
        let into = self.temp(&Ty::Null);
        let length = Operand::Int(constants.len() as i64);
        self.emit(StmtKind::NewArray {
            into,
            element: Type::Reference,
            of: ElementType::Class(self.class),
            length,
        });
        for (at, (_, field)) in constants.into_iter().enumerate() {
            let value = self.temp(&Ty::Null);
            self.emit(StmtKind::Load(value, Access::Static(field)));
            let access = Access::Element(Operand::Var(into), Operand::Int(at as i64));
            self.emit(StmtKind::Store(access, Operand::Var(value)));
        }
        self.emit(StmtKind::Return(Some(Operand::Var(into))));
    }

    fn enum_value_of(&mut self) {
        let Some(binding) = self.scope.first().cloned() else {
            trine_base::cannot_happen!("valueOf has no parameter");
        };
        self.refuse_null(&Val::operand(Operand::Var(binding.var), binding.ty.clone()));
        for (name, field) in self.world.classes[self.class].enum_constants.clone() {
            let known = self.world.string(&name);
            let pair = vec![Operand::Var(binding.var), known];
            let same = self.of_text(TextOp::Same, pair, Some(Ty::Bool));
            let condition = self.operand(&same);
            let then = self.collect(|body| {
                let value = body.temp(&Ty::Null);
                body.emit(StmtKind::Load(value, Access::Static(field)));
                body.emit(StmtKind::Return(Some(Operand::Var(value))));
            });
            self.emit(StmtKind::If { condition, then, otherwise: Vec::new() });
        }
        self.throw_new("java.lang.IllegalArgumentException");
    }

    fn record_equals(&mut self) {
        let (Some(this), Some(other)) = (self.this, self.scope.first().cloned()) else {
            trine_base::cannot_happen!("equals of a record has no object or no parameter");
        };
        let other = Operand::Var(other.var);
        let class = self.class;
        let is = self.temp(&Ty::Bool);
        self.emit(StmtKind::InstanceOf { into: is, value: other, class });
        self.leave_unless(Val::operand(Operand::Var(is), Ty::Bool));
        for (_, ty, field) in self.world.classes[self.class].record_components.clone() {
            let mine = self.load(Access::Field(Operand::Var(this), field), ty.clone(), None);
            let theirs = self.load(Access::Field(other, field), ty.clone(), None);
            let same = if ty.is_floating() {
                self.same_floating(mine, theirs)
            } else if ty.is_primitive() {
                self.binary(BinaryOp::Equal, mine, theirs)
            } else {
                self.equal_values(mine, theirs)
            };
            self.leave_unless(same);
        }
        self.emit(StmtKind::Return(Some(Operand::Int(1))));
    }

    /// Records compare floating point as boxes do: what is no number is equal to itself, and zeros have signs.
    fn same_floating(&mut self, mine: Val, theirs: Val) -> Val {
        let boxes = self.world.boxed(&mine.ty);
        let compare =
            self.world.class_of(&boxes).map(|class| self.world.find_methods(class, "compare"));
        let arguments = vec![super::call::Arg::Val(mine), super::call::Arg::Val(theirs)];
        let compare = compare.unwrap_or_default();
        let order = match self.choose(&compare, &arguments) {
            Some(chosen) => self.call(chosen, None, arguments, false, Some(&Ty::Int), true),
            None => {
                self.unknown_call("call of compare".to_string(), None, arguments, Some(&Ty::Int))
            }
        };
        self.binary(BinaryOp::Equal, order, Val::int(0))
    }

    fn leave_unless(&mut self, condition: Val) {
        let condition = self.operand(&condition);
        let otherwise = vec![Stmt { kind: StmtKind::Return(Some(Operand::Int(0))), span: None }];
        self.emit(StmtKind::If { condition, then: Vec::new(), otherwise });
    }

    /// Equal by `equals`, or both null.
    fn equal_values(&mut self, mine: Val, theirs: Val) -> Val {
        let same = self.temp(&Ty::Bool);
        let there = self.binary(BinaryOp::NotEqual, mine.clone(), Val::null());
        let condition = self.operand(&there);
        let otherwise = self.collect(|body| {
            let none = body.binary(BinaryOp::Equal, theirs.clone(), Val::null());
            body.set(same, none.expr);
        });
        let then = self.collect(|body| {
            let theirs = vec![super::call::Arg::Val(theirs)];
            let equal = body.call_on(mine, "equals", theirs, Some(&Ty::Bool), true);
            let equal = body.convert(equal, &Ty::Bool);
            body.set(same, equal.expr);
        });
        self.emit(StmtKind::If { condition, then, otherwise });
        Val::operand(Operand::Var(same), Ty::Bool)
    }

    /// Makes the constants of an enum, in their order.
    pub fn enum_constants(&mut self) {
        let Some(body) = self.world.classes[self.class].body else { return };
        let constants: Vec<Node<'t>> =
            children(body).into_iter().filter(|node| node.kind() == "enum_constant").collect();
        let fields = self.world.classes[self.class].enum_constants.clone();
        for (at, (node, (name, field))) in constants.iter().zip(fields).enumerate() {
            self.at(*node);
            let own = Ty::class(self.class);
            let class = match node.child_by_field_name("body") {
                Some(body) => self.anonymous_class(*node, body, Some(own)),
                None => self.class,
            };
            let arguments = match node.child_by_field_name("arguments") {
                Some(list) => self.arguments(list),
                None => Vec::new(),
            };
            let into = self.temp(&Ty::Null);
            let object = Operand::Var(into);
            self.emit(StmtKind::New { into, class });
            let text = self.world.string(&name);
            for (hidden, value) in [("name", text), ("ordinal", Operand::Int(at as i64))] {
                if let Some(enumeration) = self.world.predefined.enumeration
                    && let Some(field) = self.world.classes[enumeration].fields.get(hidden)
                {
                    self.emit(StmtKind::Store(Access::Field(object, *field), value));
                }
            }
            let constructors = self.world.classes[class].constructors.clone();
            match self.choose_in(Some(class), &constructors, &arguments) {
                Some(chosen) => {
                    let receiver = Val::operand(object, Ty::class(class));
                    self.call(chosen, Some(receiver), arguments, true, None, false);
                }
                None => {
                    let what = format!("constructor of {name}");
                    self.unknown_call(what, None, arguments, Some(&Ty::Void));
                }
            }
            self.emit(StmtKind::Store(Access::Static(field), object));
        }
    }
}
