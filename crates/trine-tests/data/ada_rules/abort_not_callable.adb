--  RM 9.9(2), 9.8: An aborted task is not callable, and a call of it raises Tasking_Error.
--  Answer: END
procedure Abort_Not_Callable is
   Caught : Boolean := False;
   task T is
      entry E;
   end T;
   task body T is
   begin
      accept E;
   end T;
begin
   abort T;
   pragma Assert (not T'Callable);
   begin
      T.E;
      pragma Assert (False);
   exception
      when Tasking_Error => Caught := True;
   end;
   pragma Assert (Caught);
   pragma Assert (False, "END");
end Abort_Not_Callable;
