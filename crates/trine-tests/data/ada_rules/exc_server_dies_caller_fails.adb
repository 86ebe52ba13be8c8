--  RM 11.4, 9.5.3(21): After a server died its later callers get Tasking_Error.
--  Answer: END, task dies Constraint_Error
procedure Exc_Server_Dies_Caller_Fails is
   Failed : Integer := 0;
   task S is
      entry E (N : Integer);
   end S;
   task body S is
      V : Integer range 1 .. 2 := 1;
   begin
      loop
         select
            accept E (N : Integer) do
               null;
            end E;
            V := V + 1;
         or
            terminate;
         end select;
      end loop;
   end S;
begin
   for I in 1 .. 4 loop
      begin
         S.E (I);
         while I = 2 and then S'Callable loop
            delay 0.001;
         end loop;
      exception
         when Tasking_Error => Failed := Failed + 1;
      end;
   end loop;
   pragma Assert (Failed = 2);
   pragma Assert (False, "END");
end Exc_Server_Dies_Caller_Fails;
