procedure Loopinv is
   Reached : exception;
   procedure Run is
      X : Integer := 0;
   begin
      for I in 1 .. 3 loop
         X := X + 1;
         pragma Loop_Invariant (X = I);
      end loop;
      pragma Assume (X = 3);
      pragma Assert_And_Cut (X = 3);
      raise Reached;
   end Run;
begin
   Run;
exception
   when Reached => raise Program_Error;
   when others => null;
end Loopinv;
