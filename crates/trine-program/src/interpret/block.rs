//! Blocks of memory: bytes that are typed by the last write.
//!
//! A block keeps the values that were written where they were written, as slots that do not overlap. A write replaces
//! what it overlaps; of a number that it overlaps in part, the other bytes stay. A read of exactly what was written
//! gives it back; other reads put numbers together from their bytes, the lowest first. The bytes of a pointer are not
//! known, only the whole of it. Bytes that no slot has were never written: what they hold is not defined.

use std::rc::Rc;

use super::value::Value;
use crate::program::*;

/// A block of bytes with an end of life.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Block {
    pub bytes: u64,
    pub life: Life,
    pub kind: BlockKind,
    pub layout: Option<LayoutId>,
    /// In order, without overlaps; zeros that touch are one slot.
    slots: Vec<Slot>,
}

/// Whether a block can be used.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Life {
    Alive,
    Freed,
    /// The frame, the scope or the thread that it belongs to was left.
    Left,
}

/// Where a block comes from.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum BlockKind {
    Global(GlobalId),
    Allocated(Storage),
}

/// A value at an offset. A zero may have any number of bytes; it is the number, null, and 0.0.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
struct Slot {
    at: u64,
    bytes: u64,
    value: Value,
}

impl Slot {
    fn end(&self) -> u64 {
        self.at + self.bytes
    }

    /// The bytes as a number, lowest first; none where they are not known.
    fn byte(&self, at: u64) -> Option<u8> {
        let shift = 8 * (at - self.at);
        match self.value {
            Value::Int(0) => Some(0),
            Value::Int(number) if shift < 64 => Some((number >> shift) as u8),
            Value::Float(bits) if self.bytes == 4 => {
                let single = f64::from_bits(bits) as f32;
                Some((single.to_bits() >> shift) as u8)
            }
            Value::Float(bits) if shift < 64 => Some((bits >> shift) as u8),
            _ => None,
        }
    }
}

impl Block {
    /// A fresh block. What is not `zeroed` is not defined.
    pub fn new(bytes: u64, kind: BlockKind, layout: Option<LayoutId>, zeroed: bool) -> Block {
        let mut slots = Vec::new();
        if zeroed && bytes > 0 {
            slots.push(Slot { at: 0, bytes, value: Value::Int(0) });
        }
        Block { bytes, life: Life::Alive, kind, layout, slots }
    }

    /// The block can not be used any more; what it held is forgotten.
    pub fn end(&mut self, life: Life) {
        self.life = life;
        self.slots.clear();
    }

    /// So many values are kept.
    pub fn count(&self) -> usize {
        self.slots.len()
    }

    /// The values that writes have left in the block, in the order of their places.
    pub fn values(&self) -> impl Iterator<Item = Value> {
        self.slots.iter().map(|slot| slot.value)
    }

    /// The values with their offsets.
    pub fn entries(&self) -> impl Iterator<Item = (u64, u64, Value)> {
        self.slots.iter().map(|slot| (slot.at, slot.bytes, slot.value))
    }

    /// The values that writes have left in the block, to renumber what they refer to.
    pub fn values_mut(&mut self) -> impl Iterator<Item = &mut Value> {
        self.slots.iter_mut().map(|slot| &mut slot.value)
    }

    /// What is at an offset, seen as a unit. `Undefined` where a byte was never written.
    pub fn read(&self, at: u64, unit: Unit) -> Value {
        let end = at + u64::from(unit.bytes);
        let mut overlap = self.overlap(at, end);
        let Some(first) = overlap.next() else { return Value::Undefined };
        if overlap.next().is_none() {
            if first.at <= at && end <= first.end() && first.value == Value::Int(0) {
                return Value::zero(unit.ty);
            }
            if first.at == at && first.end() == end {
                return seen_as(first.value, unit);
            }
        }
        let mut number: u64 = 0;
        // A double in more than 8 bytes is not taken apart.
        if unit.bytes > 8 {
            return Value::Unknown;
        }
        for position in at..end {
            let Some(slot) = self.overlap(position, position + 1).next() else {
                return Value::Undefined;
            };
            let Some(byte) = slot.byte(position) else { return Value::Unknown };
            number |= u64::from(byte) << (8 * (position - at));
        }
        seen_as(Value::Int(number as i64), unit)
    }

    /// Puts a value at an offset.
    pub fn write(&mut self, at: u64, unit: Unit, value: Value) {
        let value = match value {
            Value::Null => Value::Int(0),
            Value::Float(0) => Value::Int(0),
            value => value,
        };
        self.put(at, u64::from(unit.bytes), value);
    }

    /// Sets bytes to a number.
    pub fn fill(&mut self, at: u64, bytes: u64, byte: u8) {
        if byte == 0 {
            return self.put(at, bytes, Value::Int(0));
        }
        self.clear(at, at + bytes);
        let value = Value::Int(byte.into());
        let filled = (at..at + bytes).map(|at| Slot { at, bytes: 1, value });
        let position = self.position(at);
        self.slots.splice(position..position, filled);
    }

    /// How many bytes from an offset on belong to one value, and what it is; of zeros, and of bytes that were never
    /// written, some. `most`: not more than these.
    pub fn chunk(&self, at: u64, most: u64) -> (u64, Value) {
        match self.overlap(at, at + 1).next() {
            Some(slot) if slot.value == Value::Int(0) => {
                let aligned = 8 - at % 8;
                ((slot.end() - at).min(most).min(aligned), Value::Int(0))
            }
            Some(slot) if slot.at == at && slot.bytes <= most => (slot.bytes, slot.value),
            Some(slot) => (1, slot.byte(at).map_or(Value::Unknown, |byte| Value::Int(byte.into()))),
            None => {
                let next = self.slots.iter().find(|slot| slot.at > at);
                let free = next.map_or(u64::MAX, |slot| slot.at) - at;
                (free.min(most).min(8 - at % 8), Value::Undefined)
            }
        }
    }

    /// Puts a value that `chunk` gave at an offset.
    pub fn put(&mut self, at: u64, bytes: u64, value: Value) {
        if bytes == 0 {
            return;
        }
        self.clear(at, at + bytes);
        if value == Value::Undefined {
            return;
        }
        let position = self.position(at);
        self.slots.insert(position, Slot { at, bytes, value });
        if value == Value::Int(0) {
            self.join_zeros(position);
        }
    }

    /// The slot at a position is zero: one with those that touch it and are zero, too.
    fn join_zeros(&mut self, position: usize) {
        let zero = |slot: &Slot| slot.value == Value::Int(0);
        let mut at = position;
        if let Some(next) = self.slots.get(at + 1).copied()
            && zero(&next)
            && next.at == self.slots[at].end()
        {
            self.slots[at].bytes += next.bytes;
            self.slots.remove(at + 1);
        }
        if at > 0 && zero(&self.slots[at - 1]) && self.slots[at - 1].end() == self.slots[at].at {
            at -= 1;
            self.slots[at].bytes += self.slots[at + 1].bytes;
            self.slots.remove(at + 1);
        }
    }

    fn position(&self, at: u64) -> usize {
        self.slots.partition_point(|slot| slot.at < at)
    }

    fn overlap(&self, from: u64, to: u64) -> impl Iterator<Item = &Slot> {
        let start = self.slots.partition_point(|slot| slot.end() <= from);
        self.slots[start..].iter().take_while(move |slot| slot.at < to)
    }

    /// Forgets what a range of bytes held. Of a value that is only partly in it, the other bytes stay.
    fn clear(&mut self, from: u64, to: u64) {
        let start = self.slots.partition_point(|slot| slot.end() <= from);
        let count = self.slots[start..].iter().take_while(|slot| slot.at < to).count();
        let mut kept = Vec::new();
        for slot in &self.slots[start..start + count] {
            rest(slot, slot.at, from, &mut kept);
            rest(slot, to, slot.end(), &mut kept);
        }
        self.slots.splice(start..start + count, kept);
    }
}

/// The bytes of a slot in a range, each on its own.
fn rest(slot: &Slot, from: u64, to: u64, kept: &mut Vec<Slot>) {
    if from >= to || (from, to) == (slot.at, slot.end()) {
        return;
    }
    if slot.value == Value::Int(0) {
        kept.push(Slot { at: from, bytes: to - from, value: slot.value });
        return;
    }
    for at in from..to {
        let value = slot.byte(at).map_or(Value::Unknown, |byte| Value::Int(byte.into()));
        kept.push(Slot { at, bytes: 1, value });
    }
}

/// A value of as many bytes as the unit, seen as its type.
fn seen_as(value: Value, unit: Unit) -> Value {
    match (value, unit.ty) {
        (Value::Int(number), Type::Float) => match unit.bytes {
            4 => Value::Float(f64::from(f32::from_bits(number as u32)).to_bits()),
            8 => Value::Float(number as u64),
            _ => Value::Unknown,
        },
        (Value::Int(0), Type::Reference) => Value::Null,
        (Value::Float(bits), Type::Int { .. } | Type::Bool | Type::Reference) => {
            let number = match unit.bytes {
                4 => i64::from((f64::from_bits(bits) as f32).to_bits()),
                8 => bits as i64,
                _ => return Value::Unknown,
            };
            seen_as(Value::Int(number), unit)
        }
        (Value::Int(number), Type::Bool) => Value::truth(number != 0),
        (value @ Value::Int(_), ty) => value.kept_as(ty),
        (value, _) => value,
    }
}

/// The blocks of all globals as they are at first.
pub fn globals(program: &Program) -> Vec<Rc<super::Cell>> {
    let ids = program.globals.ids();
    ids.map(|id| Rc::new(super::Cell::Block(global(program, id)))).collect()
}

/// A global as it is at first.
pub fn global(program: &Program, id: GlobalId) -> Block {
    let global = &program.globals[id];
    let mut block = Block::new(global.bytes, BlockKind::Global(id), global.layout, true);
    for initial in &global.initial {
        let value = match initial.value {
            Operand::Int(number) => Value::Int(number).kept_as(initial.unit.ty),
            Operand::Float(bits) => Value::Float(bits),
            Operand::Function(method) => Value::Function(method),
            Operand::Global(of) => Value::Pointer(super::ObjectId(of.0), initial.plus),
            Operand::Null | Operand::Var(_) | Operand::String(_) | Operand::Class(_) => Value::Null,
        };
        block.write(initial.at, initial.unit, value);
    }
    block
}
