--  RM 7.6.1, 9.3(5): Controlled objects are finalized after the tasks of their master have
--  terminated.
--  Answer: END
with Ada.Finalization;
procedure Final_After_Tasks is
   Done, Seen : Boolean := False;
   package P is
      type C is new Ada.Finalization.Limited_Controlled with null record;
      overriding procedure Finalize (X : in out C);
   end P;
   package body P is
      procedure Finalize (X : in out C) is
      begin
         Seen := Done;
      end Finalize;
   end P;
begin
   declare
      X : P.C;
      task T;
      task body T is
      begin
         delay 0.001;
         Done := True;
      end T;
   begin
      null;
   end;
   pragma Assert (Seen);
   pragma Assert (False, "END");
end Final_After_Tasks;
