--  RM 11.4(5): An exception in the declarative part of a block is not handled by the block's own
--  handlers.
--  Answer: END
procedure Exc_Declarative_Part_Of_Block is
   function Zero return Integer is
   begin
      return 0;
   end Zero;
   Inner, Outer : Boolean := False;
begin
   begin
      declare
         P : Positive := Zero;
      begin
         P := P + 1;
      exception
         when Constraint_Error => Inner := True;
      end;
   exception
      when Constraint_Error => Outer := True;
   end;
   pragma Assert (Outer and not Inner);
   pragma Assert (False, "END");
end Exc_Declarative_Part_Of_Block;
