--  RM 9.3(5): The result of a function is computed before its tasks are awaited.
--  Answer: END
procedure Mast_Function_Waits is
   N : Integer := 0;
   function F return Integer is
      task T is
         entry Go;
      end T;
      task body T is
      begin
         select
            accept Go;
            N := N + 100;
         or
            terminate;
         end select;
      end T;
   begin
      return N + 1;
   end F;
begin
   N := F;
   pragma Assert (N = 1);
   pragma Assert (False, "END");
end Mast_Function_Waits;
