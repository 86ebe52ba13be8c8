//! The arguments of a program are inputs: where `main` asks for them, any number of them, up to a few, is tried.

use trine_base::{IndexVec, Span};
use trine_program::*;

/// With more arguments than this no program is tried.
const MOST: i64 = 3;

/// A method without parameters that calls `main` with arguments, where it uses them.
pub(crate) fn with_arguments(program: &mut Program, main: MethodId) -> MethodId {
    let method = &program.methods[main];
    let ([parameter], Some(body), true) =
        (method.parameters.as_slice(), &method.body, method.is_static)
    else {
        return main;
    };
    let code = flat::flatten(method, body, false, &[]);
    if code.live.first().is_none_or(|live| !live.contains(parameter)) {
        return main;
    }
    let (name, class, span) = (method.name.clone(), method.class, method.span);
    let mut vars = IndexVec::new();
    let (list, mut statements) = any_arguments(&mut vars, span);
    let arguments = vec![Operand::Var(list)];
    let call = StmtKind::Call { into: None, callee: Callee::Exact(main), arguments };
    statements.push(Stmt { kind: call, span });
    program.methods.push(Method {
        selector: format!("{name}/arguments"),
        name,
        class,
        is_static: true,
        synchronized: false,
        parameters: Vec::new(),
        vars,
        result: None,
        body: Some(statements),
        span,
    })
}

/// Makes an array of arguments: how many there are is tried, what they are is not known.
pub(crate) fn any_arguments(
    vars: &mut IndexVec<VarId, Var>,
    span: Option<Span>,
) -> (VarId, Vec<Stmt>) {
    let mut var = |name: &str, ty: Type| {
        vars.push(Var { name: name.into(), ty, temporary: true, span: None })
    };
    let count = var("count", Type::INT);
    let list = var("args", Type::Reference);
    let one = var("argument", Type::Reference);
    let there = var("there", Type::Bool);
    let length = Operand::Var(count);
    let mut kinds = vec![
        StmtKind::Assume(format!("the program is started with at most {MOST} arguments")),
        StmtKind::Do {
            into: Some(count),
            operation: Operation::Choose,
            arguments: vec![Operand::Int(0), Operand::Int(MOST)],
        },
        StmtKind::NewArray { into: list, element: Type::Reference, of: ElementType::Any, length },
    ];
    for index in 0..MOST {
        let (left, right) = (Expr::Operand(Operand::Int(index)), Expr::Operand(length));
        let less = Expr::Binary(BinaryOp::Less, Width::W32, Box::new(left), Box::new(right));
        kinds.push(StmtKind::Set(there, less));
        let access = Access::Element(Operand::Var(list), Operand::Int(index));
        let then = [
            StmtKind::Set(one, Expr::Opaque(Type::Reference)),
            StmtKind::Store(access, Operand::Var(one)),
        ];
        kinds.push(StmtKind::If {
            condition: Operand::Var(there),
            then: then.into_iter().map(|kind| Stmt { kind, span }).collect(),
            otherwise: Vec::new(),
        });
    }
    (list, kinds.into_iter().map(|kind| Stmt { kind, span }).collect())
}
