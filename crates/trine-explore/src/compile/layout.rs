//! State layout: where each variable, process and channel lies in the bytes of a state.
//!
//! A state in work is a row of bytes: the events still to be consumed and the last process to step (where
//! the system tracks them), the globals, monitors, threads and answers, the channels of globals, the records
//! of pools, the queues of entries, then one frame for each process: its location, its priority
//! (where priorities change), its locals, the channels it owns. Frames of one template have one size,
//! so the list of templates of the living processes, a [`Shape`], says where everything lies. Shapes
//! are numbered as they are met, and a state is packed as the number of its shape with the bytes that
//! matter: no unused places of channels, and hidden variables last.

use std::cell::RefCell;
use std::ops::Range;
use std::rc::Rc;

use rustc_hash::FxHashMap;
use trine_base::IndexVec;
use trine_system::{
    ChannelKindId, EntryId, GlobalId, Init, LocalId, MonitorId, PoolId, System, TemplateId, Type,
    Variable,
};

use super::cell::Form;
use super::entries::{CallPlaces, EntryPlace, MOST_SERVED, place_entries, place_replies};
use super::threads::{MonitorPlace, PoolPlace, has_threads, place_monitors, place_pools};

/// A variable in the bytes of a state, or, for a local, in those of a frame.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Slot {
    pub offset: u32,
    pub form: Form,
    pub ty: Type,
    pub cells: u32,
    /// Nothing ever reads a variable that is not kept; it has no bytes.
    pub kept: bool,
    pub hidden: bool,
}

impl Slot {
    /// The bytes that the variable takes in its frame; none if it is not kept.
    pub fn bytes(&self) -> Range<usize> {
        let start = self.offset as usize;
        let size = if self.kept { self.cells as usize * self.form.size() } else { 0 };
        start..start + size
    }
}

/// A kind of channel: its length comes first, then room for its messages.
#[derive(Clone, Debug)]
pub struct ChannelLayout {
    pub capacity: u32,
    /// One byte for the length, or two.
    pub length: Form,
    /// For each field, its place in a message.
    pub fields: Vec<(u32, Form, Type)>,
    pub message: u32,
    pub size: u32,
}

/// The frame of a process.
#[derive(Clone, Debug)]
pub struct FrameLayout {
    pub location: Form,
    pub priority: Option<u32>,
    pub locals: IndexVec<LocalId, Slot>,
    /// The channels that come with the process, in order, and where they start.
    pub channels: Vec<(ChannelKindId, u32)>,
    pub size: u32,
}

/// The layout of states in bytes.
#[derive(Clone, Debug)]
pub struct Layout {
    /// Whether the events of the last step are kept, in the first [`PENDING_EVENTS_SIZE`] bytes.
    pub instrumented: bool,
    pub last: Option<u32>,
    pub globals: IndexVec<GlobalId, Slot>,
    pub channel_kinds: IndexVec<ChannelKindId, ChannelLayout>,
    pub channels: Vec<(ChannelKindId, u32)>,
    pub monitors: IndexVec<MonitorId, MonitorPlace>,
    /// Where the bytes of threads start, one for each process, if processes are started or joined.
    pub threads: Option<u32>,
    pub pools: IndexVec<PoolId, PoolPlace>,
    pub entries: IndexVec<EntryId, EntryPlace>,
    pub calls: CallPlaces,
    /// What is kept as far as it is in use, behind all that is plain, and how many bytes that has.
    pub tail: (Vec<Segment>, u32),
    pub frames: IndexVec<TemplateId, FrameLayout>,
    /// Bytes before the first frame.
    pub base: u32,
    /// How many bytes the number of a shape takes in a packed state.
    pub shape_bytes: usize,
    /// Priorities are set while the system runs, and so are kept in frames.
    pub changing_priorities: bool,
}

/// The events that are to be consumed: how many, then for each its number and the process.
pub const PENDING_EVENTS_SIZE: u32 = 1 + MOST_PENDING_EVENTS * PENDING_EVENT_SIZE;
/// The bytes of a pending event.
pub const PENDING_EVENT_SIZE: u32 = 3;
/// A step with more events than this, between two states of the search, is beyond the model.
pub const MOST_PENDING_EVENTS: u32 = trine_system::MOST_PENDING_EVENTS as u32;

/// Which variables have no bytes because nothing ever reads them.
pub struct Unread<'a> {
    pub globals: &'a dyn Fn(GlobalId) -> bool,
    pub locals: &'a dyn Fn(TemplateId, LocalId) -> bool,
}

impl Layout {
    /// `unhide`: hidden variables are part of the key after all.
    pub fn new(system: &System, unread: &Unread<'_>, unhide: bool) -> Layout {
        let mut end = if system.rules.instrumented { PENDING_EVENTS_SIZE } else { 0 };
        let last = system.rules.tracks_last.then(|| take(&mut end, 1));
        let globals = system
            .globals
            .enumerate()
            .map(|(id, variable)| place(variable, !(unread.globals)(id), unhide, &mut end))
            .collect();
        let monitors = place_monitors(system, &mut end);
        let processes = system.processes.len() as u32;
        let threads = has_threads(system).then(|| take(&mut end, processes));
        let mut calls = place_replies(system, &mut end);
        let channel_kinds: IndexVec<ChannelKindId, ChannelLayout> =
            system.channel_kinds.iter().map(channel_layout).collect();
        let channels = owned_channels(system.globals.iter(), &channel_kinds, &mut end);
        let plain = end;
        let pools = place_pools(system, &mut end);
        let entries = place_entries(system, &mut end);
        if !entries.is_empty() {
            calls.serving = take(&mut end, processes.saturating_mul(1 + MOST_SERVED));
        }
        let tail = (tail(&pools, &entries, &calls, processes), end - plain);
        let sets_priorities = |template: &trine_system::Template| {
            let effects = template.edges.iter().flat_map(|edge| &edge.effects);
            effects
                .into_iter()
                .any(|effect| matches!(effect, trine_system::Effect::SetPriority(..)))
        };
        let runs = |template: &trine_system::Template| {
            let effects = template.edges.iter().flat_map(|edge| &edge.effects);
            effects.into_iter().any(|effect| matches!(effect, trine_system::Effect::Run { .. }))
        };
        let changing_priorities = system.templates.iter().any(sets_priorities);
        let frames = system
            .templates
            .enumerate()
            .map(|(id, template)| {
                let mut end = 0;
                let location = if template.locations.len() <= 256 { Form::U8 } else { Form::U32 };
                take(&mut end, location.size() as u32);
                let priority = changing_priorities.then(|| take(&mut end, 1));
                let locals = template
                    .locals
                    .enumerate()
                    .map(|(local, variable)| {
                        place(variable, !(unread.locals)(id, local), unhide, &mut end)
                    })
                    .collect();
                let own = template.locals.iter().skip(template.parameters as usize);
                let channels = owned_channels(own, &channel_kinds, &mut end);
                FrameLayout { location, priority, locals, channels, size: end }
            })
            .collect();
        let fixed = !system.templates.iter().any(runs);
        let shape_bytes = match () {
            () if fixed && !system.rules.reap => 0,
            () if fixed && system.processes.len() < 256 => 1,
            () => 3,
        };
        Layout {
            instrumented: system.rules.instrumented,
            last,
            globals,
            channel_kinds,
            channels,
            monitors,
            threads,
            pools,
            entries,
            calls,
            tail,
            frames,
            base: end,
            shape_bytes,
            changing_priorities,
        }
    }

    /// An upper bound for the bytes of a state with the processes of the start.
    pub fn initial_size(&self, system: &System) -> u64 {
        let frames = system.processes.iter();
        let frames: u64 = frames.map(|process| u64::from(self.frames[process.template].size)).sum();
        u64::from(self.base) + frames
    }
}

/// The segments of records, queues and of those that are served, in order.
fn tail(
    pools: &IndexVec<PoolId, PoolPlace>,
    entries: &IndexVec<EntryId, EntryPlace>,
    calls: &CallPlaces,
    processes: u32,
) -> Vec<Segment> {
    let pools = pools.iter().map(|pool| Segment::Channel {
        start: pool.offset,
        length: pool.length,
        message: pool.record,
    });
    let queues = entries.iter().flat_map(|entry| {
        (0..entry.count).map(|at| Segment::Channel {
            start: entry.offset + at * entry.size,
            length: Form::U8,
            message: entry.caller,
        })
    });
    let processes = if entries.is_empty() { 0 } else { processes };
    let serving = (0..processes).map(|process| Segment::Channel {
        start: calls.serves(process) as u32,
        length: Form::U8,
        message: 1,
    });
    pools.chain(queues).chain(serving).collect()
}

fn take(end: &mut u32, size: u32) -> u32 {
    let start = *end;
    *end = end.saturating_add(size);
    start
}

fn place(variable: &Variable, kept: bool, unhide: bool, end: &mut u32) -> Slot {
    let form = Form::of(variable.ty);
    let cells = variable.cells();
    let size = if kept { cells.saturating_mul(form.size() as u32) } else { 0 };
    let offset = take(end, size);
    Slot { offset, form, ty: variable.ty, cells, kept, hidden: variable.hidden && !unhide }
}

fn channel_layout(kind: &trine_system::ChannelKind) -> ChannelLayout {
    let mut message = 0;
    let fields = kind
        .fields
        .iter()
        .map(|ty| {
            let form = Form::of(*ty);
            (take(&mut message, form.size() as u32), form, *ty)
        })
        .collect();
    // A rendezvous channel never holds anything.
    let length = if kind.capacity < 256 { Form::U8 } else { Form::U32 };
    let size = match kind.capacity {
        0 => 0,
        capacity => (length.size() as u32).saturating_add(capacity.saturating_mul(message)),
    };
    ChannelLayout { capacity: kind.capacity, length, fields, message, size }
}

fn owned_channels<'v>(
    variables: impl Iterator<Item = &'v Variable>,
    kinds: &IndexVec<ChannelKindId, ChannelLayout>,
    end: &mut u32,
) -> Vec<(ChannelKindId, u32)> {
    let mut channels = Vec::new();
    for variable in variables {
        if let Init::Channels(kind) = variable.init {
            for _ in 0..variable.cells() {
                channels.push((kind, take(end, kinds[kind].size)));
            }
        }
    }
    channels
}

/// The living processes and channels of a state, and where they lie.
#[derive(Clone, Debug)]
pub struct Shape {
    /// The shape without the youngest process.
    pub parent: Option<u32>,
    pub processes: Vec<ProcessPlace>,
    pub channels: Vec<ChannelPlace>,
    /// For each channel, the process that it came with.
    pub owners: Vec<Option<u32>>,
    pub size: usize,
    /// The bytes that make the key, in order.
    pub key: Vec<Segment>,
    /// Those that are only carried along.
    pub hidden: Vec<Segment>,
}

/// Where a process lies in a state.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ProcessPlace {
    pub template: TemplateId,
    pub base: u32,
    /// The priority that the process was created with.
    pub priority: u8,
}

/// Where a channel lies in a state.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ChannelPlace {
    pub kind: ChannelKindId,
    pub offset: u32,
}

/// A part of a state with its own compression.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Segment {
    Plain {
        start: u32,
        size: u32,
    },
    /// As much of a channel as is in use.
    Channel {
        start: u32,
        length: Form,
        message: u32,
    },
}

/// For each shape, the parts of its key: globals, channels and frames, one by one.
pub type Parts = Rc<RefCell<Vec<Box<[Segment]>>>>;

/// All shapes met so far. The same input meets them in the same order.
#[derive(Debug, Default)]
pub struct Shapes {
    shapes: Vec<Shape>,
    /// Filled where keys are taken apart.
    parts: Option<Parts>,
    known: FxHashMap<Vec<(u32, u8)>, u32>,
    children: FxHashMap<(u32, u32, u8), u32>,
}

impl Shapes {
    /// The shape of a number that this table gave out.
    #[inline]
    pub fn get(&self, shape: u32) -> &Shape {
        &self.shapes[shape as usize]
    }

    /// The number of the shape with these processes, oldest first.
    pub fn of(&mut self, layout: &Layout, processes: &[(TemplateId, u8)]) -> u32 {
        let key: Vec<(u32, u8)> =
            processes.iter().map(|(template, priority)| (template.0, *priority)).collect();
        if let Some(known) = self.known.get(&key) {
            return *known;
        }
        let shape = build(layout, processes);
        if let Some(parts) = &self.parts {
            parts.borrow_mut().push(parts_of(layout, processes));
        }
        let number = self.shapes.len() as u32;
        self.shapes.push(shape);
        self.known.insert(key, number);
        number
    }

    /// The shape with one more process.
    pub fn with(&mut self, layout: &Layout, shape: u32, template: TemplateId, priority: u8) -> u32 {
        let key = (shape, template.0, priority);
        if let Some(child) = self.children.get(&key) {
            return *child;
        }
        let mut processes = self.list(shape);
        processes.push((template, priority));
        let child = self.of(layout, &processes);
        self.shapes[child as usize].parent = Some(shape);
        self.children.insert(key, child);
        child
    }

    /// The shape without the youngest process.
    pub fn without_last(&mut self, layout: &Layout, shape: u32) -> u32 {
        if let Some(parent) = self.shapes[shape as usize].parent {
            return parent;
        }
        let mut processes = self.list(shape);
        processes.pop();
        let parent = self.of(layout, &processes);
        self.shapes[shape as usize].parent = Some(parent);
        parent
    }

    /// The parts of the keys of all shapes, those still to come included.
    pub fn list_parts(&mut self, layout: &Layout) -> Parts {
        if let Some(parts) = &self.parts {
            return parts.clone();
        }
        let all = (0..self.shapes.len() as u32).map(|shape| parts_of(layout, &self.list(shape)));
        let parts: Parts = Rc::new(RefCell::new(all.collect()));
        self.parts = Some(parts.clone());
        parts
    }

    fn list(&self, shape: u32) -> Vec<(TemplateId, u8)> {
        let shape = self.get(shape);
        shape.processes.iter().map(|process| (process.template, process.priority)).collect()
    }
}

fn build(layout: &Layout, processes: &[(TemplateId, u8)]) -> Shape {
    let mut shape = Shape {
        parent: None,
        processes: Vec::with_capacity(processes.len()),
        channels: Vec::new(),
        owners: Vec::new(),
        size: 0,
        key: Vec::new(),
        hidden: Vec::new(),
    };
    let mut first = 0;
    if layout.instrumented {
        shape.key.push(HEARD);
        first = PENDING_EVENTS_SIZE;
    }
    let globals = layout.globals.as_slice();
    let end = layout.base - layout.tail.1;
    add_part(&mut shape, layout, (0, first, end), globals, &layout.channels);
    shape.key.extend(&layout.tail.0);
    shape.owners.resize(shape.channels.len(), None);
    let mut base = layout.base;
    for (template, priority) in processes {
        let frame = &layout.frames[*template];
        shape.processes.push(ProcessPlace { template: *template, base, priority: *priority });
        let bytes = (base, base, base + frame.size);
        add_part(&mut shape, layout, bytes, frame.locals.as_slice(), &frame.channels);
        let owner = shape.processes.len() as u32 - 1;
        shape.owners.resize(shape.channels.len(), Some(owner));
        base += frame.size;
    }
    shape.size = base as usize;
    shape
}

fn parts_of(layout: &Layout, processes: &[(TemplateId, u8)]) -> Box<[Segment]> {
    let mut parts = Vec::new();
    if layout.instrumented {
        parts.push(HEARD);
    }
    let observed = if layout.instrumented { PENDING_EVENTS_SIZE } else { 0 };
    let size = layout.base - observed - layout.tail.1;
    add_parts(&mut parts, layout, size, layout.globals.as_slice(), &layout.channels);
    parts.extend(&layout.tail.0);
    for (template, _) in processes {
        let frame = &layout.frames[*template];
        add_parts(&mut parts, layout, frame.size, frame.locals.as_slice(), &frame.channels);
    }
    parts.into()
}

/// The parts of a run of bytes: what is plain, then channel by channel.
fn add_parts(
    parts: &mut Vec<Segment>,
    layout: &Layout,
    size: u32,
    slots: &[Slot],
    channels: &[(ChannelKindId, u32)],
) {
    let hidden = slots.iter().filter(|slot| slot.hidden && slot.kept);
    let hidden: usize = hidden.map(|slot| slot.bytes().len()).sum();
    let kinds = || channels.iter().map(|(kind, _)| &layout.channel_kinds[*kind]);
    let rest = size - hidden as u32 - kinds().map(|kind| kind.size).sum::<u32>();
    if rest > 0 {
        parts.push(Segment::Plain { start: 0, size: rest });
    }
    for kind in kinds().filter(|kind| kind.size > 0) {
        let (length, message) = (kind.length, kind.message);
        parts.push(Segment::Channel { start: 0, length, message });
    }
}

const HEARD: Segment = Segment::Channel { start: 0, length: Form::U8, message: PENDING_EVENT_SIZE };

/// Adds a run of bytes, given from where slots are counted, where it starts and where it ends: hidden
/// slots are left out of the key, channels are cut to their length.
fn add_part(
    shape: &mut Shape,
    layout: &Layout,
    (base, first, end): (u32, u32, u32),
    slots: &[Slot],
    channels: &[(ChannelKindId, u32)],
) {
    let mut at = first;
    for slot in slots.iter().filter(|slot| slot.hidden && slot.kept) {
        let bytes = slot.bytes();
        let start = base + bytes.start as u32;
        plain(&mut shape.key, at, start);
        plain(&mut shape.hidden, start, start + bytes.len() as u32);
        at = start + bytes.len() as u32;
    }
    for (kind, offset) in channels {
        let channel = &layout.channel_kinds[*kind];
        let start = base + offset;
        shape.channels.push(ChannelPlace { kind: *kind, offset: start });
        if channel.size > 0 {
            plain(&mut shape.key, at, start);
            let (length, message) = (channel.length, channel.message);
            shape.key.push(Segment::Channel { start, length, message });
            at = start + channel.size;
        }
    }
    plain(&mut shape.key, at, end);
}

fn plain(segments: &mut Vec<Segment>, from: u32, to: u32) {
    if from == to {
        return;
    }
    if let Some(Segment::Plain { start, size }) = segments.last_mut()
        && *start + *size == from
    {
        *size += to - from;
        return;
    }
    segments.push(Segment::Plain { start: from, size: to - from });
}

impl Shape {
    /// Appends the bytes that tell states apart, then the hidden ones; returns how many those are.
    #[inline]
    pub fn pack(&self, bytes: &[u8], into: &mut Vec<u8>) -> usize {
        for segment in &self.key {
            match *segment {
                Segment::Plain { start, size } => {
                    let start = start as usize;
                    into.extend_from_slice(&bytes[start..start + size as usize]);
                }
                Segment::Channel { start, length, message } => {
                    let start = start as usize;
                    let used = length.read(bytes, start) as usize * message as usize;
                    into.extend_from_slice(&bytes[start..start + length.size() + used]);
                }
            }
        }
        let before = into.len();
        for segment in &self.hidden {
            if let Segment::Plain { start, size } = *segment {
                let start = start as usize;
                into.extend_from_slice(&bytes[start..start + size as usize]);
            }
        }
        into.len() - before
    }

    /// The reverse of [`Shape::pack`]. Unused places of channels are left as they are.
    #[inline]
    pub fn unpack(&self, packed: &[u8], bytes: &mut Vec<u8>) {
        bytes.resize(self.size, 0);
        let mut at = 0;
        for segment in self.key.iter().chain(&self.hidden) {
            let (start, size) = match *segment {
                Segment::Plain { start, size } => (start as usize, size as usize),
                Segment::Channel { start, length, message } => {
                    let used = length.read(packed, at) as usize * message as usize;
                    (start as usize, length.size() + used)
                }
            };
            bytes[start..start + size].copy_from_slice(&packed[at..at + size]);
            at += size;
        }
    }

    /// Where a process lies, and which code it runs.
    #[inline]
    pub fn process(&self, process: u32) -> &ProcessPlace {
        &self.processes[process as usize]
    }
}
