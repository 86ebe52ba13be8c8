//! What pointers point at: where an access goes, and the life of blocks.
//!
//! Memory is used in a way that is not defined where a pointer is null, no pointer at all, outside of its block, or
//! into a block that has ended; each of these is an error. So is freeing what is not the start of a block of the heap.

use super::block::{Block, BlockKind, Life};
use super::checks::Intent;
use super::choice::Way;
use super::heap::{Cell, NoPlace, Place};
use super::run::Run;
use super::state::State;
use super::thread::Frame;
use super::value::{ObjectId, Value};
use super::{Fault, Machine, Stop};
use crate::events::{Act, Subject};
use crate::flat::Op;
use crate::program::*;

/// A block that keeps more values than this is not followed.
const MOST_VALUES: usize = 100_000;

/// Larger blocks cannot be allocated.
const LARGEST_BLOCK: u64 = 1 << 40;

impl Machine<'_> {
    /// The block and offset that an access of so many bytes goes to.
    pub fn locate(
        &self,
        state: &State,
        pointer: Value,
        bytes: u64,
    ) -> Result<(ObjectId, u64), NoPlace> {
        let (object, at) = match pointer {
            Value::Pointer(object, at) => (object, at),
            Value::Unknown | Value::Input(_) => {
                return Err(NoPlace::Stop(Stop::unmodelled("a pointer that is not known is used")));
            }
            _ => return Err(NoPlace::Memory(self.locate_error(state, pointer))),
        };
        let Cell::Block(block) = state.cell(object) else {
            return Err(NoPlace::Memory(MemoryError::Wild));
        };
        if block.life != Life::Alive {
            return Err(NoPlace::Memory(self.locate_error(state, pointer)));
        }
        let inside = |at: &u64| at.checked_add(bytes).is_some_and(|end| end <= block.bytes);
        match u64::try_from(at).ok().filter(inside) {
            Some(at) => Ok((object, at)),
            None => Err(NoPlace::Memory(MemoryError::Outside)),
        }
    }

    /// What is wrong with the use of a pointer into no block, or into one that has ended.
    pub fn locate_error(&self, state: &State, pointer: Value) -> MemoryError {
        match pointer {
            Value::Null | Value::Int(0..4096) => MemoryError::Null,
            Value::Pointer(object, _) => match state.cell(object) {
                Cell::Block(Block { life: Life::Freed, .. }) => MemoryError::Freed,
                Cell::Block(Block { life: Life::Left, .. }) => MemoryError::Left,
                _ => MemoryError::Wild,
            },
            _ => MemoryError::Wild,
        }
    }

    /// Whether a block is a string literal.
    pub fn is_constant(&self, state: &State, block: ObjectId) -> bool {
        match state.cell(block) {
            Cell::Block(Block { kind: BlockKind::Global(global), .. }) => {
                self.program.globals[*global].constant
            }
            _ => false,
        }
    }

    /// A new thread's own copies of the thread-local globals.
    pub fn new_locals(&self, state: &mut State) -> Vec<ObjectId> {
        let own = self.program.globals.enumerate().filter(|(_, global)| global.thread_local);
        let blocks = own.map(|(id, _)| super::block::global(self.program, id));
        blocks.filter_map(|block| state.add(Cell::Block(block)).object()).collect()
    }
}

impl Run<'_, '_> {
    /// The address of a global; of a thread-local one, that of the executing thread.
    pub fn address_of(&self, global: GlobalId) -> Value {
        let globals = &self.machine.program.globals;
        if !globals[global].thread_local {
            return Value::Pointer(ObjectId(global.0), 0);
        }
        let before = globals.enumerate().filter(|(id, one)| *id < global && one.thread_local);
        let own = self.thread().locals.get(before.count());
        own.map_or(Value::Undefined, |block| Value::Pointer(*block, 0))
    }

    /// Whether an access never races with others of its kind.
    pub fn is_atomic_access(&self, access: Access) -> bool {
        matches!(access, Access::Memory { atomic: true, .. })
            || matches!(access, Access::Memory { .. }) && self.thread().is_atomic()
    }

    /// Between the accesses of an atomic block no state is looked at: whether they race is said here.
    pub fn race_inside(&mut self) {
        let memory = self.machine.program.pointer_bytes > 0;
        if memory && self.machine.races_with_others(&self.state, self.me) {
            self.fault(Fault::Race);
        }
    }

    fn block_mut(&mut self, block: ObjectId) -> &mut Block {
        match self.state.cell_mut(block) {
            Cell::Block(block) => block,
            _ => trine_base::cannot_happen!("a pointer points at what is no block"),
        }
    }

    fn block(&self, block: ObjectId) -> &Block {
        match self.state.cell(block) {
            Cell::Block(block) => block,
            _ => trine_base::cannot_happen!("a pointer points at what is no block"),
        }
    }

    /// How many bytes the block has that a pointer points into.
    pub fn block_size(&self, pointer: Value) -> Option<u64> {
        let Cell::Block(block) = self.state.cell(pointer.object()?) else { return None };
        Some(block.bytes)
    }

    /// The block and offset of so many bytes, or the error of using them.
    fn located(
        &mut self,
        pointer: Value,
        bytes: u64,
        write: bool,
    ) -> Result<Option<(ObjectId, u64)>, Stop> {
        let error = match self.machine.locate(&self.state, pointer, bytes) {
            Ok((block, _)) if write && self.machine.is_constant(&self.state, block) => {
                MemoryError::Constant
            }
            Ok(found) => return Ok(Some(found)),
            Err(NoPlace::Memory(error)) => error,
            Err(NoPlace::Stop(stop)) => return Err(stop),
            Err(NoPlace::Null | NoPlace::Outside(..)) => MemoryError::Wild,
        };
        self.raise(ErrorKind::Memory(error), &[])?;
        Ok(None)
    }

    /// Writes a value into a block. String literals raise an error.
    pub fn store_in_memory(
        &mut self,
        (block, at): (ObjectId, u64),
        unit: Unit,
        value: Value,
        way: Option<Way>,
    ) -> Result<bool, Stop> {
        if self.machine.is_constant(&self.state, block) {
            return self.raise(ErrorKind::Memory(MemoryError::Constant), &[]).map(|()| true);
        }
        let place = Place::Memory(block, at, unit.bytes.into());
        if way.is_none() && !self.is_private(place, true) {
            return Ok(false);
        }
        let value = match (value, unit.ty) {
            (Value::Float(bits), Type::Float) if unit.bytes == 4 => {
                Value::Float(f64::from(f64::from_bits(bits) as f32).to_bits())
            }
            (value, ty) => self.cut(ty, value),
        };
        self.block_mut(block).write(at, unit, value);
        self.publish_in(place, value);
        self.occurs(Act::Assign, Subject::Place(place, value));
        self.next();
        self.keep_small(block)?;
        Ok(true)
    }

    fn keep_small(&self, block: ObjectId) -> Result<(), Stop> {
        match self.block(block).count() > MOST_VALUES {
            true => Err(Stop::limit("an object of memory holds too many values")),
            false => Ok(()),
        }
    }

    /// Makes a block and puts a pointer to its start into a variable.
    pub fn allocate(
        &mut self,
        into: VarId,
        storage: Storage,
        bytes: Operand,
        zeroed: bool,
        layout: Option<LayoutId>,
        way: Option<Way>,
    ) -> Result<bool, Stop> {
        let again = self.allocated_before();
        // The end of a block that others can reach is a step.
        if way.is_none() && again.is_some_and(|old| !self.is_private_object(Value::Object(old))) {
            return Ok(false);
        }
        let bytes = match self.operand(bytes) {
            Value::Int(bytes) => bytes as u64,
            _ => return Err(Stop::unmodelled("the size of an object is not known")),
        };
        if bytes > LARGEST_BLOCK {
            self.assigned(Some(into), Value::Null);
            return Ok(true);
        }
        if let Some(old) = again {
            self.frame_mut().blocks.retain(|(_, block)| *block != old);
            self.block_mut(old).end(Life::Left);
        }
        let block = Block::new(bytes, BlockKind::Allocated(storage), layout, zeroed);
        let Some(block) = self.state.add(Cell::Block(block)).object() else {
            trine_base::cannot_happen!("what was added is no object")
        };
        if storage != Storage::Heap {
            let frame = self.frame_mut();
            frame.blocks.push((frame.pc, block));
        }
        self.put(into, Value::Pointer(block, 0));
        self.next();
        Ok(true)
    }

    /// The block that the same declaration has made before in the same frame: it ends where a new one begins.
    pub fn allocated_before(&self) -> Option<ObjectId> {
        let Some(Op::Allocate { storage: Storage::Block, .. }) = self.op() else { return None };
        let frame = self.thread().top()?;
        frame.blocks.iter().find(|(site, _)| *site == frame.pc).map(|(_, block)| *block)
    }

    /// Ends the life of a block. What is not the start of a living block of the heap raises an error.
    pub fn free(&mut self, pointer: Operand, way: Option<Way>) -> Result<bool, Stop> {
        let error = match self.operand(pointer) {
            Value::Null => {
                self.next();
                return Ok(true);
            }
            Value::Unknown | Value::Input(_) => {
                return Err(Stop::unmodelled("a pointer that is not known is freed"));
            }
            Value::Pointer(object, 0) => match self.block(object) {
                Block { kind: BlockKind::Allocated(Storage::Heap), life, .. } => match life {
                    Life::Alive => {
                        if way.is_none() && !self.is_private_object(Value::Object(object)) {
                            return Ok(false);
                        }
                        self.block_mut(object).end(Life::Freed);
                        self.next();
                        return Ok(true);
                    }
                    Life::Freed | Life::Left => MemoryError::DoubleFree,
                },
                _ => MemoryError::BadFree,
            },
            _ => MemoryError::BadFree,
        };
        self.raise(ErrorKind::Memory(error), &[]).map(|()| true)
    }

    /// The scope of a local variable is left.
    pub fn end_life(&mut self, pointer: Operand, way: Option<Way>) -> Result<bool, Stop> {
        if let Value::Pointer(object, _) = self.operand(pointer) {
            if way.is_none() && !self.is_private_object(Value::Object(object)) {
                return Ok(false);
            }
            self.frame_mut().blocks.retain(|(_, block)| *block != object);
            self.block_mut(object).end(Life::Left);
        }
        self.next();
        Ok(true)
    }

    /// The blocks of a frame end with it.
    pub fn leave(&mut self, frame: &Frame) {
        for (_, block) in &frame.blocks {
            self.block_mut(*block).end(Life::Left);
        }
    }

    /// Whether the innermost frame has a block that another thread can reach.
    pub fn leaves_shared(&self) -> bool {
        self.thread().top().is_some_and(|frame| self.has_shared(frame))
    }

    /// Whether any frame has one.
    pub fn unwinds_shared(&self) -> bool {
        self.thread().frames.iter().any(|frame| self.has_shared(frame))
    }

    fn has_shared(&self, frame: &Frame) -> bool {
        frame.blocks.iter().any(|(_, block)| !self.is_private_object(Value::Object(*block)))
    }

    /// The thread's own copies of thread-local globals end with it.
    pub fn end_locals(&mut self) {
        for block in std::mem::take(&mut self.thread_mut().locals) {
            self.block_mut(block).end(Life::Left);
        }
    }

    /// Copies the next value of [to, from, bytes]; where all are copied, goes on.
    pub fn copy(
        &mut self,
        [to, from, bytes]: [Operand; 3],
        done: VarId,
        way: Option<Way>,
    ) -> Result<bool, Stop> {
        let Value::Int(bytes) = self.operand(bytes) else {
            return Err(Stop::unmodelled("how many bytes are copied is not known"));
        };
        let (bytes, (to, from)) = (bytes as u64, (self.operand(to), self.operand(from)));
        let copied = match self.operand(Operand::Var(done)) {
            Value::Int(copied) => copied as u64,
            _ => 0,
        };
        if copied >= bytes {
            self.set(done, Value::Undefined);
            self.next();
            return Ok(true);
        }
        let Some((source, from)) = self.located(from, bytes, false)? else { return Ok(true) };
        let Some((target, to)) = self.located(to, bytes, true)? else { return Ok(true) };
        let private = |block| self.is_private_object(Value::Object(block));
        if way.is_none() && !(private(source) && private(target)) {
            return Ok(false);
        }
        // Where the target is behind the source in the same block, from the end on: what is still to be copied is not
        // overwritten.
        let backwards = source == target && from < to && to < from + bytes;
        let (at, length, value) = match backwards {
            false => {
                let (length, value) = self.block(source).chunk(from + copied, bytes - copied);
                (copied, length, value)
            }
            true => {
                let (at, value) = self.last_chunk(source, from, bytes - copied);
                (at, bytes - copied - at, value)
            }
        };
        self.occurs(Act::Read, Subject::Place(Place::Memory(source, from + at, length), value));
        self.block_mut(target).put(to + at, length, value);
        self.occurs(Act::Assign, Subject::Place(Place::Memory(target, to + at, length), value));
        self.publish_in(Place::Memory(target, to + at, length), value);
        self.set(done, Value::Int((copied + length) as i64));
        self.keep_small(target)?;
        Ok(true)
    }

    /// The last value of so many bytes, and where it begins.
    fn last_chunk(&self, source: ObjectId, from: u64, bytes: u64) -> (u64, Value) {
        let mut at = 0;
        loop {
            let (length, value) = self.block(source).chunk(from + at, bytes - at);
            if at + length >= bytes {
                return (at, value);
            }
            at += length;
        }
    }

    /// Sets bytes to a value, as `memset` does.
    pub fn fill(
        &mut self,
        at: Operand,
        byte: Operand,
        bytes: Operand,
        way: Option<Way>,
    ) -> Result<bool, Stop> {
        let (pointer, byte) = (self.operand(at), self.operand(byte));
        let Value::Int(bytes) = self.operand(bytes) else {
            return Err(Stop::unmodelled("how many bytes are set is not known"));
        };
        let bytes = bytes as u64;
        if bytes == 0 {
            self.next();
            return Ok(true);
        }
        let Some((block, at)) = self.located(pointer, bytes, true)? else { return Ok(true) };
        if way.is_none() && !self.is_private_object(Value::Object(block)) {
            return Ok(false);
        }
        match byte {
            Value::Int(number) if number as u8 == 0 || bytes <= MOST_VALUES as u64 => {
                self.block_mut(block).fill(at, bytes, number as u8);
            }
            Value::Int(_) => return Err(Stop::limit("an object of memory holds too many values")),
            _ => return Err(Stop::unmodelled("what bytes are set to is not known")),
        }
        let value = if byte == Value::Int(0) { byte } else { Value::Unknown };
        self.occurs(Act::Assign, Subject::Place(Place::Memory(block, at, bytes), value));
        self.next();
        self.keep_small(block)?;
        Ok(true)
    }

    /// What an instruction on whole blocks is about to access.
    pub fn touched(&self, op: &Op) -> Vec<Intent> {
        let atomic = self.thread().is_atomic();
        let place = |pointer: Value, bytes: u64| {
            let (block, at) = self.machine.locate(&self.state, pointer, bytes).ok()?;
            Some(Place::Memory(block, at, bytes))
        };
        let count = |operand: Operand| match self.operand(operand) {
            Value::Int(bytes) => bytes as u64,
            _ => 0,
        };
        let intent = |place: Place, writes: bool| Intent { place, writes, atomic };
        match op {
            Op::Copy { to, from, bytes, .. } => {
                let read = place(self.operand(*from), count(*bytes));
                let written = place(self.operand(*to), count(*bytes));
                let read = read.map(|place| intent(place, false));
                read.into_iter().chain(written.map(|place| intent(place, true))).collect()
            }
            Op::Fill { at, bytes, .. } => {
                let written = place(self.operand(*at), count(*bytes));
                written.map(|place| intent(place, true)).into_iter().collect()
            }
            Op::Free(pointer) => match self.operand(*pointer) {
                pointer @ Value::Pointer(object, 0) => {
                    let bytes = match self.state.cell(object) {
                        Cell::Block(block) => block.bytes,
                        _ => 0,
                    };
                    place(pointer, bytes).map(|place| intent(place, true)).into_iter().collect()
                }
                _ => Vec::new(),
            },
            _ => Vec::new(),
        }
    }
}
