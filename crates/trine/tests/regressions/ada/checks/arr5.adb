procedure Arr5 is
   Reached : exception;
   procedure Run is
      type Vec is array (Integer range <>) of Integer;
      procedure Set (V : in out Vec) is
      begin
         for I in V'Range loop
            V (I) := V (I) + 1;
         end loop;
      end Set;
      X : Vec (10 .. 12) := (1,2,3);
   begin
      Set (X);
      Set (X (11 .. 12));
      pragma Assert (X (10) = 2 and X (11) = 4 and X (12) = 5);
      raise Reached;
   end Run;
begin
   Run;
exception
   when Reached => raise Program_Error;
   when others => null;
end Arr5;
