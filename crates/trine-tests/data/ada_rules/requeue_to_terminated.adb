--  RM 9.5.4, 9.5.3(21): A requeue to a terminated task raises Tasking_Error in the original
--  caller.
--  Answer: END
--  GNAT: END, task dies Storage_Error
procedure Requeue_To_Terminated is
   Caught : Boolean := False;
   task Gone is
      entry E;
   end Gone;
   task body Gone is
   begin
      null;
   end Gone;
   task S is
      entry E;
   end S;
   task body S is
   begin
      while not Gone'Terminated loop
         delay 0.001;
      end loop;
      accept E do
         requeue Gone.E;
      end E;
   end S;
begin
   begin
      S.E;
      pragma Assert (False);
   exception
      when Tasking_Error => Caught := True;
   end;
   pragma Assert (Caught);
   pragma Assert (False, "END");
end Requeue_To_Terminated;
