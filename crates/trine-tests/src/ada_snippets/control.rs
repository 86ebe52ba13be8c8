//! Topics about statements, exceptions and subprograms.

use super::topic::{Piece, expression, literal};
use crate::rng::Rng;

pub(super) fn exceptions(rng: &mut Rng, piece: &mut Piece) {
    piece.declare("Bad#, Worse# : exception;\nAlso# : exception renames Bad#;");
    piece.declare(&format!(
        "procedure Try# (N : Integer) is\n   P : Positive;\nbegin\n   Note (N);\n   case N is\n      when 1 => raise Bad#;\n      when 2 => raise Worse#;\n      when 3 => P := N - Id (3);\n         Note (P);\n      when 4 => raise Program_Error;\n      when 5 => Note ({} / Id (N - 5));\n      when others => null;\n   end case;\n   Note (40);\nexception\n   when {} => Note (41);\nend Try#;",
        literal(rng),
        *rng.pick(&["Worse#", "Constraint_Error", "Bad# | Program_Error"])
    ));
    let inner = *rng.pick(&["Also#", "Bad#", "Constraint_Error", "others"]);
    let then = *rng.pick(&[
        "null;",
        "raise;",
        "raise Worse#;",
        "Try# (3);",
        "raise Program_Error with \"again\";",
    ]);
    let outer = match inner {
        "others" => "when others => Note (63);".to_string(),
        _ => "when Bad# | Worse# => Note (61);\n      when Constraint_Error | Program_Error => Note (62);".to_string(),
    };
    piece.run(&format!(
        "for I in 0 .. {} loop\n   begin\n      begin\n         Try# (I);\n         Note (50);\n      exception\n         when {inner} =>\n            Note (51);\n            {then}\n      end;\n      Note (60);\n   exception\n      {outer}\n   end;\nend loop;",
        rng.between(2, 6)
    ));
    // Now and then nothing handles it.
    if rng.chance(12) {
        piece.run(&format!("Try# ({});\nNote (70);", rng.between(0, 5)));
    }
}

pub(super) fn exceptions_in_declarations(rng: &mut Rng, piece: &mut Piece) {
    let (a, b) = (rng.below(3), rng.below(3));
    piece.declare("function Make# (N : Integer) return Positive is\n   P : Positive := N;\nbegin\n   Note (P);\n   return P;\nexception\n   when Constraint_Error =>\n      Note (90);\n      return 1;\nend Make#;");
    piece.declare(&format!(
        "procedure Use# (N : Integer) is\n   A : constant Positive := Make# (N + {a});\n   B : Positive := A - Id ({b});\nbegin\n   B := B + 1;\n   Note (B);\nexception\n   when Constraint_Error => Note (91);\nend Use#;"
    ));
    piece.run(&format!(
        "for I in 0 .. {} loop\n   begin\n      declare\n         V : Integer range 1 .. 5 := I;\n         W : constant Integer := V * 2;\n      begin\n         Note (W);\n         Use# (I);\n         V := V + W;\n         Note (V);\n      exception\n         when Constraint_Error => Note (92);\n      end;\n   exception\n      when Constraint_Error => Note (93);\n   end;\nend loop;",
        rng.between(1, 4)
    ));
    piece.number("Acc");
}

pub(super) fn messages(rng: &mut Rng, piece: &mut Piece) {
    let said = *rng.pick(&["late", "", "one two", "x"]);
    piece.declare("Oops# : exception;\nLast# : String (1 .. 3) := \"---\";");
    let raised = match rng.below(4) {
        0 => format!("raise Oops# with \"{said}\";"),
        1 => "raise Constraint_Error with \"abc\";".to_string(),
        2 => format!("Raise_Exception (Oops#'Identity, \"{said}!\");"),
        _ => "raise Program_Error with \"n\" & Integer'Image (Id (4));".to_string(),
    };
    let handled = match rng.below(4) {
        0 => "Note (Exception_Message (E)'Length);",
        1 => {
            "if Exception_Message (E) = \"late\" then\n      Note (7);\n   else\n      Note (8);\n   end if;"
        }
        2 => "Last# := Exception_Name (E) (1 .. 3);",
        _ => {
            "if Exception_Identity (E) = Oops#'Identity then\n      Note (5);\n   else\n      Note (6);\n   end if;"
        }
    };
    piece.run(&format!("begin\n   {raised}\nexception\n   when E : others =>\n   {handled}\nend;"));
    if rng.chance(40) {
        piece.run("begin\n   begin\n      raise Oops# with \"kept\";\n   exception\n      when others =>\n         Note (1);\n         raise;\n   end;\nexception\n   when X : Oops# =>\n      Last# := Exception_Message (X) (1 .. 3);\nend;");
    }
    piece.string("Last#");
}

pub(super) fn loops(rng: &mut Rng, piece: &mut Piece) {
    piece.declare(&format!("N# : Integer := {};", rng.below(5)));
    let (a, b, c) = (rng.between(1, 4), rng.between(1, 4), rng.between(1, 9));
    match rng.below(5) {
        0 => piece.run(&format!(
            "Outer# :\nfor I in 1 .. {a} loop\n   for J in reverse 1 .. {b} loop\n      Note (I * 10 + J);\n      exit Outer# when I + J > {c};\n      exit when J = I;\n   end loop;\n   Note (1);\nend loop Outer#;"
        )),
        1 => piece.run(&format!(
            "while N# < {c} loop\n   N# := N# + {a};\n   if N# mod 2 = 0 then\n      Note (N#);\n   elsif N# > {b} then\n      exit;\n   else\n      Note (3);\n   end if;\nend loop;"
        )),
        2 => piece.run(&format!(
            "for I in {a} .. Id ({b}) loop\n   N# := N# + I;\nend loop;\nfor I in {c} .. {a} loop\n   N# := N# * 2 + I;\nend loop;"
        )),
        3 => piece.run(&format!(
            "loop\n   N# := N# + 1;\n   Block# :\n   declare\n      K : constant Integer := N# * 2;\n   begin\n      exit when K > {c};\n      Note (K);\n   end Block#;\nend loop;"
        )),
        _ => piece.run(&format!(
            "for I in 0 .. {a} loop\n   declare\n      N# : Integer := I;\n   begin\n      N# := N# + {b};\n      Note (N#);\n   end;\nend loop;\nN# := N# + 1;"
        )),
    }
    piece.number("N#");
}

pub(super) fn cases(rng: &mut Rng, piece: &mut Piece) {
    let (a, b) = (rng.between(0, 2), rng.between(5, 9));
    piece.declare(&format!(
        "function Choose# (N : Integer) return Integer is\nbegin\n   case N is\n      when {a} => return 1;\n      when {} | {} .. {b} => return 2;\n      when Integer'First .. -1 => return 3;\n      when others =>\n         if N > 20 then\n            return N;\n         end if;\n   end case;\n   return 4;\nend Choose#;",
        a + 1,
        b - 1
    ));
    for _ in 0..rng.between(2, 4) {
        let value = literal(rng) - 4;
        piece.run(&format!("Note (Choose# (Id ({value})));"));
    }
    piece.number("Choose# (Acc mod 12)");
    piece.run(
        "case Acc mod 3 = 0 is\n   when True => Note (1);\n   when False => Note (2);\nend case;",
    );
}

pub(super) fn parameters(rng: &mut Rng, piece: &mut Piece) {
    piece.declare(&format!(
        "procedure Change# (A : Integer; B : in out Integer; C : out Integer; D : Integer := {}) is\nbegin\n   C := A + B;\n   B := B * 2 + D;\n   if B > 50 then\n      raise Constraint_Error;\n   end if;\n   C := C - D;\nend Change#;",
        literal(rng)
    ));
    piece.declare(
        "procedure Set# (S : in out Integer; N : Integer) is\nbegin\n   S := S + N;\nend Set#;",
    );
    piece.declare(&format!(
        "X# : Integer := {};\nY# : Integer := {};\nSmall# : Integer range 0 .. 9 := 3;",
        literal(rng),
        literal(rng)
    ));
    for round in 0..rng.between(1, 4) {
        let value = expression(rng, &["X#", "Y#"], 1);
        let statement = match rng.below(6) {
            0 => format!("Change# ({value}, X#, Y#);"),
            1 => "Set# (Small#, X#);".to_string(),
            2 => "Change# (X#, Y#, X#);".to_string(),
            3 => format!("Change# (A => {value}, B => X#, C => Y#, D => Small#);"),
            4 => "Change# (Y#, B => Y#, C => X#);".to_string(),
            _ => "Set# (N => Y# + 1, S => Small#);".to_string(),
        };
        piece.guarded(&statement, 10 * round + 1100);
    }
    piece.number("X#");
    piece.number("Y#");
    piece.number("Small#");
}

pub(super) fn overloading(rng: &mut Rng, piece: &mut Piece) {
    piece.declare("type Level# is (Low#, High#);\nfunction F# (N : Integer) return Integer is (N + 1);\nfunction F# (B : Boolean) return Integer is (if B then 10 else 20);\nfunction F# (L : Level#) return Integer is (Level#'Pos (L) + 30);\nfunction F# (N : Integer) return Boolean is (N > 3);\nfunction F# (A, B : Integer) return Integer is (A * B);");
    piece.declare("function \"+\" (L, R : Level#) return Level# is (if L = R then Low# else High#);\nfunction \"-\" (L : Level#) return Level# is (if L = Low# then High# else Low#);");
    let value = literal(rng);
    piece.number(&format!("F# (Id ({value})) + F# (True) * F# (High#)"));
    piece.truth(&format!("F# (Id ({value}))"));
    piece.number("F# (2, F# (Acc > 3))");
    piece.number(&format!("F# (Low# + {}) + F# (- Low#)", *rng.pick(&["Low#", "High#"])));
    piece.run(&format!("if F# ({value}) then\n   Note (F# (Low#));\nend if;"));
}

pub(super) fn recursion(rng: &mut Rng, piece: &mut Piece) {
    piece.declare("function Fact# (N : Natural) return Positive is\nbegin\n   if N < 2 then\n      return 1;\n   end if;\n   return N * Fact# (N - 1);\nend Fact#;");
    piece.declare("function Odd# (N : Natural) return Boolean;\nfunction Even# (N : Natural) return Boolean is\nbegin\n   return N = 0 or else Odd# (N - 1);\nend Even#;\nfunction Odd# (N : Natural) return Boolean is\nbegin\n   return N /= 0 and then Even# (N - 1);\nend Odd#;");
    piece.declare("procedure Nest# (N : Integer) is\n   procedure Inner (M : Integer) is\n   begin\n      if M > 0 then\n         Note (N * 10 + M);\n         Nest# (M - 1);\n      end if;\n   end Inner;\nbegin\n   Inner (N);\n   Note (N);\nend Nest#;");
    piece.number(&format!("Fact# (Id ({}))", rng.below(7)));
    piece.truth(&format!("Even# (Id ({}))", rng.below(6)));
    piece.run(&format!("Nest# ({});", rng.below(4)));
    piece.guarded(&format!("Note (Fact# (Id ({}) - 3));", rng.below(6)), 1200);
}

pub(super) fn contracts(rng: &mut Rng, piece: &mut Piece) {
    let limit = rng.between(3, 12);
    piece.declare(&format!(
        "procedure Add# (T : in out Integer; N : Integer)\n  with Pre => N > 0 and then T < {limit},\n       Post => T = T'Old + N;\nprocedure Add# (T : in out Integer; N : Integer) is\nbegin\n   T := T + N;\nend Add#;"
    ));
    piece.declare("subtype Even# is Integer with Dynamic_Predicate => Even# mod 2 = 0;\nfunction Half# (N : Even#) return Integer with Post => Half#'Result * 2 = N;\nfunction Half# (N : Even#) return Integer is\nbegin\n   return N / 2;\nend Half#;");
    piece.declare(&format!("T# : Integer := {};\nE# : Even# := 4;", rng.below(4)));
    for _ in 0..rng.between(1, 3) {
        piece.run(
            match rng.below(5) {
                0 => {
                    format!("Add# (T#, Id ({}));", rng.weighted(&[(1, 0), (3, 1), (3, 2), (2, 4)]))
                }
                1 => format!("Note (Half# (Id ({})));", if rng.chance(15) { 7 } else { 8 }),
                2 => format!("E# := Id ({});", if rng.chance(15) { 5 } else { 6 }),
                3 => "Note (if T# in Even# then 1 else 2);".to_string(),
                _ => "Add# (T#, E# - 2);".to_string(),
            }
            .as_str(),
        );
    }
    piece.number("T#");
    piece.number("E#");
}
