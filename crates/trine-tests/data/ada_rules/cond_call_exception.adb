--  RM 9.7.3, 9.5.2: The exception of an accept statement reaches the caller of a conditional call.
--  Answer: END
procedure Cond_Call_Exception is
   Failure : exception;
   Caught : Boolean := False;
   task S is
      entry E;
   end S;
   task body S is
   begin
      accept E do
         raise Failure;
      end E;
   exception
      when Failure => null;
   end S;
begin
   while not Caught loop
      begin
         select
            S.E;
            pragma Assert (False);
         else
            delay 0.001;
         end select;
      exception
         when Failure => Caught := True;
      end;
   end loop;
   pragma Assert (False, "END");
end Cond_Call_Exception;
