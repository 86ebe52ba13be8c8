--  RM 7.6.1: Controlled objects are finalized when an exception leaves their block, before it is
--  handled outside.
--  Answer: END
with Ada.Finalization;
procedure Final_Exception is
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
   begin
      declare
         X : P.C;
      begin
         raise Constraint_Error;
      end;
   exception
      when Constraint_Error => N := N * 10;
   end;
   pragma Assert (N = 10);
   pragma Assert (False, "END");
end Final_Exception;
