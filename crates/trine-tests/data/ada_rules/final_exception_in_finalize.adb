--  RM 7.6.1(20): An exception that Finalize propagates is Program_Error where the block is left.
--  Answer: END
with Ada.Finalization;
procedure Final_Exception_In_Finalize is
   Caught : Boolean := False;
   package P is
      type C is new Ada.Finalization.Limited_Controlled with null record;
      overriding procedure Finalize (X : in out C);
   end P;
   package body P is
      procedure Finalize (X : in out C) is
      begin
         raise Constraint_Error;
      end Finalize;
   end P;
begin
   begin
      declare
         X : P.C;
      begin
         null;
      end;
      pragma Assert (False);
   exception
      when Program_Error => Caught := True;
   end;
   pragma Assert (Caught);
   pragma Assert (False, "END");
end Final_Exception_In_Finalize;
