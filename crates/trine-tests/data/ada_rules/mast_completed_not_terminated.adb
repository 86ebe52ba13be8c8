--  RM 9.3(5), 9.9: A task that is completed is not terminated before those that depend on it; it
--  is no longer callable.
--  Answer: END
procedure Mast_Completed_Not_Terminated is
   protected Gate is
      procedure Open;
      entry Pass;
   private
      Opened : Boolean := False;
   end Gate;
   protected body Gate is
      procedure Open is
      begin
         Opened := True;
      end Open;
      entry Pass when Opened is
      begin
         null;
      end Pass;
   end Gate;
   task T;
   task body T is
      task Inner;
      task body Inner is
      begin
         Gate.Pass;
      end Inner;
   begin
      null;
   end T;
begin
   while T'Callable loop
      delay 0.001;
   end loop;
   pragma Assert (not T'Terminated);
   Gate.Open;
   while not T'Terminated loop
      delay 0.001;
   end loop;
   pragma Assert (False, "END");
end Mast_Completed_Not_Terminated;
