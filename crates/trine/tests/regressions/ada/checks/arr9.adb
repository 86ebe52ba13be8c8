procedure Arr9 is
   Reached : exception;
   procedure Run is
      type Vec is array (Positive range <>) of Integer;
      X : Vec := (1, 2, 3);
      Y : constant Vec := X;
   begin
      X (1) := 9;
      pragma Assert (Y (1) = 1 and Y'Last = 3 and X'Length = 3);
      raise Reached;
   end Run;
begin
   Run;
exception
   when Reached => raise Program_Error;
   when others => null;
end Arr9;
