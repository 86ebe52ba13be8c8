//! The words of the language that more than one place needs to know.

/// What begins an item.
pub const ITEMS: [&str; 5] = ["event", "property", "constraint", "loop", "query"];

/// What can follow the name in an event pattern; a thing of that name is written in quotes.
pub const JOINTS: [&str; 4] = ["on", "in", "or", "except"];

/// Begin a formula, so no event can have these names.
pub const FORMULA_STARTS: [&str; 7] = ["always", "eventually", "next", "not", "X", "true", "false"];

/// Follow the subject of a sentence.
pub const VERBS: [&str; 7] =
    ["responds", "respond", "precedes", "precede", "then", "or", "without"];

/// The built-in checks that a property can ask for.
pub const CHECKS: [&str; 12] = [
    "deadlock",
    "wait-forever",
    "data-race",
    "assertion",
    "uncaught-error",
    "monitor-misuse",
    "thread-restarted",
    "premature-join",
    "dead-interaction",
    "unnecessary-notify",
    "acceptance",
    "non-progress",
];

/// Results that exist without a specification, and a word of the command line.
pub const TAKEN_RESULTS: [&str; 6] =
    ["deadlock", "assertion", "acceptance", "trace", "never", "all"];

/// What the option that chooses constraints says instead of a name.
pub const TAKEN_CONSTRAINTS: [&str; 3] = ["auto", "none", "all"];
