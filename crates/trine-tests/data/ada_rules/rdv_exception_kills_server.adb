--  RM 9.5.2, 11.4: An exception that leaves an accept statement ends a task that does not handle
--  it; the caller handles its own.
--  Answer: END, task dies Constraint_Error
procedure Rdv_Exception_Kills_Server is
   Caught : Boolean := False;
   task T is
      entry E (N : Integer);
   end T;
   task body T is
      P : Positive;
   begin
      accept E (N : Integer) do
         P := N;
      end E;
      P := P + 1;
   end T;
begin
   begin
      T.E (0);
      pragma Assert (False);
   exception
      when Constraint_Error => Caught := True;
   end;
   pragma Assert (Caught);
   while not T'Terminated loop
      delay 0.001;
   end loop;
   pragma Assert (False, "END");
end Rdv_Exception_Kills_Server;
