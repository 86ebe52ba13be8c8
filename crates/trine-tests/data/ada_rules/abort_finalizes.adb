--  RM 9.8, 7.6.1: Controlled objects of an aborted task are finalized.
--  Answer: END
with Ada.Finalization;
procedure Abort_Finalizes is
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
begin
   declare
      task T is
         entry Ready;
         entry E;
      end T;
      task body T is
         X : P.C;
      begin
         accept Ready;
         accept E;
      end T;
   begin
      T.Ready;
      abort T;
   end;
   pragma Assert (N = 1);
   pragma Assert (False, "END");
end Abort_Finalizes;
