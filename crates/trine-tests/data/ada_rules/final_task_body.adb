--  RM 7.6.1, 9.3(5): Objects of a task body are finalized before the task is terminated.
--  Answer: END
with Ada.Finalization;
procedure Final_Task_Body is
   N : Integer := 0;
   package P is
      type C is new Ada.Finalization.Limited_Controlled with null record;
      overriding procedure Finalize (X : in out C);
   end P;
   package body P is
      procedure Finalize (X : in out C) is
      begin
         N := N + 1;
      end Finalize;
   end P;
   task T;
   task body T is
      X : P.C;
   begin
      N := N + 10;
   end T;
begin
   while not T'Terminated loop
      delay 0.001;
   end loop;
   pragma Assert (N = 11);
   pragma Assert (False, "END");
end Final_Task_Body;
