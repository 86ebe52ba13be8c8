--  RM 9.3(5): A goto out of a block waits for the block's tasks.
--  Answer: END
procedure Mast_Goto_Waits is
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
      goto After;
   end;
   <<After>>
   null;
   pragma Assert (Done);
   pragma Assert (False, "END");
end Mast_Goto_Waits;
