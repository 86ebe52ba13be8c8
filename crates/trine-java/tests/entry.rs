//! Where execution starts: the one main, a named one, a method, the client of a class.

mod common;

use common::{Loaded, load, run};
use trine_base::Diagnostics;
use trine_java::{Entry, entry};
use trine_program::MethodId;

const TWO: &str = "
    class First { public static void main(String[] args) { } }
    class Second { static void main() { } static class Third { int runs; void test() { runs++; } } }
    class Cell {
        private int value; private final Object lock;
        public Cell() { lock = new Object(); }
        public Cell(int start, boolean shared) { this(); value = start; }
        public void set(int to) { synchronized (lock) { value = to; } }
        public int get() { if (value == 7) throw new IllegalStateException(); return value; }
        public void copy(Cell other, Runnable then, String name) { if (other != null) value = other.value; }
        private void hidden() { }
        class Part { void test() { value++; } }
    }
    abstract class Abstract { public void f() { } }";

fn choose(loaded: &mut Loaded, which: Entry<'_>) -> Result<MethodId, String> {
    let mut diagnostics = Diagnostics::new();
    entry(&mut loaded.program, which, &mut diagnostics).ok_or_else(|| {
        let item = &diagnostics.items[0];
        format!("{} / {}", item.message, item.help.as_deref().unwrap_or(""))
    })
}

#[test]
fn mains_are_chosen_or_listed() {
    let mut loaded = load(&[("Two.java", TWO)]);
    let said = choose(&mut loaded, Entry::Default).expect_err("there are two");
    assert_eq!(
        said,
        "there are several main methods: First, Second / choose one with --main CLASS"
    );
    let main = choose(&mut loaded, Entry::Main("Second")).expect("it has one");
    assert_eq!(loaded.program.methods[main].selector, "main/0");
    let said = choose(&mut loaded, Entry::Main("Third")).expect_err("it has none");
    assert_eq!(said, "no main method in a class Third / classes with a main method: First, Second");
    let mut none = load(&[("None.java", "class None { void main(int x) { } }")]);
    let said = choose(&mut none, Entry::Default).expect_err("there is none");
    assert!(said.starts_with("there is no main method"), "{said}");
}

#[test]
fn a_method_of_an_instance_gets_one() {
    let mut loaded = load(&[("Two.java", TWO)]);
    let test = choose(&mut loaded, Entry::Method("Third#test")).expect("it can be made");
    assert!(loaded.program.methods[test].is_static);
    run(&loaded, test);
    let said = choose(&mut loaded, Entry::Method("Cel#get")).expect_err("misspelt");
    assert_eq!(said, "there is no class Cel / did you mean Cell?");
    let said = choose(&mut loaded, Entry::Method("Cell#git")).expect_err("misspelt");
    assert_eq!(
        said,
        "Cell has no method git without parameters / methods without parameters: get, hidden"
    );
    let said = choose(&mut loaded, Entry::Method("Part#test")).expect_err("there is no cell");
    assert!(said.starts_with("Cell.Part is an inner class"), "{said}");
}

#[test]
fn a_client_makes_an_instance_and_calls_it() {
    let mut loaded = load(&[("Two.java", TWO)]);
    let client = Entry::Client { class: "Cell", threads: 2, calls: 2 };
    let main = choose(&mut loaded, client).expect("it can be made");
    let text = loaded.class("Client(Cell)");
    for wanted in [
        "Choose(-1, 2)",
        "call Cell.<init>/0(",
        "call Cell.<init>/2(",
        "call Cell~set/1(object",
        "call Cell~copy/3(object",
        "<- Client(Cell).cell2",
        "catch",
        "client2 = new Client",
        "Start(client2)",
    ] {
        assert!(text.contains(wanted), "{wanted} is not in\n{text}");
    }
    assert!(!text.contains("hidden"), "{text}");
    // With the first of all choices, each thread makes no call at all.
    run(&loaded, main);
    let nobody = Entry::Client { class: "Abstract", threads: 2, calls: 2 };
    let said = choose(&mut loaded, nobody).expect_err("it is abstract");
    assert!(
        said.starts_with("Abstract has no public constructor that a client can call"),
        "{said}"
    );
}

#[test]
fn the_programs_of_clients_are_sound() {
    let mut loaded = load(&[("Two.java", TWO)]);
    let client = Entry::Client { class: "Cell", threads: 3, calls: 1 };
    choose(&mut loaded, client).expect("it can be made");
    choose(&mut loaded, Entry::Method("Cell#get")).expect("it can be made");
    let problems = trine_program::validate(&loaded.program, &loaded.sources);
    assert!(problems.is_empty(), "{problems:#?}");
}
