with Ada.Finalization;
procedure Controlled_Allocated is
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
      type Ref is access P.C;
      R : Ref := new P.C;
   begin
      null;
   end;
   pragma Assert (Count = 1);
end Controlled_Allocated;
