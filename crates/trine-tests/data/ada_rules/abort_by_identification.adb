--  RM C.7.1: Abort_Task has the effect of an abort statement.
--  Answer: END
with Ada.Task_Identification; use Ada.Task_Identification;
procedure Abort_By_Identification is
   N : Integer := 0;
begin
   declare
      task T is
         entry E;
      end T;
      task body T is
      begin
         accept E;
         N := 1;
      end T;
   begin
      Abort_Task (T'Identity);
   end;
   pragma Assert (N = 0);
   pragma Assert (False, "END");
end Abort_By_Identification;
