//! Bound propagation (presolve): where the others cannot make up for it, a variable has to be small, or large.
//! Where bounds cross there is no solution, and where one is 0 the variable is not used. The augmented system needs that:
//! its bound makes the linear programs say next to nothing of whether an edge is in the tree.

use crate::problem::Row;

/// The bounds of variables: at least, and at most if there is a most.
pub struct Bounds {
    low: Vec<f64>,
    high: Vec<f64>,
    /// So many variables, the first ones, are whole.
    whole: usize,
}

const EPSILON: f64 = 1e-6;
/// So often rows are looked at, for each of them.
const ROUNDS: usize = 40;

impl Bounds {
    /// The bounds that follow from rows; none where there is no solution.
    pub fn of(rows: &[&Row], zero: &[bool], whole: usize) -> Option<Bounds> {
        let count = zero.len();
        let high = zero.iter().map(|zero| if *zero { 0.0 } else { f64::INFINITY }).collect();
        let mut bounds = Bounds { low: vec![0.0; count], high, whole };
        let mut rows_of: Vec<Vec<u32>> = vec![Vec::new(); count];
        for (at, row) in rows.iter().enumerate() {
            row.terms.iter().for_each(|(variable, _)| rows_of[*variable as usize].push(at as u32));
        }
        let mut waits = vec![true; rows.len()];
        let mut open: std::collections::VecDeque<u32> = (0..rows.len() as u32).collect();
        let mut left = ROUNDS * rows.len();
        while let Some(at) = open.pop_front() {
            waits[at as usize] = false;
            if left == 0 {
                break;
            }
            left -= 1;
            let row = rows[at as usize];
            let mut changed = Vec::new();
            bounds.tighten(row, 1.0, &mut changed)?;
            if !row.least {
                bounds.tighten(row, -1.0, &mut changed)?;
            }
            for variable in changed {
                for other in &rows_of[variable as usize] {
                    if !std::mem::replace(&mut waits[*other as usize], true) {
                        open.push_back(*other);
                    }
                }
            }
        }
        Some(bounds)
    }

    /// Whether a variable is 0 in every solution.
    pub fn is_zero(&self, variable: usize) -> bool {
        self.high[variable] < 0.5 && variable < self.whole
    }

    /// What a row, times 1 or -1, says as one of the form `at least`.
    fn tighten(&mut self, row: &Row, sign: f64, changed: &mut Vec<u32>) -> Option<()> {
        // The most that the row can come to, and how many of its parts have no most.
        let (mut most, mut endless) = (0.0, 0);
        let largest = |bounds: &Bounds, variable: u32, by: f64| match by > 0.0 {
            true => by * bounds.high[variable as usize],
            false => by * bounds.low[variable as usize],
        };
        for (variable, by) in &row.terms {
            match largest(self, *variable, sign * *by as f64) {
                part if part.is_infinite() => endless += 1,
                part => most += part,
            }
        }
        let right = sign * row.right as f64;
        if endless == 0 && most < right - EPSILON {
            return None;
        }
        for (variable, by) in &row.terms {
            let by = sign * *by as f64;
            let own = largest(self, *variable, by);
            let others = match (endless, own.is_infinite()) {
                (0, _) => most - own,
                (1, true) => most,
                _ => continue,
            };
            let at = *variable as usize;
            let bound = (right - others) / by;
            if by > 0.0 {
                let bound = if at < self.whole { (bound - EPSILON).ceil() } else { bound };
                if bound > self.low[at] + EPSILON {
                    self.low[at] = bound;
                    changed.push(*variable);
                }
            } else {
                let bound = if at < self.whole { (bound + EPSILON).floor() } else { bound };
                if bound < self.high[at] - EPSILON {
                    self.high[at] = bound;
                    changed.push(*variable);
                }
            }
            if self.low[at] > self.high[at] + EPSILON {
                return None;
            }
        }
        Some(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::problem::RowName;

    fn row(terms: &[(u32, i64)], least: bool, right: i64) -> Row {
        Row { name: RowName::Augmented, terms: terms.to_vec(), least, right }
    }

    #[test]
    fn bounds_follow_from_rows_and_may_cross() {
        // a + b = 1, c <= 10 b, and b <= 0.
        let rows = [
            row(&[(0, 1), (1, 1)], false, 1),
            row(&[(1, 10), (2, -1)], true, 0),
            row(&[(1, -1)], true, 0),
        ];
        let rows: Vec<&Row> = rows.iter().collect();
        let bounds = Bounds::of(&rows, &[false; 3], 3).expect("there is a solution");
        assert_eq!((bounds.low[0], bounds.high[0]), (1.0, 1.0));
        assert!(bounds.is_zero(1) && bounds.is_zero(2) && !bounds.is_zero(0));
        assert!(Bounds::of(&rows, &[true, false, false], 3).is_none());
    }

    #[test]
    fn what_is_whole_is_rounded() {
        // 2 a = 1.
        let half = row(&[(0, 2)], false, 1);
        assert!(Bounds::of(&[&half], &[false], 1).is_none());
        assert!(Bounds::of(&[&half], &[false], 0).is_some());
    }
}
