--  RM 7.6.1: Controlled objects are finalized on return and exit.
--  Answer: END
with Ada.Finalization;
procedure Final_Return_And_Exit is
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
   function F return Integer is
      X : P.C;
   begin
      return N;
   end F;
   R : Integer;
begin
   R := F;
   pragma Assert (R = 0 and N = 1);
   loop
      declare
         X : P.C;
      begin
         exit;
      end;
   end loop;
   pragma Assert (N = 2);
   pragma Assert (False, "END");
end Final_Return_And_Exit;
