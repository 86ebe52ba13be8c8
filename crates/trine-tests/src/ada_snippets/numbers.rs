//! Topics about numbers, enumerations and conditions.

use super::topic::{Piece, condition, expression, literal};
use crate::rng::Rng;

pub(super) fn arithmetic(rng: &mut Rng, piece: &mut Piece) {
    let (a, b) = (literal(rng), literal(rng));
    piece.declare(&format!("A# : Integer := {a};\nB# : Integer := - Id ({b});"));
    for round in 0..rng.between(1, 3) {
        let value = expression(rng, &["A#", "B#"], 2);
        let to = *rng.pick(&["A#", "B#"]);
        piece.guarded(&format!("{to} := {value};"), 10 * round);
    }
    piece.number("A#");
    piece.number("B#");
    let compared = condition(rng, &["A#", "7"], 1);
    piece.run(&format!(
        "if {} then\n   Note (5);\nelse\n   Note (6);\nend if;",
        guarded_free(&compared)
    ));
}

/// Divisions could fail: a comparison outside a guarded block has none.
fn guarded_free(text: &str) -> String {
    text.replace("/ Id (", "+ Id (")
        .replace("mod Id (", "- Id (")
        .replace("rem Id (", "+ Id (")
        .replace('*', "-")
}

pub(super) fn subtypes(rng: &mut Rng, piece: &mut Piece) {
    let low = rng.below(5) as i64 - 2;
    let high = low + rng.between(2, 9) as i64;
    piece.declare(&format!(
        "subtype Range# is Integer range {low} .. {high};\nV# : Range# := {low};\nN# : Integer := {};",
        literal(rng)
    ));
    for round in 0..rng.between(1, 4) {
        let statement = match rng.below(6) {
            0 => "V# := Range#'Succ (V#);\n   V# := V# + 0;".to_string(),
            1 => format!("V# := V# + {};", rng.below(5)),
            2 => format!("N# := Range#'Min (V#, {}) + Range#'Max (V#, 1);", rng.below(9)),
            3 => format!("V# := Id ({});", literal(rng)),
            4 => "N# := Range# (N#);".to_string(),
            _ => format!("V# := V# - Id ({});", rng.below(6)),
        };
        piece.guarded(&statement, 10 * round + 100);
    }
    piece.number("V#");
    piece.number("Range#'First * 100 + Range#'Last");
    piece.truth("N# in Range#");
    piece.truth(&format!("N# not in 3 | {} .. 100 and V# in Range#", rng.below(30)));
    piece.number("(if N# in Positive then 1 else 2)");
}

pub(super) fn integer_type(rng: &mut Rng, piece: &mut Piece) {
    let high = rng.between(3, 40);
    piece.declare(&format!(
        "type Small# is range 0 .. {high};\nsubtype Tiny# is Small# range 1 .. 3;\nS# : Small# := {};\nT# : Tiny# := 2;",
        rng.below(3)
    ));
    for round in 0..rng.between(1, 3) {
        let statement = match rng.below(5) {
            0 => format!("S# := S# + {};", rng.below(5)),
            1 => format!("T# := Tiny# (S# * {});", rng.below(3)),
            2 => format!("S# := Small# (Id ({}));", literal(rng)),
            3 => "S# := Small#'Pred (S#);".to_string(),
            _ => "T# := Small#'Succ (T#);".to_string(),
        };
        piece.guarded(&statement, 10 * round + 200);
    }
    piece.number("Integer (S#) * 100 + Integer (T#)");
    piece.string("Small#'Image (S#) & Tiny#'Image (T#)");
    piece.number("Integer (Small#'Last) - Integer (Tiny#'Last)");
}

pub(super) fn modular(rng: &mut Rng, piece: &mut Piece) {
    let modulus = *rng.pick(&[2, 7, 8, 16, 100, 256, 1024]);
    piece.declare(&format!(
        "type Ring# is mod {modulus};\nR# : Ring# := {};\nQ# : Ring# := Ring#'Last;",
        rng.below(2)
    ));
    for round in 0..rng.between(1, 4) {
        let power_of_two = modulus != 7 && modulus != 100;
        let statement = match rng.below(if power_of_two { 8 } else { 5 }) {
            0 => "R# := R# - 1;".to_string(),
            1 => "Q# := Q# + R# + 1;".to_string(),
            2 => "R# := R# * Q#;".to_string(),
            3 => format!("R# := Ring# (Id ({}));", literal(rng)),
            4 => "Q# := Ring#'Succ (Q#);".to_string(),
            5 => "R# := R# xor Q#;".to_string(),
            6 => "R# := not R#;".to_string(),
            _ => "Q# := (R# and Q#) or 1;".to_string(),
        };
        piece.guarded(&statement, 10 * round + 300);
    }
    piece.number("Integer (R#)");
    piece.number("Integer (Q#)");
    piece.truth("R# > Q#");
    piece.string("Ring#'Image (R#)");
}

pub(super) fn enumeration(rng: &mut Rng, piece: &mut Piece) {
    let names = ["Red", "Green", "Blue", "White", "Black"];
    let count = rng.between(3, 5);
    let all: Vec<String> = names[..count].iter().map(|name| format!("{name}#")).collect();
    let pick = |rng: &mut Rng| all[rng.below(count)].clone();
    piece.declare(&format!("type Color# is ({});\nC# : Color# := {};", all.join(", "), pick(rng)));
    if rng.chance(50) {
        piece.declare(&format!("subtype Some# is Color# range {} .. {};", all[1], all[count - 1]));
    } else {
        piece.declare("subtype Some# is Color#;");
    }
    for round in 0..rng.between(1, 3) {
        let statement = match rng.below(5) {
            0 => "C# := Color#'Succ (C#);".to_string(),
            1 => "C# := Color#'Pred (C#);".to_string(),
            2 => format!("C# := Color#'Val (Id ({}));", rng.below(count + 1)),
            3 => "C# := Some# (C#);\n   Note (Some#'Pos (C#));".to_string(),
            _ => format!("C# := Color#'Value (\"{}\");", pick(rng)),
        };
        piece.guarded(&statement, 10 * round + 400);
    }
    piece.number("Color#'Pos (C#)");
    piece.string("Color#'Image (C#)");
    piece.truth(&format!("C# >= {} and C# in Some#", pick(rng)));
    piece.run("for K in Color# loop\n   if K < C# then\n      Note (Color#'Pos (K) + 3);\n   end if;\nend loop;");
    piece.run(&format!(
        "case C# is\n   when {} => Note (1);\n   when {} | {} => Note (2);\n   when others => Note (3);\nend case;",
        all[0], all[1], all[2]
    ));
    piece.number("Color#'Pos (Some#'First) * 10 + Color#'Pos (Color#'Last)");
}

pub(super) fn short_circuit(rng: &mut Rng, piece: &mut Piece) {
    piece.declare(
        "function Says# (N : Integer; B : Boolean) return Boolean is\nbegin\n   Note (N);\n   return B;\nend Says#;\nT# : Boolean := True;",
    );
    for _ in 0..rng.between(1, 4) {
        let word = |rng: &mut Rng| *rng.pick(&["True", "False", "T#"]);
        let op = |rng: &mut Rng| *rng.pick(&["and", "or", "and then", "or else", "xor"]);
        let (a, b, c) = (word(rng), word(rng), word(rng));
        piece.run(&format!(
            "T# := (Says# (1, {a}) {} Says# (2, {b})) {} Says# (3, {c});",
            op(rng),
            op(rng)
        ));
    }
    piece.truth("T#");
    piece.truth("not T# or Acc > 5");
}

pub(super) fn conditional_expressions(rng: &mut Rng, piece: &mut Piece) {
    let (a, b) = (literal(rng), literal(rng));
    piece.declare(&format!("X# : Integer := Id ({a});\nY# : constant Integer := Id ({b});"));
    let tested = guarded_free(&condition(rng, &["X#", "Y#"], 1));
    piece.run(&format!(
        "X# := (if {tested} then X# + 1 elsif X# > {} then Y# else X# - Y#);",
        rng.below(9)
    ));
    piece.number("X#");
    if rng.chance(50) {
        piece.run(&format!(
            "X# := (case X# is when 0 => 10, when 1 .. {} => 20, when others => abs (X#) mod 50);",
            rng.between(2, 9)
        ));
        piece.number("X#");
    }
    if rng.chance(50) {
        piece.truth(&format!("(for all K in 1 .. {} => K * 2 /= X#)", rng.between(1, 6)));
        piece.truth(&format!("(for some K in 1 .. {} => K * 3 = Y#)", rng.between(1, 6)));
    }
}

pub(super) fn fixed(rng: &mut Rng, piece: &mut Piece) {
    let delta = *rng.pick(&["0.125", "0.25", "0.5", "0.1"]);
    piece.declare(&format!(
        "type Fix# is delta {delta} range -20.0 .. 20.0;\ntype Cash# is delta 0.01 digits 7;\nsubtype Low# is Fix# range 0.0 .. 5.0;\nA# : Fix# := {}.5;\nB# : Fix# := 1.0;\nL# : Low# := 1.0;\nC# : Cash# := {}.{}5;",
        rng.below(6),
        rng.below(90),
        rng.below(10)
    ));
    for round in 0..rng.between(2, 5) {
        let statement = match rng.below(10) {
            0 => "A# := A# + B#;".to_string(),
            1 => format!("A# := A# - {}.5;", rng.below(9)),
            2 => format!("B# := B# * {};", rng.between(1, 9)),
            3 => format!("B# := A# / Id ({});", rng.below(5)),
            4 => "L# := A#;".to_string(),
            5 => format!("C# := C# * Id ({}) + 0.25;", rng.below(2000)),
            6 => "A# := Fix# (C#);".to_string(),
            7 => format!("A# := Fix# (Id ({}) - 12);", rng.below(40)),
            8 => "B# := A# * B#;".to_string(),
            _ => "B# := abs (A# - B#);".to_string(),
        };
        piece.guarded(&statement, 10 * round + 1800);
    }
    piece.number("Integer (A#) * 100 + Integer (B#)");
    piece.number("Integer (C#)");
    piece.truth("A# > B# or L# in 0.5 .. 2.0");
}
