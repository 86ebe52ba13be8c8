//! The text form: what is printed is read back, and what is wrong is said where it is.

use trine_base::{Diagnostics, FileId, SourceMap};
use trine_system::text::{parse, print};
use trine_system::*;

/// The system of a text that has no errors.
fn read(text: &str) -> System {
    let mut diagnostics = Diagnostics::new();
    match parse(text, FileId(0), &mut diagnostics) {
        Some(system) => system,
        None => panic!("{}", problems(text).join("\n")),
    }
}

/// `line:column: message` of each problem.
fn problems(text: &str) -> Vec<String> {
    let mut sources = SourceMap::new();
    let file = sources.add("text", text);
    let mut diagnostics = Diagnostics::new();
    let parsed = parse(text, file, &mut diagnostics);
    assert_eq!(parsed.is_none(), diagnostics.has_errors());
    let describe = |item: &trine_base::Diagnostic| {
        let place = item.span.map(|span| sources.place(span));
        let place = place.map_or(String::new(), |at| format!("{}:{}: ", at.line, at.column));
        let help = item.help.as_ref().map_or(String::new(), |help| format!(" ({help})"));
        format!("{place}{}{help}", item.message)
    };
    diagnostics.items.iter().map(describe).collect()
}

fn round_trips(text: &str) {
    let system = read(text);
    let printed = print(&system);
    let again = read(&printed);
    assert_eq!(system.without_spans(), again.without_spans(), "{printed}");
    assert_eq!(print(&again), printed);
}

const EVERYTHING: &str = r#"
system "Every \"form\" of the text\n"
rules processes 7, no reap, priorities, last, lossy
assume "unmodelled-call" "nobody \\ calls"
enum colour { red = 1, green = 2, `when` = -3 }
enum nothing { }
kind request[3](byte, enum colour, ref node)
kind meet[0]()
monitor lock
monitor fork[3]
entry get[2](byte, range -1..9) -> (int)
entry plain()
pool node[4] {
  next: ref node
  value: int = 4 volatile
  data[3]: unsigned 5
}
pool bare[0] {
}
global table[2].cell[3]: range 0..9 = {1, 2, 3, 4, 5, 6} hidden volatile
global queue[2]: channel = new request
global sync: channel = new meet
global x: int = -3
global `g7`: signed 7
global `fork1.isUp`: bool := x > 0 && !(x == -(3))
global t1: long
global head: ref node
global who: process

template task(me_too: byte, q: channel) provided me_too != 3 deterministic daemon {
  local count: short := me_too + 1
  local x: bool
  local grid[2].row.cell[2]: byte = 9
  start s1
  s0 idle L1 `end` end progress accept pc 7:
    e1: s0 -> s1 rank 2 when count < 3 send sorted q(1, x) do count := count + 1; assert g3 > 0 hold atomic label lock on lock = "3" label call "send" text "lock(\"a\")"
    e0: s0 -> s2 else do choose grid.row.cell[count] in -1..3 unknown; run task(1, q) priority x + 1 into count; run task(1, 2)
  s1:
    e2: s1 -> s0 receive any keep queue[1](?x, 1 + 2, _, ?table.cell[2]) hold d_step
    e3: s1 -> s0 receive (if x then queue[0] else q)() do print("%d %d\n", x, -x); set_priority(me, 3); new node into node[head]->next; fail null "no"; unmodelled "yes"; limit "too deep" option "--deeper"
    e4: s1 -> s2 enter fork[count]
    e5: s1 -> s2 exit lock
    e6: s1 -> s2 wait lock
    e7: s1 -> s2 waiting lock
    e8: s1 -> s2 wakeup lock
    e9: s1 -> s2 notified lock
    e10: s1 -> s2 notify lock
    e11: s1 -> s2 notifyall lock
    e12: s1 -> s2 start 1 + x
    e13: s1 -> s2 join who
    e14: s1 -> s2 begin
    e15: s1 -> s2 end
    e16: s1 -> s2 call get[1](x, 2)
    e17: s1 -> s2 withdraw plain
    e18: s1 -> s2 return get[0](count)
    e19: s1 -> s2 accept get[1](x, node[head]->data[2])
    e20: s1 -> s2 complete plain()
    e21: s1 -> s2 when timeout || nonprogress && enabled(1) == pc(me) - priority(2) || ended(3)
    e22: s1 -> s2 when len(queue[0]) == 0 && empty(q) && nempty(q) && full(q) && nfull(q) && poll any q(1, _) && poll (3)(?x)
    e23: s1 -> s2 when callers(get[1]) + callers(plain) > process_count + last
    e24: s1 -> s2 when task[2]@idle && task@{L1, s1} && task@{} && task[who]::count == task::grid.row.cell[3]
    e25: s1 -> s2 when check(count, 3) + (if x then 1 else if !x then 2 else 3) == 3
    e26: s1 -> s2 when (t1 +' 1) *' -'t1 >>> 3 ^ ~x & 5 | 1 << 2 >> 1
    e27: s1 -> s2 when 1 - (2 - 3) - 4 == (1 == 2) && (1 || 0) != -9223372036854775808 && -(-5) && - 5
  s2 final:
}

process main: task(0, 1) priority 3
process "P[1]": task(-2, 1)
"#;

#[test]
fn every_form_is_read_back_as_it_was_printed() {
    round_trips(EVERYTHING);
}

#[test]
fn locations_and_edges_may_go_without_ids() {
    let system = read(
        "template P() {\n idle end:\n idle -> busy when 1\n idle -> over else\n busy:\n busy -> idle\n over final:\n}",
    );
    let template = &system.templates[TemplateId(0)];
    assert_eq!(template.locations[LocationId(1)].names, ["busy"]);
    assert!(template.locations[LocationId(2)].final_);
    assert_eq!(template.edges[EdgeId(2)].from, LocationId(1));
    assert_eq!(template.edges[EdgeId(1)].guard, Guard::Else);
}

#[test]
fn what_is_read_knows_its_place() {
    let text = "global x: int\ntemplate P() {\n  s0:\n    e0: s0 -> s0 when x > 3\n}";
    let system = read(text);
    let template = &system.templates[TemplateId(0)];
    let of = |span: Option<trine_base::Span>| {
        let span = span.expect("a span");
        &text[span.start as usize..span.end as usize]
    };
    assert_eq!(of(system.globals[GlobalId(0)].span), "x: int");
    assert_eq!(of(template.edges[EdgeId(0)].span), "e0: s0 -> s0 when x > 3");
    assert_eq!(of(template.locations[LocationId(0)].span), "s0:");
    assert_eq!(of(template.span), "P()");
}

#[test]
fn several_problems_are_reported_each_in_its_place() {
    let text = "\
global count: int
global when: int
template P() {
  s0:
    e0: s0 -> s9 when conut > 3
    e1: s0 -> s0 when (1 +
    e2: s0 -> s0 hold nothing
    e3: s0 -> s0 do count = 3
}
process a: Q()
";
    assert_eq!(
        problems(text),
        [
            "2:8: expected the name of a variable, found the keyword `when` (put it in back quotes to use it as a name: `when`)",
            "5:15: there is no location s9",
            "5:23: there is no variable `conut` (did you mean `count`?)",
            "7:5: there is no variable `e2`",
            "7:7: expected `)`, found `:`",
            "8:27: expected `:=`, found `=`",
            "10:12: there is no template `Q` (did you mean `P`?)",
        ]
    );
}

#[test]
fn numbers_of_locations_and_edges_have_no_gaps() {
    let text = "template P() {\n s0:\n s2:\n e0: s0 -> s0\n e0: s0 -> s0\n}";
    assert_eq!(
        problems(text),
        ["3:2: s1 is missing: numbers have no gaps", "5:2: e0 is there twice"]
    );
}

#[test]
fn names_that_could_mean_several_things_are_printed_as_ids() {
    let text = "global x: int\nglobal x: int\nglobal y: int\ntemplate P(y: byte) {\n s0:\n s0 -> s0 do g0 := g1; y := g2; P::y := l0\n}";
    round_trips(text);
    assert!(print(&read(text)).contains("do g0 := g1; y := g2; P::y := y"));
    assert_eq!(
        problems("global x: int\nglobal x: int\ntemplate P() {\n s0:\n s0 -> s0 do x := 1\n}"),
        ["5:14: `x` could be one of several: write its id"]
    );
}

#[test]
fn deep_nesting_is_an_error_and_not_a_crash() {
    let wrap = |inner: String| format!("global x: int := {inner}");
    for text in [
        wrap("(".repeat(100_000)),
        wrap("!".repeat(100_000) + "1"),
        wrap("1".to_string() + &"+1".repeat(100_000)),
        wrap("x[".repeat(100_000)),
        wrap("if 1 then 1 else ".repeat(100_000) + "1"),
        wrap("poll (".repeat(100_000)),
    ] {
        assert!(problems(&text)[0].contains("nested too deeply"), "{:?}", problems(&text));
    }
    round_trips(&wrap("(".repeat(150) + "1" + &")".repeat(150)));
    round_trips(&wrap("1".to_string() + &" + x".repeat(150)));
}

#[test]
fn cut_and_garbled_texts_are_errors_and_not_crashes() {
    let mut seed = 7u64;
    let mut random = |below: usize| {
        seed = seed.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        (seed >> 33) as usize % below
    };
    let characters: Vec<char> = EVERYTHING.chars().collect();
    let words: Vec<&str> = EVERYTHING.split_whitespace().collect();
    for round in 0..1500 {
        let text: String = match round % 3 {
            0 => characters[..random(characters.len())].iter().collect(),
            1 => {
                let mut changed = characters.clone();
                for _ in 0..=random(4) {
                    let at = random(changed.len());
                    changed[at] = ['"', '`', '{', '}', '(', '9', '\\', 'é', '\n', '-'][random(10)];
                }
                changed.iter().collect()
            }
            _ => {
                let mut mixed = words.clone();
                for _ in 0..=random(6) {
                    let (a, b) = (random(mixed.len()), random(mixed.len()));
                    mixed.swap(a, b);
                }
                mixed.join(if random(2) == 0 { " " } else { "\n" })
            }
        };
        problems(&text);
    }
    assert!(problems("global x: int = 99999999999999999999").len() == 1);
    assert!(problems("\"\\u{110000}\\q\" ` /* ").len() >= 3);
}

#[test]
fn large_texts_take_no_more_than_their_share_of_time() {
    let mut text = String::from("system \"large\"\nglobal x: int\ntemplate P(me_too: byte) {\n");
    for at in 0..30_000 {
        let next = (at + 1) % 30_000;
        text.push_str(&format!(
            "  s{at} label{at}:\n    e{at}: s{at} -> s{next} when x < {at} do x := x + 1; assert x > 0\n"
        ));
    }
    text.push_str("}\n");
    for process in 0..3_000 {
        text.push_str(&format!("process p{process}: P({})\n", process % 200));
    }
    assert!(text.len() > 2_000_000);
    let started = std::time::Instant::now();
    round_trips(&text);
    assert!(started.elapsed().as_secs() < 120, "{:?}", started.elapsed());
}
