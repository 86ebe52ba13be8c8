with Ada.Finalization;
procedure Adjusted_After_Assignment is
   Log : Integer := 0;
   package P is
      type C is new Ada.Finalization.Controlled with record
         V : Integer := 0;
      end record;
      overriding procedure Initialize (X : in out C);
      overriding procedure Adjust (X : in out C);
      overriding procedure Finalize (X : in out C);
   end P;
   package body P is
      procedure Initialize (X : in out C) is
      begin
         Log := Log * 10 + 1;
      end Initialize;
      procedure Adjust (X : in out C) is
      begin
         Log := Log * 10 + 2;
      end Adjust;
      procedure Finalize (X : in out C) is
      begin
         Log := Log * 10 + 3 + X.V;
      end Finalize;
   end P;
begin
   declare
      A : P.C;
      B : P.C := A;
   begin
      pragma Assert (Log = 12);
      A.V := 1;
      B := A;
      pragma Assert (Log = 1232);
   end;
   pragma Assert (Log = 123244);
end Adjusted_After_Assignment;
