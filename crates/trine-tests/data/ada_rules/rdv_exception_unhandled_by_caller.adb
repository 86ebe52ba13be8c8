--  RM 9.5.2, 11.4: The exception of an accept statement ends a main procedure that does not handle
--  it.
--  Answer: dies Constraint_Error
procedure Rdv_Exception_Unhandled_By_Caller is
   task T is
      entry E;
   end T;
   task body T is
   begin
      accept E do
         raise Constraint_Error;
      end E;
   exception
      when Constraint_Error => null;
   end T;
begin
   T.E;
end Rdv_Exception_Unhandled_By_Caller;
