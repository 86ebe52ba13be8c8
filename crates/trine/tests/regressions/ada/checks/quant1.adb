procedure Quant1 is
   Reached : exception;
   procedure Run is
      A : array (1 .. 3) of Integer := (1, 2, 3);
   begin
      pragma Assert (for all I in A'Range => A (I) = I);
      pragma Assert (not (for some I in 1 .. 3 => A (I) > 3));
      raise Reached;
   end Run;
begin
   Run;
exception
   when Reached => raise Program_Error;
   when others => null;
end Quant1;
