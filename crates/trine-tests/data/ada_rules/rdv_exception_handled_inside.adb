--  RM 9.5.2, 11.4: An exception that is handled inside an accept statement does not reach the
--  caller.
--  Answer: END
procedure Rdv_Exception_Handled_Inside is
   N : Integer := 0;
   task T is
      entry E (R : out Integer);
   end T;
   task body T is
   begin
      accept E (R : out Integer) do
         R := 1;
         raise Constraint_Error;
      exception
         when Constraint_Error => R := 2;
      end E;
   end T;
begin
   T.E (N);
   pragma Assert (N = 2);
   pragma Assert (False, "END");
end Rdv_Exception_Handled_Inside;
