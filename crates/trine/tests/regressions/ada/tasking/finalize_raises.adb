with Ada.Finalization;
procedure Finalize_Raises is
   Count : Integer := 0;
   package P is
      type C is new Ada.Finalization.Limited_Controlled with null record;
      overriding procedure Finalize (X : in out C);
   end P;
   package body P is
      procedure Finalize (X : in out C) is
      begin
         Count := Count + 1;
         if Count = 1 then
            raise Constraint_Error;
         end if;
      end Finalize;
   end P;
begin
   begin
      declare
         A, B : P.C;
      begin
         null;
      end;
      pragma Assert (False);
   exception
      when Program_Error => null;
   end;
   pragma Assert (Count = 2);
end Finalize_Raises;
