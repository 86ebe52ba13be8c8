//! The text form of systems: files with the ending `.system`.
//!
//! ```text
//! system "Two tasks and a lock"          // comments as in Java
//! rules processes 2, no reap             // what differs from the usual: reap, no priorities, no last, no lossy
//! enum colour { red = 1, green = 2 }
//! kind request[3](byte, enum colour)     // a channel kind: capacity and fields
//! monitor lock                           // `fork[3]`: three of them
//! entry get[2](byte) -> (int)
//! pool node[4] {                         // at most four records
//!   next: ref node
//!   value: int
//! }
//! global table[2].cell[3]: range 0..9 = 7 hidden volatile
//! global held: long = 0 boxed            // references, and numbers in boxes
//! global queue: channel = new request
//!
//! template task(who: byte) provided who != 3 deterministic daemon {
//!   local count: int := who + 1          // `:=` is computed when the process comes to be; `=` is a constant
//!   start s0
//!   s0 idle end progress accept pc 7:    // labels and marks of a location
//!     e0: s0 -> s1 when count < 3 enter lock do count := count + 1; assert count > 0 hold atomic label lock on lock text "lock()"
//!   s1:
//!     e1: s1 -> s0 rank 1 exit lock
//! }
//!
//! process first: task(0) priority 2
//! assume bounded "at most two tasks"
//! alias "desk.gate" = "gate"
//! ```
//!
//! Locations and edges may leave out their ids: they are then numbered in the order of the text, and
//! a location is known by its label (`idle:` … `idle -> busy`). Variables are written by name; an id
//! (`g3`, `l0`) is used where a name is not clear. A name that is a keyword, looks like an id or has
//! other characters stands in back quotes. Arithmetic is of 32 bits; a prime (`+'`) makes it 64. A dot
//! (`+.`, `<.`) makes it that of floating point, whose numbers are written as whole ones: by their bits.
//!
//! What an edge meets: `send q(1, x)`, `send sorted q(1)`, `receive q(?x, 1, _)`, `receive any keep
//! q(?x)`, `enter m`, `exit m`, `wait m`, `waiting m`, `wakeup m`, `notified m`, `notify m`,
//! `notifyall m`, `start 2`, `join 2`, `begin`, `end`, `call n(1)`, `withdraw n`, `return n(x)`,
//! `accept n(x)`, `complete n(1)`.
//! What it does: `x := 1`, `assert x > 0`, `print("x is %d", x)`, `run task(1) priority 2 into p`,
//! `set_priority(p, 3)`, `choose x in 0..3`, `choose x in 0..3 unknown`, `new node into p`, `fail null
//! "…"`, `unmodelled "…"`.
//! Expressions have C's operators and, besides, `>>>`, `if c then a else b`, `check(i, 3)`, `me`,
//! `process_count`, `last`, `timeout`, `nonprogress`, `enabled(p)`, `pc(p)`, `priority(p)`,
//! `ended(p)`, `len(q)`, `empty(q)`, `nempty(q)`, `full(q)`, `nfull(q)`, `poll q(1, _)`,
//! `poll any q(1)`, `callers(n)`, `task[p]@idle`, `task@{s0, s1}`, `task[p]::count`,
//! `node[r]->value`, `square_root(f)`, `single_of(i)`, `to_float(i)`, `to_single(f)`, `to_int(f)`, `to_long(f)`.

mod lex;
mod names;
mod parse;
mod parse_edge;
mod parse_expr;
mod parser;
mod print;
mod print_edge;
mod print_expr;

pub use parse::parse;
pub use print::print;
pub use print_expr::{print_expr, print_place};
