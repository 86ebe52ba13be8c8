--  RM 9.3(5), 11.4: An exception leaves a block after the block's tasks have terminated.
--  Answer: END
procedure Mast_Exception_Waits is
   Done, Caught : Boolean := False;
begin
   begin
      declare
         task T;
         task body T is
         begin
            delay 0.001;
            Done := True;
         end T;
      begin
         raise Program_Error;
      end;
   exception
      when Program_Error =>
         Caught := True;
         pragma Assert (Done);
   end;
   pragma Assert (Caught);
   pragma Assert (False, "END");
end Mast_Exception_Waits;
