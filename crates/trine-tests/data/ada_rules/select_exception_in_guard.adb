--  RM 9.7.1, 11.4: An exception in a guard is raised by the select.
--  Answer: END
procedure Select_Exception_In_Guard is
   Zero : Integer := 0;
   Caught : Boolean := False;
begin
   declare
      task S is
         entry A;
      end S;
      task body S is
      begin
         select
            when 1 / Zero > 0 =>
               accept A;
         or
            terminate;
         end select;
      exception
         when Constraint_Error => Caught := True;
      end S;
   begin
      null;
   end;
   pragma Assert (Caught);
   pragma Assert (False, "END");
end Select_Exception_In_Guard;
