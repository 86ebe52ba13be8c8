//! Work that may still be done: what can grow without bounds is counted, not timed, so that the
//! same input always gives the same output.

use std::fmt;

/// How many small steps are left.
#[derive(Clone, Debug)]
pub(crate) struct Budget {
    left: u64,
}

impl Budget {
    /// A budget of so many steps.
    pub fn new(steps: u64) -> Budget {
        Budget { left: steps }
    }

    /// Pays for steps, or says that they are too many; then nothing is left.
    pub fn spend(&mut self, steps: usize) -> Result<(), TooLarge> {
        match self.left.checked_sub(steps as u64) {
            Some(left) => {
                self.left = left;
                Ok(())
            }
            None => {
                self.left = 0;
                Err(TooLarge)
            }
        }
    }

    /// Whether nothing is left.
    pub fn is_exhausted(&self) -> bool {
        self.left == 0
    }
}

/// The automaton would be larger than the caller allows.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TooLarge;

impl fmt::Display for TooLarge {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str("the automaton is too large")
    }
}

impl std::error::Error for TooLarge {}
