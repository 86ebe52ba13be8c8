procedure Ident is
   Reached : exception;
   procedure Run is
      E1 : exception;
   begin
      begin
         raise E1 with "a" & Integer'Image (3);
      exception
         when E1 => null;
      end;
      raise Reached;
   end Run;
begin
   Run;
exception
   when Reached => raise Program_Error;
   when others => null;
end Ident;
