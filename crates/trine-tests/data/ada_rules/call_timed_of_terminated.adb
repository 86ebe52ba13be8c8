--  RM 9.7.2, 9.5.3(21): A timed call of a terminated task raises Tasking_Error.
--  Answer: END
procedure Call_Timed_Of_Terminated is
   task T is
      entry E;
   end T;
   task body T is
   begin
      null;
   end T;
   Caught : Boolean := False;
begin
   while not T'Terminated loop
      delay 0.001;
   end loop;
   begin
      select
         T.E;
      or
         delay 0.01;
         pragma Assert (False);
      end select;
      pragma Assert (False);
   exception
      when Tasking_Error => Caught := True;
   end;
   pragma Assert (Caught);
   pragma Assert (False, "END");
end Call_Timed_Of_Terminated;
