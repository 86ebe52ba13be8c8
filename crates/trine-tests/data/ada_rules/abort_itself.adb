--  RM 9.8: A task that aborts itself does not go on.
--  Answer: END
procedure Abort_Itself is
   N : Integer := 0;
begin
   declare
      task T;
      task body T is
      begin
         N := 1;
         abort T;
         N := 2;
      end T;
   begin
      null;
   end;
   pragma Assert (N = 1);
   pragma Assert (False, "END");
end Abort_Itself;
