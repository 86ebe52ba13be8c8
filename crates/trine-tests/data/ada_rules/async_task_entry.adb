--  RM 9.7.4: A task entry can be the trigger; its rendezvous is awaited.
--  Answer: END
procedure Async_Task_Entry is
   N : Integer := 0;
   task T is
      entry E;
   end T;
   task body T is
   begin
      accept E do
         N := N + 1;
      end E;
   end T;
begin
   select
      T.E;
      N := N + 10;
   then abort
      loop
         delay 0.001;
      end loop;
   end select;
   pragma Assert (N = 11);
   pragma Assert (False, "END");
end Async_Task_Entry;
