use trine_base::{Diagnostics, SourceMap};

use crate::{LoadRequest, load};

fn check_text(text: &str) -> (SourceMap, Diagnostics) {
    let mut sources = SourceMap::new();
    let mut read = |path: &str| Err(format!("there is no {path}"));
    let request =
        LoadRequest { name: "test.pml".into(), text: text.into(), ..LoadRequest::default() };
    let loaded = load(request, &mut sources, &mut read);
    (sources, loaded.diagnostics)
}

/// Errors and warnings, one per line, as `line: message`.
fn problems(text: &str) -> Vec<String> {
    let (sources, diagnostics) = check_text(text);
    diagnostics
        .items
        .iter()
        .map(|item| {
            let line = item.span.map_or(0, |span| sources.place(span).line);
            format!("{}:{line}: {}", item.severity.name(), item.message)
        })
        .collect()
}

fn accepts(text: &str) {
    let found: Vec<String> =
        problems(text).into_iter().filter(|text| text.starts_with("error")).collect();
    assert_eq!(found, Vec::<String>::new(), "{text}");
}

fn rejects(text: &str, message: &str) {
    let found = problems(text);
    let hit = found.iter().any(|line| line.starts_with("error") && line.contains(message));
    assert!(hit, "wanted `{message}` for\n{text}\nfound {found:?}");
}

#[test]
fn accepts_the_forms_of_the_language() {
    accepts(
        "mtype = { a, b }; mtype:t = { c }
         typedef T { byte x; bit y[3]; unsigned z : 5 }
         T r[2]; chan q = [2] of { mtype, byte, chan }; hidden int h;
         mtype:t m = c
         inline f(v, w) { byte tmp; tmp = v; v = w; w = tmp }
         inline g(v) { return v + 1 }
         active [2] proctype P() provided (h == 0) {
           byte i, j = 2; chan l = [1] of { byte };
           xr q; xs l
           for (i : 0 .. 3) { r[i % 2].y[i] = 1 }
           for (i in r) { skip }
           select (i : 1 .. 4)
           L: do
           :: q!a(i, l) -> q?eval(m),i,l
           :: q??[b,_,_] && nempty(q) -> break
           :: atomic { q?<a,i,l>; f(i, j); i = g(j) }
           :: d_step { i++; j-- } unless { timeout }
           :: else -> goto L
           od
           assert(i == (j > 2 -> 1 : 0) || len(q) > 0)
           printf(\"%d %e\\n\", i, m)
         end: i = run Q(i, q)
         }
         proctype Q(byte x; chan o) { o!!a,1,0; o??a,x,_; P[0]@L && P[1]:i == 3 }
         ltl one { [] (P[0]@L -> <> (h == 1)) && (h U h W h) }
         ltl { X (h != 2) }
         never { do :: np_ || _last == 1 od }
         trace { do :: q!a :: q?b,_ od }",
    );
}

#[test]
fn rejects_what_spin_rejects() {
    rejects("byte x;\nactive proctype P() { byte x; x = 1 }", "`x` is declared twice");
    rejects("active proctype P() { x = 1; byte x }", "there is no variable `x`");
    rejects("active proctype P() { goto M }", "there is no label `M`");
    rejects("active proctype P() { break }", "no loop to break");
    rejects("active proctype P() { L: skip; L: skip }", "label `L` stands twice");
    rejects("active proctype P() { L: skip; d_step { skip; goto L } }", "d_step");
    rejects("active proctype P() { atomic { L: skip } }", "first in a block");
    rejects("byte a[3]; active proctype P() { a = 3 }", "an index is missing");
    rejects("byte a[0]; active proctype P() { skip }", "length 0");
    rejects("typedef T { byte a }; T t; active proctype P() { t.b = 1 }", "no field `b`");
    rejects("typedef T { byte a }; T t; active proctype P() { t = 1 }", "a field must be named");
    rejects("proctype Q() {skip} active proctype P() { run Q() && run Q() }", "one process");
    rejects("proctype Q() {skip} active proctype P() { run Q(1) }", "takes 0 arguments");
    rejects("active proctype P() { run Q(1) }", "there is no proctype `Q`");
    rejects("chan q = [1] of {byte}; active proctype P() { q!1,2 }", "have 1 fields, not 2");
    rejects("byte x; active proctype P() { x!1 }", "not a channel");
    rejects("chan q = [1] of {byte}; active proctype P() { !full(q) }", "a test of a channel");
    rejects("active proctype P() { _pid = 1 }", "cannot be assigned");
    rejects("byte x; active proctype P() { x = _ }", "cannot be read");
    rejects("active proctype P() { np_ }", "np_ stands in claims");
    rejects("byte x; active proctype P(byte z) provided (z == 1) { skip }", "provided");
    rejects("proctype P(byte z = 3) { skip }", "no initial value");
    rejects("mtype = {a}; byte a; active proctype P() { skip }", "an mtype name already");
    rejects("byte x; active proctype P() { for (x : 3..1) { skip } }", "starts after its end");
    rejects("byte x; ltl p { [] x == 1 }", "temporal operator");
    rejects("active proctype P() { { skip } unless { L: skip } }", "first in a block");
}

#[test]
fn suggests_near_names() {
    let (_, diagnostics) = check_text("byte count;\nactive proctype P() { conut = 1 }");
    assert_eq!(diagnostics.items[0].help.as_deref(), Some("did you mean `count`?"));
}

#[test]
fn c_code_is_unmodelled_not_wrong() {
    accepts(
        "c_decl { typedef struct { int x; } S; }\nc_state \"S s\" \"Global\"\nchan STDIN;
         active proctype P() { byte c; c_code { now.s.x = 1; }; c_expr { now.s.x }; STDIN?c }",
    );
}
