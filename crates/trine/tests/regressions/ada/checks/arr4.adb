procedure Arr4 is
   Reached : exception;
   procedure Run is
      type Vec is array (Integer range <>) of Integer;
      function Sum (V : Vec) return Integer is
         R : Integer := 0;
      begin
         for I in V'Range loop
            R := R + V (I);
         end loop;
         return R;
      end Sum;
      X : Vec (1 .. 5) := (1,2,3,4,5);
   begin
      pragma Assert (Sum (X) = 15);
      pragma Assert (Sum (X (2 .. 3)) = 5);
      pragma Assert (Sum ((7, 8)) = 15);
      raise Reached;
   end Run;
begin
   Run;
exception
   when Reached => raise Program_Error;
   when others => null;
end Arr4;
