//! What is known of a system before anything is analysed: its processes with their constants, and
//! where each variable's cells are.

use trine_base::Id;
use trine_system::interpret::Cell;
use trine_system::{
    Edge, EdgeId, Effect, Expr, Interpreter, LocationId, MonitorRef, Place, Root, State, Sync,
    System, Template,
};

use crate::calls::Entries;

/// A system with what is known of it beforehand.
pub struct SystemFacts<'s> {
    pub system: &'s System,
    pub interpreter: Interpreter<'s>,
    /// The initial state: the values of all that is never assigned.
    pub initial: State,
    /// For each cell of the globals, whether a process assigns to its variable.
    assigned_globals: Vec<bool>,
    /// The same for the cells of each template's locals.
    assigned_locals: Vec<Vec<bool>>,
    /// For each cell, the variable it belongs to.
    global_owner: Vec<usize>,
    local_owner: Vec<Vec<usize>>,
    /// For each process, the others that may start it, with the location they are in after it.
    pub starters: Vec<Vec<(u32, EdgeId)>>,
    pub entries: Entries,
    /// The number of the first monitor of each array of them.
    monitor_offsets: Vec<u32>,
}

impl<'s> SystemFacts<'s> {
    /// The facts, or why there is none: the analysis needs to know all processes in advance.
    pub fn new(system: &'s System) -> Result<SystemFacts<'s>, String> {
        let interpreter = Interpreter::new(system);
        let Some(initial) = interpreter.initial().state else {
            return Err("the initial state has a fault".to_string());
        };
        if system.requeues() {
            return Err("callers are sent on from one queue to another".to_string());
        }
        for effect in system.templates.iter().flat_map(|t| &t.edges).flat_map(|e| &e.effects) {
            match effect {
                Effect::Run { .. } => {
                    return Err("processes are created while others run".to_string());
                }
                Effect::New { .. } => return Err("objects are made while it runs".to_string()),
                _ => {}
            }
        }
        let mut facts = SystemFacts {
            assigned_globals: vec![false; initial.globals.len()],
            assigned_locals: Vec::new(),
            global_owner: vec![0; initial.globals.len()],
            local_owner: Vec::new(),
            starters: vec![Vec::new(); initial.processes.len()],
            monitor_offsets: Vec::new(),
            entries: Entries::default(),
            system,
            interpreter,
            initial,
        };
        let mut offset = 0;
        for monitor in &system.monitors {
            facts.monitor_offsets.push(offset);
            offset += monitor.count;
        }
        facts.find_owners();
        facts.find_assigned();
        facts.find_starters();
        facts.entries = Entries::new(&facts);
        Ok(facts)
    }

    fn find_owners(&mut self) {
        for (id, variable) in self.system.globals.enumerate() {
            let start = self.interpreter.global_offset(id);
            self.global_owner[start..start + variable.cells() as usize].fill(id.index());
        }
        for (template, code) in self.system.templates.enumerate() {
            let mut owner = Vec::new();
            for (id, variable) in code.locals.enumerate() {
                debug_assert_eq!(owner.len(), self.interpreter.local_offset(template, id));
                owner.extend(std::iter::repeat_n(id.index(), variable.cells() as usize));
            }
            self.assigned_locals.push(vec![false; owner.len()]);
            self.local_owner.push(owner);
        }
    }

    fn find_assigned(&mut self) {
        let system = self.system;
        for (template, code) in system.templates.enumerate() {
            for edge in &code.edges {
                edge.visit_writes(&mut |place| match &place.root {
                    Root::Global(id) => {
                        let start = self.interpreter.global_offset(*id);
                        let cells = system.globals[*id].cells() as usize;
                        self.assigned_globals[start..start + cells].fill(true);
                    }
                    Root::Local(local) => self.note_local(template, *local),
                    Root::Remote { template, local, .. } => self.note_local(*template, *local),
                    Root::Field { .. } => {}
                });
            }
        }
    }

    fn note_local(&mut self, template: trine_system::TemplateId, local: trine_system::LocalId) {
        let start = self.interpreter.local_offset(template, local);
        let cells = self.system.templates[template].locals[local].cells() as usize;
        self.assigned_locals[template.index()][start..start + cells].fill(true);
    }

    fn find_starters(&mut self) {
        for process in 0..self.initial.processes.len() as u32 {
            for (id, edge) in self.template(process).edges.enumerate() {
                let Some(Sync::Start(target)) = &edge.sync else { continue };
                match self.constant(process, target) {
                    Some(target) => {
                        if let Some(starters) = self.starters.get_mut(target as usize) {
                            starters.push((process, id));
                        }
                    }
                    None => self.starters.iter_mut().for_each(|all| all.push((process, id))),
                }
            }
        }
    }

    /// The numbers of the processes.
    pub fn processes(&self) -> std::ops::Range<u32> {
        0..self.initial.processes.len() as u32
    }

    /// The code of a process.
    pub fn template(&self, process: u32) -> &'s Template {
        &self.system.templates[self.initial.processes[process as usize].template]
    }

    /// Where a process is in the initial state.
    pub fn entry(&self, process: u32) -> LocationId {
        self.initial.processes[process as usize].location
    }

    /// An edge in the code of a process.
    pub fn edge(&self, process: u32, edge: EdgeId) -> &'s Edge {
        &self.template(process).edges[edge]
    }

    /// The edges that leave a location, in the order in which they are tried.
    pub fn outgoing(&self, process: u32, location: LocationId) -> &[EdgeId] {
        self.interpreter.outgoing(self.initial.processes[process as usize].template, location)
    }

    /// The name of a process as users know it.
    pub fn process_name(&self, process: u32) -> String {
        self.interpreter.process_name(&self.initial, process)
    }

    /// The value of a cell that nothing ever assigns to.
    pub fn fixed(&self, cell: Cell) -> Option<i64> {
        match cell {
            Cell::Global(at) => (!self.assigned_globals[at]).then(|| self.initial.globals[at]),
            Cell::Local(process, at) => {
                let of = &self.initial.processes[process as usize];
                (!self.assigned_locals[of.template.index()][at]).then(|| of.locals[at])
            }
            Cell::Record(..) => None,
        }
    }

    /// The value of a cell in the initial state.
    pub fn initially(&self, cell: Cell) -> i64 {
        match cell {
            Cell::Global(at) => self.initial.globals[at],
            Cell::Local(process, at) => self.initial.processes[process as usize].locals[at],
            Cell::Record(..) => 0,
        }
    }

    /// The name of a cell: its variable, with the index where that is an array.
    pub fn cell_name(&self, cell: Cell) -> String {
        match cell {
            Cell::Global(at) => {
                let id = Id::from_index(self.global_owner[at]);
                let first = self.interpreter.global_offset(id);
                self.system.globals[id].cell_name((at - first) as u32)
            }
            Cell::Local(process, at) => {
                let template = self.initial.processes[process as usize].template;
                let id = Id::from_index(self.local_owner[template.index()][at]);
                let first = self.interpreter.local_offset(template, id);
                let name =
                    self.system.templates[template].locals[id].cell_name((at - first) as u32);
                format!("{name} in {}", self.process_name(process))
            }
            Cell::Record(..) => String::new(),
        }
    }

    /// The type of a cell's variable.
    pub fn cell_type(&self, cell: Cell) -> trine_system::Type {
        match cell {
            Cell::Global(at) => self.system.globals[Id::from_index(self.global_owner[at])].ty,
            Cell::Local(process, at) => {
                let template = self.initial.processes[process as usize].template;
                let id = self.local_owner[template.index()][at];
                self.system.templates[template].locals[Id::from_index(id)].ty
            }
            Cell::Record(..) => trine_system::Type::LONG,
        }
    }

    /// The cells of a place, as far as its index is known in advance.
    pub fn cells(&self, process: Option<u32>, place: &Place) -> Vec<Cell> {
        let index = match &place.index {
            None => Some(0),
            Some(index) => process.and_then(|process| self.constant(process, index)),
        };
        let range = |cells: u32| match index {
            Some(index) if index >= 0 && index < i64::from(cells) => {
                index as usize..index as usize + 1
            }
            Some(_) => 0..0,
            None => 0..cells as usize,
        };
        match &place.root {
            Root::Global(id) => {
                let start = self.interpreter.global_offset(*id);
                range(self.system.globals[*id].cells()).map(|at| Cell::Global(start + at)).collect()
            }
            Root::Local(id) => {
                let Some(process) = process else { return Vec::new() };
                let template = self.initial.processes[process as usize].template;
                let start = self.interpreter.local_offset(template, *id);
                let cells = self.system.templates[template].locals[*id].cells();
                range(cells).map(|at| Cell::Local(process, start + at)).collect()
            }
            Root::Remote { template, local, .. } => {
                let start = self.interpreter.local_offset(*template, *local);
                let cells = self.system.templates[*template].locals[*local].cells();
                let of_template =
                    |other: &u32| self.initial.processes[*other as usize].template == *template;
                let others = self.processes().filter(of_template);
                let each = |other| range(cells).map(move |at| Cell::Local(other, start + at));
                others.flat_map(each).collect()
            }
            Root::Field { .. } => Vec::new(),
        }
    }

    /// The monitor that is meant, where that is known in advance.
    pub fn monitor(&self, process: u32, monitor: &MonitorRef) -> Option<u32> {
        let index = match &monitor.index {
            None => 0,
            Some(index) => self.constant(process, index)?,
        };
        let first = self.first_monitor(monitor);
        let count = self.system.monitors[monitor.monitor].count;
        (index >= 0 && index < i64::from(count)).then(|| first + index as u32)
    }

    /// All monitors that may be meant.
    pub fn monitors(&self, process: u32, monitor: &MonitorRef) -> std::ops::Range<u32> {
        match self.monitor(process, monitor) {
            Some(one) => one..one + 1,
            None => {
                let first = self.first_monitor(monitor);
                first..first + self.system.monitors[monitor.monitor].count
            }
        }
    }

    fn first_monitor(&self, monitor: &MonitorRef) -> u32 {
        self.monitor_offsets[monitor.monitor.index()]
    }

    /// The name of a monitor, with its index where there are several of one declaration.
    pub fn monitor_name(&self, number: u32) -> String {
        let at = self.monitor_offsets.partition_point(|first| *first <= number) - 1;
        let monitor = &self.system.monitors[Id::from_index(at)];
        match monitor.count {
            1 => monitor.name.clone(),
            _ => format!("{}[{}]", monitor.name, number - self.monitor_offsets[at]),
        }
    }

    /// The value of an expression that needs no state.
    pub fn constant(&self, process: u32, expr: &Expr) -> Option<i64> {
        crate::partial::value(self, Some(process), expr, &|_| None)
    }
}
