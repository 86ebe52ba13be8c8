//! Literals: numbers with the type that C gives them, characters, strings as global arrays.

use trine_base::Span;
use trine_program::{Expr, Global, Initial, Operand};

use super::Lowering;
use super::body::Val;
use super::place::Place;
use crate::number;
use crate::types::{Float, Int, Length, Ty, Types};

impl Lowering {
    pub(super) fn number(&mut self, text: &str, span: Span) -> Val {
        if let Some(parsed) = number::integer(text) {
            let ty = self.integer_type(parsed);
            return Val::int(parsed.value as i64, ty);
        }
        let hexadecimal = text.starts_with("0x") || text.starts_with("0X");
        let fraction = text.contains('.')
            || !hexadecimal && text.contains(['e', 'E'])
            || text.contains(['p', 'P']);
        if fraction && let Some((value, single)) = number::float(text) {
            let long = !hexadecimal && text.ends_with(['l', 'L']);
            let float = if single {
                Float::Single
            } else if long {
                Float::Long
            } else {
                Float::Double
            };
            return Val::operand(Operand::Float(value.to_bits()), Ty::Float(float));
        }
        self.error(format!("`{text}` is no number of C"), span);
        Val::int(0, Ty::INT)
    }

    /// The first type of the list in 6.4.4.1 that has the number.
    fn integer_type(&self, parsed: number::Integer) -> Ty {
        let lists = [
            Int::Int,
            Int::UnsignedInt,
            Int::Long,
            Int::UnsignedLong,
            Int::LongLong,
            Int::UnsignedLongLong,
        ];
        let from = match parsed.long {
            0 => Int::Int,
            1 => Int::Long,
            _ => Int::LongLong,
        };
        let fits = |int: &Int| {
            let signed = Types::is_signed(*int);
            let bits = 8 * self.types.int_bytes(*int) - u64::from(signed);
            let allowed = match signed {
                true => !parsed.unsigned,
                false => parsed.unsigned || !parsed.decimal,
            };
            *int >= from && allowed && (bits >= 64 || parsed.value >> bits == 0)
        };
        Ty::Int(lists.into_iter().find(fits).unwrap_or(Int::UnsignedLongLong))
    }

    pub(super) fn character(&mut self, text: &str, span: Span) -> Val {
        match number::character(text) {
            Some(value) => Val::int(value, Ty::INT),
            None => {
                self.error("this is no character", span);
                Val::int(0, Ty::INT)
            }
        }
    }

    /// The array that a string literal is. Equal ones are one.
    pub(super) fn literal(&mut self, units: &[u32], wide: bool) -> Place {
        let element = if wide { Ty::INT } else { Ty::CHAR };
        let ty = Ty::Array(element.clone().into(), Length::Known(units.len() as u64 + 1));
        let key = (units.to_vec(), wide);
        if let Some(global) = self.literals.get(&key) {
            return Place::memory(Expr::Operand(Operand::Global(*global)), ty);
        }
        let size = self.types.size(&element).unwrap_or(1);
        let unit = self.types.unit(&element);
        let text: String = units.iter().filter_map(|unit| char::from_u32(*unit)).collect();
        let initial =
            units.iter().enumerate().filter(|(_, unit)| **unit != 0).map(|(at, number)| Initial {
                at: at as u64 * size,
                unit,
                value: Operand::Int(super::fold::keep(i64::from(*number), unit.ty)),
                plus: 0,
            });
        let initial = initial.collect();
        let layout = self.layout_of(&ty);
        let global = self.program.globals.push(Global {
            name: format!("{text:?}"),
            bytes: size * (units.len() as u64 + 1),
            layout,
            thread_local: false,
            constant: true,
            initial,
            library: self.in_library,
            span: None,
        });
        self.literals.insert(key, global);
        Place::memory(Expr::Operand(Operand::Global(global)), ty)
    }
}
