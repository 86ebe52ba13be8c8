//! Arrays: making, filling and copying them.

use tree_sitter::Node;
use trine_program::*;

use super::call::Arg;
use super::{Body, Val};
use crate::parse::children;
use crate::types::Ty;

impl<'t> Body<'_, 't> {
    /// The value of an element: reads it where `array[index]` stands as an expression.
    pub fn array_access(&mut self, node: Node<'t>) -> Val {
        match self.element_place(node, &[]) {
            Ok((access, ty)) => self.load(access, ty, None),
            Err(value) => value,
        }
    }

    /// The place that `array[index]` names; `next` is evaluated before it is used.
    pub fn element_place(
        &mut self,
        node: Node<'t>,
        next: &[Node<'t>],
    ) -> Result<(Access, Ty), Val> {
        let (Some(array), Some(index)) =
            (node.child_by_field_name("array"), node.child_by_field_name("index"))
        else {
            return Err(self.odd(node));
        };
        let array = self.expression(array, None);
        let array = self.checked_as_said(array);
        let mut later = vec![index];
        later.extend_from_slice(next);
        let array = self.settle(array, &later);
        let index = self.expression(index, Some(&Ty::Int));
        let index = self.convert(index, &Ty::Int);
        let index = self.settle(index, next);
        let Ty::Array(element) = &array.ty else {
            return Err(self.unmodelled(
                "index into a value that is not an array",
                &[array, index],
                None,
            ));
        };
        let element = (**element).clone();
        let array = self.operand(&array);
        let index = self.operand(&index);
        Ok((Access::Element(array, index), element))
    }

    /// `new T[n]…`: fills arrays of arrays to the depth for which lengths are given.
    pub fn array_creation(&mut self, node: Node<'t>) -> Val {
        let Some(base) = node.child_by_field_name("type") else { return self.odd(node) };
        let base = self.resolve(base);
        let (mut lengths, mut open) = (Vec::new(), 0);
        for child in children(node) {
            match child.kind() {
                "dimensions_expr" => lengths.extend(children(child).into_iter().next_back()),
                "dimensions" => {
                    open += crate::declare::dimension_count(self.world, self.unit, child);
                }
                _ => {}
            }
        }
        if lengths.len() + open > 32 {
            return self.odd(node);
        }
        if let Some(value) = node.child_by_field_name("value") {
            let element = (1..open).fold(base, |ty, _| Ty::array(ty));
            return self.array_initializer(value, &element);
        }
        let mut counts = Vec::new();
        for (at, length) in lengths.iter().enumerate() {
            let value = self.expression(*length, Some(&Ty::Int));
            let value = self.convert(value, &Ty::Int);
            let value = self.settle(value, &lengths[at + 1..]);
            counts.push(self.operand(&value));
        }
        let innermost = (0..open).fold(base, |ty, _| Ty::array(ty));
        self.nested_arrays(&counts, &innermost)
    }

    /// An array, its elements arrays, as many levels as there are lengths.
    pub fn nested_arrays(&mut self, counts: &[Operand], innermost: &Ty) -> Val {
        let Some((length, rest)) = counts.split_first() else {
            return self.unmodelled("an array without a length", &[], Some(innermost));
        };
        let element = rest.iter().fold(innermost.clone(), |ty, _| Ty::array(ty));
        let ty = Ty::array(element.clone());
        let into = self.temp(&ty);
        self.new_array(into, &element, *length);
        if !rest.is_empty() {
            let rest = rest.to_vec();
            let innermost = innermost.clone();
            self.count_loop(*length, |body, index| {
                let inner = body.nested_arrays(&rest, &innermost);
                let inner = body.operand(&inner);
                let access = Access::Element(Operand::Var(into), index);
                body.emit(StmtKind::Store(access, inner));
            });
        }
        Val::operand(Operand::Var(into), ty)
    }

    /// An array that takes what the type of its elements says.
    fn new_array(&mut self, into: VarId, element: &Ty, length: Operand) {
        let of = match element {
            Ty::Array(inner) => match &**inner {
                inner if inner.is_primitive() => ElementType::ArrayOfValues(inner.stored()),
                Ty::Class(class, _) if Some(*class) != self.world.predefined.object => {
                    ElementType::ArrayOf(*class)
                }
                _ => ElementType::Array,
            },
            Ty::Class(class, _) if Some(*class) != self.world.predefined.object => {
                ElementType::Class(*class)
            }
            _ => ElementType::Any,
        };
        self.emit(StmtKind::NewArray { into, element: element.stored(), of, length });
    }

    /// `{a, b, …}`, with each item converted to the element type.
    pub fn array_initializer(&mut self, node: Node<'t>, element: &Ty) -> Val {
        let items = children(node);
        let ty = Ty::array(element.clone());
        let into = self.temp(&ty);
        let length = Operand::Int(items.len() as i64);
        self.new_array(into, element, length);
        for (at, item) in items.into_iter().enumerate() {
            let value = self.expression(item, Some(element));
            let value = self.convert(value, element);
            let value = self.operand(&value);
            let access = Access::Element(Operand::Var(into), Operand::Int(at as i64));
            self.within(item, |body| body.emit(StmtKind::Store(access, value)));
        }
        Val::operand(Operand::Var(into), ty)
    }

    /// An array of values that are already there, as for the last parameter of a method with varargs.
    pub fn packed(&mut self, items: Vec<Val>, element: &Ty) -> Val {
        let ty = Ty::array(element.clone());
        let into = self.temp(&ty);
        let length = Operand::Int(items.len() as i64);
        self.new_array(into, element, length);
        for (at, item) in items.into_iter().enumerate() {
            let item = match element.is_primitive() {
                true => self.convert(item, element),
                false => self.boxed(item),
            };
            let item = self.operand(&item);
            let access = Access::Element(Operand::Var(into), Operand::Int(at as i64));
            self.emit(StmtKind::Store(access, item));
        }
        Val::operand(Operand::Var(into), ty)
    }

    /// A new array with the same elements, copied one by one.
    pub fn clone_array(&mut self, array: Val, element: &Ty) -> Val {
        let ty = array.ty.clone();
        let array = self.copy(array);
        let source = self.operand(&array);
        let length = self.temp(&Ty::Int);
        self.emit(StmtKind::Length(length, source));
        let into = self.temp(&ty);
        let length = Operand::Var(length);
        self.new_array(into, element, length);
        let element = element.clone();
        self.count_loop(length, |body, index| {
            let item = body.temp(&element);
            body.emit(StmtKind::Load(item, Access::Element(source, index)));
            let access = Access::Element(Operand::Var(into), index);
            body.emit(StmtKind::Store(access, Operand::Var(item)));
        });
        Val::operand(Operand::Var(into), ty)
    }

    /// `System.arraycopy`: elements are read and written one by one, from the end where the parts may
    /// overlap to the right. None where the arguments are not seen to be arrays.
    pub fn copy_elements(&mut self, arguments: &[Arg<'t>]) -> Option<Val> {
        let [Arg::Val(source), Arg::Val(from), Arg::Val(target), Arg::Val(to), Arg::Val(count)] =
            arguments
        else {
            return None;
        };
        if [&source.ty, &target.ty].contains(&&Ty::Null) {
            self.throw_new("java.lang.NullPointerException");
            return Some(Val::void());
        }
        let (Ty::Array(element), Ty::Array(other)) = (&source.ty, &target.ty) else { return None };
        let element = (**element).clone();
        let differ = (element.is_primitive() || other.is_primitive()) && element != **other;
        let (source, target) = (self.copy(source.clone()), self.copy(target.clone()));
        let lengths = [self.length_of(&source), self.length_of(&target)];
        if differ {
            self.throw_new("java.lang.ArrayStoreException");
            return Some(Val::void());
        }
        let same = self.binary(BinaryOp::Equal, source.clone(), target.clone());
        let (source, target) = (self.operand(&source), self.operand(&target));
        let mut whole = |value: &Val| {
            let value = self.convert(value.clone(), &Ty::Int);
            self.copy(value)
        };
        let (from, to, count) = (whole(from), whole(to), whole(count));
        self.check_ranges([&from, &to], &count, lengths);
        let right = self.binary(BinaryOp::Less, from.clone(), to.clone());
        let backwards = self.binary(BinaryOp::BitAnd, same, right);
        let condition = self.operand(&backwards);
        let length = self.operand(&count);
        let mut direction = |backwards: bool| {
            self.collect(|body| {
                body.count_loop(length, |body, index| {
                    let mut at = Val::operand(index, Ty::Int);
                    if backwards {
                        let last = body.binary(BinaryOp::Subtract, count.clone(), Val::int(1));
                        at = body.binary(BinaryOp::Subtract, last, at);
                    }
                    let read = body.binary(BinaryOp::Add, from.clone(), at.clone());
                    let write = body.binary(BinaryOp::Add, to.clone(), at);
                    let (read, write) = (body.operand(&read), body.operand(&write));
                    let item = body.temp(&element);
                    body.emit(StmtKind::Load(item, Access::Element(source, read)));
                    let access = Access::Element(target, write);
                    body.emit(StmtKind::Store(access, Operand::Var(item)));
                });
            })
        };
        let (then, otherwise) = (direction(true), direction(false));
        self.emit(StmtKind::If { condition, then, otherwise });
        Some(Val::void())
    }

    fn length_of(&mut self, array: &Val) -> Val {
        let length = self.temp(&Ty::Int);
        let array = self.operand(array);
        self.emit(StmtKind::Length(length, array));
        Val::operand(Operand::Var(length), Ty::Int)
    }

    /// An error before anything is copied, where a part does not lie inside its array.
    fn check_ranges(&mut self, starts: [&Val; 2], count: &Val, lengths: [Val; 2]) {
        let mut outside = self.binary(BinaryOp::Less, count.clone(), Val::int(0));
        for (start, length) in starts.into_iter().zip(lengths) {
            let before = self.binary(BinaryOp::Less, start.clone(), Val::int(0));
            let last = self.binary(BinaryOp::Subtract, length, count.clone());
            let behind = self.binary(BinaryOp::Greater, start.clone(), last);
            outside = self.binary(BinaryOp::BitOr, outside, before);
            outside = self.binary(BinaryOp::BitOr, outside, behind);
        }
        let condition = self.operand(&outside);
        let then = self.collect(|body| body.throw_new("java.lang.ArrayIndexOutOfBoundsException"));
        self.emit(StmtKind::If { condition, then, otherwise: Vec::new() });
    }
}
