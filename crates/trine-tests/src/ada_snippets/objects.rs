//! Topics about packages, generics, access to subprograms, tagged and controlled types.

use super::topic::{Piece, literal};
use crate::rng::Rng;

pub(super) fn packages(rng: &mut Rng, piece: &mut Piece) {
    let start = literal(rng);
    piece.declare(&format!(
        "package Store# is\n   type Item is private;\n   Empty : constant Item;\n   Made : Integer := {start};\n   function Make (N : Integer) return Item;\n   function Value (I : Item) return Integer;\n   procedure Bump (I : in out Item; By : Integer := 2);\nprivate\n   type Item is record\n      V : Integer := -1;\n   end record;\n   Empty : constant Item := (V => 0);\nend Store#;"
    ));
    piece.declare(&format!(
        "package body Store# is\n   Hidden : Integer := 3;\n   function Make (N : Integer) return Item is\n   begin\n      Made := Made + 1;\n      return (V => N + Hidden);\n   end Make;\n   function Value (I : Item) return Integer is\n   begin\n      return I.V;\n   end Value;\n   procedure Bump (I : in out Item; By : Integer := 2) is\n   begin\n      Hidden := Hidden + 1;\n      I.V := I.V + By;\n   end Bump;\nbegin\n   Hidden := Hidden + {};\n   Note (Hidden);\nend Store#;",
        rng.below(5)
    ));
    let used = rng.chance(50);
    if used {
        piece.declare("use Store#;");
    }
    piece.declare("I#, J# : Store#.Item;\nuse type Store#.Item;");
    for _ in 0..rng.between(1, 4) {
        piece.run(
            match rng.below(4) {
                0 => format!("I# := Store#.Make ({});", literal(rng)),
                1 => "Store#.Bump (I#);".to_string(),
                2 => format!("Store#.Bump (J#, By => {});", rng.below(6)),
                _ => "J# := I#;".to_string(),
            }
            .as_str(),
        );
    }
    piece.number("Store#.Value (I#) * 10 + Store#.Value (J#)");
    piece.number(if used {
        "Made + Value (Empty)"
    } else {
        "Store#.Made + Store#.Value (Store#.Empty)"
    });
    piece.equality("I# = J#");
}

pub(super) fn generics(rng: &mut Rng, piece: &mut Piece) {
    piece.declare("generic\n   type T is private;\nprocedure Swap# (A, B : in out T);\nprocedure Swap# (A, B : in out T) is\n   C : constant T := A;\nbegin\n   A := B;\n   B := C;\nend Swap#;\nprocedure Swap_Numbers# is new Swap# (Integer);\nprocedure Swap_Truths# is new Swap# (Boolean);");
    piece.declare("generic\n   Size : Positive;\n   type Element is range <>;\n   with function Weight (E : Element) return Integer;\npackage Stack# is\n   procedure Push (E : Element);\n   procedure Pop (E : out Element);\n   function Total return Integer;\nprivate\n   Full : exception;\nend Stack#;");
    piece.declare("package body Stack# is\n   Items : array (1 .. Size) of Element;\n   Top : Natural := 0;\n   procedure Push (E : Element) is\n   begin\n      Top := Top + 1;\n      Items (Top) := E;\n   end Push;\n   procedure Pop (E : out Element) is\n   begin\n      E := Items (Top);\n      Top := Top - 1;\n   end Pop;\n   function Total return Integer is\n      S : Integer := 0;\n   begin\n      for I in 1 .. Top loop\n         S := S + Weight (Items (I));\n      end loop;\n      return S;\n   end Total;\nend Stack#;");
    piece.declare(&format!(
        "type Cents# is range 0 .. 100;\nfunction Twice# (C : Cents#) return Integer is (Integer (C) * 2);\nfunction Same# (N : Integer) return Integer is (N);\npackage Purse# is new Stack# ({}, Cents#, Twice#);\npackage Pile# is new Stack# (2, Integer, Same#);",
        rng.between(1, 3)
    ));
    piece.declare(
        "X# : Integer := 4;\nY# : Integer := 9;\nP#, Q# : Boolean := True;\nC# : Cents# := 7;",
    );
    for round in 0..rng.between(1, 4) {
        let statement = match rng.below(6) {
            0 => "Swap_Numbers# (X#, Y#);".to_string(),
            1 => "Q# := X# > 5;\n   Swap_Truths# (P#, Q#);".to_string(),
            2 => {
                format!("Purse#.Push (C#);\n   C# := C# + {};\n   Purse#.Push (C#);", rng.below(50))
            }
            3 => "Pile#.Push (X#);".to_string(),
            4 => "Pile#.Pop (Y#);".to_string(),
            _ => "Purse#.Pop (C#);".to_string(),
        };
        piece.guarded(&statement, 10 * round + 1300);
    }
    piece.number("Purse#.Total * 10 + Pile#.Total");
    piece.number("X# * 10 + Y#");
    piece.truth("P# and not Q#");
    piece.number("Integer (C#)");
}

pub(super) fn access_to_subprogram(rng: &mut Rng, piece: &mut Piece) {
    piece.declare("type Op# is access function (A, B : Integer) return Integer;\nfunction Plus# (A, B : Integer) return Integer is\nbegin\n   return A + B;\nend Plus#;\nfunction Less# (A, B : Integer) return Integer is\nbegin\n   Note (B);\n   return A - B;\nend Less#;\ntype Ops# is array (1 .. 2) of Op#;\nTable# : constant Ops# := (Plus#'Access, Less#'Access);\nF# : Op# := null;\nR# : Integer := 3;");
    piece.declare("function Fold# (F : Op#; N : Integer) return Integer is\n   S : Integer := 0;\nbegin\n   for I in 1 .. N loop\n      S := F (S, I);\n   end loop;\n   return S;\nend Fold#;");
    for round in 0..rng.between(1, 4) {
        let statement = match rng.below(5) {
            0 => "F# := Plus#'Access;".to_string(),
            1 => format!("F# := Table# (Id ({}));", rng.below(4)),
            2 => "R# := F# (R#, 5);".to_string(),
            3 => format!("R# := Fold# (Table# (2), {});", rng.below(4)),
            _ => "R# := Table# (1).all (R#, 2);".to_string(),
        };
        piece.guarded(&statement, 10 * round + 1400);
    }
    piece.number("R#");
    piece.truth("F# = null or else F# = Table# (1)");
}

pub(super) fn tagged(rng: &mut Rng, piece: &mut Piece) {
    let both = rng.chance(60);
    piece.declare("package Shapes# is\n   type Shape is tagged record\n      N : Integer := 1;\n   end record;\n   function Area (S : Shape) return Integer;\n   procedure Grow (S : in out Shape; By : Integer);\n   type Square is new Shape with record\n      Side : Integer := 3;\n   end record;\n   overriding function Area (S : Square) return Integer;\n   type Cube is new Square with null record;");
    if both {
        piece.declare("   overriding procedure Grow (S : in out Cube; By : Integer);");
    }
    piece.declare("end Shapes#;");
    piece.declare("package body Shapes# is\n   function Area (S : Shape) return Integer is (S.N);\n   procedure Grow (S : in out Shape; By : Integer) is\n   begin\n      S.N := S.N + By;\n   end Grow;\n   function Area (S : Square) return Integer is\n   begin\n      return S.Side * S.Side + Area (Shape (S));\n   end Area;");
    if both {
        piece.declare("   procedure Grow (S : in out Cube; By : Integer) is\n   begin\n      Grow (Square (S), By);\n      S.Side := S.Side + 1;\n   end Grow;");
    }
    piece.declare("end Shapes#;\ntype Any# is access Shapes#.Shape'Class;");
    piece.declare(&format!(
        "procedure Work# (S : in out Shapes#.Shape'Class) is\nbegin\n   S.Grow ({});\n   Note (S.Area);\nend Work#;\nA# : Shapes#.Shape;\nB# : Shapes#.Square;\nC# : Shapes#.Cube;\nP# : Any# := new Shapes#.Square'(N => 2, Side => {});",
        rng.below(5),
        rng.below(5)
    ));
    for round in 0..rng.between(1, 4) {
        let statement = match rng.below(7) {
            0 => "Work# (A#);",
            1 => "Work# (B#);",
            2 => "Work# (C#);",
            3 => "P#.Grow (2);\n   Note (P#.Area);",
            4 => "P# := new Shapes#.Cube;\n   Work# (P#.all);",
            5 => "A# := Shapes#.Shape (B#);\n   Note (A#.Area);",
            _ => "B# := Shapes#.Square (P#.all);",
        };
        piece.guarded(statement, 10 * round + 1500);
    }
    piece.number("A#.Area * 100 + B#.Area");
    piece.number("Shapes#.Area (C#)");
    piece.truth("P#.all in Shapes#.Cube");
    piece.truth("P#.all in Shapes#.Square'Class");
}

pub(super) fn controlled(rng: &mut Rng, piece: &mut Piece) {
    piece.declare("package Owned# is\n   type Thing is new Ada.Finalization.Controlled with record\n      Id : Integer := 1;\n   end record;\n   overriding procedure Initialize (T : in out Thing);\n   overriding procedure Adjust (T : in out Thing);\n   overriding procedure Finalize (T : in out Thing);\nend Owned#;");
    piece.declare("package body Owned# is\n   procedure Initialize (T : in out Thing) is\n   begin\n      Note (T.Id);\n   end Initialize;\n   procedure Adjust (T : in out Thing) is\n   begin\n      Note (T.Id + 20);\n      T.Id := T.Id + 1;\n   end Adjust;\n   procedure Finalize (T : in out Thing) is\n   begin\n      Note (T.Id + 40);\n   end Finalize;\nend Owned#;");
    let inside = match rng.below(6) {
        0 => "A.Id := 5;\n   Note (A.Id);",
        1 => "A.Id := 6;\n   B := A;",
        2 => "raise Constraint_Error;",
        3 => "declare\n      C : Owned#.Thing := A;\n   begin\n      C.Id := 9;\n   end;",
        4 => {
            "for I in 1 .. 2 loop\n      declare\n         D : Owned#.Thing;\n      begin\n         D.Id := I;\n         exit when I = 1;\n      end;\n   end loop;"
        }
        _ => "A := B;\n   A := A;",
    };
    piece.run(&format!("begin\n   declare\n      A, B : Owned#.Thing;\n   begin\n   {inside}\n   end;\n   Note (1);\nexception\n   when Constraint_Error => Note (2);\nend;"));
    piece.declare("procedure Leave# (N : Integer) is\n   T : Owned#.Thing;\nbegin\n   T.Id := N;\n   if N > 2 then\n      return;\n   end if;\n   Note (3);\nend Leave#;");
    piece.run(&format!("Leave# ({});", rng.below(5)));
    piece.number("Acc");
}

pub(super) fn interfaces(rng: &mut Rng, piece: &mut Piece) {
    piece.declare("package Parts# is\n   type Counter is limited interface;\n   procedure Step (C : in out Counter; By : Integer) is abstract;\n   function Value (C : Counter) return Integer is abstract;\n   procedure Reset (C : in out Counter) is null;\n   protected type Safe is new Counter with\n      overriding procedure Step (By : Integer);\n      overriding function Value return Integer;\n   private\n      V : Integer := 2;\n   end Safe;\n   type Plain is limited new Counter with record\n      V : Integer := 4;\n   end record;\n   overriding procedure Step (C : in out Plain; By : Integer);\n   overriding function Value (C : Plain) return Integer is (C.V);\n   overriding procedure Reset (C : in out Plain);\n   type Fast is limited new Plain with record\n      Extra : Integer := 1;\n   end record;\n   overriding procedure Step (C : in out Fast; By : Integer);\nend Parts#;");
    piece.declare("package body Parts# is\n   protected body Safe is\n      procedure Step (By : Integer) is\n      begin\n         V := V + By;\n      end Step;\n      function Value return Integer is (V);\n   end Safe;\n   procedure Step (C : in out Plain; By : Integer) is\n   begin\n      C.V := C.V + 2 * By;\n   end Step;\n   procedure Reset (C : in out Plain) is\n   begin\n      C.V := 0;\n   end Reset;\n   procedure Step (C : in out Fast; By : Integer) is\n   begin\n      C.Extra := C.Extra + By;\n      Plain (C).Step (C.Extra);\n   end Step;\nend Parts#;");
    piece.declare(&format!(
        "S# : aliased Parts#.Safe;\nP# : aliased Parts#.Plain;\nF# : aliased Parts#.Fast;\ntype Ref# is access all Parts#.Counter'Class;\nR# : Ref#;\nprocedure Work# (C : in out Parts#.Counter'Class) is\nbegin\n   C.Step ({});\n   Note (C.Value);\nend Work#;",
        rng.below(5)
    ));
    for round in 0..rng.between(1, 5) {
        let statement = match rng.below(9) {
            0 => "Work# (S#);",
            1 => "Work# (P#);",
            2 => "Work# (F#);",
            3 => "R# := S#'Unchecked_Access;",
            4 => "R# := F#'Unchecked_Access;",
            5 => "R#.Step (3);\n   Note (R#.Value);",
            6 => "Parts#.Reset (R#.all);",
            7 => "Note (Parts#.Plain'Class (R#.all).V);",
            _ => "F#.Reset;\n   F#.Step (1);",
        };
        piece.guarded(statement, 10 * round + 1700);
    }
    piece.number("S#.Value * 100 + P#.Value * 10 + F#.Value");
    piece.truth("R# /= null and then R#.all in Parts#.Plain'Class");
}
