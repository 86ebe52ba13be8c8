with Ada.Finalization;
procedure Controlled_Component is
   Count : Integer := 0;
   package P is
      type C is new Ada.Finalization.Limited_Controlled with null record;
      overriding procedure Finalize (X : in out C);
   end P;
   package body P is
      procedure Finalize (X : in out C) is
      begin
         Count := Count + 1;
      end Finalize;
   end P;
begin
   declare
      type Rec is limited record
         A, B : P.C;
      end record;
      R : Rec;
   begin
      null;
   end;
   pragma Assert (Count = 2);
end Controlled_Component;
