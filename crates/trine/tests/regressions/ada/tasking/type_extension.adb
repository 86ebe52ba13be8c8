with Ada.Finalization;
procedure Type_Extension is
   N : Integer := 0;
   package P is
      type C is new Ada.Finalization.Controlled with record
         V : Integer := 0;
      end record;
      overriding procedure Adjust (X : in out C);
   end P;
   package body P is
      procedure Adjust (X : in out C) is
      begin
         N := N + 1;
      end Adjust;
   end P;
   A, B : P.C;
begin
   A := B;
   pragma Assert (N = 1);
end Type_Extension;
