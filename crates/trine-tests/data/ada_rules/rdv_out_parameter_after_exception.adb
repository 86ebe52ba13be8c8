--  RM 6.4.1(17), 9.5.2: Scalar out parameters are not copied back when an accept statement ends by
--  an exception.
--  Answer: END
procedure Rdv_Out_Parameter_After_Exception is
   N : Integer := 1;
   task T is
      entry E (R : in out Integer);
   end T;
   task body T is
   begin
      accept E (R : in out Integer) do
         R := 2;
         raise Program_Error;
      end E;
   exception
      when Program_Error => null;
   end T;
begin
   begin
      T.E (N);
   exception
      when Program_Error => N := N + 10;
   end;
   pragma Assert (N = 11);
   pragma Assert (False, "END");
end Rdv_Out_Parameter_After_Exception;
