//! The systems of the ilp measurements, at any size.

use std::fmt::Write;

/// The scaled simple example.
pub fn simple_model(n: usize) -> String {
    let first = "  c?_;\n".repeat(n);
    let turns = "  :: a?_ ->\n     do\n     :: a?_\n     :: c?_ -> break\n     od\n".repeat(n);
    format!(
        "chan a = [0] of {{ bit }};\nchan b = [0] of {{ bit }};\nchan c = [0] of {{ bit }};\n\
         active proctype t1() {{\n{first}  do\n{turns}  :: b?_ -> do :: a?_ od\n  od\n}}\n\
         active [{n}] proctype t2() {{ c!0; do :: a!0 od }}\n\
         active proctype t3() {{ b!0 }}\n"
    )
}

/// Relay.
pub fn relay_model(n: usize) -> String {
    let mut model = format!(
        "chan set = [0] of {{ byte }};\nchan get = [0] of {{ byte }};\n\
         active proctype resource() {{\n  byte x = {};\n  do\n  :: set?x\n  :: get!x\n  od\n}}\n",
        n - 1
    );
    for task in 0..n {
        let next = (task + 1) % n;
        model += &format!(
            "active proctype t{task}() {{\n  byte y;\n  do\n  :: get?y;\n     if\n     :: y == {task} -> \
             set!{next}; y = 0\n     :: else -> y = 0\n     fi\n  od\n}}\n"
        );
    }
    model
}

/// Philosophers whose forks are processes, one of them left-handed.
pub fn philosophers_model(count: usize) -> String {
    let mut text = String::new();
    for fork in 0..count {
        let _ = writeln!(text, "chan up{fork} = [0] of {{ bit }};");
        let _ = writeln!(text, "chan down{fork} = [0] of {{ bit }};");
    }
    for fork in 0..count {
        let (mut first, mut second) = (fork, (fork + 1) % count);
        if second == 0 {
            (first, second) = (second, first);
        }
        let _ = write!(
            text,
            "active proctype Fork{fork}() {{ do :: up{fork}?_; down{fork}?_ od }}\n\
             active proctype Philosopher{fork}() {{\n  do :: up{first}!1; up{second}!1; \
             down{second}!1; down{first}!1 od\n}}\n"
        );
    }
    text
}

/// What is asked of the dispatcher.
pub const CHIRON: &str = "event got = receive 1 on notify
event got_another = receive on notify except receive 1 on notify
event told_another = receive on tell1 or receive on tell2 except receive 1 on tell1 or receive 1 on tell2
event registers = receive 1 on register1
event unregisters = receive 1 on unregister1
query another { interval { ends got } interval { ends told_another  forbids got_another } }
query unregisters_first { interval { ends unregisters  forbids registers } }
";

const REQUESTS: [&str; 5] = ["register1", "register2", "unregister1", "unregister2", "notify"];

/// The decomposed dispatcher of `examples/ada/chiron_decomposed.adb`, with its entries as channels and without
/// the end of its tasks: two artists register for kinds of events, two clients cause them, and each kind has a
/// process that tells those that are registered.
pub fn chiron_model(events: usize) -> String {
    let mut text = String::new();
    for request in REQUESTS {
        let _ = write!(
            text,
            "chan {request} = [0] of {{ byte }};\nchan {request}Done = [0] of {{ bit }};\n"
        );
    }
    for name in ["tell1", "tell2", "changed"] {
        let _ = writeln!(text, "chan {name} = [0] of {{ byte }};");
    }
    for name in ["end1", "end2", "ready", "finished"] {
        let _ = writeln!(text, "chan {name} = [0] of {{ bit }};");
    }
    let mut hands_on = String::new();
    for event in 1..=events {
        let mut serves = String::new();
        for (request, does) in
            REQUESTS.iter().zip(["one = true", "two = true", "one = false", "two = false", ""])
        {
            let _ = writeln!(text, "chan {request}E{event} = [0] of {{ bit }};");
            let _ = writeln!(
                hands_on,
                "  :: {request}?{event}; {request}E{event}!1; doneE{event}?_; {request}Done!1"
            );
            let does = match does {
                "" => format!(
                    "if :: one -> tell1!{event} :: !one fi; if :: two -> tell2!{event} :: !two fi"
                ),
                does => does.to_string(),
            };
            let _ = writeln!(serves, "  :: {request}E{event}?_; {does}; doneE{event}!1");
        }
        let _ = write!(
            text,
            "chan doneE{event} = [0] of {{ bit }};\nactive proctype Dispatch{event}() {{\n  \
             bool one, two;\n  do\n{serves}  od\n}}\n"
        );
    }
    let _ = write!(
        text,
        "active proctype Dispatcher() {{\n  do\n{hands_on}  od\n}}\n\
         active proctype Wrapper() {{\n  byte what;\n  ready?_; ready?_;\n  do\n  \
         :: changed?what; notify!what; notifyDone?_; what = 0\n  :: finished?_ -> break\n  od;\n  \
         finished?_;\n  end1!1; end2!1\n}}\n"
    );
    for (artist, left_out) in [(1, 0), (2, 1)] {
        let mine = || (1..=events).filter(|event| event % 3 != left_out);
        let each = |request: &str| -> String {
            let one = |event| format!("{request}{artist}!{event}; {request}{artist}Done?_; ");
            mine().map(one).collect()
        };
        let _ = write!(
            text,
            "active proctype Artist{artist}() {{\n  {}ready!1;\n  do\n  :: tell{artist}?_\n  \
             :: end{artist}?_ -> break\n  od;\n  {}skip\n}}\n",
            each("register"),
            each("unregister")
        );
    }
    for client in [1, 2] {
        let mine = (1..=events).filter(|event| event % 2 == client % 2);
        let causes: String = mine.map(|event| format!("changed!{event}; ")).collect();
        let _ = writeln!(text, "active proctype Client{client}() {{ {causes}finished!1 }}");
    }
    text
}
