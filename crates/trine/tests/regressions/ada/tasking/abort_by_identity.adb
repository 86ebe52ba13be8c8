with Ada.Task_Identification;
procedure Abort_By_Identity is
   task T is
      entry Never;
   end T;
   task body T is
   begin
      accept Never;
   end T;
begin
   Ada.Task_Identification.Abort_Task (T'Identity);
   pragma Assert (not T'Callable);
end Abort_By_Identity;
