--  RM 3.11(11): An allocator of a task whose body is not yet elaborated raises Program_Error.
--  Answer: END
procedure Elab_Task_Before_Body is
   Caught : Boolean := False;
begin
   begin
      declare
         task type T;
         type Ref is access T;
         R : Ref := new T;
         task body T is
         begin
            null;
         end T;
      begin
         R := null;
      end;
   exception
      when Program_Error => Caught := True;
   end;
   pragma Assert (Caught);
   pragma Assert (False, "END");
end Elab_Task_Before_Body;
