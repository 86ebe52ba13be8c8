--  RM 9.5.3, 6.4.1: A parameter outside the range of the formal raises Constraint_Error in the
--  caller; the server is not called.
--  Answer: END
procedure Rdv_Parameter_Check_In_Caller is
   N, Caught : Integer := 0;
   function Ident (X : Integer) return Integer is
   begin
      return X;
   end Ident;
   task S is
      entry E (P : Positive);
   end S;
   task body S is
   begin
      loop
         select
            accept E (P : Positive) do
               N := N + P;
            end E;
         or
            terminate;
         end select;
      end loop;
   end S;
begin
   begin
      S.E (Ident (0));
      pragma Assert (False);
   exception
      when Constraint_Error => Caught := Caught + 1;
   end;
   S.E (Ident (2));
   pragma Assert (N = 2 and Caught = 1);
   pragma Assert (False, "END");
end Rdv_Parameter_Check_In_Caller;
