//! Layouts of structs and unions as gcc makes them: offsets, padding, bit fields, packed ones.

use super::{RecordId, Ty, Types};
use crate::syntax::Name;

/// A struct or union.
#[derive(Clone, Debug)]
pub struct Record {
    /// `struct account`, for messages.
    pub name: String,
    pub union: bool,
    pub members: Vec<Member>,
    pub size: u64,
    pub alignment: u64,
    pub complete: bool,
}

/// A member with its place.
#[derive(Clone, Debug)]
pub struct Member {
    /// None: the members of this struct or union are members of the outer one.
    pub name: Option<Name>,
    pub ty: Ty,
    pub offset: u64,
    pub bits: Option<Bits>,
}

/// The place of a bit field: in the unit of so many bytes at the offset of the member.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Bits {
    pub unit: u8,
    pub shift: u8,
    pub width: u8,
}

/// A member as an expression finds it.
#[derive(Clone, Debug)]
pub struct Found {
    pub ty: Ty,
    pub offset: u64,
    pub bits: Option<Bits>,
}

/// What is said about a member before it has its place.
pub struct Declared {
    pub name: Option<Name>,
    pub ty: Ty,
    /// The width of a bit field.
    pub width: Option<u64>,
    pub alignment: Option<u64>,
    pub packed: bool,
}

impl Types {
    /// The member of that name, also inside of members without one.
    pub fn member(&self, record: RecordId, name: &str) -> Option<Found> {
        let record = self.records.get(record.0)?;
        for member in &record.members {
            match &member.name {
                Some(known) if &**known == name => {
                    return Some(Found {
                        ty: member.ty.clone(),
                        offset: member.offset,
                        bits: member.bits,
                    });
                }
                None => {
                    if let Ty::Record(inner) = member.ty.plain()
                        && let Some(mut found) = self.member(*inner, name)
                    {
                        found.offset += member.offset;
                        return Some(found);
                    }
                }
                Some(_) => {}
            }
        }
        None
    }
}

/// Gives members their places. The size and alignment of the record become known.
pub fn lay_out(
    types: &Types,
    record: &mut Record,
    declared: Vec<Declared>,
    packed: bool,
    aligned: Option<u64>,
) {
    let mut bit = 0u64;
    let mut size = 0u64;
    record.alignment = 1;
    for member in declared {
        let packed = packed || member.packed;
        let natural = if packed { 1 } else { types.alignment(&member.ty) };
        let alignment = member.alignment.unwrap_or(natural).max(natural);
        let bytes = types.size(&member.ty).unwrap_or(0);
        if record.union {
            bit = 0;
        }
        if let Some(width) = member.width {
            let unit = 8 * bytes.max(1);
            if width == 0 {
                bit = bit.next_multiple_of(unit);
                continue;
            }
            if !packed && bit / unit != (bit + width - 1) / unit {
                bit = bit.next_multiple_of(unit);
            }
            if member.name.is_some() {
                record.alignment = record.alignment.max(alignment);
                // The unit is narrowed below, when all fields beside it are known.
                let bits = Bits { unit: 0, shift: 0, width: width.min(64) as u8 };
                let (name, ty) = (member.name, member.ty);
                record.members.push(Member { name, ty, offset: bit, bits: Some(bits) });
            }
            bit += width;
        } else {
            record.alignment = record.alignment.max(alignment);
            bit = bit.next_multiple_of(8 * alignment.max(1));
            let (name, ty) = (member.name, member.ty);
            record.members.push(Member { name, ty, offset: bit / 8, bits: None });
            bit = bit.saturating_add(bytes.saturating_mul(8));
        }
        size = size.max(bit.div_ceil(8));
    }
    place_bit_fields(record);
    record.alignment = record.alignment.max(aligned.unwrap_or(1));
    record.size = size.next_multiple_of(record.alignment.max(1));
    record.complete = true;
}

/// Bit fields that stand next to each other share the smallest unit that holds all of them: they are one memory
/// location (C11 3.14).
fn place_bit_fields(record: &mut Record) {
    let union = record.union;
    let mut at = 0;
    while at < record.members.len() {
        if record.members[at].bits.is_none() {
            at += 1;
            continue;
        }
        let mut end = at + 1;
        while !union && end < record.members.len() && record.members[end].bits.is_some() {
            end += 1;
        }
        let run = &mut record.members[at..end];
        let last =
            |member: &Member| member.offset + member.bits.map_or(0, |bits| u64::from(bits.width));
        let (first, past) = (run[0].offset, run.iter().map(last).max().unwrap_or(0));
        let whole = [8, 16, 32, 64].into_iter().find(|unit| first / unit == (past - 1) / unit);
        for member in run {
            let (low, high) = (member.offset, last(member));
            // Where one unit does not hold all of them, each has the smallest that holds it.
            let own = || [8, 16, 32, 64].into_iter().find(|unit| low / unit == (high - 1) / unit);
            let unit = whole.or_else(own).unwrap_or(0);
            member.offset = if unit == 0 { low / 8 } else { low / unit * unit / 8 };
            if let Some(bits) = &mut member.bits {
                bits.unit = (unit / 8) as u8;
                bits.shift = if unit == 0 { 0 } else { (low % unit) as u8 };
            }
        }
        at = end;
    }
}
