--  RM 9.5.3(21): A call of a terminated task raises Tasking_Error.
--  Answer: END
procedure Call_Of_Terminated is
   task T is
      entry E;
   end T;
   task body T is
   begin
      null;
   end T;
   Caught : Boolean := False;
begin
   begin
      T.E;
      pragma Assert (False);
   exception
      when Tasking_Error => Caught := True;
   end;
   pragma Assert (Caught);
   pragma Assert (False, "END");
end Call_Of_Terminated;
