//! What a system is made of.
//!
//! A system has *templates* (code and local slots) and *processes*, each a template with constant
//! arguments. A template is a graph of [`Location`]s and [`Edge`]s; an edge has a guard, at most one
//! synchronisation, effects, labels and a source span. All data are integers of declared types;
//! records and arrays are flattened into variables of several cells.
//!
//! Exclusive control is written on edges ([`Hold`]): after an edge that holds `Atomic` or `DStep` the
//! process goes on alone. A source block that is atomic therefore marks every edge that stays inside
//! it, and its last edge releases. (Marking locations instead would need two copies of a location
//! that is reached both from inside and from outside the block.)

mod data;
mod edge;
mod expr;
mod rebuild;
mod visit;

pub use data::*;
pub use edge::*;
pub use expr::*;

use trine_base::{IndexVec, Span, define_id};

define_id!(/// A named set of values, such as an mtype.
    EnumId, "enum");
define_id!(/// A global variable.
    GlobalId, "g");
define_id!(/// A local slot of a template.
    LocalId, "l");
define_id!(/// A kind of channel: its capacity and the types of its messages.
    ChannelKindId, "k");
define_id!(/// A monitor, or an array of them.
    MonitorId, "m");
define_id!(/// A rendezvous entry, or a family of them.
    EntryId, "n");
define_id!(/// A pool of records.
    PoolId, "pool");
define_id!(/// The code of processes.
    TemplateId, "t");
define_id!(/// A control location of a template.
    LocationId, "s");
define_id!(/// An edge of a template.
    EdgeId, "e");

/// A finite concurrent program. See the module documentation.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct System {
    pub name: String,
    pub rules: Rules,
    pub enums: IndexVec<EnumId, EnumDecl>,
    pub globals: IndexVec<GlobalId, Variable>,
    pub channel_kinds: IndexVec<ChannelKindId, ChannelKind>,
    pub monitors: IndexVec<MonitorId, Monitor>,
    pub entries: IndexVec<EntryId, Entry>,
    pub pools: IndexVec<PoolId, Pool>,
    pub templates: IndexVec<TemplateId, Template>,
    /// The processes that exist in the initial state, in order of creation.
    pub processes: Vec<ProcessDecl>,
    /// Statements about the whole model that a verdict depends on.
    pub assumptions: Vec<Assumption>,
    /// Other names by which something is known in the source, in the order of [`System::add_aliases`].
    pub aliases: Vec<Alias>,
}

impl System {
    /// Adds other names, and keeps all so that one is found fast.
    pub fn add_aliases(&mut self, more: impl IntoIterator<Item = Alias>) {
        self.aliases.extend(more);
        self.aliases.sort_by(|one, other| {
            folded(&one.name).cmp(folded(&other.name)).then_with(|| one.name.cmp(&other.name))
        });
    }

    /// What something is called that is also known by this name.
    pub fn alias(&self, name: &str) -> Option<&Alias> {
        let first = self.aliases.partition_point(|one| folded(&one.name).lt(folded(name)));
        let mut alike =
            self.aliases[first..].iter().take_while(|one| one.name.eq_ignore_ascii_case(name));
        alike.find(|one| self.rules.caseless || one.name == name)
    }

    /// Whether every execution ends at a limit with its first step: the program was too much.
    pub fn goes_nowhere(&self) -> bool {
        let [only] = self.processes.as_slice() else { return false };
        let template = &self.templates[only.template];
        let mut first = template.edges.iter().filter(|edge| edge.from == template.entry).peekable();
        let limited = |edge: &Edge| matches!(edge.effects.first(), Some(Effect::Limit { .. }));
        first.peek().is_some() && first.all(limited)
    }

    /// Whether callers can be sent on to another queue than the one they called.
    pub fn requeues(&self) -> bool {
        let mut edges = self.templates.iter().flat_map(|template| &template.edges);
        edges.any(|edge| matches!(edge.sync, Some(Sync::Requeue { .. })))
    }

    /// The same system without any place in a source: what is left to compare.
    pub fn without_spans(&self) -> System {
        let mut system = self.clone();
        let fields = system.pools.iter_mut().flat_map(|pool| &mut pool.fields);
        for variable in system.globals.iter_mut().chain(fields) {
            variable.span = None;
        }
        for template in system.templates.iter_mut() {
            template.span = None;
            template.locals.iter_mut().for_each(|local| local.span = None);
            template.locations.iter_mut().for_each(|location| location.span = None);
            template.edges.iter_mut().for_each(|edge| edge.span = None);
        }
        system.assumptions.iter_mut().for_each(|assumption| assumption.span = None);
        system
    }
}

/// The points on which source languages differ for a whole system.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Rules {
    /// `run` beyond this many living processes is not executable.
    pub process_limit: u32,
    /// Ended processes are removed, youngest first, each by a step of its own; otherwise they stay.
    pub reap: bool,
    /// Only processes of the highest priority among those that can step may step.
    pub priorities: bool,
    /// The process that made the last step is part of the state (`_last`).
    pub tracks_last: bool,
    /// The events of the last step are part of the state, to be consumed one after the other. Where
    /// several happened, or where no process can step, observing the next is a step of its own.
    pub instrumented: bool,
    /// A send to a full buffered channel loses its message instead of blocking.
    pub lossy: bool,
    /// Processes are threads of a program, so that the checks of threads are made by default.
    pub threads: bool,
    /// Names that differ only in case are one.
    pub caseless: bool,
}

impl Default for Rules {
    fn default() -> Rules {
        Rules {
            process_limit: 255,
            reap: true,
            priorities: false,
            tracks_last: false,
            instrumented: false,
            lossy: false,
            threads: false,
            caseless: false,
        }
    }
}

/// Something taken to be true of the program, printed with every verdict.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Assumption {
    pub kind: String,
    pub text: String,
    pub span: Option<Span>,
}

fn folded(name: &str) -> impl Iterator<Item = u8> {
    name.bytes().map(|byte| byte.to_ascii_lowercase())
}

/// Another name of an object or a process.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Alias {
    pub name: String,
    pub of: String,
}

/// The code of a kind of process.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Template {
    pub name: String,
    /// The first `parameters` locals are set by the creator of the process.
    pub parameters: u32,
    pub locals: IndexVec<LocalId, Variable>,
    pub locations: IndexVec<LocationId, Location>,
    /// Edges of one location are tried in this order.
    pub edges: IndexVec<EdgeId, Edge>,
    pub entry: LocationId,
    /// The process may step only where this holds (Promela's `provided`).
    pub provided: Option<Expr>,
    /// Steps of equal rank are determined: used for reports only (Promela's `D_proctype`).
    pub deterministic: bool,
    /// The program may end while such a process still runs (a daemon thread).
    pub daemon: bool,
    pub span: Option<Span>,
}

impl Template {
    /// A template without locals, locations and edges; its entry is the first location that is added.
    pub fn new(name: impl Into<String>) -> Template {
        Template {
            name: name.into(),
            parameters: 0,
            locals: IndexVec::new(),
            locations: IndexVec::new(),
            edges: IndexVec::new(),
            entry: LocationId(0),
            provided: None,
            deterministic: false,
            daemon: false,
            span: None,
        }
    }

    /// Whether its processes have to be started: the code has a `Begin`.
    pub fn is_started(&self) -> bool {
        self.edges.iter().any(|edge| edge.sync == Some(Sync::Begin))
    }

    /// The edges that leave a location, in order. Linear: engines build an index of their own.
    /// The edges that leave each location, in order.
    pub fn outgoing(&self) -> IndexVec<LocationId, Vec<EdgeId>> {
        let mut found: IndexVec<LocationId, Vec<EdgeId>> =
            self.locations.iter().map(|_| Vec::new()).collect();
        for (id, edge) in self.edges.enumerate() {
            found[edge.from].push(id);
        }
        found
    }

    /// The edges that leave a location, in order.
    pub fn edges_from(&self, from: LocationId) -> impl Iterator<Item = (EdgeId, &Edge)> {
        self.edges.enumerate().filter(move |(_, edge)| edge.from == from)
    }
}

/// A step with more events than this is beyond the model.
pub const MOST_PENDING_EVENTS: usize = 64;

/// A point of control.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Location {
    /// The labels that the source puts here.
    pub names: Vec<String>,
    /// The process has ended here: no edge leaves, and it can be reaped.
    pub final_: bool,
    /// Resting here for ever is no deadlock.
    pub end: bool,
    pub progress: bool,
    pub accept: bool,
    /// What `pc_value` says of a process that is here.
    pub pc: u32,
    pub span: Option<Span>,
}

/// A process of the initial state.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ProcessDecl {
    /// The name people would give it: `P[1]`, `philosopher1`, `main`.
    pub name: String,
    pub template: TemplateId,
    pub arguments: Vec<i64>,
    pub priority: u8,
}
