with Ada.Task_Identification; use Ada.Task_Identification;
procedure Identities is
   task T is
      entry E;
   end T;
   Id, Own : Task_Id;
   task body T is
   begin
      pragma Assert (Current_Task = T'Identity);
      accept E;
   end T;
begin
   pragma Assert (Own = Null_Task_Id);
   Own := Current_Task;
   Id := T'Identity;
   pragma Assert (Id /= Own);
   pragma Assert (Is_Callable (Id));
   pragma Assert (not Is_Terminated (Own));
   T.E;
   while not Is_Terminated (Id) loop
      delay 0.001;
   end loop;
   pragma Assert (not Is_Callable (Id));
   begin
      if Is_Callable (Null_Task_Id) then
         null;
      end if;
      pragma Assert (False);
   exception
      when Program_Error => null;
   end;
end Identities;
