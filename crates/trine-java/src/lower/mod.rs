//! Takes bodies apart into statements over variables, in Java's order of evaluation.

mod argument;
mod array;
mod assign;
mod call;
mod class;
mod client;
mod constant;
mod convert;
mod creation;
mod erasure;
mod expression;
mod intrinsic;
mod iteration;
mod lambda;
mod local_class;
mod logging;
mod name;
mod operator;
mod overload;
mod pass;
mod pattern;
mod protect;
mod reference;
mod refuse;
mod statement;
mod string;
mod switch;
mod synthetic;

pub(crate) use class::lower_class;
pub(crate) use client::{add_helpers, helper_name};
pub(crate) use constant::field_constant;

use tree_sitter::Node;
use trine_base::{Diagnostic, IndexVec, Severity, Span};
use trine_program::*;

use crate::declare::{Place, resolve_type};
use crate::parse::{shorten, walk};
use crate::types::{ParamId, Ty};
use crate::world::World;

/// At most so many are told of what is nested too deeply.
const MOST_WARNINGS: usize = 20;

/// How deep expressions and statements may stand in each other.
const MAX_DEPTH: u32 = 200;

/// A value that needs nothing but variables to be known.
#[derive(Clone, Debug)]
pub(crate) struct Val {
    pub expr: Expr,
    pub ty: Ty,
    /// What is sure of it, where that is less than its type says: the erasure of a declaration.
    pub erased: Option<Ty>,
}

impl Val {
    /// A value of this type, computed by this expression.
    pub fn new(expr: Expr, ty: Ty) -> Val {
        Val { expr, ty, erased: None }
    }

    /// An operand of this type.
    pub fn operand(operand: Operand, ty: Ty) -> Val {
        Val { expr: Expr::Operand(operand), ty, erased: None }
    }

    /// The value with the type that is sure.
    pub fn into_erased(self) -> Val {
        let ty = self.erased.unwrap_or(self.ty);
        Val { expr: self.expr, ty, erased: None }
    }

    /// A constant of type `int`.
    pub fn int(value: i64) -> Val {
        Val::operand(Operand::Int(value), Ty::Int)
    }

    /// A constant of type `boolean`.
    pub fn bool(value: bool) -> Val {
        Val::operand(Operand::Int(i64::from(value)), Ty::Bool)
    }

    /// The null reference.
    pub fn null() -> Val {
        Val::operand(Operand::Null, Ty::Null)
    }

    /// What a statement or a method without a result gives.
    pub fn void() -> Val {
        Val::operand(Operand::Null, Ty::Void)
    }

    /// The constant that the value is known to be, null not among them.
    pub fn constant(&self) -> Option<Operand> {
        match self.expr {
            Expr::Operand(operand @ (Operand::Int(_) | Operand::Float(_) | Operand::String(_))) => {
                Some(operand)
            }
            _ => None,
        }
    }
}

/// A variable of the source that can be named.
#[derive(Clone, Debug)]
pub(crate) struct Binding {
    pub name: String,
    pub var: VarId,
    pub ty: Ty,
    /// The value of a final variable with a constant initialiser.
    pub constant: Option<Operand>,
}

/// Where `break` and `continue` lead.
#[derive(Clone, Debug)]
struct Target {
    labels: Vec<String>,
    /// A plain `break` means this one.
    breakable: bool,
    leave: BlockId,
    next: Next,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Next {
    Nothing,
    Loop(BlockId),
    /// The rest of the body is a block of its own.
    Leave(BlockId),
}

/// One body while it is lowered.
pub(crate) struct Body<'w, 't> {
    pub world: &'w mut World<'t>,
    pub unit: usize,
    /// The class in which names are looked up.
    pub class: ClassId,
    pub this: Option<VarId>,
    pub vars: IndexVec<VarId, Var>,
    pub out: Vec<Stmt>,
    pub scope: Vec<Binding>,
    pub local_classes: Vec<(String, ClassId)>,
    pub type_vars: Vec<(String, ParamId)>,
    pub result: Ty,
    /// The type of what is returned, where none is expected.
    pub returned: Option<Ty>,
    targets: Vec<Target>,
    pending_labels: Vec<String>,
    /// Where `yield` of a switch expression puts its value.
    yields: Vec<(VarId, Ty, BlockId)>,
    next_block: u32,
    depth: u32,
    /// The type arguments that are written before the name of the next call.
    pub witness: Option<Vec<Ty>>,
    /// Only the types are asked for: nothing is kept.
    pub dry: bool,
    /// The body of a method reference, which may mean methods of either of two forms.
    pub is_reference: bool,
    /// The text that is made is shown to people: the program does not compute with it.
    pub printing: bool,
    span: Option<Span>,
}

impl<'w, 't> Body<'w, 't> {
    /// An empty body in this class. `this` is not set: it is then a static context.
    pub fn new(world: &'w mut World<'t>, class: ClassId) -> Body<'w, 't> {
        let unit = world.classes[class].unit;
        Body {
            world,
            unit,
            class,
            this: None,
            vars: IndexVec::new(),
            out: Vec::new(),
            scope: Vec::new(),
            local_classes: Vec::new(),
            type_vars: Vec::new(),
            result: Ty::Void,
            returned: None,
            targets: Vec::new(),
            pending_labels: Vec::new(),
            yields: Vec::new(),
            next_block: 0,
            depth: 0,
            witness: None,
            dry: false,
            is_reference: false,
            printing: false,
            span: None,
        }
    }

    /// The text of a node.
    pub fn text(&self, node: Node<'t>) -> &'t str {
        self.world.text(self.unit, node)
    }

    /// Makes a node the place of the statements that follow.
    pub fn at(&mut self, node: Node<'t>) {
        self.span = Some(self.world.span(self.unit, node));
    }

    /// Runs something with the place of a node, and goes back to the place before.
    pub fn within<T>(&mut self, node: Node<'t>, run: impl FnOnce(&mut Self) -> T) -> T {
        let before = self.span;
        self.at(node);
        let result = run(self);
        self.span = before;
        result
    }

    /// Adds a statement at the present place.
    pub fn emit(&mut self, kind: StmtKind) {
        self.out.push(Stmt { kind, span: self.span });
    }

    /// The statements that something emits, kept apart.
    pub fn collect(&mut self, run: impl FnOnce(&mut Self)) -> Vec<Stmt> {
        let before = std::mem::take(&mut self.out);
        run(self);
        std::mem::replace(&mut self.out, before)
    }

    /// Runs and returns the statements that it emitted, instead of adding them, with its result.
    pub fn collect_with<T>(&mut self, run: impl FnOnce(&mut Self) -> T) -> (Vec<Stmt>, T) {
        let before = std::mem::take(&mut self.out);
        let result = run(self);
        (std::mem::replace(&mut self.out, before), result)
    }

    /// Runs something whose declarations are forgotten afterwards.
    pub fn scoped<T>(&mut self, run: impl FnOnce(&mut Self) -> T) -> T {
        let (variables, classes) = (self.scope.len(), self.local_classes.len());
        let result = run(self);
        self.scope.truncate(variables);
        self.local_classes.truncate(classes);
        result
    }

    /// A new variable for an intermediate value.
    pub fn temp(&mut self, ty: &Ty) -> VarId {
        let name = format!("t{}", self.vars.len());
        self.vars.push(Var { name, ty: ty.stored(), temporary: true, span: self.span })
    }

    /// Declares a variable of the program: names that are resolved from here on find it.
    pub fn declare(&mut self, name: &str, ty: &Ty, span: Option<Span>) -> VarId {
        let var =
            self.vars.push(Var { name: name.to_string(), ty: ty.stored(), temporary: false, span });
        self.scope.push(Binding { name: name.to_string(), var, ty: ty.clone(), constant: None });
        var
    }

    /// Assigns to a variable.
    pub fn set(&mut self, var: VarId, expr: Expr) {
        self.emit(StmtKind::Set(var, expr));
    }

    /// A new id for a block that jumps can leave.
    pub fn block_id(&mut self) -> BlockId {
        self.next_block += 1;
        BlockId(self.next_block - 1)
    }

    /// The value as an operand; what is computed gets a variable.
    pub fn operand(&mut self, value: &Val) -> Operand {
        match &value.expr {
            Expr::Operand(operand) => *operand,
            expr => {
                let var = self.temp(&value.ty);
                self.set(var, expr.clone());
                Operand::Var(var)
            }
        }
    }

    /// The value kept in a variable that no other statement changes.
    pub fn copy(&mut self, value: Val) -> Val {
        match &value.expr {
            Expr::Operand(Operand::Var(var)) if self.vars[*var].temporary => value,
            Expr::Operand(Operand::Var(_)) => {
                let var = self.temp(&value.ty);
                self.set(var, value.expr);
                Val { expr: Expr::Operand(Operand::Var(var)), ..value }
            }
            Expr::Operand(_) => value,
            _ => {
                let operand = self.operand(&value);
                Val { expr: Expr::Operand(operand), ..value }
            }
        }
    }

    /// The value as it is now, also where what is evaluated next assigns variables.
    pub fn settle(&mut self, value: Val, next: &[Node<'t>]) -> Val {
        if value.constant().is_none() && next.iter().any(|node| assigns(*node)) {
            self.copy(value)
        } else {
            value
        }
    }

    /// Where names of types are resolved: in this class, with the local classes and type variables that are
    /// visible.
    pub fn place(&self) -> Place<'_> {
        Place {
            unit: self.unit,
            class: Some(self.class),
            local_classes: &self.local_classes,
            type_vars: &self.type_vars,
        }
    }

    /// The type that a node names.
    pub fn resolve(&self, node: Node<'t>) -> Ty {
        resolve_type(self.world, self.place(), node)
    }

    /// What cannot be modelled; its result is unknown.
    pub fn unmodelled(
        &mut self,
        what: impl Into<String>,
        arguments: &[Val],
        ty: Option<&Ty>,
    ) -> Val {
        let arguments: Vec<Operand> = arguments.iter().map(|value| self.operand(value)).collect();
        let ty = match ty {
            Some(Ty::Void) => {
                self.emit(StmtKind::Unmodelled { into: None, what: what.into(), arguments });
                return Val::void();
            }
            Some(ty) => ty.clone(),
            None => Ty::unknown("a value that is not modelled"),
        };
        let into = self.temp(&ty);
        self.emit(StmtKind::Unmodelled { into: Some(into), what: what.into(), arguments });
        Val::operand(Operand::Var(into), ty)
    }

    /// What the grammar gave and we do not know.
    pub fn odd(&mut self, node: Node<'t>) -> Val {
        let what = if node.is_error() || node.has_error() {
            format!("text that could not be read: {}", shorten(self.text(node)))
        } else {
            format!("{}: {}", node.kind().replace('_', " "), shorten(self.text(node)))
        };
        self.within(node, |body| {
            // What is not understood may do anything: executions that come here prove nothing.
            let anything = Val::operand(Operand::Class(body.class), body.world.object());
            body.unmodelled(what, &[anything], None)
        })
    }

    /// Guards against trees that are too deep: false means that this one is, which is an error, as nothing is known
    /// of what it does.
    fn dive(&mut self) -> bool {
        self.depth += 1;
        if self.depth == MAX_DEPTH + 1 && self.world.warnings.len() < MOST_WARNINGS {
            let problem = Diagnostic::new(Severity::Error, "this is nested too deeply", self.span);
            let help = format!("expressions and statements are followed {MAX_DEPTH} deep");
            self.world.warnings.push(problem.help(help));
        }
        self.depth <= MAX_DEPTH
    }

    fn surface(&mut self) {
        self.depth -= 1;
    }
}

/// Whether evaluating the node may assign a variable of the method.
pub(crate) fn assigns(node: Node<'_>) -> bool {
    let mut found = false;
    walk(node, |node| {
        match node.kind() {
            "assignment_expression" | "update_expression" => found = true,
            "lambda_expression" | "class_body" => return false,
            _ => {}
        }
        !found
    });
    found
}
