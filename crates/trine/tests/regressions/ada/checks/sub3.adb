procedure Sub3 is
   Reached : exception;
   procedure Run is
      N : Integer := 12;
      subtype S is Integer range 1 .. 10;
   begin
      for I in S range 5 .. N loop
         null;
      end loop;
      raise Reached;
   end Run;
begin
   Run;
exception
   when Reached => raise Program_Error;
   when others => null;
end Sub3;
