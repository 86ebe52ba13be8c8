--  RM 9.3(5): A block is left only when the tasks that depend on it have terminated.
--  Answer: END
procedure Mast_Block_Waits is
   Done : Boolean := False;
begin
   declare
      task T;
      task body T is
      begin
         delay 0.001;
         Done := True;
      end T;
   begin
      null;
   end;
   pragma Assert (Done);
   pragma Assert (False, "END");
end Mast_Block_Waits;
