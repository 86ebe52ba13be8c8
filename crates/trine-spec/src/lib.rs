//! Reads, checks and prints `.trine`, the language in which users say what must hold.
//!
//! **Architecture invariant.** This crate has never heard of engines, of source languages, of files
//! or of terminals: a specification is a text that the host read.
//!
//! # The language
//!
//! Words in capitals are explained below; `[x]` may be left out, `{x}` may be repeated or left
//! out, `a | b` is one of the two; the language's own brackets stand in quotes. Comments are those
//! of Java. Line breaks mean nothing, but an item begins where a line begins with its word.
//!
//! ```text
//! SPEC       = {ITEM}
//! ITEM       = event NAME = PATTERN
//!            | property NAME "{" BODY "}"
//!            | constraint NAME "{" automaton AUTOMATON "}"
//!            | loop FILE:LINE is finite | loop FILE:LINE is infinite
//!            | query NAME "{" INTERVAL {INTERVAL} "}"
//! ```
//!
//! A NAME is a word: letters, digits, `_`, `$`, and `#` inside it. No word is kept from being a
//! name, except that no event can be called `always`, `eventually`, `next`, `not`, `X`, `true` or
//! `false`, which begin formulas.
//!
//! ## Events
//!
//! ```text
//! PATTERN    = CHOICE {except CHOICE}
//! CHOICE     = LABEL {or LABEL}
//! LABEL      = ACTION [on PATH] [in PATH] | "(" PATTERN ")"
//! ACTION     = call | enter | exit | end | rendezvous | accept    [PATH ["(" VALUES ")"]]
//!            | send | receive        [PATH] ["(" VALUES ")"] | [VALUE]
//!            | assign PATH [= VALUE] | test PATH [= VALUE] | read PATH
//!            | lock | unlock | wait | waiting | notified | notify | notifyAll | start | join  [PATH]
//!            | begin | print ["TEXT" | *] | at FILE:LINE | label PATH | * [PATH]
//! PATH       = SEGMENT {. SEGMENT}                    (`->` says the same as `.`)
//! SEGMENT    = (NAME | * | "TEXT") {"[" (NUMBER | NAME | *) "]"}
//! VALUE      = NUMBER | true | false | null | PATH | "TEXT" | *
//! ```
//!
//! `or` binds tighter than `except`: `a or b except c or d` is `(a or b) except (c or d)`. What a
//! pattern leaves out is anything, as `*` is. A name that is no word, or that is a word of the
//! pattern (`on`, `in`, `or`, `except`), stands in quotes: `begin in "worker 1"`. `lock gate` says
//! the same as `lock on gate`, and so for all actions that need no other name than the object's.
//! A FILE that is not written in one piece stands in quotes, too.
//!
//! ## Properties
//!
//! ```text
//! BODY       = [events NAME {, NAME}] QUANTIFIER REGEX
//!            | automaton AUTOMATON | buchi AUTOMATON | ltl FORMULA
//!            | invariant PREDICATE | no CHECK | SENTENCE
//! QUANTIFIER = all paths satisfy | no path satisfies | every prefix satisfies
//! REGEX      = NAME | . | "[" NAME {, NAME} "]" | "[^" NAME {, NAME} "]" | "(" REGEX ")" | "()"
//!            | REGEX REPETITION | REGEX ; REGEX | REGEX "|" REGEX
//! REPETITION = * | + | ? | "{" NUMBER "}" | "{" NUMBER , NUMBER "}"
//! AUTOMATON  = "{" STATE {STATE} "}"
//! STATE      = [start] [accepting] NAME "{" {NAME {, NAME} -> NAME} "}"
//! CHECK      = deadlock | wait-forever | data-race | …          (the names of built-in checks)
//! ```
//!
//! Without `events` the alphabet of a regular expression is the events it mentions. `()` is the
//! sequence in which nothing happens. An automaton has one `start`; only a `buchi` automaton may
//! list an event twice in one state. The state `violation` of a property or a constraint need not
//! be declared; nothing leads out of it.
//!
//! ## Formulas and predicates
//!
//! ```text
//! FORMULA    = true | false | NAME | PREDICATE | "(" FORMULA ")"
//!            | ! FORMULA   (not)   | "[]" FORMULA (always)  | <> FORMULA (eventually)
//!            | X FORMULA   (next)
//!            | FORMULA U FORMULA  (until)     | FORMULA W FORMULA  (weakuntil)
//!            | FORMULA R FORMULA  (V, release)
//!            | FORMULA && FORMULA (and)       | FORMULA || FORMULA (or)
//!            | FORMULA -> FORMULA (implies)   | FORMULA <-> FORMULA (equivalent)
//! PREDICATE  = a condition in double quotes, of
//!              NUMBER true false null VARIABLE VARIABLE@NAME ( ) ! - * / % + - == != < <= > >= && ||
//! VARIABLE   = NAME {"[" condition "]"} {. NAME {"[" condition "]"}}
//! ```
//!
//! Unary operators bind tightest, then `U W R` (to the right), `&&`, `||`, `->`, `<->` (both to the
//! right). In predicates the operators bind as in Java, but comparisons do not chain.
//!
//! ## Sentences
//!
//! The specification patterns of Dwyer, Avrunin and Corbett, in words:
//!
//! ```text
//! SENTENCE   = FORM [SCOPE]
//! FORM       = absence of S                          s never happens
//!            | existence of S                        s happens
//!            | at most N of S                        bounded existence
//!            | at least N of S | exactly N of S      and its relatives
//!            | universality of S                     s holds all the time
//!            | S precedes P                          no p before the first s
//!            | S then T precedes P                   precedence chain, two causes (2-1)
//!            | S precedes P then Q                   precedence chain, two effects (1-2)
//!            | S responds to P                       every p is followed by an s
//!            | S then T responds to P                response chain, two responses (1-2)
//!            | S responds to P then Q                response chain, two stimuli (2-1)
//!            | S then T without Z responds to P      constrained chain: no z from s to t
//! SCOPE      = globally | before R | after Q | between Q and R | after Q until R
//! S, T, P, … = (NAME | PREDICATE) {or (NAME | PREDICATE)}
//! ```
//!
//! ## Queries
//!
//! ```text
//! INTERVAL   = interval "{" CLAUSE {CLAUSE} "}"
//! CLAUSE     = ends [first] NAME | requires NAME {, NAME} | forbids NAME {, NAME}
//! ```
//!
//! One clause of an interval is its end; the others may be repeated, and come in any order.

pub mod ast;
mod check;
mod explain;
mod lex;
mod parse;
mod print;
pub mod program;
pub mod system;
mod words;

use trine_base::{Diagnostics, FileId};

pub use check::check;
pub use explain::{Explained, Language, Picture, explain, language};
pub use parse::parse;
pub use print::print;
pub use words::CHECKS;

/// Reads and checks the specifications of one run. What is wrong comes in the order of the text,
/// after what was known before. `annotated` are the events that comments in the sources declare.
pub fn read(
    texts: &[(FileId, &str)],
    annotated: &[&str],
    diagnostics: &mut Diagnostics,
) -> Vec<ast::Spec> {
    let known = diagnostics.items.len();
    let specs: Vec<ast::Spec> =
        texts.iter().map(|(file, text)| parse(*file, text, diagnostics)).collect();
    check(&specs.iter().collect::<Vec<_>>(), annotated, diagnostics);
    diagnostics.items[known..].sort_by_key(|problem| problem.span);
    specs
}
