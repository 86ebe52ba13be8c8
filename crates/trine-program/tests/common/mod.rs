//! Makes small programs with memory, and says what each check comes to on them.

#![allow(dead_code, reason = "each file of tests uses a part of it")]

use std::collections::BTreeMap;

use trine_base::{IndexVec, SourceMap};
use trine_program::direct;
use trine_program::interpret::checks::Check;
use trine_program::interpret::search::{Answer, Answers, Budget, search};
use trine_program::interpret::{Machine, Options};
use trine_program::*;

pub const INT: Type = Type::INT;
pub const UINT: Type = Type::Int { bits: 32, signed: false };
pub const LONG: Type = Type::LONG;
pub const ULONG: Type = Type::Int { bits: 64, signed: false };

/// A pointer as a unit.
pub const POINTER: Unit = Unit { ty: Type::Reference, bytes: 8 };

/// An `int` as a unit.
pub const WORD: Unit = Unit { ty: Type::INT, bytes: 4 };

/// A program under construction.
pub struct Build {
    pub program: Program,
    class: ClassId,
}

/// A function under construction.
#[derive(Default)]
pub struct Body {
    vars: IndexVec<VarId, Var>,
    parameters: Vec<VarId>,
    pub stmts: Vec<Stmt>,
}

impl Build {
    pub fn new() -> Build {
        let mut program = Program { pointer_bytes: 8, ..Program::default() };
        let class = program.classes.push(Class {
            name: "test.c".to_string(),
            parents: Vec::new(),
            fields: Vec::new(),
            methods: Vec::new(),
            initializer: None,
            library: false,
            span: None,
        });
        program.roles.errors_end_program = true;
        let mut build = Build { program, class };
        let main = build.global("main-thread", 8);
        build.program.roles.main_thread = Some(main);
        build
    }

    pub fn global(&mut self, name: &str, bytes: u64) -> GlobalId {
        self.program.globals.push(Global {
            name: name.to_string(),
            bytes,
            layout: None,
            thread_local: false,
            constant: false,
            initial: Vec::new(),
            library: false,
            span: None,
        })
    }

    pub fn function(&mut self, name: &str, make: impl FnOnce(&mut Body)) -> MethodId {
        let mut body = Body::default();
        make(&mut body);
        self.program.methods.push(Method {
            name: name.to_string(),
            class: self.class,
            selector: name.to_string(),
            is_static: true,
            synchronized: false,
            parameters: body.parameters,
            vars: body.vars,
            result: None,
            body: Some(body.stmts),
            span: None,
        })
    }

    /// A function with a result.
    pub fn giving(&mut self, name: &str, ty: Type, make: impl FnOnce(&mut Body)) -> MethodId {
        let id = self.function(name, make);
        self.program.methods[id].result = Some(ty);
        id
    }

    /// The program that starts in a function; what it comes to on each check.
    pub fn answers(self, main: MethodId) -> Answers {
        let problems = validate(&self.program, &SourceMap::default());
        assert_eq!(problems, Vec::<String>::new());
        let answers = self.search(main, true);
        let naive = self.search(main, false);
        assert_eq!(answers.checks, naive.checks, "private accesses change the verdicts");
        assert_eq!(answers.finals, naive.finals, "private accesses change the final states");
        let machine = Machine::new(&self.program, main, Options::default());
        let budget = direct::Budget { reduce: true, memory: u64::MAX, go_on: &|_| true };
        let found = direct::search(&machine, &Check::ALL, &budget);
        for check in Check::ALL {
            let violated = found.violated.contains_key(&check);
            assert_eq!(violated, answers.of(check) == Answer::Violated, "{check:?}");
            if let Some(way) = found.violated.get(&check) {
                let told = direct::follow(&machine, check, way);
                assert!(!matches!(told.ending, direct::Ending::Nothing), "{check:?} repeats");
            }
        }
        answers
    }

    fn search(&self, main: MethodId, private_is_local: bool) -> Answers {
        let options = Options { private_is_local, ..Options::default() };
        let machine = Machine::new(&self.program, main, options);
        search(&machine, &Budget { states: 100_000, go_on: &|| true })
    }

    /// The checks that are violated, by name; and the reasons why something is not known.
    pub fn verdict(self, main: MethodId) -> Vec<String> {
        let answers = self.answers(main);
        let words = answers.checks.iter().filter_map(|(check, answer)| match answer {
            Answer::Violated => Some(check.name().to_string()),
            Answer::Unknown => Some(format!("{}?", check.name())),
            Answer::Holds => None,
        });
        words.collect()
    }

    /// A program of one function. What is wrong with its use of memory, and what else is violated.
    pub fn sequential(self, make: impl FnOnce(&mut Body)) -> Vec<String> {
        let mut build = self;
        let main = build.function("main", make);
        build.verdict(main)
    }
}

/// The error of memory that a function makes first.
pub fn error_of(make: impl FnOnce(&mut Build, &mut Body)) -> Option<MemoryError> {
    let mut build = Build::new();
    let mut body = Body::default();
    make(&mut build, &mut body);
    let main = build.function("main", |into| *into = body);
    let answers = build.answers(main);
    answers.faults.get(&Check::Memory).and_then(|one| one.memory)
}

impl Body {
    pub fn var(&mut self, ty: Type) -> VarId {
        let name = format!("v{}", self.vars.len());
        self.vars.push(Var { name, ty, temporary: false, span: None })
    }

    pub fn parameter(&mut self, ty: Type) -> Operand {
        let var = self.var(ty);
        self.parameters.push(var);
        Operand::Var(var)
    }

    pub fn add(&mut self, kind: StmtKind) {
        self.stmts.push(Stmt { kind, span: None });
    }

    pub fn set(&mut self, ty: Type, expr: Expr) -> Operand {
        let var = self.var(ty);
        self.add(StmtKind::Set(var, expr));
        Operand::Var(var)
    }

    pub fn typed(&mut self, op: BinaryOp, ty: Type, left: Operand, right: Operand) -> Operand {
        use BinaryOp::*;
        let compares = matches!(op, Equal | NotEqual | Less | LessEqual | Greater | GreaterEqual);
        let result = if compares {
            INT
        } else if ty == Type::Reference {
            LONG
        } else {
            ty
        };
        self.set(result, typed(op, ty, left, right))
    }

    pub fn offset(&mut self, pointer: Operand, bytes: i64) -> Operand {
        let count = Box::new(Expr::Operand(Operand::Int(bytes)));
        self.set(Type::Reference, Expr::Offset(Box::new(Expr::Operand(pointer)), count, 1))
    }

    pub fn convert(&mut self, ty: Type, conversion: Conversion, value: Operand) -> Operand {
        self.set(ty, Expr::Convert(conversion, Box::new(Expr::Operand(value))))
    }

    pub fn load(&mut self, pointer: Operand, unit: Unit) -> Operand {
        let var = self.var(unit.ty);
        self.add(StmtKind::Load(var, Access::Memory { pointer, unit, atomic: false }));
        Operand::Var(var)
    }

    pub fn store(&mut self, pointer: Operand, unit: Unit, value: Operand) {
        self.add(StmtKind::Store(Access::Memory { pointer, unit, atomic: false }, value));
    }

    pub fn allocate(&mut self, storage: Storage, bytes: i64, zeroed: bool) -> Operand {
        let into = self.var(Type::Reference);
        let bytes = Operand::Int(bytes);
        self.add(StmtKind::Allocate { into, storage, bytes, zeroed, layout: None });
        Operand::Var(into)
    }

    pub fn malloc(&mut self, bytes: i64) -> Operand {
        self.allocate(Storage::Heap, bytes, false)
    }

    pub fn call(&mut self, callee: Callee, arguments: &[Operand]) {
        self.add(StmtKind::Call { into: None, callee, arguments: arguments.to_vec() });
    }

    pub fn operate(&mut self, operation: Operation, arguments: &[Operand]) {
        self.add(StmtKind::Do { into: None, operation, arguments: arguments.to_vec() });
    }

    /// The result of an operation.
    pub fn ask(&mut self, operation: Operation, arguments: &[Operand]) -> Operand {
        let into = self.var(INT);
        let arguments = arguments.to_vec();
        self.add(StmtKind::Do { into: Some(into), operation, arguments });
        Operand::Var(into)
    }

    pub fn unless(&mut self, condition: Operand, make: impl FnOnce(&mut Body)) {
        let before = std::mem::take(&mut self.stmts);
        make(self);
        let otherwise = std::mem::replace(&mut self.stmts, before);
        self.add(StmtKind::If { condition, then: Vec::new(), otherwise });
    }

    /// An assertion that two numbers, or two pointers, are the same.
    pub fn assert_equal(&mut self, ty: Type, left: Operand, right: Operand) {
        let same = self.typed(BinaryOp::Equal, ty, left, right);
        self.add(StmtKind::Assert(same));
    }

    /// Starts a thread in a fresh block of the heap.
    pub fn start(&mut self, function: MethodId, argument: Operand) -> Operand {
        let thread = self.allocate(Storage::Heap, 8, true);
        self.operate(Operation::Start, &[thread, Operand::Function(function), argument]);
        thread
    }
}

pub fn typed(op: BinaryOp, ty: Type, left: Operand, right: Operand) -> Expr {
    let (left, right) = (Box::new(Expr::Operand(left)), Box::new(Expr::Operand(right)));
    Expr::Typed(op, ty, left, right)
}

/// The violated checks by name, for comparison.
pub fn names(checks: &[&str]) -> Vec<String> {
    let order: BTreeMap<Check, String> =
        Check::ALL.into_iter().map(|check| (check, check.name().to_string())).collect();
    order.into_values().filter(|name| checks.contains(&name.as_str())).collect()
}
