//! Topics about arrays, strings, records and access values.

use super::topic::{Piece, expression, literal};
use crate::rng::Rng;

pub(super) fn arrays(rng: &mut Rng, piece: &mut Piece) {
    let low = rng.below(4) as i64 - 1;
    let high = low + rng.between(2, 4) as i64;
    let values: Vec<String> = (low..=high).map(|_| literal(rng).to_string()).collect();
    let start = match rng.below(3) {
        0 => format!("({})", values.join(", ")),
        1 => format!("({low} => {}, others => {})", values[0], values[1]),
        _ => format!("({low} .. {} => 3, {high} => {})", high - 1, values[0]),
    };
    piece.declare(&format!(
        "type List# is array ({low} .. {high}) of Integer;\nL# : List# := {start};\nM# : List# := (others => 2);\nK# : Integer := {low};"
    ));
    for round in 0..rng.between(1, 4) {
        let statement = match rng.below(7) {
            0 => format!("L# (Id ({})) := {};", low + rng.below(6) as i64, literal(rng)),
            1 => "M# := L#;\n   L# (L#'First) := 77;".to_string(),
            2 => format!("L# ({low} .. {}) := L# ({} .. {high});", high - 1, low + 1),
            3 => format!("L# ({low} .. Id ({})) := M# ({} .. {high});", low + 1, high - 1),
            4 => "for I in L#'Range loop\n      L# (I) := L# (I) + I;\n   end loop;".to_string(),
            5 => "K# := L# (K#);\n   M# (K#) := 5;".to_string(),
            _ => "K# := K# + 1;\n   Note (L# (K#));".to_string(),
        };
        piece.guarded(&statement, 10 * round + 500);
    }
    piece.run("for I in reverse List#'Range loop\n   Note (L# (I) - M# (I));\nend loop;");
    piece.equality("L# = M#");
    piece.number("L#'Length * 100 + L#'First * 10 + M#'Last");
    piece.number(&format!("L# ({high})"));
    if rng.chance(40) {
        piece.run("for E of M# loop\n   E := E * 2;\n   Note (E);\nend loop;");
    }
}

pub(super) fn matrices(rng: &mut Rng, piece: &mut Piece) {
    let (rows, columns) = (rng.between(1, 3), rng.between(2, 3));
    piece.declare(&format!(
        "type Side# is (Left#, Right#);\ntype Grid# is array (1 .. {rows}, 0 .. {columns}) of Integer;\ntype By_Side# is array (Side#) of Integer;\nG# : Grid# := (others => (others => {}));\nS# : By_Side# := (Left# => {}, Right# => {});",
        rng.below(9),
        literal(rng),
        literal(rng)
    ));
    piece.run("for I in G#'Range (1) loop\n   for J in G#'Range (2) loop\n      G# (I, J) := G# (I, J) + I * 10 + J;\n   end loop;\nend loop;");
    piece.guarded(&format!("G# (Id ({}), Id ({})) := 99;", rng.below(5), rng.below(5)), 600);
    piece.guarded("S# (Side#'Succ (Left#)) := S# (Left#) + G# (1, 1);", 610);
    piece.number(&format!("G# ({rows}, {columns})"));
    piece.number("G#'Length (1) * 10 + G#'Last (2)");
    piece.run("for D in Side# loop\n   Note (S# (D));\nend loop;");
    piece.equality("S# = (Left# => S# (Left#), Right# => S# (Right#))");
}

pub(super) fn unconstrained_arrays(rng: &mut Rng, piece: &mut Piece) {
    piece.declare("type Vector# is array (Positive range <>) of Integer;");
    piece.declare("function Sum# (V : Vector#) return Integer is\n   S : Integer := 0;\nbegin\n   for I in V'Range loop\n      S := S + V (I) * I;\n   end loop;\n   return S + 1000 * V'First;\nend Sum#;");
    piece.declare("function First# (N : Natural) return Vector# is\n   R : Vector# (1 .. N);\nbegin\n   for I in R'Range loop\n      R (I) := I * I;\n   end loop;\n   return R;\nend First#;");
    let (low, length) = (rng.between(1, 3), rng.between(2, 4));
    piece.declare(&format!(
        "V# : Vector# ({low} .. {}) := (others => {});\nW# : Vector# := First# (Id ({length}));",
        low + length - 1,
        literal(rng)
    ));
    for round in 0..rng.between(1, 3) {
        let statement = match rng.below(6) {
            0 => "V# := W#;".to_string(),
            1 => format!("V# := First# (Id ({}));", rng.between(1, 5)),
            2 => format!("Note (Sum# (V# & {}));", literal(rng)),
            3 => format!("Note (Sum# (W# (Id ({}) .. Id ({}))));", rng.between(1, 3), rng.below(6)),
            4 => "Note (Sum# (W# & V#));".to_string(),
            _ => format!("W# (Id ({})) := V#'Last;", rng.between(1, 5)),
        };
        piece.guarded(&statement, 10 * round + 700);
    }
    piece.number("Sum# (V#)");
    piece.number("Sum# (W#) + W#'Length");
    piece.equality("V# = W#");
    if rng.chance(50) {
        piece.equality("W# (1 .. 2) = (1, 4)");
        piece.number("Sum# ((1 => 5, 2 => 6))");
    }
}

pub(super) fn strings(rng: &mut Rng, piece: &mut Piece) {
    let words = ["ada", "task", "x", "", "Zed", "a b"];
    let (one, other) = (*rng.pick(&words), *rng.pick(&words));
    piece.declare(&format!(
        "S# : constant String := \"{one}\" & \"-\" & \"{other}\";\nB# : String (1 .. 5) := (others => '.');\nC# : Character := 'q';"
    ));
    for round in 0..rng.between(1, 3) {
        let statement = match rng.below(5) {
            0 => {
                format!("B# (Id ({}) .. Id ({})) := \"uv\";", rng.between(1, 5), rng.between(2, 6))
            }
            1 => format!("B# (Id ({})) := C#;", rng.below(7)),
            2 => format!("C# := S# (Id ({}));", rng.below(6)),
            3 => "C# := Character'Succ (C#);".to_string(),
            _ => format!("B# := Integer'Image (Id ({}));", literal(rng) * 37),
        };
        piece.guarded(&statement, 10 * round + 800);
    }
    piece.string("S#");
    piece.string("B# & C#");
    piece.number("S#'Length * 100 + Character'Pos (C#)");
    piece.string(&format!(
        "Integer'Image (Id ({}) - 20) & \"|\" & Boolean'Image (C# = 'q')",
        literal(rng)
    ));
    if rng.chance(50) {
        piece.truth(&format!("S# < \"{}\"", *rng.pick(&words)));
    }
    if rng.chance(40) {
        piece.guarded(
            &format!("Note (Integer'Value (\"{}\"));", *rng.pick(&["12", " 7 ", "x1", "-3", ""])),
            850,
        );
    }
}

pub(super) fn records(rng: &mut Rng, piece: &mut Piece) {
    piece.declare(&format!(
        "type Point# is record\n   X, Y : Integer := {};\nend record;\ntype Line# is record\n   From, To : Point#;\n   Name : Character := 'l';\nend record;",
        literal(rng)
    ));
    piece.declare(&format!(
        "P# : Point# := ({}, {});\nQ# : Point#;\nL# : Line# := (From => P#, To => (X => 1, Y => {}), Name => 'm');\nK# : Line#;",
        literal(rng),
        literal(rng),
        literal(rng)
    ));
    for _ in 0..rng.between(1, 4) {
        let value = literal(rng);
        piece.run(
            match rng.below(6) {
                0 => "Q# := P#;\nP#.X := P#.X + 1;".to_string(),
                1 => format!("L#.To.Y := {value};"),
                2 => "K# := L#;\nL#.From := L#.To;".to_string(),
                3 => format!("P# := (Y => P#.X, X => {value});"),
                4 => "K#.To := (others => Q#.Y);".to_string(),
                _ => "Q# := L#.From;\nQ#.Y := Q#.Y - 3;".to_string(),
            }
            .as_str(),
        );
    }
    piece.number("P#.X * 3 + P#.Y");
    piece.number("Q#.X * 3 + Q#.Y");
    piece.number("L#.From.X + L#.To.Y + K#.From.Y * 2 + K#.To.X");
    piece.equality("P# = Q# or L# = K#");
    piece.truth("L#.Name /= K#.Name");
}

pub(super) fn variants(rng: &mut Rng, piece: &mut Piece) {
    let changeable = rng.chance(60);
    let default = if changeable { " := Round#" } else { "" };
    piece.declare("type Kind# is (Round#, Square#, None#);");
    piece.declare(&format!(
        "type Shape# (K : Kind#{default}) is record\n   N : Integer := {};\n   case K is\n      when Round# => R : Integer := 4;\n      when Square# => A, B : Integer := 5;\n      when None# => null;\n   end case;\nend record;",
        literal(rng)
    ));
    let constraint = if changeable { "" } else { " (Round#)" };
    piece.declare(&format!(
        "S# : Shape#{constraint} := (K => Round#, N => 1, R => {});\nT# : Shape# (Square#) := (K => Square#, N => 2, A => 3, B => {});\nfunction Size# (X : Shape#) return Integer is\nbegin\n   case X.K is\n      when Round# => return X.R * 3;\n      when Square# => return X.A * X.B;\n      when None# => return X.N;\n   end case;\nend Size#;",
        literal(rng),
        literal(rng)
    ));
    for round in 0..rng.between(1, 3) {
        let statement = match rng.below(6) {
            0 => "S# := T#;".to_string(),
            1 => "S# := (K => None#, N => 9);".to_string(),
            2 => "Note (S#.R);".to_string(),
            3 => "Note (S#.A);".to_string(),
            4 => "T# := S#;".to_string(),
            _ => format!("S#.N := S#.N + {};", rng.below(9)),
        };
        piece.guarded(&statement, 10 * round + 900);
    }
    piece.number("Size# (S#) * 100 + Size# (T#)");
    piece.string("Kind#'Image (S#.K)");
    piece.equality("S# = T#");
}

pub(super) fn access_values(rng: &mut Rng, piece: &mut Piece) {
    piece.declare("type Node#;\ntype Link# is access Node#;\ntype Node# is record\n   V : Integer := 0;\n   Next : Link#;\nend record;\ntype Number# is access Integer;");
    piece.declare(&format!(
        "H#, T# : Link#;\nN# : Number# := new Integer'({});\nM# : Number# := N#;",
        literal(rng)
    ));
    piece.run(&format!(
        "for I in 1 .. {} loop\n   H# := new Node#'(V => I * 3, Next => H#);\nend loop;",
        rng.below(4)
    ));
    for round in 0..rng.between(1, 4) {
        let value = expression(rng, &["N#.all", "3"], 1);
        let statement = match rng.below(7) {
            0 => format!("N#.all := {value};"),
            1 => "M# := new Integer'(N#.all + 1);".to_string(),
            2 => "T# := H#.Next;\n   T#.V := T#.V + 50;".to_string(),
            3 => "Note (H#.Next.Next.V);".to_string(),
            4 => "M#.all := M#.all + 1;".to_string(),
            5 => "H#.all := (V => 8, Next => null);".to_string(),
            _ => "M# := null;\n   M#.all := 1;".to_string(),
        };
        piece.guarded(&statement, 10 * round + 1000);
    }
    piece.run("T# := H#;\nwhile T# /= null loop\n   Note (T#.V);\n   T# := T#.Next;\nend loop;");
    piece.number("N#.all");
    piece.truth("N# = M#");
    piece.truth("H# = null or else H#.Next = null");
}

pub(super) fn elements(rng: &mut Rng, piece: &mut Piece) {
    piece.declare(&format!(
        "type Row# is array (Integer range <>) of Integer;\nA# : Row# (2 .. {}) := (others => {});\nS# : Integer := 0;",
        rng.between(1, 6),
        rng.below(5)
    ));
    let order = if rng.chance(40) { "reverse " } else { "" };
    piece.run("for X of A# loop\n   S# := S# + 1;\n   X := X + S#;\nend loop;");
    piece.run(&format!(
        "for X of {order}A# loop\n   exit when X > {};\n   Note (X);\nend loop;",
        rng.between(3, 9)
    ));
    piece.declare("function Total# (R : Row#) return Integer is\n   T : Integer := 0;\nbegin\n   for X of R loop\n      T := T * 3 + X;\n   end loop;\n   return T;\nend Total#;");
    piece.guarded(&format!("Note (Total# (A# (2 .. Id ({}))));", rng.below(7)), 1900);
    piece.number("Total# (A#)");
    piece.number("S#");
}
