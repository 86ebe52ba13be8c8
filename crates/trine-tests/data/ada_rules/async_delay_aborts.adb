--  RM 9.7.4: A delay as the trigger ends an abortable part that would go on for ever.
--  Answer: END
procedure Async_Delay_Aborts is
   N : Integer := 0;
begin
   select
      delay 0.01;
      N := N + 1;
   then abort
      loop
         delay 0.001;
      end loop;
   end select;
   pragma Assert (N = 1);
   pragma Assert (False, "END");
end Async_Delay_Aborts;
