--  RM 9.9(3): 'Terminated becomes true after the last statement of a task.
--  Answer: END
procedure Term_Attribute is
   N : Integer := 0;
   task T;
   task body T is
   begin
      N := 1;
   end T;
begin
   while not T'Terminated loop
      delay 0.001;
   end loop;
   pragma Assert (N = 1 and not T'Callable);
   pragma Assert (False, "END");
end Term_Attribute;
