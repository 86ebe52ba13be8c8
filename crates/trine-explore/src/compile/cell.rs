//! Cell forms: the width and sign in which a value is kept in the bytes of a state.

use trine_system::Type;

/// The bytes of one cell: as few as its type allows.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Form {
    U8,
    I8,
    U16,
    I16,
    U32,
    I32,
    I64,
}

impl Form {
    /// The narrowest form that holds all values of a type.
    pub fn of(ty: Type) -> Form {
        let (low, high) = ty.bounds();
        let fits = |least: i64, most: i64| low >= least && high <= most;
        if fits(0, 0xff) {
            Form::U8
        } else if fits(-0x80, 0x7f) {
            Form::I8
        } else if fits(0, 0xffff) {
            Form::U16
        } else if fits(-0x8000, 0x7fff) {
            Form::I16
        } else if fits(0, 0xffff_ffff) {
            Form::U32
        } else if fits(-0x8000_0000, 0x7fff_ffff) {
            Form::I32
        } else {
            Form::I64
        }
    }

    /// How many bytes a cell of this form takes.
    #[inline]
    pub fn size(self) -> usize {
        match self {
            Form::U8 | Form::I8 => 1,
            Form::U16 | Form::I16 => 2,
            Form::U32 | Form::I32 => 4,
            Form::I64 => 8,
        }
    }

    /// The value of the cell at this offset.
    #[inline]
    pub fn read(self, bytes: &[u8], at: usize) -> i64 {
        match self {
            Form::U8 => i64::from(bytes[at]),
            Form::I8 => i64::from(bytes[at] as i8),
            Form::U16 => i64::from(u16::from_le_bytes(array(bytes, at))),
            Form::I16 => i64::from(i16::from_le_bytes(array(bytes, at))),
            Form::U32 => i64::from(u32::from_le_bytes(array(bytes, at))),
            Form::I32 => i64::from(i32::from_le_bytes(array(bytes, at))),
            Form::I64 => i64::from_le_bytes(array(bytes, at)),
        }
    }

    /// Writes the low bytes of a value; the caller has seen that it fits.
    #[inline]
    pub fn write(self, bytes: &mut [u8], at: usize, value: i64) {
        match self {
            Form::U8 | Form::I8 => bytes[at] = value as u8,
            Form::U16 | Form::I16 => {
                bytes[at..at + 2].copy_from_slice(&(value as u16).to_le_bytes());
            }
            Form::U32 | Form::I32 => {
                bytes[at..at + 4].copy_from_slice(&(value as u32).to_le_bytes());
            }
            Form::I64 => bytes[at..at + 8].copy_from_slice(&value.to_le_bytes()),
        }
    }
}

#[inline]
fn array<const N: usize>(bytes: &[u8], at: usize) -> [u8; N] {
    let mut found = [0; N];
    found.copy_from_slice(&bytes[at..at + N]);
    found
}

#[cfg(test)]
mod tests {
    use trine_system::Type;

    use super::Form;

    #[test]
    fn extreme_values_come_back() {
        let types = [
            Type::Bool,
            Type::BYTE,
            Type::SHORT,
            Type::INT,
            Type::LONG,
            Type::Int { bits: 5, signed: true },
            Type::Int { bits: 20, signed: false },
            Type::Range { low: -3, high: 300 },
            Type::Channel,
        ];
        for ty in types {
            let form = Form::of(ty);
            let mut bytes = vec![0xaa; 12];
            let (low, high) = ty.bounds();
            for value in [low, high, 0, 1] {
                form.write(&mut bytes, 2, value);
                assert_eq!(form.read(&bytes, 2), value, "{ty:?}");
            }
        }
    }
}
