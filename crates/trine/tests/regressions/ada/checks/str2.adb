procedure Str2 is
   Reached : exception;
   procedure Run is
      S : String (1 .. 3) := "abc";
   begin
      S (2) := 'x';
      pragma Assert (S (2) = 'x' and S (3) = 'c');
      raise Reached;
   end Run;
begin
   Run;
exception
   when Reached => raise Program_Error;
   when others => null;
end Str2;
