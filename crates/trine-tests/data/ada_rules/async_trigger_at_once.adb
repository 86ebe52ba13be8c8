--  RM 9.7.4: The abortable part does not begin when the triggering entry call is completed at
--  once.
--  Answer: END
procedure Async_Trigger_At_Once is
   N : Integer := 0;
   protected P is
      entry E;
   end P;
   protected body P is
      entry E when True is
      begin
         null;
      end E;
   end P;
begin
   select
      P.E;
      N := N + 1;
   then abort
      N := N + 100;
   end select;
   pragma Assert (N = 1);
   pragma Assert (False, "END");
end Async_Trigger_At_Once;
