//! The most general client of a class: threads that call the public methods of one shared instance.

use trine_base::{Diagnostics, IndexVec};
use trine_program::*;

use crate::entry::{complain, find_class};
use crate::lower::helper_name;

/// Builds the static method that makes an instance and starts the threads. Each of them makes up to
/// `calls` calls.
pub(crate) fn client(
    program: &mut Program,
    class: &str,
    threads: u32,
    calls: u32,
    diagnostics: &mut Diagnostics,
) -> Option<MethodId> {
    let class = find_class(program, class, diagnostics)?;
    let name = program.classes[class].name.clone();
    let wanted = helper_name(&name);
    let helper = program.classes.enumerate().find(|(_, class)| class.name == wanted);
    let Some(helper) = helper.map(|(id, _)| id) else {
        let help = "a client needs a class that is not abstract or inner, with a constructor that \
                    is not private";
        complain(
            diagnostics,
            format!("{name} has no public constructor that a client can call"),
            Some(help.into()),
        );
        return None;
    };
    let find = |method: &str| {
        let methods = program.classes[helper].methods.iter().copied();
        methods.into_iter().find(|id| program.methods[*id].name == method)
    };
    let (Some(make), Some(call), Some(thread)) = (find("make"), find("call"), program.roles.thread)
    else {
        complain(diagnostics, format!("{name} cannot be given a client"), None);
        return None;
    };
    if program.methods[call].body.as_ref().is_none_or(Vec::is_empty) {
        complain(diagnostics, format!("{name} has no methods for a client to call"), None);
        return None;
    }
    let worker = worker(program, thread, call, calls);
    Some(start(program, helper, thread, &worker, make, threads))
}

/// The class of the client's threads.
struct Worker {
    class: ClassId,
    object: FieldId,
}

fn temporary(name: &str, ty: Type) -> Var {
    Var { name: name.to_string(), ty, temporary: true, span: None }
}

fn plain(kinds: Vec<StmtKind>) -> Vec<Stmt> {
    kinds.into_iter().map(|kind| Stmt { kind, span: None }).collect()
}

fn worker(program: &mut Program, thread: ClassId, call: MethodId, calls: u32) -> Worker {
    let class = program.classes.push(Class {
        name: "Client".to_string(),
        parents: vec![thread],
        fields: Vec::new(),
        methods: Vec::new(),
        initializer: None,
        library: true,
        span: None,
    });
    let object = program.fields.push(Field {
        name: "object".to_string(),
        class,
        ty: Type::Reference,
        is_static: false,
        is_final: true,
        volatile: false,
        volatile_elements: false,
        late: false,
        constant: None,
        span: None,
    });
    program.classes[class].fields.push(object);
    let mut vars: IndexVec<VarId, Var> = IndexVec::new();
    let this = vars.push(Var { temporary: false, ..temporary("this", Type::Reference) });
    let target = vars.push(temporary("object", Type::Reference));
    let more = vars.push(temporary("more", Type::Bool));
    let mut body = vec![StmtKind::Load(target, Access::Field(Operand::Var(this), object))];
    for _ in 0..calls {
        body.push(StmtKind::Do {
            into: Some(more),
            operation: Operation::Choose,
            arguments: vec![Operand::Int(0), Operand::Int(1)],
        });
        body.push(StmtKind::If {
            condition: Operand::Var(more),
            then: Vec::new(),
            otherwise: plain(vec![StmtKind::Return(None)]),
        });
        body.push(StmtKind::Call {
            into: None,
            callee: Callee::Exact(call),
            arguments: vec![Operand::Var(target)],
        });
    }
    let selector = program.roles.run.clone();
    let run = program.methods.push(Method {
        name: "run".to_string(),
        class,
        selector,
        is_static: false,
        synchronized: false,
        parameters: vec![this],
        vars,
        result: None,
        body: Some(plain(body)),
        span: None,
    });
    program.classes[class].methods.push(run);
    Worker { class, object }
}

fn start(
    program: &mut Program,
    helper: ClassId,
    thread: ClassId,
    worker: &Worker,
    make: MethodId,
    threads: u32,
) -> MethodId {
    let constructor = program.classes[thread].methods.iter().copied().find(|id| {
        program.methods[*id].name == "<init>" && program.methods[*id].parameters.len() == 1
    });
    let mut vars: IndexVec<VarId, Var> = IndexVec::new();
    let object = vars.push(temporary("object", Type::Reference));
    let mut body = vec![StmtKind::Call {
        into: Some(object),
        callee: Callee::Exact(make),
        arguments: Vec::new(),
    }];
    // A constructor that refuses its arguments leaves nothing to share.
    let there = vars.push(temporary("there", Type::Bool));
    let different = Expr::Binary(
        BinaryOp::NotEqual,
        Width::W32,
        Box::new(Expr::Operand(Operand::Var(object))),
        Box::new(Expr::Operand(Operand::Null)),
    );
    body.push(StmtKind::Set(there, different));
    body.push(StmtKind::If {
        condition: Operand::Var(there),
        then: Vec::new(),
        otherwise: plain(vec![StmtKind::Return(None)]),
    });
    let mut clients = Vec::new();
    for at in 1..=threads {
        let name = format!("client{at}");
        let client = vars.push(temporary(&name, Type::Reference));
        let value = Operand::Var(client);
        clients.push(value);
        body.push(StmtKind::New { into: client, class: worker.class });
        if let Some(constructor) = constructor {
            let callee = Callee::Exact(constructor);
            body.push(StmtKind::Call { into: None, callee, arguments: vec![value] });
        }
        if let Some(field) = program.roles.thread_name {
            let name = Operand::String(program.strings.push(name));
            body.push(StmtKind::Store(Access::Field(value, field), name));
        }
        let access = Access::Field(value, worker.object);
        body.push(StmtKind::Store(access, Operand::Var(object)));
    }
    for client in clients {
        body.push(StmtKind::Do {
            into: None,
            operation: Operation::Start,
            arguments: vec![client],
        });
    }
    let main = program.methods.push(Method {
        name: "main".to_string(),
        class: helper,
        selector: "main/0".to_string(),
        is_static: true,
        synchronized: false,
        parameters: Vec::new(),
        vars,
        result: None,
        body: Some(plain(body)),
        span: None,
    });
    program.classes[helper].methods.push(main);
    main
}
