--  RM 11.4: An exception of a function leaves the expression; the assignment is not made.
--  Answer: END
procedure Exc_Function_In_Expression is
   Failure : exception;
   N : Integer := 1;
   function F (X : Integer) return Integer is
   begin
      if X > 2 then
         raise Failure;
      end if;
      return X;
   end F;
begin
   begin
      N := F (1) + F (3);
   exception
      when Failure => null;
   end;
   pragma Assert (N = 1);
   pragma Assert (False, "END");
end Exc_Function_In_Expression;
