//! Exit codes, which callers rely on.

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Exit(pub u8);

impl Exit {
    pub const HOLDS: Exit = Exit(0);
    pub const VIOLATED: Exit = Exit(1);
    pub const INCONCLUSIVE: Exit = Exit(2);
    pub const BAD_INPUT: Exit = Exit(3);
    pub const BUG: Exit = Exit(4);
}
