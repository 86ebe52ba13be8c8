//! What the program of a few telling sources looks like.

use trine_ada::load;
use trine_base::{Diagnostics, SourceMap};
use trine_program::{show_class, show_method};

/// Lowers a source and shows one part of the program: a class, the body of a task (`T.run`), or a method by its name
/// or selector.
fn shown(source: &str, part: &str) -> String {
    let mut sources = SourceMap::new();
    let file = sources.add("main.adb", source);
    let mut diagnostics = Diagnostics::default();
    let lowered = load(&[file], None, &sources, &mut diagnostics, &|| true);
    assert!(!diagnostics.has_errors(), "{:?}", diagnostics.items);
    let program = &lowered.program;
    let (class, selector) = part.split_once('.').unwrap_or(("", part));
    let method = program.methods.enumerate().find(|(_, method)| {
        let named = class.is_empty() || program.classes[method.class].name == class;
        named && method.selector == selector && method.body.is_some()
    });
    match method {
        Some((id, _)) => show_method(program, id),
        None => {
            let class = program.classes.enumerate().find(|(_, class)| class.name == part);
            class.map(|(id, _)| show_class(program, id)).unwrap_or_default()
        }
    }
}

fn check(source: &str, part: &str, expected: &str) {
    let dedent = |text: &str| -> Vec<String> {
        text.lines().map(|line| line.trim().to_string()).filter(|line| !line.is_empty()).collect()
    };
    let shown = shown(source, part);
    assert_eq!(dedent(&shown), dedent(expected), "\n{shown}");
}

#[test]
fn an_accept_statement_is_a_selection_of_one() {
    check(
        "procedure M is task T is entry E (X : Integer; Y : out Integer); end T; task body T is begin
         accept E (X : Integer; Y : out Integer) do Y := X; end E; end T; N : Integer; begin T.E (1,
         N); end M;",
        "T.run",
        "  run(ref this) {
             _ = select { accept this.E(X) }
             Y = 0
             block0 {
               try {
                 Y = X
               }
               catch _'5: Exception {
                 _'6 = HandOver(_'5)
                 complete this.E(_'6, Y)
                 throw _'5
               }
             }
             complete this.E(null, Y)
           }",
    );
}

#[test]
fn an_entry_call_raises_what_its_acceptor_raised() {
    check(
        "procedure M is task T is entry E; end T; task body T is begin accept E; end T; begin T.E; end
         M;",
        "M",
        "  static M() {
             .T := null
             try {
               _ = new T
               .T := _
               _'1 <- .T
               _'1.$started := 1
               Start(_'1)
               _'2 <- .T
               _'3 <- .T
               call _'3.E() -> (_'4) Forever
               _'5 = _'4 is Exception
               if _'5 {
                 throw _'4
               }
             }
             finally {
               _'6 <- .T
               _'7 = _'6 !=L null
               if _'7 {
                 Join(_'6)
               }
             }
           }",
    );
}

#[test]
fn a_select_chooses_by_number() {
    check(
        "procedure M is task T is entry A; entry B; end T; task body T is Open : Boolean := True;
         begin select when Open => accept A; or accept B; Open := False; else null; end select; end T;
         begin null; end M;",
        "T.run",
        "  run(ref this) {
             Open = 1
             _ = select { when Open accept this.A() or accept this.B() or else }
             _'3 = _ ==L 0
             if _'3 {
               complete this.A(null)
             }
             else {
               _'4 = _ ==L 1
               if _'4 {
                 complete this.B(null)
                 Open = 0
               }
             }
           }",
    );
}

#[test]
fn a_terminate_alternative_names_the_group_of_its_task() {
    check(
        "procedure M is task T is entry A; end T; task body T is begin select accept A; or terminate;
         end select; end T; begin null; end M;",
        "T.run",
        "  run(ref this) {
             _'2 <- this.$group
             _ = select { accept this.A() or terminate with _'2 }
             _'3 = _ ==L 0
             if _'3 {
               complete this.A(null)
             }
             else {
               _'4 = _ ==L 1
               if _'4 {
               }
             }
           }",
    );
}

#[test]
fn a_conditional_call_has_no_patience() {
    check(
        "procedure M is task T is entry E; end T; task body T is begin accept E; end T; begin select
         T.E; else null; end select; end M;",
        "M",
        "  static M() {
             .T := null
             try {
               _ = new T
               .T := _
               _'1 <- .T
               _'1.$started := 1
               Start(_'1)
               _'2 <- .T
               _'3 <- .T
               _'4 = call _'3.E() -> (_'5) None
               if _'4 {
                 _'6 = _'5 is Exception
                 if _'6 {
                   throw _'5
                 }
               }
               if _'4 {
               }
             }
             finally {
               _'7 <- .T
               _'8 = _'7 !=L null
               if _'8 {
                 Join(_'7)
               }
             }
           }",
    );
}

#[test]
fn a_requeue_sends_its_caller_on() {
    check(
        "procedure M is task T is entry A; entry B; end T; task body T is begin accept A do requeue B;
         end A; accept B; end T; begin null; end M;",
        "T.run",
        "  run(ref this) {
             _ = select { accept this.A() }
             _'2 = 0
             block0 {
               try {
                 _'2 = 1
                 break block0
               }
               catch _'3: Exception {
                 _'4 = HandOver(_'3)
                 complete this.A(_'4)
                 throw _'3
               }
             }
             _'5 = _'2 ==L 1
             if _'5 {
               _'6 = new Tasking_Error
               requeue this.B()
             }
             else {
               complete this.A(null)
             }
             _'7 = select { accept this.B() }
             complete this.B(null)
           }",
    );
}

#[test]
fn a_protected_entry_is_a_barrier_and_a_body() {
    check(
        "procedure M is protected P is entry Take; procedure Put; private Full : Boolean := False; end
         P; protected body P is entry Take when Full is begin Full := False; end Take; procedure Put
         is begin Full := True; end Put; end P; begin P.Put; end M;",
        "P",
        "class P {
           volatile ref $outer
           bool Full
           $init(ref this) {
             this.Full := 0
           }
           $service(ref this) {
             loop block0 {
               _ = waiting this.Take
               _'2 = 0
               _'3 = _ >L 0
               if _'3 {
                 try {
                   _'4 = call P.$barrier take(this)
                 }
                 catch _'5: Exception {
                   call P.$refuse(this)
                   break block0
                 }
                 _'2 = _'4
               }
               _'6 = select { when _'2 accept this.Take() or else }
               _'7 = _'6 ==L 0
               if _'7 {
                 try {
                   call P.Take(this)
                   complete this.Take(null)
                 }
                 catch _'8: Exception {
                   _'9 = HandOver(_'8)
                   complete this.Take(_'9)
                 }
               }
               else {
                 break block0
               }
             }
           }
           $refuse(ref this) {
             loop block0 {
               _ = select { accept this.Take() or else }
               _'2 = _ ==L 0
               if _'2 {
                 _'3 = new Program_Error
                 complete this.Take(_'3)
               }
               else {
                 break block0
               }
             }
           }
           $barrier take(ref this) -> bool {
             _ <- this.Full
             return _
           }
           Take(ref this) {
             this.Full := 0
           }
           Put(ref this) {
             this.Full := 1
           }
         }",
    );
}

#[test]
fn a_protected_procedure_serves_those_who_wait() {
    check(
        "procedure M is protected P is entry Take; procedure Put; private Full : Boolean := False; end
         P; protected body P is entry Take when Full is begin Full := False; end Take; procedure Put
         is begin Full := True; end Put; end P; begin P.Put; end M;",
        "M",
        "  static M() {
             _ = new P
             call P.$init(_)
             .P := _
             _'1 <- .P
             MayWaitFor(_'1)
             synchronized _'1 {
               try {
                 call P.Put(_'1)
               }
               finally {
                 call P.$service(_'1)
               }
             }
           }",
    );
}

#[test]
fn a_master_waits_for_its_tasks() {
    check(
        "procedure M is begin declare task T; task body T is begin null; end T; begin null; end; end
         M;",
        "M",
        "  static M() {
             .T := null
             try {
               _ = new T
               .T := _
               _'1 <- .T
               _'1.$started := 1
               Start(_'1)
               _'2 <- .T
             }
             finally {
               _'3 <- .T
               _'4 = _'3 !=L null
               if _'4 {
                 Join(_'3)
               }
             }
           }",
    );
}

#[test]
fn a_failed_activation_is_told_to_the_activator() {
    check(
        "procedure M is task T; task body T is X : Positive := Integer'Value (\"1\"); begin null; end T;
         begin null; end M;",
        "T.run",
        "  run(ref this) {
             try {
               _ = unmodelled \"the attribute Value is not modelled\"(task.class)
               X = _
             }
             catch _'3: Exception {
               this.$completed := 1
               this.$activated := 2
               return
             }
             this.$activated := 1
           }",
    );
}

#[test]
fn a_dispatching_call_looks_at_the_class() {
    check(
        "procedure M is package P is type T is tagged null record; procedure Op (X : T); type D is new
         T with null record; procedure Op (X : D); end P; package body P is procedure Op (X : T) is
         null; procedure Op (X : D) is null; end P; procedure Go (X : P.T'Class) is begin P.Op (X);
         end Go; O : P.D; begin Go (O); end M;",
        "$dispatch Op",
        "  static $dispatch Op(ref X) {
             _ = X is D
             if _ {
               _'2 = X is D
               unless _'2 {
                 _'3 = new Constraint_Error
                 throw _'3
               }
               _'4 = X
               call .Op(_'4)
             }
             else {
               _'5 = X is T
               if _'5 {
                 _'6 = X
                 call .Op(_'6)
               }
               else {
                 unmodelled \"`a dispatching call of op for an object of this type` is not modelled\"(task.class)
               }
             }
           }",
    );
}

#[test]
fn fixed_point_numbers_are_whole_multiples() {
    check(
        "procedure M is type F is delta 0.25 range 0.0 .. 10.0; X : F := 1.5; begin X := X + 0.25; end
         M;",
        "M",
        "  static M() {
             .X := 6
             _ <- .X
             _'1 = _ +L 1
             _'2 = (_'1 >=L 0) &&L (_'1 <=L 40)
             unless _'2 {
               _'3 = new Constraint_Error
               throw _'3
             }
             .X := _'1
           }",
    );
}

/// The kinds of what is said about a source, in order.
fn noted(source: &str) -> Vec<&'static str> {
    let mut sources = SourceMap::new();
    let file = sources.add("main.adb", source);
    let lowered = load(&[file], None, &sources, &mut Diagnostics::default(), &|| true);
    lowered.notes.iter().map(|note| note.kind).collect()
}

#[test]
fn priorities_are_said_not_to_be_followed_however_they_are_given() {
    let rest = "task body T is begin null; end T; begin null; end M;";
    for task in [
        "task T with Priority => 5;",
        "task T is pragma Priority (5); end T;",
        "task type W with Priority => 5 is entry E; end W; task T;",
    ] {
        let body = if task.contains('W') { "task body W is begin accept E; end W; " } else { "" };
        let source = format!("procedure M is {task} {body}{rest}");
        assert_eq!(noted(&source), ["priorities"], "{source}");
    }
    assert!(noted(&format!("procedure M is task T; {rest}")).is_empty());
}

#[test]
fn an_interrupt_handler_is_not_passed_over() {
    let mut sources = SourceMap::new();
    let source = "procedure M is protected P is procedure H with Attach_Handler => 3; end P; protected body P
         is procedure H is begin null; end H; end P; begin null; end M;";
    let file = sources.add("main.adb", source);
    let lowered = load(&[file], None, &sources, &mut Diagnostics::default(), &|| true);
    let program = &lowered.program;
    let bodies = program.methods.enumerate().filter(|(_, method)| method.body.is_some());
    let shown: String = bodies.map(|(id, _)| show_method(program, id)).collect();
    assert!(shown.contains("Attach_Handler"), "{shown}");
}
