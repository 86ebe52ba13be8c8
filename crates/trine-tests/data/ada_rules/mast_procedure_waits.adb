--  RM 9.3(5): A procedure returns only when its tasks have terminated, also by a return statement.
--  Answer: END
procedure Mast_Procedure_Waits is
   N : Integer := 0;
   procedure P is
      task T;
      task body T is
      begin
         delay 0.001;
         N := N + 1;
      end T;
   begin
      if N < 5 then
         return;
      end if;
      N := 100;
   end P;
begin
   P;
   P;
   pragma Assert (N = 2);
   pragma Assert (False, "END");
end Mast_Procedure_Waits;
