//! Blocks of memory against an array of bytes: random writes, copies and reads, with fixed seeds.

use trine_program::interpret::{Block, BlockKind, ObjectId, Value};
use trine_program::{Storage, Type, Unit};

/// What the array of bytes knows of a byte.
#[derive(Clone, Copy, PartialEq, Debug)]
enum Byte {
    NeverWritten,
    Known(u8),
    /// A byte of the pointer with this number.
    OfPointer(u32, u8),
}

struct Random(u64);

impl Random {
    fn below(&mut self, bound: u64) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 11) % bound
    }
}

const SIZE: u64 = 24;

fn pointer(number: u32) -> Value {
    Value::Pointer(ObjectId(number), 8)
}

/// What the array of bytes says a read gives; none where only that it is not known is certain.
fn expected(bytes: &[Byte], at: u64, unit: Unit) -> Option<Value> {
    let range = &bytes[at as usize..(at + u64::from(unit.bytes)) as usize];
    let mut number: u64 = 0;
    for (position, byte) in range.iter().enumerate() {
        match byte {
            Byte::NeverWritten => return Some(Value::Undefined),
            Byte::Known(byte) => number |= u64::from(*byte) << (8 * position),
            Byte::OfPointer(..) => return None,
        }
    }
    Some(match unit.ty {
        Type::Float if unit.bytes == 4 => {
            Value::Float(f64::from(f32::from_bits(number as u32)).to_bits())
        }
        Type::Float => Value::Float(number),
        Type::Reference if number == 0 => Value::Null,
        ty => Value::Int(number as i64).kept_as(ty),
    })
}

fn unit(random: &mut Random) -> Unit {
    match random.below(7) {
        kind @ 0..4 => Unit::int(1 << kind, random.below(2) == 0),
        4 => Unit { ty: Type::Float, bytes: 4 },
        5 => Unit { ty: Type::Float, bytes: 8 },
        _ => Unit { ty: Type::Reference, bytes: 8 },
    }
}

fn write(random: &mut Random, block: &mut Block, bytes: &mut [Byte]) {
    let unit = unit(random);
    let at = random.below(SIZE - u64::from(unit.bytes) + 1);
    let place = at as usize..at as usize + usize::from(unit.bytes);
    let number = match random.below(3) {
        0 => 0,
        1 => random.below(256) as i64,
        _ => (random.below(u64::MAX) << 1) as i64,
    };
    let (value, bits) = match unit.ty {
        Type::Reference if number != 0 => {
            let which = random.below(3) as u32;
            for (position, byte) in bytes[place].iter_mut().enumerate() {
                *byte = Byte::OfPointer(which, position as u8);
            }
            block.write(at, unit, pointer(which));
            return;
        }
        Type::Reference => (Value::Null, 0),
        Type::Float => {
            let float = number as f64 / 16.0;
            let single = f64::from(float as f32);
            match unit.bytes {
                4 => (Value::Float(single.to_bits()), u64::from((float as f32).to_bits())),
                _ => (Value::Float(float.to_bits()), float.to_bits()),
            }
        }
        ty => (Value::Int(number).kept_as(ty), number as u64),
    };
    block.write(at, unit, value);
    for (position, byte) in bytes[place].iter_mut().enumerate() {
        *byte = Byte::Known((bits >> (8 * position)) as u8);
    }
}

/// Copies within the block, value by value, from the front on, as an instruction that copies does where nothing overlaps.
fn copy(random: &mut Random, block: &mut Block, bytes: &mut [Byte]) {
    let length = random.below(SIZE / 2) + 1;
    let from = random.below(SIZE / 2 - length + 1);
    let to = SIZE / 2 + random.below(SIZE / 2 - length + 1);
    let mut done = 0;
    while done < length {
        let (chunk, value) = block.chunk(from + done, length - done);
        assert!(chunk >= 1 && done + chunk <= length);
        block.put(to + done, chunk, value);
        done += chunk;
    }
    let source = bytes[from as usize..(from + length) as usize].to_vec();
    bytes[to as usize..(to + length) as usize].copy_from_slice(&source);
}

#[test]
fn reads_give_what_an_array_of_bytes_says() {
    let mut pointers = 0;
    for seed in 1..=2_000u64 {
        let mut random = Random(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15));
        let zeroed = random.below(2) == 0;
        let mut block = Block::new(SIZE, BlockKind::Allocated(Storage::Heap), None, zeroed);
        let first = if zeroed { Byte::Known(0) } else { Byte::NeverWritten };
        let mut bytes = vec![first; SIZE as usize];
        for _ in 0..40 {
            match random.below(6) {
                0 => {
                    let (at, byte) = (random.below(SIZE), random.below(3) as u8);
                    let length = random.below(SIZE - at) + 1;
                    block.fill(at, length, byte);
                    bytes[at as usize..(at + length) as usize].fill(Byte::Known(byte));
                }
                1 => copy(&mut random, &mut block, &mut bytes),
                _ => write(&mut random, &mut block, &mut bytes),
            }
            let unit = unit(&mut random);
            for at in 0..=SIZE - u64::from(unit.bytes) {
                let read = block.read(at, unit);
                match expected(&bytes, at, unit) {
                    Some(value) => assert_eq!(read, value, "seed {seed}, {unit:?} at {at}"),
                    None => match read {
                        Value::Pointer(which, 8) => {
                            pointers += 1;
                            let whole = (0..8).map(|byte| Byte::OfPointer(which.0, byte));
                            let there = bytes[at as usize..].iter().copied().take(8);
                            assert!(there.eq(whole), "seed {seed}: a pointer from nowhere");
                        }
                        read => assert!(
                            matches!(read, Value::Unknown | Value::Undefined),
                            "seed {seed}: {read:?} from a part of a pointer"
                        ),
                    },
                }
            }
        }
    }
    assert!(pointers > 1_000, "pointers are read back");
}

#[test]
fn a_pointer_is_read_back_where_it_was_written_and_copied() {
    let unit = Unit { ty: Type::Reference, bytes: 8 };
    let mut block = Block::new(SIZE, BlockKind::Allocated(Storage::Heap), None, false);
    block.write(3, unit, pointer(1));
    assert_eq!(block.read(3, unit), pointer(1));
    let (length, value) = block.chunk(3, 8);
    block.put(12, length, value);
    assert_eq!(block.read(12, unit), pointer(1));
    assert_eq!(block.read(12, Unit::int(8, false)), pointer(1), "a number that holds a pointer");
    block.write(5, Unit::BYTE, Value::Int(1));
    assert_eq!(block.read(3, unit), Value::Unknown);
}

#[test]
fn zeros_are_one_however_they_were_written() {
    let fresh = |zeroed| Block::new(SIZE, BlockKind::Allocated(Storage::Heap), None, zeroed);
    let mut written = fresh(false);
    for at in [16, 0, 8] {
        written.write(at, Unit { ty: Type::Reference, bytes: 8 }, Value::Null);
    }
    assert_eq!(written, fresh(true));
}
