//! What literals of C mean: integers, floating-point numbers, characters and strings.

/// An integer literal.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Integer {
    pub value: u64,
    pub unsigned: bool,
    /// How many `l` its suffix has.
    pub long: u8,
    /// It is written in base 10: without `u` it is never unsigned.
    pub decimal: bool,
}

/// Reads an integer literal; none where it is not one, or more than 64 bits.
pub fn integer(text: &str) -> Option<Integer> {
    let lower = text.to_ascii_lowercase();
    let (digits, radix) = match lower.as_bytes() {
        [b'0', b'x', ..] => (&lower[2..], 16),
        [b'0', b'b', ..] => (&lower[2..], 2),
        [b'0', ..] => (&lower[..], 8),
        _ => (&lower[..], 10),
    };
    let end = digits.find(|character: char| !character.is_digit(radix)).unwrap_or(digits.len());
    let (digits, suffix) = digits.split_at(end);
    let (unsigned, long) = match suffix {
        "" => (false, 0),
        "u" => (true, 0),
        "l" => (false, 1),
        "ll" => (false, 2),
        "ul" | "lu" => (true, 1),
        "ull" | "llu" => (true, 2),
        _ => return None,
    };
    let value = u64::from_str_radix(digits, radix).ok()?;
    Some(Integer { value, unsigned, long, decimal: radix == 10 })
}

/// A floating-point literal, and whether it is a `float`.
pub fn float(text: &str) -> Option<(f64, bool)> {
    let lower = text.to_ascii_lowercase();
    let hexadecimal = lower.starts_with("0x");
    let trimmed = match hexadecimal {
        true => lower.trim_end_matches('l'),
        false => lower.trim_end_matches(['f', 'l']),
    };
    let single = !hexadecimal && lower.ends_with('f')
        || hexadecimal && lower.contains('p') && lower.ends_with('f');
    if hexadecimal {
        return Some((hexadecimal_float(trimmed.trim_end_matches('f'))?, single));
    }
    let value: f64 = trimmed.parse().ok()?;
    Some((if single { f64::from(value as f32) } else { value }, single))
}

fn hexadecimal_float(text: &str) -> Option<f64> {
    let (mantissa, exponent) = text.strip_prefix("0x")?.split_once('p')?;
    let exponent: i32 = exponent.parse().ok()?;
    let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
    let mut value = 0.0f64;
    for digit in whole.chars().chain(fraction.chars()) {
        value = value * 16.0 + f64::from(digit.to_digit(16)?);
    }
    Some(
        value
            * 2f64.powi(exponent.checked_sub(i32::try_from(fraction.len()).ok()?.checked_mul(4)?)?),
    )
}

/// The value of a character literal, prefix and quotes included.
pub fn character(text: &str) -> Option<i64> {
    let wide = !text.starts_with('\'');
    let inner = text.get(text.find('\'')? + 1..text.len().checked_sub(1)?)?;
    let units = units(inner, wide)?;
    match units.as_slice() {
        [] => None,
        [unit] if wide => Some(*unit as i32 as i64),
        [unit] => Some(i64::from(*unit as u8 as i8)),
        // Several characters in one literal: as gcc packs them.
        many => Some(i64::from(
            many.iter().fold(0u32, |value, unit| (value << 8) | (unit & 0xff)) as i32
        )),
    }
}

/// The units of a string literal, prefix and quotes included, without the zero at its end; and whether they are wide.
pub fn string(text: &str) -> Option<(Vec<u32>, bool)> {
    let open = text.find('"')?;
    let wide = matches!(&text[..open], "L" | "u" | "U");
    let inner = text.get(open + 1..text.len().checked_sub(1)?)?;
    Some((units(inner, wide)?, wide))
}

fn units(text: &str, wide: bool) -> Option<Vec<u32>> {
    let mut result = Vec::new();
    let mut characters = text.chars().peekable();
    while let Some(character) = characters.next() {
        if character != '\\' {
            match wide {
                true => result.push(u32::from(character)),
                false => {
                    let mut bytes = [0; 4];
                    result.extend(character.encode_utf8(&mut bytes).bytes().map(u32::from));
                }
            }
            continue;
        }
        result.push(match characters.next()? {
            'n' => 10,
            't' => 9,
            'r' => 13,
            'a' => 7,
            'b' => 8,
            'f' => 12,
            'v' => 11,
            'e' | 'E' => 27,
            'x' => {
                let mut value = 0u32;
                while let Some(digit) = characters.peek().and_then(|next| next.to_digit(16)) {
                    value = value.wrapping_mul(16).wrapping_add(digit);
                    characters.next();
                }
                value
            }
            first @ '0'..='7' => {
                let mut value = u32::from(first) - u32::from('0');
                for _ in 0..2 {
                    let Some(digit) = characters.peek().and_then(|next| next.to_digit(8)) else {
                        break;
                    };
                    value = value * 8 + digit;
                    characters.next();
                }
                value
            }
            long @ ('u' | 'U') => {
                let mut value = 0u32;
                for _ in 0..if long == 'u' { 4 } else { 8 } {
                    value = value.wrapping_mul(16).wrapping_add(characters.next()?.to_digit(16)?);
                }
                value
            }
            other => u32::from(other),
        });
    }
    Some(result)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn literals_mean_what_they_mean_in_c() {
        let value = |text| integer(text).map(|parsed| parsed.value);
        assert_eq!(value("0x1fUL"), Some(31));
        assert_eq!(value("017"), Some(15));
        assert_eq!(value("0b101"), Some(5));
        assert_eq!(value("18446744073709551616"), None);
        assert_eq!(value("1.5"), None);
        assert_eq!(character("'\\n'"), Some(10));
        assert_eq!(character("'\\377'"), Some(-1));
        assert_eq!(character("'ab'"), Some(0x6162));
        assert_eq!(float("1.5e2f"), Some((150.0, true)));
        assert_eq!(float("0x1.8p1"), Some((3.0, false)));
        assert_eq!(string("\"a\\x41\""), Some((vec![97, 65], false)));
    }
}
