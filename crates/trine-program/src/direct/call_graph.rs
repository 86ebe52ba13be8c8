//! The call graph of a program, by rapid type analysis (Bacon and Sweeney, *Fast static analysis of C++ virtual function
//! calls*, 1996): a virtual call reaches the methods of classes of which a reachable method makes an object.

use std::collections::{BTreeMap, BTreeSet};

use crate::flat::Op;
use crate::interpret::Machine;
use crate::program::*;

/// What can be executed at all, and by what.
pub struct CallGraph {
    /// The methods that can be executed.
    pub methods: BTreeSet<MethodId>,
    /// The classes that have objects.
    made: BTreeSet<ClassId>,
    /// What a call with a selector reaches, on objects of the class that declares it.
    targets: BTreeMap<(String, ClassId), Vec<MethodId>>,
}

impl CallGraph {
    /// The methods and classes that the machine's entry can reach.
    pub fn of(machine: &Machine<'_>) -> CallGraph {
        let mut builder = Builder {
            machine,
            graph: CallGraph {
                methods: BTreeSet::new(),
                made: BTreeSet::new(),
                targets: BTreeMap::new(),
            },
            open: Vec::new(),
            selectors: BTreeSet::new(),
        };
        let roles = &machine.program.roles;
        let language = [roles.thread, roles.string, roles.class, roles.object];
        let boxes = roles.boxes.iter().map(|of| of.class);
        let errors = roles.errors.iter().map(|(_, class)| *class);
        let known = language.into_iter().flatten().chain(boxes).chain(errors);
        let known: Vec<ClassId> = known.chain(roles.abort.map(|abort| abort.class)).collect();
        known.into_iter().for_each(|class| builder.make(class));
        builder.reach(machine.entry);
        builder.initialise(machine.program.methods[machine.entry].class);
        roles.raisers.iter().for_each(|(_, method)| builder.reach(*method));
        if let Some(last) = &roles.last_words {
            last.main.iter().for_each(|method| builder.reach(*method));
            builder.select(&last.thread);
        }
        while let Some(method) = builder.open.pop() {
            builder.body(method);
        }
        builder.graph
    }

    /// The methods that a call may execute.
    pub fn callees(&mut self, machine: &Machine<'_>, callee: &Callee) -> Vec<MethodId> {
        match callee {
            Callee::Pointer(_) => super::ample::no_memory(),
            Callee::Exact(method) => vec![*method],
            Callee::Virtual { selector, declared } => {
                let class = machine.program.methods[*declared].class;
                let mut found = self.targets(machine, selector, Some(class));
                found.push(*declared);
                found
            }
        }
    }

    /// The bodies of the threads that may be started.
    pub fn bodies(&mut self, machine: &Machine<'_>) -> Vec<MethodId> {
        let run = machine.program.roles.run.clone();
        self.targets(machine, &run, None)
    }

    /// The methods with a selector, of the classes that have objects and inherit from one.
    pub fn targets(
        &mut self,
        machine: &Machine<'_>,
        selector: &str,
        of: Option<ClassId>,
    ) -> Vec<MethodId> {
        let key = of.map(|class| (selector.to_string(), class));
        if let Some(known) = key.as_ref().and_then(|key| self.targets.get(key)) {
            return known.clone();
        }
        let fits = |class: &&ClassId| of.is_none_or(|of| machine.is_a(**class, of));
        let found = self.made.iter().filter(fits);
        let found = found.filter_map(|class| machine.dispatch(*class, selector));
        let found: BTreeSet<MethodId> = found.collect();
        let found: Vec<MethodId> = found.into_iter().collect();
        if let Some(key) = key {
            self.targets.insert(key, found.clone());
        }
        found
    }
}

struct Builder<'b, 'p> {
    machine: &'b Machine<'p>,
    graph: CallGraph,
    open: Vec<MethodId>,
    /// Those of the virtual calls so far.
    selectors: BTreeSet<String>,
}

impl Builder<'_, '_> {
    fn reach(&mut self, method: MethodId) {
        if self.graph.methods.insert(method) {
            self.open.push(method);
        }
    }

    fn make(&mut self, class: ClassId) {
        if self.graph.made.insert(class) {
            let selectors: Vec<String> = self.selectors.iter().cloned().collect();
            for selector in selectors {
                self.dispatch(class, &selector);
            }
        }
    }

    fn select(&mut self, selector: &str) {
        if self.selectors.insert(selector.to_string()) {
            let made: Vec<ClassId> = self.graph.made.iter().copied().collect();
            made.into_iter().for_each(|class| self.dispatch(class, selector));
        }
    }

    fn dispatch(&mut self, class: ClassId, selector: &str) {
        if let Some(method) = self.machine.dispatch(class, selector) {
            self.reach(method);
        }
    }

    fn initialise(&mut self, class: ClassId) {
        let program = self.machine.program;
        let first = program.initialised_first(class);
        if let Some(method) = program.classes[class].initializer {
            if self.graph.methods.contains(&method) {
                return;
            }
            self.reach(method);
        }
        for class in first {
            if let Some(method) = program.classes[*class].initializer
                && self.graph.methods.contains(&method)
            {
                continue;
            }
            self.initialise(*class);
        }
    }

    fn body(&mut self, method: MethodId) {
        let machine = self.machine;
        let program = machine.program;
        let Some(code) = machine.code(method) else { return };
        for (op, _) in &code.ops {
            match op {
                Op::New { class, .. } => {
                    self.make(*class);
                    self.initialise(*class);
                }
                Op::Load(_, Access::Static(field)) | Op::Store(Access::Static(field), _) => {
                    self.initialise(program.fields[*field].class);
                }
                Op::Call { callee: Callee::Exact(method), .. } => {
                    self.reach(*method);
                    if program.methods[*method].is_static {
                        self.initialise(program.methods[*method].class);
                    }
                }
                Op::Call { callee: Callee::Virtual { selector, declared }, .. } => {
                    self.select(selector);
                    self.reach(*declared);
                }
                Op::Do { operation: Operation::Start, .. } => {
                    self.select(&program.roles.run.clone());
                }
                Op::Meet(Meeting::Async(of)) => {
                    self.make(of.class);
                    self.make(of.gone);
                }
                _ => {}
            }
        }
    }
}
