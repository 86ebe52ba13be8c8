//! Exit codes, which callers rely on.

/// The exit code.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Exit(pub u8);

impl Exit {
    /// All properties hold.
    pub const HOLDS: Exit = Exit(0);
    /// A property is violated.
    pub const VIOLATED: Exit = Exit(1);
    /// A property is undecided.
    pub const INCONCLUSIVE: Exit = Exit(2);
    /// Bad input or usage.
    pub const BAD_INPUT: Exit = Exit(3);
    /// A bug in Trine.
    pub const BUG: Exit = Exit(4);
}
