procedure Arr7 is
   Reached : exception;
   procedure Run is
      type Vec is array (Positive range <>) of Integer;
      N : Integer := 0;
   begin
      declare X : Vec (N .. 3);
      begin
         X (1) := 0;
      end;
      raise Reached;
   end Run;
begin
   Run;
exception
   when Reached => raise Program_Error;
   when others => null;
end Arr7;
