--  RM 9.5.2: A server may call another server while its caller waits.
--  Answer: END
procedure Rdv_Call_Inside_Accept is
   R : Integer := 0;
   task B is
      entry E (N : in out Integer);
   end B;
   task A is
      entry E (N : in out Integer);
   end A;
   task body A is
   begin
      accept E (N : in out Integer) do
         B.E (N);
         N := N * 2;
      end E;
   end A;
   task body B is
   begin
      accept E (N : in out Integer) do
         N := N + 1;
      end E;
   end B;
begin
   R := 4;
   A.E (R);
   pragma Assert (R = 10);
   pragma Assert (False, "END");
end Rdv_Call_Inside_Accept;
