//! What every program satisfies, whatever front end made it.
//!
//! 1. Every id that is mentioned exists: classes, fields, methods, variables, strings, entries.
//! 2. A class lists exactly the fields and methods that name it as theirs, except that static methods need not be
//!    listed, and inherits from no class that inherits from it. An initialiser is static and takes nothing.
//! 3. Where execution can start, what raises errors and what a thread says last are methods with the parameters that
//!    they are called with. A role that names a field names one of instances.
//! 4. Parameters are variables of their method; the receiver, where there is one, is a reference.
//! 5. Numbers, floating-point numbers and references are not mixed up: in assignments, accesses, operators, arguments,
//!    results, conditions and entries. What is unboxed is a number of either kind.
//! 6. Division of whole numbers, unboxing and text stand at the top of an expression, over operands.
//! 7. A field of instances is accessed through an object, a static one without.
//! 8. A call passes as many arguments as the method has parameters, and takes a result only where there is one; a
//!    virtual call names the selector of the method that it declares, which is not static.
//! 9. `break` and `continue` are inside the block that they name, `continue` inside a loop.
//! 10. A method returns a value exactly if it has a result.
//! 11. An operation gets as many arguments as it takes; a meeting hands over and gives back what its entry declares. A
//!     requeue to an owner that always takes calls need not say what is given back where it does not.
//! 12. Only a program that says how many bytes a pointer has (4 or 8) uses memory. A unit has the bytes of its type. What
//!     a global holds at first is inside of it, and is known.
//! 13. A function whose address is taken is a static method. Every `goto` has one target in its method.

mod body;
mod meeting;
mod memory;

use trine_base::{Id, SourceMap};

use crate::program::*;

/// All that is wrong with a program, with places.
pub fn validate(program: &Program, sources: &SourceMap) -> Vec<String> {
    let mut problems = Vec::new();
    classes(program, &mut problems);
    roles(program, &mut problems);
    memory::globals(program, &mut problems);
    for (id, method) in program.methods.enumerate() {
        signature(program, id, method, &mut problems);
    }
    // Bodies are looked at only where what they mention is in order.
    if problems.is_empty() {
        for method in &program.methods {
            problems.extend(body::check(program, sources, method));
        }
    }
    problems
}

/// What a value is, as far as it matters which one it is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Kind {
    Number,
    Float,
    Reference,
}

fn kind(ty: Type) -> Kind {
    match ty {
        Type::Bool | Type::Int { .. } => Kind::Number,
        Type::Float => Kind::Float,
        Type::Reference => Kind::Reference,
    }
}

fn exists<I: Id>(id: I, count: usize) -> bool {
    id.index() < count
}

fn classes(program: &Program, problems: &mut Vec<String>) {
    let (classes, fields, methods) =
        (program.classes.len(), program.fields.len(), program.methods.len());
    for (id, class) in program.classes.enumerate() {
        let name = &class.name;
        if !class.parents.iter().all(|parent| exists(*parent, classes)) {
            problems.push(format!("{name} inherits from a class that does not exist"));
            continue;
        }
        for field in &class.fields {
            if !exists(*field, fields) || program.fields[*field].class != id {
                problems.push(format!("{name} lists {field}, which is not its own"));
            }
        }
        for method in &class.methods {
            if !exists(*method, methods) || program.methods[*method].class != id {
                problems.push(format!("{name} lists {method}, which is not its own"));
            }
        }
        if let Some(method) = class.initializer {
            let fits = exists(method, methods)
                && program.methods[method].is_static
                && program.methods[method].parameters.is_empty();
            if !fits {
                problems.push(format!("{name} is not initialised by a static method"));
            }
        }
    }
    for (id, field) in program.fields.enumerate() {
        let listed =
            exists(field.class, classes) && program.classes[field.class].fields.contains(&id);
        if !listed {
            problems.push(format!("{} is a field that its class does not list", field.name));
        }
    }
    if problems.is_empty() {
        for (id, class) in program.classes.enumerate() {
            if inherits_from_itself(program, id) {
                problems.push(format!("{} inherits from itself", class.name));
            }
        }
    }
}

/// Whether a class inherits from itself.
fn inherits_from_itself(program: &Program, class: ClassId) -> bool {
    let mut seen = vec![false; program.classes.len()];
    let mut open = program.classes[class].parents.clone();
    while let Some(next) = open.pop() {
        if !std::mem::replace(&mut seen[next.index()], true) {
            open.extend(&program.classes[next].parents);
        }
    }
    seen[class.index()]
}

fn roles(program: &Program, problems: &mut Vec<String>) {
    let roles = &program.roles;
    let methods = program.methods.len();
    let class = |id: &ClassId| exists(*id, program.classes.len());
    let own = [roles.thread, roles.string, roles.class, roles.object];
    let errors = roles.errors.iter().map(|(_, class)| *class);
    let boxes = roles.boxes.iter().map(|known| known.class);
    if !own.into_iter().flatten().chain(errors).chain(boxes).all(|id| class(&id)) {
        problems.push("a role names a class that does not exist".to_string());
    }
    let groups = roles.groups.iter().flat_map(|groups| [groups.own, groups.active, groups.around]);
    let flags = [roles.interrupted, roles.daemon, roles.thread_name].into_iter().flatten();
    let aborts = roles.abort.iter().map(|abort| abort.flag);
    let deaf = roles.last_words.iter().map(|last| last.deaf);
    for field in groups.chain(flags).chain(aborts).chain(deaf) {
        if !exists(field, program.fields.len()) || program.fields[field].is_static {
            problems.push(format!("a role names {field}, which is no field of instances"));
        }
    }
    let called = roles.raisers.iter().map(|(_, method)| *method);
    let last = roles.last_words.iter().filter_map(|last| last.main);
    for method in called.chain(last) {
        if !exists(method, methods) || !program.methods[method].is_static {
            problems.push(format!("a role names {method}, which is no static method"));
        }
    }
    for method in &program.mains {
        if !exists(*method, methods) {
            problems.push(format!("execution can start in {method}, which does not exist"));
        }
    }
}

fn signature(program: &Program, id: MethodId, method: &Method, problems: &mut Vec<String>) {
    let name = &method.selector;
    let listed = exists(method.class, program.classes.len())
        && (method.is_static || program.classes[method.class].methods.contains(&id));
    if !listed {
        problems.push(format!("{name} is a method that its class does not list"));
    }
    if !method.parameters.iter().all(|parameter| exists(*parameter, method.vars.len())) {
        problems.push(format!("{name} has a parameter that is no variable"));
        return;
    }
    let receiver = method.parameters.first().map(|first| method.vars[*first].ty);
    if !method.is_static && receiver != Some(Type::Reference) {
        problems.push(format!("{name} has no receiver"));
    }
}
