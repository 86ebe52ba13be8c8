//! Names of memory in patterns: `account.lock`, `forks[2]`, `queue->count`, looked up in the state of a moment.
//!
//! A name is that of a global; where there is none, that of a local variable, which may stand behind the name of its
//! function. The acting thread's own variables come first. A thread goes by the name of the variable that its handle was
//! stored to when it was started.

use super::matching::Scene;
use super::pattern::{Act, Fit, Path, Pattern, Segment};
use super::{Watch, joined};
use crate::flat::Op;
use crate::interpret::{Block, Cell, Frame, Life, ObjectId, Thread, Value};
use crate::program::*;

/// Deeper nesting is not followed.
const DEEPEST: usize = 12;

impl Watch {
    /// Whether the names in memory mean the same in all states: they are those of globals, without a pointer on the way.
    pub(crate) fn has_fixed_names(&self, program: &Program) -> bool {
        let paths = self.patterns.iter().flat_map(Pattern::labels).flat_map(|label| {
            let named = matches!(label.act, Act::Assign | Act::Read);
            let started = matches!(label.act, Act::Start | Act::Join);
            let name = label.name.clone().filter(|_| named);
            let object = label.object.clone().filter(|_| !started);
            match (object, name) {
                (Some(object), Some(name)) => Some((joined(&object, &name), named)),
                (path, None) | (None, path) => path.map(|path| (path, named)),
            }
        });
        let fixed =
            |(path, named): (Path, bool)| path.is_any() || self.is_fixed(program, &path, named);
        !program.has_memory() || paths.into_iter().all(fixed)
    }

    fn is_fixed(&self, program: &Program, path: &Path, value: bool) -> bool {
        let Some((first, rest)) = path.segments.split_first() else { return false };
        let name = first.name.as_deref().unwrap_or_default();
        let mut globals = program.globals.iter();
        let global = globals.find(|one| !one.library && self.same(&one.name, name));
        let Some(layout) = global.filter(|one| !one.thread_local).and_then(|one| one.layout) else {
            return false;
        };
        let element = |layout: &LayoutId| match &program.layouts[*layout].kind {
            LayoutKind::Array(element) => Some(*element),
            _ => None,
        };
        let indexed = |layout: LayoutId, segment: &Segment| {
            segment.indices.iter().try_fold(layout, |layout, _| element(&layout))
        };
        let mut at = indexed(layout, first);
        for segment in rest {
            let Some(LayoutKind::Members(members)) = at.map(|at| &program.layouts[at].kind) else {
                return false;
            };
            let is =
                |known: &str| segment.name.as_deref().is_some_and(|name| self.same(name, known));
            let member = members.iter().find(|(known, ..)| is(known));
            at = member.and_then(|(_, _, inner)| indexed(*inner, segment));
        }
        let scalar = |layout| matches!(program.layouts[layout].kind, LayoutKind::Scalar(_));
        at.is_some_and(|layout| value || !scalar(layout))
    }
}

/// Where something that a path names is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Spot {
    block: ObjectId,
    at: u64,
    bytes: u64,
    layout: Option<LayoutId>,
    /// From there to the end of the block.
    room: u64,
    /// The name is that of a pointer to it.
    through: bool,
}

impl Spot {
    fn has(&self, block: ObjectId, at: u64) -> bool {
        self.block == block && (self.at..self.at + self.bytes.max(1)).contains(&at)
    }
}

impl Scene<'_, '_> {
    /// Whether a path names the part of memory that a pointer points at.
    pub(super) fn points_at(&self, path: &Path, pointer: Value) -> Fit {
        let Value::Pointer(block, at) = pointer else { return Fit::No };
        let spots = self.spots(path);
        let is = |spot: &Spot| {
            let target = match spot.through {
                true => None,
                false => self.target(*spot),
            };
            spot.has(block, at as u64) || target.is_some_and(|to| to.has(block, at as u64))
        };
        self.decided(path, &spots, is)
    }

    /// Whether a path names memory of which these bytes are a part, or that is a part of these.
    pub(super) fn covers(&self, path: &Path, block: ObjectId, at: u64, bytes: u64) -> Fit {
        let spots = self.spots(path);
        let is = |spot: &Spot| {
            spot.block == block && spot.at < at + bytes.max(1) && at < spot.at + spot.bytes.max(1)
        };
        let fit = self.decided(path, &spots, is);
        let whole = |spot: &&Spot| is(spot) && at < spot.at;
        match (
            fit,
            spots.iter().flatten().any(|spot| whole(&spot) || bytes > spot.bytes && is(spot)),
        ) {
            (Fit::Yes, true) => {
                Fit::Unclear(format!("`{}` is changed together with its surroundings", path.text()))
            }
            (fit, _) => fit,
        }
    }

    /// Where several variables have the name, all have to agree.
    fn decided(&self, path: &Path, spots: &[Vec<Spot>], is: impl Fn(&Spot) -> bool) -> Fit {
        let fits = |group: &Vec<Spot>| group.iter().any(&is);
        match (spots.iter().any(fits), spots.iter().all(fits)) {
            (false, _) => Fit::No,
            (true, true) => Fit::Yes,
            (true, false) => {
                let what = format!("`{}` is the name of several variables", path.text());
                Fit::Unclear(format!("{what}; write the function's name before it"))
            }
        }
    }

    /// Whether a thread was started with its handle in what a path names.
    pub(super) fn is_thread(&self, path: &Path, thread: Value) -> bool {
        let known = self.watch.threads.iter().position(|known| known == path);
        let bound = known.and_then(|at| self.state.names.threads.get(at));
        bound.is_some_and(|bound| bound.contains(&thread))
    }

    /// The paths that stand for a thread which is started now. An error: a name would stand for two.
    pub fn names_of_started(&self, thread: Value) -> Result<Vec<usize>, String> {
        let mut found = Vec::new();
        for (number, path) in self.watch.threads.iter().enumerate() {
            let mut spots = self.spots(path).into_iter().flatten();
            let holds = |spot: Spot| match self.block(spot.block) {
                Some(block) => block
                    .entries()
                    .any(|(at, _, value)| value == thread && spot.has(spot.block, at)),
                None => false,
            };
            if !spots.any(holds) {
                continue;
            }
            let before = self.state.names.threads.get(number);
            let others = before.is_some_and(|known| known.iter().any(|other| *other != thread));
            if others && !path.has_wildcard() && self.is_one(path) {
                return Err(format!("`{}` is the name of several threads", path.text()));
            }
            found.push(number);
        }
        Ok(found)
    }

    /// Whether what a path names has room for one handle only.
    fn is_one(&self, path: &Path) -> bool {
        let pointer = u64::from(self.machine.program.pointer_bytes);
        self.spots(path).iter().flatten().all(|spot| spot.bytes <= pointer)
    }

    /// What a path names, by the variable that it begins with.
    fn spots(&self, path: &Path) -> Vec<Vec<Spot>> {
        let Some((first, rest)) = path.segments.split_first() else { return Vec::new() };
        let Some(name) = &first.name else { return Vec::new() };
        let program = self.machine.program;
        let mut globals = program.globals.enumerate();
        let global = globals.find(|(_, one)| !one.library && self.watch.same(&one.name, name));
        let roots = match global {
            Some((id, global)) => self.global(id, global),
            None => match rest.split_first() {
                Some((var, rest)) if self.is_function(name) && var.name.is_some() => {
                    let var_name = var.name.as_deref().unwrap_or_default();
                    let roots = self.locals(var_name, Some(name));
                    return roots.into_iter().map(|root| self.walk(root, var, rest)).collect();
                }
                _ => self.locals(name, None),
            },
        };
        roots.into_iter().map(|root| self.walk(root, first, rest)).collect()
    }

    fn is_function(&self, name: &str) -> bool {
        let mut methods = self.machine.program.methods.iter();
        methods.any(|method| self.watch.same(&method.name, name))
    }

    fn global(&self, id: GlobalId, global: &Global) -> Vec<Spot> {
        if !global.thread_local {
            return self.whole(ObjectId(id.0)).into_iter().collect();
        }
        let all = self.machine.program.globals.enumerate();
        let before = all.filter(|(other, one)| *other < id && one.thread_local).count();
        let own = self.state.threads[self.me].locals.get(before);
        own.and_then(|block| self.whole(*block)).into_iter().collect()
    }

    /// The local variables of a name: the acting thread's own where it has one, otherwise those of the others that are
    /// in memory.
    fn locals(&self, name: &str, function: Option<&str>) -> Vec<Spot> {
        for frame in self.state.threads[self.me].frames.iter().rev() {
            let own = self.local_of(frame, name, function, true);
            if !own.is_empty() {
                return own;
            }
        }
        let others = self.state.threads.iter().enumerate().filter(|(at, _)| *at != self.me);
        let frames = others.flat_map(|(_, thread): (_, &std::rc::Rc<Thread>)| &thread.frames);
        let mut found: Vec<Spot> = Vec::new();
        for spot in frames.flat_map(|frame| self.local_of(frame, name, function, false)) {
            if !found.contains(&spot) {
                found.push(spot);
            }
        }
        found
    }

    fn local_of(&self, frame: &Frame, name: &str, function: Option<&str>, own: bool) -> Vec<Spot> {
        let program = self.machine.program;
        let method = &program.methods[frame.method];
        let wanted = function.is_none_or(|function| self.watch.same(function, &method.name));
        if program.classes[method.class].library || !wanted {
            return Vec::new();
        }
        let Some(code) = self.machine.code(frame.method) else { return Vec::new() };
        let mut found = Vec::new();
        for (pc, block) in &frame.blocks {
            if let Some((Op::Allocate { into, .. }, _)) = code.ops.get(*pc as usize)
                && self.watch.same(&code.vars[*into].name, name)
            {
                found.extend(self.whole(*block));
            }
        }
        if found.is_empty() && own {
            for ((_, var), value) in method.vars.enumerate().zip(&frame.vars) {
                if let Value::Pointer(block, at) = value
                    && !var.temporary
                    && self.watch.same(&var.name, name)
                {
                    let pointer = var.span.and_then(|span| program.pointer_variables.get(&span));
                    found.extend(self.pointed(*block, *at as u64, pointer.copied()));
                }
            }
        }
        found
    }

    fn block(&self, block: ObjectId) -> Option<&Block> {
        match self.state.heap.get(block.0 as usize).map(|cell| &**cell) {
            Some(Cell::Block(block)) if block.life == Life::Alive => Some(block),
            _ => None,
        }
    }

    /// All of a block.
    fn whole(&self, id: ObjectId) -> Option<Spot> {
        let block = self.block(id)?;
        let (bytes, layout) = (block.bytes, block.layout);
        Some(Spot { block: id, at: 0, bytes, layout, room: bytes, through: false })
    }

    /// What a pointer points at. Memory that was allocated without a type has that of the pointer.
    fn pointed(&self, id: ObjectId, at: u64, pointer: Option<LayoutId>) -> Option<Spot> {
        let program = self.machine.program;
        let block = self.block(id)?;
        let room = block.bytes.checked_sub(at)?;
        let layout = match block.layout {
            Some(layout) => self.beginning(layout, at),
            None => pointer.and_then(|pointer| program.pointees.get(&pointer).copied()),
        };
        let bytes = layout.map_or(room, |layout| program.layouts[layout].bytes);
        Some(Spot { block: id, at, bytes, layout, room, through: true })
    }

    /// What begins at an offset, the outermost.
    fn beginning(&self, layout: LayoutId, at: u64) -> Option<LayoutId> {
        let layouts = &self.machine.program.layouts;
        let (mut layout, mut inside) = (layout, at);
        for _ in 0..DEEPEST {
            let one = &layouts[layout];
            if inside >= one.bytes && one.bytes > 0 {
                inside %= one.bytes;
            }
            if inside == 0 {
                return Some(layout);
            }
            match &one.kind {
                LayoutKind::Array(element) => layout = *element,
                LayoutKind::Members(members) => {
                    let holds = |(_, from, inner): &&(String, u64, LayoutId)| {
                        (*from..from + layouts[*inner].bytes).contains(&inside)
                    };
                    let (_, from, inner) = members.iter().find(holds)?;
                    (layout, inside) = (*inner, inside - from);
                }
                LayoutKind::Scalar(_) | LayoutKind::Opaque => return Some(layout),
            }
        }
        None
    }

    /// What the pointer in a spot points at.
    fn target(&self, spot: Spot) -> Option<Spot> {
        let layout = spot.layout?;
        let unit = match &self.machine.program.layouts[layout].kind {
            LayoutKind::Scalar(unit) => *unit,
            _ => return None,
        };
        match self.block(spot.block)?.read(spot.at, unit) {
            Value::Pointer(block, at) => self.pointed(block, at as u64, Some(layout)),
            _ => None,
        }
    }

    /// Follows a path from the variable of its first segment.
    fn walk(&self, root: Spot, first: &Segment, rest: &[Segment]) -> Vec<Spot> {
        let mut spots = vec![root];
        for index in &first.indices {
            spots = spots.into_iter().flat_map(|spot| self.elements(spot, *index)).collect();
        }
        for segment in rest {
            let name = segment.name.as_deref();
            spots = spots.into_iter().flat_map(|spot| self.members(spot, name)).collect();
            for index in &segment.indices {
                spots = spots.into_iter().flat_map(|spot| self.elements(spot, *index)).collect();
            }
        }
        spots
    }

    fn elements(&self, spot: Spot, index: Option<i64>) -> Vec<Spot> {
        let layouts = &self.machine.program.layouts;
        let Some(layout) = spot.layout else { return Vec::new() };
        let (element, bytes) = match &layouts[layout].kind {
            // What a pointer points at is the first of several.
            _ if spot.through => (layout, spot.room),
            // A block with room for several of what its layout describes.
            _ if spot.bytes > layouts[layout].bytes => (layout, spot.bytes),
            LayoutKind::Array(element) => (*element, spot.bytes),
            LayoutKind::Scalar(_) => {
                let target = self.target(spot);
                return target.map_or(Vec::new(), |target| self.elements(target, index));
            }
            _ => return Vec::new(),
        };
        let one = layouts[element].bytes.max(1);
        let count = bytes / one;
        let wanted = match index {
            Some(index) => u64::try_from(index).ok().filter(|at| *at < count).into_iter().collect(),
            None => (0..count).collect::<Vec<u64>>(),
        };
        let at = |number: u64| Spot {
            at: spot.at + number * one,
            bytes: one,
            layout: Some(element),
            through: false,
            ..spot
        };
        wanted.into_iter().map(at).collect()
    }

    fn members(&self, spot: Spot, name: Option<&str>) -> Vec<Spot> {
        let layouts = &self.machine.program.layouts;
        let Some(layout) = spot.layout else { return Vec::new() };
        match &layouts[layout].kind {
            LayoutKind::Members(members) => {
                let mut found = Vec::new();
                for (known, from, inner) in members {
                    let member = Spot {
                        at: spot.at + from,
                        bytes: layouts[*inner].bytes,
                        layout: Some(*inner),
                        through: false,
                        ..spot
                    };
                    if known.is_empty() {
                        found.extend(self.members(member, name));
                    } else if name.is_none_or(|name| self.watch.same(name, known)) {
                        found.push(member);
                    }
                }
                found
            }
            LayoutKind::Scalar(_) => {
                let target = self.target(spot).filter(|target| {
                    !matches!(
                        target.layout.map(|layout| &layouts[layout].kind),
                        Some(LayoutKind::Scalar(_))
                    )
                });
                target.map_or(Vec::new(), |target| self.members(target, name))
            }
            _ => Vec::new(),
        }
    }
}
