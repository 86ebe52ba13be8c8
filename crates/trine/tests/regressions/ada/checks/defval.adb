procedure Defval is
   Reached : exception;
   procedure Run is
      type T is range 0 .. 9 with Default_Value => 7;
      X : T;
   begin
      pragma Assert (X = 7);
      raise Reached;
   end Run;
begin
   Run;
exception
   when Reached => raise Program_Error;
   when others => null;
end Defval;
