procedure Str1 is
   Reached : exception;
   procedure Run is
      S : String (1 .. 3) := "abc";
   begin
      S := "abcd";
      raise Reached;
   end Run;
begin
   Run;
exception
   when Reached => raise Program_Error;
   when others => null;
end Str1;
