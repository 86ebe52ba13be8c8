--  RM 7.6.1: Controlled objects are finalized when their block is left, the last one first.
--  Answer: END
with Ada.Finalization;
procedure Final_Block is
   Order : Integer := 0;
   package P is
      type C (Id : Integer) is new Ada.Finalization.Limited_Controlled with null record;
      overriding procedure Initialize (X : in out C);
      overriding procedure Finalize (X : in out C);
   end P;
   package body P is
      procedure Initialize (X : in out C) is
      begin
         Order := Order * 10 + X.Id;
      end Initialize;
      procedure Finalize (X : in out C) is
      begin
         Order := Order * 10 + X.Id + 3;
      end Finalize;
   end P;
begin
   declare
      A : P.C (1);
      B : P.C (2);
   begin
      Order := Order * 10;
   end;
   pragma Assert (Order = 12_054);
   pragma Assert (False, "END");
end Final_Block;
