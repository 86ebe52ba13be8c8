//! The bodies of a class: methods, constructors with their initialisers, static initialisers.

use tree_sitter::Node;
use trine_program::*;

use super::call::Arg;
use super::{Binding, Body, Val, field_constant};
use crate::declare::root_of;
use crate::parse::{children, fields_of};
use crate::types::Ty;
use crate::world::{ClassKind, MethodKind, World};

/// Whether statements may throw an exception that is no error. What `new` initialises throws errors only.
fn may_throw(code: &[Stmt]) -> bool {
    code.iter().any(|stmt| {
        !matches!(
            stmt.kind,
            StmtKind::New { .. }
                | StmtKind::Store(Access::Static(_), _)
                | StmtKind::Set(_, Expr::Operand(_) | Expr::Box(..))
                | StmtKind::NewArray { length: Operand::Int(0..), .. }
        )
    })
}

/// Lowers every body of a class. `depth`: how deep the class stands in bodies of others.
pub(crate) fn lower_class(world: &mut World<'_>, class: ClassId, depth: u32) {
    for method in world.program.classes[class].methods.clone() {
        let info = &world.methods[method];
        let (kind, node, is_abstract) = (info.kind, info.node, info.is_abstract);
        if is_abstract || world.program.methods[method].body.is_some() {
            continue;
        }
        let mut body = begin(world, class, method);
        body.depth = depth;
        match kind {
            MethodKind::Method => {
                let Some(node) = node else { continue };
                body.at(node);
                body.bridge(method);
                match node.child_by_field_name("body") {
                    Some(block) => body.statement(block),
                    None => {
                        let what =
                            format!("native method {}", body.world.program.methods[method].name);
                        let ret = body.result.clone();
                        let value = body.unmodelled(what, &[], Some(&ret));
                        body.give_back(value, node);
                    }
                }
            }
            MethodKind::Constructor => body.constructor(method, node),
            MethodKind::Initializer => {
                let code = body.collect(|body| body.static_initializer());
                body.wrap_initialiser(code);
            }
            MethodKind::Synthetic => {
                if !body.synthetic(method) {
                    continue;
                }
            }
        }
        let (vars, code) = (body.vars, body.out);
        if kind == MethodKind::Initializer && code.is_empty() {
            world.program.classes[class].initializer = None;
        }
        let method = &mut world.program.methods[method];
        method.vars = vars;
        method.body = Some(code);
    }
}

fn begin<'w, 't>(world: &'w mut World<'t>, class: ClassId, method: MethodId) -> Body<'w, 't> {
    let shape = &world.program.methods[method];
    let vars = shape.vars.clone();
    let parameters = shape.parameters.clone();
    let (is_static, span) = (shape.is_static, shape.span);
    let info = world.methods[method].clone();
    let mut body = Body::new(world, class);
    body.vars = vars;
    body.span = span;
    body.result = info.ret;
    body.type_vars = info.type_vars;
    body.this = (!is_static).then(|| parameters[0]);
    for ((var, ty), (name, _)) in
        parameters.iter().skip(usize::from(!is_static)).zip(info.params).zip(info.names)
    {
        body.scope.push(Binding { name, var: *var, ty, constant: None });
    }
    body
}

impl<'t> Body<'_, 't> {
    /// The checks of a bridge: arguments arrive as the overridden method declares them (JLS 15.12.4.5).
    fn bridge(&mut self, method: MethodId) {
        if !self.world.may_pollute || self.this.is_none() {
            return;
        }
        let root = root_of(self.world, self.class, method);
        if root == method {
            return;
        }
        let declared = self.world.methods[root].params.clone();
        let own: Vec<(VarId, Ty)> =
            self.scope.iter().map(|binding| (binding.var, binding.ty.clone())).collect();
        for ((var, ty), declared) in own.iter().zip(&declared) {
            self.check_parameter(*var, declared, ty);
        }
    }

    fn constructor(&mut self, method: MethodId, node: Option<Node<'t>>) {
        let block = node.and_then(|node| node.child_by_field_name("body"));
        let statements = block.map(children).unwrap_or_default();
        let explicit = statements
            .iter()
            .position(|statement| statement.kind() == "explicit_constructor_invocation");
        // Since Java 25, statements may come before the call of the other constructor.
        let before = explicit.unwrap_or(0);
        for statement in &statements[..before] {
            self.statement(*statement);
        }
        let mut delegated = false;
        match explicit {
            Some(at) => delegated = self.explicit_constructor(statements[at]),
            None => self.implicit_constructor(method),
        }
        if !delegated {
            self.instance_initializers();
        }
        let start = explicit.map_or(0, |at| at + 1);
        for statement in &statements[start..] {
            self.statement(*statement);
        }
        let compact = node.is_none_or(|node| node.kind() == "compact_constructor_declaration");
        if self.world.classes[self.class].kind == ClassKind::Record && compact {
            self.store_components();
        }
    }

    fn store_components(&mut self) {
        let Some(this) = self.this else {
            trine_base::cannot_happen!("the constructor of a record has no object");
        };
        for (name, ty, field) in self.world.classes[self.class].record_components.clone() {
            let Some(binding) = self.scope.iter().find(|binding| binding.name == name) else {
                continue;
            };
            let value = Val::operand(Operand::Var(binding.var), binding.ty.clone());
            let value = self.convert(value, &ty);
            let value = self.operand(&value);
            self.emit(StmtKind::Store(Access::Field(Operand::Var(this), field), value));
        }
    }

    /// `this(…)` or `super(…)`; says whether it was `this`.
    fn explicit_constructor(&mut self, node: Node<'t>) -> bool {
        let (Some(which), Some(list)) =
            (node.child_by_field_name("constructor"), node.child_by_field_name("arguments"))
        else {
            self.odd(node);
            return false;
        };
        self.at(node);
        let to_this = which.kind() == "this";
        let outer = node.child_by_field_name("object").map(|object| {
            let value = self.expression(object, None);
            self.refuse_null(&value);
            value
        });
        let arguments = self.arguments(list);
        let target = if to_this {
            Some(self.self_type(self.class))
        } else {
            self.world.classes[self.class].superclass.clone()
        };
        self.call_constructor(target, outer, arguments);
        to_this
    }

    fn implicit_constructor(&mut self, method: MethodId) {
        let target = self.world.classes[self.class].superclass.clone();
        let passes_on = self.world.classes[self.class].anonymous;
        let arguments = if passes_on {
            let count = self.world.methods[method].params.len();
            let bindings = self.scope.iter().take(count);
            bindings
                .map(|binding| {
                    Arg::Val(Val::operand(Operand::Var(binding.var), binding.ty.clone()))
                })
                .collect()
        } else {
            Vec::new()
        };
        self.call_constructor(target, None, arguments);
    }

    fn call_constructor(
        &mut self,
        target: Option<Ty>,
        outer: Option<Val>,
        arguments: Vec<Arg<'t>>,
    ) {
        let (Some(this), Some(target)) = (self.this, target) else { return };
        let object = Operand::Var(this);
        let Ty::Class(class, _) = &target else {
            let what = format!("constructor of {}", self.world.show(&target));
            self.unknown_call(what, Some(Val::operand(object, target)), arguments, Some(&Ty::Void));
            return;
        };
        let class = *class;
        if self.is_plain(class) && arguments.is_empty() {
            return;
        }
        if let (Some(outer), Some(field)) = (outer, self.world.classes[class].outer_field) {
            let outer = self.operand(&outer);
            self.emit(StmtKind::Store(Access::Field(object, field), outer));
        }
        let constructors = self.world.classes[class].constructors.clone();
        match self.choose_in(Some(class), &constructors, &arguments) {
            Some(chosen) => {
                let receiver = Val::operand(object, target);
                self.call(chosen, Some(receiver), arguments, true, None, false);
            }
            None => {
                let what = format!("constructor of {}", self.world.show(&target));
                let receiver = Val::operand(object, target);
                self.unknown_call(what, Some(receiver), arguments, Some(&Ty::Void));
            }
        }
    }

    /// Classes whose construction does nothing.
    fn is_plain(&self, class: ClassId) -> bool {
        let known = self.world.predefined;
        [known.object, known.record, known.enumeration].contains(&Some(class))
    }

    /// Field initialisers and initialiser blocks, in the order of the text.
    fn instance_initializers(&mut self) {
        let parameters = std::mem::take(&mut self.scope);
        for member in self.members() {
            match member.kind() {
                "block" => self.statement(member),
                "field_declaration" | "local_variable_declaration" => {
                    self.field_initializers(member, false)
                }
                _ => {}
            }
        }
        self.scope = parameters;
    }

    fn members(&self) -> Vec<Node<'t>> {
        let mut all = Vec::new();
        for member in self.world.classes[self.class].body.map(children).unwrap_or_default() {
            if member.kind() == "enum_body_declarations" {
                all.extend(children(member));
            } else {
                all.push(member);
            }
        }
        all
    }

    fn field_initializers(&mut self, node: Node<'t>, statics: bool) {
        for declarator in fields_of(node, "declarator") {
            let (Some(name), Some(value)) =
                (declarator.child_by_field_name("name"), declarator.child_by_field_name("value"))
            else {
                continue;
            };
            let name = self.text(name);
            let Some(field) = self.world.classes[self.class].fields.get(name).copied() else {
                continue;
            };
            if self.world.program.fields[field].is_static != statics {
                continue;
            }
            let access = match self.this {
                _ if statics => Access::Static(field),
                Some(this) => Access::Field(Operand::Var(this), field),
                None => continue,
            };
            if statics
                && let Some(number @ (Operand::Int(_) | Operand::Float(_))) =
                    field_constant(self.world, field)
            {
                self.world.program.fields[field].constant = Some(number);
                continue;
            }
            let ty = self.world.fields[field].ty.clone();
            let value = self.expression(value, Some(&ty));
            let value = self.convert(value, &ty);
            let value = self.operand(&value);
            self.within(declarator, |body| body.emit(StmtKind::Store(access, value)));
        }
    }

    /// An exception that ends the initialiser of a class arrives as the cause of an error; errors as they are.
    fn wrap_initialiser(&mut self, code: Vec<Stmt>) {
        let find = |name: &str| self.world.by_name.get(name).copied();
        let known = (find("java.lang.Error"), find("java.lang.ExceptionInInitializerError"));
        let ((Some(error), Some(wrapper)), Some(throwable)) =
            (known, self.world.predefined.throwable)
        else {
            self.out.extend(code);
            return;
        };
        if !may_throw(&code) || self.world.program.classes[self.class].library {
            self.out.extend(code);
            return;
        }
        let ty = Ty::class(throwable);
        let into = self.temp(&ty);
        let body = self.collect(|body| {
            let is_error = body.temp(&Ty::Bool);
            let value = Operand::Var(into);
            body.emit(StmtKind::InstanceOf { into: is_error, value, class: error });
            let then = body.collect(|body| body.emit(StmtKind::Throw(value)));
            let otherwise = body.collect(|body| {
                let cause = Arg::Val(Val::operand(value, ty.clone()));
                let wrapped = body.create(&Ty::class(wrapper), None, vec![cause]);
                let wrapped = body.operand(&wrapped);
                body.emit(StmtKind::Throw(wrapped));
            });
            let condition = Operand::Var(is_error);
            body.emit(StmtKind::If { condition, then, otherwise });
        });
        let handlers = vec![Handler { classes: vec![throwable], into, body }];
        self.emit(StmtKind::Try { body: code, handlers, finally: Vec::new() });
    }

    fn static_initializer(&mut self) {
        if self.world.classes[self.class].kind == ClassKind::Enum {
            self.enum_constants();
        }
        for member in self.members() {
            match member.kind() {
                "static_initializer" => {
                    if let Some(block) = children(member).into_iter().next_back() {
                        self.statement(block);
                    }
                }
                "field_declaration" | "constant_declaration" | "local_variable_declaration" => {
                    self.field_initializers(member, true);
                }
                _ => {}
            }
        }
    }
}
