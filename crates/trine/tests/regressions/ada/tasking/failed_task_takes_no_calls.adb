procedure Failed_Task_Takes_No_Calls is
   function Zero return Integer is
   begin
      return 0;
   end Zero;
begin
   declare
      task T is
         entry E;
      end T;
      task body T is
         P : Positive := Zero;
      begin
         accept E;
         P := P + 1;
      end T;
   begin
      pragma Assert (False);
   exception
      when Tasking_Error =>
         pragma Assert (not T'Callable);
         begin
            T.E;
            pragma Assert (False);
         exception
            when Tasking_Error => null;
         end;
   end;
end Failed_Task_Takes_No_Calls;
