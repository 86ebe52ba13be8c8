//! Topics about tasks and protected objects that behave alike in every schedule.

use super::topic::{Piece, literal};
use crate::rng::Rng;

pub(super) fn rendezvous(rng: &mut Rng, piece: &mut Piece) {
    let (count, raised) = (rng.between(1, 3), rng.below(4));
    piece.declare(&format!(
        "procedure Meet# (N : Integer) is\n   task Server is\n      entry Put (1 .. 3) (X : Integer; Y : out Integer);\n      entry Stop;\n   end Server;\n   task body Server is\n      Sum : Integer := 0;\n   begin\n      for I in 1 .. {count} loop\n         begin\n            accept Put (I) (X : Integer; Y : out Integer) do\n               Y := 0;\n               if X = {raised} then\n                  raise {};\n               end if;\n               Sum := Sum + X;\n               Y := Sum;\n            end Put;\n         exception\n            when others => null;\n         end;\n      end loop;\n      select\n         accept Stop;\n      or\n         terminate;\n      end select;\n   end Server;\n   Got : Integer := -1;\nbegin\n   for I in 1 .. {count} loop\n      begin\n         Server.Put (I) (N + I, Got);\n      exception\n         when Constraint_Error => Note (4);\n         when Program_Error => Note (5);\n      end;\n      Note (Got + 1);\n   end loop;\n   Note (if Server'Callable then 6 else 7);\n   Server.Stop;\n   while not Server'Terminated loop\n      delay 0.0;\n   end loop;\n   Note (if Server'Callable then 8 else 9);\n   begin\n      Server.Stop;\n   exception\n      when Tasking_Error => Note (10);\n   end;\nend Meet#;",
        *rng.pick(&["Constraint_Error", "Program_Error"])
    ));
    piece.run(&format!("Meet# ({});", rng.below(4)));
    piece.number("Acc");
}

pub(super) fn protected_objects(rng: &mut Rng, piece: &mut Piece) {
    let (limit, start) = (rng.between(1, 3), rng.below(3));
    piece.declare(&format!(
        "protected Box# is\n   entry Take (N : out Integer);\n   entry Room (1 .. 2) (X : Integer);\n   procedure Put (X : Integer);\n   function Level return Integer;\nprivate\n   Held : Integer := {start};\n   Last : Integer := 7;\nend Box#;\nprotected body Box# is\n   entry Take (N : out Integer) when Held > 0 is\n   begin\n      Held := Held - 1;\n      N := Last;\n   end Take;\n   entry Room (for I in 1 .. 2) (X : Integer) when Held < {limit} + I is\n   begin\n      Held := Held + I;\n      Last := X;\n   end Room;\n   procedure Put (X : Integer) is\n   begin\n      Held := Held + 1;\n      Last := X;\n      if X > 8 then\n         raise Constraint_Error;\n      end if;\n   end Put;\n   function Level return Integer is (Held * 10 + Take'Count);\nend Box#;\nGot# : Integer := 0;"
    ));
    for round in 0..rng.between(2, 5) {
        let statement = match rng.below(6) {
            0 => format!("Box#.Put ({});", rng.below(11)),
            1 => "select\n      Box#.Take (Got#);\n      Note (1);\n   else\n      Note (2);\n   end select;".to_string(),
            2 => format!("select\n      Box#.Room ({}) ({});\n      Note (3);\n   else\n      Note (4);\n   end select;", rng.between(1, 2), literal(rng)),
            3 => format!("select\n      Box#.Room (Id ({})) (1);\n   or\n      delay 0.0;\n      Note (5);\n   end select;", rng.between(1, 3)),
            4 => "Note (Box#.Level);".to_string(),
            _ => "select\n      Box#.Take (Got#);\n   or\n      delay 0.0;\n      Note (6);\n   end select;".to_string(),
        };
        piece.guarded(&statement, 10 * round + 1600);
    }
    piece.number("Box#.Level");
    piece.number("Got#");
}

pub(super) fn activation(rng: &mut Rng, piece: &mut Piece) {
    let failing = rng.chance(40);
    let value = if failing { 0 } else { rng.between(1, 5) };
    piece.declare(&format!(
        "procedure Activate# is\n   Done : Integer := 0;\nbegin\n   declare\n      task Worker;\n      task body Worker is\n         P : Positive := Id ({value});\n      begin\n         Done := P;\n      end Worker;\n   begin\n      Note (1);\n   exception\n      when Tasking_Error => Note (2);\n   end;\n   Note (Done + 3);\nexception\n   when Tasking_Error => Note (Done + 4);\nend Activate#;"
    ));
    piece.run("Activate#;");
    piece.number("Acc");
}

pub(super) fn elaboration(rng: &mut Rng, piece: &mut Piece) {
    let early = rng.chance(50);
    let start = if early { "Reach#" } else { "3" };
    piece.declare(&format!(
        "procedure Elaborate# is\nbegin\n   declare\n      procedure Late (N : Integer);\n      function Reach# return Integer is\n      begin\n         Late (1);\n         return 5;\n      end Reach#;\n      V : Integer := {start};\n      procedure Late (N : Integer) is\n      begin\n         Note (N);\n      end Late;\n   begin\n      V := V + Reach#;\n      Note (V);\n   end;\nexception\n   when Program_Error => Note (9);\nend Elaborate#;"
    ));
    piece.run("Elaborate#;");
    piece.number("Acc");
}
