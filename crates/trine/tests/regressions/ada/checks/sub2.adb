procedure Sub2 is
   Reached : exception;
   procedure Run is
      N : Integer := 12;
      subtype S is Integer range 1 .. 10;
   begin
      declare subtype T is S range 1 .. N;
      begin
         null;
      end;
      raise Reached;
   end Run;
begin
   Run;
exception
   when Reached => raise Program_Error;
   when others => null;
end Sub2;
