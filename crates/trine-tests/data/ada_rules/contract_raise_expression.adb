--  RM 6.1.1, 11.3: A raise expression in a precondition gives the exception of the user's choice.
--  Answer: END
procedure Contract_Raise_Expression is
   Too_Small : exception;
   N : Integer := 0;
   procedure Take (V : Integer) with Pre => V > 0 or else raise Too_Small;
   procedure Take (V : Integer) is
   begin
      N := N + V;
   end Take;
begin
   Take (1);
   begin
      Take (0);
      pragma Assert (False);
   exception
      when Too_Small => N := N + 10;
   end;
   pragma Assert (N = 11);
   pragma Assert (False, "END");
end Contract_Raise_Expression;
