--  RM 9.7.3, 9.5.3(21): A conditional call of a terminated task raises Tasking_Error; the else
--  part is not taken.
--  Answer: END
procedure Call_Conditional_Of_Terminated is
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
      else
         pragma Assert (False);
      end select;
      pragma Assert (False);
   exception
      when Tasking_Error => Caught := True;
   end;
   pragma Assert (Caught);
   pragma Assert (False, "END");
end Call_Conditional_Of_Terminated;
