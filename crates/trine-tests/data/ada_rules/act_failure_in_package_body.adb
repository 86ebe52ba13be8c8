--  RM 9.2(5): The handlers of a package body see the failure of its tasks.
--  Answer: END, activation fails Constraint_Error
procedure Act_Failure_In_Package_Body is
   function Zero return Integer is
   begin
      return 0;
   end Zero;
   Caught : Boolean := False;
   package P is
      task T;
   end P;
   package body P is
      task body T is
         L : Positive := Zero;
      begin
         L := L + 1;
      end T;
   begin
      pragma Assert (False);
   exception
      when Tasking_Error => Caught := True;
   end P;
begin
   pragma Assert (Caught);
   pragma Assert (False, "END");
end Act_Failure_In_Package_Body;
