--  RM 9.7.4, 9.8: Handlers of an aborted part do not run.
--  Answer: END
procedure Async_Handlers_Do_Not_Run is
   N : Integer := 0;
begin
   select
      delay 0.01;
      N := N + 1;
   then abort
      begin
         loop
            delay 0.001;
         end loop;
      exception
         when others => N := N + 100;
      end;
   end select;
   pragma Assert (N = 1);
   pragma Assert (False, "END");
end Async_Handlers_Do_Not_Run;
