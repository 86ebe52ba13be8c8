--  RM 7.6(17): An assignment finalizes the old value and adjusts the new one.
--  Answer: END
with Ada.Finalization;
procedure Final_Assignment is
   Finalized, Adjusted : Integer := 0;
   package P is
      type C is new Ada.Finalization.Controlled with record
         V : Integer := 0;
      end record;
      overriding procedure Adjust (X : in out C);
      overriding procedure Finalize (X : in out C);
   end P;
   package body P is
      procedure Adjust (X : in out C) is
      begin
         Adjusted := Adjusted + 1;
         X.V := X.V + 10;
      end Adjust;
      procedure Finalize (X : in out C) is
      begin
         Finalized := Finalized + 1;
      end Finalize;
   end P;
begin
   declare
      A, B : P.C;
   begin
      A.V := 5;
      B := A;
      pragma Assert (B.V = 15 and A.V = 5);
      pragma Assert (Adjusted = 1 and Finalized = 1);
   end;
   pragma Assert (Finalized = 3);
   pragma Assert (False, "END");
end Final_Assignment;
