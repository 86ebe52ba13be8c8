//! Templates with their edges grouped by location and all expressions resolved.

use trine_base::{Id, IndexVec};
use trine_property::checks::deadlock::reads_only_locals;
use trine_system::{
    Edge, EdgeId, Effect, FaultKind, Guard, Hold, Init, PoolId, Sync, System, Template, TemplateId,
};

use super::entries::EntryCode;
use super::expr::{Code, Correspondence, PatternCode, PlaceCode};
use super::layout::Layout;
use super::threads::MonitorCode;

/// A template, compiled.
#[derive(Clone, Debug)]
pub struct TemplateCode {
    pub entry: u32,
    pub locations: Vec<LocationCode>,
    pub edges: IndexVec<EdgeId, EdgeCode>,
    pub provided: Option<Code>,
    /// How each local comes to be, in order.
    pub inits: Vec<InitCode>,
    pub daemon: bool,
}

/// What a local holds when its process is created.
#[derive(Clone, Debug)]
pub enum InitCode {
    Parameter,
    /// One value for each cell.
    Values(Vec<i64>),
    Computed(Code),
    Channels,
}

/// A location with its edges by rank.
#[derive(Clone, Debug, Default)]
pub struct LocationCode {
    /// The edges in groups of equal rank, the highest first.
    pub groups: Vec<RankGroup>,
    pub final_: bool,
    pub end: bool,
    pub progress: bool,
    pub accept: bool,
    pub pc: u32,
    /// The only edge, where taking it at once with the step that leads here changes nothing that
    /// any observer can see.
    pub merged: Option<EdgeId>,
    /// Its edges only compute, so that a process with exclusive control goes straight on here.
    pub straight: bool,
    /// All edges wait for a lock, an end, a call or an answer, or have conditions that no other process changes.
    pub waits_only: bool,
    /// The joins that a process can come to here: their condition and which process they wait for.
    pub joins: Box<[(Option<Code>, Code)]>,
}

/// Edges of one rank, and those of its `else`.
#[derive(Clone, Debug, Default)]
pub struct RankGroup {
    pub edges: Vec<EdgeId>,
    /// Those that are executable where none of the others is.
    pub otherwise: Vec<EdgeId>,
}

/// An edge, compiled.
#[derive(Clone, Debug)]
pub struct EdgeCode {
    pub to: u32,
    pub hold: Hold,
    pub guard: Option<Code>,
    pub guard_can_fault: bool,
    pub sync: SyncCode,
    pub effects: Box<[EffectCode]>,
    /// In how many ways the free choices of the effects can fall.
    pub choices: u32,
    /// It creates a process, and so needs room for one.
    pub spawns: bool,
    /// Bytes of locals that nothing reads after this edge: start and length in the frame.
    pub forgets: Box<[(u32, u32)]>,
}

/// A synchronisation, compiled.
#[derive(Clone, Debug)]
pub enum SyncCode {
    None,
    Send { channel: Code, values: Box<[Code]>, sorted: bool },
    Receive { channel: Code, patterns: Box<[PatternCode]>, anywhere: bool, keep: bool },
    Monitor(MonitorOp, MonitorCode),
    Thread(ThreadOp),
    Entry(EntryOp, EntryCode),
}

/// What is done at an entry, with what goes over.
#[derive(Clone, Debug)]
pub enum EntryOp {
    Call(Box<[Code]>),
    Withdraw,
    Return(Box<[PlaceCode]>),
    Accept(Box<[PlaceCode]>),
    Complete(Box<[Code]>),
    Requeue(Box<[Code]>),
}

/// An operation on a monitor.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum MonitorOp {
    Enter,
    Exit,
    Wait,
    Waiting,
    WakeUp,
    Notified,
    Notify,
    NotifyAll,
}

/// An operation on a thread.
#[derive(Clone, Debug)]
pub enum ThreadOp {
    Start(Code),
    Join(Code),
    Begin,
    End,
}

/// An effect, compiled.
#[derive(Clone, Debug)]
pub enum EffectCode {
    /// To one byte of the frame, or of the globals, whose type keeps eight bits.
    LocalByte(u32, Code),
    GlobalByte(u32, Code),
    Assign(PlaceCode, Code),
    /// The cell is never read, and the value cannot fault.
    Nothing,
    Assert(Code),
    /// The arguments that are evaluated; kept only where they can fault.
    Print(Box<[Code]>),
    Run {
        template: TemplateId,
        arguments: Box<[Code]>,
        priority: Option<Code>,
        into: Option<PlaceCode>,
    },
    SetPriority(Code, Code),
    Choose {
        into: PlaceCode,
        low: i64,
        high: i64,
        known: bool,
    },
    /// Takes a fresh record.
    New {
        pool: PoolId,
        into: PlaceCode,
    },
    Fail(FaultKind),
    Abort(FaultKind),
    /// Only in instrumented systems.
    Emit {
        event: u16,
        when: Code,
    },
    Unmodelled,
    Limit,
}

/// The code of one template, nothing left out and nothing merged.
pub fn template_code(system: &System, layout: &Layout, id: TemplateId) -> TemplateCode {
    let template = &system.templates[id];
    let names = Correspondence { layout, template: Some(id) };
    let edges: IndexVec<EdgeId, EdgeCode> =
        template.edges.iter().map(|edge| edge_code(&names, edge)).collect();
    let mut locations: Vec<LocationCode> = template
        .locations
        .iter()
        .map(|location| LocationCode {
            groups: Vec::new(),
            final_: location.final_,
            end: location.end,
            progress: location.progress,
            accept: location.accept,
            pc: location.pc,
            ..LocationCode::default()
        })
        .collect();
    let mut outgoing: Vec<Vec<EdgeId>> = vec![Vec::new(); locations.len()];
    for (id, edge) in template.edges.enumerate() {
        outgoing[edge.from.index()].push(id);
    }
    for (location, outgoing) in locations.iter_mut().zip(&outgoing) {
        location.groups = groups(template, outgoing);
        location.waits_only = template.provided.is_none()
            && outgoing.iter().all(|id| only_waits(&template.edges[*id]));
        let join = |id: &EdgeId| match &edges[*id].sync {
            SyncCode::Thread(ThreadOp::Join(target)) => {
                Some((edges[*id].guard.clone(), target.clone()))
            }
            _ => None,
        };
        location.joins = outgoing.iter().filter_map(join).collect();
    }
    TemplateCode {
        entry: template.entry.0,
        locations,
        edges,
        provided: template.provided.as_ref().map(|provided| names.code(provided)),
        inits: inits(template, &names),
        daemon: template.daemon,
    }
}

/// Whether an edge waits for a lock, for the end of a process, for a call or its answer, or has a condition that
/// no other process changes.
fn only_waits(edge: &Edge) -> bool {
    let waits = matches!(
        edge.sync,
        Some(
            Sync::Enter(_)
                | Sync::Notified(_)
                | Sync::Join(_)
                | Sync::Return { .. }
                | Sync::Accept { .. }
        )
    );
    match &edge.guard {
        Guard::Always => waits,
        // Only the end of another opens this way.
        Guard::When(trine_system::Expr::Ended(_)) => true,
        // Where it is false, it stays so.
        Guard::When(guard) => reads_only_locals(guard),
        Guard::Else => false,
    }
}

fn groups(template: &Template, outgoing: &[EdgeId]) -> Vec<RankGroup> {
    let edges = || outgoing.iter().map(|id| (*id, &template.edges[*id]));
    let mut ranks: Vec<u8> = edges().map(|(_, edge)| edge.rank).collect();
    ranks.sort_unstable_by(|a, b| b.cmp(a));
    ranks.dedup();
    ranks
        .into_iter()
        .map(|rank| {
            let mut group = RankGroup::default();
            for (id, edge) in edges().filter(|(_, edge)| edge.rank == rank) {
                match edge.guard {
                    Guard::Else => group.otherwise.push(id),
                    _ => group.edges.push(id),
                }
            }
            group
        })
        .collect()
}

fn inits(template: &Template, names: &Correspondence<'_>) -> Vec<InitCode> {
    template
        .locals
        .enumerate()
        .map(|(id, variable)| {
            let cells = variable.cells() as usize;
            if id.0 < template.parameters {
                return InitCode::Parameter;
            }
            match &variable.init {
                Init::Zero => InitCode::Values(vec![0; cells]),
                Init::Value(value) => InitCode::Values(vec![*value; cells]),
                Init::Values(values) => {
                    let value = |cell: usize| values.get(cell).copied().unwrap_or(0);
                    InitCode::Values((0..cells).map(value).collect())
                }
                Init::Channels(_) => InitCode::Channels,
                Init::Computed(expr) => InitCode::Computed(names.code(expr)),
            }
        })
        .collect()
}

fn edge_code(names: &Correspondence<'_>, edge: &Edge) -> EdgeCode {
    let guard = match &edge.guard {
        Guard::When(guard) => match names.code(guard) {
            Code::Const(value) if value != 0 => None,
            guard => Some(guard),
        },
        Guard::Always | Guard::Else => None,
    };
    let guard_can_fault = guard.as_ref().is_some_and(Code::can_fault);
    let mut choices = 1u32;
    for effect in &edge.effects {
        if let Effect::Choose { low, high, .. } = effect {
            choices = choices.saturating_mul((high - low + 1).max(0) as u32);
        }
    }
    EdgeCode {
        to: edge.to.0,
        hold: edge.hold,
        guard,
        guard_can_fault,
        sync: sync_code(names, edge.sync.as_ref()),
        effects: edge.effects.iter().filter_map(|effect| effect_code(names, effect)).collect(),
        choices,
        spawns: edge.effects.iter().any(|e| matches!(e, Effect::Run { into: None, .. })),
        forgets: Box::default(),
    }
}

/// Whether the expression asks if no other process can step.
pub fn mentions_timeout(expr: &trine_system::Expr) -> bool {
    let mut found = false;
    expr.visit(&mut |inner| found |= matches!(inner, trine_system::Expr::Timeout));
    found
}

fn sync_code(names: &Correspondence<'_>, sync: Option<&Sync>) -> SyncCode {
    let codes = |values: &[trine_system::Expr]| values.iter().map(|one| names.code(one)).collect();
    let places =
        |places: &[trine_system::Place]| places.iter().map(|one| names.place(one)).collect();
    match sync {
        Some(Sync::Send { channel, values, sorted }) => SyncCode::Send {
            channel: names.code(channel),
            values: values.iter().map(|value| names.code(value)).collect(),
            sorted: *sorted,
        },
        Some(Sync::Receive { channel, patterns, anywhere, keep }) => SyncCode::Receive {
            channel: names.code(channel),
            patterns: names.patterns(patterns),
            anywhere: *anywhere,
            keep: *keep,
        },
        Some(Sync::Enter(of)) => SyncCode::Monitor(MonitorOp::Enter, names.monitor(of)),
        Some(Sync::Exit(of)) => SyncCode::Monitor(MonitorOp::Exit, names.monitor(of)),
        Some(Sync::Wait(of)) => SyncCode::Monitor(MonitorOp::Wait, names.monitor(of)),
        Some(Sync::Waiting(of)) => SyncCode::Monitor(MonitorOp::Waiting, names.monitor(of)),
        Some(Sync::WakeUp(of)) => SyncCode::Monitor(MonitorOp::WakeUp, names.monitor(of)),
        Some(Sync::Notified(of)) => SyncCode::Monitor(MonitorOp::Notified, names.monitor(of)),
        Some(Sync::Notify(of)) => SyncCode::Monitor(MonitorOp::Notify, names.monitor(of)),
        Some(Sync::NotifyAll(of)) => SyncCode::Monitor(MonitorOp::NotifyAll, names.monitor(of)),
        Some(Sync::Start(process)) => SyncCode::Thread(ThreadOp::Start(names.code(process))),
        Some(Sync::Join(process)) => SyncCode::Thread(ThreadOp::Join(names.code(process))),
        Some(Sync::Begin) => SyncCode::Thread(ThreadOp::Begin),
        Some(Sync::End) => SyncCode::Thread(ThreadOp::End),
        Some(Sync::Call { entry, arguments }) => {
            SyncCode::Entry(EntryOp::Call(codes(arguments)), names.entry(entry))
        }
        Some(Sync::Withdraw(entry)) => SyncCode::Entry(EntryOp::Withdraw, names.entry(entry)),
        Some(Sync::Return { entry, results }) => {
            SyncCode::Entry(EntryOp::Return(places(results)), names.entry(entry))
        }
        Some(Sync::Accept { entry, parameters }) => {
            SyncCode::Entry(EntryOp::Accept(places(parameters)), names.entry(entry))
        }
        Some(Sync::Complete { entry, results }) => {
            SyncCode::Entry(EntryOp::Complete(codes(results)), names.entry(entry))
        }
        Some(Sync::Requeue { entry, arguments }) => {
            SyncCode::Entry(EntryOp::Requeue(codes(arguments)), names.entry(entry))
        }
        None => SyncCode::None,
    }
}

fn effect_code(names: &Correspondence<'_>, effect: &Effect) -> Option<EffectCode> {
    use super::cell::Form;
    use super::expr::RootCode;
    Some(match effect {
        Effect::Assign(place, value) => {
            let (place, mut value) = (names.place(place), names.code(value));
            let any_value = !matches!(place.slot.ty, trine_system::Type::Range { .. });
            if !place.slot.kept && any_value && !value.can_fault() {
                // It may be computed from others that have no bytes either.
                value = Code::Const(0);
            }
            let whole_byte = place.slot.form == Form::U8 && keeps_eight_bits(place.slot.ty);
            match (&place.root, &place.index) {
                _ if !place.slot.kept && !place.can_fault() && !value.can_fault() => {
                    EffectCode::Nothing
                }
                (RootCode::Local, None) if whole_byte && place.slot.kept => {
                    EffectCode::LocalByte(place.slot.offset, value)
                }
                (RootCode::Global, None) if whole_byte && place.slot.kept => {
                    EffectCode::GlobalByte(place.slot.offset, value)
                }
                _ => EffectCode::Assign(place, value),
            }
        }
        Effect::Assert(condition) => EffectCode::Assert(names.code(condition)),
        Effect::Print(print) => {
            let wanted = print_arguments(&print.format);
            let arguments =
                print.arguments.iter().take(wanted).map(|argument| names.code(argument));
            let arguments: Box<[Code]> = arguments.filter(Code::can_fault).collect();
            if arguments.is_empty() {
                return None;
            }
            EffectCode::Print(arguments)
        }
        Effect::Run { template, arguments, priority, into } => EffectCode::Run {
            template: *template,
            arguments: arguments.iter().map(|argument| names.code(argument)).collect(),
            priority: priority.as_ref().map(|priority| names.code(priority)),
            into: into.as_ref().map(|into| names.place(into)),
        },
        Effect::SetPriority(process, priority) => {
            EffectCode::SetPriority(names.code(process), names.code(priority))
        }
        Effect::Choose { into, low, high, known } => {
            EffectCode::Choose { into: names.place(into), low: *low, high: *high, known: *known }
        }
        Effect::New { pool, into } => EffectCode::New { pool: *pool, into: names.place(into) },
        Effect::Fail(kind, _) => EffectCode::Fail(*kind),
        Effect::Abort(kind, _) => EffectCode::Abort(*kind),
        Effect::Emit { event, when } if names.layout.instrumented => {
            EffectCode::Emit { event: *event as u16, when: names.code(when) }
        }
        Effect::Emit { .. } => return None,
        Effect::Unmodelled(_) => EffectCode::Unmodelled,
        Effect::Limit { .. } => EffectCode::Limit,
    })
}

fn keeps_eight_bits(ty: trine_system::Type) -> bool {
    use trine_system::Type;
    match ty {
        Type::Int { bits, signed } => bits == 8 && !signed,
        Type::Enum(_) | Type::Process => true,
        _ => false,
    }
}

/// How many arguments a format takes.
fn print_arguments(format: &str) -> usize {
    let mut count = 0;
    let mut characters = format.chars();
    while let Some(character) = characters.next() {
        if character == '%' {
            match characters.next() {
                Some('%') => {}
                Some(_) => count += 1,
                None => break,
            }
        }
    }
    count
}
