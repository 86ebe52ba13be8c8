--  RM 9.2(5), 11.4: A task whose own tasks fail to be activated can handle Tasking_Error.
--  Answer: END, activation fails Constraint_Error
procedure Exc_Activation_Of_Nested is
   N : Integer := 0;
   function Zero return Integer is
   begin
      return 0;
   end Zero;
begin
   declare
      task Outer;
      task body Outer is
         task Inner;
         task body Inner is
            P : Positive := Zero;
         begin
            P := P + 1;
         end Inner;
      begin
         N := 100;
      exception
         when Tasking_Error => N := N + 1;
      end Outer;
   begin
      null;
   end;
   pragma Assert (N = 1);
   pragma Assert (False, "END");
end Exc_Activation_Of_Nested;
