//! Farkas multipliers in whole numbers: floating-point answers of the solver become exact certificates, checked without
//! rounding.

use rustc_hash::FxHashMap;

use crate::problem::Row;

/// Multipliers that add the rows up to a contradiction: no coefficient of a variable that is not 0 is
/// above 0, and the right side is. None where the numbers do not lead to such multipliers.
pub fn contradiction(
    rows: &[&Row],
    zero: &[bool],
    found: &[(u32, f64)],
) -> Option<Vec<(u32, i128)>> {
    let largest = found.iter().map(|(_, by)| by.abs()).fold(0.0, f64::max);
    if largest == 0.0 {
        return None;
    }
    // Multipliers of a basis of networks are fractions with small denominators.
    for scale in
        (1..=64).chain([72, 80, 84, 90, 96, 100, 108, 120, 144, 180, 210, 240, 360, 420, 720, 840])
    {
        let scaled = |by: f64| by * f64::from(scale);
        if found.iter().any(|(_, by)| (scaled(*by) - scaled(*by).round()).abs() > 1e-4) {
            continue;
        }
        let whole: Vec<(u32, i128)> = found
            .iter()
            .map(|(row, by)| (*row, scaled(*by).round() as i128))
            .filter(|(_, by)| *by != 0)
            .collect();
        if is_contradiction(rows, zero, &whole) {
            return Some(whole);
        }
    }
    // The same with the smallest multiplier as the unit.
    let least = found.iter().map(|(_, by)| by.abs()).fold(f64::INFINITY, f64::min);
    let whole: Vec<(u32, i128)> =
        found.iter().map(|(row, by)| (*row, (by / least).round() as i128)).collect();
    is_contradiction(rows, zero, &whole).then_some(whole)
}

fn is_contradiction(rows: &[&Row], zero: &[bool], multipliers: &[(u32, i128)]) -> bool {
    let mut sums: FxHashMap<u32, i128> = FxHashMap::default();
    let mut right: i128 = 0;
    for (at, by) in multipliers {
        let row = rows[*at as usize];
        if row.least && *by < 0 {
            return false;
        }
        for (variable, coefficient) in &row.terms {
            if !zero[*variable as usize] {
                *sums.entry(*variable).or_default() += by * i128::from(*coefficient);
            }
        }
        right += by * i128::from(row.right);
    }
    right > 0 && sums.values().all(|sum| *sum <= 0)
}

/// A number so large may be a whole unit off.
const LARGEST: f64 = 1e9;

/// The whole numbers that values stand for, if they are whole.
pub fn whole(values: &[f64]) -> Option<Vec<i64>> {
    let near = |value: &f64| value.abs() < LARGEST && (value - value.round()).abs() < 1e-5;
    values.iter().all(near).then(|| values.iter().map(|value| value.round() as i64).collect())
}

/// Whether whole numbers satisfy a row.
pub fn satisfies(row: &Row, values: &[i64]) -> bool {
    let sum: i64 = row.terms.iter().map(|(at, by)| by * values[*at as usize]).sum();
    if row.least { sum >= row.right } else { sum == row.right }
}

/// Equations that no whole numbers satisfy: a sum of some of them whose coefficients a prime divides, and
/// whose right side it does not.
pub fn indivisible(rows: &[&Row], zero: &[bool]) -> Option<(Vec<(u32, i128)>, i128)> {
    [2i64, 3, 5].into_iter().find_map(|prime| modulo(rows, zero, prime))
}

fn modulo(rows: &[&Row], zero: &[bool], prime: i64) -> Option<(Vec<(u32, i128)>, i128)> {
    /// A sum of rows, and which.
    struct Sum {
        terms: std::collections::BTreeMap<u32, i64>,
        right: i64,
        of: std::collections::BTreeMap<u32, i64>,
    }
    let mut leading: FxHashMap<u32, Sum> = FxHashMap::default();
    let mut work = 0usize;
    for (at, row) in rows.iter().enumerate().filter(|(_, row)| !row.least) {
        let open = row.terms.iter().filter(|(variable, _)| !zero[*variable as usize]);
        let reduced = open.map(|(variable, by)| (*variable, by.rem_euclid(prime)));
        let mut sum = Sum {
            terms: reduced.filter(|(_, by)| *by != 0).collect(),
            right: row.right.rem_euclid(prime),
            of: [(at as u32, 1)].into_iter().collect(),
        };
        loop {
            let Some((first, by)) = sum.terms.iter().next().map(|(first, by)| (*first, *by)) else {
                if sum.right != 0 {
                    let of = sum.of.into_iter().map(|(row, by)| (row, i128::from(by)));
                    return Some((of.collect(), i128::from(prime)));
                }
                break;
            };
            let Some(other) = leading.get(&first) else {
                // Its first coefficient becomes 1.
                let inverse = (1..prime).find(|one| one * by % prime == 1)?;
                let scale = |part: &mut i64| *part = *part * inverse % prime;
                sum.terms.values_mut().for_each(scale);
                sum.of.values_mut().for_each(scale);
                sum.right = sum.right * inverse % prime;
                leading.insert(first, sum);
                break;
            };
            work += other.terms.len();
            if work > 2_000_000 {
                return None;
            }
            let minus = prime - by;
            for (variable, part) in &other.terms {
                let now = sum.terms.entry(*variable).or_default();
                *now = (*now + minus * part) % prime;
                if *now == 0 {
                    sum.terms.remove(variable);
                }
            }
            for (row, part) in &other.of {
                let now = sum.of.entry(*row).or_default();
                *now = (*now + minus * part) % prime;
            }
            sum.right = (sum.right + minus * other.right) % prime;
        }
    }
    None
}
