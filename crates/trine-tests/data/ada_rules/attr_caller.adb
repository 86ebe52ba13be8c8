--  RM C.7.1: 'Caller is the task that is being served.
--  Answer: END
with Ada.Task_Identification; use Ada.Task_Identification;
procedure Attr_Caller is
   Same : Boolean := False;
   Who : Task_Id;
   task S is
      entry E (Id : Task_Id);
   end S;
   task body S is
   begin
      accept E (Id : Task_Id) do
         Same := E'Caller = Id;
         Who := E'Caller;
      end E;
   end S;
begin
   S.E (Current_Task);
   pragma Assert (Same and Who = Current_Task and Who /= S'Identity);
   pragma Assert (False, "END");
end Attr_Caller;
