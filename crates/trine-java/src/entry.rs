//! Chooses where execution starts.

use trine_base::{Diagnostic, Diagnostics, IndexVec, Severity, nearest};
use trine_program::*;

use crate::arguments::{any_arguments, with_arguments};
use crate::declare::OUTER;
use crate::expected::has_to_throw;

/// Where to start.
#[derive(Clone, Copy, Debug)]
pub enum Entry<'a> {
    /// The one `main` method that there is.
    Default,
    /// The `main` method of a class.
    Main(&'a str),
    /// `CLASS#METHOD`: a method without parameters, of the class or of a fresh instance. What a framework for
    /// tests would call before and after it is called, too.
    Method(&'a str),
    /// The most general client of a class: threads that each call public methods of one instance.
    Client { class: &'a str, threads: u32, calls: u32 },
}

/// Chooses (or builds, for instance methods and clients) the static method without parameters (or
/// with an array of strings) in which execution starts. Errors say what there is.
pub fn entry(
    program: &mut Program,
    entry: Entry<'_>,
    diagnostics: &mut Diagnostics,
) -> Option<MethodId> {
    match entry {
        Entry::Default => default_main(program, diagnostics).map(|main| started(program, main)),
        Entry::Main(class) => {
            main_of(program, class, diagnostics).map(|main| started(program, main))
        }
        Entry::Method(name) => named_method(program, name, diagnostics),
        Entry::Client { class, threads, calls } => {
            crate::client::client(program, class, threads, calls, diagnostics)
        }
    }
}

/// The main method with all that is around it.
fn started(program: &mut Program, main: MethodId) -> MethodId {
    let main = handled(program, main);
    with_arguments(program, main)
}

pub(crate) fn complain(diagnostics: &mut Diagnostics, message: String, help: Option<String>) {
    let mut diagnostic = Diagnostic::new(Severity::Error, message, None);
    diagnostic.help = help;
    diagnostics.push(diagnostic);
}

fn default_main(program: &mut Program, diagnostics: &mut Diagnostics) -> Option<MethodId> {
    match program.mains.as_slice() {
        [only] => {
            let only = *only;
            start_in(program, only, diagnostics)
        }
        [] => {
            let help = "name a method with --entry CLASS#METHOD, or a class with --client CLASS";
            complain(diagnostics, "there is no main method".into(), Some(help.into()));
            None
        }
        _ => {
            let message = format!("there are several main methods: {}", mains(program));
            complain(diagnostics, message, Some("choose one with --main CLASS".into()));
            None
        }
    }
}

/// The names of the classes with a main method.
fn mains(program: &Program) -> String {
    let class = |id: &MethodId| program.classes[program.methods[*id].class].name.as_str();
    program.mains.iter().map(class).collect::<Vec<&str>>().join(", ")
}

fn main_of(program: &mut Program, class: &str, diagnostics: &mut Diagnostics) -> Option<MethodId> {
    let owner = |id: &MethodId| program.methods[*id].class;
    let classes: Vec<ClassId> = program.mains.iter().map(owner).collect();
    match meant(program, classes.into_iter(), class).as_slice() {
        [] => {
            let help = match program.mains.is_empty() {
                true => "no class has a main method".to_string(),
                false => format!("classes with a main method: {}", mains(program)),
            };
            complain(diagnostics, format!("no main method in a class {class}"), Some(help));
            None
        }
        [one] => {
            let main = program.mains.iter().copied().find(|id| owner(id) == *one)?;
            start_in(program, main, diagnostics)
        }
        several => {
            ambiguous(program, class, several, diagnostics);
            None
        }
    }
}

/// The classes that a name may mean: with its package, or without it or without what encloses it.
fn meant(program: &Program, classes: impl Iterator<Item = ClassId>, wanted: &str) -> Vec<ClassId> {
    let wanted = wanted.replace('$', ".");
    let full = |class: &ClassId| match program.qualified.get(class) {
        Some(name) => name.replace('$', "."),
        None => program.classes[*class].name.clone(),
    };
    let mut classes: Vec<ClassId> = classes.collect();
    classes.dedup();
    let ends = |name: &str| name.strip_suffix(&wanted).is_some_and(|rest| rest.ends_with('.'));
    let exact = |class: &&ClassId| full(class) == wanted;
    let by_name = |class: &&ClassId| program.classes[**class].name == wanted;
    let shorter = |class: &&ClassId| ends(&full(class));
    let of = |fits: &dyn Fn(&&ClassId) -> bool| -> Vec<ClassId> {
        classes.iter().filter(|class| fits(class)).copied().collect()
    };
    let ways: [&dyn Fn(&&ClassId) -> bool; 3] = [&exact, &by_name, &shorter];
    ways.into_iter().map(of).find(|found| !found.is_empty()).unwrap_or_default()
}

fn ambiguous(program: &Program, wanted: &str, several: &[ClassId], diagnostics: &mut Diagnostics) {
    let names: Vec<&str> =
        several.iter().map(|class| program.classes[*class].name.as_str()).collect();
    let message = format!("{wanted} may mean several classes: {}", names.join(", "));
    complain(diagnostics, message, Some("give the full name, with the package".into()));
}

/// The class of the user that is meant.
pub(crate) fn find_class(
    program: &Program,
    wanted: &str,
    diagnostics: &mut Diagnostics,
) -> Option<ClassId> {
    let own = || program.classes.enumerate().filter(|(_, class)| !class.library);
    match meant(program, own().map(|(id, _)| id), wanted).as_slice() {
        [one] => return Some(*one),
        [] => {}
        several => {
            ambiguous(program, wanted, several, diagnostics);
            return None;
        }
    }
    let all: Vec<&str> =
        own().map(|(_, class)| class.name.as_str()).filter(|name| !name.contains('@')).collect();
    let help = match nearest(wanted, all.iter().copied()) {
        Some(near) => format!("did you mean {near}?"),
        None => format!("classes: {}", all.join(", ")),
    };
    complain(diagnostics, format!("there is no class {wanted}"), Some(help));
    None
}

fn named_method(
    program: &mut Program,
    name: &str,
    diagnostics: &mut Diagnostics,
) -> Option<MethodId> {
    let Some((class, method)) = name.split_once('#') else {
        let message = format!("{name} names no method");
        complain(diagnostics, message, Some("write CLASS#METHOD".into()));
        return None;
    };
    let class = find_class(program, class, diagnostics)?;
    let method = method.trim_end_matches("()");
    let mut around = vec![class];
    let mut next = 0;
    while next < around.len() {
        let here = around[next];
        for id in &program.classes[here].methods {
            let shape = &program.methods[*id];
            let given = usize::from(!shape.is_static);
            if shape.name == method && shape.parameters.len() == given && shape.body.is_some() {
                let id = *id;
                return start_on(program, class, id, true, diagnostics);
            }
        }
        let parents = program.classes[here].parents.clone();
        around.extend(
            parents.into_iter().filter(|parent| !around.contains(parent)).collect::<Vec<_>>(),
        );
        next += 1;
    }
    let known: Vec<&str> = program.classes[class]
        .methods
        .iter()
        .map(|id| &program.methods[*id])
        .filter(|shape| shape.parameters.len() == usize::from(!shape.is_static))
        .map(|shape| shape.name.as_str())
        .filter(|name| !name.starts_with('<'))
        .collect();
    let class = &program.classes[class].name;
    let help = format!("methods without parameters: {}", known.join(", "));
    let message = format!("{class} has no method {method} without parameters");
    complain(diagnostics, message, Some(help));
    None
}

fn start_in(
    program: &mut Program,
    main: MethodId,
    diagnostics: &mut Diagnostics,
) -> Option<MethodId> {
    let class = program.methods[main].class;
    start_on(program, class, main, false, diagnostics)
}

/// The main method inside what takes the errors of the first thread, where the program speaks of handlers for
/// uncaught ones.
fn handled(program: &mut Program, main: MethodId) -> MethodId {
    let thread = program.roles.thread.map(|thread| &program.classes[thread].methods);
    let is_failed = |id: &&MethodId| program.methods[**id].name == "failed";
    let failed = thread.and_then(|methods| methods.iter().find(is_failed)).copied();
    let is_throwable = |class: &Class| class.library && class.name == "Throwable";
    let throwable = program.classes.enumerate().find(|(_, class)| is_throwable(class));
    let (Some(failed), Some((throwable, _))) = (failed, throwable) else { return main };
    if !program.roles.run.starts_with(HANDLED) {
        return main;
    }
    let Method { name, class, span, parameters, vars, .. } = program.methods[main].clone();
    let mut vars: IndexVec<VarId, Var> =
        parameters.iter().map(|parameter| vars[*parameter].clone()).collect();
    let parameters: Vec<VarId> = vars.ids().collect();
    let error =
        vars.push(Var { name: "error".into(), ty: Type::Reference, temporary: true, span: None });
    let call = |method: MethodId, arguments: Vec<Operand>| {
        let kind = StmtKind::Call { into: None, callee: Callee::Exact(method), arguments };
        vec![Stmt { kind, span }]
    };
    let arguments = parameters.iter().map(|parameter| Operand::Var(*parameter)).collect();
    let handlers = vec![Handler {
        classes: vec![throwable],
        into: error,
        body: call(failed, vec![Operand::Var(error)]),
    }];
    let body = StmtKind::Try { body: call(main, arguments), handlers, finally: Vec::new() };
    let made = Method {
        selector: format!("{name}/handled"),
        name,
        class,
        is_static: true,
        synchronized: false,
        parameters,
        vars,
        result: None,
        body: Some(vec![Stmt { kind: body, span }]),
        span,
    };
    program.methods.push(made)
}

/// The body of threads where the program speaks of handlers for uncaught errors.
pub(crate) const HANDLED: &str = "runHandled/0";

/// A static method that makes an instance and calls the method on it, where it is not static itself.
fn start_on(
    program: &mut Program,
    class: ClassId,
    method: MethodId,
    is_test: bool,
    diagnostics: &mut Diagnostics,
) -> Option<MethodId> {
    let shape = &program.methods[method];
    if shape.is_static {
        return Some(method);
    }
    let span = shape.span;
    let constructor = constructor_for(program, class, diagnostics)?;
    let mut vars: IndexVec<VarId, Var> = IndexVec::new();
    let mut var = |name: &str| {
        vars.push(Var { name: name.into(), ty: Type::Reference, temporary: true, span: None })
    };
    let object = var("instance");
    let mut arguments = vec![Operand::Var(object)];
    let mut body = vec![
        StmtKind::New { into: object, class },
        StmtKind::Call {
            into: None,
            callee: Callee::Exact(constructor),
            arguments: arguments.clone(),
        },
    ];
    if shape.parameters.len() == 2 {
        let (list, made) = any_arguments(&mut vars, span);
        body.extend(made.into_iter().map(|statement| statement.kind));
        arguments.push(Operand::Var(list));
    }
    let test = StmtKind::Call {
        into: None,
        callee: Callee::Virtual { selector: shape.selector.clone(), declared: method },
        arguments,
    };
    let (before, mut after) = match is_test {
        true => (
            fixtures(program, class, &program.before, object),
            fixtures(program, class, &program.after, object),
        ),
        false => (Vec::new(), Vec::new()),
    };
    after.reverse();
    body.extend(before);
    let statements = |kinds: Vec<StmtKind>| -> Vec<Stmt> {
        kinds.into_iter().map(|kind| Stmt { kind, span }).collect()
    };
    let expected = program.expected.iter().find(|(id, _)| is_test && *id == method);
    let test = match expected.map(|(_, classes)| classes.clone()) {
        Some(classes) => has_to_throw(&mut vars, test, classes, span),
        None => vec![test],
    };
    body.extend(match after.is_empty() {
        true => test,
        false => vec![StmtKind::Try {
            body: statements(test),
            handlers: Vec::new(),
            finally: statements(after),
        }],
    });
    let name = shape.name.clone();
    let made = Method {
        selector: format!("{name}/0"),
        name,
        class,
        is_static: true,
        synchronized: false,
        parameters: Vec::new(),
        vars,
        result: None,
        body: Some(body.into_iter().map(|kind| Stmt { kind, span }).collect()),
        span,
    };
    let id = program.methods.push(made);
    program.classes[class].methods.push(id);
    Some(id)
}

/// The constructor that makes an instance from nothing; says why there is none.
fn constructor_for(
    program: &Program,
    class: ClassId,
    diagnostics: &mut Diagnostics,
) -> Option<MethodId> {
    let constructor = program.classes[class].methods.iter().copied().find(|id| {
        program.methods[*id].name == "<init>" && program.methods[*id].parameters.len() == 1
    });
    let name = &program.classes[class].name;
    if constructor.is_none() {
        let message = format!("{name} has no constructor without parameters");
        complain(diagnostics, message, Some("start in a static method".into()));
        return None;
    }
    let inside = |field: &FieldId| program.fields[*field].name == OUTER;
    if program.classes[class].fields.iter().any(inside) {
        let message =
            format!("{name} is an inner class, and which object it belongs to is not known");
        complain(diagnostics, message, Some("start in a static or top-level class".into()));
        return None;
    }
    constructor
}

/// Calls of those methods that the class has or inherits: static ones first, inherited ones before its own, and
/// one that was overridden only once.
fn fixtures(program: &Program, class: ClassId, all: &[MethodId], object: VarId) -> Vec<StmtKind> {
    let mut line = vec![class];
    while let Some(parent) = line.last().and_then(|last| program.classes[*last].parents.first()) {
        if line.contains(parent) {
            break;
        }
        line.push(*parent);
    }
    let mut found: Vec<MethodId> = Vec::new();
    for here in line.iter().rev() {
        for id in all.iter().filter(|id| program.methods[**id].class == *here) {
            let method = &program.methods[*id];
            let known = |other: &MethodId| program.methods[*other].selector == method.selector;
            if !found.iter().any(known) {
                found.push(*id);
            }
        }
    }
    found.sort_by_key(|id| !program.methods[*id].is_static);
    let call = |id: MethodId| {
        let method = &program.methods[id];
        let (callee, arguments) = match method.is_static {
            true => (Callee::Exact(id), Vec::new()),
            false => {
                let selector = method.selector.clone();
                (Callee::Virtual { selector, declared: id }, vec![Operand::Var(object)])
            }
        };
        StmtKind::Call { into: None, callee, arguments }
    };
    found.into_iter().map(call).collect()
}
