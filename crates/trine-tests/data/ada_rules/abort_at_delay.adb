--  RM 9.8(15): A delay is an abort completion point.
--  Answer: END
procedure Abort_At_Delay is
   N : Integer := 0;
begin
   declare
      task T;
      task body T is
      begin
         loop
            delay 100.0;
         end loop;
      end T;
   begin
      abort T;
   end;
   pragma Assert (N = 0);
   pragma Assert (False, "END");
end Abort_At_Delay;
