procedure Rec4 is
   Reached : exception;
   procedure Run is
      type Kind is (A, B);
      type Rec (K : Kind := A) is record
         case K is when A => X : Integer := 1;
         when B => Y : Integer := 2;
      end case;
      end record;
      R : Rec;
   begin
      pragma Assert (R.X = 1);
      R := (K => B, Y => 7);
      pragma Assert (R.Y = 7);
      R.X := 3;
      raise Reached;
   end Run;
begin
   Run;
exception
   when Reached => raise Program_Error;
   when others => null;
end Rec4;
