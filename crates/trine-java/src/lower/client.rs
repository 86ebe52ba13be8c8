//! What a client of a class does: make an instance in any public way, call any public method with any
//! arguments of small domains.
//!
//! Each class of the user that others can make gets a helper class with two static methods, `make/0`
//! and `call/1`. Nothing reaches them unless a client is asked for.

use tree_sitter::Node;
use trine_base::Span;
use trine_program::*;

use super::call::{Arg, Chosen};
use super::{Body, Val};
use crate::declare::{Shape, add_made_field, add_shape, blank, set_parents};
use crate::types::Ty;
use crate::world::{ClassKind, MethodKind, World};

/// How many objects of one class are there for clients to pass.
const OBJECTS: usize = 2;

/// Exceptions that no method throws to refuse a call.
const ERRORS: &[&str] = &[
    "java.lang.NullPointerException",
    "java.lang.ArrayIndexOutOfBoundsException",
    "java.lang.ArithmeticException",
    "java.lang.NegativeArraySizeException",
    "java.lang.ClassCastException",
    "java.lang.IllegalMonitorStateException",
    "java.lang.IllegalThreadStateException",
];

/// The name of the helper class of a class.
pub(crate) fn helper_name(class: &str) -> String {
    format!("Client({class})")
}

/// Adds helpers for all classes of the user that a client can make.
pub(crate) fn add_helpers(world: &mut World<'_>) {
    let classes: Vec<ClassId> = world
        .classes
        .ids()
        .filter(|class| !world.program.classes[*class].library && can_be_made(world, *class))
        .collect();
    for class in classes {
        add_helper(world, class);
    }
}

fn can_be_made(world: &World<'_>, class: ClassId) -> bool {
    let info = &world.classes[class];
    matches!(info.kind, ClassKind::Class | ClassKind::Record)
        && !info.is_abstract
        && !info.anonymous
        && info.outer_field.is_none()
        && info.captures.is_empty()
        && !constructors(world, class).is_empty()
}

/// Constructors that others may call: public ones, or where there are none those that are not
/// private.
fn constructors(world: &World<'_>, class: ClassId) -> Vec<MethodId> {
    let all = &world.classes[class].constructors;
    let public: Vec<MethodId> =
        all.iter().copied().filter(|id| world.methods[*id].is_public).collect();
    if !public.is_empty() {
        return public;
    }
    all.iter().copied().filter(|id| !world.methods[*id].is_private).collect()
}

/// Methods that clients call: public ones of the user's classes, or where there are none those that
/// are not private.
fn methods(world: &World<'_>, class: ClassId) -> Vec<MethodId> {
    let mut found: Vec<MethodId> = Vec::new();
    for ancestor in world.ancestry(class) {
        if world.program.classes[ancestor].library {
            continue;
        }
        for method in &world.program.classes[ancestor].methods {
            let (shape, info) = (&world.program.methods[*method], &world.methods[*method]);
            let overridden =
                found.iter().any(|other| world.program.methods[*other].selector == shape.selector);
            let wanted = info.kind == MethodKind::Method
                && !info.is_private
                && !(shape.name == "main" && shape.is_static);
            if wanted && !overridden {
                found.push(*method);
            }
        }
    }
    let public: Vec<MethodId> =
        found.iter().copied().filter(|id| world.methods[*id].is_public).collect();
    if public.is_empty() { found } else { public }
}

fn add_helper(world: &mut World<'_>, class: ClassId) {
    let (unit, node) = (world.classes[class].unit, world.classes[class].node);
    let name = helper_name(&world.program.classes[class].name);
    let span = world.program.classes[class].span;
    let helper = Class {
        name: name.clone(),
        parents: Vec::new(),
        fields: Vec::new(),
        methods: Vec::new(),
        initializer: None,
        library: true,
        span,
    };
    let info = blank(unit, node, None, &name, &name, ClassKind::Class);
    let helper = world.add_class(helper, info);
    set_parents(world, helper);
    let target = Ty::class(class);

    let mut shape = Shape::new("call", MethodKind::Synthetic);
    shape.params = vec![target.clone()];
    shape.names = vec![("object".to_string(), None)];
    let call = add_shape(world, helper, shape, true, span);
    let mut body = Client::new(world, helper, span);
    body.body.vars = body.body.world.program.methods[call].vars.clone();
    body.call_any(class, Val::operand(Operand::Var(VarId(0)), target.clone()));
    let pool = std::mem::take(&mut body.pool);
    body.finish(call);

    let mut shape = Shape::new("make", MethodKind::Synthetic);
    shape.ret = target;
    let make = add_shape(world, helper, shape, true, span);
    let mut body = Client::new(world, helper, span);
    body.pool = pool;
    body.make_any(class);
    body.finish(make);
}

/// The objects of one class that clients pass.
struct Pool {
    class: ClassId,
    fields: Vec<FieldId>,
}

struct Client<'w, 't> {
    body: Body<'w, 't>,
    helper: ClassId,
    pool: Vec<Pool>,
}

impl<'w, 't> Client<'w, 't> {
    fn new(world: &'w mut World<'t>, helper: ClassId, span: Option<Span>) -> Client<'w, 't> {
        let mut body = Body::new(world, helper);
        body.span = span;
        Client { body, helper, pool: Vec::new() }
    }

    fn finish(self, method: MethodId) {
        let Body { world, vars, out, .. } = self.body;
        let method = &mut world.program.methods[method];
        method.vars = vars;
        method.body = Some(out);
    }

    fn choose(&mut self, low: i64, high: i64) -> VarId {
        let into = self.body.temp(&Ty::Int);
        if low == high {
            self.body.set(into, Expr::Operand(Operand::Int(low)));
            return into;
        }
        let arguments = vec![Operand::Int(low), Operand::Int(high)];
        let operation = Operation::Choose;
        self.body.emit(StmtKind::Do { into: Some(into), operation, arguments });
        into
    }

    /// Runs one of several alternatives.
    fn one_of(&mut self, count: usize, mut run: impl FnMut(&mut Self, usize)) {
        if count == 1 {
            return run(self, 0);
        }
        let chosen = self.choose(0, count as i64 - 1);
        for at in 0..count {
            let is = Val::operand(Operand::Var(chosen), Ty::Int);
            let is = self.body.binary(BinaryOp::Equal, is, Val::int(at as i64));
            let condition = self.body.operand(&is);
            let before = std::mem::take(&mut self.body.out);
            run(self, at);
            let then = std::mem::replace(&mut self.body.out, before);
            self.body.emit(StmtKind::If { condition, then, otherwise: Vec::new() });
        }
    }

    /// Any public constructor; before it, the objects that are passed around.
    fn make_any(&mut self, class: ClassId) {
        for at in 0..self.pool.len() {
            let (of, fields) = (self.pool[at].class, self.pool[at].fields.clone());
            for field in fields {
                let before = std::mem::take(&mut self.body.out);
                let object = self.simple_object(of, 0);
                let object = self.body.operand(&object);
                self.body.emit(StmtKind::Store(Access::Static(field), object));
                let code = std::mem::replace(&mut self.body.out, before);
                // Where there is no such object, none is passed.
                self.protect(code, &[]);
            }
        }
        let constructors = constructors(self.body.world, class);
        let before = std::mem::take(&mut self.body.out);
        self.one_of(constructors.len(), |client, at| {
            let into = client.body.temp(&Ty::Null);
            client.body.emit(StmtKind::New { into, class });
            let arguments = client.arguments(constructors[at], false);
            let object = Val::operand(Operand::Var(into), Ty::class(class));
            let chosen = Chosen { method: constructors[at], spread: false };
            client.body.call(chosen, Some(object), arguments, true, None, false);
            client.body.emit(StmtKind::Return(Some(Operand::Var(into))));
        });
        let code = std::mem::replace(&mut self.body.out, before);
        self.protect(code, ERRORS);
        self.body.emit(StmtKind::Return(Some(Operand::Null)));
    }

    /// Any public method. Exceptions that a class throws are part of how it is used; errors are not.
    fn call_any(&mut self, class: ClassId, object: Val) {
        let methods = methods(self.body.world, class);
        if methods.is_empty() {
            return;
        }
        let before = std::mem::take(&mut self.body.out);
        self.one_of(methods.len(), |client, at| {
            let arguments = client.arguments(methods[at], true);
            let is_static = client.body.world.program.methods[methods[at]].is_static;
            let receiver = (!is_static).then(|| object.clone());
            let span = client.body.world.program.methods[methods[at]].span;
            let outer = std::mem::replace(&mut client.body.span, span);
            let chosen = Chosen { method: methods[at], spread: false };
            client.body.call(chosen, receiver, arguments, false, None, false);
            client.body.span = outer;
        });
        let body = std::mem::replace(&mut self.body.out, before);
        self.protect(body, ERRORS);
    }

    /// Ignores exceptions, except these.
    fn protect(&mut self, code: Vec<Stmt>, except: &[&str]) {
        let known = |name: &str| self.body.world.by_name.get(name).copied();
        let errors: Vec<ClassId> = except.iter().filter_map(|name| known(name)).collect();
        let Some(exception) = known("java.lang.Exception") else {
            self.body.out.extend(code);
            return;
        };
        let into = self.body.temp(&Ty::class(exception));
        let handler = self.body.collect(|body| {
            for class in errors {
                let is = body.temp(&Ty::Bool);
                let value = Operand::Var(into);
                body.emit(StmtKind::InstanceOf { into: is, value, class });
                let then = body.collect(|body| body.emit(StmtKind::Throw(value)));
                let condition = Operand::Var(is);
                body.emit(StmtKind::If { condition, then, otherwise: Vec::new() });
            }
        });
        let handlers = vec![Handler { classes: vec![exception], into, body: handler }];
        self.body.emit(StmtKind::Try { body: code, handlers, finally: Vec::new() });
    }

    fn arguments(&mut self, method: MethodId, pooled: bool) -> Vec<Arg<'t>> {
        let params = self.body.world.methods[method].params.clone();
        params.iter().map(|ty| Arg::Val(self.any(ty, pooled))).collect()
    }

    /// Any value of a small domain of a type.
    fn any(&mut self, ty: &Ty, pooled: bool) -> Val {
        let ty = self.body.world.erase(ty);
        if let Some(inner) = self.body.world.unboxed(&ty) {
            let value = self.any(&inner, pooled);
            return self.body.boxed(value);
        }
        let number = |var: VarId, ty: &Ty| Val::operand(Operand::Var(var), ty.clone());
        match &ty {
            Ty::Bool => {
                let chosen = self.choose(0, 1);
                number(chosen, &Ty::Bool)
            }
            Ty::Char => {
                let chosen = self.choose(i64::from(b'a'), i64::from(b'b'));
                number(chosen, &Ty::Char)
            }
            Ty::Float | Ty::Double => {
                let chosen = self.choose(0, 1);
                Val::new(
                    Expr::float_of(FloatUnary::Of, Expr::Operand(Operand::Var(chosen))),
                    ty.clone(),
                )
            }
            _ if ty.is_primitive() => {
                let chosen = self.choose(-1, 2);
                number(chosen, &ty)
            }
            _ if self.body.world.is_string(&ty) => {
                let texts = ["a", "b"].map(|text| self.body.world.string(text));
                let into = self.body.temp(&ty);
                self.one_of(2, |client, at| client.body.set(into, Expr::Operand(texts[at])));
                number(into, &ty)
            }
            _ => self.any_reference(&ty, pooled),
        }
    }

    /// Null, or one of a few objects that all clients share.
    fn any_reference(&mut self, ty: &Ty, pooled: bool) -> Val {
        let into = self.body.temp(ty);
        match ty {
            Ty::Class(class, _) if self.body.world.classes[*class].kind == ClassKind::Enum => {
                let constants = self.body.world.classes[*class].enum_constants.clone();
                if constants.is_empty() {
                    self.body.set(into, Expr::Operand(Operand::Null));
                } else {
                    self.one_of(constants.len(), |client, at| {
                        let access = Access::Static(constants[at].1);
                        client.body.emit(StmtKind::Load(into, access));
                    });
                }
            }
            Ty::Class(class, _) if pooled => {
                let fields = self.pooled(*class);
                self.one_of(fields.len() + 1, |client, at| match at.checked_sub(1) {
                    None => client.body.set(into, Expr::Operand(Operand::Null)),
                    Some(at) => {
                        client.body.emit(StmtKind::Load(into, Access::Static(fields[at])));
                    }
                });
            }
            Ty::Class(class, _) => {
                let class = *class;
                self.one_of(2, |client, at| {
                    let value = if at == 0 { Val::null() } else { client.simple_object(class, 0) };
                    client.body.set(into, value.expr);
                });
            }
            Ty::Array(element) => {
                let element = element.stored();
                self.one_of(2, |client, at| {
                    if at == 0 {
                        client.body.set(into, Expr::Operand(Operand::Null));
                    } else {
                        let length = Operand::Int(1);
                        let of = ElementType::Any;
                        client.body.emit(StmtKind::NewArray { into, element, of, length });
                    }
                });
            }
            _ => {
                let what = format!("an argument of type {}", self.body.world.show(ty));
                return self.body.unmodelled(what, &[], Some(ty));
            }
        }
        Val::operand(Operand::Var(into), ty.clone())
    }

    fn pooled(&mut self, class: ClassId) -> Vec<FieldId> {
        if let Some(pool) = self.pool.iter().find(|pool| pool.class == class) {
            return pool.fields.clone();
        }
        let name = self.body.world.classes[class].simple.to_lowercase();
        let mut fields = Vec::new();
        for at in 1..=OBJECTS {
            let field = add_made_field(
                self.body.world,
                self.helper,
                &format!("{name}{at}"),
                Ty::class(class),
            );
            self.body.world.program.fields[field].is_static = true;
            self.body.world.program.fields[field].is_final = false;
            self.body.world.program.fields[field].late = false;
            fields.push(field);
        }
        self.pool.push(Pool { class, fields: fields.clone() });
        fields
    }

    /// A fresh object, made in the simplest way; null where there is none.
    fn simple_object(&mut self, class: ClassId, depth: u32) -> Val {
        let Some(class) = self.concrete(class) else {
            return self.given(class);
        };
        let mut known = constructors(self.body.world, class);
        known.sort_by_key(|id| self.body.world.methods[*id].params.len());
        let Some(constructor) = known.first().copied().filter(|_| depth < 3) else {
            return Val::null();
        };
        let params = self.body.world.methods[constructor].params.clone();
        let mut arguments = Vec::new();
        for param in params {
            let param = self.body.world.erase(&param);
            arguments.push(Arg::Val(match &param {
                Ty::Float | Ty::Double => Val::operand(Operand::Float(0), param.clone()),
                _ if param.is_primitive() => Val::operand(Operand::Int(0), param.clone()),
                _ if self.body.world.is_string(&param) => {
                    Val::operand(self.body.world.string("a"), param.clone())
                }
                Ty::Class(class, _) if self.body.world.unboxed(&param).is_none() => {
                    self.simple_object(*class, depth + 1)
                }
                _ => Val::null(),
            }));
        }
        let into = self.body.temp(&Ty::Null);
        self.body.emit(StmtKind::New { into, class });
        let object = Val::operand(Operand::Var(into), Ty::class(class));
        if Some(class) != self.body.world.predefined.object {
            let chosen = Chosen { method: constructor, spread: false };
            self.body.call(chosen, Some(object.clone()), arguments, true, None, false);
        }
        object
    }

    /// The class itself, or the first class of the user below it that can be made.
    fn concrete(&self, class: ClassId) -> Option<ClassId> {
        let world = &*self.body.world;
        let fits = |class: ClassId| {
            let info = &world.classes[class];
            !info.is_abstract
                && matches!(info.kind, ClassKind::Class | ClassKind::Record)
                && !info.anonymous
                && info.outer_field.is_none()
                && info.captures.is_empty()
        };
        if fits(class) {
            return Some(class);
        }
        let mut below = world.classes.ids().filter(|other| {
            let library = world.program.classes[*other].library;
            !library && fits(*other) && world.is_subclass(*other, class)
        });
        below.next()
    }

    /// An object of an interface with one method, which does nothing; null for anything else.
    fn given(&mut self, class: ClassId) -> Val {
        let Some(method) = self.body.world.functional_method(class) else { return Val::null() };
        let wanted = self.body.wanted_method(&Ty::class(class), method);
        let node: Node<'t> = self.body.world.classes[self.helper].node;
        let made = self.body.made_class(node, &wanted, &[], None);
        let result = match wanted.ret.stored() {
            _ if wanted.ret == Ty::Void => None,
            Type::Reference => Some(Operand::Null),
            Type::Float => Some(Operand::Float(0)),
            _ => Some(Operand::Int(0)),
        };
        let code = vec![Stmt { kind: StmtKind::Return(result), span: None }];
        self.body.world.program.methods[made.method].body = Some(code);
        self.body.world.program.classes[made.class].library = true;
        let object = self.body.instantiate(&made, &[], None);
        Val::operand(object, Ty::class(class))
    }
}
