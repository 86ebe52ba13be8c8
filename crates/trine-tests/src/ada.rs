//! Small tasking programs, printed as Ada and, by a translation of its own, as Promela for SPIN.
//!
//! Each task has two entries. A task that calls one which has ended gets Tasking_Error and ends itself,
//! as does a task that waits for it to complete a rendezvous meanwhile.

use std::fmt::Write;

use crate::java::by_spin::{ask_spin, ask_trine};
use crate::rng::Rng;

/// A small tasking program.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Mini {
    pub tasks: Vec<Vec<Stmt>>,
}

/// A statement of a small tasking program.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Stmt {
    Call(usize, usize),
    /// A call that is given up unless it is accepted at once.
    CallElse(usize, usize),
    Accept(usize, Vec<Stmt>),
    /// The first of two entries that is called; `true`: or neither.
    Select(bool),
    Twice(Vec<Stmt>),
}

/// A program of two or three tasks, the same for the same seed.
pub fn generate(seed: u64) -> Mini {
    let mut rng = Rng::new(seed);
    let count = rng.between(2, 3);
    // A call and an accept that both do not wait never meet, which Promela would see differently.
    let polls = rng.chance(50);
    let tasks = (0..count)
        .map(|me| {
            let length = rng.between(1, 3);
            (0..length).map(|_| statement(&mut rng, me, count, polls, 0)).collect()
        })
        .collect();
    Mini { tasks }
}

fn statement(rng: &mut Rng, me: usize, count: usize, polls: bool, depth: usize) -> Stmt {
    let other = |rng: &mut Rng| (me + rng.between(1, count - 1)) % count;
    match rng.below(10) {
        0..=3 => Stmt::Call(other(rng), rng.below(2)),
        4 if !polls => Stmt::CallElse(other(rng), rng.below(2)),
        5 | 6 => {
            let inside = rng.chance(40);
            let body = if inside { vec![Stmt::Call(other(rng), rng.below(2))] } else { Vec::new() };
            Stmt::Accept(rng.below(2), body)
        }
        7 => Stmt::Select(polls && rng.chance(50)),
        8 if depth == 0 => {
            let length = rng.between(1, 2);
            Stmt::Twice((0..length).map(|_| statement(rng, me, count, polls, 1)).collect())
        }
        _ => Stmt::Accept(rng.below(2), Vec::new()),
    }
}

/// The program as Ada.
pub fn print_ada(mini: &Mini) -> String {
    let mut out = String::from("procedure Main is\n");
    for task in 0..mini.tasks.len() {
        let _ =
            writeln!(out, "   task T{task} is\n      entry E0;\n      entry E1;\n   end T{task};");
    }
    for (task, body) in mini.tasks.iter().enumerate() {
        let _ = writeln!(out, "   task body T{task} is\n   begin");
        body.iter().for_each(|stmt| ada(stmt, &mut out));
        let _ = writeln!(out, "   exception\n      when Tasking_Error => null;\n   end T{task};");
    }
    out.push_str("begin\n   null;\nend Main;\n");
    out
}

fn ada(stmt: &Stmt, out: &mut String) {
    let _ = match stmt {
        Stmt::Call(task, entry) => writeln!(out, "      T{task}.E{entry};"),
        Stmt::CallElse(task, entry) => {
            writeln!(
                out,
                "      select\n         T{task}.E{entry};\n      else\n         null;\n      end select;"
            )
        }
        Stmt::Accept(entry, body) if body.is_empty() => writeln!(out, "      accept E{entry};"),
        Stmt::Accept(entry, body) => {
            let _ = writeln!(out, "      accept E{entry} do");
            body.iter().for_each(|stmt| ada(stmt, out));
            writeln!(out, "      end E{entry};")
        }
        Stmt::Select(otherwise) => {
            let rest = if *otherwise { "      else\n         null;\n" } else { "" };
            let both = "         accept E0;\n      or\n         accept E1;\n";
            writeln!(out, "      select\n{both}{rest}      end select;")
        }
        Stmt::Twice(body) => {
            out.push_str("      for I in 1 .. 2 loop\n");
            body.iter().for_each(|stmt| ada(stmt, out));
            writeln!(out, "      end loop;")
        }
    };
}

/// The program as Promela: a rendezvous channel for each entry and one for each caller's answer.
pub fn print_promela(mini: &Mini) -> String {
    let count = mini.tasks.len();
    let entries = 2 * count;
    let mut out = format!(
        "chan e[{entries}] = [0] of {{ byte }};\nchan d[{count}] = [0] of {{ byte }};\nbool gone[{count}];\n\
         bool came;\n"
    );
    for (task, body) in mini.tasks.iter().enumerate() {
        let _ = writeln!(out, "active proctype T{task}() {{\n  byte who, said, i{task};");
        for stmt in body {
            promela(stmt, task, None, &mut out);
        }
        let _ = writeln!(out, "over: gone[{task}] = true\n}}");
    }
    out
}

/// A task that is on its way to a call or an accept is not there yet, and a task that does not wait for it goes on. The
/// step is one that SPIN does not take for local.
const COMES: &str = "came = true;";

/// `serving`: the task is inside an accept, and tells its caller of an error.
fn promela(stmt: &Stmt, me: usize, serving: Option<&str>, out: &mut String) {
    let fail = match serving {
        None => "goto over".to_string(),
        Some(who) => format!("d[{who}]!1; goto over"),
    };
    let _ = match stmt {
        Stmt::Call(task, entry) => {
            let at = 2 * task + entry;
            writeln!(
                out,
                "  {COMES} if :: e[{at}]!{me} -> d[{me}]?said; if :: said == 1 -> {fail} :: else fi \
                 :: gone[{task}] -> {fail} fi;"
            )
        }
        Stmt::CallElse(task, entry) => {
            let at = 2 * task + entry;
            writeln!(
                out,
                "  atomic {{ if :: gone[{task}] -> {fail} :: else -> if :: e[{at}]!{me} -> \
                 d[{me}]?said; if :: said == 1 -> {fail} :: else fi :: else fi fi }};"
            )
        }
        Stmt::Accept(entry, body) => {
            let _ = writeln!(out, "  {COMES} e[{}]?who;", 2 * me + entry);
            body.iter().for_each(|stmt| promela(stmt, me, Some("who"), out));
            writeln!(out, "  d[who]!0;")
        }
        Stmt::Select(otherwise) => {
            let rest = if *otherwise { " :: else" } else { "" };
            let (first, second) = (2 * me, 2 * me + 1);
            writeln!(
                out,
                "  {COMES} if :: e[{first}]?who -> d[who]!0 :: e[{second}]?who -> d[who]!0{rest} fi;"
            )
        }
        Stmt::Twice(body) => {
            let _ = writeln!(out, "  i{me} = 0; do :: i{me} < 2 -> i{me}++;");
            body.iter().for_each(|stmt| promela(stmt, me, serving, out));
            writeln!(out, "  :: else -> break od;")
        }
    };
}

/// What a comparison of many programs came to.
#[derive(Debug, Default)]
pub struct Compared {
    pub programs: usize,
    pub deadlocks: usize,
    /// Those whose export SPIN answered the same.
    pub exported: usize,
    pub wrong: Vec<String>,
}

/// Asks SPIN about the translation of each program, Trine about the program, and SPIN about what Trine
/// exports.
pub fn compare(seeds: std::ops::Range<u64>) -> Compared {
    let seeds: Vec<u64> = seeds.collect();
    let asked = crate::parallel::map(&seeds, 2, |_, seed| {
        let mini = generate(*seed);
        let known = ask_spin(&print_promela(&mini));
        let (exported, trine) = match ask_trine("main.adb", &print_ada(&mini)) {
            Ok((printed, trine)) => {
                let printed = printed.map_err(|problems| problems.join("; "));
                (printed.and_then(|model| ask_spin(&model)), trine)
            }
            Err(why) => (Err(why.clone()), Err(why)),
        };
        (known, trine, exported)
    });
    let mut compared = Compared { programs: seeds.len(), ..Compared::default() };
    for (seed, (known, trine, exported)) in seeds.iter().zip(asked) {
        match (&known, &trine, &exported) {
            (Ok(known), Ok(trine), Ok(exported)) if trine == known && exported == known => {
                compared.deadlocks += usize::from(known.deadlock);
                compared.exported += 1;
            }
            _ => compared.wrong.push(format!(
                "seed {seed}: known {known:?}, Trine {trine:?}, its export {exported:?}"
            )),
        }
    }
    compared
}
